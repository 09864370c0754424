"""What to show of a game: cells with their looks, panels, buttons, notices.

Owns the view model that every frontend draws. Computed from a session and its
ruleset alone; it holds no handle back into the game and changes nothing.
It does not own colours of a terminal, pixels, animation or key handling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tilekit.grid import cells_of
from tilekit.ruleset.models import Look

if TYPE_CHECKING:
    from tilekit.game import Game
    from tilekit.program.program import Program
    from tilekit.ruleset.models import ActionTable, Ruleset


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile as it should look: told apart by letter, symbol, shape and colour at once."""

    tile: str
    """Id of the tile: ``"spark"``, ``"7"``."""
    glyph: str
    """The token of board text: ``"s"``, ``"7"``, ``"10"``; more than four characters only as a long id or label."""
    symbol: str
    """One or two printable characters to draw, perhaps not ASCII: ``"*"``, ``"◆"``. Never empty."""
    colour: str
    """``"#rrggbb"``."""
    shape: str
    """One of circle, square, hexagon, diamond, star, ring, triangle, cross."""
    pattern: str
    """``"plain"`` or ``"hatched"``."""
    crown: bool
    glow: bool
    lit: bool
    """True while the look's ``lit`` condition holds; ``colour`` is then the lit colour."""


@dataclass(frozen=True, slots=True)
class CellView:
    """One place of the board."""

    row: int
    """1 is the top row."""
    column: int
    """1 is the leftmost column."""
    hole: bool
    tile: TileView | None
    """None where the cell is empty or a hole."""
    action: str
    """What pressing this cell plays, as action text (``"drop r2c4"``); refused presses explain
    themselves. Empty for a hole and in games without an action that aims at a cell."""
    legal: bool
    """Whether ``action`` may be played now."""
    hint: bool
    """Part of what glows after the ruleset's idle time."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A number with its name: ``Panel("Score", "1536")``."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Button:
    """An action without a target, one direction of an action that takes one, or undo, restart, new."""

    action: str
    """Action text for ``Session.play``: ``"undo"``, ``"restart"``, ``"new"``, ``"shuffle"``, ``"slide left"``."""
    key: str
    """The one lower-case character or digit that presses it: ``"u"``; empty where none is left."""
    label: str
    """``"Undo (3 left)"``, ``"NEXT STAGE"``, ``"Slide left"``."""
    colour: str
    """``"#rrggbb"``, or empty for the frontend's own."""
    enabled: bool
    prominent: bool
    """True for what the player is waited for to press: NEXT STAGE, RETRY, an offered shuffle."""
    direction: str = ""
    """``"left"``: an arrow that points this way stands for this button; empty where it is no direction."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything a frontend shows of one state; equal states give equal views."""

    title: str
    rows: int
    columns: int
    adjacency: str
    """``"orthogonal"``, ``"king"`` or ``"hex"`` (every second row lies half a cell to the right)."""
    cells: tuple[tuple[CellView, ...], ...]
    """``cells[r][c]``, counted from 0."""
    queue: tuple[TileView, ...]
    """What comes next, NOW first; empty in games without a queue."""
    queue_labels: tuple[str, ...]
    """``("NOW", "NEXT")``: one for each tile of the queue."""
    panels: tuple[Panel, ...]
    """Score, best, then the variables the ruleset shows, then the rank where there are ranks."""
    buttons: tuple[Button, ...]
    notices: tuple[str, ...]
    """The lines under the board, most urgent first."""
    status: str
    """``"playing"``, ``"paused"`` or ``"over"``."""
    reason: str
    outcome: str
    """``""`` while playing; ``"won"``, ``"lost"`` or ``"ended"``."""
    banner: str
    """Words to show large while paused or over: ``"STAGE COMPLETE"``; else empty."""
    banner_colour: str
    """``"#rrggbb"`` or empty."""
    seed: str
    """The seed in use, as text that starts the same game again."""
    hint_after: int
    """Seconds without input after which ``CellView.hint`` glows; 0 for never."""
    help: tuple[str, ...]
    """The rules in words, generated from the ruleset, one paragraph each."""


# ---------------------------------------------------------------- from a game

