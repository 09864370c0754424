"""Everything a plugin author needs: the hook specifications, and what a mechanic declares.

Owns the contract between tilekit and its plugins, bundled ones included: which hooks exist, what a mechanic is
made of, and the *board words* it is written in. It implements nothing of a game.

Plugins are packages with an entry point in the group ``tilekit``; a plugin is code and can do whatever code
can do, so install only those you trust. A ruleset is data and can do nothing but describe a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

import pluggy
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

if TYPE_CHECKING:
    from pathlib import Path

    from tilekit.grid import Grid
    from tilekit.words import Phrase

#: The name of the plugin system, and of the entry-point group.
PROJECT: Final = "tilekit"

hookspec = pluggy.HookspecMarker(PROJECT)
#: Marks a function of a plugin as the implementation of the hook of the same name.
hookimpl = pluggy.HookimplMarker(PROJECT)

# ---------------------------------------------------------------- what a mechanic declares

#: The state of a game: one flat sequence of ints. Only the words of `Builder` write cells.
State = list[int]
#: ``act(state, here) -> changed``: one step of a turn. ``here`` is the cell the player chose (of a pair the first in
#: reading order, of a column its top cell, of a row its leftmost), or the index of the direction in
#: ``grid.directions``, or -1 where the action aims at no place. Returns 1 when something changed, else 0.
Act = Callable[[State, int], int]
#: For each direction its lines, each as its cells.
Lines = Sequence[Sequence[Sequence[int]]]
#: ``play(state, here, i) -> number``: plays the i-th line.
Play = Callable[[State, int, int], int]
#: ``told(state, a, b)``: two tiles, the first of them ``a``, became ``b``.
Told = Callable[[State, int, int], None]
#: ``rule(at, put, move, told, flat, start)`` makes a `Play`; see `Builder.by_line`.
LineRule = Callable[..., Play]
#: ``begin(state)``, a `Play`, and ``finish(state)``.
Lined = tuple[Callable[[State], None], Play, Callable[[State], None]]


_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")


def number_of(value: object) -> object:
    """Returns the number that a text is, and anything else as it is.

    >>> number_of(" -3 "), number_of("3 + bonus"), number_of(3)
    (-3, '3 + bonus', 3)
    """
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value


#: An expression of each kind, for editors.
_SHOWN: Final = {
    "number": "count(empty) // 2",
    "condition": "turn % 2 == 0 and tiles > 3",
    "cells": "here or touches(here)",
    "per_cell": "near(not empty)",
    "tile": "next(tile)",
}


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """Marks a setting as an expression of the ruleset's language.

    Attributes:
        kind: ``number``, ``condition``, ``cells`` (a condition over one cell, giving a set of cells), ``per_cell``
            (a number of one cell, which is handed over last) or ``tile`` (a number that is a tile; what lies outside
            the ladder gives ``none``).
        names: what the expression may speak of besides what every expression may, and whether each is a
            ``number`` or a ``tile``; the values are handed over in this order. Hand over values that exist in the
            game (the tile of a group that is there, and its size), never a stand-in: the expression may be asked
            anything about them. ``count`` is a number of cells.
        least: the smallest value that makes sense; a constant below it is an error.
    """

    kind: str
    names: Mapping[str, str] = field(default_factory=dict)
    least: int | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401 - a type
        """Reads a number in quotes as that number, where the expression is one."""
        schema = handler(source)
        return core_schema.no_info_after_validator_function(number_of, schema) if gives_number(self) else schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Shows an example of its kind in the JSON Schema."""
        return handler(core) | {"examples": [text for kind, text in _SHOWN.items() if kind == self.kind]}


def gives_number(expression: Expression) -> bool:
    """Whether an expression may be a mere number."""
    return expression.kind not in ("condition", "cells")


@dataclass(frozen=True, slots=True)
class Reference:
    """Marks a setting as the name of something in the ruleset.

    Attributes:
        kind: ``spawn`` (a table of [spawn]), ``mechanics`` (a step), ``actions`` (an action), or ``tile``.
    """

    kind: str


