"""The bundled rulesets, as a plugin like anyone's."""

from __future__ import annotations

from pathlib import Path

from tilekit.hooks import hookimpl


def folder() -> Path:
    """Where the bundled rulesets lie: inside the package once installed, at the top of a checkout."""
    installed = Path(__file__).parent / "rulesets"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "rulesets"


@hookimpl
def tilekit_rulesets() -> list[Path]:
    """The bundled rulesets, without their scenarios."""
    return sorted(path for path in folder().glob("*.toml") if not path.name.endswith(".scenarios.toml"))
