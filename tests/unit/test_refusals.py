"""Refusals as data: each sentence of the engine has its code."""

import ast
from pathlib import Path

import pytest

import tilekit
from tilekit import Phrase, Refusal, Session, Words
from tilekit.refusals import _KINDS
from tilekit.words import words_of

SOURCE = Path(tilekit.__file__).parent
#: What is part of a refusal, and none by itself; what `no_choice` says has the code of what it is about.
PARTS = {"no {name} left", "{name} {price}, {held} left", '{reason}; did you mean "{near}"?'}


def templates(path):
    """The phrases that functions about a refusal make."""
    tree = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        name = getattr(function, "name", "")
        if isinstance(function, ast.FunctionDef) and ("why" in name or "plainly" in name or name == "no_such_action"):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
                    yield node.args[0].value


def test_every_sentence_of_the_game_has_a_code():
    found = set(templates("game.py"))
    assert len(found) > 15
    assert found - PARTS - set(_KINDS) == set()


@pytest.mark.parametrize(
    ("ruleset", "action", "code", "reason"),
    [
        ("merge", "undo", "nothing-to-undo", "there is nothing to take back"),
        ("merge", "redo", "nothing-to-redo", "there is nothing to play again"),
        ("merge", "reopen", "no-game-before", "there is no game before this one"),
        ("2048", "undo", "no-undo", "this game has no undo"),
        ("merge", "shatter r1c1", "not-here", ""),
        ("merge", "fly", "no-such-action", ""),
    ],
)
def test_codes(ruleset, action, code, reason):
    refused = Session(tilekit.load(ruleset), 7).play(action)
    assert (refused.code, refused.reason in {reason, refused} or not reason) == (code, True)


def test_nothing_refused_is_empty_and_has_no_code():
    refused = Session(tilekit.load("merge"), 7).play("drop r1c1")
    assert (refused, refused.code, refused.reason, dict(refused.values)) == ("", "", "", {})


def test_in_another_language_the_code_stays():
    phrase = Phrase("{place}: {refusal}", place="r1c1", refusal="the cell is taken")
    english, japanese = Refusal.of(phrase, Words()), Refusal.of(phrase, words_of("ja"))
    assert (english.code, english.values.keys()) == (japanese.code, japanese.values.keys())
    assert (
        Refusal.of(Phrase("{place} is not {cell}", place="r1c1", cell="empty"), Words()).reason == "this is not empty"
    )
    assert Refusal.of("something else", Words()).code == "refused"
