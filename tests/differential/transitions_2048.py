"""Slides as another implementation plays them: gymnasium-2048 0.1.2 (MIT licence).

What it owns: the boards that are tried, and the text of what came of them. Run as a script, with that package
installed somewhere (it asks for pygame and for one version of gymnasium, and so is no dependency of the tests), it
writes `transitions_2048.txt` anew:

    python -m venv other && other/bin/pip install gymnasium-2048==0.1.2
    other/bin/python tests/differential/transitions_2048.py

In the file every tile is one hexadecimal digit, n for 2 to the power of n. The first part has a line for each board:
the board, then for up, down, left and right the board after the slide and its points, or a dash where nothing moves.
The second has one line for each block of further boards: the SHA-256 over such lines.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path

FILE = Path(__file__).with_name("transitions_2048.txt")
HEAD = "# gymnasium-2048 0.1.2, TwentyFortyEightEnv.apply_action; see transitions_2048.py"
WAYS = ("up", "down", "left", "right")
SHOWN, BLOCKS, BLOCK = 200, 200, 100

Slide = Callable[[list[int], str], tuple[list[int], int, bool]]


def boards(seed: int, count: int) -> list[list[int]]:
    """Return boards to try: of any density, of few kinds of tiles or many."""
    rnd = random.Random(seed)
    found = []
    for _ in range(count):
        least = int(rnd.random() * 12)
        kinds = 1 + int(rnd.random() * rnd.random() * 14)
        gaps = rnd.random() * rnd.random()
        found.append([0 if rnd.random() < gaps else min(14, 1 + least + int(rnd.random() * kinds)) for _ in range(16)])
    return found


def line(board: list[int], slide: Slide) -> str:
    """Return a board and what the four slides make of it, as text."""
    parts = [text(board)]
    for way in WAYS:
        after, points, moves = slide(board, way)
        parts.append(f"{text(after)}:{points}" if moves else "-")
    return " ".join(parts)


def text(board: list[int]) -> str:
    """Return a board as 16 digits."""
    return "".join(f"{n:x}" for n in board)


def whole(slide: Slide) -> str:
    """Return the text of the whole file."""
    lines = [HEAD, *(line(board, slide) for board in boards(0, SHOWN))]
    for number in range(1, BLOCKS + 1):
        block = "\n".join(line(board, slide) for board in boards(number, BLOCK))
        lines.append(hashlib.sha256(block.encode()).hexdigest())
    return "\n".join(lines) + "\n"


def _theirs(board: list[int], way: str) -> tuple[list[int], int, bool]:
    import numpy as np
    from gymnasium_2048.envs.twenty_forty_eight import TwentyFortyEightEnv

    number = ("up", "right", "down", "left").index(way)
    after, points, moves = TwentyFortyEightEnv.apply_action(np.array(board, dtype=np.uint8).reshape(4, 4), number)
    return [int(n) for n in after.flatten()], int(points), bool(moves)


if __name__ == "__main__":
    FILE.write_text(whole(_theirs), encoding="utf-8")
