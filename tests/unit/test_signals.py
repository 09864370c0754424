"""Signals that ask a command to end."""

from __future__ import annotations

import signal
import sys
import threading

import pytest

from tilekit.cli.signals import Ending


class Finalized:
    """Python swallows what its finalizer raises."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __del__(self) -> None:
        signal.raise_signal(self._number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_that_comes_while_python_cannot_raise_it_is_raised_afterwards(number: int) -> None:
    before = sys.unraisablehook
    with Ending(), pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it comes at some instruction after the first
        finalized = Finalized(number)
        del finalized
        threading.Event().wait(60)
    assert sys.unraisablehook is before


def test_another_exception_of_a_finalizer_is_reported_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: reported.append(args.exc_type))

    class Broken:
        def __del__(self) -> None:
            raise ValueError("broken")

    with Ending():
        broken = Broken()
        del broken
    assert reported == [ValueError]