class Kinds(dict[str, "Mechanic"]):
    """Mechanics by kind, as they were found.

    Attributes:
        plugins: the plugin that supplies each kind which is not bundled.
    """

    def __init__(self, mechanics: Mapping[str, Mechanic], plugins: Mapping[str, str]) -> None:
        """Take the mechanics, and which plugins they come from."""
        super().__init__(mechanics)
        self.plugins: Final = dict(plugins)


def supplier(kinds: Mapping[str, Mechanic], kind: str) -> str:
    """The plugin that supplies a kind of mechanic, or else the module; an empty text for those of tilekit itself."""
    if isinstance(kinds, Kinds) and kind in kinds.plugins:
        return kinds.plugins[kind]
    module = str(getattr(kinds[kind].build, "__module__", "") or "unknown")
    return "" if module.startswith("tilekit.mechanics.") else module


def parts_of(docstring: str | None) -> tuple[str, dict[str, str]]:
    r"""A docstring without its section ``Attributes:``, and what that section says of each name.

    >>> parts_of("What falls.\n\nAttributes:\n    cells: which tiles;\n        none stays.")
    ('What falls.', {'cells': 'which tiles; none stays.'})
    """
    about, _, section = cleandoc(docstring or "").partition("Attributes:\n")
    said, _, rest = section.partition("\n\n")
    found = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", said, flags=re.MULTILINE)
    return f"{about}{rest}".strip(), {name: " ".join(text.split()) for name, text in found}


class Described(BaseModel):
    """The base of what a table of a ruleset is read with: strict, frozen, and closed to unknown keys.

    What a key means is said once: in the section ``Attributes:`` of the docstring. The rest of the docstring is about
    the table.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)

    @classmethod
    def about(cls) -> str:
        """What the table is for, at length."""
        return parts_of(cls.__doc__)[0]

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """What each key means, by the name of its field; empty where nothing is said."""
        inherited = [parts_of(one.__dict__.get("__doc__"))[1] for one in reversed(cls.__mro__)]
        said = {name: text for each in inherited for name, text in each.items()}
        return {name: field.description or said.get(name, "") for name, field in cls.model_fields.items()}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Puts into the JSON Schema what the docstring says, once somebody asks for a schema."""
        made = handler(core)
        table = handler.resolve_ref_schema(made)
        table["description"] = cls.about()
        for name, text in cls.meanings().items():
            if text:
                table["properties"][cls.model_fields[name].alias or name]["description"] = text
        return made


Number = Annotated[int | str, Expression("number")]
Condition = Annotated[str, Expression("condition")]
Cells = Annotated[str, Expression("cells")]
TileName = Annotated[str | int, Reference("tile")]
SpawnName = Annotated[str, Reference("spawn")]
Steps = Annotated[list[str], Reference("mechanics")]
ActionName = Annotated[str, Reference("actions")]


class Settings(Described):
    """The base of a mechanic's settings: what its table in [mechanics] may say.

    Strict, frozen, and closed to unknown keys. A setting marked with `Expression` or `Reference` is checked
    and compiled by the loader. The docstring is what the reference and editors show: what the mechanic does at length,
    and below ``Attributes:`` what each setting means.
    """


class Event(dict[str, str]):
    """An event that a mechanic raises: the names of its values in order, each ``tile`` or ``number``.

    Attributes:
        meaning: when it is raised, and what its values are.
        follows: how a sentence for players begins about what follows from it (``When tiles vanish``), a `Phrase`;
            empty where the sentence of the step will do.
        counts: what its ``count`` counts, for players: ``tile``, ``line``, or nothing that is told.
    """

    def __init__(
        self, meaning: str, values: Mapping[str, str] | None = None, *, follows: str = "", counts: str = ""
    ) -> None:
        """Take what it means, its values, and how it is told."""
        super().__init__(values or {})
        self.meaning: Final = meaning
        self.follows: Final = follows
        self.counts: Final = counts


