"""The books of the shipped games under their usual rules, made once for all tests."""

from functools import cache

from offleash.games import registry
from offleash.paper.rulebook.book import Book, make_book
from offleash.paper.rulebook.pdf import render_book_pdf
from tests.paper.printing.pdf_contents import Measured

SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]


@cache
def usual_book(name: str) -> Book:
    game = registry.load(name)
    return make_book(game, game.options())


@cache
def usual_pdf(name: str) -> Measured:
    return Measured(render_book_pdf(usual_book(name)))
