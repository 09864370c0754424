"""Scenarios: tests of a ruleset in its own words.

Owns how a scenario is checked before play (so that a slip of the pen cannot pass for a refusal), how it is run,
and how a failure reads: expected and actual side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from tilekit.chance import seed_from
from tilekit.errors import Diagnostic, IllegalAction, TilekitError, UsageError, did_you_mean
from tilekit.game import Game
from tilekit.playable import Playable
from tilekit.program.choices import WORDS, asks_for, no_choice
from tilekit.program.program import Program
from tilekit.program.tiles import rows_fix, tokens_of
from tilekit.ruleset.document import Document
from tilekit.ruleset.models import ScenarioTable, Then, Variable
from tilekit.ruleset.text import KeyPath

_COMMANDS: Final = ("undo", "restart")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing a scenario named that came out otherwise."""

    what: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a scenario: it held when there is no difference."""

    name: str
    place: str
    """``file:line`` of the scenario."""
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Whether everything came out as the scenario says."""
        return not self.differences

    def __str__(self) -> str:
        if self.passed:
            return f"{self.place}: passed: {self.name}"
        return "\n".join(
            [f"{self.place}: failed: {self.name}", *(_shown(difference) for difference in self.differences)]
        )


def _shown(difference: Difference) -> str:
    """Expected and actual side by side."""
    left, right = difference.expected.splitlines() or [""], difference.actual.splitlines() or [""]
    width = max(len("expected"), *map(len, left))
    rows = [("expected", "actual"), *zip_longest(left, right, fillvalue="")]
    lines = []
    for number, (expected, actual) in enumerate(rows):
        mark = "  " if number == 0 or expected == actual else "| "
        lines.append(f"    {expected.ljust(width)}  {mark}{actual}".rstrip())
    return "\n".join([f"  {difference.what}", *lines])


# ---------------------------------------------------------------- before play


def check(program: Program, document: Document, table: ScenarioTable, path: KeyPath) -> Iterator[Diagnostic]:
    """What is wrong with a scenario as written: tiles, actions and variables that the ruleset does not have."""
    given, then = table.given, table.then
    for part, name in ((given, "given"), (then, "then")):
        where = (*path, name)
        if part.board is not None:
            yield from _bad_board(program, document, part.board, (*where, "board"))
        for i, token in enumerate(part.queue or []):
            yield from _bad_tile(program, document, (*where, "queue", i), token)
        if part.queue is not None and len(part.queue) != len(program.queue):
            yield document.diagnostic(
                (*where, "queue"), "bad-queue", "queue is not as long as this ruleset shows it",
                found=_counted(len(part.queue), "tile"), expected=_counted(len(program.queue), "tile"),
                fix="list NOW and what follows it, as many as [queue] shows",
            )  # fmt: skip
        if part.held is not None and not program.held:
            yield document.diagnostic(
                (*where, "held"), "bad-queue", "this ruleset has no place to hold a tile", key=True,
                found=str(part.held), expected="hold = true in [queue]", fix="leave it out",
            )  # fmt: skip
        elif part.held not in (None, "none"):
            yield from _bad_tile(program, document, (*where, "held"), part.held)
        known = ", ".join(program.variables)
        for variable in part.variables or {}:
            if variable not in program.variables:
                yield document.diagnostic(
                    (*where, "variables", variable), "unknown-variable", f'no variable is called "{variable}"',
                    key=True, found=variable, expected=f"one of {known}" if known else "no variable",
                    fix=did_you_mean(variable, list(program.variables)) or ("" if known else "leave it out"),
                )  # fmt: skip
    for i, token in enumerate(given.draws):
        yield from _bad_tile(program, document, (*path, "given", "draws", i), token)
    yield from _bad_start(program, document, table, path)
    yield from _bad_reason(program, document, then, path)
    for key, actions in (("actions", table.actions), ("illegal", then.illegal or []), ("legal", then.legal or [])):
        for i, action in enumerate(actions):
            commands = key != "legal"
            wrong = _malformed(program, action, commands=commands)
            if wrong:
                where = (*path, key, i) if key == "actions" else (*path, "then", key, i)
                verbs = [*(spec.verb for spec in program.actions), *(_COMMANDS if commands else ())]
                yield document.diagnostic(
                    where, "unknown-action", wrong, found=action, expected=_examples(program, commands=commands),
                    fix=did_you_mean(action.partition(" ")[0], verbs) if "no action" in wrong else "",
                )  # fmt: skip


