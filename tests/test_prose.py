"""Phrases that are wrong in every context stand in no text of the project."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: What is written in place of each is on the right.
BANNED = {
    r"\bhang(s|ing)? on\b": "depends on",
    r"\bbelow nothing\b": "below zero",
    r"\bgone on with\b": "resumed, continued",
    r"\bis to be had\b": "is available",
    r"\bare to be had\b": "are available",
    r"\blets go of\b": "releases",
    r"\bnot as many\b": "a different number of, fewer",
}
TEXTS = {".md", ".py", ".toml", ".expected"}


def texts():
    """The files in which people read English: sources, documentation, rulesets, messages."""
    for folder in ("src", "tests", "docs", "rulesets", "examples", "frontends", "benchmarks"):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in TEXTS and path.is_file())
    yield from ROOT.glob("*.md")


def test_no_phrase_is_wrong_in_every_context():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]!r}; write: {instead}"
        for path in texts()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        for phrase, instead in BANNED.items()
        if (match := re.search(phrase, line, flags=re.IGNORECASE))
    ]
    assert found == []
