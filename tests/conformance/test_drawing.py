"""Every frontend draws every state: what is drawn, what is found, and how it is said."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.hooks.sites import install, run

import tilekit
from tilekit import Frontend, Game
from tilekit.cli import main
from tilekit.conformance import PROPERTIES, check, undrawn
from tilekit.conformance.drawing import Easel, easels
from tilekit.conformance.suite import Probe
from tilekit.plugins import default_plugins

#: What the installed frontends are drawn as, the one of the core first.
NAMES = [
    "tilekit show --svg",
    "the frontend curses, 80 by 24,",
    "the frontend curses, 20 by 6,",
    "the frontend plain, 80 by 24,",
    "the frontend pygame, 960 by 720,",
    "the frontend pygame, 320 by 320,",
]
HOLDING = """
format = 1
[game]
id = "holding"
title = "Holding"
version = 1
[grid]
rows = 2
columns = 2
[tiers]
chain = ["ash", "bud"]
[queue]
shows = 2
from = "deal"
hold = true
[spawn.deal.weights]
ash = 3
bud = 1
[mechanics]
put = { use = "place" }
next = { use = "deal" }
keep = { use = "hold" }
[actions.drop]
target = "cell"
where = "empty"
steps = ["put", "next"]
[actions.store]
steps = ["keep"]
[[end]]
when = "empties == 0"
reason = "full"
"""
#: Long words, letters of two columns and of none, letters that no font has, numbers of nineteen digits.
ODD = """
format = 1
[game]
id = "odd"
title = "漢字仮名交じり文の長い長い題名と<&>という記号と、それから全角の文字"
version = 1
[grid]
rows = 3
columns = 40
adjacency = "hex"
[tiers]
chain = ["donaudampfschifffahrt", "wide", "accent", "unseen"]
[look.wide]
symbol = "漢字"
[look.accent]
symbol = "e\u0301"
[look.unseen]
symbol = "\U00016a38"
glow = true
crown = true
pattern = "hatched"
[variables]
unausweichlichermassenunbegreiflich = 4000000000000000000
[queue]
shows = 3
from = "deal"
[spawn.deal.weights]
donaudampfschifffahrt = 1
wide = 1
accent = 1
unseen = 1
[mechanics]
put = { use = "place" }
next = { use = "deal" }
[actions.drop]
target = "cell"
where = "empty"
steps = ["put", "next"]
add = { score = 999999999999999999 }
[actions.more]
label = "Zusatzkartenausgabestellenschlangestehen & 補充します"
steps = ["next"]
[[notices]]
when = "tiles > 0"
text = "長い一行がどこで折られるか分からないのでここに書いておきますがそれでも足りないかもしれません"
[hint]
after = 1
cells = "empty"
[[end]]
when = "tiles > 3"
reason = "full"
text = "UNGLAUBLICHERWEISEFERTIGGEWORDEN 完成しました &c."
"""


def frontend(draw, name="radio", **more):
    return {name: Frontend(name, "a test", lambda _session: 0, lambda: "", draw=draw, **more)}


def looks_at(session, _width, _height):
    """A frontend that has a picture of an empty hand, and none of what is held in it."""
    [held] = [panel.text for panel in session.view().panels if panel.label == "Held"]
    return {"none": "an empty hand"}[held]


def test_a_frontend_that_cannot_draw_a_held_tile_comes_back_as_one_position():
    [failure] = check(tilekit.loads(HOLDING), examples=40, frontends=frontend(looks_at, sizes=[(4, 3)]))
    assert failure.name == "every-frontend-draws"
    assert failure.reason == "the frontend radio, 4 by 3, cannot draw it: it raised KeyError: 'ash'"
    assert failure.scenario == (
        "[[scenario]]\n"
        "name = \"every-frontend-draws: the frontend radio, 4 by 3, cannot draw it: it raised KeyError: 'ash'\"\n"
        "seed = 0\n"
        'given.held = "ash"\n'
        "actions = []\n"
        "then = {}\n"
    )


def test_the_first_found_is_left_as_it_is_where_that_is_asked_for():
    found = [
        check(tilekit.loads(HOLDING), examples=15, first_only=True, frontends=frontend(looks_at)) for _ in range(2)
    ]
    assert found[0] == found[1]
    assert [failure.name for failure in found[0]] == ["every-frontend-draws"]
    assert "given.held" in found[0][0].scenario


def test_whatever_ends_a_drawing_is_told():
    rules = tilekit.loads(HOLDING)

    def leaves(_session, _width, _height):
        sys.stdout.write("out of sight")
        sys.exit("no colours")

    def meddles(session, _width, _height):
        session.play("drop r1c1")

    told = {draw: check(rules, examples=5, frontends=frontend(draw))[0].reason for draw in (leaves, meddles)}
    assert told == {
        leaves: "the frontend radio, 80 by 24, cannot draw it: it raised SystemExit: no colours",
        meddles: "the frontend radio, 80 by 24, changes the game it draws",
    }


def test_the_sizes_of_a_frontend_share_the_states_and_draw_the_rare_ones_all():
    drawn = []

    def draw(session, width, height):
        drawn.append((width, height, session.game.digest))

    assert check(tilekit.loads(HOLDING), examples=12, frontends=frontend(draw, sizes=((9, 8), (7, 6)))) == []
    large, small = ([digest for *size, digest in drawn[1:] if size == wanted] for wanted in ([9, 8], [7, 6]))
    assert len(set(large) & set(small)) > 10
    assert set(large) - set(small)
    assert set(small) - set(large)
    first, drawn[:] = list(drawn), []
    check(tilekit.loads(HOLDING), examples=12, frontends=frontend(draw, sizes=((9, 8), (7, 6))))
    assert drawn == first


def test_what_cannot_be_asked_is_passed_over_and_said(tmp_path, monkeypatch, capsys):
    def draw(_session, _width, _height):
        raise ImportError("no toolkit")

    shown = frontend(None, "mute") | frontend(draw, "bare") | frontend(lambda *_: None, "good")
    rules = tilekit.loads(HOLDING)
    assert undrawn(rules, shown) == {"mute": "it supplies no draw", "bare": "ImportError: no toolkit"}
    assert [easel.name for easel in easels(rules, shown)] == ["tilekit show --svg", "the frontend good, 80 by 24,"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(default_plugins().__dict__, "frontends", shown)
    Path("holding.toml").write_text(HOLDING, encoding="utf-8")
    assert main(["test", "holding.toml", "--examples", "2"]) == 0
    out, err = capsys.readouterr()
    assert out == f"holding.toml: 0 scenarios, nothing to run\nholding.toml: {len(PROPERTIES)} properties, all hold\n"
    assert err == (
        "holding.toml: states are not drawn in mute: it supplies no draw\n"
        "holding.toml: states are not drawn in bare: ImportError: no toolkit\n"
    )


def test_a_view_that_cannot_be_built_is_no_fault_of_a_frontend(monkeypatch):
    def no_view(*_args, **_more):
        raise RuntimeError("no view")

    game = Game(tilekit.loads(HOLDING), 1)
    monkeypatch.setattr("tilekit.session.view", no_view)
    assert Easel("radio", lambda session: session.view()).fault(game) == ""


def test_a_start_that_raises_is_no_fault_of_a_frontend(monkeypatch):
    def no_start(*_args, **_more):
        raise RuntimeError("no start")

    rules = tilekit.loads(HOLDING)
    monkeypatch.setattr("tilekit.session.Game", no_start)
    assert undrawn(rules, frontend(None, "mute") | frontend(lambda *_: None)) == {"mute": "it supplies no draw"}


def test_the_installed_frontends_supply_it():
    rules = tilekit.load("merge")
    assert undrawn(rules) == {}
    assert [easel.name for easel in easels(rules, default_plugins().frontends)] == NAMES


def test_every_state_reached_is_drawn_by_every_frontend(monkeypatch):
    reached, drawn = set(), {}
    look, fault = Probe.state, Easel.fault
    monkeypatch.setattr(Probe, "state", lambda probe, game: reached.add(game.digest) or look(probe, game))
    monkeypatch.setattr(
        Easel, "fault", lambda easel, game: drawn.setdefault(easel.name, []).append(game.digest) or fault(easel, game)
    )
    assert [str(failure) for failure in check(tilekit.loads(ODD), examples=10)] == []
    assert list(drawn) == NAMES
    assert all(len(digests) == len(set(digests)) for digests in drawn.values())
    by_frontend = {}
    for name, digests in drawn.items():
        by_frontend.setdefault(name.partition(",")[0], set()).update(digests)
    assert len(by_frontend) == 4
    assert [name for name, digests in by_frontend.items() if digests != reached] == []
    # What is rare is drawn in all sizes.
    assert len(set.intersection(*map(set, drawn.values()))) >= 10


def test_nothing_is_opened_and_pygame_is_loaded_when_it_is_asked():
    script = (
        "import sys, tilekit\n"
        "from tilekit.plugins import default_plugins\n"
        "found = default_plugins().frontends['pygame']\n"
        "assert 'pygame' not in sys.modules\n"
        "found.draw(tilekit.Session(tilekit.load('merge'), 1), 320, 320)\n"
        "import pygame\n"
        "assert not pygame.display.get_init() and not pygame.mixer.get_init()\n"
    )
    done = run("-c", script, sites=[], env={"SDL_VIDEODRIVER": "none such", "SDL_AUDIODRIVER": "none such"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


PLUGIN = '''
from tilekit import Frontend, hookimpl

def draw(session, width, height):
    """Whoever wrote this has never seen a tile of the second tier."""
    for row in session.view().cells:
        for cell in row:
            assert cell.tile is None or cell.tile.tile == "spark", f"no picture of {cell.tile.tile}"

@hookimpl
def tilekit_frontends():
    return [Frontend(name="pictures", summary="a test", play=lambda session: 0, unavailable=lambda: "", draw=draw)]
'''
REASON = "the frontend pictures, 80 by 24, cannot draw it: it raised AssertionError: no picture of node"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["-m", "tilekit", "test", "merge", "--examples", "8"],
        ["-m", "pytest", "--tilekit-ruleset", "merge", "--tilekit-examples", "8", "-q", "-p", "no:cacheprovider"],
    ],
    ids=["tilekit test", "pytest --tilekit-ruleset"],
)
def test_an_installed_frontend_is_found_to_fail_by_both_commands(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    install(tmp_path / "site", "tilekit-pictures", PLUGIN)
    done = run(*command, sites=[tmp_path / "site"])
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"merge: property broken: every-frontend-draws\n  {REASON}\n\n[[scenario]]\n" in done.stdout
    [actions] = [line for line in done.stdout.splitlines() if line.startswith("actions = ")]
    assert actions.count('"') // 2 <= 3
