"""The expression language: text to a checked tree, and that to source over the board words."""

from tilekit.expressions import words  # declares them

__all__ = ["words"]
