"""What is seen in a window: pictures are compared by what fills each part, not by single pixels."""

import itertools
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from tests.frontends.controls import page_of, show, told
from tests.frontends.toy import LIT, NINE, SPARK, STONE, Clock

import tilekit
from tilekit import MenuEntry, Playback, Plugins, Preferences, Session, Words
from tilekit.controller import REST
from tilekit.game import Game
from tilekit.looks import LIT as AMBER
from tilekit.looks import SHAPES, contrast, ink
from tilekit.menu import Menu
from tilekit.ruleset.models import Given
from tilekit.view import tile_view
from tilekit.words import words_of
from tilekit_pygame import page, painting
from tilekit_pygame.layout import Rect
from tilekit_pygame.painting import DARK, Painter, face_of, rgb, tile_image
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage, MenuStage

pytestmark = pytest.mark.frontend

ROOT = Path(__file__).parents[2]
FOLDER = Path(painting.__file__).parent
BUNDLED = ["2048", "merge", "ninek", "sum10"]
SIZES = [(340, 620), (640, 480), (1280, 800)]


class Silent(Sounds):
    """Sounds that nobody hears, but the test."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def play(self, kind, step=0):
        self.heard.append((kind, step))

    def turn(self, kinds):
        self.heard.append(tuple(kinds))


def make_stage(ruleset, actions=0, *, clock=None, motion="none", seed=7):
    session = Session(tilekit.load(ruleset), seed, preferences=Preferences(motion=motion))
    for number in range(actions):
        legal = session.game.legal_actions()
        if legal and session.game.status == "playing":
            session.play(legal[number * 5 % len(legal)])
    return GameStage(session, clock or Clock(), Silent())


def picture(stage, width, height, scale=1.0):
    surface = pygame.Surface((round(width * scale), round(height * scale)))
    stage.paint(surface, scale)
    return surface


def colours(surface, box, scale=1.0):
    """How often each colour stands in a part of a picture, in points."""
    part = surface.subsurface(
        (round(box.x * scale), round(box.y * scale), int(box.width * scale), int(box.height * scale))
    )
    data = pygame.image.tobytes(part, "RGB")
    return Counter(zip(data[::3], data[1::3], data[2::3], strict=True))


def main_colour(surface, box, scale=1.0):
    return colours(surface, box, scale).most_common(1)[0][0]


def near(seen, expected):
    """What was seen, or what is expected where it is off by no more than shrinking and blending round."""
    return expected if max(abs(a - b) for a, b in zip(seen, expected, strict=True)) <= 3 else seen


def is_in(counted, *expected):
    return any(near(seen, colour) == colour for seen in counted for colour in expected)


class Square:
    """A font whose letters are squares: as wide as those of East Asia are in any font, on a machine that has none."""

    def __init__(self, size):
        self.high = round(size * painting._OTHERS)

    def size(self, text):
        return self.high * len(text), self.high

    def render(self, text, _, colour):
        image = pygame.Surface(self.size(text), pygame.SRCALPHA)
        image.fill(colour)
        return image

    def get_ascent(self):
        return self.high

    def get_height(self):
        return self.high


@pytest.fixture(params=["without fonts", "square letters", "fonts of this machine"])
def letters(request, monkeypatch):
    """What stands in for letters that pygame's own font lacks: nothing, squares, or what is installed here."""
    kept = (painting.font_for, painting.measure, painting._written)
    for cached in kept:
        cached.cache_clear()
    if request.param == "without fonts":
        monkeypatch.setattr(painting, "_system_fonts", tuple)
    elif request.param == "square letters":
        font, font_for = painting._font, painting.font_for
        monkeypatch.setattr(
            painting, "_font", lambda path, size: Square(size) if path == "squares" else font(path, size)
        )
        monkeypatch.setattr(painting, "font_for", lambda letter: font_for(letter) if letter < "\u2e80" else "squares")
    elif not painting.can_be_read("\u30b9"):
        pytest.skip("no font of this machine has Japanese letters: install fonts-noto-cjk to try them")
    yield request.param
    for cached in kept:
        cached.cache_clear()


# -- screens


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruleset", BUNDLED)
def test_everything_is_where_the_layout_has_it(ruleset, size, scale):
    stage = make_stage(ruleset, 25)
    shown = picture(stage, *size, scale)
    view, layout = stage.controller.view, stage.layout
    seen = {
        (r, c): main_colour(shown, layout.board.cell(r, c).inset(layout.board.size * 0.12), scale)
        for r, row in enumerate(view.cells)
        for c, _ in enumerate(row)
    }
    assert seen == {
        (r, c): face_of(cell.tile) if cell.tile else DARK.well
        for r, row in enumerate(view.cells)
        for c, cell in enumerate(row)
    }
    for tile, box in zip(view.queue, layout.queue, strict=True):
        seen = main_colour(shown, box.inset(box.width * 0.12), scale)
        assert near(seen, rgb(tile.colour)) == rgb(tile.colour)
    for box in layout.panels:
        assert main_colour(shown, box, scale) == DARK.frame
        assert is_in(colours(shown, box, scale), DARK.text, DARK.focus)
    named = {button.action: button for button in stage.screen.buttons}
    assert {*named} == {*layout.buttons, *layout.urgent}
    for button in map(named.__getitem__, layout.buttons):
        paper = DARK.back if button.kind == "sitting" else DARK.raised if button.enabled else DARK.frame
        assert main_colour(shown, layout.buttons[button.action], scale) == paper
        letters = DARK.faint if button.kind == "sitting" else DARK.text
        assert is_in(colours(shown, layout.buttons[button.action], scale), letters) or not button.enabled


