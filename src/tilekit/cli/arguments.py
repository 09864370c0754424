"""What several commands take and do alike: seeds, rulesets and files that are named on the command line."""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from tilekit.chance import seed_from_argument
from tilekit.cli.streams import LONGEST_LINE, OutputLost, say, tell
from tilekit.errors import SaveError, TilekitError, UsageError, one_line

if TYPE_CHECKING:
    from tilekit.game import Game
    from tilekit.hooks import Frontend
    from tilekit.plugins import Plugins
    from tilekit.rules import Rules


class _Seed(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.4 on
    name = "SEED"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        if not isinstance(value, str):
            return value
        try:
            return seed_from_argument(value)
        except UsageError as error:
            self.fail(str(error), param, ctx)


class Whole(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: int | str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a text; see click."""
        if isinstance(value, str) and not re.fullmatch(r"\s*[+-]?[0-9]+(_[0-9]+)*\s*", value):
            self.fail(f'"{one_line(value)}" is no whole number; write it in digits, such as 1000', param, ctx)
        return int(super().convert(value, param, ctx))  # type: ignore[arg-type,unused-ignore]


class Number(click.FloatRange):
    """A number within bounds; what is no number is within none."""

    def convert(self, value: float | str, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number of a text; see click."""
        try:
            is_number = not math.isnan(float(value))
        except ValueError:
            is_number = False
        if not is_number:
            self.fail(f'"{one_line(str(value))}" is no number', param, ctx)
        return float(super().convert(value, param, ctx))  # type: ignore[arg-type,unused-ignore]


SEED: Final = _Seed()
FILE: Final = click.Path(dir_okay=False)


def plugins() -> Plugins:
    """The plugins, with what is wrong with any of them told on stderr."""
    from tilekit.plugins import default_plugins

    found = default_plugins()
    tell_problems()
    return found


def tell_problems() -> None:
    """Tells of each plugin's problems once in a command: when plugins are found, when asked, when it ends."""
    if "tilekit.plugins" not in sys.modules:
        return
    from tilekit.plugins import default_plugins

    told = click.get_current_context().find_root().meta.setdefault("tilekit.told", set())
    for problem in default_plugins().problems:
        if problem not in told:
            told.add(problem)
            tell(f"warning: {one_line(str(problem))}")


def load(name: str) -> Rules:
    """The rules of a RULESET, its warnings told on stderr.

    Raises:
        TilekitError: it cannot be loaded.
    """
    from tilekit import loading

    plugins()
    rules = loading.load(name)
    for warning in rules.warnings:
        tell(warning.render())
    return rules


@contextlib.contextmanager
def writing(path: str) -> Iterator[None]:
    """Says of a file that it cannot be written, wherever in the block that shows: on opening, writing or closing it.

    Raises:
        TilekitError: says why.
    """
    try:
        yield
    except OutputLost:
        raise
    except OSError as error:
        raise TilekitError(f"{path}: it cannot be written: {error.strerror}") from error


def write(path: str, text: str) -> None:
    """Writes a result into a file, whole or not at all, or to the standard output where that is named ``-``.

    Raises:
        TilekitError: it cannot be written.
    """
    if path == "-":
        say(text, end="")
        return
    from tilekit.files import write_whole

    with writing(path):
        write_whole(Path(path), text)


def must_be_writable(path: str | None) -> None:
    """Finds out before the work is done that its result could not be written, where it goes into a file.

    Raises:
        UsageError: says why.
    """
    if path is None or path == "-":
        return
    folder = Path(path).absolute().parent
    try:
        folder_there = folder.is_dir()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: no file can have that name: {error}") from None
    if not folder_there:
        raise UsageError(f"{path}: it could not be written there: {folder} is no folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{path}: it could not be written there: {folder} may not be written to")


def unavailable(frontend: Frontend) -> str:
    """Why a frontend cannot run here, or an empty text; one that fails when asked cannot run either."""
    try:
        return frontend.unavailable()
    except Exception as error:  # noqa: BLE001 - a frontend that fails when asked cannot run either
        return f"it failed when asked: {type(error).__name__}: {error}"


def record_game(game: Game, path: str) -> None:
    """Writes a game to a file; where that fails, to a temporary one, so that it is not lost.

    Raises:
        SaveError: says why, and where the game is now.
    """
    try:
        game.save(path)
    except SaveError as error:
        spare = ""
        try:
            handle, spare = tempfile.mkstemp(prefix=f"tilekit-{game.rules.id.replace(':', '-')}-", suffix=".json")
            os.close(handle)
            game.save(spare)
        except (SaveError, OSError):
            if spare:
                Path(spare).unlink(missing_ok=True)
            raise error from None
        raise SaveError(f"{error} (it is in {spare} now)") from None


def to_type(*words: str, **options: str | None) -> str:
    """A command of tilekit to type, with those of the options that are given."""
    given = (part for name, value in options.items() if value is not None for part in (f"--{name}", value))
    return one_line(shlex.join(["tilekit", *words, *given]))


def numbered(path: str) -> Iterator[tuple[int, str]]:
    """The actions of a file, each with the number of its line, as they come.

    Raises:
        UsageError: it cannot be read to its end, or a line is too long for any action: what has no lines may never end.
    """
    try:
        with _opened(path) as file:
            lines = iter(lambda: file.readline(LONGEST_LINE + 1), "")
            for number, line in enumerate(lines, start=1):
                if len(line) > LONGEST_LINE:
                    raise UsageError(
                        f"{path}: line {number} has more than {LONGEST_LINE:,} characters; expected one action a line"
                    )
                text = line.partition("#")[0].strip()
                if text:
                    yield number, text
    except UnicodeDecodeError:
        raise UsageError(f"{path}: the actions are not UTF-8 text; save them as UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: the actions cannot be read: {error.strerror}") from None


@contextlib.contextmanager
def _opened(path: str) -> Iterator[TextIO]:
    """The lines of a file, or of the standard input, read as UTF-8 whatever the locale."""
    if path != "-":
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123 - a Path would rewrite the name
            yield file
    elif sys.stdin is None:
        yield io.StringIO()
    else:
        text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
        try:
            yield text
        finally:
            text.detach()  # Else it would close the standard input.
