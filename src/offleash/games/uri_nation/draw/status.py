"""Above and below the street: round and order, decks, and what is under way on the desk."""

from collections.abc import Iterator

from offleash.contract.text.own_images import linked_image
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, disc, group, group_at, moved, tooltip, words
from offleash.games.uri_nation.draw import colours as C, shapes as S
from offleash.games.uri_nation.draw.layout import DESK, EDGE, GAP, NOTES, WIDTH, Layout
from offleash.games.uri_nation.draw.own_pieces import dog_art
from offleash.games.uri_nation.position import (
    Position,
    lasting_effects,
    percent,
    plural,
    status_line,
)
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.record import FILL as DRINKS_FILL
from offleash.games.uri_nation.text.names import DECK_NAMES
from offleash.tools.prose import capitalise

MOST_PAWS = 14
DECK_FILL = ("#3b7fa8", "#b0692c", "#6b4fa0")
# What a dog without steps does, where it has not stopped
STEPLESS = dict.fromkeys((R.MOVE, R.DRINK, R.DRAW), "no steps left")
STEPLESS[R.POST_ROLL] = "before the walk"


# The header


def draw_header(position: Position) -> str:
    """Return the round and the order, what is going on, and the decks."""
    rounds = f"Round {position.rounds} of {position.options.last_round}"
    status = capitalise(status_line(position, position.name))
    return group(
        bold(24, 28, 24, rounds, fill=C.PAPER, **S.LEFT),
        *draw_order(position),
        bold(WIDTH / 2, 30, min(28, 1330 / len(status)), status, fill="#ffffff", data_room=760),
        *draw_decks(position),
        id="header",
    )


def draw_order(position: Position) -> Iterator[str]:
    """Yield the dogs in the order of this round, the one whose turn it is in gold."""
    for place, seat in enumerate(position.order[: position.seats]):
        if seat != R.NOBODY_THERE:
            x, is_on = 42 + 44.0 * place, position.mover == seat
            fill, opacity = (S.GOLD, 1) if is_on else (C.WOOD_DARK, 0.6)
            yield disc(x, 60, 18, fill=fill, opacity=opacity)
            yield draw_seat(position, seat, x, 60, 13.5)


def draw_seat(position: Position, seat: int, x: float = 36, y: float = 0, size: float = 32) -> str:
    """Return a seat's dog at a point."""
    return S.scaled(x, y, size, dog_art(position.archetype(seat), seat))