def test_a_banner_and_what_is_waited_for_stand_out():
    stage = make_stage("sum10")
    game = stage.controller.session.game
    while game.status == "playing":
        game.play(game.legal_actions()[0])
    stage = GameStage(stage.controller.session, Clock(), Silent())
    shown = picture(stage, 900, 700)
    view, layout = stage.controller.view, stage.layout
    assert (view.status, view.banner) == ("paused", "OUT OF MOVES")
    assert main_colour(shown, layout.foot) == rgb(view.banner_colour)
    [[action, box]] = layout.urgent.items()
    [button] = [each for each in view.buttons if each.action == action]
    assert (action, main_colour(shown, box)) == ("retry", rgb(button.colour))
    assert is_in(colours(shown, layout.foot), rgb(ink(view.banner_colour)))


def test_what_was_won_and_what_was_lost_differ_in_words_and_in_colour():
    seen, banners = {}, []
    for score in (2490, 0):
        game = Game(tilekit.load("gems"), 1, given=Given(score=score, variables={"moves": 1}))
        game.play(game.legal_actions()[0])
        stage = GameStage(Session(game.rules, game=game), Clock(), Silent())
        shown, view = picture(stage, 900, 700), stage.controller.view
        seen[view.result] = main_colour(shown, stage.layout.foot)
        banners.append(view.banner)
        show(stage, replace(view, banner=" "))
        unsaid = picture(stage, 900, 700)
        assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(unsaid, "RGB")
    assert seen == {"Won": rgb("#3fbf5f"), "Lost": rgb("#e0524a")}
    assert len({*banners}) == 2


@pytest.mark.parametrize(("motion", "waits"), [("full", True), ("reduced", False), ("none", False)])
def test_a_banner_waits_until_the_turn_that_led_to_it_was_seen(motion, waits):
    clock = Clock()
    stage = make_stage("sum10", clock=clock, motion=motion)
    session = stage.controller.session
    while session.game.variables["moves"] > 1:
        session.play(session.game.legal_actions()[0])
    stage = GameStage(session, clock, Silent())
    picture(stage, 900, 700)
    free = next((r, c) for r, row in enumerate(stage.controller.view.cells) for c, cell in enumerate(row) if cell.legal)
    stage.point_down(*stage.layout.board.cell(*free).centre)
    stage.point_up(*stage.layout.board.cell(*free).centre)
    red = rgb(stage.controller.view.banner_colour)

    def says():
        return main_colour(picture(stage, 900, 700), stage.layout.foot) == red, ("bad", 0) in stage._sounds.heard

    assert says() == (not waits, not waits)
    if waits:
        clock.now += stage.controller._animation.seconds - 0.01
        assert says() == (False, False)
        clock.now += REST
    assert says() == (True, True)
    # Enter was meant for the board as long as nobody saw the banner.
    stage.key_down("enter")
    stage.key_up("enter")
    assert stage.controller.view.status == "paused"
    clock.now += REST
    stage.key_down("enter")
    assert stage.controller.view.status == "playing"


def test_what_is_clicked_before_a_banner_is_shown_is_not_lost():
    stage = make_stage("merge", motion="full")
    session = stage.controller.session
    while session.game.status == "playing":
        before = session.game.copy()
        session.play(session.game.legal_actions()[0])
    stage = GameStage(Session(session.rules, game=before), Clock(), Silent())
    picture(stage, 900, 700)
    [last] = before.legal_actions()
    row, column = (int(part) - 1 for part in last.target[1:].split("c"))
    for key in ["u", "u"]:
        stage.point_down(*stage.layout.board.cell(row, column).centre)
        stage.point_up(*stage.layout.board.cell(row, column).centre)
        assert stage.controller.view.banner
        stage.key_down(key)
        stage.key_up(key)
        assert (stage.controller.view.banner, stage.controller._told.banner) == ("", "")


def test_small_buttons_say_what_they_do_and_what_is():
    stage = make_stage("ninek")
    quiet = picture(stage, 640, 480)
    box = stage.layout.buttons["^sound"]
    stage.point_move(*box.centre)
    pointed = picture(stage, 640, 480)
    tip = Rect(box.x, box.y - 2.9 * stage.layout.text, box.width, 2 * stage.layout.text)
    assert (main_colour(quiet, tip), main_colour(pointed, tip)) == (DARK.back, DARK.text)
    labels = []
    for _ in range(2):
        labels += [button.label for button in stage.screen.buttons if button.action == "^sound"]
        stage.key_down("m")
        stage.key_up("m")
    assert labels == ["Sound: on", "Sound: off"]
    stage.key_down("m")
    silent = picture(stage, 640, 480)
    assert colours(silent, box.inset(4)) != colours(pointed, box.inset(4))


def test_what_a_banner_offers_is_shown_once():
    stage = make_stage("ninek")
    session = stage.controller.session
    number = 0
    while session.game.status == "playing":
        legal = [action for action in session.game.legal_actions() if action.target]
        session.play(legal[number * 5 % len(legal)])
        number += 1
    stage = GameStage(session, Clock(), Silent())
    shown = picture(stage, 900, 700)
    assert stage.layout.urgent.keys() == {"shuffle"}
    # Its place is kept for when the pause is over.
    assert not is_in(colours(shown, stage.layout.buttons["shuffle"]), DARK.text, DARK.raised)
    assert is_in(colours(shown, stage.layout.buttons["undo"]), DARK.text)


def test_keys_are_left_out_where_there_is_no_room_to_read_them(monkeypatch):
    stage = make_stage("ninek", 4)
    keys = []
    for label in ("Shuffle", "Shuffle " + "all that is left of the board and " * 7):
        view = stage.controller.view
        show(stage, replace(view, buttons=(replace(view.buttons[0], label=label), *view.buttons[1:])))
        stage._layout = None
        keys.append([text for text in said(monkeypatch, stage, (640, 480)) if len(text) == 1 and text.isalpha()])
    assert keys == [["s", "u"], []]


