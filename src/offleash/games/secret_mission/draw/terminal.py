"""Secret Mission on a terminal."""

from rich.text import Text

from offleash.core.game import Records
from offleash.games.secret_mission.text.notation import format_position


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """The position as one line, for now."""
    return Text(format_position(states, options))
