"""Dog as an SVG picture: what one seat may see.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from offleash.contract import Records
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog import position as P
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.board import describe_token, draw_loop, draw_park, draw_tokens
from offleash.games.dog.draw.geometry import (
    CENTRE,
    HAND_ROW,
    WIDTH,
    Point,
    home_point,
    kennel_point,
    loop_point,
    space_radius,
)
from offleash.games.dog.draw.seats import draw_benches, draw_dealer, draw_middle, draw_seat
from offleash.games.dog.position import CARD_NAMES, SEAT_NAMES, Position, partner_of
from offleash.games.dog.rules import record as R
from offleash.games.shared import svg
from offleash.games.shared.svg import box, cache_shapes, disc, group, group_at, words
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import count_of

HEIGHT_ALONE, HEIGHT_WITH_HAND = 1102.0, 1248.0  # a spectator holds no cards
PARTS = {"kennel": kennel_point, "home": home_point, "start": home_point}


def draw(states: Records, options: Records, seat: int) -> str:
    """Return an SVG document of what `seat` may see, NOBODY being a spectator; no action is marked.

    Only the viewing seat's hand is read, so a whole record shows no more than a hidden one;
    EVERYBODY, for a game that is over, sees all of them.
    """
    position = Position(states, options, seat)
    height = HEIGHT_ALONE if seat < 0 else HEIGHT_WITH_HAND
    return svg.document(
        WIDTH,
        height,
        svg.tag("title", escape(" ".join(P.headline(position))), id="board-title"),
        svg.tag("desc", escape(describe(position)), id="board-desc"),
        draw_park(position.board, height),
        draw_loop(position.board),
        draw_benches(position),
        *(draw_seat(position, seat) for seat in range(R.SEATS)),
        draw_middle(position),
        draw_dealer(position),
        draw_tokens(position),
        draw_tray(position, height),
        role="img",
        aria_labelledby="board-title board-desc",
        **S.LETTERS,
    )


def locate(
    states: Records, options: Records, seat: int, place: str
) -> tuple[float, float, float, float]:
    """Return the edges of a space, `P10`, of `red kennel`, `red start`, `red home` or `hand`."""
    position = Position(states, options, seat)
    board, radius = position.board, space_radius(position.board)
    colour, _, part = place.partition(" ")
    if place == "hand":
        return 0, HAND_ROW - 80, WIDTH, HAND_ROW + 140
    if place[:1] == "P" and place[1:].isdecimal() and int(place[1:]) < position.loop_len:
        points = [loop_point(board, int(place[1:]))]
    elif colour.capitalize() in SEAT_NAMES and part in PARTS:
        owner = SEAT_NAMES.index(colour.capitalize())
        starts = {"start": [loop_point(board, position.start_of(owner))]}
        tokens = range(R.TOKENS)
        points = starts.get(part) or [PARTS[part](board, owner, token) for token in tokens]
    else:
        places = "P10, red kennel, red start, red home or hand"
        raise BadNotation(f"{quote(place)} is not a place on the board, such as {places}")
    left, top = (min(values) - radius for values in zip(*points, strict=True))
    right, low = (max(values) + radius for values in zip(*points, strict=True))
    return left, top, right, low


def describe(position: Position) -> str:
    """Return the board in words, for people who can't see it."""
    tokens = "; ".join(describe_token(position, *token) for token in P.ALL_TOKENS)
    names = {NOBODY: "a spectator", EVERYBODY: "everybody", **dict(enumerate(SEAT_NAMES))}
    viewer = names[position.viewer]
    return f"A board of Dog with {position.loop_len} spaces, seen by {viewer}. {tokens}."


# Below the board


def draw_tray(position: Position, height: float) -> str:
    """Return what is below the board: the viewing seat's hand, the key, and what is out of play."""
    strip = draw_strip(position, height - 34)
    options, viewer = position.options, position.viewer
    key = draw_key(bool(options.jokers), bool(options.full_lap), in_a_row=viewer < 0)
    if viewer < 0:
        return group(key, strip, id="tray")
    notes = [count_of(position.count_hand(viewer), "card"), *exchange_notes(position)]
    heights, hand = (1096, 1132, 1156), position.hand
    cards = (
        group_at(
            card_point(position, i), draw_face(hand[i]), **svg.piece(name), **copy_of(name, hand[i])
        )
        for i, name in enumerate(P.card_ids("card", hand))
    )
    return group(
        box(CENTRE, HAND_ROW, 654, 166, rx=20, fill=S.DARK_WOOD, opacity=0.55),
        svg.bold(96, 1064, 31, SEAT_NAMES[viewer], fill=S.PAPER, data_room=138),
        *(words(96, y, 19, note, fill=S.PALE) for y, note in zip(heights, notes, strict=False)),
        group(*cards, id="hand"),
        key,
        strip,
        id="tray",
    )