def test_the_cursor_shows_once_a_key_was_pressed():
    stage = make_stage("merge")
    before = colours(picture(stage, 800, 600), Rect(0, 0, 800, 600))[DARK.focus]
    stage.key_down("up")
    assert stage.screen.cursor == (1, 2)
    after = colours(picture(stage, 800, 600), stage.layout.board.cell(1, 2).inset(-4))[DARK.focus]
    assert after > before + 300


def test_hints_glow_when_their_time_has_come():
    clock = Clock()
    stage = make_stage("ninek", clock=clock, motion="full")
    quiet = picture(stage, 800, 600)
    assert stage.wake() == 6.0
    clock.now += 6
    glowing = picture(stage, 800, 600)
    assert 0 < stage.wake() < 0.1
    changed = {
        (r, c)
        for r, row in enumerate(stage.controller.view.cells)
        for c, _ in enumerate(row)
        if colours(quiet, stage.layout.board.cell(r, c)) != colours(glowing, stage.layout.board.cell(r, c))
    }
    hinted = {(r, c) for r, row in enumerate(stage.controller.view.cells) for c, cell in enumerate(row) if cell.hint}
    assert hinted
    assert changed == hinted


def test_a_refusal_shakes_the_cell_but_not_in_reduced_motion():
    for motion, moves in (("full", True), ("reduced", False)):
        clock = Clock()
        stage = make_stage("merge", 12, clock=clock, motion=motion)
        at_rest = picture(stage, 800, 600)
        taken = next(
            (r, c) for r, row in enumerate(stage.controller.view.cells) for c, cell in enumerate(row) if cell.tile
        )
        box = stage.layout.board.cell(*taken)
        stage.point_down(*box.centre)
        stage.point_up(*box.centre)
        clock.now += 0.03
        shown = picture(stage, 800, 600)
        middle = Rect(box.centre[0] - 4, box.centre[1] - 4, 8, 8).moved(box.width * 0.3, 0)
        assert told(stage)
        assert (colours(shown, box) != colours(at_rest, box), stage._sounds.heard) == (True, [("refused", 0)])
        tile = rgb(stage.controller.view.cells[taken[0]][taken[1]].tile.colour)
        edges = [[surface.get_at((x, int(box.centre[1])))[:3] == tile for x in range(int(box.x), int(box.right))]
                 for surface in (at_rest, shown)]  # fmt: skip
        assert (edges[0] != edges[1]) is moves, middle
        clock.now += 1
        assert stage.wake() is None
        # No coordinate is drawn, so none is said: as long as it is told why, the cell is marked.
        assert told(stage) == "the cell is taken"
        rim = Rect(box.x, box.y - 3, box.width, 3)
        marked = picture(stage, 800, 600)
        assert colours(marked, rim) != colours(at_rest, rim)
        stage.key_down("x")
        stage.key_up("x")
        stage.point_down(0, 0)
        stage.point_up(0, 0)
        assert colours(picture(stage, 800, 600), rim) == colours(at_rest, rim)


def test_help_covers_the_game_and_scrolls_to_its_end():
    stage = make_stage("ninek")
    stage.key_down("?")
    picture(stage, 360, 320)
    stage.key_down("end")
    picture(stage, 360, 320)
    last = page_of(stage)
    stage.key_down("home")
    assert (page_of(stage), last > 3) == (0, True)
    stage.point_down(2, 2)
    stage.point_up(2, 2)
    assert page_of(stage) is None


def test_help_has_headings_paragraphs_and_the_keys_of_this_game():
    stage = make_stage("2048")
    stage.key_down("?")
    lines = list(page._rows(stage.screen.page, 400, 8))
    headings = [line.text for line in lines if line.line.kind == "heading"]
    assert headings == ["Goals", "How to play", "Keys", "Seed"]
    # Paragraphs and headings stand apart from what is above them, the lines of one paragraph do not.
    starts = [line for line in lines if line.space and line.line.kind == "text"]
    assert len(starts) == len(stage.controller.view.goals) + len(stage.controller.view.help) + 1
    assert any(not line.space for line in lines)
    assert lines[-1].text == "7"
    keys = {line.key: line.text for line in lines if line.key}
    assert (keys["Arrows, swipe"], keys["m"], keys["r"], keys["4"]) == (
        "slide that way", "Sound: on", "Restart", "Slide left",
    )  # fmt: skip
    assert all(painting.measure(line.text, 15) <= 400 for line in lines)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ruleset", sorted(Plugins().rulesets))
@pytest.mark.parametrize("letters", ["square letters"], indirect=True)
@pytest.mark.usefixtures("letters")
def test_the_legend_shows_tiles_as_they_are_drawn_and_names_no_letter(monkeypatch, ruleset, language):
    session = Session(tilekit.load(ruleset), 7, preferences=Preferences(language=language, motion="none"))
    tiles = session.rules.program.tiles
    stage = GameStage(session, Clock(), Silent())
    drawn, words = [], session.words("tilekit_pygame")
    monkeypatch.setattr(Painter, "tile", lambda _, tile, box, *__: drawn.append((tile, box)))
    picture(stage, 900, 3000)
    before = len(drawn)
    stage.key_down("?")
    lines = said(monkeypatch, stage, (900, 3000))
    legend = drawn[2 * before :]
    # Numbers that are drawn as they are called are told in a sentence.
    named = [name for code, name in enumerate(tiles.ids[1:], 1) if not tiles.numeric or code <= tiles.pieces]
    ladder = [name for name in named if name not in tiles.ids[1 : tiles.pieces + 1]]
    expected = [tile_view(session.game, name) for name in [*ladder, *tiles.ids[1 : tiles.pieces + 1]]]
    assert [tile for tile, _ in legend if tile.tile in named] == expected
    assert [line for line in lines for tile in expected if f"{words(tile.tile)} ({tile.glyph})" in line] == []
    assert [tile.tile for tile in expected if words(tile.tile) not in lines] == []
    for (_, one), (_, other) in itertools.combinations(legend, 2):
        assert (
            one.right <= other.x or other.right <= one.x or one.bottom <= other.y + 0.1 or other.bottom <= one.y + 0.1
        )


