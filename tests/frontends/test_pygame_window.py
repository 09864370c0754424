"""The window frontend as a whole, on a screen and a sound device that are none."""

import os
import signal
import subprocess
import sys

import pygame
import pytest
from tests.frontends.controls import show
from tests.frontends.test_pygame_picture import Silent
from tests.frontends.toy import Clock

import tilekit
from tilekit import MenuEntry, Preferences, Session, UsageError, Words
from tilekit.menu import Menu
from tilekit.session import Playback
from tilekit_pygame import available, sound, window
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage
from tilekit_pygame.window import Window

pytestmark = [pytest.mark.frontend, pytest.mark.usefixtures("dummy")]

KEYS = {
    "enter": pygame.K_RETURN, "left": pygame.K_LEFT, "right": pygame.K_RIGHT, "up": pygame.K_UP, "down": pygame.K_DOWN,
    "tab": pygame.K_TAB, "backtab": pygame.K_TAB, "escape": pygame.K_ESCAPE, "home": pygame.K_HOME,
    "end": pygame.K_END,
}  # fmt: skip


@pytest.fixture
def opened():
    with Window() as one:
        yield one


def make_session(ruleset="merge", motion="full", sound="on", seed=7):
    return Session(tilekit.load(ruleset), seed, preferences=Preferences(motion=motion, sound=sound))


def make_stage(opened, session, clock=None):
    stage = GameStage(session, clock or Clock(), Silent(), opened.held)
    opened.draw(stage)
    return stage


def event(kind, **values):
    return pygame.event.Event(kind, **values)


def down(key):
    code = KEYS.get(key) or pygame.key.key_code(key)
    return event(pygame.KEYDOWN, key=code, unicode=key if len(key) == 1 else "",
                 mod=pygame.KMOD_SHIFT if key == "backtab" else 0)  # fmt: skip


def up(key):
    return event(pygame.KEYUP, key=down(key).key, mod=0)


def tap(key):
    return [down(key), up(key)]


def mouse(kind, point, *, touch=False):
    return event(kind, pos=tuple(map(round, point)), button=1, touch=touch)


def click(point):
    return [mouse(pygame.MOUSEBUTTONDOWN, point), mouse(pygame.MOUSEBUTTONUP, point)]


def finger(kind, point, opened, number=0):
    width, height = opened.window.size
    return event(kind, touch_id=1, finger_id=number, x=point[0] / width, y=point[1] / height)


def cell(stage, row, column):
    return stage.layout.board.cell(row - 1, column - 1).centre


def send(opened, stage, events):
    for each in events:
        opened.handle(stage, each)


def state(session):
    game = session.game
    return game.actions, str(game.board), game.score, game.status, dict(game.variables)


# -- input and the engine


@pytest.mark.parametrize("motion", ["full", "reduced", "none"])
def test_keys_and_clicks_come_to_what_the_same_actions_come_to(opened, motion):
    session = make_session(motion=motion)
    stage = make_stage(opened, session)
    send(opened, stage, [*tap("enter"), *click(cell(stage, 1, 1)), *tap("right"), *tap("enter")])
    send(opened, stage, [*click(cell(stage, 5, 5)), *tap("u"), *click(cell(stage, 5, 4)), *click(cell(stage, 5, 4))])
    assert session.game.actions == ("drop r3c3", "drop r1c1", "drop r1c2", "drop r5c5", "undo", "drop r5c4")
    direct = make_session()
    for action in session.game.actions:
        assert direct.play(action) == ""
    assert state(session) == state(direct)


def test_a_hundred_keys_in_one_picture_are_all_acted_on(opened):
    session = make_session("2048")
    stage = make_stage(opened, session)
    ways = ["left", "up", "right", "down"]
    send(opened, stage, [each for number in range(100) for each in tap(ways[number % 4])])
    direct = make_session("2048")
    for number in range(100):
        direct.play(f"slide {ways[number % 4]}")
    assert state(session) == state(direct)
    assert len(session.game.actions) > 50


def test_a_falling_cell_is_clicked_as_the_game_has_it(opened):
    clock = Clock()
    session = make_session("ninek")
    stage = make_stage(opened, session, clock)
    taps = []
    for _ in range(6):
        action = str(session.game.legal_actions()[0])
        taps.append(action)
        row, column = (int(part) for part in action.removeprefix("tap r").split("c"))
        send(opened, stage, click(cell(stage, row, column)))
        clock.now += 0.03
        opened.draw(stage)
        assert stage.controller._animation is not None
    assert list(session.game.actions) == taps


def test_a_click_and_a_key_in_the_same_picture_are_both_played(opened):
    session = make_session()
    stage = make_stage(opened, session)
    send(opened, stage, [*click(cell(stage, 1, 1)), *tap("right"), *tap("enter")])
    assert session.game.actions == ("drop r1c1", "drop r1c2")