#: What tiles look like where the ruleset does not say; tiers walk through them.
_COLOURS: Final = (
    "#5b6b82", "#2a9d8f", "#3a6fd8", "#9457d6", "#f28c28", "#3fbf5f", "#d64550", "#e8c547", "#4fb3d9", "#b8628f",
)  # fmt: skip
_SHAPES: Final = ("circle", "square", "hexagon", "diamond", "star", "ring", "triangle", "cross")
_LIT: Final = "#ffbf00"
_RESERVED_KEYS: Final = "hjklqurn"


def view(game: Game, *, best: int, rank: str) -> View:
    """What to show of a game; ``best`` and ``rank`` are the sitting's, not the game's own."""
    program, ruleset = game.rules.program, game.rules.ruleset
    tiles = {name: tile_view(game, name) for name in set(game.queue) | {t for row in game.board for t in row if t}}
    end = game.end
    grid = program.grid
    return View(
        title=game.rules.title,
        rows=grid.rows,
        columns=grid.columns,
        adjacency=grid.adjacency,
        cells=_cells(game, tiles),
        queue=tuple(tiles[name] for name in game.queue),
        queue_labels=tuple(["NOW", "NEXT", *(f"+{i}" for i in range(2, len(game.queue)))][: len(game.queue)]),
        panels=tuple(_panels(game, best, rank)),
        buttons=tuple(_buttons(game)),
        notices=game.notices,
        status=game.status,
        reason=game.reason,
        outcome=game.outcome,
        banner=(end.text or end.reason) if end is not None else "",
        banner_colour=(end.colour or "") if end is not None else "",
        seed=str(game.seed),
        hint_after=ruleset.hint.after if ruleset.hint else 0,
        help=rules_in_words(program),
    )


def tile_view(game: Game, tile: str) -> TileView:
    """How a tile looks in a game now."""
    program = game.rules.program
    code = program.tiles.codes[tile]
    look, number = _look(program, code), code - program.tiles.pieces - 1
    lit = game.is_lit(tile)
    plain = look.colour or ("#8c8c8c" if number < 0 else _COLOURS[number % len(_COLOURS)])
    return TileView(
        tile=tile,
        glyph=program.tiles.glyphs[code],
        symbol=look.symbol or program.tiles.glyphs[code],
        colour=(look.lit_colour or _LIT) if lit else plain,
        shape=look.shape or ("square" if number < 0 else _SHAPES[number % len(_SHAPES)]),
        pattern=look.pattern or "plain",
        crown=look.crown,
        glow=look.glow,
        lit=lit,
    )


def _look(program: Program, code: int) -> Look:
    """The look of a tile; in a ladder of numbers it holds for the numbers above, until another is given."""
    looks = program.ruleset.look
    first = program.tiles.pieces + 1 if program.tiles.numeric and code > program.tiles.pieces else code
    for lower in range(code, first - 1, -1):
        look = looks.get(program.tiles.ids[lower])
        if look is not None:
            return look
    return Look()


def _cells(game: Game, tiles: Mapping[str, TileView]) -> tuple[tuple[CellView, ...], ...]:
    program = game.rules.program
    grid = program.grid
    legal: dict[int, str] = {}
    for choice in reversed(game.legal_actions()):  # where two are legal, the one named first in the file
        place = grid.parse(choice.target)
        if place is not None:
            legal[place] = str(choice)
    aimed = [(spec, game.allowed(spec.verb)) for spec in program.actions if spec.target == "cell"]
    hint = set(game.hint())
    board = game.board
    rows: list[tuple[CellView, ...]] = []
    for row in range(grid.rows):
        cells: list[CellView] = []
        for column in range(grid.columns):
            cell = row * grid.columns + column
            hole = cell in grid.holes
            name = board[row][column]
            action = legal.get(cell, "")
            if not action and not hole and aimed:
                verb = next((spec.verb for spec, mask in aimed if mask >> cell & 1), aimed[0][0].verb)
                action = f"{verb} {program.cell_names[cell]}"
            cells.append(
                CellView(
                    row=row + 1,
                    column=column + 1,
                    hole=hole,
                    tile=tiles[name] if name else None,
                    action=action,
                    legal=cell in legal,
                    hint=program.cell_names[cell] in hint,
                )
            )
        rows.append(tuple(cells))
    return tuple(rows)


