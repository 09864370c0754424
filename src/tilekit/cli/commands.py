"""The commands of the command line."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tilekit.cli.arguments import (
    FILE,
    SEED,
    Whole,
    load,
    must_be_writable,
    numbered,
    plugins,
    record_game,
    tell_problems,
    to_type,
    unavailable,
    writing,
)
from tilekit.cli.plain import state_text
from tilekit.cli.streams import is_watched, say, tell, tell_error
from tilekit.errors import (
    Diagnostic,
    IllegalAction,
    RulesetError,
    TilekitError,
    UsageError,
    counted,
    did_you_mean,
    in_order,
    one_line,
)
from tilekit.ruleset.naming import is_id
from tilekit.version import __version__

if TYPE_CHECKING:
    from tilekit.game import Game, Turn
    from tilekit.rules import Rules

#: The modules of commands that need much which the others do not, and load it when they are named.
_ELSEWHERE = {
    "play": "playing",
    "replay": "playing",
    "show": "playing",
    "profile": "profiles",
    "simulate": "lab",
    "sweep": "lab",
    "tune": "lab",
}


class _Commands(click.Group):
    """The commands; a misspelt one is answered with the nearest, whatever the version of click."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of all, loaded or not."""
        return sorted({*self.commands, *_ELSEWHERE})

    def get_command(self, _ctx: click.Context | None, name: str) -> click.Command | None:
        """As in click, loaded where it is not yet."""
        if name in _ELSEWHERE and name not in self.commands:
            self.add_command(getattr(importlib.import_module(f"tilekit.cli.{_ELSEWHERE[name]}"), name))
        return self.commands.get(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in click, with a message in tilekit's words."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = did_you_mean(name, self.list_commands(ctx))
            ctx.fail(
                f'no command is called "{name}"; there are {", ".join(self.list_commands(ctx))}{near and "; " + near}'
            )
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.option("--version", is_flag=True, help="Show the versions of tilekit and its plugins, and exit.")
@click.pass_context
def tilekit(context: click.Context, *, version: bool) -> None:
    """Single-player tile puzzles, each one TOML file: play, test and simulate them."""
    context.call_on_close(tell_problems)
    if version:
        others = (label for label in plugins().versions() if not label.startswith("tilekit-engine"))
        say("\n".join([f"tilekit {__version__}", *others]))
        context.exit(0)
    if context.invoked_subcommand is None:
        say(context.get_help())


# ---------------------------------------------------------------- list


@tilekit.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def list_command(*, as_json: bool) -> None:
    """List everything that is installed, with the plugin of each.

    The list has rulesets, mechanics, frontends and bots, and plugins that are broken.
    """
    known = plugins()
    rows = {
        kind: [
            {"name": found.name, "plugin": found.plugin, "distribution": found.distribution, **about(found.thing)}
            for found in known.found(kind)
        ]
        for kind, about in _LISTED.items()
    }
    if as_json:
        broken = [
            {"plugin": problem.plugin, "distribution": problem.distribution, "reason": problem.reason}
            for problem in known.problems
        ]
        say(json.dumps({**rows, "problems": broken}, indent=2))
    else:
        for kind, found in rows.items():
            say(kind)
            for row in found:
                missing = f"  [unavailable: {row['unavailable']}]" if row.get("unavailable") else ""
                given = ", ".join(f"{name}={one['start']}" for name, one in row.get("parameters", {}).items())
                numbers = f"  [{given}]" if given else ""
                source = f"({row['distribution'] or row['plugin']})"
                say(f"  {row['name']:<14} {row['summary']}  {source}{missing}{numbers}")
                for preset in row.get("presets", []):
                    say(f"  {row['name'] + ':' + preset:<14} a preset of {row['name']}  {source}")


def _title(path: Path) -> dict[str, Any]:
    """The title of a ruleset and the names of its presets, without checking the whole of it."""
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        game = data.get("game", {})
        summary = one_line(f"{game['title']}, version {game['version']}")
        return {"summary": summary, "presets": [*map(one_line, data.get("presets", {}))]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return {"summary": f"cannot be read: {type(error).__name__}", "presets": []}


#: What is listed, and what is said of each besides its name and where it comes from.
_LISTED: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    "rulesets": lambda path: {**_title(path), "path": str(path)},
    "mechanics": lambda mechanic: {"summary": mechanic.summary},
    "frontends": lambda frontend: {"summary": frontend.summary, "unavailable": unavailable(frontend)},
    "bots": lambda bot: {
        "summary": bot.summary,
        "parameters": {name: asdict(parameter) for name, parameter in bot.parameters.items()},
    },
}


# ---------------------------------------------------------------- check


@tilekit.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="The format of the report.")
def check(files: tuple[str, ...], form: str) -> int:
    """Check rulesets and report every problem as file:line:column.

    A FILE is a ruleset, a file of scenarios, or the id of a ruleset. The presets of a ruleset are checked, too.
    """
    found = [problem for name in files for problem in _problems(name)]
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    if form == "json":
        say(json.dumps([diagnostic.to_dict() for diagnostic in found], indent=2))
    else:
        for diagnostic in found:
            say(f"{diagnostic.render()}\n")
        checked = counted(len(files), "file")
        say(f"{checked} checked: {counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}")
    return 2 if errors else 0


