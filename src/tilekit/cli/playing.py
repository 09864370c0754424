"""Playing and showing: the commands that start a frontend, or draw one state.

Owns which frontend is taken, what a player chose for this start, and recordings. It does not own any frontend.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import click

from tilekit import loading
from tilekit.cli import plain
from tilekit.cli.arguments import (
    FILE,
    SEED,
    Number,
    load,
    must_be_writable,
    numbered,
    plugins,
    record_game,
    to_type,
    unavailable,
    write,
)
from tilekit.cli.streams import is_heard, is_terminal, say, tell
from tilekit.errors import PluginError, SaveError, TilekitError, UsageError, counted, did_you_mean, one_line
from tilekit.hooks import Frontend
from tilekit.menu import Menu, MenuEntry, in_order
from tilekit.plugins import Plugins
from tilekit.preferences import Preferences, from_environment
from tilekit.profile.profile import Profile, Statistics, default_folder
from tilekit.replay import ruleset_of, verify
from tilekit.session import Playback, Session
from tilekit.svg import picture
from tilekit.view import progress, samples, score_text
from tilekit.wording.sentences import filled
from tilekit.words import Words, words_of

NO_PROFILE: Final = "there is no profile here; --profile DIR names one"


def _with_preferences(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for what a player chooses."""
    for option in (
        click.option(
            "--language",
            metavar="NAME",
            help="The language to play in: en or ja; by default, the language of the environment.",
        ),
        click.option("--sound", metavar="on|off", help="Whether sound is played."),
        click.option("--theme", metavar="dark|light", help="The colour of the background."),
        click.option("--colours", metavar="full|none", help="Whether tiles have colours or shades of grey."),
        click.option("--motion", metavar="full|reduced|none", help="The amount of motion on the screen."),
    ):
        command = option(command)
    return command


def _preferences(chosen: Mapping[str, str], **choices: str | None) -> Preferences:
    """What the player wants: as said on the command line, else in the environment, else as chosen last.

    What the environment says wrongly is told, and stops nobody from playing.

    Raises:
        UsageError: no such choice on the command line.
    """
    preferences = from_environment(Preferences(), chosen=chosen, warn=lambda text: tell(f"warning: {text}"))
    for name, value in choices.items():
        preferences = preferences.changed(f"--{name}", **{name: value})
    return preferences


# ---------------------------------------------------------------- play


def profile_folder(named: str | None) -> Path | None:
    """Where the profile lies that the command line names, empty for none, or else the user's own."""
    return default_folder() if named is None else Path(named) if named else None


@contextlib.contextmanager
def opened_profile(folder: Path, *, quiet: bool = False, mend: bool = True) -> Iterator[Profile]:
    """A profile; what goes wrong with it is told when it is opened and when it is closed.

    Args:
        folder: where it lies.
        quiet: whether the session alone tells of it, in the same terminal.
        mend: whether what is missing or damaged is begun anew; else it is an error that it cannot be read.

    Raises:
        SaveError: it cannot be read.
    """
    with contextlib.ExitStack() as leaving:
        profile = Profile(folder, mend=mend)
        leaving.callback(_tell_what_is_lost, profile)
        leaving.enter_context(profile)  # which tries once more when it is closed
        if profile.unread and not mend:
            raise SaveError(f"{folder}: the profile there cannot be read, and nothing was done: {profile.unread}")
        if not quiet:
            _tell_problems(profile)
            leaving.callback(_tell_problems, profile)
        yield profile


def _tell_what_is_lost(profile: Profile) -> None:
    """What a screen has told long ago is not forgotten where it is left."""
    if profile.failing:
        tell(f"warning: what was played last is not saved: {profile.failing}")


def _tell_problems(profile: Profile) -> None:
    for problem in profile.problems:
        tell(f"warning: {problem}")
    profile.problems.clear()


