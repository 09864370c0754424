"""Generated source: forms, what fills them, and the functions they become."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilekit.source import Source, call, defined, joined, later, literal, py, settle_later, until_now, written

X, SUM = py("x"), py("x + {}", 1)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (py("{} * {}", SUM, -2), "(x + 1) * (-2)"),
        (py("-{}", py("-{}", "x")), "-(-x)"),
        (py("{} if {} else {}", SUM, py("{} > 2", SUM), 0), "(x + 1) if ((x + 1) > 2) else 0"),
        (py("count({} & ~{})", SUM, X), "count((x + 1) & ~x)"),
        (py("s[{}]", SUM), "s[x + 1]"),
        (py("s[{} + {}]", 12, SUM), "s[12 + (x + 1)]"),
        (py("{}[{}]", "OF_3", call("min", X, 4)), "OF_3[min(x, 4)]"),
        (py("{} in ({},)", X, joined(",", (1, SUM))), "x in (1, x + 1,)"),
        (py("if {}: {}", SUM, py("return {}", SUM)), "if x + 1: return x + 1"),
        (py("elif {}:", SUM), "elif x + 1:"),
        (joined("and", [py("x or y")]), "x or y"),
        (joined("and", [py("x or y"), "z"]), "(x or y) and z"),
        (py("{} | {}", "x", joined("|", [py("a if b else c")])), "x | (a if b else c)"),
        (py("{} * {}", "x", joined("+", [SUM])), "x * (x + 1)"),
        (call("f"), "f()"),
        (call(py("f or g"), "x"), "(f or g)(x)"),
        (py("raise ValueError({})", literal("it's {}")), 'raise ValueError("it\'s {}")'),
    ],
)
def test_brackets_are_set_where_python_needs_them(source: Source, text: str):
    assert source.text == text


@pytest.mark.parametrize("text", ["x + 1", "", "s[0]", "1", "x;y", "f()"])
def test_a_hole_takes_no_text(text: str):
    with pytest.raises(ValueError, match="is no name"):
        py("{} * 2", text)


def test_a_form_with_a_mistake_is_refused_where_it_is_written():
    with pytest.raises(SyntaxError):
        py("({} + 1", "x")


def test_what_reads_alike_is_the_same():
    made = [py("{} + {}", "x", 1), py("x + {}", 1), py("x + 1")]
    assert [{made[0]: "found"}.get(other) for other in made] == ["found", "found", "found"]
    assert made[0] != py("x + 2")
    assert made[0] != "x + 1"
    assert repr(made[0]) == "<source x + 1>"


def test_parts_are_replaced_by_what_they_are_and_not_by_how_they_read():
    able = call("able", "s")
    asked = py("{} == 0 and {} > 0", able, py("disable(s)"))
    assert asked.replaced({able: py("k + 1")}).text == "(k + 1) == 0 and disable(s) > 0"
    assert asked.replaced({X: able}) == asked
    assert able in asked.walk()


def test_it_is_known_what_source_calls_and_names():
    assert py("{} + x2", call("f", "y")).words == {"x2", "f", "y"}
    assert py("f + y").words == {"f", "y"}
    assert [py("s[{}]", 1).calls, py("{} & m", call("near", "m")).calls, py("(x + 1) * 2").calls] == [
        False,
        True,
        False,
    ]


def test_depth_is_that_of_the_brackets():
    deep = py("x")
    for _ in range(50):
        deep = py("{} + 1", deep)
    assert (X.depth, py("s[{}]", X).depth, SUM.depth, call("f", SUM).depth, deep.depth) == (0, 0, 1, 2, 50)


def test_lines_become_a_function_with_the_names_it_needs_and_no_others():
    lines = ["n = 0", py("for i in range({}):", "x"), [py("n += {}", call("twice", "i"))], "return n"]
    function = defined("total(x)", lines, {"twice": lambda n: 2 * n, "unused": None})
    assert function(4) == 12
    assert function.__globals__.keys() == {"twice", "total", "__builtins__"}
    assert written("nothing(s)", []) == "def nothing(s):\n pass"


TREES = st.recursive(
    st.tuples(st.just("{}"), st.tuples(st.integers(-3, 3) | st.sampled_from("xy"))),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["{} + {}", "{} - {}", "{} // ({} + 7)", "max({}, {})"]), st.tuples(inner, inner)),
        st.tuples(st.sampled_from(["-{}", "abs({})", "(x, y, 5)[{} % 3]"]), st.tuples(inner)),
        st.tuples(st.just("{} if {} > 0 else {}"), st.tuples(inner, inner, inner)),
        st.tuples(st.just("{}"), st.tuples(inner)),
    ),
    max_leaves=12,
)  # fmt: skip


@given(TREES)
def test_a_tree_means_what_its_parts_mean(tree):
    def bracketed(part) -> str:
        if not isinstance(part, tuple):
            return f"({part})"
        return "(" + part[0].format(*map(bracketed, part[1])) + ")"

    def source(part):
        return py(part[0], *map(source, part[1])) if isinstance(part, tuple) else part

    assert ast.dump(ast.parse(source(tree).text)) == ast.dump(ast.parse(bracketed(tree)))


def test_a_function_is_known_before_what_it_does() -> None:
    def sum_of(s: list[int], a: int) -> int:
        return s[0] + a

    function = later("s, a")
    assert until_now(function) is None
    settle_later(function, sum_of)
    assert (until_now(function), function([3], 4)) == (sum_of, 7)
    assert [until_now(other) for other in (sum_of, len, defined("f()", [], {}))] == [None] * 3
