"""Dog as an SVG picture: what one seat may see.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.games.dog.draw.board import draw_loop, draw_park, draw_tokens
from offleash.games.dog.draw.geometry import WIDTH
from offleash.games.dog.draw.hand import draw_tray, picture_height
from offleash.games.dog.draw.seats import draw_benches, draw_dealer, draw_middle, draw_seat
from offleash.games.dog.draw.shapes import INK, SERIF
from offleash.games.dog.draw.view import View, description, headline
from offleash.games.dog.rules import record as R
from offleash.games.shared.svg import number, tag


def draw(states: Records, options: Records, seat: int) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; no action is marked.

    Only the viewing seat's hand is read, so a whole record shows no more than a hidden one;
    EVERYBODY, for a game that is over, sees all of them.
    """
    view = View(states[0], options[0], seat)
    height = picture_height(view)
    layers = (
        tag("title", escape(" ".join(headline(view))), id="board-title"),
        tag("desc", escape(description(view)), id="board-desc"),
        draw_park(view.ground, height),
        draw_loop(view.ground),
        draw_benches(view),
        *(draw_seat(view, each) for each in range(R.SEATS)),
        draw_middle(view),
        draw_dealer(view),
        draw_tokens(view),
        draw_tray(view),
    )
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        aria_labelledby="board-title board-desc",
        font_family=SERIF,
        fill=INK,
        text_anchor="middle",
    )
