"""A turn as a few short pictures.

Owns which pictures stand between the board before a turn and the board after it, and how long each is shown. It draws
nothing and knows no clock; the game has gone on already, so whoever shows them may stop at any time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilekit import Scene, TileView

    #: A place of the board: row and column, counted from 0.
    Place = tuple[int, int]

#: The longest a turn is animated, in seconds, however much happens in it.
LIMIT: Final = 0.4
#: No picture is shown for less; a terminal shows some sixty a second.
_SHORTEST: Final = 0.016
_STEPS: Final = 4
_STEP: Final = 0.03
_STAND: Final = 0.08
_FLASH: Final = 0.15


@dataclass(frozen=True, slots=True)
class Sprite:
    """A tile on its way: a part ``done`` of it, from 0 to 1."""

    tile: TileView
    start: Place
    end: Place
    done: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A board between two boards.

    Attributes:
        still: the tiles that stand, row by row; None where none does.
        seconds: how long it is shown.
        sprites: the tiles that are on their way.
        small: cells whose tile comes or goes: it is drawn without its block.
        bright: cells whose tile has just changed: it is drawn the other way round.
        points: what was paid, to be written at ``place``; 0 for nothing.
        place: where it happened.
    """

    still: Sequence[Sequence[TileView | None]]
    seconds: float
    sprites: tuple[Sprite, ...] = ()
    small: frozenset[Place] = frozenset()
    bright: frozenset[Place] = frozenset()
    points: int = 0
    place: Place = (0, 0)


def pictures(scenes: Sequence[Scene], motion: str, limit: float = LIMIT) -> tuple[Picture, ...]:
    """The pictures of a turn, in order; none where nothing is to move.

    Args:
        scenes: of the turn.
        motion: ``"full"``; ``"reduced"``: one picture in which what changed is bright; ``"none"``.
        limit: seconds that all of them take together, at most.
    """
    if not scenes or motion == "none" or limit < _SHORTEST:
        return ()
    if motion == "reduced":
        changed = frozenset(
            (r, c)
            for r, row in enumerate(scenes[-1].end)
            for c, tile in enumerate(row)
            if tile is not None and tile != scenes[0].start[r][c]
        )
        points = sum(scene.points for scene in scenes)
        return (Picture(scenes[-1].end, min(_FLASH, limit), bright=changed, points=points, place=scenes[-1].place),)
    groups: list[list[Scene]] = []
    for scene in scenes:
        if groups and getattr(scene, "together", False):
            groups[-1].append(scene)
        else:
            groups.append([scene])
    found = [picture for group in groups for picture in _at_once(group)]
    if not found:
        return ()
    room = int(limit / _SHORTEST)
    if len(found) > room:
        found = [found[number * len(found) // room] for number in range(room - 1)] + found[-1:]
    total = sum(picture.seconds for picture in found)
    pace = min(1.0, limit / total)
    return tuple(replace(picture, seconds=picture.seconds * pace) for picture in found)


def _at_once(scenes: Sequence[Scene]) -> list[Picture]:
    """The pictures of scenes that happen at once, as all tiles of one slide go."""
    found: list[Picture] = []
    start, end = scenes[0].start, scenes[-1].end
    vanishes = [motion for scene in scenes for motion in scene.vanishes]
    ways = [motion for scene in scenes for motion in scene.moves]
    ways = [motion for motion in (*ways, *vanishes) if motion.start != motion.end]
    gone = frozenset(motion.start for motion in vanishes if motion.start == motion.end)
    come = frozenset(motion.end for scene in scenes for motion in scene.appears)
    if ways:
        left = {motion.start for motion in ways}
        still = [[None if (r, c) in left else tile for c, tile in enumerate(row)] for r, row in enumerate(start)]
        for step in range(1, _STEPS):
            sprites = tuple(Sprite(way.tile, way.start, way.end, step / _STEPS) for way in ways)
            found.append(Picture(still, _STEP, sprites, small=gone - come))
    elif gone - come:
        found.append(Picture(start, _STAND, small=gone - come))
    changed = frozenset(motion.end for motion in vanishes) & come
    paid = [scene for scene in scenes if scene.points]
    if come or paid:
        place = (paid or scenes)[-1].place
        points = sum(scene.points for scene in paid)
        found.append(Picture(end, _STAND, small=come - changed, bright=changed, points=points, place=place))
    return found
