"""A game being played: actions, refusals, undo, restart.

Owns the history of one game and everything that is asked of it from outside. The rules themselves are a
`Program`, which it drives; what it hands out cannot be used to change it.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, SupportsIndex

from tilekit import board as b
from tilekit.actions import Action, text_of
from tilekit.chance import nth_seed, seed_from
from tilekit.errors import (
    IllegalAction,
    MechanicFailed,
    PluginError,
    SaveError,
    TilekitError,
    at_least_1,
    failed_in,
    nearest,
    one_line,
)
from tilekit.expressions.values import plus
from tilekit.grid import cells_of
from tilekit.journal import Entry, Ids, entries
from tilekit.playable import Playable
from tilekit.position import BoardView, position
from tilekit.program.choices import WORDS, asks_for, no_choice
from tilekit.program.program import ActionSpec
from tilekit.ruleset.models import End, Given
from tilekit.saves import CHECK_EVERY, SAVE_FORMAT, Check, RulesetName, Saved, write
from tilekit.wording import conditions
from tilekit.wording.names import action_named
from tilekit.words import Phrase, chained

#: The seed of what comes after an outcome: any will do that is not the game's.
_CHANCE_OF_OUTCOMES: Final = seed_from("outcomes")
_NO_CHANCE: Final = {
    "undo": Phrase("undo leaves nothing to chance: it takes the latest action back"),
    "restart": Phrase("restart leaves nothing to chance: it begins anew"),
}


class Status(StrEnum):
    """Whether a game goes on."""

    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Result(StrEnum):
    """How a game that is paused or over came out. `NONE`, the empty text, is false."""

    NONE = ""
    WON = "won"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Turn:
    """An action and all it caused.

    Attributes:
        action: its text.
        journal: what happened, in order.
        points: by how much the score changed.
    """

    action: str
    journal: tuple[Entry, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action may come to.

    Attributes:
        game: as it stands then. A fork without a history, to be played on; chance is the same in all outcomes, so
            fork it to see several ways on.
        probability: exact; those of all outcomes make 1.
        points: by how much the score changes.
    """

    game: Game
    probability: Fraction
    points: int


@dataclass(frozen=True, slots=True)
class RollOuts:
    """How it went when an action was played on forks, and random play went on from there.

    Attributes:
        scores: of each, where it ended.
        lengths: how many actions each took, the first among them.
        won: how many ended as won.
    """

    scores: tuple[int, ...]
    lengths: tuple[int, ...]
    won: int


