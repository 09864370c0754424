"""The command line: thin over the library.

Owns arguments, exit statuses and what goes to which stream: results to stdout, messages to stderr; 0 when well,
1 when what was checked fell short, 2 on wrong use or a file that cannot be loaded, 130 on Ctrl-C, 128 plus its
number on a signal that ends programs. Errors are words, never tracebacks, unless TILEKIT_TRACE is set.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilekit.cli import streams
from tilekit.cli.signals import ENDING, INTERRUPTED, Ending
from tilekit.cli.streams import OutputLost, tell, tell_error
from tilekit.errors import TilekitError, cause_of, one_line

if TYPE_CHECKING:
    import click


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status; says in words what went wrong."""
    streams.prepare()
    with Ending() as ending:
        status = ending.status(_stopped(arguments))
    if status > INTERRUPTED - signal.SIGINT and arguments is None:
        # This is the program itself, and it is leaving: asked again to end, it does nothing else.
        for number in (signal.SIGINT, *ENDING):
            signal.signal(number, signal.SIG_IGN)
    return status


def _stopped(arguments: Sequence[str] | None) -> int:
    """The exit status, also of what was stopped half way."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputLost as error:
        streams.drop()
        if error.reason:
            tell(f"the output cannot be written: {error.reason}")
            return 2
        return 0


def _run(arguments: Sequence[str] | None) -> int:
    import click

    from tilekit.cli.commands import tilekit

    standard = sys.stdout, sys.stderr
    try:
        result = tilekit.main(arguments, prog_name="tilekit", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except OutputLost:
        raise
    except SystemExit:
        if sys.stdout is standard[0]:
            raise
        # Click replaces the streams and leaves where nobody reads what a command writes past `say`.
        sys.stdout, sys.stderr = standard
        raise OutputLost(BrokenPipeError()) from None
    except click.exceptions.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        tell("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        tell(_usage(error))
        return 2
    except Exception as error:  # noqa: BLE001 - a traceback is no message
        if os.environ.get("TILEKIT_TRACE"):
            tell("".join(traceback.format_exception(error)).rstrip())
        if isinstance(error, TilekitError):
            tell_error(error)
        elif isinstance(error, OSError) and error.filename is not None:
            tell(one_line(f"{os.fsdecode(error.filename)}: {error.strerror}"))
        elif isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise OutputLost(error) from None  # click writes help past `say`
        else:
            tell(f"tilekit met an error of its own ({cause_of(error)}); TILEKIT_TRACE=1 shows where")
        return 2


def _usage(error: click.ClickException) -> str:
    """What is wrong with the arguments, with the usage of the command above it."""
    import click

    lines = [one_line(error.format_message())]
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        lines[:0] = [context.get_usage(), f"Try '{context.command_path} --help' for help.", ""]
    return "\n".join(lines)
