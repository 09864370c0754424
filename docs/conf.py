"""How Sphinx builds these pages. It fetches nothing: no intersphinx, no fonts, no scripts from elsewhere."""

import tomllib
from pathlib import Path

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
