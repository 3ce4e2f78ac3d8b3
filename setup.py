"""The metadata that depends on where the project is published: its URLs, and the README's links.

`OFFLEASH_URL=https://github.com/NAME/offleash make release` names the place. A package index can't
follow relative links, so without it the README there has neither links to files nor pictures.
"""

import os
import re
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
URL = os.environ.get("OFFLEASH_URL", "").rstrip("/")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
PICTURE = re.compile(r'<p align="center">.*?</p>\n+', re.DOTALL)
PATH = re.compile(r'(href|src)="(?!https?:)([^"]+)"')


def version() -> str:
    """The version, read without importing the package."""
    source = (ROOT / "src" / "offleash" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert match is not None
    return match[1]


def readme() -> str:
    """The README with links and pictures that work anywhere."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if not URL:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    files, pictures = f"{URL}/blob/v{version()}", f"{URL}/raw/v{version()}"
    return PATH.sub(rf'\1="{pictures}/\2"', LINK.sub(rf"[\1]({files}/\2)", text))


URLS = {
    "Homepage": URL,
    "Documentation": f"{URL}/tree/v{version()}/docs",
    "Changelog": f"{URL}/blob/v{version()}/CHANGELOG.md",
    "Issues": f"{URL}/issues",
}

setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls=URLS if URL else {},
)
