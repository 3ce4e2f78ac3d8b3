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
REPLACEMENTS = dict(
    zip("✓✗…–—−×·•●○’‘“”←↑→↓│─┌┐└┘├┤╭╮╰╯", "+x.---x.*o.''\"\"<^>v|-++++++++++", strict=True)
)


def configure_streams() -> None:
    """Make standard streams replace characters that they can't encode or decode."""
    codecs.register_error("offleash", _replace_unencodable)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "offleash"),
        (sys.stderr, "offleash"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=errors)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Handle the error: return the nearest ASCII character, or a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    replacements = []
    for character in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        replacements.append(REPLACEMENTS.get(character) or bare or "?")
    return "".join(replacements), error.end


def supports_unicode() -> bool:
    """Return whether every character can be printed as it is."""
    return console.encoding.lower().startswith("utf")


def printable(text: str) -> str:
    """Return text on one line, with control codes escaped."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def print_error(text: str) -> None:
    """Print an error to stderr, if there is one."""
    if sys.stderr is not None:
        print(f"offleash: {printable(text)}", file=sys.stderr, flush=True)


def print_plain(text: Any) -> None:
    """Print text, such as a board, exactly as it is: no markup, no wrapping."""
    console.print(
        text, markup=False, emoji=False, highlight=False, soft_wrap=True, no_wrap=True, crop=False
    )


def print_verdict(text: str, is_clear: bool) -> None:
    """Print the result of a test."""
    print_plain(Text(f"  {text}", "bold green" if is_clear else "bold yellow"))


def print_wrapped(text: str, style: str = "", hanging: int = 0) -> None:
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
            print_plain(Text(part, style))


def clear_screen() -> None:
    """Clear the screen, the scrollback and the input history."""
    if readline_module := _readline():
        readline_module.clear_history()
    if console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows:
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()
    elif console.is_terminal:
        print("\n" * console.height)
    else:
        print("-" * min(console.width, 40))


def discard_typed() -> None:
    """Forget what was typed while nothing was asked; a file or a pipe keeps its lines."""
    if sys.stdin is None or not sys.stdin.isatty():
        return
    try:
        import termios
    except ImportError:  # on Windows
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)


def ask(question: str, remember: bool = False) -> str | None:
    """Read a line from the user; None at the end of input.

    With `remember`, the arrow keys recall the line if the terminal supports it.
    """
    try:
        answer = _read_line(question).strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        _end_line()
        return None
    except KeyboardInterrupt:
        _end_line()
        raise
    readline_module = _readline()
    if remember and answer and readline_module:
        readline_module.add_history(answer)
    return answer


def _read_line(question: str) -> str:
    if _readline():  # readline redraws the question, so it must print it
        bold = console.color_system is not None
        return input(f"\1\x1b[1m\2{question}\1\x1b[0m\2" if bold else question)
    console.print(Text(question, "bold"), end="", soft_wrap=True)
    return input()


def _end_line() -> None:
    """End the line of the question after Ctrl-C or Ctrl-D."""
    if console.is_terminal:
        print()


@cache
def _readline() -> Any:
    """Return the readline module; None if Python lacks it, or input or output is not a terminal."""
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return None
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    return readline


def confirm(question: str) -> bool:
    """Ask a yes/no question; anything but yes means no."""
    return (ask(f"{question} (y/n) ") or "").lower() in ("y", "yes")
