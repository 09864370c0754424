"""Games played in a language that marks whatever is looked up: no text reaches a player without having been."""

import dataclasses
import re
from collections.abc import Mapping

import pytest
from tests.languages.helper import COMPLETE
from tests.unit.rulesets import PLUGINS, small, stand

import tilekit
from tilekit.chance import bounded
from tilekit.cli import plain
from tilekit.journal import sentence
from tilekit.preferences import Preferences
from tilekit.scenes import Scene
from tilekit.session import Playback, Session
from tilekit.svg import picture
from tilekit.view import View
from tilekit.words import Words

RULESETS = sorted(PLUGINS.rulesets)
#: What a player reads and types as it is written: cells, keys, and the ids that programs ask for.
NOT_WORDS = {"action", "key", "colour", "ink", "shape", "pattern", "tile", "glyph", "symbol", "adjacency", "status",
             "reason", "outcome", "banner_colour", "direction", "seed", "kind", "partners"}  # fmt: skip


#: What the journals of those games tell of: a game that does less was hardly played.
TOLD = {
    "2048": "ended fused moved noticed scored spawned",
    "dark": "changed turned",
    "flood": "changed ended noticed scored turned",
    "gems": "changed cleared ended filled moved noticed scored swapped",
    "hamlet": "dealt ended fused held_back moved noticed placed scored turned",
    "honeycomb": "dealt ended fused noticed placed scored",
    "life": "changed ended noticed turned",
    "merge": "changed dealt ended fused noticed placed scored",
    "ninek": "changed ended filled fused moved noticed scored shuffled",
    "quarry": "fused moved scored spawned",
    "samecolour": "cleared ended moved noticed scored",
    "sevens": "changed cleared dealt ended moved noticed overflowed placed pushed scored turned",
    "sum10": "changed cleared dealt ended noticed placed scored started",
    "threefold": "dealt ended fused moved noticed scored spawned",
}


class Marked(Mapping):
    """A catalogue that has every text, and marks it: ``‹Score›``."""

    def __getitem__(self, text):
        return f"‹{text}›"

    def get(self, text, _default=None):
        return self[text]

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 1


def marked(self, *_packages):
    return Words("xx", Marked())


def unmarked(text):
    """The letters of a text that stand outside of all marks; cells such as r1c1 may."""
    depth, left = 0, ""
    for letter in text:
        depth += (letter == "‹") - (letter == "›")
        left += letter if depth == 0 and letter not in "‹›" else " "
    return re.findall(r"[A-Za-z]+", re.sub(r"\br\d+c\d+\b", "", left))


def texts(thing):
    """Every text of a view or a scene that a player reads."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from texts(each)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            if field.name not in NOT_WORDS:
                yield from texts(getattr(thing, field.name))


def bare(thing):
    return [text for text in texts(thing) if unmarked(text)]


def test_the_test_sees_what_is_not_marked():
    assert unmarked("‹a {x}› b r1c2") == ["b"]
    view = Session(tilekit.load("merge"), 1).view()
    assert "Score" in bare(view)
    assert "Merge" in bare(view)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_text_of_a_game_is_looked_up(ruleset, monkeypatch):
    monkeypatch.setattr(Session, "words", marked)
    kinds = set()
    for seed in range(2):
        sitting = Session(tilekit.load(ruleset, plugins=PLUGINS), seed)
        for k in range(250):
            assert bare(sitting.view()) == []
            assert bare(sitting.scenes) == []
            for entry in sitting.last_turn.journal if sitting.last_turn else ():
                kinds.add(entry.kind)
                assert unmarked(marked(None)(sentence(entry))) == []
            refusals(sitting)
            choices = [str(action) for action in sitting.game.legal_actions()]
            if not choices:
                break
            sitting.play(choices[bounded(seed, 3, 0, k, len(choices))])
        sitting.play("undo")
        assert bare(sitting.view()) == []
    assert kinds == set(TOLD[ruleset].split())


def refusals(sitting):
    """Whatever is refused is refused in marked words."""
    actions = [button.action for button in sitting.view().buttons if button.action not in ("new", "restart", "reopen")]
    actions += [cell.action for row in sitting.view().cells for cell in row if cell.action][:4]
    for action in ["", "drpo r1c1", "undo", *actions, *(f"{action} r1c1" for action in actions[:2])]:
        why = sitting.game.why_not(action)
        assert unmarked(marked(None)(why)) == [], why


def test_every_refusal_is_looked_up(monkeypatch):
    monkeypatch.setattr(Session, "words", marked)
    body = """
