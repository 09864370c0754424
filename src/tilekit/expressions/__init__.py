"""The expression language: text to a checked tree, and that to source over the board words."""