@pytest.mark.parametrize("size", [(320, 320), (960, 720), (330, 900)])
def test_help_is_large_scrolls_and_ends_with_its_last_line(size):
    stage = make_stage("merge")
    stage.key_down("?")
    first = picture(stage, *size)
    unit = stage.layout.text
    box, close = page.page_box(stage.layout.width, stage.layout.height, unit)
    bar = Rect(box.right - 1.8 * unit, close.bottom + 6 * unit, 0.6 * unit, box.bottom - close.bottom - 10 * unit)
    assert is_in(colours(first, bar), DARK.faint)
    assert is_in(colours(first, bar), DARK.well)
    stage.wheel(-1)
    assert page_of(stage) == 2
    stage.key_down("end")
    last = picture(stage, *size)
    above = Rect(box.x + 2 * unit, box.bottom - 6.6 * unit, 8 * unit, 3.2 * unit)
    assert max(map(min, colours(last, above))) > 200  # The seed, in full strength.
    assert not is_in(colours(last, Rect(box.x + 2 * unit, box.bottom - 1.3 * unit, 40, unit)), DARK.text)
    assert 1.9 * unit >= 13.9


def said(monkeypatch, stage, size):
    """The lines of text of a picture, as they are drawn, in the order of drawing."""
    drawn = []
    real = painting._written
    stage.resize(*size)
    with monkeypatch.context() as patch:
        patch.setattr(painting, "_written", lambda text, *look: drawn.append(text) or real(text, *look))
        picture(stage, *size)
    return [text for text in drawn if text != "H"]


WARNING = (
    "this is not saved: it was written by a newer tilekit (format 2, this one reads up to 1); update tilekit, "
    "or name another folder"
)


@pytest.mark.parametrize("size", [(320, 320), (800, 600), (960, 720)])
def test_a_notice_is_shown_to_its_end(monkeypatch, size):
    stage = make_stage("merge")
    show(stage, replace(stage.controller.view, notices=(WARNING,)))
    assert WARNING in " ".join(said(monkeypatch, stage, size))


@pytest.mark.parametrize("size", [(320, 320), (800, 600)])
def test_a_notice_for_which_there_is_no_room_says_that_there_is_more(monkeypatch, size):
    stage = make_stage("merge")
    long = " ".join([WARNING] * 9)
    show(stage, replace(stage.controller.view, notices=(long, "never seen")))
    lines = said(monkeypatch, stage, size)
    [end] = [number for number, line in enumerate(lines) if line.endswith("…")]
    shown = next(" ".join(lines[start : end + 1]) for start, line in enumerate(lines) if line.startswith("this is"))
    assert long.startswith(shown.removesuffix("…"))
    assert len(shown) > len(WARNING)
    assert "never seen" not in lines


def test_the_end_of_merge_is_told_whole_in_the_smallest_window(monkeypatch):
    stage = make_stage("merge")
    session = stage.controller.session
    while session.game.status == "playing":
        session.play(session.game.legal_actions()[0])
    stage = GameStage(session, Clock(), Silent())
    lines = said(monkeypatch, stage, (320, 320))
    assert stage.controller.view.banner in " ".join(lines)


def test_the_menu_says_not_played_yet_of_what_was_never_played_alone(monkeypatch):
    entries = [MenuEntry("a", "A", "", "", "", "", 1700000000), MenuEntry("b", "B", "", "", "", "", 0)]
    stage = MenuStage(Menu(lambda: entries, lambda *_: None, Preferences(), lambda *_: Words()))
    lines = said(monkeypatch, stage, (700, 600))
    assert [line for line in lines if line in {"A", "B", "not played yet"}] == ["A", "B", "not played yet"]


def test_the_help_of_a_recording_has_its_buttons_alone_and_they_stand_in_order_of_time():
    game = tilekit.load("merge").new_game(seed=7)
    game.play("drop r1c1")
    stage = GameStage(Playback(game), Clock(), Silent())
    stage.key_down("?")
    keys = [line.key for line in stage.screen.page.lines if line.key]
    assert keys == ["p", "b", "f", "+", "-", "?", "m", "q"]
    row = ["back", "forward", "faster", "slower"]
    assert sorted(row, key=lambda action: stage.layout.buttons[action].x) == row


def test_the_menu_shows_its_cards_and_gives_what_is_chosen():
    entries = [
        MenuEntry("2048", "Doubling", "", "", "", ""),
        MenuEntry("merge", "Merge", "1536", "", "turn 31, score 1536", ""),
        MenuEntry("bad", "bad", "", "", "", "bad.toml: no such key"),
    ]
    menu = Menu(lambda: entries, lambda *_: None, Preferences(), lambda *_: Words())
    stage = MenuStage(menu)
    stage.key_down("down")
    shown = picture(stage, 700, 600)
    assert [main_colour(shown, card) for card in stage.layout.cards] == [DARK.frame] * 3
    assert stage.chooser.screen().selected == 1

    def clicked(box):
        stage.chooser.load()
        stage.point_down(*box.centre)
        stage.point_up(*box.centre)
        return stage.chooser.chosen

    card, (_, fresh, _) = stage.layout.cards, stage.layout.fresh
    left = Rect(card[1].x, card[1].y, 80, 40)
    assert [clicked(left), clicked(fresh), clicked(card[0])] == [("merge", True), ("merge", False), ("2048", True)]
    assert (clicked(card[2]), told(stage)) == (None, "bad.toml: no such key")
    stage.key_down("up")
    stage.key_down("n")
    assert stage.chooser.chosen == ("merge", False)
    assert clicked(stage.layout.leave) is None
    assert stage.done