def _problems(name: str) -> list[Diagnostic]:
    """Every problem of one FILE, of the scenarios beside it, and of its presets, in order."""
    known = sorted(plugins().rulesets)
    try:
        rules, only = _ruleset_or_scenarios(name)
    except RulesetError as error:
        return list(error.diagnostics)
    except UsageError as error:
        return [_unknown(name, str(error), known)]
    if only is not None:
        return []
    found = list(rules.diagnostics)
    if not rules.preset:
        for preset in rules.presets:
            found += [each for each in _of_preset(name, preset) if each not in found]
    return list(in_order(found))


def _unknown(name: str, told: str, known: list[str]) -> Diagnostic:
    """What is told of a name that no ruleset or no preset has, as a problem of that file."""
    message, listed, *near = *told.split("; "), ""
    if " preset " in message:
        expected = "no preset: it has none" if listed == "it has none" else listed.replace("it has", "one of", 1)
        fix = near[0] or "leave the preset out"
        return Diagnostic(name, 0, 0, "error", "unknown-preset", message, found=name, expected=expected, fix=fix)
    fix = did_you_mean(name, known) or "name a file with its path and its .toml"
    if Path(name or "-").is_dir():
        fix = f"name the files in it, such as {name.rstrip('/')}/game.toml"
    return Diagnostic(name, 0, 0, "error", "unknown-ruleset", message, found=name or "an empty name",
                      expected=f"the id of a ruleset ({', '.join(known)}), or the path of a file", fix=fix)  # fmt: skip


def _of_preset(name: str, preset: str) -> list[Diagnostic]:
    """The problems that a FILE without errors has with one of its presets."""
    from tilekit import loading

    try:
        return list(loading.load(name, preset=preset).diagnostics)
    except RulesetError as error:
        return list(error.diagnostics)


def _ruleset_or_scenarios(name: str) -> tuple[Rules, Any]:
    """The rules of a FILE, and its scenarios where it is a file of scenarios (else None).

    Raises:
        RulesetError: the file is wrong.
    """
    from tilekit import loading

    return (loading.load(name), None) if is_id(name) else loading.load_any(name)


# ---------------------------------------------------------------- test


@tilekit.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--examples", type=Whole(1, 1_000_000), default=100, show_default=True, help="The number of games to generate."
)
@click.option("--no-properties", is_flag=True, help="Run only the scenarios.")
@click.option("--save-failures", type=FILE, help="Append scenarios that show broken properties to this file.")
@click.option("--verbose", "-v", is_flag=True, help="List the scenarios that passed, too.")
def test(
    files: tuple[str, ...], *, examples: int, no_properties: bool, save_failures: str | None, verbose: bool
) -> int:
    """Run the scenarios of rulesets and check their properties.

    Properties must hold in every game; generated games try to break them. A FILE is a ruleset, a file of scenarios
    (only these run), or the id of a ruleset.
    """
    plugins()
    if save_failures is not None and len(files) > 1:
        raise UsageError("--save-failures takes one FILE: a file of scenarios is of one ruleset")
    must_be_writable(save_failures)
    failed = unloadable = 0
    for name in files:
        try:
            rules, scenarios_only, failures = _failed_scenarios(name, verbose=verbose)
            failed += failures
            if not scenarios_only and not no_properties:
                failed += _broken_properties(name, rules, examples, save_failures)
        except TilekitError as error:
            tell_error(error)
            unloadable += 1
    return 2 if unloadable else 1 if failed else 0


def _broken_properties(name: str, rules: Rules, examples: int, save_failures: str | None) -> int:
    """Attacks one ruleset and writes what broke; returns how many properties did."""
    try:
        from tilekit.conformance import PROPERTIES, appended, check, undrawn, unmeasured
    except ImportError:
        tell("properties are not checked: install tilekit-engine[conformance], or say --no-properties")
        return 0
    with _progress(examples) as (heard, progress):
        failures = check(rules, examples=examples, heard=heard, progress=progress)
    for failure in failures:
        say(str(failure))
    verdict = f"{len(failures)} broken" if failures else "all hold"
    say(f"{one_line(name)}: {counted(len(PROPERTIES), 'property', 'properties')}, {verdict}")
    for bot, why in unmeasured(rules).items():
        tell(one_line(f"{name}: bands of {bot} are not measured: {why}"))
    for frontend, why in undrawn(rules).items():
        tell(one_line(f"{name}: states are not drawn in {frontend}: {why}"))
    if save_failures is not None:
        with writing(save_failures):
            added = appended(failures, Path(save_failures), name)
        if added:
            tell(f"the scenarios were appended to {save_failures}")
    return len(failures)


@contextlib.contextmanager
def _progress(examples: int) -> Iterator[tuple[Callable[[str], None] | None, Callable[[int], object] | None]]:
    """Shows which part of the properties is being checked, and how far play has come, where stderr is a terminal.

    Gives what is to be told of parts and of games.
    """
    if not is_watched():
        yield None, None
        return
    with click.progressbar(length=examples, label="play", file=sys.stderr, show_pos=True) as bar:

        def heard(part: str) -> None:
            if part != "play":  # the games of a part that has come to its end, however many they were
                bar.update(bar.length - bar.pos if bar.length else 0)
            bar.label = part
            bar.render_progress()

        yield heard, bar.update


