"""What to show of a game: cells with their looks, panels, buttons, notices.

Owns the view model that every frontend draws. Computed from a session and its
ruleset alone; it holds no handle back into the game and changes nothing.
It does not own colours of a terminal, pixels, animation or key handling.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tilekit.game import Game
from tilekit.internals import allowed_choices
from tilekit.looks import LIT, OUTCOMES, ink, look_of
from tilekit.playable import Playable
from tilekit.program.choices import covered
from tilekit.program.program import Program
from tilekit.ruleset.models import ActionTable, Ruleset
from tilekit.wording.names import WAYS, action_named, named, outcome_in_words
from tilekit.wording.rules import tiles_in_words
from tilekit.wording.sentences import filled
from tilekit.words import ENGLISH, Phrase, Words

#: A place of the board: row and column, counted from 0.
Place = tuple[int, int]
#: What changes the game for another: Tab comes to it last, unless it is waited for. Leaving it never comes to.
_LAST: Final = ("restart", "new", "reopen")
_NEVER: Final = "^quit"
_STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


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
    ink: str
    """``"#rrggbb"`` in which the symbol can be read on the colour; their contrast is at least 4.5."""
    shape: str
    """One of circle, square, hexagon, diamond, star, ring, triangle, cross."""
    pattern: str
    """``"plain"``, ``"hatched"`` or ``"cracked"``."""
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
    """What pressing this cell plays, as action text (``"drop r2c4"``, or ``"drop c4"`` on every cell of a column);
    refused presses explain themselves. Empty for a hole and in games without an action that aims at a cell, a column
    or a row."""
    legal: bool
    """Whether ``action`` may be played now."""
    hint: bool
    """Part of what glows after the ruleset's idle time."""
    partners: tuple[tuple[int, int, str], ...] = ()
    """With which other cells this one may be chosen now, by an action that takes two: row, column, action text."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A number with its name: ``Panel("Score", "1536")``."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Button:
    """An action that aims at no place (one for each direction or tile it may take), or undo, restart, new."""

    action: str
    """Action text for ``Session.play``: ``"undo"``, ``"restart"``, ``"new"``, ``"shuffle"``, ``"slide left"``."""
    key: str
    """The one lower-case character or digit that presses it: ``"u"``; empty where none is left."""
    label: str
    """``"Undo (3 left)"``, ``"NEXT STAGE"``, ``"Slide left"``, ``"Paint red"``."""
    colour: str
    """``"#rrggbb"``, that of the tile where one is chosen; empty for the frontend's own."""
    enabled: bool
    prominent: bool
    """True for what the player is waited for to press: NEXT STAGE, RETRY, an offered shuffle."""
    direction: str = ""
    """``"left"``: an arrow that points this way stands for this button; empty where it is no direction."""
    kind: str = ""
    """``""`` for a move of the game; ``"pause"`` for one that only a pause offers, and that is there only meanwhile;
    ``"sitting"`` for what is no move: restart, new, the game before."""

    def key_beside(self, taken: Container[str]) -> str:
        """The key that presses it in a frontend that takes some for itself; empty where none is left.

        Args:
            taken: the frontend's own keys. Where ``key`` is one of them, its capital presses the button.
        """
        if self.key not in taken:
            return self.key
        capital = self.key.upper()
        return capital if capital != self.key else ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What comes of choosing a cell."""

    action: str = ""
    """What is played; empty where nothing is, or not yet."""
    first: Place | None = None
    """The place that is now chosen as the first of a pair, or None."""
    refused: str = ""
    """Why nothing came of it, a phrase; empty where something did, or a first one was let go."""


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
    """Score and best where anything scores, then the variables the ruleset shows, the held tile, and the rank where
    there are such."""
    buttons: tuple[Button, ...]
    goals: tuple[str, ...]
    """What there is to be reached: ``"Make a 2048"``; empty where the ruleset names no goal, and once it was won."""
    notices: tuple[str, ...]
    """The lines under the board, most urgent first; what the sitting tells of the profile before what the game does."""
    status: str
    """``"playing"``, ``"paused"`` or ``"over"``."""
    reason: str
    outcome: str
    """``""`` while playing; ``"won"``, ``"lost"`` or ``"ended"``."""
    banner: str
    """What to show large while paused or over: the ruleset's own text (``"STAGE COMPLETE"``), or where it has none the
    outcome and the reason (``"Lost: full"``); empty while playing."""
    banner_colour: str
    """``"#rrggbb"``: that of the ruleset, else one for what was won or lost; empty for the frontend's own."""
    seed: str
    """The seed in use, as text that starts the same game again."""
    hint_after: int
    """Seconds without input after which ``CellView.hint`` glows; 0 for never."""
    help: tuple[str, ...]
    """The rules in words, generated from the ruleset, one paragraph each."""
    tiles: tuple[TileView, ...] = ()
    """Every tile that there may be: the ladder, lowest first, then the pieces. One that may be lit comes twice, unlit
    and lit."""
    legend: tuple[tuple[str, tuple[TileView, ...]], ...] = ()
    """What stands in place of the last paragraphs of ``help``, as many as these, where tiles are drawn and not spelt:
    a text, and the tiles to be drawn below it with their names. Numbers that are drawn as they are called need none."""
    result: str = ""
    """The outcome in words: ``"Won"``, ``"Lost"``, ``"The end"``, ``"Won; the game may go on"``; empty where it is
    open."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands under the board where nothing is shown large: the banner, then the notices."""
        notices = tuple(notice for notice in self.notices if notice != self.banner)
        return (self.banner, *notices) if self.banner else notices

    def standing(self, words: Words = ENGLISH) -> str:
        """The score and the best as they stand when a game is over: ``"Score 54, the best so far"``.

        Args:
            words: of the player's language.
        """
        if not self.panels:
            return ""
        score, best = (f"{panel.label} {panel.text}" for panel in (*self.panels, self.panels[0])[:2])
        if len(self.panels) > 1 and self.panels[0].text != self.panels[1].text:
            return f"{score}   {best}"
        has_points = bool(self.panels[0].text.strip("-0"))
        return words(Phrase("{score}, the best so far", score=score)) if has_points else score

    @property
    def slides(self) -> bool:
        """Whether arrows play directions: where no cell can be pressed, there is nothing to move a cursor for."""
        ways = any(button.direction for button in self.buttons)
        return ways and not any(cell.action or cell.partners for row in self.cells for cell in row)

    @property
    def can_hint(self) -> bool:
        """Whether there is something to hint at now."""
        return self.status == "playing" and any(cell.hint for row in self.cells for cell in row)

    def until_hint(self, idle: float) -> float | None:
        """Seconds until hinted cells glow, ``idle`` seconds after the latest input: 0 once they do; None for never."""
        return max(0.0, self.hint_after - idle) if self.hint_after and self.can_hint else None

    def partners(self, place: Place) -> dict[Place, str]:
        """What each place plays as the second of a pair, where ``place`` was chosen first."""
        row, column = place
        return {(r - 1, c - 1): action for r, c, action in self.cells[row][column].partners}

    def choose(self, place: Place, first: Place | None = None) -> Choice:
        """What comes of choosing a place, by a key, a click or a touch.

        A place that goes with others is the first of a pair, though it may be played alone, too: chosen again, it is.

        Args:
            place: the one that is chosen.
            first: the place that was chosen first for a pair, where one was.
        """
        cell = self.cells[place[0]][place[1]]
        pair = self.partners(first).get(place, "") if first is not None else ""
        if pair or place == first:
            return Choice(pair or (cell.action if cell.legal else ""))
        if cell.partners:
            return Choice(first=place)
        if cell.action or self.slides:
            return Choice(cell.action)
        if first is not None:
            return Choice(first=first, refused=Phrase("these two cells do not go together"))
        return Choice(refused=Phrase("nothing can be played on this cell"))

    def way(self, direction: str) -> str:
        """What an arrow plays that points there; empty where it moves a cursor."""
        ways = (button.action for button in self.buttons if button.direction == direction)
        return next(ways, "") if self.slides else ""

    def nearest(self, place: Place) -> Place:
        """The place that is no hole and lies nearest to ``place``, which may lie off the board."""
        row, column = place
        cells = [
            (abs(r - row) + abs(c - column), (r, c))
            for r, line in enumerate(self.cells)
            for c, cell in enumerate(line)
            if not cell.hole
        ]
        return min(cells, default=(0, (0, 0)))[1]

    def step(self, place: Place, direction: str) -> Place:
        """Where a cursor comes to that goes ``up``, ``down``, ``left`` or ``right``; over holes, not off the board."""
        down, right = _STEPS[direction]
        row, column = place[0] + down, place[1] + right
        while 0 <= row < self.rows and 0 <= column < self.columns:
            if not self.cells[row][column].hole:
                return row, column
            row, column = row + down, column + right
        return place

    def tab(self, here: Place | str, by: int, actions: Sequence[str], first: Place | None = None) -> Place | str:
        """Where Tab goes: to the next place that can be pressed in reading order, then through the buttons, and round.

        Prominent buttons come first. Restart, New and the game before come last, unless they are; ``"^quit"`` is passed
        over. So nobody gives a game up who presses Enter at what Tab came to.

        Args:
            here: the place, or the action of the button, that is selected.
            by: 1 for the next stop, -1 for the one before.
            actions: of the buttons that can be pressed, in order; a frontend's own among them.
            first: the place that was chosen first for a pair, where one was: then those it goes with are reached.
        """
        places = [
            (r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if cell.legal or cell.partners
        ]
        if first is not None:
            places = sorted([*self.partners(first), first])
        waited = {button.action for button in self.buttons if button.prominent}
        ordered = sorted(actions, key=lambda action: (action not in waited, action in _LAST))
        stops: list[Place | str] = [*places, *(action for action in ordered if action != _NEVER)]
        if here in stops:
            return stops[(stops.index(here) + by) % len(stops)]
        if not stops:
            return here
        if isinstance(here, str):
            return stops[0]
        after = sum(stop < here for stop in places)
        return stops[after if by > 0 else after - 1]


# ---------------------------------------------------------------- from a game

_RESERVED_KEYS: Final = "hjklqurnb"


def view(
    game: Game,
    *,
    best: int,
    rank: str,
    words: Words = ENGLISH,
    can_reopen: bool = False,
    can_redo: bool = False,
) -> View:
    """What to show of a game; ``best``, ``rank`` and the game before this one are the sitting's, not the game's own."""
    program, ruleset = game.rules.program, game.rules.ruleset
    tiles = {name: tile_view(game, name) for name in set(game.queue) | {t for row in game.board for t in row if t}}
    end, outcome = game.end, game.outcome
    result = words(outcome_in_words(game.status, outcome))
    text = "" if end is None else words(end.text) if end.text else _without_text(end.reason, result, words)
    grid = program.grid
    return View(
        title=words(game.rules.title),
        rows=grid.rows,
        columns=grid.columns,
        adjacency=grid.adjacency,
        cells=_cells(game, tiles),
        queue=tuple(tiles[name] for name in game.queue),
        queue_labels=tuple(_queue_labels(len(game.queue), words)),
        panels=tuple(_panels(game, best, rank, words)),
        buttons=tuple(_buttons(game, words, can_reopen=can_reopen, can_redo=can_redo)),
        goals=() if outcome == "won" else tuple(words(filled(ruleset, end.goal)) for end in ruleset.end if end.goal),
        notices=tuple(map(words, game.notices)),
        status=game.status,
        reason=game.reason,
        outcome=outcome,
        banner=text,
        banner_colour=end.colour or OUTCOMES.get(outcome, "") if end is not None else "",
        seed=str(game.seed),
        hint_after=ruleset.hint.after if ruleset.hint else 0,
        help=tuple(map(words, game.rules.in_words)),
        tiles=_every_tile(game.rules),
        legend=tuple(_legend(game, words)),
        result=result,
    )


def _without_text(reason: str, result: str, words: Words) -> str:
    """What a banner says at an end for which the ruleset has no text."""
    said = words(reason)
    return f"{result}: {said}" if result and result.casefold() != said.casefold() else said


def samples(game: Game) -> tuple[TileView, ...]:
    """Four tiles of a game, or as many as it has, that show what it is played with: the lowest of its ladder first."""
    tiles = game.rules.program.tiles
    first = tiles.pieces + 1
    names = [name for name in (*tiles.ids[first : first + 4], *tiles.ids[1:first]) if name]
    return tuple(tile_view(game, name) for name in names[:4])


def tile_view(game: Game, tile: str) -> TileView:
    """How a tile looks in a game now."""
    program = game.rules.program
    return _looking(program, program.tiles.codes[tile], lit=game.is_lit(tile))


@lru_cache(maxsize=16)
def _every_tile(rules: Playable) -> tuple[TileView, ...]:
    program, tiles = rules.program, rules.program.tiles
    codes = [*range(tiles.pieces + 1, tiles.last + 1), *range(1, tiles.pieces + 1)]
    looks = {code: look_of(program.ruleset.look, tiles, code) for code in codes}
    return tuple(
        _looking(program, code, lit=lit) for code in codes for lit in (False, True)[: 1 + bool(looks[code].lit)]
    )


def _legend(game: Game, words: Words) -> Iterator[tuple[str, tuple[TileView, ...]]]:
    program = game.rules.program
    known = {(tile.tile, tile.lit): tile for tile in _every_tile(game.rules)}
    for _, text, codes in tiles_in_words(program):
        names = [program.tiles.ids[code] for code in codes]
        looks = [known[name, (name, True) in known and game.is_lit(name)] for name in names]
        numbered = program.tiles.numeric and codes.start > program.tiles.pieces
        yield words(text), tuple(look for look in looks if not numbered or look.symbol != look.tile)


def _looking(program: Program, code: int, *, lit: bool) -> TileView:
    look = look_of(program.ruleset.look, program.tiles, code)
    colour = (look.lit_colour or LIT) if lit else str(look.colour)
    return TileView(
        tile=program.tiles.ids[code],
        glyph=program.tiles.glyphs[code],
        symbol=look.symbol or program.tiles.glyphs[code],
        colour=colour,
        ink=ink(colour),
        shape=str(look.shape),
        pattern=look.pattern or "plain",
        crown=look.crown,
        glow=look.glow,
        lit=lit,
    )


def _cells(game: Game, tiles: Mapping[str, TileView]) -> tuple[tuple[CellView, ...], ...]:
    program = game.rules.program
    grid = program.grid
    legal: dict[int, str] = {}
    partners: dict[int, list[tuple[int, int, str]]] = {}
    targets = {spec.verb: spec.target for spec in program.actions}
    for choice in reversed(game.legal_actions()):  # where two are legal, the one named first in the file
        legal |= dict.fromkeys(covered(targets[choice.verb], choice.target, grid), str(choice))
        if targets[choice.verb] == "pair":
            first, other = map(grid.parse, choice.target.split(" "))
            for one, two in ((first, other), (other, first)):
                if one is not None and two is not None:
                    row, column = divmod(two, grid.columns)
                    partners.setdefault(one, []).append((row + 1, column + 1, str(choice)))
    # What a press is refused for: the action named first whose own condition allows the place, or simply the first.
    aimed: dict[int, str] = {}
    allowed: dict[int, str] = {}
    for spec in reversed(program.actions):
        if spec.target in ("cell", "column", "row"):
            where = allowed_choices(game, spec.verb)
            for i, aim in enumerate(spec.choices):
                pressed = dict.fromkeys(covered(spec.target, aim, grid), f"{spec.verb} {aim}")
                aimed |= pressed
                if where >> i & 1:
                    allowed |= pressed
    aimed |= allowed
    hint = set(game.hint())
    board = game.board
    rows: list[tuple[CellView, ...]] = []
    for row in range(grid.rows):
        cells: list[CellView] = []
        for column in range(grid.columns):
            cell = row * grid.columns + column
            hole = cell in grid.holes
            name = board[row][column]
            action = legal.get(cell) or aimed.get(cell, "")
            cells.append(
                CellView(
                    row=row + 1,
                    column=column + 1,
                    hole=hole,
                    tile=tiles[name] if name else None,
                    action=action,
                    legal=cell in legal,
                    hint=program.cell_names[cell] in hint,
                    partners=tuple(sorted(partners.get(cell, ()))),
                )
            )
        rows.append(tuple(cells))
    return tuple(rows)


def _queue_labels(count: int, words: Words) -> Sequence[str]:
    return [words("NOW"), words("NEXT"), *(f"+{i}" for i in range(2, count))][:count]


def _panels(game: Game, best: int, rank: str, words: Words) -> Iterator[Panel]:
    ruleset = game.rules.ruleset
    scores = ruleset.keeps_score or game.score or best  # a position may be given a score that its rules never change
    if scores:
        yield Panel(words("Score"), score_text(game.score, ruleset.display.score_digits, words))
        yield Panel(words("Best"), score_text(best, ruleset.display.score_digits, words))
    shown = ruleset.display.variables
    for name, value in game.variables.items():
        if shown is None or name in shown:
            yield Panel(words(named(name)), words.number(value))
    if game.rules.program.held:
        yield Panel(words("Held"), words(game.held) if game.held else words("none"))
    if ruleset.ranks is not None and (scores or ruleset.ranks.of != "score"):
        yield Panel(words("Rank"), words(rank) if rank else words("none yet"))


def score_text(score: int, digits: int | None, words: Words) -> str:
    """A score as shown: with a fixed number of digits the higher ones are dropped from sight, never from the score."""
    if digits is None:
        return words.number(score)
    return ("-" if score < 0 else "") + str(abs(score) % 10**digits).zfill(digits)


def progress(ruleset: Ruleset, turn: int, score: int) -> Phrase:
    """How far a game has come: ``"turn 30, score 2120"``; the turn alone in games that keep no score."""
    if not (ruleset.keeps_score or score):
        return Phrase("turn {turn}", turn=turn)
    digits = ruleset.display.score_digits
    return Phrase(
        "turn {turn}, score {score}", turn=turn, score=score_text(score, digits, ENGLISH) if digits else score
    )


def _buttons(game: Game, words: Words, *, can_reopen: bool, can_redo: bool) -> Iterator[Button]:
    ruleset = game.rules.ruleset
    claimed = {action.key for action in ruleset.actions.values() if action.key}
    taken = set(_RESERVED_KEYS) | claimed

    def always(action: str, key: str, label: str, *, enabled: bool = True, prominent: bool = False) -> Button:
        kind = "" if action in {"undo", "redo"} else "sitting"
        return Button(action, "" if key in claimed else key, label, "", enabled, prominent, kind=kind)

    for verb, action in ruleset.actions.items():
        if action.target == "direction":
            yield from _ways(game, verb, action, taken, words)
        elif action.target == "tile":
            yield from _tiles(game, verb, action, taken, words)
        elif action.target == "none":
            key = action.key or next((c for c in verb + "abcdefgimopstvwxyz" if c.isalpha() and c not in taken), "")
            taken.add(key)
            in_play = "playing" in action.during
            if not in_play and game.reason not in action.during:
                continue  # It is for another pause, and comes with that one's banner.
            enabled = game.is_legal(verb)
            yield Button(
                action=verb,
                key=key,
                label=_labelled(game, words, action_named(game.rules.ruleset, verb), action.costs),
                colour=action.colour or "",
                enabled=enabled,
                prominent=enabled and game.status == "paused",
                kind="" if in_play else "pause",
            )
    if ruleset.undo.depth:
        label = _labelled(game, words, Phrase("Undo"), ruleset.undo.costs)
        yield always("undo", "u", label, enabled=game.can_undo)
        if can_redo:
            yield always("redo", "y", words("Redo"))
    yield always("restart", "r", words("Restart"))
    yield always("new", "n", words("New"), prominent=game.status == "over")
    if can_reopen:
        yield always("reopen", "b", words("Game before"))


#: Where a direction lies on the digits of a keyboard, from the middle.
_DIGITS: Final = {
    "up-left": "7", "up": "8", "up-right": "9", "left": "4", "right": "6", "down-left": "1", "down": "2",
    "down-right": "3",
}  # fmt: skip


def _ways(game: Game, verb: str, action: ActionTable, taken: set[str], words: Words) -> Iterator[Button]:
    """A button for each direction of an action; of two such actions the first has the digits."""
    for direction in game.rules.program.grid.directions:
        key = _DIGITS[direction] if _DIGITS[direction] not in taken else ""
        taken.add(key)
        yield Button(
            action=f"{verb} {direction}",
            key=key,
            label=_labelled(
                game,
                words,
                Phrase("{verb} {way}", verb=action_named(game.rules.ruleset, verb), way=WAYS[direction]),
                action.costs,
            ),
            colour=action.colour or "",
            enabled=game.is_legal(f"{verb} {direction}"),
            prominent=False,
            direction=direction,
        )


def _tiles(game: Game, verb: str, action: ActionTable, taken: set[str], words: Words) -> Iterator[Button]:
    """A button for each tile that an action may take, with the digits that are free."""
    digits = (digit for digit in "123456789" if digit not in taken)
    spec = next(spec for spec in game.rules.program.actions if spec.verb == verb)
    for tile in spec.choices:
        key = next(digits, "")
        taken.add(key)
        label = Phrase("{verb} {tile}", verb=action.label or named(verb), tile=tile)
        yield Button(
            action=f"{verb} {tile}",
            key=key,
            label=_labelled(game, words, label, action.costs),
            colour=tile_view(game, tile).colour,
            enabled=game.is_legal(f"{verb} {tile}"),
            prominent=False,
        )


def _labelled(game: Game, words: Words, label: str, costs: Mapping[str, int | str]) -> str:
    """A label, with ``(2 left)`` where an action costs one of a single variable."""
    if len(costs) == 1:
        [(name, price)] = costs.items()
        if price == 1 and name in game.variables:
            return words("{label} ({count} left)", label=label, count=game.variables[name])
    return words(label)
