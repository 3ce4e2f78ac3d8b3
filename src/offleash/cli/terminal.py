"""Terminal input and output, in any encoding."""

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

# Replaces characters that the terminal's encoding lacks, one for one.
STAND_INS = dict(
    zip("✓✗…–—−×·•●○’‘“”←↑→↓│─┌┐└┘├┤╭╮╰╯", "+x.---x.*o.''\"\"<^>v|-++++++++++", strict=True)
)


def settle_streams() -> None:
    """Make standard streams replace characters that they can't encode or decode."""
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
    """The error handler: the nearest ASCII character, or a question mark."""
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
    """Text on one line, with control codes escaped."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def complain(text: str) -> None:
    """Print an error to stderr, if there is one."""
    if sys.stderr is not None:
        print(f"offleash: {printable(text)}", file=sys.stderr, flush=True)


def say(text: Any) -> None:
    """Print text, such as a board, exactly as it is: no markup, no wrapping."""
    console.print(
        text, markup=False, emoji=False, highlight=False, soft_wrap=True, no_wrap=True, crop=False
    )


def tell(text: str, style: str = "", hanging: int = 0) -> None:
    """Print text wrapped to the terminal's width, with a hanging indent."""
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
    """Clear the screen, the scrollback and the input history."""
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
    """Read a line from the user; None at the end of input.

    With `remember`, the arrow keys recall the line if the terminal supports it.
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
    if _line_editing():  # readline redraws the question, so it must print it
        bold = console.color_system is not None
        return input(f"\1\x1b[1m\2{question}\1\x1b[0m\2" if bold else question)
    console.print(Text(question, "bold"), end="", soft_wrap=True)
    return input()


def _leave_the_line() -> None:
    """End the line of the question after Ctrl-C or Ctrl-D."""
    if console.is_terminal:
        print()


@cache
def _line_editing() -> Any:
    """The readline module; None if Python lacks it, or input or output is not a terminal."""
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
    """Ask a yes/no question; anything but yes means no."""
    return (ask(f"{question} (y/n) ") or "").lower() in ("y", "yes")