def draw_decks(position: Position) -> Iterator[str]:
    """Yield the decks in use, with how many cards are still to be drawn."""
    options = position.options
    in_use = (options.drink_mode != DRINKS_FILL, options.chance_deck, options.events_deck)
    decks = [deck for deck, is_used in enumerate(in_use) if is_used]
    for place, deck in enumerate(decks):
        x = WIDTH - 24 - 38 - 92 * (len(decks) - 1 - place)
        left = int(position.state.pile[deck]).bit_count()
        cards = "".join(
            box(-24 + 2 * i, -1.5 * i, 30, 42, rx=4, fill=DECK_FILL[deck], stroke=C.PAPER)
            for i in range(min(3, 1 + left // 10))
        )
        text = bold(20, -10, 22, str(left), fill="#ffffff")
        label = words(0, 32, 12, DECK_NAMES[deck], fill=C.PAPER)
        paw = svg.draw_paw(-24, 0, 9, C.PAPER)
        title = tooltip(f"{DECK_NAMES[deck]}: {plural(left, 'card')} to be drawn")
        yield group_at((x, 36), title, cards, paw, text, label, id=f"deck-{deck}")


# The desk


def draw_desk(position: Position, layout: Layout) -> str:
    """Return what is under way: a card, a challenge or a walk; buttons go on the right half."""
    top = layout.desk
    look: S.Look = {"rx": 14, "fill": C.PAPER, "stroke": C.WOOD_DARK, "stroke_width": 2}
    plate = box(WIDTH / 2, top + DESK / 2, WIDTH - 2 * EDGE, DESK, **look)
    if position.state.card != R.NO_CARD:
        drawing = draw_card(position)
    elif position.state.quarry != R.NO_QUARRY:
        drawing = draw_challenge(position)
    else:
        drawing = draw_walk(position)
    left = group_at((EDGE + GAP, top + (DESK - NOTES) / 2), drawing, id="under-way")
    foot = ""
    if notes := " · ".join(lasting_effects(position, position.name)):
        size, y = min(15, 2100 / len(notes)), top + DESK - NOTES / 2 - 3
        foot = words(EDGE + 2 * GAP, y, size, notes, fill=S.HIT, **S.LEFT)
    return group(plate, left, foot, id="desk")


def draw_walk(position: Position) -> str:
    """Return the dice and the steps left of them."""
    if position.phase == R.FINISHED:
        return draw_winners(position)
    if position.mover == R.NOBODY_THERE:
        return ""
    steps, fill = position.steps, C.FILL[position.mover]
    drawing = draw_seat(position, position.mover)
    if not position.dice:
        return drawing + words(84, 0, 20, "has not rolled yet", fill=C.SOFT_INK, **S.LEFT)
    drawing += S.draw_die(112, 0, 50, str(position.dice))
    if position.state.doubles:
        drawing += words(112, 36, 13, "doubles", fill=C.SOFT_INK)
    if not steps:
        text = STEPLESS.get(position.phase, "stopped")
        return drawing + words(156, 0, 20, text, fill=C.SOFT_INK, **S.LEFT)
    paws = [svg.draw_paw(166 + 31 * i, -9, 12.5, fill, 1) for i in range(steps)]
    if steps > MOST_PAWS:
        paws = [svg.draw_paw(170, -4, 17, fill, 1)]
    text = bold(156, 22, 18, f"{plural(steps, 'step')} left", **S.LEFT)
    return drawing + group("".join(paws), id="steps-left") + text


def draw_winners(position: Position) -> str:
    """Return those who have won, side by side."""
    winners = [seat for seat in range(position.seats) if position.has_won(seat)]
    dogs = (draw_seat(position, seat, 40 + 90 * n, 0, 36) for n, seat in enumerate(winners))
    look: S.Look = {"fill": S.GOLD, "font_weight": "bold"}
    return "".join(dogs) + words(4 + 90 * len(winners), 0, 28, "best in show", **look, **S.LEFT)


def draw_card(position: Position) -> str:
    """Return the card that is being carried out."""
    number = int(position.state.card)
    card, fill = position.card(number), DECK_FILL[number // MOST_CARDS]
    sign = bold(44, -8, min(22, 120 / len(card.id)), card.id, fill="#ffffff")
    sign += words(44, 20, min(13, 130 / len(card.category)), card.category, fill="#ffffff")
    return (
        box(44, 0, 84, 78, rx=8, fill=fill, stroke=C.INK, stroke_width=2)
        + (linked_image(f"card-{card.id}", 44, 0, 76, 70) or sign)
        + bold(100, -16, min(21, 900 / len(card.name)), card.name, **S.LEFT)
        + words(100, 14, 16, card.text, fill=C.SOFT_INK, **S.LEFT)
    )


def draw_challenge(position: Position) -> str:
    """Return attacker against defender: what each adds to its die, their bids, and the odds."""
    attacker, defender = position.walker, position.defender
    if position.phase == R.RECLAIM or defender == R.NOBODY_THERE:  # what was won is empty by now
        text = bold(84, 0, 22, f"has won {position.quarry_name}", **S.LEFT)
        return draw_seat(position, attacker) + text
    bonus, defence = position.bonuses
    return (
        draw_side(position, attacker, 0, bonus, 0)
        + words(268, 0, 22, "against", fill=C.SOFT_INK)
        + draw_side(position, defender, 310, defence, 1)
        + draw_odds(position)
    )


def draw_side(position: Position, seat: int, x: float, adds: int, number: int) -> str:
    """Return a dog, its die, what it adds, and its bid: face down, open, or still to come."""
    bid = position.bids[number]
    parts = draw_seat(position, seat) + S.draw_die(96, 0, 40, "?")
    parts += bold(142, 0, 24, f"{adds:+d}".replace("-", "−")) if adds else ""
    parts += draw_bid(seat, bid, 190) if bid != R.NO_BID else ""
    return group(parts, transform=moved(x, 0), id=f"side-{number}")


def draw_bid(seat: int, bid: int, x: float) -> str:
    """Return a bid of water pegs."""
    title, fill, face = f"bid {bid}", C.FILL[seat], bold(x, 0, 26, str(bid), fill=C.LETTERING[seat])
    if bid == R.UNKNOWN:
        title, fill, face = "bid, face down", "#8c7b62", svg.draw_paw(x, 0, 12, C.PAPER)
    card = box(x, 0, 40, 54, rx=6, fill=fill, stroke=C.INK, stroke_width=2)
    inner = box(x, 0, 33, 47, rx=4, fill="none", stroke=C.PAPER, stroke_width=1.2)
    return group(tooltip(title), card, inner, face, words(x, 36, 12, "bid", fill=C.SOFT_INK))


def draw_odds(position: Position) -> str:
    """Return how likely the attacker is to win, as far as the bids are known."""
    odds = position.odds_now
    ties = "ties to the defender" if position.state.clustered else "ties are rolled again"
    text, small = ("?", "a bid is face down") if odds is None else (percent(odds), ties)
    return bold(612, -10, 30, text, fill=S.MARK) + words(612, 20, 13, small, fill=C.SOFT_INK)
