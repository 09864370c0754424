"""What runs rules: their programs, and the choice of a lane by its name.

Owns the programs that are built of a ruleset, each for one purpose. How a program is built is the business of
`tilekit.building`, how it becomes machine code that of `tilekit.compiled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tilekit.building.build import build
from tilekit.compiled.kept import is_likely_kept, made_of
from tilekit.errors import TilekitError, UsageError, did_you_mean
from tilekit.hooks import Kinds, Mechanic, supplier
from tilekit.program import LANES
from tilekit.program.program import Program
from tilekit.program.rollouts import InterpretedRoller, Roller
from tilekit.program.survey import Interpreted, Surveyor
from tilekit.ruleset.models import Ruleset

if TYPE_CHECKING:
    from tilekit.compiled.lane import Lane

_Player = TypeVar("_Player")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Engine:
    """The programs of a ruleset, each built when it is first asked for. A program is for one thread at a time.

    Attributes:
        ruleset: the model of the file.
        mechanics: what plugins supply, by kind.
        digest: that of the rules, by which machine code is found again.
        program: the program that keeps a journal, for play.
    """

    ruleset: Ruleset
    mechanics: Mapping[str, Mechanic]
    digest: str
    program: Program

    @cached_property
    def silent_program(self) -> Program:
        """The program without a journal: for simulation."""
        return build(self.ruleset, self.mechanics, journal=False).program

    @cached_property
    def tally_program(self) -> Program:
        """As `silent_program`, and a state counts how often each event was raised: for surveys."""
        return build(self.ruleset, self.mechanics, journal=False, tally=True).program

    @cached_property
    def outcome_program(self) -> Program:
        """The program with which all courses of chance are followed: for `Game.outcomes`."""
        from tilekit.program.branches import BranchingBoard

        return build(self.ruleset, self.mechanics, journal=False, make_board=BranchingBoard).program

    @property
    def compiled(self) -> Lane:
        """The program as machine code, for arrays of states; compiled when first asked for, and kept on disk.

        Raises:
            UsageError: numba is not installed (the extra ``fast``).
            NotCompilable: a mechanic does what cannot be compiled; names it.
        """
        found = self._machine
        if isinstance(found, TilekitError):
            raise found
        return found

    def surveyor(self, lane: str = "auto") -> Surveyor:
        """What plays random games of these rules and writes down how each went.

        Args:
            lane: ``interpreted``, ``compiled``, or ``auto`` for the compiled one where available.

        Raises:
            UsageError: no lane of that name, or it is not to be had here.
        """

        def compiled() -> Surveyor:
            return self.compiled

        return _in_lane(lane, compiled, lambda note: Interpreted(self.tally_program, note))

    def kept_surveyor(self) -> Surveyor:
        """What plays random games in the compiled lane where its machine code is on disk, else in the other."""
        if "_machine" not in self.__dict__:
            found = self._made(compiles=False) if is_likely_kept(self.digest) else None
            if found is None or isinstance(found, TilekitError):
                return Interpreted(self.tally_program, "there is no machine code of it on disk")
            self.__dict__["_machine"] = found
        return self.surveyor()

    def roller(self, lane: str = "auto") -> Roller:
        """What plays roll-outs of these rules; see `Game.roll_outs`.

        Args:
            lane: as in `surveyor`.

        Raises:
            UsageError: no lane of that name, or it is not to be had here.
        """
        if lane not in self._rollers:
            self._rollers[lane] = _in_lane(
                lane, self._compiled_roller, lambda note: InterpretedRoller(self.silent_program, self.program, note)
            )
        return self._rollers[lane]

    @cached_property
    def _rollers(self) -> dict[str, Roller]:
        return {}

    def _compiled_roller(self) -> Roller:
        machine = self.compiled  # which says what is missing, before what needs it is imported
        from tilekit.compiled.lane import CompiledRoller

        return CompiledRoller(machine, self.program)

    @cached_property
    def _machine(self) -> Lane | TilekitError:
        """The compiled lane, or why there is none: found out once, since trying takes as long as compiling."""
        return self._made(compiles=True)

    def _made(self, *, compiles: bool) -> Lane | TilekitError:
        try:
            from tilekit.compiled.board import CompiledBoard
            from tilekit.compiled.lane import Lane
        except ImportError as error:
            return UsageError(f"the compiled lane needs {error.name or 'numba'}: pip install 'tilekit-engine[fast]'")
        built = build(self.ruleset, self.mechanics, journal=False, tally=True, make_board=CompiledBoard)
        try:
            return Lane(
                built.program, lambda: Interpreted(self.tally_program), named=self._named, made_of=made_of(self.digest),
                compiles=compiles,
            )  # fmt: skip
        except TilekitError as error:
            return error

    @property
    def foreign(self) -> tuple[str, ...]:
        """The mechanics in use that come from plugins, as messages call them; empty where all are bundled."""
        return tuple(self._named(name) for name in self.program.plugins)

    @property
    def foreign_kinds(self) -> dict[str, Mechanic]:
        """The kinds of these mechanics."""
        return {use: self.mechanics[use] for use in map(self._use, self.program.plugins)}

    def _use(self, name: str) -> str:
        return str(self.ruleset.mechanics.get(name, {}).get("use", name))

    def _named(self, name: str) -> str:
        """A mechanic as messages to its author call it: by its name in the file, its kind, and whose that is."""
        use = self._use(name)
        kind = self.mechanics[use]
        known = isinstance(self.mechanics, Kinds) and use in self.mechanics.plugins
        whose = f"of the plugin {supplier(self.mechanics, use)}" if known else f"of the module {kind.build.__module__}"
        return f'the mechanic "{name}" (kind "{use}", {whose})'


def _in_lane(lane: str, compiled: Callable[[], _Player], interpreted: Callable[[str], _Player]) -> _Player:
    """What plays in the lane that is asked for; the interpreted one is told why it is not the other.

    Raises:
        UsageError: no lane of that name.
        TilekitError: it is not to be had here.
    """
    if lane not in LANES:
        near = did_you_mean(lane, LANES)
        raise UsageError(f'no lane is called "{lane}"; there are {", ".join(LANES)}{near and "; " + near}')
    if lane == "interpreted":
        return interpreted("")
    try:
        return compiled()
    except TilekitError as error:
        if lane == "compiled":
            raise
        return interpreted(str(error))
