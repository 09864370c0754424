"""How Sphinx builds these pages. It fetches nothing: no intersphinx, no fonts, no scripts from elsewhere."""

import sys
import tomllib
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

import tilekit
from tilekit.session import Session
from tilekit.svg import picture

sys.path.insert(0, str(Path(__file__).parent))
from _generate import expanded

_settings = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))

project = "tilekit"
author = "tilekit contributors"
copyright = "2026, tilekit contributors"
release = version = _settings["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_typehints = "description"
autodoc_member_order = "bysource"
napoleon_numpy_docstring = False

# Names of other projects: without intersphinx there is no page to point at.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|pathlib|typing|enum|fractions|pydantic|pluggy|click)\..*"),
    ("py:.*", r"(Any|Callable|Iterable|Iterator|Mapping|Path|Sequence|Self)"),
]

html_theme = "furo"
html_title = "tilekit"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["tilekit.css"]


class Board(SphinxDirective):
    """``board``: a picture of a game in play, drawn when the page is built, so that it cannot grow old."""

    required_arguments = 1
    option_spec: ClassVar = {"seed": int, "turns": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        """Plays the ruleset with the greedy bot, and draws where that leads."""
        session = Session(tilekit.load(self.arguments[0]), self.options.get("seed", 1))
        choose = tilekit.Plugins().bot("greedy").choose
        for number in range(self.options.get("turns", 12)):
            if session.game.status != "playing":
                break
            session.play(choose(session.game, lambda n, number=number: number % n))
        name = f"{session.rules.title}, turn {session.game.turn}"
        svg = picture(session.view())
        figure = f'<figure class="board" role="img" aria-label="{name}">{svg}</figure>'
        return [nodes.raw("", figure, format="html")]


def setup(app: Sphinx) -> None:
    """Adds the directive to Sphinx, and to each page what it shows of the code's own records."""
    app.add_directive("board", Board)
    app.connect("source-read", _expand)
    app.connect("env-get-outdated", _of_records)


def _expand(_app: Sphinx, _name: str, source: list[str]) -> None:
    source[0] = expanded(source[0])


def _of_records(_app: Sphinx, env: BuildEnvironment, *_known: set[str]) -> list[str]:
    """Pages that show records are read again however old they are."""
    return [name for name in env.found_docs if name.startswith(("reference/", "how-to/conformance"))]