@dataclass(frozen=True, slots=True)
class Step:
    """A mechanic as built for one place of one ruleset.

    Attributes:
        act: does it.
        where: the cells it can act on, as an expression over one cell, or empty for all. An action that
            aims at a cell is legal only where its first step can act.
        able: whether it can act now; None for always. Of a mechanic that needs a direction, the directions in which it
            can act: bit *d* for ``grid.directions[d]``. It is asked before the player has chosen, and so not at all
            where a setting speaks of the choice.
        fits: ``fits(state, here)``: whether it can act on what the player chose, 1 or 0; None for always. It is asked
            where ``able`` is not.
        back: ``back(state, here)``: takes back what ``act`` has just done, where that was nothing but cells; None where
            the whole state must be kept to do so. It makes trying the step (``must``) cheap.
    """

    act: Act
    where: str = ""
    able: Callable[[State], int] | None = None
    fits: Act | None = None
    back: Act | None = None


class Sayer(Protocol):
    """A step that is to be put into words for players, and what helps to do so.

    What is returned is part of a sentence without a full stop: a `Phrase`, whose English every catalogue has.
    """

    @property
    def settings(self) -> Mapping[str, Any]:
        """All settings as in the file, those that it leaves out as they are then."""

    @property
    def given(self) -> Mapping[str, Any]:
        """The settings that the file gives."""

    @property
    def target(self) -> str:
        """What the player chooses with the action, as the file says it."""

    @property
    def tiles(self) -> Any:  # noqa: ANN401 - the tiles of a program, which this layer does not know
        """The tiles: ``ids``, ``next_code``, ``pieces``, ``shift`` and ``last``, as `Builder` has them."""

    def missing(self, key: str, what: str) -> None:
        """Reports a setting that cannot be said, so that the author is asked for a sentence: ``how many appear``."""

    def number(self, key: str) -> int | None:
        """What a setting always comes to; None where it depends on the game."""

    def cells(self, key: str = "cells", what: str = "which cells") -> Any | None:  # noqa: ANN401 - as above
        """The cells of a setting in words; None for what cannot be said, which is reported.

        It has ``one`` (any of them: ``"a cell with a stone"``), ``every`` (all of them: ``"every cell with a stone"``),
        ``which`` (what marks them, to stand after "cell" or "cells"; None where no such words do, and empty where they
        are all cells), ``is_empty`` (they are empty, which ``which`` then leaves out), ``is_one`` (it is one cell that
        is always the same, or that the player chose) and ``is_every_tile``.
        """

    def function(self, key: str) -> Callable[..., int | None]:
        """``f(**codes)``: what an expression gives of tiles by their codes; None where it depends on the game."""

    def toward(self, key: str = "toward") -> Phrase:
        """To which wall: ``"toward the top"``."""

    def here(self) -> object:
        """The cell of ``here``, by what the player chose; empty where that is none."""

    def incoming(self, key: str = "from") -> object:
        """What a spawn table brings: by its name where it is always the same, or one of a few; else ``"a tile"``."""

    def tile(self, name: object) -> object | None:
        """What a text that stands for a tile names: empty for none, None for what cannot be said."""

    def vanishing(self, cells: Any | None) -> Phrase:  # noqa: ANN401 - as above
        """That tiles vanish from these cells."""

    def action(self, verb: str) -> str:
        """The name of an action as players see it."""

    def steps(self, key: str) -> object | None:
        """The steps that a setting lists, as one; None where they are too deep inside one another."""