def test_a_resize_while_something_moves_changes_no_more_than_places(opened):
    clock = Clock()
    session = make_session()
    stage = make_stage(opened, session, clock)
    send(opened, stage, click(cell(stage, 2, 2)))
    for size in ((640, 480), (400, 900), (1300, 700)):
        opened.window.size = size
        opened.handle(stage, event(pygame.WINDOWSIZECHANGED))
        clock.now += 0.02
        opened.draw(stage)
        assert stage.controller._animation is not None
        assert (stage.layout.width, stage.layout.height) == size
    send(opened, stage, click(cell(stage, 5, 5)))
    assert session.game.actions == ("drop r2c2", "drop r5c5")


def test_enter_held_over_a_banner_places_nothing_on_the_next_stage(opened):
    clock = Clock()
    session = make_session("sum10")
    while session.game.variables["moves"] > 1:
        session.play(session.game.legal_actions()[0])
    stage = make_stage(opened, session, clock)
    send(opened, stage, tap("tab"))
    before = len(session.game.actions)
    for _ in range(60):
        opened.handle(stage, down("enter"))
        clock.now += 0.06
        opened.draw(stage)
    assert (session.game.status, len(session.game.actions)) == ("paused", before + 1)
    send(opened, stage, [up("enter"), *tap("enter")])
    assert session.game.actions[-1] == "retry"


def test_held_undo_stops_where_the_game_begins(opened):
    session = make_session()
    stage = make_stage(opened, session)
    for place in ((1, 1), (1, 2), (1, 3)):
        send(opened, stage, click(cell(stage, *place)))
    for _ in range(30):
        opened.handle(stage, down("u"))
    assert session.game.turn == 0
    assert str(session.game.board) == str(make_session().game.board)
    send(opened, stage, [up("u"), *tap("n"), *[down("u")] * 5])
    assert session.game.turn == 0
    send(opened, stage, [up("u"), *tap("b")])
    assert session.game.seed == 7


def test_undo_after_the_end_is_the_rulesets_affair(opened):
    for ruleset, rescued in (("merge", True), ("ninek", True), ("sum10", False)):
        session = make_session(ruleset)
        while session.game.status != "over":
            legal = [str(action) for action in session.game.legal_actions() if str(action) != "undo"]
            session.play(legal[0])
        stage = make_stage(opened, session)
        [button] = [each for each in stage.controller.view.buttons if each.action == "undo"] or [None]
        send(opened, stage, tap("u"))
        assert (session.game.status != "over", bool(button and button.enabled)) == (rescued, rescued)


# -- mouse and touch


def test_a_drag_from_one_cell_to_another_plays_nothing(opened):
    session = make_session()
    stage = make_stage(opened, session)
    start, end = cell(stage, 1, 1), cell(stage, 4, 4)
    send(opened, stage, [mouse(pygame.MOUSEBUTTONDOWN, start), mouse(pygame.MOUSEBUTTONUP, end)])
    send(opened, stage, [event(pygame.MOUSEBUTTONDOWN, pos=start, button=3, touch=False)])
    assert session.game.actions == ()


def test_a_touch_that_comes_as_mouse_as_well_plays_once(opened):
    session = make_session("ninek")
    stage = make_stage(opened, session)
    row, column = (int(part) for part in str(session.game.legal_actions()[0]).removeprefix("tap r").split("c"))
    at = cell(stage, row, column)
    send(
        opened,
        stage,
        [
            finger(pygame.FINGERDOWN, at, opened),
            mouse(pygame.MOUSEBUTTONDOWN, at, touch=True),
            finger(pygame.FINGERUP, at, opened),
            mouse(pygame.MOUSEBUTTONUP, at, touch=True),
        ],
    )
    assert session.game.actions == (f"tap r{row}c{column}",)


def test_a_mouse_that_comes_as_touch_as_well_plays_once(opened):
    session = make_session()
    stage = make_stage(opened, session)
    width, height = opened.window.size
    x, y = cell(stage, 2, 2)
    made_up = {"touch_id": -1, "finger_id": 0, "x": x / width, "y": y / height}
    send(opened, stage, [event(pygame.FINGERDOWN, **made_up), *click((x, y)), event(pygame.FINGERUP, **made_up)])
    assert session.game.actions == ("drop r2c2",)


def test_a_second_finger_does_nothing(opened):
    session = make_session()
    stage = make_stage(opened, session)
    one, two = cell(stage, 1, 1), cell(stage, 3, 3)
    fingers = [(pygame.FINGERDOWN, one, 0), (pygame.FINGERDOWN, two, 1), (pygame.FINGERUP, two, 1)]
    fingers.append((pygame.FINGERUP, one, 0))
    send(opened, stage, [finger(kind, at, opened, number) for kind, at, number in fingers])
    assert session.game.actions == ("drop r1c1",)