@click.command()
@click.argument("ruleset", required=False)
@click.option("--frontend", metavar="NAME", help="The frontend to play in; by default, the best one that can run here.")
@click.option("--plain", "frontend", flag_value="plain", help="Play in lines of text; short for --frontend plain.")
@click.option("--seed", type=SEED, help="The seed, an integer or a text; by default, a new one.")
@click.option("--record", type=FILE, help="Write the game to this file when you leave.")
@click.option("--demo", is_flag=True, help="Play a few random turns, print them and exit.")
@click.option("--new", is_flag=True, help="Start a new game; the game that you left is kept.")
@click.option("--resume", is_flag=True, help="Resume the game that you left; an error if there is none.")
@click.option("--game", "name", metavar="ID", help="Resume this game of the profile; see tilekit profile games.")
@click.option("--profile", metavar="DIR", help="Save games, marks and preferences in this folder.")
@click.option("--no-profile", is_flag=True, help="Save nothing.")
@_with_preferences
def play(
    ruleset: str | None,
    frontend: str | None,
    seed: int | None,
    record: str | None,
    name: str | None,
    profile: str | None,
    *,
    demo: bool,
    new: bool,
    resume: bool,
    no_profile: bool,
    **choices: str | None,
) -> int:
    """Play a ruleset; without one, choose from a menu.

    A RULESET is an id or a file, optionally with a colon and a preset: merge, garden.toml, merge:hard.

    In a terminal or a window, the game that you left is resumed. Elsewhere nothing is saved unless you use --profile,
    --resume or --game.
    """
    found = plugins()
    if ruleset is None and (demo or record is not None or seed is not None):
        raise click.UsageError("name a RULESET: --demo, --record and --seed are for one game; see tilekit list")
    if ruleset is None and (new or resume or name is not None):
        raise click.UsageError("name a RULESET: --new, --resume and --game are for one game; see tilekit list")
    going_on = resume or name is not None
    against = {"--new": new, "--seed": seed is not None, "--no-profile": no_profile, "--demo": demo}
    if going_on and any(against.values()):
        option = next(option for option, given in against.items() if given)
        raise click.UsageError(f"{'--resume' if resume else '--game'} goes on with a game, and {option} does not")
    chosen = None if demo else _frontend(found, frontend)
    wanted = not demo and not no_profile and (going_on or profile is not None or is_terminal() or _is_screen(chosen))
    folder, quiet = profile_folder(profile) if wanted else None, not _is_screen(chosen) and is_terminal()
    if going_on and folder is None:
        raise UsageError(NO_PROFILE)
    with contextlib.nullcontext() if folder is None else opened_profile(folder, quiet=quiet) as kept:
        preferences = _preferences(kept.choices if kept else {}, **choices)
        if ruleset is None:
            assert chosen is not None
            played: dict[str, Session] = {}
            menu = _menu(found, preferences, kept, played, on_screen=_is_screen(chosen))
            status = _shown(chosen, lambda: chosen.menu(menu) if chosen.menu else plain.choose(menu, chosen))
            for id_, session in played.items():
                _tell_kept(session, id_, profile)
            return status
        must_be_writable(record)
        session = _session(
            ruleset, 0 if demo and seed is None else seed, found, preferences, kept,
            name or ("must" if resume else "may" if seed is None and not new else ""),
        )  # fmt: skip
        if not quiet:
            _tell_seat(session, ruleset)
        try:
            if chosen is not None:
                try:
                    return _shown(chosen, lambda: chosen.play(session))
                finally:  # also of a game that was left by Ctrl-C
                    _tell_kept(session, ruleset, profile)
            plain.demonstrate(session)
            say(one_line(f"Play it yourself in a terminal: {to_type('play', ruleset)}"))
            return 0
        finally:
            if record is not None:
                record_game(session.game, record)


def _is_screen(frontend: Frontend | None) -> bool:
    """Whether somebody sits before a screen, be there a terminal or not: lines of text alone may go to a pipe."""
    return frontend is not None and frontend.name != "plain"


def _session(
    ruleset: str, seed: int | None, found: Plugins, preferences: Preferences, profile: Profile | None, resume: str
) -> Session:
    """A session of a ruleset.

    Args:
        ruleset: an id or a file.
        seed: of a new game.
        found: who is told of turns.
        preferences: how the player wants it shown.
        profile: where it is kept, or None.
        resume: ``may`` or ``must`` go on with the game that was left, or an id; empty for a new game. Where the profile
            cannot be read, ``must`` begins a new one: whether a game was left is not known.

    Raises:
        UsageError: there is no such game.
    """
    rules = load(ruleset)
    by_id = "" if resume in {"", "may", "must"} else resume
    session = Session(
        rules, seed, notify=found.notify, preferences=preferences, profile=profile, resume=bool(resume), game_id=by_id
    )
    if resume == "must" and profile and not session.resumed and not profile.unread:
        why = "the one that was left is open in another session" if session.open_elsewhere else "none was left"
        raise UsageError(f"there is no game of {ruleset} to go on with: {why}")
    return session


