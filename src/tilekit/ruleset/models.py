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
    """Marks a key that is no part of what a game plays: looks, words, tests. No digest of the rules covers it."""


class Ordered:
    """Marks a table of which the order counts: what a draw means depends on it."""


class Table(Described):
    """A table of the file: below ``Attributes:`` it says what each key means, and `Aside` marks what is no rule."""

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
    """[game]: what the game is called.

    Attributes:
        id: the name by which the game is loaded, saved and listed; use the name of the file.
        title: the name shown to players.
        version: raise it when the rules change, so that old saves say what they are.
        source: where the rules come from, in words.
        rules: the author's own words about the whole game, perhaps with its numbers in braces, such as how points come
            about; they stand after how one plays in the rules in words, in place of what is generated about points.
        terminates: the game is said to end however it is played; ``tilekit test`` then holds random play to it.
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
        rows: how many rows.
        columns: how many columns.
        adjacency: which cells touch: side by side; corners too (all eight around); or the six around a hexagon, where
            every second row lies half a cell to the right.
        wrap: whether opposite edges touch; a hex grid that wraps has an even number of rows.
        mask: a picture of the board: ``.`` a cell, ``_`` a hole, tokens apart by spaces, a line for each row.
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
        last: the highest number; without it the ladder is open, and ends at 99.
        label: the number that a tile shows and goes by; it may speak of ``n`` and of constants.
    """

    first: Annotated[int, Field(ge=0, le=OPEN_LAST)] = 1
    last: Annotated[int, Field(ge=0, le=OPEN_LAST)] | None = None
    label: Annotated[int | str, Expression("number", {"n": "number"})] | None = None


class TiersTable(Table):
    """[tiers]: the tiles.

    Attributes:
        chain: the tiers, lowest first; each becomes the next, the last becomes nothing.
        numbers: a ladder of numbers instead of a chain of names.
        pieces: tiles outside the chain; in every comparison they lie below all tiers.
        next: what a tile becomes, where that is not the next of the chain.
        glyphs: the token that stands for a tile in board text; without one it is the tile's id. No ``.`` ``_`` ``"``
            ``'`` or backslash.
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
        least: it never falls below this.
        most: it never rises above this.
    """

    start: Small = 0
    least: Small | None = None
    most: Small | None = None


class QueueTable(Table):
    """[queue]: what the player sees coming.

    Attributes:
        shows: how many tiles are seen: 1 is NOW, 2 is NOW and NEXT.
        source: the spawn table that tiles are dealt from.
        through: mechanics that may put another tile in the place of the one dealt; the first that does wins.
        counts: a variable that counts every tile handed out, those first shown among them.
        hold: whether one tile can be put aside; see ``hold``.
    """

    shows: Annotated[int, Field(ge=1, le=16)] = 1
    source: SpawnName = Field(alias="from")
    through: Annotated[Steps, Field(max_length=16)] = []
    counts: Id | None = None
    hold: bool = False


class SpawnTable(Table):
    """[spawn.X]: what chance may bring.

    Attributes:
        weights: how often each tile, or each other table, comes; all 0 in play means the first one.
        first: the lowest number of a range.
        to: the highest number of a range.
        weight: how often each number of the range comes; it may speak of ``n``, the number, and of ``from`` and
            ``to``; without it all come alike.
        tile: always this one; it uses up no chance.
        bag: how many of each tile are in a bag, from which they are drawn without putting back; it is filled anew when
            it is empty.
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
    """[start]: the turn nobody plays.

    Attributes:
        set: variables and their values, before the steps.
        steps: mechanics, from left to right, on an empty board.
        until: dealt anew until this holds, at most 1,000 times (some hundred on the largest boards).
        keyed_by: variables; the same seed and the same values give the same opening, whatever was played before. For
            stages.
    """

    set: Changes = {}
    steps: Annotated[Steps, Field(max_length=32)] = []
    until: Condition | None = None
    keyed_by: Annotated[list[str], Field(max_length=8)] = []


class ActionTable(Table):
    """[actions.X]: something the player may do.

    Attributes:
        target: what it aims at.
        tiles: with ``target = "tile"``, those that may be chosen; all without it.
        where: the cells it may aim at.
        when: it may be played only where this holds.
        must: it may be played only where this holds once its first step is done.
        during: ``playing``, and the reasons of pauses in which it may be played.
        costs: what it takes from variables; it may be played only where there is as much, above a ``least``.
        set: variables, or ``score``, and their new values.
        add: variables, or ``score``, and what is added.
        steps: mechanics, from left to right.
        undo: with ``"barrier"``, neither it nor anything before it can be taken back.
        label: words for its button; without one, its name.
        key: the key that presses its button; without one, a letter that is free.
        colour: the colour of its button.
        refusal: why a cell is refused, in words a player understands: "the cell is taken"; without one, players are
            told what ``where`` asks in plain words, or that it cannot be played there now.
        rule: a sentence for players, in place of what is generated about the action.
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
    """[mechanics.X]: what each of them may say, whatever its kind.

    Attributes:
        use: which kind it is; the name of the table where it is left out.
        when: the step is passed over where this does not hold; it may speak of what the player chose.
        emits: another name for its event, so that two mechanics of a kind can be told apart; for kinds with one event.
        rule: words for players, part of a sentence, in place of what is generated about the step.
    """

    use: str | None = None
    when: Condition | None = None
    emits: Id | None = None
    rule: Annotated[Text | None, Aside] = None


