"""Metrics: the figures of a series of games that one can ask for by name.

Owns their names and what they may be of, so that a ruleset's bands are checked when it is loaded, and a sweep before
its first game. How a figure is worked out is the business of `tilekit.lab.figures`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from tilekit.errors import did_you_mean
from tilekit.ruleset.models import Ruleset

#: Why a game stopped that did not end: the largest number of actions, or no legal action in a pause or while playing.
CUT: Final = "cut"
STUCK: Final = "stuck"
#: What is known of the score and of the number of actions, besides quantiles.
_OF_EACH: Final = ("mean", "least", "most")
#: One example of each form.
FORMS: Final = (
    "score.mean", "actions.mean", "score.quantiles.0.5", "rate.REASON", "events.EVENT", "gained.VARIABLE",
    "spent.VARIABLE", "last.VARIABLE", "per_1000.EVENT", "per_1000.gained.VARIABLE", "reached.TILE", "top_made.TILE",
    "A / B",
)  # fmt: skip


class MetricError(ValueError):
    """A text names no metric.

    Attributes:
        message: what is wrong, in words.
        found: the part of the text that is wrong.
        expected: what may stand there.
        fix: an edit, or an empty text.
        at: where the part begins.
    """

    def __init__(self, message: str, found: str, expected: str, fix: str, at: int) -> None:
        """Take what is wrong and where."""
        self.message, self.found, self.expected, self.fix, self.at = message, found, expected, fix, at
        super().__init__(message)

    def __str__(self) -> str:
        """All of it in one line."""
        return f"{self.message}; expected {self.expected}" + (f"; {self.fix}" if self.fix else "")


class Term(NamedTuple):
    """One figure: its kind and what it is of.

    ``kind`` is ``mean``, ``least``, ``most`` or ``quantile`` of a quantity, ``per_1000`` actions, or the share of games
    that ``reached`` a tile or had it as ``top_made``.
    """

    kind: str
    of: str
    """A quantity of `tilekit.lab.tally` (``score``, ``event:fused``, ``rate:jammed``), or a tile."""
    at: float = 0.0
    """Which quantile."""


class Metric(NamedTuple):
    """A figure, or one divided by another."""

    text: str
    term: Term
    per: Term | None = None


class Known(NamedTuple):
    """What the metrics of one ruleset may be of."""

    reasons: Collection[str]
    events: Collection[str]
    variables: Collection[str]
    tiers: Collection[str]


def known_metrics(ruleset: Ruleset, events: Collection[str], tiers: Collection[str]) -> Known:
    """What the metrics of a ruleset may be of, given the events its steps may raise and its tiers.

    A piece is nobody's step on the ladder: it is neither reached nor the highest tile that was made.
    """
    reasons = dict.fromkeys(end.reason for end in ruleset.end if end.status == "over")
    return Known((*reasons, CUT, STUCK), events, tuple(ruleset.variables), tiers)


def parse_metric(text: str, known: Known) -> Metric:
    """The metric a text names.

    Raises:
        MetricError: there is none, and what there is.
    """
    parts = list(re.finditer(r"[^/]+", text))
    if len(parts) > 2 or text.count("/") != max(len(parts) - 1, 0) or not parts:
        raise MetricError(
            f'"{text}" is no metric', text, "a metric such as score.mean, or two with / between them", "", 0
        )
    terms = []
    for part in parts:
        bare = part.group().strip()
        terms.append(_term(bare, part.start() + part.group().find(bare) if bare else part.start(), known))
    return Metric(" / ".join(part.group().strip() for part in parts), *terms)


def _term(text: str, at: int, known: Known) -> Term:
    head, _, rest = text.partition(".")
    after = at + len(head) + 1
    match head:
        case "score" | "actions":
            return _of_each(head, rest, after)
        case "rate":
            return Term("mean", f"rate:{_one_of(head, 'reason', rest, known.reasons, after)}")
        case "events":
            return Term("mean", f"event:{_one_of(head, 'event', rest, known.events, after)}")
        case "gained" | "spent" | "last":
            return Term("mean", f"{head}:{_one_of(head, 'variable', rest, known.variables, after)}")
        case "per_1000":
            return Term("per_1000", _per_1000(rest, after, known))
        case "reached" | "top_made":
            tiles = known.tiers if head == "reached" else ["none", *known.tiers]
            return Term(head, _one_of(head, "tier", rest, tiles, after))
    heads = ("score", "actions", "rate", "events", "gained", "spent", "last", "per_1000", "reached", "top_made")
    near = did_you_mean(text, [f"{known_head}.{rest}" for known_head in heads])
    raise MetricError(f'no metric is called "{text}"', text, "one of " + ", ".join(FORMS), near, at)


def _of_each(head: str, rest: str, at: int) -> Term:
    if rest in _OF_EACH:
        return Term(rest, head)
    name, _, number = rest.partition(".")
    if name == "quantiles":
        if re.fullmatch(r"0?\.\d{1,6}", number) and float(number) > 0:
            return Term("quantile", head, float(number))
        raise MetricError(
            f'"{number}" is no quantile' if number else f"{head}.quantiles lacks its number",
            number or rest,
            f"a number between 0 and 1, as in {head}.quantiles.0.5",
            "",
            at + len(name) + 1,
        )
    listed = ", ".join(f"{head}.{figure}" for figure in (*_OF_EACH, "quantiles.0.5"))
    near = did_you_mean(name, (*_OF_EACH, "quantiles"))
    raise MetricError(
        f'{head} has no figure "{rest}"' if rest else f"{head} lacks its figure", rest or head,
        f"one of {listed}", near, at if rest else at - len(head) - 1,
    )  # fmt: skip


def _per_1000(rest: str, at: int, known: Known) -> str:
    head, dot, name = rest.partition(".")
    after, whole = at + len(head) + 1, f"per_1000.{head}"
    if dot and head in ("gained", "spent"):
        return f"{head}:{_one_of(whole, 'variable', name, known.variables, after)}"
    if dot and head == "events":
        return f"event:{_one_of(whole, 'event', name, known.events, after)}"
    return f"event:{_one_of('per_1000', 'event', rest, known.events, at)}"


def _one_of(head: str, kind: str, name: str, names: Iterable[str], at: int) -> str:
    choices = list(names)
    if name in choices:
        return name
    listed = ", ".join(f"{head}.{each}" for each in choices[:30]) + (", …" if len(choices) > 30 else "")
    raise MetricError(
        f'no {kind} is called "{name}"' if name else f"{head} lacks its {kind}", name,
        f"one of {listed}" if choices else f"another metric: this ruleset has no {kind}",
        did_you_mean(name, choices), at,
    )  # fmt: skip
