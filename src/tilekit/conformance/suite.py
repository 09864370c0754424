"""The properties every ruleset must keep, and the machine that tries to break them.

Owns the suite: which properties there are, how a state is probed, how play is generated, and the loop that goes on
until nothing more is found. `check` is the one entry; it builds a rule-based state machine inside.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from hypothesis import HealthCheck, Phase, Verbosity, configuration, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, HypothesisException, Unsatisfiable
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tilekit.actions import Action
from tilekit.conformance import claims
from tilekit.conformance.drawing import Easel, Gallery, easels, installed
from tilekit.conformance.elsewhere import ChildFailed, digests_elsewhere
from tilekit.conformance.failure import Failure, Property, PropertyBroken, scenario_text, titled, whole_state
from tilekit.conformance.strategies import Start, odd_actions, starts
from tilekit.errors import IllegalAction, TilekitError
from tilekit.game import Game, Turn
from tilekit.hooks import Frontend
from tilekit.internals import corruption, recomputed_end, saved
from tilekit.program.choices import covered
from tilekit.replay import load_game
from tilekit.rules import Rules
from tilekit.ruleset.document import Document
from tilekit.ruleset.models import Given, ScenarioTable
from tilekit.ruleset.text import KeyPath
from tilekit.saves import to_text
from tilekit.scenario import check as check_scenario
from tilekit.scenario import run as run_scenario
from tilekit.view import view

#: Steps of one generated game.
STEPS: Final = 14
#: Failures of so many different properties are reported; then the search stops.
MOST_FAILURES: Final = 6


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Has hypothesis keep its caches where they go with the search: its own choice is the current folder."""
    before = vars(configuration).get("__hypothesis_home_directory")
    with tempfile.TemporaryDirectory(prefix="tilekit-", ignore_cleanup_errors=True) as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(before)


@_leaving_nothing()
def check(
    rules: Rules,
    *,
    examples: int = 100,
    seed: int | None = None,
    first_only: bool = False,
    heard: Callable[[str], None] | None = None,
    progress: Callable[[int], object] | None = None,
    frontends: Mapping[str, Frontend] | None = None,
) -> list[Failure]:
    """Attacks a ruleset and returns what broke, each with the smallest case found.

    Args:
        rules: a checked ruleset.
        examples: how many generated games, and how hard the other checks try.
        seed: of the search; None for the same search every time.
        first_only: stop at the first failure, and leave its case as it was found.
        heard: called with the name of each part as it begins; the first is ``play``, that of the generated games.
        progress: called with the number of generated games that ended since; where something breaks, more of them are
            played than ``examples``.
        frontends: by name, in which states are drawn; None for those that are installed.

    Returns:
        At most one failure for each property; an empty list when all hold.
    """
    say = heard or (lambda _name: None)
    found: dict[str, PropertyBroken] = {}
    played: list[tuple[Start, list[str], list[str]]] = []
    gallery = Gallery(examples)
    say("play")
    while len(found) < MOST_FAILURES:
        probe = Probe(rules, frozenset(found), gallery, progress)
        broken = _attack(rules, examples, seed, probe, played, shrink=not first_only)
        if broken is None:
            break
        found[broken.name] = broken
        if first_only:
            return [Failure(rules.id, broken.name, broken.reason, broken.scenario)]
    shown = installed() if frontends is None else frontends
    parts: list[tuple[str, Callable[[], None]]] = [
        (SAME_PLAY_SAME_GAME, partial(_elsewhere, rules, played)),
        (EVERY_FRONTEND_DRAWS, partial(_drawn, rules, examples, seed, gallery, shown, shrink=not first_only)),
    ]
    for name, one in [*parts, *claims.all_of(rules, examples)]:
        say(name)
        if name not in found:
            try:
                one()
            except PropertyBroken as error:
                found[error.name] = error
    ordered = [found[name] for name in PROPERTIES if name in found]
    return [Failure(rules.id, broken.name, broken.reason, broken.scenario) for broken in ordered]


SAME_PLAY_SAME_GAME: Final = Property(
    "same-play-same-game",
    "same seed and actions give the same digests, in another process too",
    "Same seed and actions, same digests, also in another process with another hash seed.",
)