def copy_of(name: str, rank: int) -> dict[str, Any]:
    """Name the first of equal cards: a page takes a click on a copy for a click on that one."""
    [first] = P.card_ids("card", [rank])
    return {} if name == first else {"data_copy_of": first}


def exchange_notes(position: Position) -> list[str]:
    """Return the card this seat gave its partner, and the one it got once all have picked up."""
    gave, got = position.state.gave[[position.viewer, partner_of(position.viewer)]]
    notes = [f"gave {CARD_NAMES[gave]}"] if gave >= 0 else []
    if position.phase in (R.PLAYING, R.SPLITTING) and got >= 0:
        notes.append(f"got {CARD_NAMES[got]}")
    return notes


def key_rows(jokers: bool, full_lap: bool) -> Iterator[tuple[str, str]]:
    """Yield every mark on the board, and what it means."""
    yield disc(0, 0, 10, fill="#fff2b0", stroke=S.GOLD, stroke_width=4), "protected"
    yield S.draw_ring(0, 0, 13), "go here"
    yield svg.toothed_ring(0, 0, 13, S.HIT), "capture"
    yield S.draw_ring(0, 0, 13, stroke_dasharray="6 4"), "swap with"
    if jokers:
        yield (svg.draw_star(0, 1, 13, fill="#c98be0", stroke=S.PAPER, stroke_width=1.5), "joker")
    if full_lap:
        yield S.lap_mark(1, 25), "has lapped"
        yield S.lap_mark(-1, 25), "behind start"


@cache_shapes
def draw_key(jokers: bool, full_lap: bool, in_a_row: bool) -> str:
    """Return the key to the marks: next to the hand, or in a row where there is none."""
    rows = list(key_rows(jokers, full_lap))
    left, top, across, down = 852.0, HAND_ROW, 0.0, min(33.0, 176 / len(rows))
    if in_a_row:
        left, top, across, down = 445.0, 1024.0, 930.0 / len(rows), 0.0
    left -= across * (len(rows) - 1) / 2
    top -= down * (len(rows) - 1) / 2
    entries = (
        group_at(
            (left + across * i, top + down * i),
            mark,
            words(22, 0, 19, text, fill=S.PAPER, text_anchor="start"),
        )
        for i, (mark, text) in enumerate(rows)
    )
    return group(*entries, id="key")


def draw_strip(position: Position, y: float) -> str:
    """Return which cards are out of play, rank by rank, since the last shuffle."""
    parts = [words(30, y, 19, "out of play", fill=S.PALE, text_anchor="start")]
    for rank, count in enumerate(position.state.discard):
        x = 166 + 59.5 * rank
        look = {} if count else {"opacity": "0.35"}
        card = group_at((x, y), S.small_card(rank, 29, S.INK, 1))
        number = words(x + 19, y, 19, str(count), fill=S.PAPER, text_anchor="start")
        parts.append(group(card, number if count else "", **look))
    return group(*parts, id="out-of-play")


def card_point(position: Position, index: int) -> Point:
    """Return the middle of a card of the hand."""
    count = len(position.hand)
    gap = min(106.0, 636.0 / max(count, 1))
    return CENTRE + gap * (index - (count - 1) / 2), HAND_ROW


@cache_shapes
def draw_face(rank: int) -> str:
    """Return a card around the origin: its rank, and what it can do."""
    name, use = CARD_NAMES[rank], S.describe_use(rank)
    corner = words(-39, -51, 22, name, text_anchor="start", font_weight="bold")
    if rank == R.JOKER:
        corner = svg.draw_star(-33, -51, 11, fill=S.MARK)
    return "".join(
        (
            svg.tooltip(name),
            box(2, 4, 94, 144, rx=10, fill=S.INK, opacity=0.35),
            box(0, 0, 94, 144, rx=10, fill=S.CARD, stroke=S.INK, stroke_width=1.5),
            box(0, 0, 85, 135, rx=6, fill="none", stroke=S.CARD_LINE, stroke_width=1.5),
            corner,
            svg.draw_paw(30, -50, 11, S.TAN),
            S.big_rank(rank, star=(-8, 34), text=(-6, 58)),
            words(0, 50, 11.5 if len(use) > 11 else 15, use, fill=S.SOFT_INK),
        )
    )