class Trigger(Table):
    """[[triggers]]: what follows from an event.

    Attributes:
        on: the event; ``scored`` follows every change of the score, and names ``before`` (the old score) and
            ``points``.
        when: only where this holds; it may speak of the values of the event.
        set: variables, or ``score``, and their new values.
        add: variables, or ``score``, and what is added.
        rule: a sentence for players, in place of what is generated about the trigger.
    """

    on: str
    when: Condition | None = None
    set: Changes = {}
    add: Changes = {}
    rule: Annotated[Text | None, Aside] = None


class End(Table):
    """[[end]]: when the game stops, for good or for a while.

    Attributes:
        when: the condition.
        after: only after these actions.
        status: ``paused`` waits for an action that may be played in the pause; ``over`` is for good.
        outcome: how it ended, for players, who read it in words beside ``text``, and for statistics; a game that is
            over without one has ``ended``.
        reason: one word for programs; several ends may share it.
        text: words for players.
        colour: the colour of these words; without it green where it was won and red where it was lost.
        goal: what a player should aim at, for the rules in words.
        rule: a sentence for players, in place of what is generated about the end.
        set: variables, or ``score``, changed when this end is reached.
        add: variables, or ``score``, and what is added when this end is reached.
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
    """[undo]: what may be taken back.

    Attributes:
        depth: how many actions can be taken back, one after another; with 1 never two in a row.
        costs: what one undo takes from variables; no undo gives that back.
        after_end: whether it reaches back past the end of a game.
    """

    depth: Annotated[int, Field(ge=0, le=10_000)] = 0
    costs: Prices = {}
    after_end: bool = False


class Notice(Table):
    """[[notices]]: a line under the board.

    Attributes:
        when: it shows while this holds.
        text: what it says.
    """

    when: Condition
    text: Line


class Invariant(Table):
    """[[invariants]]: what must hold after every action.

    Attributes:
        name: what is promised, in words.
        holds: the condition.
    """

    name: Line
    holds: Condition


class Balance(Table):
    """[[balance]]: a band in which a measured figure must lie.

    Attributes:
        bot: who plays: a bot, with its numbers, such as ``"mcts:rollouts=10"``.
        games: how many games.
        metric: which figure: ``score.mean``, ``rate.jammed`` or any other of these.
        at_least: the lower bound.
        at_most: the upper bound.
    """

    bot: str = "random"
    games: Annotated[int, Field(ge=1, le=10_000_000)]
    metric: Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=_ONE_LINE)]
    at_least: Annotated[float, Field(allow_inf_nan=False)] | None = None
    at_most: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Ranks(Table):
    """[ranks]: titles that are never lost.

    Attributes:
        of: the number that earns ranks, such as ``top_made``.
        titles: a title for each number or tile from which it holds.
    """

    of: Number
    titles: Annotated[dict[str, Line], Field(max_length=1_000)]


class Hint(Table):
    """[hint]: what glows when the player waits.

    Attributes:
        after: seconds without input.
        cells: the cells that may glow; with the best one its whole group does.
        prefer: which is best: the cell where this number is largest.
    """

    after: Annotated[int, Field(ge=1, le=3600)]
    cells: Cells
    prefer: Annotated[int | str, Expression("per_cell")] | None = None


class Look(Table):
    """[look.TILE]: how a tile is drawn. Looks are no rules.

    Attributes:
        colour: its colour; without one, one of a series: tiers have one, pieces another.
        shape: its shape; without one, one of a series likewise, but for numbers, which are square.
        symbol: a sign to draw, perhaps not ASCII; without one, the glyph.
        pattern: how the shape is filled.
        crown: whether it wears a crown.
        glow: whether it glows.
        lit: it lights up while this holds.
        lit_colour: its colour then; amber without one.
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
    """[display]: what is shown beside the board. Not rules.

    Attributes:
        score_digits: the score is shown with so many digits; higher ones are dropped from sight only.
        variables: which variables are shown, in the order of ``[variables]``; all of them without this.
    """

    score_digits: Annotated[int, Field(ge=1, le=18)] | None = None
    variables: Annotated[list[str], Field(max_length=32)] | None = None