def _tell_seat(session: Session, ruleset: str) -> None:
    """Tells which game was sat down to, before a screen opens or beside the lines of a pipe."""
    lines = list(map(session.words(), session.resumption))
    begin = f" For a new game: {to_type('play', ruleset, '--new')}" if session.resumed else ""
    for number, text in enumerate(lines, start=1):
        tell(one_line(text + begin if number == len(lines) else text))


def _tell_kept(session: Session, ruleset: str, profile: str | None) -> None:
    """Tells somebody who has left in a terminal that the game is there, and how to go on with it.

    Args:
        session: what was played.
        ruleset: as the command line names it.
        profile: likewise.
    """
    if session.kept and session.game.actions and session.game.status != "over" and is_terminal():
        said = session.words()(
            "{title} is kept at turn {turn}; to go on: {command}",
            title=session.rules.title,
            turn=session.game.turn,
            command=to_type("play", ruleset, profile=profile),
        )
        tell(one_line(said))


def _menu(
    found: Plugins, preferences: Preferences, profile: Profile | None, played: dict[str, Session], *, on_screen: bool
) -> Menu:
    """The menu of the rulesets that are installed.

    Args:
        found: what is installed.
        preferences: how the player wants it shown.
        profile: where games are kept, or None.
        played: takes the session of each ruleset that is played.
        on_screen: whether people alone read it, and numbers are grouped.
    """

    def speaking(language: str, *packages: str) -> Words:
        words = words_of(language, *packages)
        return words.with_groups() if on_screen else words

    def entries(language: str = preferences.language) -> list[MenuEntry]:
        return in_order(_entry(one.name, language) for one in found.found("rulesets"))

    def _entry(name: str, language: str) -> MenuEntry:
        try:
            rules = loading.load(name)
        except TilekitError as error:
            return MenuEntry(name, name, "", "", "", one_line(str(error).partition("\n")[0]))
        words = speaking(language).of_ruleset(rules.translations(language))
        goal = next((end.goal for end in rules.ruleset.end if end.goal), "")
        entry = MenuEntry(
            name, words(rules.title), "", "", "", "",
            tiles=samples(rules.new_game(0)), goal=words(filled(rules.ruleset, goal)), about=words(rules.in_words[0]),
        )  # fmt: skip
        if profile is None:
            return entry
        (best, rank), game = profile.marks(rules), profile.running(rules)
        played = max((kept.played for kept in profile.games(rules.id)), default=0)
        running = words(progress(rules.ruleset, game.turn, game.score)) if game and game.actions else ""
        shown = score_text(best, rules.ruleset.display.score_digits, words) if best else ""
        return replace(entry, best=shown, rank=words(rank), running=running, played=played)

    def opened(name: str, resume: bool) -> Session:  # noqa: FBT001 - as `Menu.open` has it
        chosen = preferences
        for session in played.values():  # of which one may be open at a time, and it knows what was chosen in it
            session.leave()
            chosen = session.preferences
        rules = loading.load(name)
        played.pop(name, None)  # the latest is the last
        played[name] = Session(rules, notify=found.notify, preferences=chosen, profile=profile, resume=resume)
        return played[name]

    def news(language: str = preferences.language) -> list[str]:
        return [] if profile is None else list(map(speaking(language), profile.first_news()))

    def statistics() -> Iterator[tuple[str, str, Statistics]]:
        for one in () if profile is None else found.found("rulesets"):
            with contextlib.suppress(TilekitError):
                rules = loading.load(one.name)
                words = speaking(preferences.language).of_ruleset(rules.translations(preferences.language))
                came_to = profile.statistics_of(rules) if profile else None
                if came_to is not None:
                    digits = rules.ruleset.display.score_digits
                    best = score_text(came_to.best, digits, words) if came_to.best else ""
                    yield words(rules.title), best, came_to

    def prefer(chosen: Preferences) -> Menu:
        if profile is not None:
            before = asdict(preferences)
            profile.choose(**{name: value for name, value in asdict(chosen).items() if value != before[name]})
        for session in played.values():
            session.preferences = chosen
        return _menu(found, chosen, profile, played, on_screen=on_screen)

    return Menu(
        entries, opened, preferences, lambda *packages: speaking(preferences.language, *packages), news,
        lambda: tuple(statistics()), prefer,
    )  # fmt: skip


def _shown(frontend: Frontend, show: Callable[[], int | None]) -> int:
    """Lets a frontend show something; returns its exit status.

    Raises:
        PluginError: the frontend failed.
    """
    try:
        return int(show() or 0)
    except (TilekitError, OSError):
        raise
    except Exception as error:
        raise PluginError(f"frontend {frontend.name}", f"failed: {type(error).__name__}: {error}") from error


