"""How Sphinx reads the pages that build.py lays out."""

import re
from typing import Any

import offleash

project = "Offleash"
author = copyright = "The Offleash authors"
version = release = offleash.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]

html_theme = "furo"
html_title = f"Offleash {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # which a page opened from a folder may not fetch
html_static_path: list[str] = []

myst_heading_anchors = 6
myst_title_to_header = True  # of the paper
myst_enable_extensions = ["attrs_block"]
# Lines of TOML files stand in the documents by themselves, which is no whole file to colour.
suppress_warnings = ["misc.highlighting_failure"]

default_role = "code"  # of single backticks in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
highlight_language = "text"


def list_arguments(
    app: Any, kind: str, name: str, thing: object, options: Any, lines: list[str]
) -> None:
    """Make a list of the lines of a docstring that explain one argument each, `name: text`."""
    argument = re.compile(r"(\w+): ")
    for number in reversed(range(len(lines))):
        if kind == "function" and argument.match(lines[number]):
            lines[number] = argument.sub(r"* ``\1``: ", lines[number], count=1)


def setup(app: Any) -> None:
    """Tell Sphinx what happens to docstrings."""
    app.connect("autodoc-process-docstring", list_arguments)
