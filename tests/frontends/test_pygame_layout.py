"""Where everything lies in a window, and what lies at a point: without pygame."""

import itertools
from dataclasses import replace

import pytest
from tests.frontends.toy import UNDO, Clock, ToySession, make_view, paused
from tests.unit.test_controller import SLIDES, VIEW

import tilekit
from tilekit import Button, Session
from tilekit_pygame.layout import LEAST, SMALLEST, Rect, arrange, arrange_menu
from tilekit_pygame.sound import Sounds
from tilekit_pygame.stage import GameStage

SIZES = [(640, 480), (641, 479), (200, 900), (3840, 2160), (320, 320), (1000, 740), (360, 780)]
BOARDS = [(5, 5), (3, 7), (1, 25), (25, 1), (7, 3), (9, 9)]


def board_of(rows, columns, adjacency="orthogonal"):
    return make_view("\n".join([" ".join(["."] * columns)] * rows), adjacency=adjacency)


def laid_out(view, width, height):
    stage = GameStage(ToySession(view), Clock(), Sounds())
    return arrange(view, stage.screen.buttons, width, height)


@pytest.mark.parametrize("adjacency", ["orthogonal", "hex"])
@pytest.mark.parametrize("shape", BOARDS)
@pytest.mark.parametrize("size", SIZES)
def test_every_cell_is_found_where_it_lies_and_nothing_beside_the_board(size, shape, adjacency):
    view = board_of(*shape, adjacency)
    layout = laid_out(view, *size)
    for row, column in itertools.product(range(shape[0]), range(shape[1])):
        box = layout.board.cell(row, column)
        assert layout.target(*box.centre, view) == (row, column)
        if adjacency == "orthogonal":
            near = 0.01
            corners = itertools.product((box.x, box.right - near), (box.y, box.bottom - near))
            assert {layout.target(x, y, view) for x, y in corners} == {(row, column)}
    frame = layout.board.frame
    for x, y in ((frame.x + 0.01, frame.centre[1]), (frame.x - 1, frame.centre[1]), (0, 0), (-5, -5), (size[0], 0)):
        assert layout.board.at(x, y) is None
    assert frame.x >= 0
    assert frame.y >= 0
    assert frame.right <= size[0]
    assert frame.bottom <= size[1]


def test_the_gap_between_two_cells_is_shared_by_both():
    board = laid_out(board_of(5, 5), 800, 600).board
    first, second = board.cell(2, 2), board.cell(2, 3)
    y = first.centre[1]
    middle = (first.right + second.x) / 2
    assert (board.at(middle - 0.1, y), board.at(middle + 0.1, y)) == ((2, 2), (2, 3))


def test_a_hole_is_nothing():
    layout = laid_out(VIEW, 800, 600)
    assert layout.target(*layout.board.cell(1, 2).centre, VIEW) is None


def everything(layout):
    return {
        "board": [layout.board.frame],
        "foot": [layout.foot],
        "title": [layout.title],
        "panels": layout.panels,
        "queue": layout.queue,
        "buttons": layout.buttons.values(),
    }


@pytest.mark.parametrize("view", [VIEW, SLIDES, paused(VIEW), replace(VIEW, queue=(), queue_labels=())])
@pytest.mark.parametrize("size", [LEAST, (640, 480), (480, 640), (1000, 740), (360, 780), (1920, 1080), (700, 690)])
def test_all_is_inside_the_window_and_nothing_overlaps(size, view):
    layout = laid_out(view, *size)
    boxes = [box for boxes in everything(layout).values() for box in boxes]
    for box in boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= size[0] + 0.01
        assert box.bottom <= size[1] + 0.01
    for one, other in itertools.combinations(boxes, 2):
        apart = (
            one.right <= other.x + 0.01
            or other.right <= one.x + 0.01
            or one.bottom <= other.y + 0.01
            or other.bottom <= one.y + 0.01
        )
        assert apart, (one, other)
    for box in layout.urgent.values():
        assert layout.foot.holds(*box.centre)


