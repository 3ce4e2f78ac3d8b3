"""The rulebook as one HTML file that loads nothing."""

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from offleash.contract.text.rulebook import (
    Aside,
    Chapter,
    Example,
    Grid,
    Illustration,
    Paragraph,
    Passage,
    Points,
    Subheading,
    anchor_of,
)
from offleash.games.shared.svg import number
from offleash.lab.report.safe_svg import inline_svg
from offleash.paper.rulebook.book import Book, mark_up
from offleash.paper.rulebook.examples import PlayedExample, View

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def render_book_html(book: Book) -> str:
    """Write the page."""
    style = files("offleash.paper.rulebook").joinpath("book.css").read_text("utf-8")
    page = _Page(book)
    body = "\n".join(page.chapter(chapter) for chapter in book.chapters)
    title = escape(book.title)
    notes = "".join(f'<p class="notes">{_markup(text)}</p>' for text in book.note_paragraphs)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{title}: the rules</title>
<style>{style}</style>
</head>
<body>
<header>
<p class="kind">The rules</p>
<h1>{title}</h1>
<p class="tagline">{_markup(book.subtitle)}</p>
<p class="facts">{_markup(book.facts)}</p>
{notes}
<figure class="cover">{page.picture(book.cover)}</figure>
{page.contents()}
</header>
<main>
{body}
<section class="summary" id="{anchor_of(book.summary.title)}">
<h2>{escape(book.summary.title)}</h2>
{page.parts(book.summary)}
</section>
</main>
</body>
</html>
"""


@dataclass(frozen=True)
class BookChapter:
    """A chapter as HTML, for a page of a site."""

    anchor: str
    title: str
    body: str


def render_chapters(book: Book) -> list[BookChapter]:
    """Return every chapter as HTML; ids in pictures are unique in the book."""
    page = _Page(book)
    return [
        BookChapter(anchor_of(chapter.title), chapter.title, page.parts(chapter))
        for chapter in (*book.chapters, book.summary)
    ]


class _Page:
    """Writes the parts of a book, with unique ids in its pictures."""

    def __init__(self, book: Book) -> None:
        self.book, self.pictures = book, 0

    def contents(self) -> str:
        rows = [
            f'<li><a href="#{anchor_of(chapter.title)}">{escape(chapter.title)}</a></li>'
            for chapter in (*self.book.chapters, self.book.summary)
        ]
        return f'<nav aria-label="Contents"><ol>{"".join(rows)}</ol></nav>'

    def chapter(self, chapter: Chapter) -> str:
        title = escape(chapter.title)
        head = f'<section id="{anchor_of(chapter.title)}"><h2>{title}</h2>'
        return f"{head}\n{self.parts(chapter)}</section>"

    def parts(self, chapter: Chapter) -> str:
        return "\n".join(self.part(part) for part in chapter.parts)

    def part(self, part: Passage) -> str:
        if isinstance(part, Paragraph):
            return f"<p>{_markup(part.text)}</p>"
        if isinstance(part, Subheading):
            return f"<h3>{_markup(part.text)}</h3>"
        if isinstance(part, Aside):
            return f"<aside><p>{_markup(part.text)}</p></aside>"
        if isinstance(part, Points):
            kind = "ol" if part.numbered else "ul"
            return f"<{kind}>{''.join(f'<li>{_markup(item)}</li>' for item in part.items)}</{kind}>"
        if isinstance(part, Grid):
            return _table(part)
        if isinstance(part, Illustration):
            caption = f"<figcaption>{_markup(part.caption)}</figcaption>"
            return f'<figure class="lesson">{self.picture(part.svg)}{caption}</figure>'
        assert isinstance(part, Example)
        return self.example(self.book.examples[part.name])

    def example(self, example: PlayedExample) -> str:
        columns = [(word, views) for word, views in
                   (("before", example.before), ("after", example.after)) if views]  # fmt: skip
        pictures = "".join(
            f"<div>{f'<p>{word}</p>' if len(columns) > 1 else ''}{self.views(views)}</div>"
            for word, views in columns
        )
        caption = f"<b>{escape(example.name)}.</b> {_markup(example.caption)}"
        return (
            f'<figure class="example"><div class="pictures">{pictures}</div>'
            f"<figcaption>{caption}</figcaption></figure>"
        )

    def views(self, views: tuple[View, ...]) -> str:
        """Return parts of one picture: the first brings all of it, the others refer to that."""
        whole = self.picture(views[0].svg)
        root = f"p{self.pictures}-all"
        start, _, inside = whole.partition(">")
        body = f'{start}><g id="{root}">{inside.removesuffix("</svg>")}</g></svg>'
        shown = [_crop(body, views[0])]
        shown += [_crop(f'<svg viewBox=""><use href="#{root}"/></svg>', view) for view in views[1:]]
        return "".join(shown)

    def picture(self, svg: str) -> str:
        self.pictures += 1
        return inline_svg(svg, f"p{self.pictures}-")


def _crop(svg: str, view: View) -> str:
    """Show only what a view shows."""
    if view.edges is None:
        return svg
    left, top, right, low = view.edges
    box = " ".join(map(number, (left, top, right - left, low - top)))
    return re.sub('viewBox="[^"]*"', f'viewBox="{box}"', svg, count=1)


def _table(part: Grid) -> str:
    head = "".join(f'<th scope="col">{_markup(word)}</th>' for word in part.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_markup(cell)}</td>' for cell in row)}</tr>" for row in part.rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="table">{table}</div>'


def _markup(text: str) -> str:
    """Escape a text and mark up bold type, italics and links."""
    return mark_up(escape(text))
