"""The picture of Dog in the documents: `make pictures` draws it again.

It is the one that `offleash show` makes in docs/commands.md, where its position is read.
"""

import re
import shlex
from pathlib import Path

from offleash.games.dog import GAME
from offleash.play.session import Session

ROOT = Path(__file__).parents[3]
PICTURE = ROOT / "docs" / "dog.svg"


def shown_in_the_documents() -> tuple[str, int]:
    """The position and the seat of the command that the page of commands says makes the picture."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\$ (offleash show dog .*--svg dog\.svg)$", text, re.MULTILINE)
    assert len(lines) == 1, "the page of commands shows one command that draws dog.svg"
    words = shlex.split(lines[0])
    return words[3], int(words[words.index("--seat") + 1])


def picture() -> str:
    """The picture as it should be."""
    position, seat = shown_in_the_documents()
    return Session(GAME, position=position, whole=False).svg(seat)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}")
