"""Dog as an SVG picture: what one seat may see, with the actions to choose from marked.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.draw.board import draw_loop, draw_park, draw_token
from offleash.games.dog.draw.geometry import WIDTH
from offleash.games.dog.draw.hand import draw_tray
from offleash.games.dog.draw.seats import draw_benches, draw_dealer, draw_middle, draw_seat
from offleash.games.dog.draw.shapes import INK, SERIF
from offleash.games.dog.draw.targets import draw_targets
from offleash.games.dog.draw.view import View, description, headline
from offleash.games.dog.rules.record import SEATS, TOKENS
from offleash.games.shared.svg import tag


def draw(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; `legal` gets marked.

    Only the viewing seat's hand is read, so a whole record shows no more than a hidden one. Legal
    actions tell of a hand too: whose to mark is the caller's choice.
    """
    view = View(states[0], options[0], seat)
    height = 1060 if seat == NOBODY else 1200
    layers = (
        tag("title", escape(headline(view)), id="board-title"),
        tag("desc", escape(description(view)), id="board-desc"),
        draw_park(height),
        draw_loop(view),
        draw_benches(view),
        *(draw_seat(view, each) for each in range(SEATS)),
        draw_middle(view),
        draw_dealer(view),
        *(draw_token(view, each, token) for each in range(SEATS) for token in range(TOKENS)),
        draw_tray(view),
        draw_targets(view, legal),
    )
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby="board-title board-desc",
        font_family=SERIF,
        fill=INK,
        text_anchor="middle",
    )