class Given(Table):
    """What a scenario starts from.

    Attributes:
        board: the board; without it, the opening is dealt for the variables given.
        queue: NOW first, as many tiles as the queue shows; without it, the queue is dealt.
        held: the tile put aside, or ``"none"``.
        draws: what the spawn tables answer next, in order; then the seed goes on.
        variables: their values; those not named stand at their opening values.
        score: the score.
    """

    board: Annotated[str, StringConstraints(max_length=40_000)] | None = None
    queue: Annotated[list[str | int], Field(max_length=16)] | None = None
    held: str | int | None = None
    draws: Annotated[list[str | int], Field(max_length=10_000)] = []
    variables: Values = {}
    score: Small | None = None


class Then(Table):
    """What a scenario must come to; only what is named is compared.

    Attributes:
        board: the whole board.
        score: the score.
        queue: the whole queue, NOW first.
        held: the tile put aside, or ``"none"``.
        variables: those named.
        status: the status.
        reason: the reason of the end that holds; ``""`` while playing.
        outcome: how the game came out, also while it is paused; ``""`` where it is open.
        notices: the texts showing, in any order: of the end that holds, and of the notices.
        illegal: actions, each of which is refused and changes nothing by the try; ``undo`` may be one.
        legal: exactly the legal actions, in any order, undo and restart aside.
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
    """[[scenario]]: a test of the rules, in the rules' own words.

    Attributes:
        name: what it shows.
        seed: from which chance follows, beyond what ``given`` says.
        given: the position it starts from; the opening where nothing is given.
        actions: what is played, as players write it; also ``undo`` and ``restart``.
        then: what must stand afterwards; only what is named is compared.
    """

    name: Text
    seed: int | str = 0
    given: Given = Given()
    actions: Annotated[list[str], Field(max_length=10_000)] = []
    then: Then = Then()


Scenarios = Annotated[list[ScenarioTable], Field(max_length=5_000)]


class Ruleset(Table):
    """A whole ruleset file. `mechanics` holds each table as written; kinds check their own settings.

    So does `presets`: what they change is checked as what comes of it. `extends` is gone once that is found.

    Attributes:
        format: the version of this format, always ``format = 1``; the first line of the file.
        extends: the ruleset whose tables this one inherits; below ``format``.
        game: what the game is called.
        grid: the board.
        constants: numbers and lists of numbers that one tunes.
        tiers: the tiles.
        properties: numbers that belong to tiles.
        areas: names for sets of cells.
        variables: numbers that change in play.
        queue: the tiles the player sees coming.
        spawn: what chance may bring, and how often.
        start: how the board is dealt.
        actions: what the player may do.
        mechanics: the parts that change the board.
        scoring: points for events.
        triggers: changes of variables that follow from events.
        end: when the game pauses or is over.
        undo: what may be taken back.
        notices: lines under the board.
        invariants: what must always hold.
        balance: bands for figures of many games.
        ranks: titles.
        hint: what glows when the player waits.
        look: how a tile is drawn.
        display: what stands beside the board.
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
    """The scenarios of a ruleset file, apart from its rules.

    Attributes:
        scenario: the scenarios.
    """

    scenario: Scenarios = []


class ScenarioFile(Table):
    """A file of scenarios beside a ruleset.

    Attributes:
        ruleset: the id of an installed ruleset, or a path from this file, which ends in ``.toml``; either perhaps with
            a preset: ``"merge:hard"``.
        scenario: the scenarios, one or more.
    """

    ruleset: str
    scenario: Annotated[list[ScenarioTable], Field(min_length=1, max_length=5_000)]