@dataclass(frozen=True, slots=True)
class Mechanic:
    """A kind of mechanic, as a plugin supplies it: all that is known of it, and the one place that says so.

    The reference, the JSON Schema, the rules in words and generated tests are made from it.

    Attributes:
        kind: the word a ruleset uses: ``[mechanics.x] use = "fuse"``.
        summary: one line for lists and generated rules.
        settings: the model of its table.
        build: makes the step from the settings, in board words, once for each place it is used. What it
            returns must be plain: loops, ints and the words it was given.
        events: the events it raises, each an `Event` with its meaning; a mere table of the names of its values, each
            ``tile`` or ``number``, will do. [scoring] and [[triggers]] may speak of them; ``step`` (the pass of a
            repeat) is always there.
        role: ``step`` (stands in steps) or ``through`` (stands in ``[queue] through``: ``act`` then returns
            the tile to deal instead, or 0).
        needs_cell: whether it acts on the cell the player chose even where its settings do not say so.
        needs_direction: whether it acts in the direction the player chose.
        needs_pair: whether it acts on the two cells the player chose.
        streams: the streams of chance it draws from, outside an opening.
        leaves: the sets of cells it leaves for the steps after it in the turn, by the words that ask about them; a
            table says how players are told of such a cell (``just cleared``), a mere tuple does not.
        keeps_symmetry: whether turning and mirroring the board turns and mirrors what it does; a function of its
            settings where that depends on them. What acts on several cells in reading order does not.
        needs_hold: whether it takes the tile that the queue holds back (``[queue] hold``).
        examples: parts of a ruleset that show it, in TOML. Each loads when it is put into Merge.
        samples: values of settings that generated tests try, besides what the types of the settings allow.
        says: what a step of this kind does, in words for players, made from its settings; None where ``summary`` and
            the settings that mean the same everywhere (``cells``, ``toward``) will do. Where it stands in
            ``[queue] through``, it is a whole sentence.
    """

    kind: str
    summary: str
    settings: type[Settings]
    build: Callable[[Any, Builder], Step]
    events: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    role: str = "step"
    needs_cell: bool = False
    needs_direction: bool = False
    needs_pair: bool = False
    streams: tuple[str, ...] = ()
    leaves: Mapping[str, str] | tuple[str, ...] = ()
    keeps_symmetry: bool | Callable[[Any], bool] = False
    needs_hold: bool = False
    examples: tuple[str, ...] = ()
    samples: Mapping[str, Sequence[object]] = field(default_factory=dict)
    says: Callable[[Any], object] | None = None


