"""Below the board: the viewing seat's hand, and the key to the marks."""

from collections.abc import Iterator

from offleash.core.rules.actors import NOBODY
from offleash.games.dog.draw.geometry import CENTRE, HAND_ROW
from offleash.games.dog.draw.shapes import GOLD, INK, MARK, PAPER, SOFT_INK, draw_paw, lap_mark
from offleash.games.dog.draw.view import View, card_count
from offleash.games.dog.rules.record import (
    ACE,
    CARD_NAMES,
    FOUR,
    JACK,
    JOKER,
    KING,
    PLAYING,
    QUEEN,
    SEATS,
    SEVEN,
    SPLITTING,
)
from offleash.games.dog.text.summary import SEAT_NAMES
from offleash.games.shared.svg import box, disc, moved, tag, words

# What a card does, in brief; the others go as many steps as they say.
SPECIAL_USES = {
    ACE: "start · 1 · 11",
    FOUR: "4 · 4 back",
    SEVEN: "split in steps",
    JACK: "swap two",
    QUEEN: "12 steps",
    KING: "start · 13",
    JOKER: "any card",
}


def draw_tray(view: View) -> str:
    """Below the board: the viewing seat's hand and the key to the marks."""
    if view.seat == NOBODY:
        return tag("g", draw_key(view, False), id="tray")
    notes = (
        words(108, 1024 + 19 * i, 15, note, fill="#f6dfb2")
        for i, note in enumerate(exchange_notes(view))
    )
    return tag(
        "g",
        box(CENTRE, HAND_ROW, 660, 172, rx=22, fill="#6d4526", opacity=0.55),
        words(108, 1092, 26, SEAT_NAMES[view.seat], font_weight="bold", fill=PAPER),
        words(108, 1116, 15, card_count(int(view.state.held[view.seat])), fill="#f6dfb2"),
        *notes,
        *(draw_card(view, i, rank) for i, rank in enumerate(view.hand())),
        draw_key(view, True),
        id="tray",
    )


def exchange_notes(view: View) -> list[str]:
    """The card this seat gave its partner, and the one it got once all have picked up."""
    gave = int(view.state.gave[view.seat])
    notes = [f"gave {CARD_NAMES[gave]}"] if gave >= 0 else []
    if view.phase in (PLAYING, SPLITTING):
        got = int(view.state.gave[(view.seat + 2) % SEATS])
        notes += [f"got {CARD_NAMES[got]}"] if got >= 0 else []
    return notes


def key_rows(view: View) -> Iterator[tuple[str, str]]:
    """Every mark on the board, and what it means."""
    yield disc(0, 0, 11, fill="#fff6c9", stroke=GOLD, stroke_width=4), "protected"
    for words_, dashes in (("may go here", "none"), ("may swap", "5 3")):
        rim = disc(0, 0, 11, fill="none", stroke="#ffffff", stroke_width=6)
        ring = disc(0, 0, 11, fill="none", stroke=MARK, stroke_width=3, stroke_dasharray=dashes)
        yield rim + ring, words_
    if view.options.full_lap:
        yield lap_mark(1, 25), "has lapped"
        yield lap_mark(-1, 25), "behind start"


def draw_key(view: View, beside: bool) -> str:
    """The key to the marks: beside the hand, or in a row where there is none."""
    rows = list(key_rows(view))
    x, y, across, down = (862.0, 1092.0, 0.0, 32.0) if beside else (440.0, 1022.0, 170.0, 0.0)
    x -= across * (len(rows) - 1) / 2
    y -= down * (len(rows) - 1) / 2
    entries = (
        tag(
            "g",
            mark,
            words(22, 0, 16, text, fill=PAPER, text_anchor="start"),
            transform=moved(x + across * i, y + down * i),
        )
        for i, (mark, text) in enumerate(rows)
    )
    return tag("g", *entries, id="key")


def card_point(view: View, index: int) -> tuple[float, float]:
    """The middle of a card of the hand."""
    count = len(view.hand())
    gap = min(106.0, 640.0 / max(count, 1))
    return CENTRE + gap * (index - (count - 1) / 2), HAND_ROW


def draw_card(view: View, index: int, rank: int) -> str:
    """A card of the hand: its rank, and what it can do."""
    name = CARD_NAMES[rank]
    big = 26 if len(name) > 2 else 52
    small = 13 if len(name) > 2 else 20
    face = (
        box(2, 4, 96, 142, rx=10, fill=INK, opacity=0.35),
        box(0, 0, 96, 142, rx=10, fill="#fffdf6", stroke=INK, stroke_width=1.5),
        box(0, 0, 84, 130, rx=6, fill="none", stroke="#e3cfa4", stroke_width=1.5),
        words(-38, -52, small, name, text_anchor="start", font_weight="bold"),
        draw_paw(28, -51, 11, "#c79a62"),
        words(0, 0, big, name, font_weight="bold"),
        words(0, 50, 12, SPECIAL_USES.get(rank, f"{name} steps"), fill=SOFT_INK),
    )
    return tag("g", *face, id=f"hand-{index}", transform=moved(*card_point(view, index)))
