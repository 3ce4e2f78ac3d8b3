"""The terminal (first draft)."""

from rich.text import Text

from offleash.core.game import Records


def draw_text(states: Records, options: Records, seat: int) -> Text:
    return Text("")
