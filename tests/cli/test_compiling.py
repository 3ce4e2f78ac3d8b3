"""The line about compiling: a bar on a terminal that goes away, one plain line elsewhere."""

import io

import pytest
from rich.console import Console

from offleash.cli import compiling
from offleash.compiler.notice import Notice

STEPS = [
    Notice("dog", "perft", 0, 30, 4.0),
    Notice("dog", "perft", 1, 30, 4.0),
    Notice("dog", "perft", 30, 30, 4.0),
    Notice("dog", "perft", 30, 30, 4.0, over=True),
]
ERASED = "\x1b[2K"  # what takes a line away
LINE = "ompiling 30 rules of dog for perft, about 4 s, once"


@pytest.fixture
def terminal_text(monkeypatch):
    """What a terminal is sent."""
    text = io.StringIO()
    screen = Console(file=text, force_terminal=True, width=100)
    monkeypatch.setattr(compiling, "messages", screen)
    return text


def test_a_terminal_shows_progress_and_then_clears_it(terminal_text):
    line = compiling.ProgressLine()
    line(STEPS[0])
    assert f"C{LINE}" in terminal_text.getvalue()
    for step in STEPS[1:]:
        line(step)
    assert "30/30" in terminal_text.getvalue()
    assert terminal_text.getvalue().endswith(ERASED)


def test_a_failure_clears_the_line_and_the_next_one_is_shown(terminal_text):
    line = compiling.ProgressLine()
    line(STEPS[0])
    line(Notice("dog", "perft", 0, 30, 4.0, over=True))
    assert terminal_text.getvalue().endswith(ERASED)
    line(Notice("domidog", "perft", 0, 20, 2.0))
    assert "ompiling 20 rules of domidog" in terminal_text.getvalue()
    line(Notice("domidog", "perft", 20, 20, 2.0, over=True))
    assert terminal_text.getvalue().endswith(ERASED)


def test_without_a_terminal_progress_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(compiling, "messages", Console(file=io.StringIO()))
    line = compiling.ProgressLine()
    for step in STEPS:
        line(step)
    assert capsys.readouterr().err == f"offleash: c{LINE}\n"
