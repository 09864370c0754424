"""The games in plain Python, tuned by hand: what one would write without an engine.

Each module has ``play(rnd)``, which plays one game at random, every legal action with the same chance, and returns
how many actions it took and what it scored. `rnd` gives numbers from 0 up to, but not including, 1.
"""

from __future__ import annotations

from collections.abc import Callable

from plain import merge, ninek, sum10, twenty48

#: A game, by the name of its ruleset.
PLAY: dict[str, Callable[[Callable[[], float]], tuple[int, int]]] = {
    "merge": merge.play,
    "ninek": ninek.play,
    "sum10": sum10.play,
    "2048": twenty48.play,
}
