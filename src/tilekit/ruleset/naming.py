"""What a ruleset is called: by the id of an installed one or by the path of a file, and after a colon by a preset."""

from __future__ import annotations

import os


def parted(ruleset: str | os.PathLike[str]) -> tuple[str, str]:
    r"""The name of a ruleset, and the preset that it names after a colon; the colon of a drive is none.

    >>> parted("merge:hard"), parted(r"C:\games\granite.toml:hard"), parted("C:granite.toml")
    (('merge', 'hard'), ('C:\\games\\granite.toml', 'hard'), ('C:granite.toml', ''))
    """
    text = os.fspath(ruleset)
    name, _, preset = text.rpartition(":")
    named = name.endswith(".toml") or (name and not set("/\\:") & set(name))
    if isinstance(ruleset, str) and named and preset and not set("/\\") & set(preset) and not preset.endswith(".toml"):
        return name, preset
    return text, ""


def is_id(ruleset: str | os.PathLike[str]) -> bool:
    """Whether a name stands for an installed ruleset rather than for a file."""
    text, _ = parted(ruleset)
    return isinstance(ruleset, str) and not text.endswith(".toml") and "/" not in text and os.sep not in text
