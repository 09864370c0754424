"""The names of metrics: each form, and what is said of a name that is none."""

import pytest

import tilekit
from tilekit.lab.figures import known_of
from tilekit.program.metric import MetricError, Term, parse_metric

KNOWN = known_of(tilekit.load("merge"))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("score.mean", Term("mean", "score")),
        ("actions.most", Term("most", "actions")),
        ("actions.quantiles.0.05", Term("quantile", "actions", 0.05)),
        ("score.quantiles..5", Term("quantile", "score", 0.5)),
        ("rate.cut", Term("mean", "rate:cut")),
        ("events.fused", Term("mean", "event:fused")),
        ("spent.charges", Term("mean", "spent:charges")),
        ("last.drops", Term("mean", "last:drops")),
        ("per_1000.cleared", Term("per_1000", "event:cleared")),
        ("per_1000.gained.charges", Term("per_1000", "gained:charges")),
        ("reached.nova", Term("reached", "nova")),
        ("top_made.none", Term("top_made", "none")),
    ],
)
def test_each_form(text, term):
    assert parse_metric(text, KNOWN) == (text, term, None)


def test_one_divided_by_another():
    expected = ("events.fused / actions.mean", Term("mean", "event:fused"), Term("mean", "actions"))
    assert parse_metric("events.fused/ actions.mean", KNOWN) == expected


@pytest.mark.parametrize(
    ("text", "at", "found", "told"),
    [
        ("score.maen", 6, "maen", ('score has no figure "maen"; expected one of score.mean, score.least, score.most, '
                                  'score.quantiles.0.5; '
                                  'did you mean "mean"?')),
        ("score", 0, "score", ("score lacks its figure; expected one of score.mean, score.least, "
                               "score.most, score.quantiles.0.5")),
        ("score.quantiles.1.5", 16, "1.5", ('"1.5" is no quantile; expected a number between 0 and 1, '
                                            'as in score.quantiles.0.5')),
        ("rate.jamed", 5, "jamed", ('no reason is called "jamed"; expected one of rate.jammed, rate.cut, rate.stuck; '
                                   'did you mean "jammed"?')),
        ("per_1000.spent.x", 15, "x", ('no variable is called "x"; expected one of per_1000.spent.charges, '
                                    'per_1000.spent.drops, per_1000.spent.dealt')),
        ("score.mean / events.cleard", 20, "cleard", ('no event is called "cleard"; expected one of events.fused, '
                                                     'events.placed, events.dealt, events.cleared; '
                                                     'did you mean "cleared"?')),
        ("reached.sparc", 8, "sparc", ('no tier is called "sparc"; expected one of reached.spark, reached.node, '
                                    'reached.core, reached.prism, reached.nova, reached.singularity; '
                                    'did you mean "spark"?')),
        ("a / b / c", 0, "a / b / c", ('"a / b / c" is no metric; expected a metric such as score.mean, or two with / '
                                      'between them')),
        ("", 0, "", '"" is no metric; expected a metric such as score.mean, or two with / between them'),
        ("scroe.mean", 0, "scroe.mean", ('no metric is called "scroe.mean"; expected one of score.mean, actions.mean, '
                                        'score.quantiles.0.5, rate.REASON, events.EVENT, gained.VARIABLE, '
                                        'spent.VARIABLE, last.VARIABLE, per_1000.EVENT, per_1000.gained.VARIABLE, '
                                        'reached.TILE, top_made.TILE, A / B; did you mean "score.mean"?')),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text, at, found, told):
    with pytest.raises(MetricError) as caught:
        parse_metric(text, KNOWN)
    assert (str(caught.value), caught.value.found, caught.value.at) == (told, found, at)
    assert text[at : at + len(found)] == found