def _panels(game: Game, best: int, rank: str) -> Iterator[Panel]:
    ruleset = game.rules.ruleset
    yield Panel("Score", score_text(game.score, ruleset.display.score_digits))
    yield Panel("Best", score_text(best, ruleset.display.score_digits))
    shown = ruleset.display.variables
    for name, value in game.variables.items():
        if shown is None or name in shown:
            yield Panel(_words(name), str(value))
    if ruleset.ranks is not None:
        yield Panel("Rank", rank or "none yet")


def score_text(score: int, digits: int | None) -> str:
    """A score as shown: with a fixed number of digits the higher ones are dropped from sight, never from the score."""
    if digits is None:
        return str(score)
    return ("-" if score < 0 else "") + str(abs(score) % 10**digits).zfill(digits)


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _buttons(game: Game) -> Iterator[Button]:
    ruleset = game.rules.ruleset
    taken = set(_RESERVED_KEYS) | {action.key for action in ruleset.actions.values() if action.key}
    for verb, action in ruleset.actions.items():
        if action.target == "direction":
            yield from _ways(game, verb, action, taken)
        elif action.target == "none":
            key = action.key or next((c for c in verb + "abcdefgimopstvwxyz" if c.isalpha() and c not in taken), "")
            taken.add(key)
            enabled = game.is_legal(verb)
            yield Button(
                action=verb,
                key=key,
                label=(action.label or _words(verb)) + _left(game, action.costs),
                colour=action.colour or "",
                enabled=enabled,
                prominent=enabled and game.status == "paused",
            )
    if ruleset.undo.depth:
        yield Button("undo", "u", "Undo" + _left(game, ruleset.undo.costs), "", game.can_undo, prominent=False)
    yield Button("restart", "r", "Restart", "", enabled=True, prominent=False)
    yield Button("new", "n", "New", "", enabled=True, prominent=game.status == "over")


#: Where a direction lies on the digits of a keyboard, from the middle.
_DIGITS: Final = {
    "up-left": "7", "up": "8", "up-right": "9", "left": "4", "right": "6", "down-left": "1", "down": "2",
    "down-right": "3",
}  # fmt: skip


def _ways(game: Game, verb: str, action: ActionTable, taken: set[str]) -> Iterator[Button]:
    """A button for each direction of an action; of two such actions the first has the digits."""
    for direction in game.rules.program.grid.directions:
        key = _DIGITS[direction] if _DIGITS[direction] not in taken else ""
        taken.add(key)
        yield Button(
            action=f"{verb} {direction}",
            key=key,
            label=f"{action.label or _words(verb)} {direction}" + _left(game, action.costs),
            colour=action.colour or "",
            enabled=game.is_legal(f"{verb} {direction}"),
            prominent=False,
            direction=direction,
        )


def _left(game: Game, costs: Mapping[str, int | str]) -> str:
    """``" (2 left)"`` where an action costs one of a single variable."""
    if len(costs) != 1:
        return ""
    [(name, price)] = costs.items()
    return f" ({game.variables[name]} left)" if price == 1 and name in game.variables else ""


# ---------------------------------------------------------------- the rules in words


def rules_in_words(program: Program) -> tuple[str, ...]:
    """The rules of a ruleset in plain words, one paragraph each, from the ruleset alone."""
    ruleset = program.ruleset
    return (
        _about_board(program),
        *_about_tiles(program),
        *(_about_action(program, verb, action) for verb, action in ruleset.actions.items()),
        *_about_queue(program),
        *_about_numbers(ruleset),
        *_about_ends(ruleset),
        _about_undo(ruleset),
    )


#: Steps inside steps inside steps are named, not told.
_DEEPEST_STEPS: Final = 2
_TOUCH: Final = {"orthogonal": "side by side", "king": "side by side or corner to corner", "hex": "on six sides"}


def _about_board(program: Program) -> str:
    grid = program.grid
    cells = len(list(cells_of(grid.full)))
    wrapped = ", also across the edges" if grid.wrap else ""
    return f"{grid.rows} rows by {grid.columns} columns, {cells} cells. Tiles touch {_TOUCH[grid.adjacency]}{wrapped}."


