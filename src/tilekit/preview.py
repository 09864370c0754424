"""What an action would do to the board, as far as chance has no part in it.

Owns the way from an action to the cells that it touches: where something lands, and what goes. It plays on copies with
other chance, so it shows nothing that is still to be drawn. It draws nothing and changes no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from tilekit.errors import TilekitError
from tilekit.game import Game, Turn
from tilekit.scenes import Scene, scenes
from tilekit.view import Place, TileView, tile_view

#: Events that bring what nobody chose: a preview ends before the first of them.
_BROUGHT: Final = frozenset({"filled", "spawned", "dealt", "shuffled", "started"})
#: The seeds of two copies: what both journals begin with does not depend on chance.
_CHANCES: Final = ("preview", "another preview")


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do.

    Attributes:
        action: the action, or empty where there is none to show.
        lands: where tiles come to lie that are not on the board now; counted from 0.
        goes: whose tiles go, such as a group that fuses or is cleared.
        tile: what lands; None where nothing does, or several kinds of tiles.
    """

    action: str = ""
    lands: tuple[Place, ...] = ()
    goes: tuple[Place, ...] = ()
    tile: TileView | None = None


def preview(game: Game, action: str) -> Preview:
    """What an action would do in a game as it stands; an empty preview where it cannot be played."""
    journals = []
    for chance in _CHANCES:
        try:
            journals.append(game.fork(chance=chance).play(action).journal)
        except TilekitError:  # refused, or a mechanic that fails: whoever plays it is told
            return Preview()
    same = [one for one, _ in takewhile(lambda both: both[0] == both[1], zip(*journals, strict=False))]
    turn = Turn(action, tuple(takewhile(lambda entry: entry.kind not in _BROUGHT, same)), 0)
    looks = {tile: tile_view(game, tile) for tile in {tile for row in game.board for tile in row if tile}}
    still = tuple(tuple(looks[tile] if tile else None for tile in row) for row in game.board)
    lands, goes = _traced(scenes(game.rules.program.grid, still, turn, lambda tile: tile_view(game, tile)))
    tiles = set(lands.values())
    return Preview(action, tuple(sorted(lands)), tuple(sorted(goes)), tiles.pop() if len(tiles) == 1 else None)


def _traced(found: Sequence[Scene]) -> tuple[dict[Place, TileView], set[Place]]:
    """The places where a new tile comes to rest, with what it is by the end; and the places whose tile goes.

    A tile that rests and then goes has landed all the same. One that changes in its place has neither come nor gone.
    """
    came: dict[Place, TileView] = {}  # new tiles, by where they are now
    landed: dict[Place, TileView] = {}  # those that have gone again
    origins: dict[Place, Place] = {}  # where tiles lay at first that have moved, by where they are now
    goes: set[Place] = set()
    for scene in found:
        joined = {motion.end for motion in scene.vanishes if motion.start != motion.end}
        changed = {motion.end for motion in scene.appears} & {motion.start for motion in scene.vanishes} - joined
        arriving = {motion.end: came.pop(motion.start, None) for motion in scene.moves}
        origin_of = {motion.end: origins.pop(motion.start, motion.start) for motion in scene.moves}
        for motion in scene.vanishes:
            tile = came.pop(motion.start, None)
            if tile is None and motion.start not in changed:
                goes.add(origins.pop(motion.start, motion.start))
            elif tile is not None:
                landed[motion.start] = tile
        for motion in scene.appears:
            if motion.end not in changed or motion.end in landed:
                came[motion.end] = motion.tile
        for place, origin in origin_of.items():
            new = arriving[place]
            if new is not None:
                came[place] = new
            else:
                origins[place] = origin
    return landed | came, goes
