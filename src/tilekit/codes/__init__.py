"""Error codes: what each one checks, why, an example, and what to write instead.

Owns a file for each code, by its name: a file in this folder is all it takes. It does not own the messages; those stand
where a code is raised.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Code:
    """What is known of an error code.

    Attributes:
        severity: ``error`` or ``warning``.
        checks: what it checks.
        why: why that is asked.
        example: a part of a ruleset that has the mistake, or words where no part can show it.
        instead: the same without it.
    """

    severity: str
    checks: str
    why: str
    example: str
    instead: str


def names() -> list[str]:
    """All codes, sorted."""
    files = [path.name for path in resources.files(__name__).iterdir()]
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def code(name: str) -> Code:
    """The record of a code.

    >>> code("always-true").severity
    'warning'

    Raises:
        KeyError: no code of that name.
    """
    if name not in names():
        raise KeyError(name)
    text = (resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8")
    return Code(**{key: value.strip("\n") for key, value in tomllib.loads(text).items()})