def _about_tiles(program: Program) -> Iterator[str]:
    tiles = program.tiles
    ladder = tiles.ids[tiles.pieces + 1 :]
    if tiles.labels is not None:
        yield f"Tiles: the numbers {', '.join(ladder[:3])}{', …' if len(ladder) > 4 else ''} to {ladder[-1]}."
    elif tiles.numeric:
        numbers = program.ruleset.tiers.numbers
        open_ended = numbers is not None and numbers.last is None
        yield (
            f"Tiles: the numbers {ladder[0]}, {ladder[1] if len(ladder) > 1 else ''} and up."
            if open_ended
            else (f"Tiles: the numbers {ladder[0]} to {ladder[-1]}.")
        )
    elif ladder:
        yield "Tiers, lowest first: " + ", ".join(_named(program, tiles.codes[name]) for name in ladder) + "."
    if tiles.pieces:
        yield "Outside the chain: " + ", ".join(_named(program, code) for code in range(1, tiles.pieces + 1)) + "."


def _named(program: Program, code: int) -> str:
    name, glyph = program.tiles.ids[code], program.tiles.glyphs[code]
    return name if glyph == name else f"{name} ({glyph})"


def _about_action(program: Program, verb: str, action: ActionTable) -> str:
    parts: list[str] = []
    if action.target == "cell":
        parts.append(f"on a cell where {action.where}" if action.where else "on a cell")
    if action.target == "direction":
        parts.append(" or ".join(program.grid.directions))
    if action.during != ["playing"]:
        parts.append("during " + " or ".join(action.during))
    if action.when:
        parts.append(f"when {action.when}")
    parts += [f"costs {price} {name}" for name, price in action.costs.items()]
    steps = [_about_step(program, name) for name in action.steps]
    head = _words(verb) + (f" ({'; '.join(parts)})" if parts else "")
    return f"{head}: {'; then '.join(steps)}." if steps else f"{head}."


def _about_step(program: Program, name: str, depth: int = 0) -> str:
    table = program.ruleset.mechanics.get(name, {})
    inner = table.get("steps")
    summary = program.summaries.get(name, name)
    if isinstance(inner, list) and depth < _DEEPEST_STEPS:
        summary = (
            " and ".join(_about_step(program, str(step), depth + 1) for step in inner)
            + ", again while something changes"
        )
    numbers = ", ".join(f"{key} {value}" for key, value in table.items() if isinstance(value, int))
    guarded = f" if {table['when']}" if "when" in table else ""
    return summary + (f" ({numbers})" if numbers else "") + guarded


def _about_queue(program: Program) -> Iterator[str]:
    queue = program.ruleset.queue
    if queue is None:
        return
    through = [
        f"{program.summaries.get(name, name)} "
        "("
        + ", ".join(f"{key} {value}" for key, value in program.ruleset.mechanics.get(name, {}).items() if key != "use")
        + ")"
        for name in queue.through
    ]
    yield f"The queue shows {queue.shows}. " + " ".join(f"{text.capitalize()}." for text in through)


def _about_numbers(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.scoring:
        yield "Points: " + "; ".join(f"{event} pays {points}" for event, points in ruleset.scoring.items()) + "."
    for name, values in ruleset.properties.items():
        yield f"{name.capitalize()}: " + ", ".join(f"{tile} {value}" for tile, value in values.items()) + "."
    for trigger in ruleset.triggers:
        changes = [f"{name} +{value}" for name, value in trigger.add.items()]
        changes += [f"{name} = {value}" for name, value in trigger.set.items()]
        condition = f" and {trigger.when}" if trigger.when else ""
        yield f"When {trigger.on}{condition}: {', '.join(changes)}."


def _about_ends(ruleset: Ruleset) -> Iterator[str]:
    for end in ruleset.end:
        what = "The game is over" if end.status == "over" else "The game pauses"
        goal = f" Goal: {end.goal}." if end.goal else ""
        yield f"{what} ({end.text or end.reason}) when {end.when}.{goal}"


def _about_undo(ruleset: Ruleset) -> str:
    undo = ruleset.undo
    if not undo.depth:
        return "There is no undo."
    costs = "".join(f", costing {price} {name}" for name, price in undo.costs.items())
    after = ", also after the end" if undo.after_end else ""
    actions = "action" if undo.depth == 1 else f"{undo.depth} actions"
    return f"Undo takes back the last {actions}{costs}{after}."