class Builder(Protocol):
    """The board words a mechanic is written in, and what it may ask while it is built.

    A *mask* is a set of cells: it knows ``& | ^ ~``, ``== 0`` and the words below; nothing else may be done
    with it. A *code* is a tile as the board stores it: 0 for none, then the pieces, then the ladder, lowest
    first. Take the words into local names before defining the step; call no method of the builder inside it.
    """

    grid: Grid
    #: The mask of all cells.
    full: int
    #: Number of pieces; codes up to this are pieces, codes above are the ladder.
    pieces: int
    #: The highest code.
    last: int
    #: ``code - shift`` is the number of a tile: its place in the ladder, or its ``n``.
    shift: int
    #: For each code the code of the next tier, or 0.
    next_code: Sequence[int]

    # -- the board
    at: Callable[[State, int], int]
    """``at(s, cell)``: the code in a cell."""
    put: Callable[[State, int, int], None]
    """``put(s, cell, code)``: the cell now holds this tile; 0 clears it."""
    move: Callable[[State, int, int], None]
    """``move(s, cell, to)``: the tile goes to an empty cell."""
    swap: Callable[[State, int, int], None]
    """``swap(s, cell, other)``: two tiles, each to the other's cell."""
    take: Callable[[State, int], None]
    """``take(s, mask)``: empties cells that all hold one and the same tile."""
    clear: Callable[[State, int], None]
    """``clear(s, mask)``: empties cells."""
    wipe: Callable[[State], None]
    """``wipe(s)``: empties the board."""
    where: Callable[[State, int], int]
    """``where(s, code)``: mask of the cells that hold this tile; of the empty ones for 0."""
    group: Callable[[State, int], int]
    """``group(s, cell)``: mask of the touching cells of the cell's tile, the cell among them."""
    touching: Callable[[State], int]
    """``touching(s)``: mask of all tiles that touch one of their own kind."""
    near: Callable[[int], int]
    """``near(mask)``: all neighbours of these cells."""
    around: Callable[[int], int]
    """``around(cell)``: all neighbours of one cell."""
    flood: Callable[[int, int], int]
    """``flood(seed, within)``: the cells of ``within`` reached from ``seed``, the seed included."""
    bit: Callable[[int], int]
    """``bit(cell)``: the mask of one cell."""
    count: Callable[[int], int]
    """``count(mask)``: how many cells."""
    lowest: Callable[[int], int]
    """``lowest(mask)``: the first cell in reading order."""
    pick: Callable[[int, int], int]
    """``pick(mask, n)``: the n-th cell in reading order, from 0."""
    each: Callable[[int], Iterator[int]]
    """``for cell in each(mask)``: in reading order."""
    top: Callable[[State], int]
    """``top(s)``: the highest code on the board, 0 where it is empty."""
    made: Callable[[State, int], None]
    """``made(s, code)``: the player made this tile (ranks ask for the best)."""
    step: Callable[[State, int], int]
    """``step(s, n)``: the pass of a repeat now running; 1 outside. Returns what it was, to be put back at the end."""
    passes: Callable[[State, int], int]
    """``passes(s, n)`` counts n passes, and returns how many more this turn may take: what repeats steps must ask."""

    @property
    def ways(self) -> Callable[[int, int], int]:
        """``ways(mask, into)``: the directions in which some cell of ``mask`` has its next cell in ``into``.

        Bit *d* stands for ``grid.directions[d]``: an int like any other, and no mask of cells.
        """

    @property
    def chosen(self) -> Callable[[State], int]:
        """``chosen(s)``: what the player chose besides ``here``.

        That is the other cell of a pair, the code of a tile, or the number of a column or row, counted from 1. A step
        that asks for this word is refused where the player chooses none of these.
        """

    @property
    def deal(self) -> Callable[[State], int]:
        """``deal(s)``: NOW leaves the queue, one tile joins at its end. Returns the code that joined."""

    @property
    def start(self) -> Callable[[State], None]:
        """``start(s)``: deals the opening of [start] again."""

    @property
    def now(self) -> Callable[[State], int]:
        """``now(s)``: the code of NOW."""

    dealt: Callable[[State], int]
    """``dealt(s)``: how many tiles the queue has handed out."""
    remark: Callable[[str], Callable[[State], None]]
    """``remark(text)`` (while building) gives ``say(s)``, which writes a note into the journal."""

    # -- while building
    def function(self, setting: str) -> Callable[..., int]:
        """The compiled expression of a setting: ``f(s, here, *values)``, values in the order of its names."""

    def by_line(
        self,
        lines: Lines,
        rule: LineRule,
        told: Told,
        *,
        asks: Sequence[Callable[..., int]] = (),
        raises: Sequence[str] = (),
    ) -> Lined:
        """``begin(s)``, ``line(s, here, i)``, ``finish(s)``: what becomes of lines that know nothing of each other.

        A turn calls ``begin``, then ``line`` once for each line of one direction, and ``finish``. Where neither the
        rule nor what follows from it looks at other cells, machine code works out each line once and looks it up from
        then on; one that does is played tile by tile.

        Args:
            lines: for each direction its lines, each as its cells.
            rule: ``rule(at, put, move, told, flat, start)`` makes ``play(s, here, i) -> number``, which ``line``
                returns, from these words. The cells of line i are ``flat[start[i]]`` to ``flat[start[i + 1] - 1]``;
                it puts nothing but tiles that it tells, and empties.
            told: ``told(s, a, b)``: two tiles, the first of them ``a``, became ``b``; at most one for two cells.
            asks: the expressions that the rule calls.
            raises: the events that ``told`` raises.
        """

    def alike(self, codes: Sequence[int]) -> Callable[[State, int], int]:
        """``alike(s, found)``: ``found``, and the directions in which some tile has one of its own code next to it.

        Directions are bits, as in `ways`; tiles of other than these codes are not asked.
        """

    def along(self, toward: str) -> Callable[[int], Iterator[int]]:
        """``for cell in ordered(mask)``: line by line in the order of `Grid.lines`, each from the wall it runs to."""

    def ahead(self, toward: str) -> Callable[[int], int]:
        """``ahead(mask)``: the next cell of each of these cells in a direction; a wall or a hole has none."""

    def below(self, stream: str) -> Callable[[State, int], int]:
        """``below(s, n)``: a draw from 0 to n - 1 without bias, from a stream this mechanic declares."""

    def table(self, setting: str, stream: str) -> tuple[Callable[[State], None], Callable[[State], int]]:
        """``settle(s)`` and ``pick(s)`` of the spawn table this setting names.

        ``pick`` gives one pick as a code; what a range runs to is worked out by ``settle`` and holds for the
        picks after it. Call ``settle`` once in each step before the first pick.
        """

    def tile(self, setting: str) -> int:
        """The code of the tile this setting names."""

    def turning(
        self, setting: str, stream: str
    ) -> tuple[Callable[[State], None], Callable[[State, int, int, int], int]]:
        """``settle(s)`` and ``turned(s, here, code, cell)``: the code that a code in a cell turns into.

        From a setting that is one tile, a spawn table, an expression of the tile and its cell, or for each tile one of
        the first two. Call ``settle`` once in each step, as with `table`; ask about all cells before the first one
        changes.
        """

    @property
    def hold(self) -> Callable[[State], int]:
        """``hold(s)``: NOW and the held tile change places; the first to be held lets the queue move up.

        Returns the code that is held now. Only where ``[queue] hold`` is true.
        """

    def steps(self, setting: str) -> Act:
        """The steps this setting lists, as one."""

    def random_action(self, setting: str, stream: str) -> Callable[[State], int]:
        """``play(s) -> changed``: takes the steps of the action this setting names, with a random legal choice.

        Neither its costs nor what it sets and adds follow, and no turn is counted. Where it cannot be played, nothing
        happens.
        """

    def event(self, name: str) -> Callable[..., None]:
        """``raised(s, *values)``: raises a declared event: its points, then its triggers."""

    def leave(self, name: str) -> Callable[[State, int], None]:
        """``leave(s, mask)``: the set of cells that a declared word asks about from now on.

        Each turn begins with empty sets. What is left later in the turn takes the place of what was left before.
        """

    def is_asked(self, name: str) -> bool:
        """Whether anybody asks about a set of cells that this mechanic declares to leave."""

    def masks(self, masks: Sequence[int]) -> Callable[[int], int]:
        """Constant masks: ``f(i)``."""

    def numbers(self, values: Sequence[int]) -> Sequence[int]:
        """Constant ints, to be indexed."""

    def scratch(self, size: int) -> int:
        """Index of ``size`` ints in the state for use within one step; never part of what a state is."""