def test_a_swipe_slides(opened):
    session = make_session("2048")
    stage = make_stage(opened, session)
    moves = [finger(pygame.FINGERDOWN, cell(stage, 2, 1), opened), finger(pygame.FINGERUP, cell(stage, 2, 4), opened)]
    send(opened, stage, moves)
    assert session.game.actions == ("slide right",)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_points_are_points_however_many_pixels_there_are(opened, monkeypatch, scale):
    dense = pygame.Surface((round(800 * scale), round(600 * scale)))

    class Dense:
        size = (800, 600)

        def get_surface(self):
            return dense

        def flip(self):
            pass

    monkeypatch.setattr(Window, "window", Dense())
    session = make_session(motion="none")
    stage = make_stage(opened, session)
    assert opened.scale == scale
    send(opened, stage, [each for at in ((1, 1), (5, 5), (1, 5)) for each in click(cell(stage, *at))])
    assert session.game.actions == ("drop r1c1", "drop r5c5", "drop r1c5")


# -- sound


def test_no_device_is_silence_and_says_nothing(monkeypatch, capfd):
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonexistent")
    sounds = Sounds()
    sounds.play("fused", 2)
    sounds.turn(["placed", "fused"])
    assert sounds.is_open is False
    sounds.close()
    assert capfd.readouterr() == ("", "")


def test_sound_that_is_off_opens_no_device(opened, monkeypatch):
    monkeypatch.setattr(Sounds, "_open", staticmethod(lambda: pytest.fail("a device was opened")))
    session = make_session(sound="off")
    stage = GameStage(session, Clock(), opened.sounds, opened.held)
    opened.draw(stage)
    send(opened, stage, [*tap("enter"), *tap("enter")])
    opened.draw(stage)
    assert opened.sounds.is_open is None


def test_sounds_are_heard_where_there_is_a_device():
    sounds = Sounds()
    sounds.play("placed")
    assert sounds.is_open is True
    sounds.close()
    assert pygame.mixer.get_init() is None


def test_sounds_are_short_and_neither_silent_nor_torn():
    for kind in ("placed", "fused", "cleared", "moved", "filled", "shuffled", "refused", "good", "bad"):
        for step in (0, 3, 50):
            data = memoryview(sound.samples(kind, step)).cast("h")
            assert 0.04 < len(data) / sound.RATE < 1.0
            assert 2_000 < max(data) < 32_000
            assert abs(data[0]) + abs(data[-1]) < 600


def test_a_chain_is_heard_step_by_step(opened):
    clock = Clock()
    session = make_session("merge")
    stage = make_stage(opened, session, clock)
    for action in ("drop r1c1", "drop r1c3", "drop r1c2"):
        session.play(action)
    show(stage, session.view())
    stage.controller._play("drop r2c2", (1, 1), stage._clock())
    stage._changed()
    while stage.controller._animation is not None:
        clock.now += 0.05
        opened.draw(stage)
    kinds = [kind for kind, _ in stage._sounds.heard]
    assert kinds[0] == "placed"
    assert kinds == [scene.kind for scene in session.scenes]


# -- the loop


def post(events):
    for each in events:
        pygame.event.post(each)


def test_q_leaves_and_gives_the_session_back(screen):
    session = make_session()
    post([*tap("enter"), *tap("q"), *tap("enter")])
    assert window.play(session) == 0
    assert session.game.actions == ("drop r3c3",)
    assert not pygame.display.get_init()


def test_closing_the_window_leaves_at_once_also_while_something_moves(screen):
    session = make_session()
    post([*tap("enter"), event(pygame.QUIT), *tap("left"), *tap("enter")])
    assert window.play(session) == 0
    assert session.game.actions == ("drop r3c3",)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal")
def test_a_signal_leaves_with_its_status_and_handlers_are_given_back(screen, monkeypatch):
    before = signal.getsignal(signal.SIGTERM)
    drawn = []
    real = Window.draw

    def draw(self, stage):
        real(self, stage)
        drawn.append(stage)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Window, "draw", draw)
    assert window.play(make_session()) == 128 + signal.SIGTERM
    assert len(drawn) == 1
    assert signal.getsignal(signal.SIGTERM) is before


def test_ctrl_c_leaves(screen, monkeypatch):
    def draw(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Window, "draw", draw)
    assert window.play(make_session()) == 130
    assert not pygame.display.get_init()


