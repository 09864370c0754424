"""The words of the language, family by family."""

from typing import Final

from tilekit.expressions.words import cells, choice, game, numbers, sets, tiles

__all__ = ["SAMPLE", "cells", "choice", "game", "numbers", "sets", "tiles"]

#: The board over which the examples of words are worked out.
SAMPLE: Final = """
spark spark stone
node  .     core
.     node  core
"""
