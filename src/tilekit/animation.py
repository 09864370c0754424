"""What moves between two boards, and when.

Owns how long each scene of a turn takes and where every tile is at a moment, in cells. It knows neither pixels nor
characters nor the clock: moments are given. The game has gone on already; an animation can be dropped at any time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tilekit.scenes import Scene, Still
from tilekit.view import TileView, View

#: Seconds that one scene takes, by what happens in it; a turn takes no longer than `LONGEST`.
_FADE, _MOVE, _VANISH, _APPEAR = 0.16, 0.17, 0.2, 0.17
LONGEST: Final = 1.6
#: Seconds for which points float.
FLOATING: Final = 0.9


@dataclass(frozen=True, slots=True)
class Sprite:
    """One tile at a moment.

    Attributes:
        tile: its look.
        row: where it is, in cells from 0; a fraction between two.
        column: likewise.
        scale: 1 is its size at rest.
        alpha: 1 is solid, 0 gone.
    """

    tile: TileView
    row: float
    column: float
    scale: float = 1.0
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Floating:
    """Points that float up from a cell."""

    text: str
    row: float
    column: float
    alpha: float


@dataclass(frozen=True, slots=True)
class Beat:
    """Scenes that happen at once.

    Attributes:
        scenes: which.
        start: seconds from the beginning of the turn.
        seconds: how long.
    """

    scenes: tuple[Scene, ...]
    start: float
    seconds: float


class Animation:
    """A turn as it is shown.

    Args:
        before: the board before it.
        after: the board now.
        scenes: of the turn; where there are none, one board fades into the other.
        still: whether nothing may fly: the first board fades into the last, and points stand where they came from.
        longest: seconds until the board is at rest, at most.
    """

    def __init__(
        self,
        before: Still,
        after: Still,
        scenes: Sequence[Scene],
        *,
        still: bool = False,
        longest: float = LONGEST,
    ) -> None:
        self._before, self._after = before, after
        self._scenes = tuple(scenes)
        self._flies = bool(scenes) and not still
        self._still = still
        self.beats = _beats(scenes, longest) if self._flies else ()
        last = self.beats[-1] if self.beats else None
        #: Seconds until the board is at rest.
        self.seconds = last.start + last.seconds if last else min(_FADE, longest)
        #: Seconds until the points are gone as well.
        self.whole = max([self.seconds, *(start + FLOATING for start, _ in self._paid())])

    def _paid(self) -> Iterator[tuple[float, Scene]]:
        if not self._flies:
            for scene in self._scenes:
                if scene.points:
                    yield 0.0, scene
            return
        for beat in self.beats:
            for scene in beat.scenes:
                if scene.points:
                    yield beat.start + beat.seconds * 0.6, scene

    def cues(self, since: float, until: float) -> Iterator[tuple[str, int]]:
        """The kinds of scenes that begin after one moment and not after another, with the number of their beat."""
        for number, beat in enumerate(self.beats):
            if since < beat.start <= until:
                yield beat.scenes[0].kind, number

    def sprites(self, now: float) -> list[Sprite]:
        """The tiles at a moment, in the order in which they are drawn; seconds from the beginning."""
        if now >= self.seconds:
            return list(_standing(self._after))
        beat = next((beat for beat in self.beats if now < beat.start + beat.seconds), None)
        if beat is None:
            return list(_faded(self._before, self._after, now / self.seconds))
        return list(_moving(beat, min(1.0, max(0.0, (now - beat.start) / beat.seconds))))

    def floating(self, now: float) -> list[Floating]:
        """The points that float at a moment."""
        found = []
        for start, scene in self._paid():
            part = (now - start) / FLOATING
            if 0 <= part < 1:
                row, column = scene.place
                rise = 0.0 if self._still else 0.75 * _slowing(part)
                found.append(Floating(f"{scene.points:+,}", row - rise, column, min(1.0, 2.2 * (1 - part))))
        return found


def tiles_of(view: View) -> Still:
    """The tiles of a view."""
    return tuple(tuple(cell.tile for cell in row) for row in view.cells)


# ---------------------------------------------------------------- scenes into beats


def _touched(scene: Scene) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The cells that tiles leave, and those they come to."""
    left = {motion.start for motion in (*scene.moves, *scene.vanishes)}
    entered = {motion.end for motion in scene.moves} | {motion.end for motion in scene.appears}
    return left, entered


