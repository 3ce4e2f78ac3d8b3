"""Below the board: the viewing seat's hand, the key to the marks, and the cards out of play."""

from collections.abc import Iterator

from offleash.core.prose import count_of
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.geometry import CENTRE, HAND_ROW, Point
from offleash.games.dog.draw.view import View, card_ids
from offleash.games.dog.rules import record as R
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES
from offleash.games.shared.svg import box, disc, kept, moved, tag, words

# What a card does, in brief; the others go as many steps as they say.
SPECIAL_USES = {
    R.ACE: "start · 1 · 11",
    R.FOUR: "4 · 4 back",
    R.SEVEN: "7 × 1 step",
    R.JACK: "swap two",
    R.QUEEN: "12 steps",
    R.KING: "start · 13",
    R.JOKER: "any card",
}
PALE = "#f6dfb2"
HEIGHT_ALONE, HEIGHT_WITH_HAND = 1102.0, 1248.0


def picture_height(view: View) -> float:
    """A spectator holds no cards."""
    return HEIGHT_ALONE if view.seat < 0 else HEIGHT_WITH_HAND


def draw_tray(view: View) -> str:
    """Below the board: the viewing seat's hand, the key, and what is out of play."""
    strip = draw_strip(view, picture_height(view) - 34)
    if view.seat < 0:
        return tag("g", draw_key(view, False), strip, id="tray")
    notes = (
        words(96, 1132 + 24 * i, 19, note, fill=PALE) for i, note in enumerate(exchange_notes(view))
    )
    return tag(
        "g",
        box(CENTRE, HAND_ROW, 654, 166, rx=20, fill="#6d4526", opacity=0.55),
        words(96, 1064, 31, SEAT_NAMES[view.seat], font_weight="bold", fill=S.PAPER),
        words(96, 1096, 19, count_of(int(view.state.held[view.seat]), "card"), fill=PALE),
        *notes,
        tag("g", *draw_hand(view), id="hand"),
        draw_key(view, True),
        strip,
        id="tray",
    )


def exchange_notes(view: View) -> list[str]:
    """The card this seat gave its partner, and the one it got once all have picked up."""
    gave = int(view.state.gave[view.seat])
    notes = [f"gave {CARD_NAMES[gave]}"] if gave >= 0 else []
    if view.phase in (R.PLAYING, R.SPLITTING):
        got = int(view.state.gave[(view.seat + 2) % R.SEATS])
        notes += [f"got {CARD_NAMES[got]}"] if got >= 0 else []
    return notes


def key_rows(jokers: bool, full_lap: bool) -> Iterator[tuple[str, str]]:
    """Every mark on the board, and what it means."""
    yield disc(0, 0, 10, fill="#fff2b0", stroke=S.GOLD, stroke_width=4), "protected"
    yield S.draw_ring(0, 0, 13), "go here"
    yield S.draw_hit(0, 0, 13), "capture"
    yield S.draw_ring(0, 0, 13, stroke_dasharray="6 4"), "swap with"
    if jokers:
        yield S.draw_star(0, 1, 13, fill="#c98be0", stroke=S.PAPER, stroke_width=1.5), "joker"
    if full_lap:
        yield S.lap_mark(1, 25), "has lapped"
        yield S.lap_mark(-1, 25), "behind start"


def draw_key(view: View, beside: bool) -> str:
    """The key to the marks: beside the hand, or in a row where there is none."""
    return draw_legend(bool(view.options.jokers), bool(view.options.full_lap), beside)


@kept
def draw_legend(jokers: bool, full_lap: bool, beside: bool) -> str:
    """The same for these options."""
    rows = list(key_rows(jokers, full_lap))
    left, top, across, down = 852.0, HAND_ROW, 0.0, min(33.0, 176 / len(rows))
    if not beside:
        left, top, across, down = 445.0, 1024.0, 930.0 / len(rows), 0.0
    left -= across * (len(rows) - 1) / 2
    top -= down * (len(rows) - 1) / 2
    entries = (
        tag(
            "g",
            mark,
            words(22, 0, 19, text, fill=S.PAPER, text_anchor="start"),
            transform=moved(left + across * i, top + down * i),
        )
        for i, (mark, text) in enumerate(rows)
    )
    return tag("g", *entries, id="key")


def draw_strip(view: View, y: float) -> str:
    """Which cards are out of play, rank by rank, since the last shuffle."""
    parts = [words(30, y, 19, "out of play", fill=PALE, text_anchor="start")]
    for rank in range(R.RANKS):
        count = int(view.state.discard[rank])
        x = 166 + 59.5 * rank
        look = {} if count else {"opacity": "0.35"}
        card = tag("g", S.small_card(rank, 29, S.INK, 1), transform=moved(x, y))
        number = words(x + 19, y, 19, str(count), fill=S.PAPER, text_anchor="start")
        parts.append(tag("g", card, number if count else "", **look))
    return tag("g", *parts, id="out-of-play")


def card_point(view: View, index: int) -> Point:
    """The middle of a card of the hand."""
    count = len(view.hand())
    gap = min(106.0, 636.0 / max(count, 1))
    return CENTRE + gap * (index - (count - 1) / 2), HAND_ROW


def draw_hand(view: View) -> Iterator[str]:
    """The cards of the hand."""
    hand = view.hand()
    for index, (name, rank) in enumerate(zip(card_ids("card", hand), hand, strict=True)):
        yield tag("g", draw_face(rank), id=name, transform=moved(*card_point(view, index)))


@kept
def draw_face(rank: int) -> str:
    """A card around the origin: its rank, and what it can do."""
    name = CARD_NAMES[rank]
    joker = rank == R.JOKER
    corner = S.draw_star(-33, -51, 11, fill=S.MARK) if joker else words(
        -39, -51, 22, name, text_anchor="start", font_weight="bold"
    )  # fmt: skip
    big = (
        S.draw_star(0, -8, 34, fill=S.MARK) if joker else words(0, -6, 58, name, font_weight="bold")
    )
    use = SPECIAL_USES.get(rank, f"{name} steps")
    return "".join(
        (
            tag("title", name),
            box(2, 4, 94, 144, rx=10, fill=S.INK, opacity=0.35),
            box(0, 0, 94, 144, rx=10, fill="#fffdf6", stroke=S.INK, stroke_width=1.5),
            box(0, 0, 85, 135, rx=6, fill="none", stroke="#e3cfa4", stroke_width=1.5),
            corner,
            S.draw_paw(30, -50, 11, "#c79a62"),
            big,
            words(0, 50, 11.5 if len(use) > 11 else 15, use, fill=S.SOFT_INK),
        )
    )