def test_an_error_closes_the_window_first(screen, monkeypatch):
    def view(*_):
        raise RuntimeError("broken")

    session = make_session()
    monkeypatch.setattr(GameStage, "paint", view)
    with pytest.raises(RuntimeError, match="broken"):
        window.play(session)
    assert not pygame.display.get_init()


def make_menu(sessions, entries=None):
    opened_games = []

    def open_one(name, resume):
        opened_games.append((name, resume))
        if name == "bad":
            raise UsageError("bad.toml: it is gone")
        return sessions[name]

    listed = entries or [
        MenuEntry("2048", "Doubling", "", "", "", ""),
        MenuEntry("bad", "Bad", "", "", "", ""),
        MenuEntry("merge", "Merge", "12", "", "turn 3", ""),
    ]
    return Menu(lambda: listed, open_one, Preferences(), lambda *_: Words()), opened_games


def test_the_menu_plays_what_is_chosen_and_comes_back(screen):
    sessions = {"2048": make_session("2048"), "merge": make_session("merge")}
    menu, opened_games = make_menu(sessions)
    # Two steps down to Merge; one drop; back; up past what cannot be opened, to Doubling; and leave.
    keys = ["down", "down", "enter", "enter", "q", "up", "enter", "up", "enter", "left", "q", "q"]
    seen = []

    def wait(self, stage, started):
        seen.append(type(stage).__name__)
        return tap(keys.pop(0)) if keys else [event(pygame.QUIT)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Window, "_wait", wait)
        assert window.choose(menu) == 0
    assert opened_games == [("merge", True), ("bad", True), ("2048", True)]
    assert sessions["merge"].game.actions == ("drop r3c3",)
    assert sessions["2048"].game.actions == ("slide left",)
    assert keys == []
    assert seen[0] == "MenuStage"


def test_closing_the_window_in_a_game_leaves_the_menu_too(screen):
    menu, opened_games = make_menu({"2048": make_session("2048")})
    post([*tap("enter"), event(pygame.QUIT)])
    assert window.choose(menu) == 0
    assert opened_games == [("2048", True)]


# -- recordings


def test_a_recording_plays_by_itself_and_stops_at_its_end(opened):
    game = tilekit.load("merge").new_game(seed=7)
    for action in ("drop r1c1", "drop r2c2", "drop r3c3"):
        game.play(action)
    clock = Clock()
    stage = make_stage(opened, Playback(game, speed=2.0), clock)
    turns = []
    for _ in range(9):
        clock.now += 0.25
        opened.draw(stage)
        turns.append(stage.controller.session.game.turn)
    assert turns == [0, 1, 1, 2, 2, 3, 3, 3, 3]
    send(opened, stage, tap("left"))
    assert stage.controller.session.game.turn == 2
    send(opened, stage, click(cell(stage, 5, 5)))
    assert (stage.controller.session.game.turn, stage.controller.session.pace) == (2, None)


# -- whether it can run


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({"DISPLAY": ":0"}, ""),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ""),
        ({"SDL_VIDEODRIVER": "dummy"}, ""),
        ({}, "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"),
    ],
)
def test_it_says_why_it_cannot_run(monkeypatch, variables, why):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert available.unavailable() == why


def test_it_says_which_pygame_it_wants(monkeypatch):
    def missing(name):
        raise available.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(available.metadata, "version", missing)
    assert available.unavailable().startswith("this pygame is not pygame-ce")
    monkeypatch.setattr(available.util, "find_spec", lambda _: None)
    assert available.unavailable() == "pygame is not installed (pip install pygame-ce)"


def test_finding_the_frontend_loads_no_pygame_and_prints_nothing():
    code = (
        "import sys, tilekit_pygame; [one] = tilekit_pygame.tilekit_frontends(); one.unavailable(); "
        "print(one.name, 'pygame' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("pygame False\n", "")


def test_the_command_plays_in_a_window_and_ends_by_signal():
    code = (
        "import os, signal, sys\n"
        "os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'\n"
        "from tilekit.cli import main\n"
        "from tilekit_pygame.stage import GameStage\n"
        "GameStage.wake = lambda self: os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.exit(main(['play', 'merge', '--seed', '7', '--frontend', 'pygame']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, "", "")


@pytest.mark.parametrize("size", [(640, 10), (300, 16), (1, 1)])
def test_a_window_that_its_manager_makes_too_small_goes_on(opened, size):
    stage = make_stage(opened, make_session())
    opened.window.minimum_size = (1, 1)  # It is asked for 320 x 320, which not every manager heeds.
    opened.window.size = size
    opened.handle(stage, event(pygame.WINDOWSIZECHANGED))
    opened.draw(stage)
    for each in (*tap("?"), *tap("escape"), *tap("enter")):
        opened.handle(stage, each)
        opened.draw(stage)
    assert (opened.window.size, stage.controller.session.game.turn) == (size, 1)
