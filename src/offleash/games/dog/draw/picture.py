"""Dog as an SVG picture: what one seat may see.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog.draw.board import describe_token, draw_loop, draw_park, draw_tokens
from offleash.games.dog.draw.geometry import WIDTH
from offleash.games.dog.draw.hand import draw_tray, picture_height
from offleash.games.dog.draw.seats import draw_benches, draw_dealer, draw_middle, draw_seat
from offleash.games.dog.draw.shapes import LETTERS
from offleash.games.dog.position import ALL_TOKENS, SEAT_NAMES, Position, headline
from offleash.games.dog.rules import record as R
from offleash.games.shared.svg import document, tag


def draw(states: Records, options: Records, seat: int) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; no action is marked.

    Only the viewing seat's hand is read, so a whole record shows no more than a hidden one;
    EVERYBODY, for a game that is over, sees all of them.
    """
    position = Position(states[0], options[0], seat)
    height = picture_height(position)
    return document(
        WIDTH,
        height,
        tag("title", escape(" ".join(headline(position))), id="board-title"),
        tag("desc", escape(describe(position)), id="board-desc"),
        draw_park(position.board, height),
        draw_loop(position.board),
        draw_benches(position),
        *(draw_seat(position, seat) for seat in range(R.SEATS)),
        draw_middle(position),
        draw_dealer(position),
        draw_tokens(position),
        draw_tray(position),
        role="img",
        aria_labelledby="board-title board-desc",
        **LETTERS,
    )


def describe(position: Position) -> str:
    """The board in words, for people who can't see it."""
    tokens = "; ".join(describe_token(position, *token) for token in ALL_TOKENS)
    names = {NOBODY: "a spectator", EVERYBODY: "everybody", **dict(enumerate(SEAT_NAMES))}
    viewer = names[position.viewer]
    return f"A board of Dog with {position.loop_len} spaces, seen by {viewer}. {tokens}."