def test_the_menu_says_what_a_game_is_and_what_is_wrong(monkeypatch):
    entries = [
        MenuEntry("a", "A", "", "", "", "", goal="Put out every lamp", about="Press: A cell and those around it turn."),
        MenuEntry("b", "B", "12", "", "", "", 5, goal="Make a 9", about="Drop: NOW goes onto an empty cell. " * 20),
        MenuEntry("c", "C", "", "", "", "", about="Tap."),
    ]
    menu = Menu(lambda: entries, lambda *_: None, Preferences(), lambda *_: Words(), lambda: (WARNING,))
    lines = said(monkeypatch, MenuStage(menu), (960, 720))
    start = lines.index("A")
    first = ["A", "Put out every lamp", "Press: A cell and those around it turn.", "B", "best 12"]
    assert lines[start : start + 5] == first
    assert [line.endswith("…") for line in lines[start + 5 : start + 7]] == [False, True]
    assert lines[start + 7 : start + 10] == ["C", "not played yet", "Tap."]
    assert WARNING in " ".join(lines)
    assert "What do you want to play?" not in lines


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_menu_shows_a_game_by_its_own_tiles(count):
    tiles = tuple(replace(NINE, tile=str(n), colour=f"#{n}0a0{n}0", glow=False) for n in range(1, count + 1))
    entries = [MenuEntry("nines", "Nines", "", "", "", "", tiles=tiles)]
    stage = MenuStage(Menu(lambda: entries, lambda *_: None, Preferences(), lambda *_: Words()))
    card = stage.layout.cards[0]
    shown = colours(picture(stage, 700, 600), Rect(card.x, card.y, card.height, card.height))
    assert all(is_in(shown, rgb(tile.colour)) for tile in tiles)


def make_long_menu(count):
    entries = [MenuEntry(f"g{n:02}", f"Game {n}", "", "", "", "") for n in range(count)]
    return MenuStage(Menu(lambda: entries, lambda *_: None, Preferences(), lambda *_: Words()))


def test_a_menu_with_more_below_says_so():
    for count, more in ((3, False), (14, True)):
        stage = make_long_menu(count)
        body = stage.layout.body
        for scrolled in (False, True):
            shown = picture(stage, 960, 720)
            bar = Rect(body.right, body.y, 8, body.height)
            assert is_in(colours(shown, bar), DARK.faint) is more
            below = Rect(body.x + 250, body.bottom - 3, 150, 3)
            above = Rect(body.x + 250, body.y, 150, 3)
            # The lowest card in sight fades away, and once one has scrolled, so does the highest.
            faded = not is_in(colours(shown, below), DARK.frame), not is_in(colours(shown, above), DARK.frame)
            assert not more or faded == (not scrolled, scrolled)
            stage.wheel(-100)


def test_keys_keep_the_chosen_card_in_sight():
    stage = make_long_menu(15)
    picture(stage, 960, 720)
    columns, page = stage.layout.columns, stage.layout.page
    assert (columns, page) == (2, 10)

    def after(keys):
        for key in keys.split():
            stage.key_down(key)
            stage.key_up(key)
            if stage.chooser.screen().selected < 15:
                card, body = stage.layout.cards[stage.chooser.screen().selected], stage.layout.body
                assert (card.y >= body.y - 0.01, card.bottom <= body.bottom + 0.01) == (True, True)
        return stage.chooser.screen().selected

    assert [after("right"), after("down"), after("down left"), after("up")] == [1, 3, 4, 2]
    assert [after("pagedown"), after("pagedown"), after("pageup"), after("end"), after("home")] == [12, 14, 4, 14, 0]
    assert [after("up"), after("up"), after("down"), after("down"), after("down")] == [0, 0, 2, 4, 6]
    # Below the right one of the last full row there is no card: the last one is nearest.
    assert [after("end left left up"), after("right"), after("down"), after("down")] == [10, 11, 13, 14]


HONEYCOMB = """
_ . . . .
. . . . .
. . _ . .
. . . . _
"""


def test_hexagons_and_holes_are_drawn_and_clicked_where_they_lie(tmp_path):
    text = (ROOT / "rulesets" / "merge.toml").read_text(encoding="utf-8")
    grid = f'rows = 4\ncolumns = 5\nadjacency = "hex"\nmask = """{HONEYCOMB}"""\n'
    start, end = text.index("rows = 5"), text.index("[constants]")
    path = tmp_path / "honeycomb.toml"
    path.write_text(text[:start] + grid + text[end:], encoding="utf-8")
    stage = make_stage(path)
    for row, column in ((1, 2), (2, 1), (4, 4), (3, 3), (4, 5)):
        at = stage.layout.board.cell(row - 1, column - 1).centre
        stage.point_down(*at)
        stage.point_up(*at)
    assert stage.controller.session.game.actions == ("drop r1c2", "drop r2c1", "drop r4c4")
    shown = picture(stage, 700, 560)
    seen = {}
    for r, row in enumerate(stage.controller.view.cells):
        for c, cell in enumerate(row):
            box = stage.layout.board.cell(r, c)
            seen[r, c] = main_colour(shown, box.inset(box.width * 0.12))
            colour = rgb(cell.tile.colour) if cell.tile else DARK.frame if cell.hole else DARK.well
            assert near(seen[r, c], colour) == colour
    assert len(set(seen.values())) >= 3
    assert stage.layout.board.cell(1, 0).x - stage.layout.board.cell(0, 0).x == pytest.approx(
        stage.layout.board.pitch / 2
    )