def _bad_tile(program: Program, document: Document, path: KeyPath, token: str | int) -> Iterator[Diagnostic]:
    tiles = program.tiles
    try:
        tiles.parse(token)
    except UsageError:
        yield document.diagnostic(
            path, "unknown-tile", f'no tile is called "{token}"', found=str(token), expected=tiles.listed(),
            fix=did_you_mean(str(token), tiles.ids[1:]) or "write the name of a tile",
        )  # fmt: skip


def _bad_board(program: Program, document: Document, text: str, path: KeyPath) -> Iterator[Diagnostic]:
    """What is wrong with a board text: its rows, or else every token that cannot stand where it does."""
    grid, tiles = program.grid, program.tiles
    rows = tokens_of(text)
    if len(rows) != grid.rows:
        yield document.diagnostic(
            path, "bad-board", "board does not have as many rows as the grid", found=_counted(len(rows), "row"),
            expected=_counted(grid.rows, "row"), fix=rows_fix(len(rows), grid.rows),
        )  # fmt: skip
        return
    for row, tokens in enumerate(rows):
        if len(tokens) != grid.columns:
            first, (last, end) = tokens[0], tokens[-1]
            yield document.diagnostic(
                path, "bad-board", f"row {row + 1} of the board does not have as many tiles as the grid has columns",
                found=_counted(len(tokens), "token"), expected=_counted(grid.columns, "token"),
                fix="part the tokens by spaces; an empty cell is a dot",
                offset=first[1], width=end + len(last) - first[1],
            )  # fmt: skip
            continue
        for column, (token, at) in enumerate(tokens):
            cell = row * grid.columns + column
            place = f"r{row + 1}c{column + 1}"
            if (token == "_") != (cell in grid.holes):
                message = f"{place} is a hole" if cell in grid.holes else f"{place} is no hole"
                expected = "_" if cell in grid.holes else "a tile, or . for an empty cell"
                yield document.diagnostic(
                    path, "bad-board", message, found=token, expected=expected, offset=at, width=len(token)
                )
            elif token not in ("_", "."):
                try:
                    tiles.parse(token)
                except UsageError:
                    yield document.diagnostic(
                        path, "bad-board", f'{place}: no tile is called "{token}"', found=token,
                        expected=f"{tiles.listed()}, a glyph, or . for an empty cell",
                        fix=did_you_mean(token, tiles.ids[1:]) or "write the name of a tile", offset=at,
                        width=len(token),
                    )  # fmt: skip


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _bad_start(program: Program, document: Document, table: ScenarioTable, path: KeyPath) -> Iterator[Diagnostic]:
    try:
        seed_from(table.seed)
    except UsageError as error:
        _, _, reason = str(error).partition("a seed is ")
        yield document.diagnostic(
            (*path, "seed"), "bad-seed", "seed is out of range", expected=reason.partition(", not")[0] or str(error),
            fix="write a whole number within these bounds",
        )  # fmt: skip
    for name, value in table.given.variables.items():
        bounds = program.ruleset.variables.get(name)
        if isinstance(bounds, Variable):
            low, high = bounds.least, bounds.most
            if (low is not None and value < low) or (high is not None and value > high):
                ends = f"{high} or less" if low is None else f"{low} or more" if high is None else f"{low} to {high}"
                yield document.diagnostic(
                    (*path, "given", "variables", name), "out-of-bounds", f'"{name}" lies outside its bounds',
                    expected=ends,
                )  # fmt: skip


