"""What goes wrong, and how it is told: exceptions, diagnostics, and the words for them.

It imports nothing else of tilekit.
"""

from tilekit.errors.arguments import at_least_1, expected, texts_of
from tilekit.errors.diagnostics import FOUND_LIMIT, Diagnostic, Edit, Fix, in_order
from tilekit.errors.exceptions import (
    IllegalAction,
    MechanicFailed,
    PluginError,
    RulesetError,
    SaveError,
    TilekitError,
    TooManyOutcomes,
    UsageError,
    failed_in,
)
from tilekit.errors.suggestions import did_you_mean, nearest
from tilekit.errors.text import cause_of, counted, one_line, warn_once

__all__ = [
    "FOUND_LIMIT",
    "Diagnostic",
    "Edit",
    "Fix",
    "IllegalAction",
    "MechanicFailed",
    "PluginError",
    "RulesetError",
    "SaveError",
    "TilekitError",
    "TooManyOutcomes",
    "UsageError",
    "at_least_1",
    "cause_of",
    "counted",
    "did_you_mean",
    "expected",
    "failed_in",
    "in_order",
    "nearest",
    "one_line",
    "texts_of",
    "warn_once",
]