WINDOWS = [LEAST, (640, 480), (960, 720), (1600, 1000), (330, 900), (1000, 330)]


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("ruleset", ["merge", "ninek", "sum10", "2048", "quarry", "flood", "life"])
def test_letters_can_be_read_in_any_window_and_grow_with_it(ruleset, size):
    screen = GameStage(Session(tilekit.load(ruleset), 7), Clock(), Sounds()).screen
    layout = arrange(screen.view, screen.buttons, *size)
    # Nothing is written smaller than 1.5 units. Flood has six buttons with words beside its 196 cells.
    assert layout.text * 1.5 >= (10.4 if (ruleset, size) == ("flood", LEAST) else SMALLEST - 0.01)
    if size[0] >= 960 and size[1] >= 720:
        assert layout.text * 1.5 >= 0.022 * size[1]


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("view", [VIEW, SLIDES, paused(VIEW)])
def test_all_is_one_whole_in_the_middle_of_the_window_without_holes(view, size):
    layout = laid_out(view, *size)
    boxes = [box for boxes in everything(layout).values() for box in boxes]
    over = min(box.y for box in boxes)
    under = size[1] - max(box.bottom for box in boxes)
    assert (over, under) == (pytest.approx(under, abs=1), pytest.approx(over, abs=1))
    left, right = min(box.x for box in boxes), size[0] - max(box.right for box in boxes)
    assert left == pytest.approx(right, abs=1)
    # From one box to the next below it: what is beside the board, or all where it is above and below.
    beside = [box for box in boxes if box.x >= layout.board.frame.right]
    rows = sorted(beside or boxes, key=lambda box: box.y)
    reached = itertools.accumulate((box.bottom for box in rows), max)
    # A label stands above each tile of the queue.
    holes = [after.y - end for end, after in zip(reached, rows[1:], strict=False)]
    assert max(holes) <= 7 * layout.text


def test_in_high_windows_panels_and_buttons_grow():
    [low, high] = [laid_out(VIEW, 330, height) for height in (600, 900)]
    assert low.board.pitch == pytest.approx(high.board.pitch, rel=0.1)
    assert high.panels[0].height > 1.3 * low.panels[0].height
    assert high.buttons["undo"].height > 1.3 * low.buttons["undo"].height
    # With their letters, and beyond.
    assert high.buttons["undo"].height / high.text > 1.1 * low.buttons["undo"].height / low.text


def test_what_only_a_pause_offers_is_in_its_banner_alone():
    view = paused(VIEW)
    before, layout = laid_out(VIEW, 1000, 740), laid_out(view, 1000, 740)
    assert list(layout.urgent) == ["next"]
    assert layout.target(*layout.urgent["next"].centre, view) == "next"
    assert layout.buttons == before.buttons
    # Where there is not enough to pay for it, it comes last, and nothing else moves.
    unable = replace(view, buttons=tuple(replace(each, enabled=False, prominent=False) for each in view.buttons))
    assert [*laid_out(unable, 1000, 740).buttons][:2] == ["undo", "next"]


def test_moves_are_large_what_is_about_the_sitting_is_small_and_keeps_its_place():
    shuffle = Button("shuffle", "s", "Shuffle", "", enabled=True, prominent=False)
    view = replace(VIEW, buttons=(shuffle, *VIEW.buttons))
    before = laid_out(view, 1000, 740)
    moves = [before.buttons[action] for action in ("shuffle", "undo")]
    others = [before.buttons[action] for action in ("restart", "new", "^help", "^sound", "^quit")]
    assert max(box.bottom for box in moves) <= min(box.y for box in others)
    assert min(box.width for box in moves) > 1.5 * max(box.width for box in others)
    back = replace(UNDO, action="reopen", label="Game before", kind="sitting")
    after = laid_out(replace(view, buttons=(*view.buttons, back)), 1000, 740)
    assert {action: after.buttons[action] for action in before.buttons} == before.buttons


@pytest.mark.parametrize("count", [0, 1, 4, 40])
@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_the_menu_can_be_scrolled_to(size, count):
    first = arrange_menu([True] * count, *size)
    last = arrange_menu([True] * count, *size, scrolled=1e9)
    assert last.most == first.most
    if count:
        assert first.cards[0].y == first.body.y
        assert last.cards[-1].bottom <= last.body.bottom + 0.01
        fresh = first.fresh[0]
        assert fresh is not None
        assert first.cards[0].holds(*fresh.centre)


def test_rectangles_have_two_edges_outside():
    box = Rect(10, 20, 5, 5)
    assert [box.holds(*point) for point in ((10, 20), (14.9, 24.9), (15, 20), (10, 25))] == [True, True, False, False]
