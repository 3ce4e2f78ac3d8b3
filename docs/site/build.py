"""The documents as a site that works offline from a folder: `python docs/site/build.py OUT`.

Pages keep their paths in the repository, so their links stay true; Sphinx stops at a broken one.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import reference

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
PAGES = ("*.md", "docs/*.md", "docs/joss/*.md", "src/offleash/games/*/rules.md", "tests/README.md")
LEFT_OUT = ("README.md",)  # index.md takes its place
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)]*)?\)")
PICTURE = re.compile(
    r'<p align="center"><a [^>]*><img src="([^"]+)" width="(\d+)" alt="([^"]*)"></a></p>'
)


def lay_out(source: Path) -> None:
    """Write all pages, and what they link to, into an empty folder."""
    shutil.rmtree(source, ignore_errors=True)
    pages = sorted({file for pattern in PAGES for file in ROOT.glob(pattern)})
    for page in pages:
        if page.relative_to(ROOT).as_posix() not in LEFT_OUT:
            write(source / page.relative_to(ROOT), with_pictures(page.read_text(encoding="utf-8")))
            copy_targets(page, source)
    for path, text in reference.pages().items():
        write(source / path, text)
    for name in ("index.md", "conf.py"):
        shutil.copy(SITE / name, source / name)
    copy(ROOT / "docs" / "table.svg", source)


def with_pictures(text: str) -> str:
    """Return a page whose pictures Sphinx copies: it does not look into HTML."""
    return PICTURE.sub(r"```{image} \1\n:width: \2px\n:alt: \3\n:align: center\n```", text)


def copy_targets(page: Path, source: Path) -> None:
    """Copy the pictures of a page and the files that it links to, but no pages."""
    text = page.read_text(encoding="utf-8")
    targets = [match[1] for match in LINK.finditer(text)]
    for target in (*targets, *(match[1] for match in PICTURE.finditer(text))):
        file = (page.parent / target).resolve()
        if file.suffix != ".md" and file.is_file():
            copy(file, source)


def copy(file: Path, source: Path) -> None:
    """Copy a file of the repository to the same path in the site."""
    place = source / file.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, place)


def write(place: Path, text: str) -> None:
    """Write a page, and make its folder."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def level_captions(html: Path) -> None:
    """Say the level of the headings in the sidebar, which Sphinx leaves out."""
    for page in html.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        caption = '<p class="caption" role="heading"'
        page.write_text(text.replace(f"{caption}>", f'{caption} aria-level="2">'), encoding="utf-8")


def main(out: Path) -> int:
    """Build the site in a folder and return the status of Sphinx."""
    source, html = out / "source", out / "html"
    lay_out(source)
    words = ["-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", source, html]
    status = subprocess.run([sys.executable, *words]).returncode
    level_captions(html)
    return status


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
