"""What the sources say to players: every literal text and template that is looked up in a catalogue."""

import ast
from functools import cache
from pathlib import Path

import tilekit

ROOT = Path(__file__).parents[2]
#: Whose first argument is a text for players.
SAID_BY = {"Phrase", "chained", "words"}


def literals(node):
    """The texts that an argument may be: one, or either of two."""
    if isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


@cache
def templates(package="src/tilekit"):
    """The literals given to what says them, in the modules of a package."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                function = node.func
                name = getattr(function, "id", getattr(function, "attr", ""))
                called = getattr(function.func, "attr", "") if isinstance(function, ast.Call) else ""
                if name in SAID_BY or called == "words":  # words("…"), session.words()("…")
                    found |= dict.fromkeys(literals(node.args[0]), path.name)
    return found


def put_together():
    """Places where a text for players is put together, or is no phrase at all, so that no catalogue can have it."""
    for path in sorted((ROOT / "src/tilekit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = f"{path.name}:{node.lineno}"
            if name in SAID_BY and node.args and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
                yield place
            # What the lab and batches refuse is told to programmers.
            refusal = node.args[1] if name == "IllegalAction" and path.name == "game.py" else None
            if isinstance(refusal, ast.JoinedStr | ast.Constant):
                yield place


@cache
def of_mechanics():
    """What the bundled mechanics say of themselves in the rules in words, and their events."""
    found = {}
    for kind, mechanic in tilekit.Plugins(entry_points=False).mechanics.items():
        through = mechanic.role == "through"
        found[mechanic.summary.capitalize() if through else mechanic.summary] = kind
        found |= dict.fromkeys((event.replace("_", " ") for event in mechanic.events), kind)
    return found
