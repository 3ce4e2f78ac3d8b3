"""The terminal: what is printed, what is asked, in any encoding."""

import codecs
import sys
import textwrap
import unicodedata
from functools import cache
from typing import Any

from rich.console import Console
from rich.text import Text

console = Console()
messages = Console(stderr=True)

# What stands for a character that the terminal's encoding does not have, one letter for one.
STAND_INS = dict(
    zip("✓✗…–—−×·•●○’‘“”←↑→↓│─┌┐└┘├┤╭╮╰╯", "+x.---x.*o.''\"\"<^>v|-++++++++++", strict=True)
)


def settle_streams() -> None:
    """From now on no character can stop the program, neither a printed nor a typed one."""
    codecs.register_error("offleash", _stand_in)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "offleash"),
        (sys.stderr, "offleash"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """The nearest character in plain letters, or a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = []
    for character in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        found.append(STAND_INS.get(character) or bare or "?")
    return "".join(found), error.end


def speaks_unicode() -> bool:
    """Whether every character can be printed as it is."""
    return console.encoding.lower().startswith("utf")


def printable(text: str) -> str:
    """Text on one line without codes that would steer the terminal."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def complain(text: str) -> None:
    """One sentence to the error stream, where there is one."""
    if sys.stderr is not None:
        print(f"offleash: {printable(text)}", file=sys.stderr, flush=True)


def say(text: Any) -> None:
    """Prints text that a user wrote, or a board: as it is, whatever it looks like."""
    console.print(
        text, markup=False, emoji=False, highlight=False, soft_wrap=True, no_wrap=True, crop=False
    )


def tell(text: str, style: str = "", hanging: int = 0) -> None:
    """Prints lines of words, broken at the terminal's width; what is broken off hangs in."""
    for line in text.split("\n"):
        parts = textwrap.wrap(
            line,
            max(20, console.width),
            subsequent_indent=" " * hanging,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for part in parts or [""]:
            say(Text(part, style))


def clear() -> None:
    """Nothing that was printed or typed can be read any more, not by scrolling back either."""
    if editing := _line_editing():
        editing.clear_history()
    if console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows:
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()
    elif console.is_terminal:
        print("\n" * console.height)
    else:
        print("-" * min(console.width, 40))


def ask(question: str, remember: bool = False) -> str | None:
    """A line from the user, or None where there is nobody to answer.

    Lines to remember come back with the arrow keys, where the terminal can do that.
    """
    try:
        answer = _typed(question).strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        _leave_the_line()
        return None
    except KeyboardInterrupt:
        _leave_the_line()
        raise
    editing = _line_editing()
    if remember and answer and editing:
        editing.add_history(answer)
    return answer


def _typed(question: str) -> str:
    if _line_editing():  # which draws the question again, so it has to know it
        bold = console.color_system is not None
        return input(f"\1\x1b[1m\2{question}\1\x1b[0m\2" if bold else question)
    console.print(Text(question, "bold"), end="", soft_wrap=True)
    return input()


def _leave_the_line() -> None:
    """After Ctrl-C and Ctrl-D the cursor still stands behind the question."""
    if console.is_terminal:
        print()


@cache
def _line_editing() -> Any:
    """The module that edits lines, or None: not every Python has it, and files need none."""
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return None
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    return readline


def agrees(question: str) -> bool:
    """Whether the user says yes; silence is no."""
    return (ask(f"{question} (y/n) ") or "").lower() in ("y", "yes")