# ---------------------------------------------------------------- what else a plugin supplies


@dataclass(frozen=True, slots=True)
class Frontend:
    """A way to show a game to a person.

    Attributes:
        name: for ``tilekit play --frontend NAME``.
        summary: one line for lists.
        play: plays a session until the player leaves; returns the exit status, 0 when all is well.
        unavailable: why it cannot run here and now, or an empty text. Cheap, and without effects.
        rank: which frontend is taken when none is asked for: the available one with the highest rank.
        menu: shows a `tilekit.Menu` until the player leaves, playing what is chosen; returns the exit status. None
            where it has no menu of its own.
        draw: ``draw(session, width, height)``: draws a session as it stands, with the code that draws it for a player,
            but on nothing: it opens no screen, waits for no input, plays nothing and leaves nothing behind. What it
            returns is ignored; what it raises means that it cannot draw this. It may raise `ImportError` where what it
            draws with is not installed: then it is not asked. `tilekit.conformance` draws states with it. None where
            it cannot draw so.
        sizes: the sizes it is asked to draw in, width and height, in whatever it measures a screen in.
    """

    name: str
    summary: str
    play: Callable[[Any], int]
    unavailable: Callable[[], str]
    rank: int = 0
    menu: Callable[[Any], int] | None = None
    draw: Callable[[Any, int, int], object] | None = None
    sizes: Sequence[tuple[int, int]] = ((80, 24),)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a bot can be given: ``tilekit simulate --bot NAME:PARAMETER=NUMBER``.

    Attributes:
        summary: what it says, in a few words.
        start: what it is when nobody says.
        least: the smallest that makes sense.
        most: the largest that makes sense, or None.
    """

    summary: str
    start: int
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that is a program.

    What it chooses follows from the game as it is seen, from ``draw`` and from its parameters alone, never from what
    chance will bring: it looks ahead with `Game.fork`, `Game.outcomes` and `Game.roll_outs`, and leaves the game as
    it found it.

    Attributes:
        name: for ``tilekit simulate --bot NAME``.
        summary: one line for lists.
        choose: ``choose(game, draw, **parameters) -> Action``: one of the legal actions of a game that is not over;
            ``draw(n)`` gives 0 to n - 1 (n is at most 2^32) from a stream that never touches the game's own chance.
            None stands for uniform random play, which the engine does itself.
        parameters: the numbers it can be given, by name. All of them are handed over by keyword.
        note: ``note(rules)``: what somebody should know of how it plays these rules here, such as why it is slow; an
            empty text for nothing. None where there is never anything.
    """

    name: str
    summary: str
    choose: Callable[..., Any] | None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    note: Callable[[Any], str] | None = None