def _bad_reason(program: Program, document: Document, then: Then, path: KeyPath) -> Iterator[Diagnostic]:
    reasons = ["", *dict.fromkeys(end.reason for end in program.ruleset.end)]
    if then.reason is not None and then.reason not in reasons:
        yield document.diagnostic(
            (*path, "then", "reason"), "unknown-reason", "no [[end]] has this reason",
            expected="one of " + ", ".join(f'"{reason}"' for reason in reasons),
            fix=did_you_mean(then.reason, reasons),
        )  # fmt: skip


def _malformed(program: Program, action: str, *, commands: bool) -> str:
    """Why a text is no action of this ruleset, whatever the state; empty when it is one."""
    if commands and action in _COMMANDS:
        return ""
    words = action.split(" ")
    spec = next((spec for spec in program.actions if spec.verb == words[0]), None)
    if action in _COMMANDS:
        return f"{action} is never listed among the legal actions"
    if spec is None:
        return f'no action is called "{words[0]}"'
    if len(words) != 1 + WORDS[spec.target]:
        return asks_for(spec.verb, spec.target)
    text = " ".join(words[1:])
    if program.choice(spec, text) is None:
        return no_choice(spec.target, " ".join(word[:20] for word in words[1:]), program.grid, spec.choices)
    return ""


def _examples(program: Program, *, commands: bool) -> str:
    shown = [f"{spec.verb} {spec.choices[0]}".rstrip() for spec in program.actions]
    return "such as " + ", ".join([*shown, *(_COMMANDS if commands else ())])


# ---------------------------------------------------------------- play


def run(rules: Playable, table: ScenarioTable, place: str = "") -> Result:
    """Plays a scenario and compares what it names."""
    differences: list[Difference] = []
    try:
        game = Game(rules, table.seed, given=table.given)
        broken = set(game.broken_invariants())  # a position may be one the rules exclude
        for number, action in enumerate(table.actions, start=1):
            try:
                game.play(action)
            except IllegalAction as error:
                refused = f"refused: {error.reason}"
                differences.append(Difference(f'action {number}, "{action}"', "played", refused))
                return Result(table.name, place, tuple(differences))
        differences += compare(game, table.then)
        held = [name for name in game.broken_invariants() if name not in broken]
        differences += [Difference(f'invariant "{name}"', "holds", "does not hold") for name in held]
    except TilekitError as error:
        differences.append(Difference("the scenario", "to be played", str(error)))
    return Result(table.name, place, tuple(differences))


def compare(game: Game, then: Then) -> list[Difference]:
    """What differs between a game and what a scenario says of it."""
    program = game.rules.program
    found: list[Difference] = []

    def differ(what: str, expected: object, actual: object) -> None:
        if expected != actual:
            found.append(Difference(what, _text(expected), _text(actual)))

    if then.board is not None:
        codes = program.tiles.parse_board(then.board, program.grid)
        differ("board", program.tiles.board_text(codes, program.grid), str(game.board))
    if then.score is not None:
        differ("score", then.score, game.score)
    if then.queue is not None:
        differ("queue", [program.tiles.ids[program.tiles.parse(token)] for token in then.queue], list(game.queue))
    if then.held is not None:
        held = "none" if then.held == "none" else program.tiles.ids[program.tiles.parse(then.held)]
        differ("held", held, game.held or "none")
    for name, value in (then.variables or {}).items():
        differ(f"variable {name}", value, game.variables[name])
    if then.status is not None:
        differ("status", then.status, game.status)
    if then.reason is not None:
        differ("reason", then.reason, game.reason)
    if then.outcome is not None:
        differ("outcome", then.outcome, game.outcome)
    if then.notices is not None:
        differ("notices", sorted(then.notices), sorted(game.notices))
    if then.legal is not None:
        differ("legal actions", sorted(then.legal), sorted(str(action) for action in game.legal_actions()))
    for action in then.illegal or []:
        found += _not_refused(game, action)
    return found


def _not_refused(game: Game, action: str) -> list[Difference]:
    before = game.digest
    try:
        game.play(action)
    except IllegalAction:
        if game.digest != before:
            return [Difference(f'"{action}"', "refused, and nothing changed", "refused, and the game changed")]
        return []
    return [Difference(f'"{action}"', "refused", "played")]


def _text(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(str, value)) or "(none)"
    return str(value) if value != "" else '""'