def _frontend(plugins: Plugins, name: str | None) -> Frontend:
    """The frontend asked for, or the best that can run here.

    Raises:
        UsageError: the one asked for is unknown or cannot run, and why.
    """
    known = plugins.frontends
    better: str | None = None
    if name is None:
        for one in sorted(known.values(), key=lambda one: -one.rank) if is_terminal() else ():
            why = unavailable(one)
            if not why:
                if one.name == "plain" and better is not None and is_heard():
                    tell(one_line(better))
                return one
            better = better or f"playing by lines of text: the frontend {one.name} cannot run here: {why}"
        return known["plain"]
    if name not in known:
        near = did_you_mean(name, list(known))
        # A plugin that is broken supplies nothing; whoever asks for it by name wants to know why.
        broken = [f"; {problem}" for problem in plugins.problems if name in (problem.plugin, problem.distribution)]
        listed = ", ".join(sorted(known))
        raise UsageError(f'no frontend is called "{name}"; there are {listed}{near and "; " + near}{"".join(broken)}')
    why = unavailable(known[name])
    if why:
        raise UsageError(f"the frontend {name} cannot run here: {why}")
    return known[name]


# ---------------------------------------------------------------- replay


@click.command()
@click.argument("file", type=click.Path())
@click.option("--ruleset", metavar="RULESET", help="The rules of the game, if they are not installed.")
@click.option("--frontend", metavar="NAME", help="Show the game: plain prints every step, other frontends play it.")
@click.option(
    "--speed",
    type=Number(0.5, 16),
    default=2.0,
    metavar="X",
    help="The initial speed in turns per second, 0.5 to 16; 2 by default.",
)
@_with_preferences
def replay(file: str, ruleset: str | None, frontend: str | None, speed: float, **choices: str | None) -> int:
    """Replay a recorded game and check that it still plays the same."""
    found = plugins()
    chosen = _frontend(found, frontend) if frontend is not None else None
    folder = default_folder() if chosen is not None and is_terminal() else None
    with contextlib.nullcontext() if folder is None else opened_profile(folder) as kept:
        preferences = _preferences(kept.choices if kept else {}, **choices)
    named = ruleset_of(file)
    try:
        rules = load(ruleset or named.id)
    except UsageError as error:
        if ruleset is not None:
            raise
        raise UsageError(f"{file}: a game of {named.id}: {error}; give its rules with --ruleset FILE") from None
    shown = plain.print_step if chosen is not None and chosen.name == "plain" else None
    try:
        game = verify(file, rules, shown=shown)
    except SaveError as error:
        mine = "" if ruleset is not None else "; one of a file's rules is shown with --ruleset FILE"
        say(one_line(f"{error}{mine if rules.digest != named.digest else ''}"))
        return 1
    say(
        f"{one_line(file)}: holds: {rules.id} version {rules.version}, seed {game.seed}, "
        f"{counted(len(game.actions), 'action')}, "
        + (f"score {game.score:,}, " if rules.ruleset.keeps_score or game.score else "")
        + game.status
        + (f", {game.outcome}" if game.outcome else "")
    )
    if chosen is not None and shown is None:
        return _shown(chosen, lambda: chosen.play(Playback(game, speed=speed, preferences=preferences)))
    return 0


# ---------------------------------------------------------------- show


@click.command()
@click.argument("ruleset")
@click.option("--seed", type=SEED, default=0, help="The seed, an integer or a text; 0 by default.")
@click.option("--actions", type=click.Path(), metavar="FILE", help="Actions to play first, one per line; - for stdin.")
@click.option("--svg", type=FILE, metavar="FILE", help="Draw the state as an SVG picture to this file; - for stdout.")
@click.option("--hints", is_flag=True, help="Mark the cells of the hint.")
@_with_preferences
def show(ruleset: str, seed: int, actions: str | None, svg: str | None, *, hints: bool, **choices: str | None) -> None:
    """Show one state of a ruleset, in words or as a picture."""
    preferences = _preferences({}, **choices)
    must_be_writable(svg)
    session = Session(load(ruleset), seed, preferences=preferences)
    for number, action in numbered(actions) if actions is not None else ():
        refused = session.play(action)
        if refused:
            raise UsageError(f"line {number}: {refused}")
    if svg is None:
        say(plain.state_text(session.game))
        return
    write(svg, picture(session.view(), hints=hints))
    if svg != "-":
        say(f"wrote {one_line(svg)}")