def test_a_window_that_is_pulled_larger_keeps_no_pictures_of_other_sizes():
    stage = make_stage("merge", 10)
    for width in range(500, 900, 10):
        picture(stage, width, 600)
    assert painting._box.cache_info().currsize < 60
    assert painting.tile_image.cache_info().currsize < 20


def test_all_that_is_said_has_its_japanese():
    said = []

    class Listening(Words):
        def __call__(self, text, /, **values):
            said.append(text)
            return text.format(**values)

    menu = Menu(lambda: [MenuEntry("a", "A", "1", "", "turn 1", ""), MenuEntry("b", "B", "", "", "", "")], None,
                Preferences(language="ja"), lambda *_: Listening())  # fmt: skip
    picture(MenuStage(menu), 600, 500)
    catalogue = tomllib.loads((FOLDER / "languages" / "ja.toml").read_text(encoding="utf-8"))
    assert set(catalogue) <= {*said} <= {*catalogue, *words_of("ja")._catalogue}


# -- tiles


def tiles_of(ruleset):
    """The looks of all tiles of a ruleset, those without a top up to the thirtieth; and of those that can be lit."""
    game = tilekit.load(ruleset).new_game(seed=1)
    names = [name for name in game.rules.program.tiles.ids[1:31] if name]
    looks = [tile_view(game, name) for name in names]
    lit = [
        replace(look, colour=AMBER, ink=ink(AMBER), lit=True)
        for look in looks
        if (given := game.rules.ruleset.look.get(look.tile)) and given.lit
    ]
    return [*looks, *lit]


@pytest.mark.parametrize("ruleset", BUNDLED)
def test_symbols_can_be_read_on_their_colours(ruleset):
    size = 120
    for tile in tiles_of(ruleset):
        assert contrast(tile.ink, tile.colour) >= 4.5
        image = tile_image(tile, size)
        middle = image.get_width() / 2
        lower = 0.05 if tile.crown or tile.shape == "triangle" else -0.035
        part = Rect(middle - size * 0.17, middle + lower * size - size * 0.13, size * 0.34, size * 0.26)
        found = colours(image, part)
        assert is_in(found, rgb(tile.ink)), tile
        assert near(found.most_common(1)[0][0], rgb(tile.ink)) == rgb(tile.ink) or is_in(found, face_of(tile)), tile
        both = sum(
            count
            for seen, count in found.items()
            if rgb(tile.ink) == near(seen, rgb(tile.ink)) or face_of(tile) == near(seen, face_of(tile))
        )
        assert both >= 0.75 * found.total(), tile


# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
# the matrices of full severity; they hold for linear light.
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen_by(matrix, image):
    """The pixels of a picture as somebody sees them who lacks one kind of cone, on the board's colour."""
    on_board = pygame.Surface(image.get_size())
    on_board.fill(DARK.well)
    painting.put(on_board, image, (0, 0))
    data = pygame.image.tobytes(on_board, "RGB")
    known = {}

    def seen(pixel):
        linear = [value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in pixel]
        mixed = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix]
        return [255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055) for v in mixed]

    pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
    return [known.get(pixel) or known.setdefault(pixel, seen(pixel)) for pixel in pixels]


@pytest.mark.parametrize("sight", BLIND)
@pytest.mark.parametrize("ruleset", BUNDLED)
def test_tiles_are_told_apart_by_whoever_lacks_a_kind_of_cone(ruleset, sight):
    seen = {}
    for tile in tiles_of(ruleset):
        seen[tile] = seen_by(BLIND[sight], tile_image(tile, 48))
    for one, other in itertools.combinations(seen, 2):
        differ = sum(
            max(abs(a - b) for a, b in zip(first, second, strict=True)) > 50
            for first, second in zip(seen[one], seen[other], strict=True)
        )
        assert differ >= 0.003 * len(seen[one]), (one.tile, other.tile, differ)


def test_what_is_lit_is_amber_but_does_not_drown_the_rest():
    lit = replace(LIT, pattern="plain", symbol="•")
    image = tile_image(lit, 100)
    red, green, blue = face_of(lit)
    assert red > 1.25 * green > 4 * blue
    # Softer than the colour itself, which is kept for the rim.
    assert red + green < 0.8 * sum(rgb(AMBER))
    assert is_in(colours(image, Rect(22, 60, 10, 10)), rgb(AMBER))
    assert colours(image, Rect(45, 32, 50, 8)).most_common(1)[0][0] == (red, green, blue)
    shine = max(image.get_at((x, 70))[3] for x in range(6, 16))
    assert 0 < shine < 45
    # No softer than its ink can be read on.
    for colour in ("#808080", "#7a7a7a", "#bf4000", "#3060ff"):
        tile = replace(lit, colour=colour, ink=ink(colour))
        assert contrast(tile.ink, "#{:02x}{:02x}{:02x}".format(*face_of(tile))) >= 4.5


def test_marks_are_seen_at_once():
    plain = replace(NINE, crown=False, glow=False)
    pictures = [
        pygame.image.tobytes(tile_image(tile, 60), "RGBA")
        for tile in (
            plain, replace(plain, crown=True), replace(plain, glow=True), replace(plain, pattern="hatched"),
            replace(plain, pattern="cracked"),
            replace(plain, lit=True), SPARK, STONE, LIT, *(replace(plain, shape=shape) for shape in SHAPES[1:]),
        )
    ]  # fmt: skip
    assert len(set(pictures)) == len(pictures)


def test_a_ladder_longer_than_its_colours_stays_told_apart():
    looks = [replace(NINE, tile=str(n), glyph=str(n), symbol=str(n), crown=n > 8) for n in range(1, 41)]
    pictures = {pygame.image.tobytes(tile_image(look, 48), "RGBA") for look in looks}
    assert len(pictures) == 40


