"""Rulesets: the file, its positions, its shape, and what is wrong with it."""
