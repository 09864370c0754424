"""The shape of a ruleset: one strict model for each table of the file.

Owns which keys exist, their types and their limits. It does not own what names and expressions mean (that is
checked when the ruleset is compiled), nor what a mechanic's own settings are (the mechanic says so).
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from tilekit.hooks import Cells, Condition, Expression, Number, SpawnName, Steps, TileName

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
Changes = Annotated[dict[str, Annotated[int | str, Expression("number")]], Field(max_length=200)]
#: Values of some variables.
Values = Annotated[dict[str, Small], Field(max_length=200)]
#: What a player chooses with an action.
Target = Literal["none", "cell", "column", "row", "direction", "pair", "tile"]


class Table(BaseModel):
    """A table of the file: strict, frozen, closed to unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)


class GameTable(Table):
    """[game]: what the game is called."""

    id: GameId
    title: Line
    version: Annotated[int, Field(ge=1, le=1_000_000)]
    source: Text | None = None
    rules: Annotated[list[Text], Field(max_length=32)] = []
    terminates: bool = False


class GridTable(Table):
    """[grid]: the board."""

    rows: Annotated[int, Field(ge=1, le=64)]
    columns: Annotated[int, Field(ge=1, le=64)]
    adjacency: Literal["orthogonal", "king", "hex"] = "orthogonal"
    wrap: bool = False
    mask: Annotated[str, StringConstraints(max_length=20_000)] | None = None


class Numbers(Table):
    """A ladder of numbers, with or without an end."""

    first: Annotated[int, Field(ge=0, le=OPEN_LAST)] = 1
    last: Annotated[int, Field(ge=0, le=OPEN_LAST)] | None = None
    label: Annotated[int | str, Expression("number", {"n": "number"})] | None = None


class TiersTable(Table):
    """[tiers]: the tiles."""

    chain: Annotated[list[Id], Field(max_length=OPEN_LAST)] | None = None
    numbers: Numbers | None = None
    pieces: Annotated[list[Id], Field(max_length=OPEN_LAST)] = []
    next: Annotated[dict[str, TileName], Field(max_length=400)] = {}
    glyphs: Annotated[dict[str, Glyph], Field(max_length=400)] = {}


class Variable(Table):
    """A variable with bounds."""

    start: Small = 0
    least: Small | None = None
    most: Small | None = None


class QueueTable(Table):
    """[queue]: what the player sees coming."""

    shows: Annotated[int, Field(ge=1, le=16)] = 1
    source: SpawnName = Field(alias="from")
    through: Annotated[Steps, Field(max_length=16)] = []
    counts: Id | None = None
    hold: bool = False


class SpawnTable(Table):
    """[spawn.X]: what chance may bring."""

    weights: Annotated[dict[str, Annotated[int | str, Expression("number", least=0)]], Field(max_length=400)] | None = (
        None
    )
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
    bag: Annotated[dict[str, Annotated[int, Field(ge=0, le=1_000_000)]], Field(max_length=400)] | None = None


class StartTable(Table):
    """[start]: the turn nobody plays."""

    set: Changes = {}
    steps: Annotated[Steps, Field(max_length=32)] = []
    until: Condition | None = None
    keyed_by: Annotated[list[str], Field(max_length=8)] = []


class ActionTable(Table):
    """[actions.X]: something the player may do."""

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
    label: Line | None = None
    key: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]$")] | None = None
    colour: Colour | None = None
    refusal: Line | None = None
    rule: Text | None = None


class MechanicTable(Table):
    """[mechanics.X]: what each of them may have for players, whatever its kind."""

    rule: Text | None = None


class Trigger(Table):
    """[[triggers]]: what follows from an event."""

    on: str
    when: Condition | None = None
    set: Changes = {}
    add: Changes = {}
    rule: Text | None = None


class End(Table):
    """[[end]]: when the game stops, for good or for a while."""

    when: Condition
    after: Annotated[list[str], Field(min_length=1, max_length=32)] | None = None
    status: Literal["paused", "over"] = "over"
    outcome: Literal["won", "lost", "ended"] | None = None
    reason: Hyphened
    text: Line | None = None
    colour: Colour | None = None
    goal: Line | None = None
    rule: Text | None = None
    set: Changes = {}
    add: Changes = {}