class Game:
    """One game of one ruleset.

    Args:
        rules: what is played.
        seed: an integer from 0 to 2^63 - 1, or a text.
        given: a position to start from instead of the opening, as in a scenario.

    Raises:
        UsageError: no seed, or a position that does not fit the rules.

    >>> import tilekit
    >>> game = tilekit.load("merge").new_game(seed=7)
    >>> str(game.legal_actions()[0])
    'drop r1c1'
    """

    __slots__ = (
        "_closed",
        "_commands",
        "_given",
        "_history",
        "_ids",
        "_latest",
        "_notices",
        "_program",
        "_rules",
        "_s",
        "_seed",
        "_start",
    )

    def __init__(self, rules: Playable, seed: int | str = 0, *, given: Given | None = None) -> None:
        self._rules: Final = rules
        self._seed: Final = seed_from(seed)
        self._program: Final = rules.program
        self._given: Final = None if given is None else given.model_copy(deep=True)
        self._program.board.log.clear()
        try:
            self._start = position(self._program, self.seed, given)
        except (Exception, SystemExit) as error:
            if isinstance(error, TilekitError) and not isinstance(error, MechanicFailed):
                raise
            raise failed_in(rules.id, f"the opening of {rules.id} with the seed {self.seed}", error) from error
        self._begin()

    @classmethod
    def _at(cls, rules: Playable, state: list[int]) -> Game:
        game = object.__new__(cls)
        known = {"_rules": rules, "_seed": state[b.SEED], "_program": rules.program, "_given": None, "_start": state[:]}
        for name, value in known.items():
            setattr(game, name, value)
        game._begin()
        return game

    def _begin(self) -> None:
        self._program.board.log.clear()
        self._s: list[int] = self._start[:]
        self._ids = Ids(self._program.board.codes(self._s))
        # What undo goes back to: state, ids of tiles, the action that led away from there, the one that led there.
        self._history: deque[tuple[list[int], list[int], str, int]] = deque(maxlen=self.rules.ruleset.undo.depth)
        self._latest = -1
        self._commands: list[str] = []
        self._closed = ""
        self._notices: tuple[str, ...] = self._showing()

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Playable:
        """What is played."""
        return self._rules

    @property
    def seed(self) -> int:
        """The seed it was begun with, as a number."""
        return self._seed

    @property
    def board(self) -> BoardView:
        """The board now; it does not follow the game."""
        return BoardView(self._program, self._program.board.codes(self._s))

    @property
    def score(self) -> int:
        """The score now."""
        return self._s[b.SCORE]

    @property
    def turn(self) -> int:
        """How many actions led here; goes back on undo."""
        return self._s[b.TURN]

    @property
    def variables(self) -> Mapping[str, int]:
        """The ruleset's variables, in its order."""
        return MappingProxyType({name: self._s[at] for name, at in self._program.variables.items()})

    @property
    def queue(self) -> tuple[str, ...]:
        """Ids of the tiles to come, NOW first."""
        return tuple(self._program.tiles.ids[self._s[at]] for at in self._program.queue)

    @property
    def held(self) -> str:
        """Id of the tile held back from the queue; empty where there is none."""
        code = self._s[self._program.held] if self._program.held else 0
        return self._program.tiles.ids[code] if code else ""

    @property
    def end(self) -> End | None:
        """The [[end]] that holds, or None while playing."""
        index = self._s[b.END]
        return self.rules.ruleset.end[index - 1] if index else None

    @property
    def status(self) -> Status:
        """Whether the game goes on; equal to ``"playing"``, ``"paused"`` or ``"over"``."""
        end = self.end
        return Status.PLAYING if end is None else Status(end.status)

    @property
    def is_over(self) -> bool:
        """Whether the status is ``"over"``; a paused game is not over."""
        return self.status is Status.OVER

    @property
    def reason(self) -> str:
        """Why the game is paused or over, in one word; empty while playing."""
        end = self.end
        return "" if end is None else end.reason

    @property
    def outcome(self) -> Result:
        """``"won"``, ``"lost"`` or ``"ended"`` when paused or over; empty while playing or where none is declared."""
        end = self.end
        if end is None:
            return Result.NONE
        return Result(end.outcome or ("ended" if end.status == "over" else ""))

    @property
    def notices(self) -> tuple[str, ...]:
        """The texts now showing: of the end that holds, then of the ruleset's notices."""
        return self._notices

    def _showing(self) -> tuple[str, ...]:
        found = [
            notice.text
            for notice, holds in zip(self.rules.ruleset.notices, self._program.notices, strict=True)
            if holds(self._s, -1)
        ]
        end = self.end
        return tuple([end.text, *found] if end is not None and end.text else found)

    @property
    def best_made(self) -> str:
        """Id of the highest tile the player ever made in this game; empty when none."""
        code = self._s[b.MADE]
        return self._program.tiles.ids[code] if code else ""

    @property
    def rank(self) -> str:
        """The title earned in this game, or an empty text."""
        of = self._program.rank_of
        if of is None:
            return ""
        value = of(self._s, -1)
        reached = [title for number, title in self.rules.rank_steps if number <= value]
        return reached[-1] if reached else ""

    @property
    def actions(self) -> tuple[str, ...]:
        """What was played since the start, undo included, in text form."""
        return tuple(self._commands)

    def broken_invariants(self) -> list[str]:
        """Names of the ruleset's invariants that do not hold now."""
        return [
            invariant.name
            for invariant, holds in zip(self.rules.ruleset.invariants, self._program.invariants, strict=True)
            if not holds(self._s, -1)
        ]

    def is_lit(self, tile: str) -> bool:
        """Whether the ``lit`` condition of a tile's look holds now."""
        lit = self._program.lit.get(tile)
        return lit is not None and bool(lit(self._s, -1))

    def hint(self) -> tuple[str, ...]:
        """The cells that glow when the player waits: the best by the ruleset's [hint], with what it joins."""
        program, s = self._program, self._s
        if program.hint_cells is None or self.status != "playing":
            return ()
        mask = program.hint_cells(s, -1)
        if not mask:
            return ()
        cells = list(cells_of(mask))
        prefer = program.hint_prefer
        best = max(cells, key=lambda cell: prefer(s, -1, cell)) if prefer else cells[0]
        joined = program.board.group(s, best) & mask
        return tuple(program.cell_names[cell] for cell in cells_of(joined))

    # ------------------------------------------------------------ acting

    def legal_actions(self) -> list[Action]:
        """The actions that may be played now, in the ruleset's order, then in reading order or that of the choices.

        Undo and restart are not among them.
        """
        program, s = self._program, self._s
        every = self.rules.actions
        found: list[Action] = []
        with self._asking("the legal actions"):
            for spec in program.actions:
                found += [every[spec.first + choice] for choice in cells_of(program.legal(s, spec))]
        return found

    def is_legal(self, action: str | SupportsIndex) -> bool:
        """Whether an action (also ``"undo"``, ``"restart"``) may be played now; malformed ones may not."""
        return not self.why_not(action)

    def why_not(self, action: str | SupportsIndex, *, plain: bool = False) -> str:
        """Why an action may not be played now, in words; empty when it may.

        Args:
            action: text or action, as for `play`.
            plain: as players are told: a condition in plain words where there are such, and never as it is written.
        """
        text = text_of(action)
        if text == "restart":
            return ""
        if text == "undo":
            return self._why_no_undo()
        try:
            index, choice = self._parse(action)
        except IllegalAction as error:
            return error.reason
        return self._why_not(index, choice, plain=plain)

    def play(self, action: str | SupportsIndex) -> Turn:
        """Plays an action, ``"undo"`` or ``"restart"``.

        Args:
            action: its text, an `Action`, or its number: its place in ``rules.actions``.

        Raises:
            IllegalAction: it is malformed or not legal now; nothing has changed.
        """
        text = text_of(action)
        if text == "undo":
            return self.undo()
        if text == "restart":
            return self.restart()
        self._must_be_open(text)
        return self._play(*self._legal(action))

    def _must_be_open(self, action: str) -> None:
        if self._closed:
            raise IllegalAction(one_line(action, 60), self._closed)

    def _legal(self, action: str | SupportsIndex) -> tuple[int, int]:
        """Index of the verb and number of the choice of an action that may be played now."""
        index, choice = self._parse(action)
        program, s = self._program, self._s
        with self._asking(self._text(index, choice)):
            may = program.may(s, program.actions[index].first + choice)
        if not may:
            raise IllegalAction(self._text(index, choice), self._why_not(index, choice))
        return index, choice

    def _play(self, index: int, choice: int) -> Turn:
        program, s = self._program, self._s
        spec = program.actions[index]
        text = self._text(index, choice)
        log = program.board.log
        log.clear()
        before_it, score, end = s[:], s[b.SCORE], s[b.END]
        with self._asking(text):  # a turn is played in full or not at all
            spec.play(s, choice if spec.aims else -1)
            program.settle(s, index)
        if self.rules.ruleset.actions[spec.verb].undo == "barrier":
            self._history.clear()
        else:
            self._history.append((before_it, self._ids.at[:], text, self._latest))
        self._latest = index
        self._commands.append(text)
        journal = entries(program, log, self._ids)
        before, self._notices = self._notices, self._showing()
        journal += [Entry("noticed", (), {"text": notice}) for notice in self._notices if notice not in before]
        if s[b.END] and s[b.END] != end:
            journal.append(self._ended())
        return Turn(text, tuple(journal), s[b.SCORE] - score)

    def _asking(self, what: str) -> _Asking:
        """Within this a mechanic may be at work: what it leaves behind where it fails is taken back."""
        return _Asking(self, what)

    def _failed(self, what: str, error: BaseException) -> PluginError:
        return failed_in(self.rules.id, f"{what} of {self.rules.id}, and nothing has changed", error)

    def _ended(self) -> Entry:
        end = self.end
        assert end is not None
        values = {"status": end.status, "reason": end.reason, "outcome": self.outcome.value, "text": end.text or ""}
        return Entry("ended", (), values)

    @property
    def can_undo(self) -> bool:
        """Whether an action may be taken back now."""
        return not self._why_no_undo()

    def _why_no_undo(self) -> str:
        undo = self.rules.ruleset.undo
        if not undo.depth:
            return Phrase("this game has no undo")
        if self.status == "over" and not undo.after_end:
            return Phrase("the game is over, and undo does not reach past its end")
        if not self._history:
            return Phrase("there is nothing to take back")
        for register, price in self._program.undo_costs.items():
            if self._s[register] < price(self._s, -1):
                name = self._program.variable_names[register]
                priced = _priced(name, price(self._s, -1), self._s[register])
                return Phrase("an undo costs more than is left: {prices}", prices=priced)
        return ""

    def undo(self) -> Turn:
        """Takes back the latest action: board, score, variables, queue and chance; not what an undo costs.

        Raises:
            IllegalAction: nothing may be taken back now; nothing has changed.
        """
        self._must_be_open("undo")
        why = self._why_no_undo()
        if why:
            raise IllegalAction("undo", why)
        program = self._program
        costs = {at: plus(self._s[at], -price(self._s, -1)) for at, price in program.undo_costs.items()}
        score = self._s[b.SCORE]
        former, ids, action, led_there = self._history[-1]
        after, ids_then = former[:], ids[:]
        for register, left in costs.items():
            after[register] = left
        if costs:
            after[b.SCORE] = plus(former[b.SCORE], self._total(after) - self._total(former))
            with self._asking("undo"):
                program.judge(after, led_there)
        self._history.pop()
        self._s, self._ids.at, self._latest = after, ids_then, led_there
        self._commands.append("undo")
        self._notices = self._showing()
        return Turn("undo", (Entry("undone", (), {"action": action}),), self._s[b.SCORE] - score)

    # ------------------------------------------------------------ copies

    def copy(self) -> Game:
        """A game like this one, history included, that goes its own way; its chance is the same.

        For tests and tools. A player that looks ahead takes a `fork`, which does not show it what will come.
        """
        twin = object.__new__(Game)
        for name in Game.__slots__:
            setattr(twin, name, getattr(self, name))
        # States in the history are never played on: undo takes a copy of them.
        twin._s, twin._commands, twin._history = self._s[:], self._commands[:], self._history.copy()
        twin._ids, twin._closed = self._ids.copy(), ""
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.copy()

    def fork(self, *, chance: int | str) -> Game:
        """A copy for looking ahead: what chance brings from here on comes from another seed.

        What was fixed already (the board, the queue, the opening of the stage) stays. Playing a fork never
        changes the game.

        Args:
            chance: the seed of the fork's own chance.

        Raises:
            UsageError: no seed.
        """
        other = self.copy()
        other._change_chance(seed_from(chance))  # noqa: SLF001 - of its own kind
        return other

    @property
    def is_fork(self) -> bool:
        """Whether its chance is another than its seed gives; such a game is not saved."""
        return self._s[b.SEED] != self.seed

    def _change_chance(self, seed: int) -> None:
        """Other chance from here on; neither undo nor restart may show what it would have brought."""

        def changed(state: list[int]) -> list[int]:
            return [*state[: b.SEED], seed, *state[b.SEED + 1 :]]

        self._s, self._start = changed(self._s), changed(self._start)
        past = [(changed(state), ids, action, led_there) for state, ids, action, led_there in self._history]
        self._history = deque(past, self._history.maxlen)

    # ------------------------------------------------------------ looking ahead

    def outcomes(self, action: str | SupportsIndex, *, most: int = 1000) -> tuple[Outcome, ...]:
        """Everything an action may come to, each with its exact probability; the game does not change.

        The action is played once for each course that chance may take in it, and equal results are joined. Where
        tiles come from a spawn table there are as many courses as tiles, whatever their weights.

        Args:
            action: a legal one.
            most: courses of chance that are followed.

        Raises:
            IllegalAction: it is malformed or not legal now.
            TooManyOutcomes: chance may take more courses; found out without following so many.
            UsageError: ``most`` is below 1.
        """
        from tilekit.program.branches import results

        at_least_1(most=most)
        text = text_of(action)
        if text in _NO_CHANCE:
            raise IllegalAction(text, _NO_CHANCE[text])
        index, choice = self._legal(action)
        here = choice if self._program.actions[index].aims else -1
        score = self._s[b.SCORE]
        try:
            found = results(self.rules.engine.outcome_program, self._program, self._s, index, here, most)
        except (Exception, SystemExit) as error:
            if isinstance(error, TilekitError) and not isinstance(error, MechanicFailed):
                raise
            raise self._failed(self._text(index, choice), error) from error
        return tuple(Outcome(self._stood(s), chance, s[b.SCORE] - score) for s, chance in found)

    def _stood(self, state: list[int]) -> Game:
        """A fork that stands in a state of this game, without a history."""
        chance = _CHANCE_OF_OUTCOMES
        state[b.SEED] = chance if chance != self.seed else chance - 1
        fork = Game._at(self.rules, state)
        fork._seed = self.seed  # type: ignore[misc]  # noqa: SLF001 - of its own kind, and just made
        return fork

    def roll_outs(
        self,
        actions: Iterable[str | SupportsIndex],
        *,
        chance: int | str,
        count: int,
        most: int = 1000,
        lane: str = "auto",
    ) -> list[RollOuts]:
        """Plays each action on so many forks, and goes on at random; the game does not change.

        What chance brings is the same for each action, fork by fork, so that they can be compared. Scripted picks
        of a scenario are passed over.

        Args:
            actions: legal ones.
            chance: the seed of the forks' own chance; fork ``i`` has one hashed from it and ``i``.
            count: forks for each action.
            most: a fork is left after so many actions, the first among them.
            lane: ``interpreted``, ``compiled``, or ``auto`` for the compiled one where available. Both give the
                same numbers.

        Returns:
            One for each action, in order.

        Raises:
            IllegalAction: one is malformed or not legal now.
            UsageError: no seed, a number below 1, no lane of that name, or it is not to be had.
        """
        at_least_1(count=count, most=most)
        actions = list(actions)
        numbers = self._numbers(actions)
        own = seed_from(chance)
        seeds = [nth_seed(own, i) for i in range(count)]
        roller = self.rules.engine.roller(lane)
        try:
            scores, lengths, ends = roller.roll_out(self._s, numbers, seeds, most) if numbers else ([], [], [])
        except (Exception, SystemExit) as error:
            if roller.lane == "compiled":  # the other lane says which mechanic, and why
                self.roll_outs(actions, chance=chance, count=count, most=most, lane="interpreted")
            raise self._failed("a roll-out", error) from error
        won = [False, *(end.outcome == "won" for end in self.rules.ruleset.end)]
        parts = [slice(i * count, (i + 1) * count) for i in range(len(numbers))]
        return [
            RollOuts(tuple(scores[part]), tuple(lengths[part]), sum(won[end] for end in ends[part])) for part in parts
        ]

    def _numbers(self, actions: Iterable[str | SupportsIndex]) -> list[int]:
        """The numbers of legal actions."""
        specs = self._program.actions
        with self._asking("the legal actions"):
            masks = [self._program.legal(self._s, spec) for spec in specs]
        numbers: list[int] = []
        for action in actions:
            index, choice = self._parse(action)
            if not masks[index] >> choice & 1:
                raise IllegalAction(self._text(index, choice), self._why_not(index, choice))
            numbers.append(specs[index].first + choice)
        return numbers

    def restart(self) -> Turn:
        """Back to the start: the same deal again. The history is gone, undo with it.

        Raises:
            IllegalAction: the game is closed; see `closed`.
        """
        self._must_be_open("restart")
        score = self.score
        self._begin()
        return Turn("restart", (), self.score - score)

    # ------------------------------------------------------------ actions in words

    def _parse(self, action: str | SupportsIndex) -> tuple[int, int]:
        """Index of the verb and of what is chosen with it (0 where nothing is)."""
        words = (action if isinstance(action, str) else self._numbered(action)).split()
        verbs = [spec.verb for spec in self._program.actions]
        if len(words) > 1 and words[0] in self.rules.commands:
            raise IllegalAction(_shown(words), Phrase("{action} takes nothing after it", action=words[0]))
        if not words or words[0] not in verbs:
            raise IllegalAction(_shown(words), no_such_action(words, [*verbs, *self.rules.commands]))
        index = verbs.index(words[0])
        spec = self._program.actions[index]
        if not spec.aims:
            if len(words) > 1:
                raise IllegalAction(_shown(words), Phrase("{action} takes nothing after it", action=spec.verb))
            return index, 0
        if len(words) != 1 + WORDS[spec.target]:
            asks = Phrase("{asks}: {example}", asks=asks_for(spec.verb, spec.target), example=self._text(index, 0))
            raise IllegalAction(_shown(words), asks)
        choice = self._program.choice(spec, " ".join(words[1:]))
        if choice is None:
            raise IllegalAction(
                _shown(words), self._no_choice(spec, " ".join(one_line(word, 20) for word in words[1:]))
            )
        return index, choice

    def _numbered(self, number: object) -> str:
        """The action of a number."""
        if isinstance(number, (bool, type)) or not isinstance(number, SupportsIndex):
            why = Phrase('an action is a text such as "{action}", or its number', action=self._text(0, 0))
            raise IllegalAction(f"<{type(number).__name__}>", why)
        every, at = self.rules.actions, number.__index__()
        if not 0 <= at < len(every):
            raise IllegalAction(
                one_line(f"action {at}", 60), Phrase("actions are numbered 0 to {last}", last=len(every) - 1)
            )
        return every[at]

    def _no_choice(self, spec: ActionSpec, text: str) -> Phrase:
        """Why a text names nothing that can be chosen with an action."""
        near = text.lower() if text.lower() in spec.choices else ""
        if spec.target in ("direction", "tile"):
            near = nearest(text, list(spec.choices))
        return _or_near(no_choice(spec.target, text, self._program.grid, spec.choices), near)

    def _text(self, index: int, choice: int) -> str:
        spec = self._program.actions[index]
        return f"{spec.verb} {spec.choices[choice]}" if spec.aims else spec.verb

    def _why_not(self, index: int, choice: int, *, plain: bool = False) -> str:
        """Why a well-formed action may not be played now; empty when it may."""
        with self._asking(self._text(index, choice)):
            return self._why_refused(index, choice, plain=plain)

    def _why_refused(self, index: int, choice: int, *, plain: bool) -> str:
        program, s = self._program, self._s
        spec = program.actions[index]
        if program.may(s, spec.first + choice):
            return ""
        if s[b.END] not in spec.during:
            return self._why_not_now(spec)
        table = self.rules.ruleset.actions[spec.verb]
        name = spec.choices[choice]
        if not spec.where(s) >> choice & 1:
            if table.refusal:
                return Phrase("{place}: {refusal}", place=name, refusal=table.refusal)
            if plain:
                cell = conditions.cells(program, table.where or "") if spec.target == "cell" else None
                said = None if cell is None else Phrase("{place} is not {cell}", place=name, cell=cell)
                return self._plainly(index, choice, said)
            return Phrase("{place} is not where {condition} holds", place=name, condition=table.where or "")
        if not spec.payable(s):
            prices = [
                _priced(name, price, s[program.variables[name]])
                for name, price in table.costs.items()
                if name in program.variables
            ]
            listed = chained("{first}; {rest}", prices)
            return Phrase("{action} costs more than is left: {prices}", action=spec.verb, prices=listed)
        if not spec.holds(s) and plain:
            when, action = conditions.clause(program, table.when or ""), self._shown_as(spec)
            said = Phrase("{action} can be played only when {condition}", action=action, condition=when)
            return self._plainly(index, choice, None if when is None else said)
        if not spec.holds(s):
            return Phrase("{action} asks that {condition}", action=spec.verb, condition=table.when or "")
        if table.refusal and spec.aims:
            return Phrase("{place}: {refusal}", place=name, refusal=table.refusal)
        text = spec.verb if spec.target == "cell" else self._text(index, choice)
        if table.must:
            must = conditions.clause(program, table.must) if plain else table.must
            said = Phrase("{action} is refused unless afterwards {condition}", action=text, condition=must)
            return self._plainly(index, choice, None if must is None else said)
        return Phrase("{action} would change nothing", action=text)

    def _plainly(self, index: int, choice: int, said: Phrase | None) -> Phrase:
        """What is said of a condition in plain words; or no more than that it does not hold."""
        spec = self._program.actions[index]
        if said is not None:
            return said
        if spec.target in ("none", "direction", "tile"):
            text = self._text(index, choice) if spec.aims else self._shown_as(spec)
            return Phrase("{action} cannot be played now", action=text)
        return Phrase(
            "{place}: {action} cannot be played there now", place=spec.choices[choice], action=self._shown_as(spec)
        )

    def _shown_as(self, spec: ActionSpec) -> str:
        return action_named(self.rules.ruleset, spec.verb)

    def _why_not_now(self, spec: ActionSpec) -> str:
        end = self.end
        if end is None:
            pauses = sorted({self.rules.ruleset.end[i - 1].reason for i in spec.during})
            return Phrase("{action} is for the pause {pauses}", action=spec.verb, pauses=_either(pauses))
        text = end.text or end.reason
        if end.status == "over":
            return Phrase("the game is over: {text}", text=text)
        ways = [str(action) for action in self.legal_actions()][:3]
        if not ways:
            return Phrase("the game is paused: {text}", text=text)
        return Phrase("the game is paused: {text}; {actions} goes on", text=text, actions=_either(ways))

    # ------------------------------------------------------------ as data

    @property
    def digest(self) -> str:
        """SHA-256 of what the game is now, shown and hidden: equal exactly when two games will play alike.

        Over the rules, the seed, registers, cells, the stored opening and scripted picks not yet used; not
        over history, journal or ids of tiles.
        """
        program, s = self._program, self._s
        registers = [b.TURN, b.END, *program.hidden, *program.variables.values(), *program.queue]
        numbers = [self._score_in_digest(), *(s[at] for at in registers)]
        parts = [self.rules.digest, str(s[b.SEED]), ",".join(map(str, numbers))]
        parts.append(",".join(map(str, program.board.codes(s))))
        stored = program.stored
        parts.append(",".join(map(str, s[stored : stored + 1 + program.grid.size])) if stored else "")
        parts.append(",".join(map(str, s[s[b.SCRIPT] :])) if s[b.SCRIPT] else "")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _score_in_digest(self) -> int:
        """The score; before the first action a total, which follows from the rest, counts as 0, and 0 as the total."""
        score, total = self._s[b.SCORE], self._total(self._s) if not self.turn else 0
        return {total: 0, 0: total}.get(score, score)

    def _total(self, s: list[int]) -> int:
        """What ``[scoring] total`` gives for a state; 0 where there is none."""
        if self._program.appraise is None:
            return 0
        s = s[:]
        self._program.appraise(s)
        return s[b.SCORE]

    def to_dict(self) -> dict[str, Any]:
        """The state as plain data, ready for JSON; sharing nothing with the game."""
        return {
            "ruleset": self.rules.id,
            "seed": self.seed,
            "turn": self.turn,
            "board": [list(row) for row in self.board],
            "score": self.score,
            "variables": dict(self.variables),
            "queue": list(self.queue),
            **({"held": self.held} if self._program.held else {}),
            "status": self.status.value,
            "reason": self.reason,
            "outcome": self.outcome.value,
            "notices": list(self.notices),
            "legal": [str(action) for action in self.legal_actions()],
            "can_undo": self.can_undo,
            "rank": self.rank,
            "digest": self.digest,
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the game to a file, undo history included; the file is whole or untouched at any instant.

        Raises:
            SaveError: it cannot be written; says why.
        """
        if self.is_fork:
            raise SaveError(f"{path}: a fork is for looking ahead and cannot be saved; save the game it was made from")
        write(self._saved(), path)

    def _saved(self) -> Saved:
        rules = self.rules
        return Saved(
            tilekit="game", format=SAVE_FORMAT,
            ruleset=RulesetName(id=rules.id, version=rules.version, digest=rules.digest), seed=self.seed,
            given=self.given, actions=self._commands[:], checks=self._checks(), now=self._summary(),
        )  # fmt: skip

    def _summary(self) -> Check:
        return Check(turn=self.turn, score=self.score, status=self.status.value, reason=self.reason, digest=self.digest)

    def _checks(self) -> dict[str, str]:
        """Digests along the way, by number of actions played."""
        found: dict[str, str] = {}
        if len(self._commands) < CHECK_EVERY:
            return found
        again = Game(self.rules, self.seed, given=self.given)
        for number in range(CHECK_EVERY, len(self._commands) + 1, CHECK_EVERY):
            for action in self._commands[number - CHECK_EVERY : number]:
                again.play(action)
            found[str(number)] = again.digest[:16]
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.digest == other.digest

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Game of {self.rules.id}, seed {self.seed}, turn {self.turn}, score {self.score}, {self.status}>"

    @property
    def given(self) -> Given | None:
        """The position it started from, where that was not the opening."""
        return None if self._given is None else self._given.model_copy(deep=True)


class _Asking:
    """Puts a state back where a plugin's mistake, or Ctrl-C, ends what is played, tried or asked.

    Raises:
        PluginError: a mechanic failed; names it.
    """

    __slots__ = ("_before", "_game", "_what")

    def __init__(self, game: Game, what: str) -> None:
        self._game, self._what = game, what
        self._before = game._s[:]  # noqa: SLF001 - a part of it

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None:
            return
        self._game._s = self._before  # noqa: SLF001 - as above
        ours = isinstance(error, TilekitError) and not isinstance(error, MechanicFailed)
        if isinstance(error, (Exception, SystemExit)) and not ours:
            raise self._game._failed(self._what, error) from error  # noqa: SLF001 - as above


def _either(texts: Sequence[str]) -> object:
    return chained("{first} or {rest}", texts)


def _or_near(reason: Phrase, near: str) -> Phrase:
    """A reason, with what was perhaps meant."""
    return Phrase('{reason}; did you mean "{near}"?', reason=reason, near=near) if near else reason


def no_such_action(words: Sequence[str], known: Sequence[str]) -> Phrase:
    """Why a text is no action.

    Args:
        words: its words.
        known: what an action may begin with.
    """
    reason = Phrase("this game has no such action; it has {actions}", actions=", ".join(known))
    return _or_near(reason, nearest(words[0], list(known)) if words else "")


def _shown(words: Sequence[str]) -> str:
    """A malformed action in one line, whatever it holds."""
    return one_line(" ".join(words), 60)


def _priced(name: str, price: int | str, held: int) -> Phrase:
    """What something costs of a variable and how much there is, whatever its name and the number."""
    if held == 0:
        return Phrase("no {name} left", name=name)
    return Phrase("{name} {price}, {held} left", name=name, price=price, held=held)