def _beats(scenes: Sequence[Scene], longest: float) -> tuple[Beat, ...]:
    """Groups scenes that can be seen at once: of one kind or of one slide, where none needs what another made."""
    groups: list[list[Scene]] = []
    entered: set[tuple[int, int]] = set()
    for scene in scenes:
        left, into = _touched(scene)
        last = groups[-1][-1] if groups else None
        alike = last is not None and (scene.kind == last.kind or (scene.moves and last.moves))
        if alike and not (left | into) & entered:
            groups[-1].append(scene)
            entered |= into
        else:
            groups.append([scene])
            entered = into
    lengths = [max(map(_seconds, group)) for group in groups]
    squeeze = min(1.0, longest / sum(lengths)) if lengths else 1.0
    beats: list[Beat] = []
    at = 0.0
    for group, length in zip(groups, lengths, strict=True):
        beats.append(Beat(tuple(group), at, length * squeeze))
        at += length * squeeze
    return tuple(beats)


def _seconds(scene: Scene) -> float:
    far = max((math.dist(motion.start, motion.end) for motion in scene.moves), default=0.0)
    return max(
        _MOVE + 0.035 * max(0.0, far - 1) if scene.moves else 0.0,
        _VANISH if scene.vanishes else 0.0,
        _APPEAR if scene.appears else 0.0,
        0.05,
    )


# ---------------------------------------------------------------- tiles at a moment


def _standing(board: Still) -> Iterator[Sprite]:
    for r, row in enumerate(board):
        for c, tile in enumerate(row):
            if tile is not None:
                yield Sprite(tile, r, c)


def _faded(before: Still, after: Still, part: float) -> Iterator[Sprite]:
    for r, row in enumerate(after):
        for c, now in enumerate(row):
            was = before[r][c] if r < len(before) and c < len(before[r]) else None
            if was == now:
                if now is not None:
                    yield Sprite(now, r, c)
                continue
            if was is not None:
                yield Sprite(was, r, c, alpha=1 - part)
            if now is not None:
                yield Sprite(now, r, c, alpha=part)


def _moving(beat: Beat, part: float) -> Iterator[Sprite]:
    """What stands, then what vanishes, moves and appears."""
    gone: set[tuple[int, int]] = set()
    for scene in beat.scenes:
        left, entered = _touched(scene)
        gone |= left | entered
    for sprite in _standing(beat.scenes[0].start):
        if (sprite.row, sprite.column) not in gone:
            yield sprite
    for scene in beat.scenes:
        for motion in scene.vanishes:
            row, column = _between(motion.start, motion.end, _quickening(part))
            alone = motion.start == motion.end and not scene.appears
            yield Sprite(motion.tile, row, column, 1 - part * (0.75 if alone else 0.3), 1 - part**2)
    for scene in beat.scenes:
        for motion in scene.moves:
            row, column = _between(motion.start, motion.end, _settling(part))
            yield Sprite(motion.tile, row, column)
    for number, scene in enumerate(beat.scenes):
        # Of many that come at once each begins a little later than the one before.
        lag = 0.4 * number / max(1, len(beat.scenes) - 1)
        own = min(1.0, max(0.0, (part - lag) / (1 - lag)))
        # What tiles went into comes when they have arrived.
        own = max(0.0, (own - 0.4) / 0.6) if scene.vanishes else own
        for motion in scene.appears:
            if own > 0:
                yield Sprite(motion.tile, *motion.end, _popping(own), min(1.0, 2 * own))


def _between(start: tuple[int, int], end: tuple[int, int], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _slowing(part: float) -> float:
    return 1 - (1 - part) ** 3


def _quickening(part: float) -> float:
    return part * part


def _settling(part: float) -> float:
    """Quick at first, and a little too far before it rests."""
    back = 0.9
    return 1 + (back + 1) * (part - 1) ** 3 + back * (part - 1) ** 2


def _popping(part: float) -> float:
    """From small to a little too large to the size at rest."""
    back = 1.7
    return 0.4 + 0.6 * (1 + (back + 1) * (part - 1) ** 3 + back * (part - 1) ** 2)
