"""The rulebook as one HTML file that loads nothing."""

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from offleash.core.rulebook import Chapter, Example, Grid, Illustration, Paragraph, Passage, Points
from offleash.lab.report.pictures import inline_svg
from offleash.paper.rulebook.book import Book, PlayedExample, mark_bold

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
{notes}
<figure class="cover">{page.picture(book.cover)}</figure>
{page.contents()}
</header>
<main>
{body}
<section class="summary" id="summary">
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
        BookChapter(_anchor(chapter.title), chapter.title, page.parts(chapter))
        for chapter in (*book.chapters, book.summary)
    ]


class _Page:
    """Writes the parts of a book, with unique ids in its pictures."""

    def __init__(self, book: Book) -> None:
        self.book, self.pictures = book, 0

    def contents(self) -> str:
        rows = [
            f'<li><a href="#{_anchor(chapter.title)}">{escape(chapter.title)}</a></li>'
            for chapter in self.book.chapters
        ]
        last = f'<li><a href="#summary">{escape(self.book.summary.title)}</a></li>'
        return f'<nav aria-label="Contents"><ol>{"".join(rows)}{last}</ol></nav>'

    def chapter(self, chapter: Chapter) -> str:
        title = escape(chapter.title)
        head = f'<section id="{_anchor(chapter.title)}"><h2>{title}</h2>'
        return f"{head}\n{self.parts(chapter)}</section>"

    def parts(self, chapter: Chapter) -> str:
        return "\n".join(self.part(part) for part in chapter.parts)

    def part(self, part: Passage) -> str:
        if isinstance(part, Paragraph):
            return f"<p>{_markup(part.text)}</p>"
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
        plays = "".join(f"<code>{escape(play)}</code>" for play in example.plays)
        after = f"<div><p>after</p>{self.picture(example.after)}</div>" if example.after else ""
        before = f"<div>{'<p>before</p>' if after else ''}{self.picture(example.before)}</div>"
        plays = f'<p class="plays">{plays}</p>' if plays else ""
        return (
            '<figure class="example">'
            f"<figcaption><b>Example.</b> {escape(example.name)}.</figcaption>"
            f'{plays}<div class="pictures">{before}{after}</div></figure>'
        )

    def picture(self, svg: str) -> str:
        self.pictures += 1
        return inline_svg(svg, f"p{self.pictures}-")


def _table(part: Grid) -> str:
    head = "".join(f'<th scope="col">{_markup(word)}</th>' for word in part.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_markup(cell)}</td>' for cell in row)}</tr>" for row in part.rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="table">{table}</div>'


def _markup(text: str) -> str:
    """Escape a text; **words** become bold."""
    return mark_bold(escape(text))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")