def _failed_scenarios(name: str, *, verbose: bool) -> tuple[Rules, bool, int]:
    """Runs the scenarios of one FILE and writes how they went.

    Returns the rules, whether it is a file of scenarios alone, and how many failed.

    Raises:
        TilekitError: it cannot be loaded.
    """
    from tilekit.scenario import run

    rules, only = _ruleset_or_scenarios(name)
    for warning in rules.diagnostics:
        if warning.severity == "warning":
            tell(warning.render())
    scenarios = only if only is not None else rules.scenarios()
    failed = 0
    for table, document, index in scenarios:
        result = run(rules, table, f"{document.name}:{document.span(('scenario', index)).line}")
        failed += not result.passed
        if verbose or not result.passed:
            say(str(result))
    verdict = f"{failed} failed" if failed else "all passed" if scenarios else "nothing to run"
    say(f"{one_line(name)}: {counted(len(scenarios), 'scenario')}, {verdict}")
    return rules, only is not None, failed


# ---------------------------------------------------------------- run


@tilekit.command()
@click.argument("ruleset")
@click.option("--seed", type=SEED, default=0, help="The seed, an integer or a text; 0 by default.")
@click.option(
    "--actions", type=click.Path(), metavar="FILE", required=True, help="The actions, one per line; - for stdin."
)
@click.option("--json", "as_json", is_flag=True, help="Write the state as JSON.")
@click.option("--trace", is_flag=True, help="Write every step.")
@click.option("--record", type=FILE, help="Also write the game to this file.")
def run(ruleset: str, seed: int, actions: str, *, as_json: bool, trace: bool, record: str | None) -> int:
    """Play the actions of a file and print the state.

    If an action is refused, the command stops, prints the state before that action and names the line.
    """
    must_be_writable(record)
    game = load(ruleset).new_game(seed)
    if trace:
        _print_step(game, None, as_json=as_json)
    refusal = ""
    for number, action in numbered(actions):
        try:
            turn = game.play(action)
        except IllegalAction as error:
            refusal = f"line {number}: {error}"
            break
        if trace:
            _print_step(game, turn, as_json=as_json)
    if not trace:
        _print_state(game, as_json=as_json)
    if refusal:
        tell(one_line(refusal))
    if record is not None:
        record_game(game, record)
    return 2 if refusal else 0


def _print_state(game: Game, *, as_json: bool) -> None:
    say(json.dumps(game.to_dict(), indent=2) if as_json else state_text(game))


def _print_step(game: Game, turn: Turn | None, *, as_json: bool) -> None:
    if as_json:
        step = {
            "action": turn.action if turn else None,
            "journal": [
                {
                    "kind": entry.kind,
                    "changes": [change._asdict() for change in entry.changes],
                    "values": dict(entry.values),
                }
                for entry in (turn.journal if turn else ())
            ],
            "state": game.to_dict(),
        }
        say(json.dumps(step, separators=(",", ":")))
        return
    if turn is not None:
        say(f"> {turn.action}")
        for entry in turn.journal:
            say(f"  {entry}")
    _print_state(game, as_json=False)
    say()


# ---------------------------------------------------------------- schema


@tilekit.command()
def schema() -> None:
    """Print the JSON Schema of a ruleset, for editors.

    It includes the settings of all installed mechanics.
    """
    from tilekit.ruleset.schema import schema_of

    say(json.dumps(schema_of(plugins().mechanics), indent=2))


# ---------------------------------------------------------------- new


@tilekit.command()
@click.argument("directory", type=click.Path(file_okay=False))
@click.option(
    "--plugin", is_flag=True, help="Write a plugin package with a mechanic, a ruleset, a bot and an observer."
)
def new(directory: str, *, plugin: bool) -> None:
    """Write a starter into a folder: a ruleset or a plugin.

    A plugin is named after its folder: the folder tilekit-gusts gets a plugin with the mechanic gusts.
    """
    from tilekit.cli.starter import write, write_plugin

    if not directory.strip():
        raise UsageError("new writes a folder, and this name is empty; write tilekit new my-game")
    if directory.lower().endswith(".toml"):
        command = to_type("new", directory[: -len(".toml")] or "my-game")
        raise UsageError(f"{one_line(directory)}: new writes a folder, not a file; write {command}")
    if plugin:
        found = plugins()
        taken = {one.name for kind in _LISTED for one in found.found(kind)}
        wrote = f"{write_plugin(Path(directory), taken)} into {directory}"
        following = f"cd {shlex.quote(directory)}; pip install -e '.[test]'; pytest; tilekit list"
    else:
        wrote = os.fspath(write(Path(directory), plugins().rulesets))
        following = "; ".join(to_type(command, wrote) for command in ("check", "test", "play"))
    say(one_line(f"wrote {wrote}"))
    say(one_line(f"next: {following}"))