# ---------------------------------------------------------------- discovery: called once each


class Specifications:
    """The hooks. Each is called with keyword arguments; an implementation may take a subset of them."""

    @hookspec
    def tilekit_mechanics(self) -> Sequence[Mechanic]:  # type: ignore[empty-body]
        """Kinds of mechanic.

        Called once, when rulesets are first loaded. Returns a sequence of `Mechanic`; two plugins that supply
        the same kind are an error that names both. An implementation that raises is reported by plugin name
        and left out. Implemented by the bundled mechanics. Since 0.1.
        """

    @hookspec
    def tilekit_rulesets(self) -> Sequence[Path]:  # type: ignore[empty-body]
        """Ruleset files that can be named by their id.

        Called once. Returns paths of ``.toml`` files; the id of a ruleset is the name of its file. Scenario
        files (``NAME.scenarios.toml``) lie beside them and are not listed. Implemented by the bundled games.
        Since 0.1.
        """

    @hookspec
    def tilekit_frontends(self) -> Sequence[Frontend]:  # type: ignore[empty-body]
        """Frontends.

        Called once, when a frontend is looked for or listed. Must not import what may be missing: that is what
        `Frontend.unavailable` is for. Implemented by ``plain``, tilekit-curses and tilekit-pygame. Since 0.1.
        """

    @hookspec
    def tilekit_bots(self) -> Sequence[Bot]:  # type: ignore[empty-body]
        """Bots.

        Called once, when a bot is looked for or listed. Implemented by the bundled bots. Since 0.1.
        """

    # ------------------------------------------------------------ observers: results ignored

    @hookspec
    def tilekit_turn_played(self, game: object, turn: object) -> None:
        """A turn was played in a session (never in a simulation).

        Args:
            game: the `tilekit.Game`, after the turn. It refuses every action while it is being reported; a copy does
                not.
            turn: the `tilekit.Turn`.

        An observer that raises is reported by plugin name; the game goes on. Since 0.1.
        """

    @hookspec
    def tilekit_game_over(self, game: object) -> None:
        """A session's game came to its end, after `tilekit_turn_played`. Called again when an undo is undone.

        Args:
            game: the `tilekit.Game`, which refuses every action as above.

        An observer that raises is reported by plugin name; the game goes on. Since 0.1.
        """
