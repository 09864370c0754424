"""Sounds, made up as they are needed.

Owns what is heard: a short sound for each kind of thing that happens, computed from sine waves, and the device it is
played on. Where there is no device there is silence; nothing here ever fails. It does not own when something happens,
nor whether the player wants to hear it.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import pygame

RATE: Final = 22_050  # samples a second
#: A pentatonic scale from the middle C: whatever sounds together sounds well.
_SCALE: Final = tuple(261.63 * 2 ** (step / 12) for step in (0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24))
#: A note: its pitch in hertz, when it begins and how long it takes in seconds, and how loud it is, up to 1.
Note = tuple[float, float, float, float]

_LOG: Final = logging.getLogger(__name__)


def notes_of(kind: str, step: int = 0) -> tuple[Note, ...]:
    """The notes of a sound.

    Args:
        kind: of a scene (``"fused"``, ``"placed"``, …), or ``"refused"``, ``"good"`` and ``"bad"`` for how things end.
        step: how many of its kind came before it in the turn: each of a chain is higher.
    """
    at = min(step, len(_SCALE) - 4)
    match kind:
        case "placed":
            return ((_SCALE[0] / 2, 0.0, 0.13, 0.5), (_SCALE[2], 0.0, 0.06, 0.2))
        case "fused":
            return (
                (_SCALE[at], 0.0, 0.22, 0.4),
                (_SCALE[at + 2], 0.05, 0.26, 0.36),
                (_SCALE[at + 3], 0.1, 0.3, 0.3),
            )
        case "cleared":
            return tuple((_SCALE[7 - n], 0.035 * n, 0.16, 0.32) for n in range(4))
        case "shuffled":
            return tuple((_SCALE[n * 3 % 8], 0.03 * n, 0.1, 0.26) for n in range(7))
        case "refused":
            return ((110.0, 0.0, 0.09, 0.42), (104.0, 0.1, 0.12, 0.42))
        case "good":
            return tuple((_SCALE[n], 0.09 * i, 0.36, 0.34) for i, n in enumerate((0, 2, 3, 5, 8)))
        case "bad":
            return tuple((_SCALE[n] / 2, 0.14 * i, 0.34, 0.36) for i, n in enumerate((5, 3, 2, 0)))
        case "moved":
            return ((_SCALE[1] / 2, 0.0, 0.08, 0.24),)
        case _:
            return ((_SCALE[5], 0.0, 0.07, 0.16),)


@lru_cache(maxsize=128)
def samples(kind: str, step: int = 0) -> bytes:
    """A sound as signed numbers of 16 bits, one channel, `RATE` a second."""
    notes = notes_of(kind, step)
    mixed = [0.0] * (int(max(start + length for _, start, length, _ in notes) * RATE) + 1)
    for pitch, start, length, loud in notes:
        first = int(start * RATE)
        for n in range(int(length * RATE)):
            now = n / RATE
            # A soft beginning, then dying away, with a little of the octave.
            swell = min(1.0, now / 0.006) * math.exp(-5.0 * now / length) * min(1.0, (length - now) / 0.01)
            wave = math.sin(2 * math.pi * pitch * now) + 0.25 * math.sin(4 * math.pi * pitch * now)
            mixed[first + n] += loud * swell * wave
    return array("h", (int(max(-1.0, min(1.0, value * 0.55)) * 32_000) for value in mixed)).tobytes()


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Keeps what sound libraries write about missing devices from the terminal."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Sounds:
    """What is heard; the device is opened with the first sound."""

    def __init__(self) -> None:
        self._opened: bool | None = None
        self._made: dict[tuple[str, int], pygame.mixer.Sound] = {}

    @property
    def is_open(self) -> bool | None:
        """Whether there is a device; None as long as nobody has asked for a sound."""
        return self._opened

    def play(self, kind: str, step: int = 0) -> None:
        """Plays a sound beside those that still sound."""
        if self._opened is None:
            self._opened = self._open()
        if not self._opened:
            return
        try:
            if (kind, step) not in self._made:
                self._made[kind, step] = pygame.mixer.Sound(buffer=samples(kind, step))
            self._made[kind, step].play()
        except pygame.error as error:
            _LOG.debug("sound stops: %s", error)
            self._opened = False

    def turn(self, kinds: Sequence[str]) -> None:
        """Plays the one sound that says most of a turn that is shown at once."""
        for kind in ("fused", "cleared", "shuffled", "placed", *kinds[:1]):
            if kind in kinds:
                self.play(kind, kinds.count(kind) - 1)
                return

    @staticmethod
    def _open() -> bool:
        try:
            with _quietly():
                pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
        except (pygame.error, NotImplementedError, AttributeError) as error:
            _LOG.debug("no sound: %s", error)
            return False
        return True

    def close(self) -> None:
        """Gives the device back."""
        self._made.clear()
        if self._opened:
            with contextlib.suppress(pygame.error), _quietly():
                pygame.mixer.quit()
        self._opened = None
