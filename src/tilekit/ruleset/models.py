"""The shape of a ruleset: one strict model for each table of the file.

Owns which keys exist, their types and their limits. It does not own what names and expressions mean (that is
checked when the ruleset is compiled), nor what a mechanic's own settings are (the mechanic says so).
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, StringConstraints

from tilekit.hooks import Cells, Condition, Described, Expression, Number, SpawnName, Steps, TileName

#: The version of the ruleset format this library reads.
FORMAT: Final = 1
#: An open ladder of numbers (`first` without `last`) ends here.
OPEN_LAST: Final = 99
ID_PATTERN: Final = r"[a-z][a-z0-9_]*"

Id = Annotated[str, StringConstraints(pattern=rf"^{ID_PATTERN}$", max_length=40)]
#: A reason may have hyphens: it is never part of an expression.
Hyphened = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
#: The id of a game may begin with a digit: no expression speaks of it either.
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
#: Nothing that breaks a line, steers a terminal, or turns the direction of writing for what follows.
_ONE_LINE: Final = r"^[^\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$"
Text = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=_ONE_LINE)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_ONE_LINE)]
#: What `[words.X]` is named after: two or three letters, as ISO 639 has them.
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Glyph = Annotated[str, StringConstraints(pattern=r"^[!#-&(-\-/-\[\]^`a-~0-9]{1,4}$")]


def _drawable(symbol: str) -> str:
    """The symbol, if all of it shows.

    Raises:
        ValueError: it is blank, steers a terminal, or has nothing to set a mark on.
    """
    # Half the emoji are joined of several: what joins them is no character of its own to a terminal.
    if not symbol.isprintable() or symbol.isspace() or " " in symbol or unicodedata.combining(symbol[0]):
        raise ValueError("one to four characters that show, the first of them no accent")
    return symbol


Symbol = Annotated[str, StringConstraints(min_length=1, max_length=4), AfterValidator(_drawable)]
Small = Annotated[int, Field(ge=-(1 << 62), le=1 << 62)]
Prices = Annotated[dict[str, Annotated[int | str, Expression("number")]], Field(max_length=200)]
#: Values of some variables.
Values = Annotated[dict[str, Small], Field(max_length=200)]
#: What a player chooses with an action.
Target = Literal["none", "cell", "column", "row", "direction", "pair", "tile"]


class Aside:
    """Marks a key that does not affect play: looks, words, tests. The digest of the rules does not cover it."""


class Ordered:
    """Marks a table whose order matters: the meaning of a draw depends on it."""


class Table(Described):
    """A table of the file. ``Attributes:`` says what each key means, and `Aside` marks the keys that are not rules."""

    def counted(self) -> dict[str, Any]:
        """What of the table matters to play, as JSON has it. A key that has its default counts as one left out."""
        found: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if Aside in field.metadata or (not field.is_required() and value == field.default):
                continue
            held = _counted(value)
            found[field.alias or name] = list(held.items()) if Ordered in field.metadata and value else held
        return found


def _counted(value: Any) -> Any:  # noqa: ANN401 - whatever a table holds
    if isinstance(value, Table):
        return value.counted()
    if isinstance(value, dict):
        return {key: _counted(each) for key, each in value.items()}
    return [_counted(each) for each in value] if isinstance(value, list) else value


#: Changes of variables, or prices. They are written in the order of the file.
Changes = Annotated[Prices, Ordered]


class GameTable(Table):
    """[game]: the name and description of the game.

    Attributes:
        id: the name that loads, saves and lists the game; use the name of the file.
        title: the name shown to players.
        version: increase it when the rules change, so that an old save shows which rules it was played by.
        source: where the rules come from, in words.
        rules: your own words about the whole game, for example how points are scored, with its numbers in braces if you
            like. In the rules in words they come after how to play, and replace what is generated about points.
        terminates: declares that the game ends however it is played; ``tilekit test`` checks this with random play.
    """

    id: GameId
    title: Annotated[Line, Aside]
    version: Annotated[int, Field(ge=1, le=1_000_000)]
    source: Annotated[Text | None, Aside] = None
    rules: Annotated[Annotated[list[Text], Field(max_length=32)], Aside] = []
    terminates: Annotated[bool, Aside] = False


class GridTable(Table):
    """[grid]: the board.

    Attributes:
        rows: the number of rows.
        columns: the number of columns.
        adjacency: which cells touch: ``orthogonal`` is side by side; ``king`` includes corners (all eight around);
            ``hex`` is the six around a hexagon, where every second row is shifted half a cell to the right.
        wrap: whether opposite edges touch; a hex grid that wraps must have an even number of rows.
        mask: a picture of the board, one line for each row: ``.`` is a cell and ``_`` is a hole, separated by spaces.
    """

    rows: Annotated[int, Field(ge=1, le=64)]
    columns: Annotated[int, Field(ge=1, le=64)]
    adjacency: Literal["orthogonal", "king", "hex"] = "orthogonal"
    wrap: bool = False
    mask: Annotated[str, StringConstraints(max_length=20_000)] | None = None


class Numbers(Table):
    """A ladder of numbers, with or without an end.

    Attributes:
        first: the lowest number.
        last: the highest number; without it, the ladder is open and ends at 99.
        label: the number that a tile shows and is written as; it may refer to ``n`` and to constants.
    """

    first: Annotated[int, Field(ge=0, le=OPEN_LAST)] = 1
    last: Annotated[int, Field(ge=0, le=OPEN_LAST)] | None = None
    label: Annotated[int | str, Expression("number", {"n": "number"})] | None = None


class TiersTable(Table):
    """[tiers]: the tiles.

    Attributes:
        chain: the tiers, lowest first; each becomes the next, and the last becomes nothing.
        numbers: a ladder of numbers instead of a chain of names.
        pieces: tiles outside the chain; in comparisons, they are below all tiers.
        next: what a tile becomes, if that is not the next tier of the chain.
        glyphs: the token that stands for a tile in board text; without one, it is the tile's id. Not allowed: ``.``
            ``_`` ``"`` ``'`` and backslash.
    """

    chain: Annotated[list[Id], Field(max_length=OPEN_LAST)] | None = None
    numbers: Numbers | None = None
    pieces: Annotated[list[Id], Field(max_length=OPEN_LAST)] = []
    next: Annotated[dict[str, TileName], Field(max_length=400)] = {}
    glyphs: Annotated[Annotated[dict[str, Glyph], Field(max_length=400)], Aside] = {}


class Variable(Table):
    """A variable with bounds.

    Attributes:
        start: its value when the game begins.
        least: its lower bound.
        most: its upper bound.
    """

    start: Small = 0
    least: Small | None = None
    most: Small | None = None


class QueueTable(Table):
    """[queue]: the tiles that the player sees coming.

    Attributes:
        shows: how many tiles are shown: 1 is NOW, 2 is NOW and NEXT.
        source: the spawn table that tiles are dealt from.
        through: mechanics that may replace the tile that is dealt; the first one that replaces it wins.
        counts: a variable that counts every tile dealt, including those first shown.
        hold: whether one tile can be put aside; see ``hold``.
    """

    shows: Annotated[int, Field(ge=1, le=16)] = 1
    source: SpawnName = Field(alias="from")
    through: Annotated[Steps, Field(max_length=16)] = []
    counts: Id | None = None
    hold: bool = False


class SpawnTable(Table):
    """[spawn.X]: what chance draws from.

    Attributes:
        weights: how often each tile, or each other table, is drawn; if all are 0 in play, the first one is drawn.
        first: the lowest number of a range.
        to: the highest number of a range.
        weight: how often each number of the range is drawn; it may refer to ``n`` (the number), ``from`` and ``to``.
            Without it, all numbers are equally likely.
        tile: always this tile; it uses no chance.
        bag: how many of each tile are in a bag. Tiles are drawn from the bag without being put back, and the bag is
            refilled when it is empty.
    """

    weights: Annotated[
        Annotated[dict[str, Annotated[int | str, Expression("number", least=0)]], Field(max_length=400)] | None, Ordered
    ] = None
    first: Annotated[int | str, Expression("number")] | None = Field(default=None, alias="from")
    to: Annotated[int | str, Expression("number")] | None = None
    weight: (
        Annotated[
            int | str,
            Expression("number", {"n": "number", "from": "number", "to": "number"}),
        ]
        | None
    ) = None
    tile: TileName | None = None
    bag: Annotated[
        Annotated[dict[str, Annotated[int, Field(ge=0, le=1_000_000)]], Field(max_length=400)] | None, Ordered
    ] = None


class StartTable(Table):
    """[start]: the turn before the first action.

    Attributes:
        set: variables and their values, set before the steps.
        steps: mechanics, in order, on an empty board.
        until: the board is dealt again until this holds, at most 1,000 times (a few hundred on the largest boards).
        keyed_by: variables; the same seed and the same values give the same opening, whatever was played before. Use it
            for stages.
    """

    set: Changes = {}
    steps: Annotated[Steps, Field(max_length=32)] = []
    until: Condition | None = None
    keyed_by: Annotated[list[str], Field(max_length=8)] = []


class ActionTable(Table):
    """[actions.X]: something that the player can do.

    Attributes:
        target: what the player chooses.
        tiles: with ``target = "tile"``, the tiles that can be chosen; without it, all tiles.
        where: the cells that can be chosen.
        when: the action is legal only where this holds.
        must: the action is legal only where this holds after its first step.
        during: ``playing`` and the reasons of pauses in which the action can be played.
        costs: what the action subtracts from variables; it is legal only if none falls below 0 or its ``least``.
        set: variables, or ``score``, and their new values.
        add: variables, or ``score``, and the amounts to add.
        steps: mechanics, in order.
        undo: with ``"barrier"``, neither this action nor anything before it can be undone.
        label: the text of its button; without it, the name of the action.
        key: the key that presses its button; without it, a free letter.
        colour: the colour of its button.
        refusal: why a cell is refused, in words that a player understands, such as "the cell is taken". Without it,
            players read what ``where`` requires in plain words, or that the action cannot be played there now.
        rule: a sentence for players, instead of the one that is generated about the action.
    """

    target: Target = "none"
    tiles: Annotated[list[TileName], Field(min_length=1, max_length=200)] | None = None
    where: Cells | None = None
    when: Condition | None = None
    must: Condition | None = None
    during: Annotated[list[Hyphened], Field(min_length=1, max_length=32)] = ["playing"]
    costs: Changes = {}
    set: Changes = {}
    add: Changes = {}
    steps: Annotated[Steps, Field(max_length=32)] = []
    undo: Literal["step", "barrier"] = "step"
    label: Annotated[Line | None, Aside] = None
    key: Annotated[Annotated[str, StringConstraints(pattern=r"^[a-z0-9]$")] | None, Aside] = None
    colour: Annotated[Colour | None, Aside] = None
    refusal: Annotated[Line | None, Aside] = None
    rule: Annotated[Text | None, Aside] = None


class MechanicTable(Table):
    """[mechanics.X]: the keys that mechanics of every kind have.

    Attributes:
        use: the kind of the mechanic; without it, the name of the table.
        when: the step is skipped where this does not hold; it may refer to what the player chose.
        emits: another name for its event, to distinguish two mechanics of one kind; only for kinds with one event.
        rule: part of a sentence for players, instead of what is generated about the step.
    """

    use: str | None = None
    when: Condition | None = None
    emits: Id | None = None
    rule: Annotated[Text | None, Aside] = None


class Trigger(Table):
    """[[triggers]]: what follows from an event.

    Attributes:
        on: the event; ``scored`` follows every change of the score, with the values ``before`` (the old score) and
            ``points``.
        when: the trigger acts only where this holds; it may refer to the values of the event.
        set: variables, or ``score``, and their new values.
        add: variables, or ``score``, and the amounts to add.
        rule: a sentence for players, instead of the one that is generated about the trigger.
    """

    on: str
    when: Condition | None = None
    set: Changes = {}
    add: Changes = {}
    rule: Annotated[Text | None, Aside] = None


class End(Table):
    """[[end]]: when the game pauses or ends.

    Attributes:
        when: the condition.
        after: only after these actions.
        status: ``paused`` waits for an action that can be played in the pause; ``over`` is final.
        outcome: how the game ended, for statistics and for players, who read it in words next to ``text``. A game that
            is over without an outcome has ``ended``.
        reason: one word for programs; several ends may share it.
        text: words for players.
        colour: the colour of these words; without it, green if the game was won and red if it was lost.
        goal: what the player should aim for, for the rules in words.
        rule: a sentence for players, instead of the one that is generated about the end.
        set: variables, or ``score``, and their new values when this end is reached.
        add: variables, or ``score``, and the amounts to add when this end is reached.
    """

    when: Condition
    after: Annotated[list[str], Field(min_length=1, max_length=32)] | None = None
    status: Literal["paused", "over"] = "over"
    outcome: Literal["won", "lost", "ended"] | None = None
    reason: Hyphened
    text: Annotated[Line | None, Aside] = None
    colour: Annotated[Colour | None, Aside] = None
    goal: Annotated[Line | None, Aside] = None
    rule: Annotated[Text | None, Aside] = None
    set: Changes = {}
    add: Changes = {}


class UndoTable(Table):
    """[undo]: what can be undone.

    Attributes:
        depth: how many actions can be undone in succession; with 1, never two in a row.
        costs: what one undo subtracts from variables; undo does not return it.
        after_end: whether undo works after the end of a game.
    """

    depth: Annotated[int, Field(ge=0, le=10_000)] = 0
    costs: Prices = {}
    after_end: bool = False


class Notice(Table):
    """[[notices]]: a line under the board.

    Attributes:
        when: the notice is shown while this holds.
        text: the words of the notice.
    """

    when: Condition
    text: Line


class Invariant(Table):
    """[[invariants]]: what must hold after every action.

    Attributes:
        name: the promise, in words.
        holds: the condition.
    """

    name: Line
    holds: Condition


class Balance(Table):
    """[[balance]]: a band that a measured figure must be in.

    Attributes:
        bot: the bot that plays, with its numbers if it takes any, such as ``"mcts:rollouts=10"``.
        games: the number of games.
        metric: the figure: ``score.mean``, ``rate.jammed`` or any other metric.
        at_least: the lower bound.
        at_most: the upper bound.
    """

    bot: str = "random"
    games: Annotated[int, Field(ge=1, le=10_000_000)]
    metric: Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=_ONE_LINE)]
    at_least: Annotated[float, Field(allow_inf_nan=False)] | None = None
    at_most: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Ranks(Table):
    """[ranks]: titles that the player keeps.

    Attributes:
        of: the number that earns ranks, such as ``top_made``.
        titles: a title for each number or tile from which it applies.
    """

    of: Number
    titles: Annotated[dict[str, Line], Field(max_length=1_000)]


class Hint(Table):
    """[hint]: what glows when the player waits.

    Attributes:
        after: the number of seconds without input.
        cells: the cells that may glow; the whole group of the best cell glows with it.
        prefer: the best cell is the one where this number is largest.
    """

    after: Annotated[int, Field(ge=1, le=3600)]
    cells: Cells
    prefer: Annotated[int | str, Expression("per_cell")] | None = None


class Look(Table):
    """[look.TILE]: how a tile is drawn. Looks are not rules.

    Attributes:
        colour: its colour; without it, one from a series: one series for tiers, another for pieces.
        shape: its shape; without it, one from a series in the same way, except that numbers are square.
        symbol: a sign to draw, which need not be ASCII; without it, the glyph.
        pattern: how the shape is filled.
        crown: whether the tile wears a crown.
        glow: whether the tile glows.
        lit: the tile lights up while this holds.
        lit_colour: its colour while it is lit; without it, amber.
    """

    colour: Colour | None = None
    shape: (
        Literal[
            "circle", "square", "hexagon", "diamond", "star", "ring", "triangle", "cross", "house", "tower", "tree",
            "flower", "arch",
        ]
        | None
    ) = None  # fmt: skip
    symbol: Symbol | None = None
    pattern: Literal["plain", "hatched", "cracked"] | None = None
    crown: bool = False
    glow: bool = False
    lit: Condition | None = None
    lit_colour: Colour | None = None


class Display(Table):
    """[display]: what is shown next to the board. It is not part of the rules.

    Attributes:
        score_digits: the score is shown with this many digits; higher digits are only hidden, not lost.
        variables: which variables are shown, in the order of ``[variables]``; without it, all of them.
    """

    score_digits: Annotated[int, Field(ge=1, le=18)] | None = None
    variables: Annotated[list[str], Field(max_length=32)] | None = None


class Given(Table):
    """The position that a scenario starts from.

    Attributes:
        board: the board; without it, the opening is dealt for the variables given.
        queue: the queue, NOW first, with as many tiles as it shows; without it, the queue is dealt.
        held: the tile put aside, or ``"none"``.
        draws: the next answers of the spawn tables, in order; after them, the seed decides.
        variables: their values; variables not named have their opening values.
        score: the score.
    """

    board: Annotated[str, StringConstraints(max_length=40_000)] | None = None
    queue: Annotated[list[str | int], Field(max_length=16)] | None = None
    held: str | int | None = None
    draws: Annotated[list[str | int], Field(max_length=10_000)] = []
    variables: Values = {}
    score: Small | None = None


class Then(Table):
    """What a scenario expects; only the keys that it names are compared.

    Attributes:
        board: the whole board.
        score: the score.
        queue: the whole queue, NOW first.
        held: the tile put aside, or ``"none"``.
        variables: the values of the variables that it names.
        status: the status.
        reason: the reason of the end that holds; ``""`` while playing.
        outcome: the outcome of the game, also while it is paused; ``""`` where it is open.
        notices: the texts that are shown, in any order: those of the notices and of the end that holds.
        illegal: actions, each of which must be refused and change nothing when tried; ``undo`` may be one of them.
        legal: exactly the legal actions, in any order, without undo and restart.
    """

    board: Annotated[str, StringConstraints(max_length=40_000)] | None = None
    score: Small | None = None
    queue: Annotated[list[str | int], Field(max_length=16)] | None = None
    held: str | int | None = None
    variables: Values | None = None
    status: Literal["playing", "paused", "over"] | None = None
    reason: str | None = None
    outcome: Literal["", "won", "lost", "ended"] | None = None
    notices: Annotated[list[str], Field(max_length=1_000)] | None = None
    illegal: Annotated[list[str], Field(max_length=10_000)] | None = None
    legal: Annotated[list[str], Field(max_length=10_000)] | None = None


class ScenarioTable(Table):
    """[[scenario]]: a test of the rules, in the words of the rules.

    Attributes:
        name: what the scenario shows.
        seed: the source of chance, except for what ``given`` defines.
        given: the position that it starts from; without it, the opening.
        actions: the actions to play, as players write them; also ``undo`` and ``restart``.
        then: what must hold afterwards; only what it names is compared.
    """

    name: Text
    seed: int | str = 0
    given: Given = Given()
    actions: Annotated[list[str], Field(max_length=10_000)] = []
    then: Then = Then()


Scenarios = Annotated[list[ScenarioTable], Field(max_length=5_000)]


class Ruleset(Table):
    """A whole ruleset file.

    `mechanics` holds each table as written; each kind checks its own settings. `presets` is also held as written: each
    preset is checked as the ruleset that results from it. `extends` is removed when it has been resolved.

    Attributes:
        format: the version of this format, always ``format = 1``; the first line of the file.
        extends: the ruleset whose tables this one inherits; below ``format``.
        game: the name and description of the game.
        grid: the board.
        constants: numbers, and lists of numbers, to tune.
        tiers: the tiles.
        properties: numbers that belong to tiles.
        areas: names for sets of cells.
        variables: numbers that change in play.
        queue: the tiles that the player sees coming.
        spawn: what chance draws from, and how often.
        start: how the board is dealt.
        actions: what the player can do.
        mechanics: the parts that change the board.
        scoring: points for events.
        triggers: changes of variables that follow from events.
        end: when the game pauses or ends.
        undo: what can be undone.
        notices: lines under the board.
        invariants: what must hold after every action.
        balance: bands for figures of many games.
        ranks: titles.
        hint: what glows when the player waits.
        look: how a tile is drawn.
        display: what is shown next to the board.
        words: the ruleset's texts in another language.
        scenario: tests of the rules; they have their own page.
        presets: the same game with other numbers.
    """

    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    extends: str | None = None
    game: GameTable
    grid: GridTable
    constants: Annotated[
        dict[Id, Small | Annotated[list[Small], Field(min_length=1, max_length=1000)]], Field(max_length=500)
    ] = {}
    tiers: TiersTable
    properties: Annotated[dict[Id, Annotated[dict[str, Small], Field(max_length=400)]], Field(max_length=100)] = {}
    areas: Annotated[dict[Id, Cells], Field(max_length=100)] = {}
    variables: Annotated[dict[Id, Small | Variable], Field(max_length=100)] = {}
    queue: QueueTable | None = None
    spawn: Annotated[dict[Id, SpawnTable], Field(max_length=100)] = {}
    start: StartTable = StartTable()
    actions: Annotated[dict[Id, ActionTable], Field(min_length=1, max_length=32)]
    mechanics: Annotated[dict[Id, dict[str, Any]], Field(max_length=100)] = {}
    scoring: Annotated[dict[str, Annotated[int | str, Expression("number")]], Field(max_length=100)] = {}
    triggers: Annotated[list[Trigger], Field(max_length=200)] = []
    end: Annotated[list[End], Field(min_length=1, max_length=50)]
    undo: UndoTable = UndoTable()
    notices: Annotated[Annotated[list[Notice], Field(max_length=50)], Aside] = []
    invariants: Annotated[Annotated[list[Invariant], Field(max_length=200)], Aside] = []
    balance: Annotated[Annotated[list[Balance], Field(max_length=50)], Aside] = []
    ranks: Annotated[Ranks | None, Aside] = None
    hint: Annotated[Hint | None, Aside] = None
    look: Annotated[Annotated[dict[str, Look], Field(max_length=400)], Aside] = {}
    display: Annotated[Display, Aside] = Display()
    words: Annotated[
        Annotated[dict[Language, Annotated[dict[Text, Text], Field(max_length=1_000)]], Field(max_length=50)], Aside
    ] = {}
    scenario: Annotated[Scenarios, Aside] = []
    presets: Annotated[Annotated[dict[GameId, dict[str, Any]], Field(max_length=50)], Aside] = {}

    def counted(self) -> dict[str, Any]:
        """As of any table; of mechanics, which are kept as they are written, what no kind has is left out."""
        aside = {name for name, field in MechanicTable.model_fields.items() if Aside in field.metadata}
        found = super().counted()
        for table in found.get("mechanics", {}).values():
            for key in aside & table.keys():
                del table[key]
        return found

    @property
    def keeps_score(self) -> bool:
        """Whether anything in a game ever changes its score; otherwise there is none to show."""
        changing: list[ActionTable | Trigger | End] = [*self.actions.values(), *self.triggers, *self.end]
        changed = [table for each in changing for table in (each.set, each.add)]
        return bool(self.scoring) or any("score" in table for table in (*changed, self.start.set))


class ScenarioTables(Table):
    """The scenarios of a ruleset file, separate from its rules.

    Attributes:
        scenario: the scenarios.
    """

    scenario: Scenarios = []


class ScenarioFile(Table):
    """A file of scenarios next to a ruleset.

    Attributes:
        ruleset: the id of an installed ruleset, or a path relative to this file, ending in ``.toml``; either may have a
            preset: ``"merge:hard"``.
        scenario: one or more scenarios.
    """

    ruleset: str
    scenario: Annotated[list[ScenarioTable], Field(min_length=1, max_length=5_000)]