def _elsewhere(rules: Rules, played: list[tuple[Start, list[str], list[str]]]) -> None:
    """Plays a batch of the games again in one child process."""
    batch = [one for one in played if one[1]][-200:]
    try:
        answers = digests_elsewhere(rules, batch)
    except ChildFailed as error:
        raise PropertyBroken(SAME_PLAY_SAME_GAME, str(error)) from None
    if answers is None:
        return
    for (start, actions, here), there in zip(batch, answers, strict=True):
        for number, (mine, other) in enumerate(zip(here, there, strict=False)):  # it ends where it differs
            if mine != other:
                game = Game(rules, start.seed, given=start.given)
                of_other = other if ": " in other else f"the digest is {other[:12]}"
                reason = f"after {number} actions the digest is {mine[:12]} here; in another process: {of_other}"
                raise PropertyBroken(
                    SAME_PLAY_SAME_GAME,
                    reason,
                    scenario_text(game, "same-play-same-game: another process", actions[:number], {}),
                )


EVERY_FRONTEND_DRAWS: Final = Property(
    "every-frontend-draws",
    "every installed frontend that can be asked draws every kind of state reached",
    "Every installed frontend that supplies a `draw` draws every state reached in one of its sizes, and those that"
    " show something rare in all of them, and leaves the game as it was; so does `tilekit show --svg`.",
)


def _drawn(
    rules: Rules,
    examples: int,
    seed: int | None,
    gallery: Gallery,
    frontends: Mapping[str, Frontend],
    *,
    shrink: bool,
) -> None:
    """Draws the states that were kept; where one cannot be drawn, searches again for the smallest such game."""
    name = EVERY_FRONTEND_DRAWS
    for easel in easels(rules, frontends):
        for game in gallery.shown_on(easel):
            reason = easel.fault(game)
            if not reason:
                continue
            broken = None
            if shrink:
                broken = _attack(rules, examples, seed, Painting(rules, easel), [], shrink=True)
            if broken is None or broken.name != name:
                broken = PropertyBroken(name, reason, scenario_text(game, titled(name, reason), game.actions, {}))
            raise broken


def _attack(
    rules: Rules,
    examples: int,
    seed: int | None,
    probe: Probe,
    played: list[tuple[Start, list[str], list[str]]],
    *,
    shrink: bool,
) -> PropertyBroken | None:
    """One search; returns the property it broke, with the smallest case."""
    machine = _machine(rules, probe, played)
    chosen = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=seed is None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
    )
    machine._hypothesis_internal_use_seed = seed  # noqa: SLF001 - no public way to give a seed
    try:
        run_state_machine_as_test(machine, settings=chosen)
    except PropertyBroken as error:
        return error
    except Unsatisfiable:
        return None
    except Flaky:
        # What breaks only sometimes depends on something outside the game; it cannot be made smaller by trying again.
        if probe.shortest is None:
            broken = PropertyBroken(SAME_PLAY_SAME_GAME, "the same play does not go the same way every time")
            return None if broken.name in probe.skip else broken
        found = probe.shortest[1]
        return PropertyBroken(found.name, f"{found.reason} (and not every time)", found.scenario)
    except HypothesisException:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a plugin does, the report goes on
        broken = PropertyBroken(Probe.NEVER_RAISES, f"it raised {type(error).__name__}: {error}")
        return None if broken.name in probe.skip else broken
    return None


# ---------------------------------------------------------------- the machine


