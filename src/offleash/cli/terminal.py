"""The terminal: what is printed, what is asked, in any encoding."""

import codecs
import sys
import unicodedata
from typing import Any

from rich.console import Console
from rich.text import Text

console = Console()
messages = Console(stderr=True)

# What stands for a character that the terminal's encoding does not have, one letter for one.
STAND_INS = dict(
    zip("✓✗…–—−×·•’‘“”←↑→↓│─┌┐└┘├┤╭╮╰╯", "+x.---x.*''\"\"<^>v|-++++++++++", strict=True)
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


def ask(question: str) -> str | None:
    """A line from the user, or None where there is nobody to answer."""
    console.print(Text(question, "bold"), end="", soft_wrap=True)
    try:
        return input().strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        return None


def agrees(question: str) -> bool:
    """Whether the user says yes; silence is no."""
    return (ask(f"{question} (y/n) ") or "").lower() in ("y", "yes")
