"""Marks for the legal actions: rings on the board, frames round cards, buttons.

Each mark carries its action's number, so that a page can tell what was clicked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from offleash.games.dog.draw.geometry import BENCH, CENTRE, HAND_ROW, Spot, point_of, seat_frame
from offleash.games.dog.draw.hand import card_point
from offleash.games.dog.draw.shapes import MARK
from offleash.games.dog.draw.view import View
from offleash.games.dog.rules.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    BOARD_TOKENS,
    END_SEVEN,
    GIVE,
    MOVE,
    START,
    STEP,
    STEP_KINDS,
    STEPS,
    SWAP,
    THROW,
)
from offleash.games.dog.rules.cards import rank_used
from offleash.games.dog.rules.movement import destination
from offleash.games.dog.rules.record import CARD_NAMES, HOME, RANKS, SEATS, TOKENS
from offleash.games.dog.rules.seven import chosen_cost, controlled, step_owner
from offleash.games.dog.text.notation import format_action
from offleash.games.shared.svg import box, disc, tag, words


def draw_targets(view: View, legal: Sequence[int]) -> str:
    """Every legal action: rings on the board, or a mark on the card, the hand or the seven."""
    rings: Counter[Spot] = Counter()
    marks = []
    for action in map(int, legal):
        spots = board_spots(view, action)
        if spots:
            marks.append(draw_rings(view, action, spots, rings))
        elif action in (BEGIN_SEVEN, BEGIN_SEVEN + AS_JOKER) or GIVE <= action < GIVE + RANKS:
            marks.append(mark_cards(view, action))
        elif action == THROW:
            marks.append(mark_hand(view, action))
        elif action == END_SEVEN:
            marks.append(target(action, draw_button(CENTRE, CENTRE + 64, "end the 7")))
    look: dict[str, str | float] = {
        "fill": "#ffffff", "fill_opacity": 0, "stroke": MARK, "stroke_width": 2.2,
    }  # fmt: skip
    return tag("g", *marks, id="targets", cursor="pointer", **look) if marks else ""


def board_spots(view: View, action: int) -> list[Spot]:
    """The places an action aims at: where its token ends, or the two that swap."""
    actor = int(view.state.seat)
    if STEP <= action < END_SEVEN:
        return [step_spot(view, actor, action - STEP)]
    if action >= STEP:
        return []
    use = action % AS_JOKER
    seat = int(controlled(view.state, actor))
    if use < SWAP:
        token, kind = divmod((use - MOVE) // 2, STEP_KINDS)
        return [end_of_move(view, seat, token, int(STEPS[kind]), use & 1)]
    if use < BEGIN_SEVEN:
        token, other = divmod(use - SWAP, BOARD_TOKENS)
        return [view.spot(seat, token), view.spot(*divmod(other, TOKENS))]
    return [Spot(seat, 0, seat * view.loop_len // SEATS)] if use >= START else []


def end_of_move(view: View, seat: int, token: int, steps: int, enters: int) -> Spot:
    """Where a token ends."""
    place = destination(view.state, view.options, seat, token, steps, enters)
    return Spot(seat, token, int(place))


def step_spot(view: View, actor: int, choice: int) -> Spot:
    """Where a step of a seven ends; one over a protected token takes two."""
    owner = int(step_owner(view.state, actor, choice))
    left = int(view.state.seven_left)
    steps = max(1, int(chosen_cost(view.state, view.options, actor, choice, left)))
    return end_of_move(view, owner, (choice >> 1) % TOKENS, steps, choice & 1)


def target(action: int, *inside: str, first: bool = True) -> str:
    """A mark that stands for an action; where it has several, only the first has the id."""
    named: dict[str, str | float] = {"id": f"target-{action}"} if first else {}
    if action < STEP:
        named["data_card"] = CARD_NAMES[int(rank_used(action))]
    title = tag("title", escape(format_action(action)))
    return tag("g", title, *inside, **named, data_action=str(action))


def draw_rings(view: View, action: int, spots: list[Spot], rings: Counter[Spot]) -> str:
    """Rings round the places; further actions aiming at one place widen it, up to a limit."""
    parts = []
    taken = {int(place) for place in view.state.token.flat if 0 <= place < HOME}
    dashes: dict[str, str | float] = {"stroke_dasharray": "5 3"} if len(spots) > 1 else {}
    for spot in spots:
        place = Spot(spot.seat if spot.place >= HOME else 0, 0, spot.place)
        base, most = (1.45, 1) if spot.place in taken else (1.2, 2)
        r = view.radius * (base + 0.17 * min(rings[place], most))
        rings[place] += 1
        x, y = point_of(spot, view.loop_len)
        parts.append(disc(x, y, r, stroke="#ffffff", stroke_width=3.6))
        parts.append(disc(x, y, r, **dashes))
    return target(action, *parts)


def mark_cards(view: View, action: int) -> str:
    """A frame round every card of the rank; another seat's hand is framed as a whole."""
    if int(view.state.seat) != view.seat:
        return mark_hand(view, action)
    rank = action - GIVE if action >= GIVE else int(rank_used(action))
    found = [i for i, held in enumerate(view.hand()) if held == rank]
    return "".join(
        target(
            action,
            *framed(*card_point(view, i), 100, 146, 12),
            first=i == found[0],
        )
        for i in found
    )


def mark_hand(view: View, action: int) -> str:
    """A frame round a whole hand: all of it is thrown, or only its back may be seen."""
    seat = int(view.state.seat)
    if seat != view.seat:
        frame = tag("g", *framed(204, BENCH, 190, 72, 12), transform=seat_frame(seat))
        return target(action, frame)
    button = draw_button(CENTRE, 1180, "throw the hand")
    return target(action, *framed(CENTRE, HAND_ROW, 656, 168, 20), button)


def framed(x: float, y: float, width: float, height: float, rx: float) -> Iterator[str]:
    """A white line under a coloured one, so that it shows on wood, lawn and card."""
    for stroke, thick in (("#ffffff", 8), (MARK, 4)):
        yield box(x, y, width, height, rx=rx, stroke=stroke, stroke_width=thick)


def draw_button(x: float, y: float, text: str) -> str:
    """A pill that says what it does."""
    pill = box(x, y, 30 + 9 * len(text), 28, rx=14, fill=MARK, stroke="#ffffff", stroke_width=2)
    label = words(x, y, 16, text, stroke="none", font_weight="bold")
    return tag("g", pill, label, fill_opacity=1)