[variables]
coins = 2
[actions.put]
target = "cell"
where = "tile == a"
costs = { coins = 3 }
[actions.swap]
when = "coins > 5"
[actions.wake]
during = ["asleep", "ill"]
[actions.turn]
target = "direction"
steps = ["slide"]
[actions.idle]
target = "cell"
steps = ["clear"]
[undo]
depth = 3
costs = { coins = 9 }
[[end]]
when = "score == 7"
status = "paused"
reason = "asleep"
[[end]]
when = "score == 8"
status = "paused"
reason = "ill"
"""
    tiers = 'chain = ["p", "q"]'
    rules = small(
        body.replace("tile == a", "tile == p"),
        tiers=tiers,
        rows=1,
        columns=2,
        end='when = "score == 9"\nreason = "stuck"',
    )
    found = set()
    for score in (0, 7, 9):
        sitting = Session(rules, game=stand(rules, "p .", score=score))
        for action in ("put r1c1", "put r1c2", "put", "put r9c9", "put up", "swap", "swap r1c1", "wake", "turn left",
                       "turn lft", "turn", "idle r1c2", "undo", "nothing", "wkae", None, 7):  # fmt: skip
            why = sitting.play(action)
            assert unmarked(why) == [], why
            found.add(sitting.game.why_not(action) if action else why)
    assert len(found) > 20


def test_a_recording_is_looked_up(monkeypatch):
    monkeypatch.setattr(Session, "words", marked)
    game = tilekit.load("merge").new_game(1)
    game.play("drop r1c1")
    playback = Playback(game)
    for action in ("pause", "forward", "back", "back", "faster", "drop r1c1", "forward", "forward"):
        assert unmarked(playback.play(action)) == []
        assert bare(playback.view()) == []


# ---------------------------------------------------------------- in Japanese


def japanese(ruleset, seed=1):
    return Session(tilekit.load(ruleset, plugins=PLUGINS), seed, preferences=Preferences(language="ja"))


def test_a_game_in_japanese():
    sitting = japanese("merge", 7)
    view = sitting.view()
    assert view.title == "マージ"
    assert [(panel.label, panel.text) for panel in view.panels] == [
        ("スコア", "0"), ("ベスト", "0"), ("チャージ", "0"), ("置いた数", "0"),
    ]  # fmt: skip
    assert [button.label for button in view.buttons] == ["元に戻す", "もう一度", "新しいゲーム"]
    assert view.queue_labels == ("いま", "つぎ")
    assert sitting.play("drop r1c1") == ""
    assert [scene.words for scene in sitting.scenes] == ["r1c1 にスパークを置いた"]
    assert [sitting.words()(str(entry)) for entry in sitting.last_turn.journal] == [
        "置いた数 0→1", "r1c1 にスパークを置いた", "配られた数 2→3", "スパークが配られた",
    ]  # fmt: skip
    assert sitting.play("drop r1c1") == "r1c1：もうタイルがあります"
    assert sitting.play("shatter r2c2") == "r2c2：石がありません"
    assert sitting.play("undo") == ""
    assert [sitting.words()(str(entry)) for entry in sitting.last_turn.journal] == ["「drop r1c1」を元に戻した"]


def test_ends_goals_notices_and_labels_in_japanese():
    sum10 = tilekit.load("sum10")
    sitting = Session(sum10, game=stand(sum10, variables={"moves": 0}), preferences=Preferences(language="ja"))
    view = sitting.view()
    assert (view.banner, view.notices) == ("手数切れ", ("手数切れ",))
    assert [button.label for button in view.buttons if button.prominent] == ["もう一度挑戦"]
    assert sitting.play("place r1c1") == "一時停止中です：手数切れ（「もう一度挑戦」で続けられます）"
    assert japanese("2048").view().goals == ("2048を作ろう",)
    assert japanese("ninek").view().panels[-1].text == "なし"


@pytest.mark.parametrize("ruleset", COMPLETE["ja"])
def test_the_rules_in_japanese_have_no_latin_words(ruleset):
    for paragraph in japanese(ruleset).view().help:
        left = re.sub(r"（[a-z#]）", "", paragraph)  # the letter of a tile
        assert re.findall(r"[A-Za-z_]{2,}", left) == [], paragraph


def test_what_a_ruleset_does_not_say_is_said_in_english():
    rules = small('[actions.go]\n[words.ja]\n"Small" = "小さい"\n')
    view = Session(rules, 1, preferences=Preferences(language="ja")).view()
    assert (view.title, view.buttons[0].label, view.buttons[1].label) == ("小さい", "Go", "もう一度")


def test_braces_of_a_ruleset_are_no_places():
    """A text of a ruleset that looks like a template of the engine is not taken for one."""
    body = '[actions.go]\nlabel = "{label} ({count} left)"\ncosts = { x = 1 }\n[variables]\nx = 3\n'
    rules = small(body + '[words.ja]\n"{label} ({count} left)" = "{oops} {"\n')
    view = Session(rules, 1, preferences=Preferences(language="ja")).view()
    assert view.buttons[0].label == "{oops} {（あと3）"


def test_english_is_english():
    sitting = Session(tilekit.load("merge"), 7)
    assert sitting.play("drop r1c1") == ""
    assert sitting.scenes[0].words == str(sitting.last_turn.journal[1]) == "spark placed on r1c1"
    assert isinstance(sitting.view(), View)
    assert isinstance(sitting.scenes[0], Scene)


def test_a_change_of_language_is_spoken_at_once():
    sitting = Session(tilekit.load("merge"), 7)
    assert sitting.view().title == "Merge"
    sitting.preferences = sitting.preferences.changed("", language="ja")
    assert sitting.view().title == "マージ"


def test_a_picture_in_japanese(cli):
    status, out, err = cli("show", "merge", "--svg", "-", "--language", "ja")
    assert (status, err) == (0, "")
    assert out == picture(japanese("merge", 0).view())
    assert "マージ" in out
    assert re.findall(r">[A-Za-z ]{2,}<", out) == []


def test_the_menu_has_the_titles_in_japanese(cli):
    status, out, err = cli("play", "--frontend", "plain", "--language", "ja", given=b"q\n")
    assert (status, err) == (0, "")
    assert {"マージ", "ナインK", "サム10", "ダブリング"} <= set(re.split(r"[\s、]+", out))


def test_plain_demonstrates_in_japanese(capsys):
    plain.demonstrate(japanese("merge"))
    assert "スコア" in capsys.readouterr().out


def test_an_end_in_the_journal_in_japanese():
    rules = tilekit.load("2048")
    sitting = Session(
        rules, game=stand(rules, "1024 1024 . .\n. . . .\n. . . .\n. . . ."), preferences=Preferences(language="ja")
    )
    assert sitting.play("slide left") == ""
    assert sitting.words()(str(sitting.last_turn.journal[-1])) == "2048完成！"
