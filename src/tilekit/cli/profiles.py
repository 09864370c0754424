"""`tilekit profile`: the commands that show, carry and reset what is kept of a player.

Owns how a profile is shown and asked for. It does not own what is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
import tomli_w

from tilekit import loading
from tilekit.cli.arguments import FILE, load, must_be_writable, plugins, to_type, write
from tilekit.cli.playing import NO_PROFILE, opened_profile, profile_folder
from tilekit.cli.streams import is_terminal, say
from tilekit.errors import SaveError, UsageError, counted, did_you_mean, one_line
from tilekit.profile.database import HOMELESS, NAME
from tilekit.profile.exchange import placed, read
from tilekit.profile.profile import OF_FILE, Profile, name_of
from tilekit.profile.rows import KeptGame
from tilekit.ruleset.naming import is_id, parted

#: How many games of a ruleset that are not finished `show` lists.
_SHOWN: Final = 5
#: Characters of a name that are written back; a longer one is nobody's game.
_ECHOED: Final = 40
#: What it says of them.
_PLACES: Final = {
    "next": "tilekit play goes on with it",
    "open": "it is being played now",
    "running": "tilekit play goes on with it once those above it are finished or put aside",
    "aside": "New or Restart took its place; tilekit play RULESET --game ID goes on with it",
}


_with_profile: Final = click.option(
    "--profile", metavar="DIR", help="The profile in this folder; by default, your own profile."
)


def _folder(named: str | None) -> Path:
    """The folder of the profile.

    Raises:
        UsageError: there is to be none.
    """
    folder = profile_folder(named)
    if folder is None:
        raise UsageError(NO_PROFILE)
    return folder


@click.group(invoke_without_command=True)
@click.pass_context
def profile(context: click.Context) -> None:
    """Show, export, import or reset the saved data of your games."""
    if context.invoked_subcommand is None:
        say(context.get_help())


@profile.command()
@_with_profile
def path(profile: str | None) -> None:
    """Print the folder of the profile."""
    folder = _folder(profile)
    if folder == HOMELESS:
        raise UsageError(
            "there is no home folder for the profile; --profile DIR or TILEKIT_PROFILE names another place"
        )
    say(one_line(str(folder)))


@profile.command()
@click.argument("ruleset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@_with_profile
def show(ruleset: str | None, profile: str | None, *, as_json: bool) -> None:
    """Show best scores, ranks, statistics and unfinished games, of all rulesets or of one."""
    folder = _folder(profile)
    with opened_profile(folder, mend=False) as kept:
        name = None if ruleset is None else _kept_name(kept, ruleset)
        statistics = [one for one in kept.statistics() if name in (None, one.ruleset)]
        games, choices = kept.games(name), kept.choices
        opened = {game.id for game in games if game.place == "running" and kept.is_open(game)}
    if as_json:
        data = {
            "folder": str(folder),
            "preferences": choices,
            "statistics": [asdict(one) for one in statistics],
            "games": [game.model_dump() | {"place": game.place, "open": game.id in opened} for game in games],
        }
        say(json.dumps(data, indent=2))
        return
    say(one_line(str(folder)))
    if choices:
        say("preferences: " + ", ".join(one_line(f"{name} {value}") for name, value in choices.items()))
    if not statistics:
        say(_none(name))
    places: set[str] = set()
    for one in statistics:
        parts = (
            f"best {one.best:,}" if one.best else "",
            one.rank,
            f"{counted(one.begun, 'game')} begun",
            f"{one.finished:,} finished",
            f"{one.won:,} won",
            counted(one.actions, "action"),
            f"last played {_day(one.played)}" if one.played else "",
        )
        say(one_line(f"{one.ruleset} version {one.version}: {', '.join(filter(None, parts))}"))
        of_it = [game for game in games if (game.ruleset, game.version) == (one.ruleset, one.version)]
        left = sorted((game for game in of_it if game.place != "finished"), key=lambda game: game.aside)
        following = next((game for game in left if game.place == "running" and game.id not in opened), None)
        for game in left[:_SHOWN]:
            place = "open" if game.id in opened else "next" if game is following else game.place
            places |= {place} if not game.why else set()
            say("  " + _line(game, place, scored=one.best != 0))
        if len(left) > _SHOWN:
            say(f"  … and {len(left) - _SHOWN} more: {to_type('profile', 'games', one.ruleset, profile=profile)}")
    for place, meaning in _PLACES.items():
        if place in places:
            say(f"{place}: {meaning}")


@profile.command()
@click.argument("ruleset", required=False)
@_with_profile
def games(ruleset: str | None, profile: str | None) -> None:
    """List all games, or those of one ruleset, latest first."""
    with opened_profile(_folder(profile), mend=False) as kept:
        name = None if ruleset is None else _kept_name(kept, ruleset)
        found = kept.games(name)
        scored = {one.ruleset for one in kept.statistics() if one.best}
    for game in found:
        line = _line(game, game.place, scored=game.ruleset in scored)
        say(one_line(f"{line}, {counted(game.actions, 'action')}, {game.ruleset} {game.version}"))
    if not found:
        say(_none(name))


def _none(name: str | None) -> str:
    return "no games yet" if name is None else one_line(f"no games of {name} yet")


def _kept_name(kept: Profile, ruleset: str) -> str:
    """The name under which games of a ruleset are kept, be it named so, by an id or by a file.

    Raises:
        UsageError: there is no such game, neither here nor installed.
        RulesetError: it is a file that cannot be loaded.
    """
    here = sorted({one.ruleset for one in kept.statistics()} | {game.ruleset for game in kept.games()})
    if ruleset in here:
        return ruleset
    if not is_id(ruleset):
        return name_of(load(ruleset))
    known = plugins()
    try:
        return name_of(loading.load(ruleset, plugins=known))
    except UsageError:
        if parted(ruleset)[0] in known.rulesets:  # it is the preset that there is none of
            raise
        near = did_you_mean(ruleset, sorted({*here, *known.rulesets}))
        raise UsageError(
            f'no game is called "{one_line(ruleset, _ECHOED)}"; kept are games of {", ".join(here) or "none"}, and '
            f"tilekit list names those that are installed{near and '; ' + near}"
        ) from None


@profile.command()
@click.argument("id")
@click.argument("file", type=FILE)
@click.option("--ruleset", metavar="RULESET", help="The rules of the game, if they are not installed.")
@_with_profile
def replay(id: str, file: str, ruleset: str | None, profile: str | None) -> None:  # noqa: A002 - as it is called there
    """Write a game to a file for tilekit replay."""
    must_be_writable(file)
    with opened_profile(_folder(profile), mend=False) as kept:
        game = kept.find(id)
        if ruleset is None and game.ruleset.endswith(OF_FILE):
            raise UsageError(f"game {game.id} is one of {game.ruleset}; name the file it was played by with --ruleset")
        kept.write_replay(game, load(ruleset or game.ruleset), file)
    say(one_line(f"wrote {file}; see it with: {to_type('replay', file, ruleset=ruleset)}"))


@profile.command()
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Overwrite the file, whatever it contains.")
@_with_profile
def export(file: str, profile: str | None, *, force: bool) -> None:
    """Write the whole profile to a TOML file; - for stdout."""
    must_be_writable(file)
    folder = _folder(profile)
    there = (folder / NAME).exists()
    with opened_profile(folder, mend=False) as kept:
        data = kept.exported()
        if file != "-" and not force:
            _lose_nothing(Path(file), kept)
    if not there:
        raise UsageError(f"{folder}: there is no profile there, and nothing was written; --profile DIR names one")
    write(file, tomli_w.dumps(data))
    if file != "-":
        say(one_line(f"wrote {file}: {counted(len(data['game']), 'game')}"))


def _lose_nothing(file: Path, kept: Profile) -> None:
    """Sees to it that whatever is in a file that is to be written over is in the profile, too.

    Raises:
        UsageError: it is not; says what to do.
    """
    if not file.is_file() or file.stat().st_size == 0:
        return
    try:
        data = read(file)
        try:
            more = kept.would_take(data)
        except SaveError as error:
            raise SaveError(placed(file, error)) from None
    except SaveError as error:
        raise UsageError(f"{error}; nothing was written (--force writes over it)") from None
    if more.added or more.longer:
        raise UsageError(
            f"{file}: there are games in it that this profile has not, or not as far: {more.added + more.longer}; "
            f"nothing was written ({to_type('profile', 'import', str(file))} takes them in, "
            "--force writes over them)"
        )


@profile.command("import")
@click.argument("file", type=FILE)
@_with_profile
def import_(file: str, profile: str | None) -> None:
    """Merge an exported profile, or a copy of one, into this one; nothing is lost or duplicated."""
    try:
        data = read(Path(file))
    except SaveError as error:
        raise SaveError(f"{error}; nothing was imported") from None
    with opened_profile(_folder(profile)) as kept:
        _on_disk(kept)
        try:
            taken = kept.take_in(data)
        except SaveError as error:
            raise SaveError(f"{placed(Path(file), error)}; nothing was imported") from None
    say(f"{counted(taken.added, 'game')} added, {taken.longer} went on, {taken.known} known already")


@profile.command()
@click.argument("ruleset", required=False)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@_with_profile
def reset(ruleset: str | None, profile: str | None, *, yes: bool) -> None:
    """Delete all games, best scores and preferences, or those of one ruleset; a copy is kept."""
    with opened_profile(_folder(profile)) as kept:
        _on_disk(kept)
        ruleset = None if ruleset is None else _kept_name(kept, ruleset)
        known = sorted({one.ruleset for one in kept.statistics()})
        if ruleset is not None and ruleset not in known:
            raise UsageError(f'nothing is kept of "{ruleset}"; there are {", ".join(known) or "no games"}')
        number = len(kept.games(ruleset))
        what = f"{counted(number, 'game')} of {ruleset}" if ruleset is not None else f"all {counted(number, 'game')}"
        if not yes and not is_terminal():
            raise UsageError(f"this would forget {what}; say --yes")
        if not yes and not click.confirm(one_line(f"Forget {what}? A copy is kept."), err=True):
            say("nothing was changed")
            return
        copy = kept.reset(ruleset)
    say(one_line(f"forgot {what}; a copy is {copy}"))


def _on_disk(kept: Profile) -> None:
    if not kept.on_disk:
        raise SaveError("the profile cannot be written to, and nothing was changed")


def _line(game: KeptGame, place: str, *, scored: bool) -> str:
    """A game in one line; without its score where no game of its ruleset ever had one."""
    reason = f" ({game.reason})" if game.reason else ""
    why = f"; {game.why}" if game.why else ""
    score = f", score {game.score:,}" if scored or game.score else ""
    return one_line(f"{game.id}  {place:<8}  turn {game.turn:,}{score}, {_day(game.played)}{reason}{why}")


def _day(seconds: int) -> str:
    """A moment as a day, in universal time."""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "unknown"