def test_a_tile_has_no_rim_of_another_colour_and_is_drawn_for_its_pixels():
    small, large = tile_image(NINE, 40), tile_image(NINE, 80)
    assert (small.get_width(), large.get_width()) == (56, 112)
    enlarged = pygame.transform.smoothscale(small, large.get_size())
    assert pygame.image.tobytes(enlarged, "RGBA") != pygame.image.tobytes(large, "RGBA")


# -- letters


def test_letters_that_no_font_has_are_written_as_escapes(monkeypatch):
    monkeypatch.setattr(painting, "_system_fonts", tuple)
    for cached in (painting.font_for, painting.measure, painting._written):
        cached.cache_clear()
    try:
        assert "".join(piece for _, piece in painting._runs("aス\n\x00b")) == r"a\u30b9\n\x00b"
        assert not painting.can_be_read("ス")
        assert painting.can_be_read("Score 12 é ß")
        surface = pygame.Surface((300, 40))
        wide = Painter(surface, 1.0).text("ス", 5, 20, 16, DARK.text)
        assert wide == pytest.approx(painting.measure(r"\u30b9", 16), abs=1)
    finally:
        for cached in (painting.font_for, painting.measure, painting._written):
            cached.cache_clear()


def test_a_language_without_letters_gives_way_to_english(monkeypatch):
    monkeypatch.setattr("tilekit_pygame.stage.can_be_read", str.isascii)
    session = Session(tilekit.load("merge"), 7, preferences=Preferences(language="ja"))
    stage = GameStage(session, Clock(), Silent())
    assert session.preferences.language == "en"
    assert told(stage) == (
        "no font here has the letters of the language ja; this is English "
        "(install Noto Sans CJK, or name a font file in TILEKIT_FONT)"
    )
    assert [button.label for button in stage.screen.buttons][-1] == "Quit"


def test_a_menu_without_letters_gives_way_to_english_and_says_so(monkeypatch):
    monkeypatch.setattr("tilekit_pygame.stage.can_be_read", str.isascii)
    asked = []

    def entries(language="ja"):
        asked.append(language)
        return [MenuEntry("ninek", {"ja": "ナインK", "en": "Nine-K"}[language], "12", "", "", "", 5)]

    menu = Menu(entries, lambda *_: None, Preferences(language="ja"), lambda *names: words_of("ja", *names))
    stage = MenuStage(menu)
    assert ([item.entry.title for item in stage.chooser.screen().items], asked[-1]) == (["Nine-K"], "en")
    assert stage.chooser.words("Quit") == "Quit"
    assert told(stage) == (
        "no font here has the letters of the language ja; this is English "
        "(install Noto Sans CJK, or name a font file in TILEKIT_FONT)"
    )
    for size in [(320, 320), (960, 720)]:
        assert told(stage) in " ".join(said(monkeypatch, stage, size))
    monkeypatch.setenv("TILEKIT_FONT", "no-such-file.ttf")
    assert told(MenuStage(menu)) == "TILEKIT_FONT names no font file: no-such-file.ttf"


def test_a_machine_without_fontconfig_has_no_fonts_and_no_warning(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(pygame.sysfont, "is_init", False, raising=False)
    monkeypatch.setattr(pygame.sysfont, "Sysfonts", {})
    monkeypatch.setattr(pygame.sysfont, "Sysalias", {})
    assert painting._system_fonts.__wrapped__() == ()


def test_a_font_file_that_is_asked_for_comes_first(monkeypatch, tmp_path):
    system = painting._system_fonts.__wrapped__
    known = pygame.font.match_font("dejavusans") or str(Path(pygame.font.__file__).parent / "freesansbold.ttf")
    monkeypatch.setenv("TILEKIT_FONT", known)
    assert (system()[0], painting.font_problem()) == (known, "")
    broken = tmp_path / "font.ttf"
    broken.write_text("no font", encoding="utf-8")
    for path in (broken, tmp_path / "none.ttf"):
        monkeypatch.setenv("TILEKIT_FONT", str(path))
        assert str(path) not in system()
        stage = GameStage(Session(tilekit.load("merge"), 7), Clock(), Silent())
        assert told(stage) == f"TILEKIT_FONT names no font file: {path}"


def test_lines_of_japanese_break_between_letters_but_not_before_a_full_stop(monkeypatch):
    monkeypatch.setattr(painting, "measure", lambda text, _: 10 * len(text))
    assert painting.wrapped("最少 2」。次に、タイルが落ちる。", 12, 60) == ["最少 2」。", "次に、タイル", "が落ちる。"]
    assert painting.wrapped("ab、cde「あいう」", 12, 50) == ["ab、", "cde「あ", "いう」"]


def test_lines_break_between_words_and_long_words_anywhere():
    assert painting.wrapped("one two", 12, 1000) == ["one two"]
    assert painting.wrapped("one two", 12, painting.measure("one tw", 12)) == ["one", "two"]
    lines = painting.wrapped("x" * 40, 12, 60)
    assert "".join(lines) == "x" * 40
    assert all(painting.measure(line, 12) <= 60 for line in lines)


def test_letters_stand_as_far_apart_as_the_font_says_for_each():
    assert painting.measure("nz", 32) == pytest.approx(painting.measure("n", 32) + painting.measure("z", 32), abs=1)


def test_text_is_never_made_smaller_than_can_be_read(monkeypatch):
    sizes = set()
    real = painting._written
    monkeypatch.setattr(painting, "_written", lambda text, size, colour: sizes.add(size) or real(text, size, colour))
    for scale in (1.0, 2.0):
        Painter(pygame.Surface((400, 60)), scale).text("A rather long label", 0, 30, 16, DARK.text, width=40)
    assert sizes == {11, 22}


def test_text_that_is_too_wide_is_made_smaller_then_shortened():
    painter = Painter(pygame.Surface((400, 60)), 1.0)
    assert painter.text("A rather long label for a box", 0, 30, 20, DARK.text, width=80) <= 80
    assert painter.text("Label", 0, 30, 20, DARK.text, width=80) <= 80


# -- which keys there are


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (882, 653), (900, 640), (1000, 740), (1280, 900)])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ruleset", sorted(Plugins().rulesets))
def test_in_windows_of_the_usual_sizes_every_button_says_its_words_and_its_key(
    monkeypatch, letters, ruleset, language, size
):
    session = Session(tilekit.load(ruleset), 7, preferences=Preferences(language=language, motion="none"))
    stage = GameStage(session, Clock(), Silent())
    assert session.preferences.language == (language if letters != "without fonts" else "en")
    shown = Counter(said(monkeypatch, stage, size))
    buttons = [button for button in stage.screen.buttons if not button.direction]
    words = [button.label for button in buttons] + [button.key for button in buttons if button.kind != "sitting"]
    assert Counter(filter(None, words)) - shown == Counter()