def _machine(
    rules: Rules, probe: Probe, played: list[tuple[Start, list[str], list[str]]]
) -> type[RuleBasedStateMachine]:
    """The state machine of one ruleset; it plays a game and probes every state it comes to."""

    class Play(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.game = probe.begun(Start(0, None))
            self.start = Start(0, None)
            self.digests: list[str] = []

        @initialize(start=starts(rules))
        def begin(self, start: Start) -> None:
            game = probe.begun(start)
            if game.broken_invariants():  # a position that the rules exclude: the opening of its seed instead
                start = Start(start.seed, None)
                game = Game(rules, start.seed)
            self.start, self.game, self.digests = start, game, [game.digest]
            probe.state(game)

        @rule(choices=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 63)), min_size=1, max_size=3))
        def act(self, choices: list[tuple[int, int]]) -> None:
            # The verb first, so that the rare one is tried as often.
            game = self.game
            for verb, choice in choices:
                legal = probe.legal(game)
                if not legal:
                    break
                verbs = list(dict.fromkeys(action.verb for action in legal))
                legal = [action for action in legal if action.verb == verbs[verb * len(verbs) // 12]]
                probe.turn(game, legal[choice * len(legal) // 64])
                self.digests.append(game.digest)
                probe.state(game)

        @rule(choices=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 63)), min_size=4, max_size=12))
        def play_on(self, choices: list[tuple[int, int]]) -> None:
            self.act(choices)

        @rule(text=odd_actions(rules))
        def try_anything(self, text: str) -> None:
            game = self.game
            if not game.is_legal(text):
                probe.refused(game, text)

        @precondition(lambda self: self.game.can_undo)
        @rule()
        def undo(self) -> None:
            with probe.guarded(self.game):
                self.game.play("undo")
            self.digests.append(self.game.digest)
            probe.state(self.game)

        @rule()
        def undo_all_the_way(self) -> None:
            with probe.guarded(self.game):
                probe.undo_all(self.game)

        @rule()
        def reload(self) -> None:
            with probe.guarded(self.game):
                self.game = probe.reloaded(self.game)

        @rule(chance=st.integers(0, 99))
        def fork(self, chance: int) -> None:
            with probe.guarded(self.game):
                probe.fork(self.game, chance)

        def teardown(self) -> None:
            with probe.guarded(self.game):
                probe.whole(self.game)
            if len(self.digests) == len(self.game.actions) + 1:
                played.append((self.start, list(self.game.actions), self.digests))
            probe.progress(1)

    Play.__name__ = Play.__qualname__ = f"Play_{rules.id}"
    return Play


class Probe:
    """The properties of single states and turns.

    Args:
        rules: the ruleset.
        skip: names of properties that are known to be broken and not looked at again.
        gallery: keeps states to be drawn later; None where none are.
        progress: called with 1 for each game that ended.
    """

    def __init__(
        self,
        rules: Rules,
        skip: frozenset[str] = frozenset(),
        gallery: Gallery | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.rules: Final = rules
        self.progress: Final = progress or (lambda _games: None)
        self.skip: Final = skip
        self._gallery = gallery
        self._symmetries = claims.symmetries(rules)
        #: The shortest game seen to break a property, with its number of actions.
        self.shortest: tuple[int, PropertyBroken] | None = None

    def _broken(self, name: str, game: Game, reason: str, then: Mapping[str, object] | None = None, *more: str) -> None:
        if name in self.skip:
            return
        actions = [*game.actions, *more]
        broken = PropertyBroken(name, reason, scenario_text(game, titled(name, reason), actions, then or {}))
        if self.shortest is None or len(actions) < self.shortest[0]:
            self.shortest = len(actions), broken
        raise broken

    def _expect(
        self, game: Game, name: str, holds: object, reason: str, then: Mapping[str, object] | None = None, *more: str
    ) -> None:
        if not holds:
            self._broken(name, game, reason, then, *more)

    NEVER_RAISES: Final = Property(
        "never-raises",
        "what check accepts never raises in play",
        "No start, action or text raises anything but a refusal.",
    )

    @contextmanager
    def guarded(self, game: Game, what: str = "it", *more: str) -> Iterator[None]:
        """Turns whatever is raised inside into a broken property of the game, or of it after more actions."""
        try:
            yield
        except (PropertyBroken, HypothesisException):
            raise
        except Exception as error:  # noqa: BLE001 - that is the property
            self._broken(self.NEVER_RAISES, game, f"{what} raised {type(error).__name__}: {error}", {}, *more)

    def begun(self, start: Start) -> Game:
        """A game from its start."""
        try:
            return Game(self.rules, start.seed, given=start.given)
        except Exception as error:
            raise PropertyBroken(self.NEVER_RAISES, f"the start raised {type(error).__name__}: {error}") from error

    INVARIANTS: Final = Property(
        "invariants",
        "the ruleset's own invariants hold after every action",
        "The ruleset's `[[invariants]]` hold at the start and after every action.",
    )

    def state(self, game: Game) -> None:
        """What must hold of every state."""
        self._status(game)
        self._sound(game)
        self._view(game)
        broken = game.broken_invariants()
        if broken:
            self._broken(self.INVARIANTS, game, f'"{broken[0]}" does not hold{_inherited(self.rules, broken[0])}')

    LEGAL_IS_PLAYABLE: Final = Property(
        "legal-is-playable",
        "the legal actions are exactly those that play accepts, found by trying all",
        "The legal actions are exactly those that play accepts; all action texts of the ruleset are tried.",
    )

    def legal(self, game: Game) -> list[Action]:
        """The legal actions, compared with those that play accepts."""
        legal = game.legal_actions()
        found = []
        for text in all_actions(self.rules):
            copy = game.copy()
            with self.guarded(game, text, text):
                try:
                    copy.play(text)
                except IllegalAction:
                    self._expect(
                        game, self.REFUSAL_CHANGES_NOTHING, copy.digest == game.digest,
                        f"refusing {text} changed the game", {"illegal": [text]},
                    )  # fmt: skip
                    continue
            found.append(text)
        said = [str(action) for action in legal]
        if sorted(found) != sorted(said):
            odd = sorted(set(found) ^ set(said))
            side = "legal and refused" if odd[0] in said else "not legal and played"
            self._broken(self.LEGAL_IS_PLAYABLE, game, f"{odd[0]} is {side}", {"legal": sorted(found)})
        return legal

    def turn(self, game: Game, action: Action) -> None:
        """Plays an action and checks what must hold of the turn."""
        before, board = game.digest, [list(row) for row in game.board]
        score, variables = game.score, dict(game.variables)
        state = whole_state(game)
        could_undo = game.rules.ruleset.undo.depth > 0
        barrier = game.rules.ruleset.actions[action.verb].undo == "barrier"
        unlike = claims.unlike(game, action, self._symmetries)
        try:
            turn = game.play(action)
        except IllegalAction as error:
            self._broken(
                self.LEGAL_IS_PLAYABLE, game, f"{action} is legal and was refused: {error.reason}", {}, str(action)
            )
            return
        except Exception as error:  # noqa: BLE001 - a crash breaks the property, whatever it is
            self._broken(self.NEVER_RAISES, game, f"{action} raised {type(error).__name__}: {error}", {}, str(action))
            return
        self._journal(game, turn, board, score, variables)
        for name, problem in unlike.items():
            self._expect(game, claims.SYMMETRIC, not problem, f"{name}, the game goes another way: {problem}")
        if could_undo and not barrier and game.can_undo:
            self._undo(game, before, state)

    UNDO_RESTORES: Final = Property(
        "undo-restores",
        "undo gives the former game back, as far as the ruleset allows",
        "Undo gives the former game back: digest, board, score, queue, and all variables but those an undo costs; "
        "the same action then goes the same way. Undone as far as it goes, a game is at its start.",
    )

    def _undo(self, game: Game, before: str, state: dict[str, Any]) -> None:
        copy = game.copy()
        copy.play("undo")
        costs, now = self.rules.ruleset.undo.costs, whole_state(copy)
        expect = partial(self._expect, game, self.UNDO_RESTORES)
        for name, price in costs.items():
            left = game.variables[name] - price if isinstance(price, int) else copy.variables[name]
            wanted = {"variables": {name: left}}
            expect(copy.variables[name] == left, f"{name} is not what undo leaves of it", wanted, "undo")
        expect(costs or copy.digest == before, "undo does not give the former digest back", state, "undo")
        for name in ("board", "score", "queue", "held"):
            was = state.get(name)
            expect(now.get(name) == was, f"undo does not give the former {name} back", {name: was}, "undo")
        for name, value in state["variables"].items():
            well = name in costs or now["variables"][name] == value
            expect(well, f"undo does not give {name} back", {"variables": {name: value}}, "undo")
        action = game.actions[-1]
        if copy.is_legal(action):
            copy.play(action)
            expect(
                costs or copy.digest == game.digest, "the same action after an undo goes another way",
                whole_state(game), "undo", action,
            )  # fmt: skip

    JOURNAL_ADDS_UP: Final = Property(
        "journal-adds-up",
        "the journal's changes give the new board, its points the new score, its changes the variables",
        "The changes of the journal, put onto the former board, give the new one; its points give the score, its "
        "changes the variables.",
    )

    def _journal(self, game: Game, turn: Turn, board: list[list[Any]], score: int, variables: dict[str, int]) -> None:
        grid = self.rules.program.grid
        expect = partial(self._expect, game, self.JOURNAL_ADDS_UP)
        for entry in turn.journal:
            for change in entry.changes:
                cell = grid.parse(change.cell)
                assert cell is not None
                row, column = divmod(cell, grid.columns)
                held = board[row][column]
                expect(
                    held == change.before, f"{entry.kind} says {change.cell} held {change.before}, and it held {held}"
                )
                board[row][column] = change.after
            if entry.kind == "scored":
                score += int(entry.values["points"])
            if entry.kind == "changed":
                variables[str(entry.values["variable"])] = int(entry.values["after"])
        expect(board == [list(row) for row in game.board], "the journal's changes do not give the new board")
        expect(
            score == game.score, f"the journal's points give {score}, and the score is {game.score}", {"score": score}
        )
        expect(variables == game.variables, "the journal's changes do not give the variables", {"variables": variables})

    STATUS_IS_THE_ENDS: Final = Property(
        "status-is-the-ends",
        "the status is what the end conditions say, and an ended game has no legal action",
        "The status is what the `[[end]]` conditions say. A game that is over has no legal action, a pause only "
        "those meant for it.",
    )

    def _status(self, game: Game) -> None:
        state = game.copy()
        legal = state.legal_actions()
        if game.status == "over" and legal:
            self._broken(self.STATUS_IS_THE_ENDS, game, f"the game is over and {legal[0]} is legal", {"legal": []})
        judged = recomputed_end(state)
        shown = "playing" if judged is None else judged.reason
        self._expect(
            game, self.STATUS_IS_THE_ENDS, judged == game.end or any(end.after for end in self.rules.ruleset.end),
            f"the ends say {shown}, and the status is {game.status} {game.reason}",
        )  # fmt: skip
        during = {d for action in legal for d in self.rules.ruleset.actions[action.verb].during}
        if game.status == "paused" and legal and game.reason not in during:
            self._broken(self.STATUS_IS_THE_ENDS, game, f"{legal[0]} is legal in the pause {game.reason}")

    BOARD_IS_SOUND: Final = Property(
        "board-is-sound",
        "cells and planes say the same, and every tile is one of the game's",
        "Cells and planes agree, and every tile is one of the game's. A mechanic that goes round the board words "
        "is found here.",
    )

    def _sound(self, game: Game) -> None:
        problem = corruption(game)
        self._expect(game, self.BOARD_IS_SOUND, not problem, problem)

    VIEW_CAN_BE_BUILT: Final = Property(
        "view-can-be-built",
        "what a frontend shows can be built for every state",
        "What a frontend shows can be built for every state, and offers exactly the legal cells.",
    )

    def _view(self, game: Game) -> None:
        try:
            shown = view(game, best=game.score, rank=game.rank)
            json.dumps(game.to_dict())
        except Exception as error:  # noqa: BLE001 - a crash breaks the property, whatever it is
            self._broken(self.VIEW_CAN_BE_BUILT, game, f"it raised {type(error).__name__}: {error}")
            return
        if self._gallery is not None:
            self._gallery.look(game, shown)
        grid, actions = self.rules.program.grid, {str(action): action for action in game.legal_actions()}
        aimed = {name: self.rules.ruleset.actions[action.verb].target for name, action in actions.items()}
        places = {name: covered(aimed[name], action.target, grid) for name, action in actions.items()}
        pressed = {(cell.row - 1) * grid.columns + cell.column - 1: cell.action
                   for row in shown.cells for cell in row if cell.legal}  # fmt: skip
        expect = partial(self._expect, game, self.VIEW_CAN_BE_BUILT)
        expect(
            pressed.keys() == frozenset().union(*places.values())
            and all(cell in places.get(text, ()) for cell, text in pressed.items()),
            "the view's legal cells are not those of the game",
        )
        pairs = {text for row in shown.cells for cell in row for _, _, text in cell.partners}
        expect(pairs == {name for name in aimed if aimed[name] == "pair"},
               "the view's pairs of cells are not those of the game")  # fmt: skip
        ways = {button.action for button in shown.buttons if " " in button.action and button.enabled}
        expect(ways == {name for name in aimed if aimed[name] in ("direction", "tile")},
               "the view's legal directions are not those of the game")  # fmt: skip

    REFUSAL_CHANGES_NOTHING: Final = Property(
        "refusal-changes-nothing",
        "a refused action changes nothing and says why",
        "A refused action leaves the digest and the file of the game as they were, and says why.",
    )

    def refused(self, game: Game, text: str) -> None:
        """A refused action changes nothing and says why."""
        before = game.digest, to_text(saved(game))
        with self.guarded(game, repr(text)):
            try:
                game.play(text)
                self._broken(self.LEGAL_IS_PLAYABLE, game, f"{text!r} is not legal and was played")
            except IllegalAction as error:
                self._expect(
                    game, self.REFUSAL_CHANGES_NOTHING,
                    error.reason and (game.digest, to_text(saved(game))) == before,
                    f"refusing {text!r} changed the game or gave no reason",
                )  # fmt: skip

    def undo_all(self, game: Game) -> None:
        """Undo as far as it goes, on a copy: it ends, and every state on the way is sound."""
        copy = game.copy()
        left = len(copy.actions) + 1
        while copy.can_undo:
            copy.play("undo")
            left -= 1
            if left < 0:
                self._broken(self.UNDO_RESTORES, game, "there is always one more undo")
                return
        self.state(copy)
        if not self.rules.ruleset.undo.costs and copy.turn == 0 and game.actions:
            start = Game(self.rules, game.seed, given=game.given)
            self._expect(
                game, self.UNDO_RESTORES, copy.digest == start.digest, "undone to its start, the game is not as it was"
            )

    SAVE_AND_LOAD: Final = Property(
        "save-and-load",
        "a game saved and loaded goes on equally, and saved again gives the same bytes",
        "Saved and loaded at any point the game is the same, undo included; saved again the bytes are the same.",
    )

    def reloaded(self, game: Game) -> Game:
        """The game saved and loaded."""
        with tempfile.TemporaryDirectory(prefix="tilekit-") as folder:
            file = Path(folder) / "game.json"
            game.save(file)
            text = file.read_text(encoding="utf-8")
            try:
                loaded = load_game(file, self.rules)
            except TilekitError as error:
                self._broken(self.SAVE_AND_LOAD, game, f"the file does not load: {error}")
                return game
        expect = partial(self._expect, game, self.SAVE_AND_LOAD)
        same = all(getattr(loaded, name) == getattr(game, name) for name in ("digest", "can_undo", "actions"))
        expect(same, "loaded, the game is another one")
        expect(to_text(saved(loaded)) == text, "saved again, the file is another one")
        return loaded

    FORK_DISTURBS_NOTHING: Final = Property(
        "fork-disturbs-nothing",
        "playing a fork leaves the game as it was",
        "Playing a fork leaves the game as it was.",
    )

    def fork(self, game: Game, chance: int) -> None:
        """A fork plays on its own."""
        before = game.digest
        fork = game.fork(chance=chance)
        dice = random.Random(chance)  # noqa: S311 - play needs no cryptography
        for _ in range(4):
            legal = fork.legal_actions()
            if legal:
                fork.play(dice.choice(legal))
        self._expect(game, self.FORK_DISTURBS_NOTHING, game.digest == before, "playing a fork changed the game")

    WRITTEN_AS_SCENARIO: Final = Property(
        "written-as-scenario",
        "every state reached can be written as a scenario that passes",
        "Every state reached can be written as a scenario that passes; where nothing hidden matters, also as a "
        "given position.",
    )

    def whole(self, game: Game) -> None:
        """What must hold of a whole game: it plays again equally, and can be written as a scenario."""
        again = Game(self.rules, game.seed, given=game.given)
        for action in game.actions:
            try:
                again.play(action)
            except IllegalAction as error:
                self._broken(SAME_PLAY_SAME_GAME, game, f"played again, {action} is refused: {error.reason}")
                return
        self._expect(game, SAME_PLAY_SAME_GAME, again.digest == game.digest, "played again, the game is another one")
        text = scenario_text(game, "as it was played", list(game.actions), whole_state(game))
        for problem in _scenario_problems(self.rules, text):
            self._broken(self.WRITTEN_AS_SCENARIO, game, problem, whole_state(game))
        self._as_position(game)

    def _as_position(self, game: Game) -> None:
        """A state that depends on nothing hidden plays alike when it is given."""
        if game.status != "playing" or self.rules.program.words & {"turn", "top_made"}:
            return
        state = whole_state(game)
        given = Given.model_validate(
            {key: state[key] for key in ("board", "score", "variables", "queue", "held") if state.get(key)}
        )
        placed = Game(self.rules, game.seed, given=given)
        found = whole_state(placed)
        for name in ("board", "score", "variables", "queue", "held", "legal"):
            same = found.get(name) == state.get(name) or placed.status != "playing"
            self._expect(game, self.WRITTEN_AS_SCENARIO, same, f"given as a position, its {name} is another")


class Painting(Probe):
    """Draws every state and asks nothing else: for the smallest game that cannot be drawn.

    Args:
        rules: the ruleset.
        easel: what the states are drawn with.
    """

    def __init__(self, rules: Rules, easel: Easel) -> None:
        super().__init__(rules, frozenset(PROPERTIES) - {EVERY_FRONTEND_DRAWS})
        self._easel: Final = easel
        #: What came of it, by digest and whether undo was offered: most states are come to many times.
        self._faults: dict[tuple[str, bool], str] = {}

    def state(self, game: Game) -> None:
        """Every state can be drawn."""
        key = game.digest, game.can_undo
        if key not in self._faults:
            self._faults[key] = self._easel.fault(game)
        if self._faults[key]:
            self._broken(EVERY_FRONTEND_DRAWS, game, self._faults[key])

    def legal(self, game: Game) -> list[Action]:
        """The legal actions, taken at their word."""
        return game.legal_actions()

    def turn(self, game: Game, action: Action) -> None:
        """Plays, and leaves how it went to the properties of turns."""
        game.play(action)

    def refused(self, game: Game, text: str) -> None:
        """Nothing new is to be seen."""

    def reloaded(self, game: Game) -> Game:
        """The game as it is."""
        return game

    def fork(self, game: Game, chance: int) -> None:
        """Nothing of a fork is shown to anybody."""

    def whole(self, game: Game) -> None:
        """All of its states were drawn."""


def _inherited(rules: Rules, name: str) -> str:
    """Of an invariant that stands in another file, where, and what to do if it is not meant for this game."""
    index = next(i for i, one in enumerate(rules.ruleset.invariants) if one.name == name)
    path: KeyPath = (Probe.INVARIANTS, index)
    override = rules.document.override(path)
    if not override:
        return ""
    home, place = rules.document.home(path)
    return (
        f"\n  it is inherited from {home.name}:{home.span(place).line}; if it is not meant for {rules.id}, {override}"
    )


def all_actions(rules: Rules) -> list[str]:
    """Every action text of a ruleset, legal or not."""
    program = rules.program
    texts: list[str] = []
    for spec in program.actions:
        texts += [f"{spec.verb} {name}" for name in spec.choices] if spec.aims else [spec.verb]
    return texts


def _scenario_problems(rules: Rules, text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    table = ScenarioTable.model_validate(data["scenario"][0])
    document = Document.parse(text, "scenario")
    for wrong in check_scenario(rules.program, document, table, ("scenario", 0)):
        yield f"as a scenario it is refused: {wrong.message}"
    result = run_scenario(rules, table)
    for difference in result.differences:
        if difference.what.startswith("invariant "):
            continue  # a property of its own
        yield f"as a scenario, {difference.what} is {difference.actual!r:.80} and not {difference.expected!r:.80}"


#: What is checked, by name, each in one line. The order is that of a report.
PROPERTIES: Final = {
    one: one.summary
    for place in (Probe, sys.modules[__name__], claims)
    for one in vars(place).values()
    if isinstance(one, Property)
}
