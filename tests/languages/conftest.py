"""The fixtures of the command line are used here, too."""

from tests.cli.conftest import cli

__all__ = ["cli"]