class UndoTable(Table):
    """[undo]: what may be taken back."""

    depth: Annotated[int, Field(ge=0, le=10_000)] = 0
    costs: Changes = {}
    after_end: bool = False


class Notice(Table):
    """[[notices]]: a line under the board."""

    when: Condition
    text: Line


class Invariant(Table):
    """[[invariants]]: what must hold after every action."""

    name: Line
    holds: Condition


class Balance(Table):
    """[[balance]]: a band in which a measured figure must lie."""

    bot: str = "random"
    games: Annotated[int, Field(ge=1, le=10_000_000)]
    metric: Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=_ONE_LINE)]
    at_least: Annotated[float, Field(allow_inf_nan=False)] | None = None
    at_most: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Ranks(Table):
    """[ranks]: titles that are never lost."""

    of: Number
    titles: Annotated[dict[str, Line], Field(max_length=1_000)]


class Hint(Table):
    """[hint]: what glows when the player waits."""

    after: Annotated[int, Field(ge=1, le=3600)]
    cells: Cells
    prefer: Annotated[int | str, Expression("per_cell")] | None = None


class Look(Table):
    """[look.TILE]: how a tile is drawn. Looks are no rules."""

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
    """[display]: what is shown beside the board. Not rules."""

    score_digits: Annotated[int, Field(ge=1, le=18)] | None = None
    variables: Annotated[list[str], Field(max_length=32)] | None = None


class Given(Table):
    """What a scenario starts from."""

    board: Annotated[str, StringConstraints(max_length=40_000)] | None = None
    queue: Annotated[list[str | int], Field(max_length=16)] | None = None
    held: str | int | None = None
    draws: Annotated[list[str | int], Field(max_length=10_000)] = []
    variables: Values = {}
    score: Small | None = None


class Then(Table):
    """What a scenario must come to; only what is named is compared."""

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
    """[[scenario]]: a test of the rules, in the rules' own words."""

    name: Text
    seed: int | str = 0
    given: Given = Given()
    actions: Annotated[list[str], Field(max_length=10_000)] = []
    then: Then = Then()


Scenarios = Annotated[list[ScenarioTable], Field(max_length=5_000)]


class Ruleset(Table):
    """A whole ruleset file. `mechanics` holds each table as written; kinds check their own settings.

    So does `presets`: what they change is checked as what comes of it. `extends` is gone once that is found.
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
    notices: Annotated[list[Notice], Field(max_length=50)] = []
    invariants: Annotated[list[Invariant], Field(max_length=200)] = []
    balance: Annotated[list[Balance], Field(max_length=50)] = []
    ranks: Ranks | None = None
    hint: Hint | None = None
    look: Annotated[dict[str, Look], Field(max_length=400)] = {}
    display: Display = Display()
    words: Annotated[dict[Language, Annotated[dict[Text, Text], Field(max_length=1_000)]], Field(max_length=50)] = {}
    scenario: Scenarios = []
    presets: Annotated[dict[GameId, dict[str, Any]], Field(max_length=50)] = {}

    @property
    def keeps_score(self) -> bool:
        """Whether anything in a game ever changes its score; otherwise there is none to show."""
        changing: list[ActionTable | Trigger | End] = [*self.actions.values(), *self.triggers, *self.end]
        changed = [table for each in changing for table in (each.set, each.add)]
        return bool(self.scoring) or any("score" in table for table in (*changed, self.start.set))


class ScenarioTables(Table):
    """The scenarios of a ruleset file, apart from its rules."""

    scenario: Scenarios = []


class ScenarioFile(Table):
    """A file of scenarios beside a ruleset."""

    ruleset: str
    scenario: Annotated[list[ScenarioTable], Field(min_length=1, max_length=5_000)]


#: Tables that say how a game looks, is explained or is tested, or what else it could be: no part of what it plays.
NOT_RULES: Final = frozenset(
    {"look", "display", "notices", "invariants", "balance", "hint", "ranks", "words", "scenario", "presets"}
)