@pytest.mark.parametrize("size", [(640, 480), (882, 653), (1280, 900)])
@pytest.mark.parametrize("recorded", [False, True])
def test_the_end_says_the_score(monkeypatch, size, recorded):
    session = make_stage("merge").controller.session
    while session.game.status == "playing":
        session.play(session.game.legal_actions()[0])
    score = session.game.score
    if recorded:
        session = Playback(session.game, preferences=Preferences(motion="none"))
        while session.tick():
            pass
    lines = said(monkeypatch, GameStage(session, Clock(), Silent()), size)
    assert len([line for line in lines if f"Score {score}, the best so far" in line]) == 1


def test_where_a_banner_offers_a_button_no_empty_box_is_left():
    stage = make_stage("ninek")
    session = stage.controller.session
    while session.game.status == "playing":
        session.play(next(each for each in session.game.legal_actions() if each.verb == "tap"))
    stage = GameStage(session, Clock(), Silent())
    shown = picture(stage, 882, 653)
    assert [*stage.layout.urgent] == ["shuffle"]
    assert colours(shown, stage.layout.buttons["shuffle"]).keys() == {DARK.back}


# -- what the controller adds


def test_redo_lies_beside_undo_and_moves_nothing():
    stage = make_stage("merge")
    for key in ("enter", "left", "enter", "u"):
        before = stage.layout.buttons
        stage.key_down(key)
        stage.key_up(key)
    after = stage.layout.buttons
    assert {action: box for action, box in after.items() if action not in {"undo", "redo"}} == {
        action: box for action, box in before.items() if action != "undo"
    }
    undo, redo = after["undo"], after["redo"]
    assert (undo.y, undo.right < redo.x, redo.right) == (redo.y, True, before["undo"].right)
    picture(stage, 900, 700)
    stage.point_down(*stage.layout.buttons["redo"].centre)
    stage.point_up(*stage.layout.buttons["redo"].centre)
    assert stage.controller.session.game.actions[-1] == "drop r3c2"
    assert "redo" not in stage.layout.buttons


def test_what_the_mouse_is_over_is_drawn_as_it_would_come():
    stage = make_stage("ninek")
    at_rest = picture(stage, 900, 700)
    action = next(each for each in stage.controller.session.game.legal_actions() if each.verb == "tap")
    row, column = (int(part) - 1 for part in str(action).removeprefix("tap r").split("c"))
    stage.point_move(*stage.layout.board.cell(row, column).centre)
    pointed = picture(stage, 900, 700)
    for r, line in enumerate(stage.controller.view.cells):
        for c, _ in enumerate(line):
            box = stage.layout.board.cell(r, c)
            rim = Rect(box.x, box.y - 2, box.width, 3)
            marked = colours(pointed, rim) != colours(at_rest, rim)
            assert marked == ((r, c) in stage.screen.preview.goes), (r, c)
    stage = make_stage("merge")
    stage.resize(900, 700)
    box = stage.layout.board.cell(0, 0).inset(12)
    empty = colours(picture(stage, 900, 700), box)
    stage.point_move(*box.centre)
    assert len(colours(picture(stage, 900, 700), box)) > len(empty)


@pytest.mark.parametrize("size", SIZES)
def test_a_light_window_and_one_without_colours(size):
    session = Session(tilekit.load("merge"), 7, preferences=Preferences(motion="none", theme="light", colours="none"))
    stage = GameStage(session, Clock(), Silent())
    for key in ("enter", "left", "enter"):
        stage.key_down(key)
        stage.key_up(key)
    shown = picture(stage, *size)
    assert main_colour(shown, Rect(0, 0, 20, 20)) == painting.LIGHT.back
    box = stage.layout.board.cell(2, 1)
    assert all(max(colour) - min(colour) <= 24 for colour in colours(shown, box.inset(box.width * 0.2)))
    for theme in (painting.DARK, painting.LIGHT):
        for letters in (theme.text, theme.faint, theme.focus, theme.refused):
            for paper in (theme.back, theme.frame):
                assert contrast("#{:02x}{:02x}{:02x}".format(*letters), "#{:02x}{:02x}{:02x}".format(*paper)) >= 4.5


@pytest.mark.parametrize("size", [(320, 320), (360, 640), (960, 720)])
def test_settings_are_changed_by_a_click_where_they_are_drawn(size):
    stage = make_stage("merge")
    stage.key_down("?")
    picture(stage, *size)

    def press(action):
        box = next(box for box, what in stage._page.targets if what == action)
        stage.point_down(*box.centre)
        stage.point_up(*box.centre)
        picture(stage, *size)

    press("^settings")
    press("^set theme")
    assert stage.screen.preferences.theme == "light"
    press("^statistics")
    assert stage.screen.page.kind == "statistics"
    press("^close")
    assert stage.screen.page is None
