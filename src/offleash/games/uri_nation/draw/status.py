"""Above and below the street: round and order, decks, and what is under way on the desk."""

from collections.abc import Iterator

from offleash.games.shared.svg import box, disc, moved, tag, words
from offleash.games.uri_nation.draw import colours as C
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.layout import DESK, EDGE, GAP, NOTES, WIDTH, Layout
from offleash.games.uri_nation.draw.odds import odds_now, percent
from offleash.games.uri_nation.position import Position, plural
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.challenges import attack_bonus, defence_of
from offleash.games.uri_nation.rules.record import FILL as DRINKS_FILL
from offleash.games.uri_nation.text.names import DECK_NAMES
from offleash.games.uri_nation.text.status_line import lasting_effects, status_line

LEFT: S.Look = {"text_anchor": "start"}
MOST_PAWS = 14
DECK_FILL = ("#3b7fa8", "#b0692c", "#6b4fa0")


# The header


def draw_header(position: Position, layout: Layout) -> str:
    """Round and order, what is going on, and the decks."""
    rounds = f"Round {position.rounds} of {position.options.max_rounds}"
    status = status_line(position, position.name)
    status = status[0].upper() + status[1:]
    size = min(28, 1330 / len(status))
    return tag(
        "g",
        words(24, 28, 24, rounds, font_weight="bold", fill=C.PAPER, **LEFT),
        *draw_order(position),
        words(WIDTH / 2, 30, size, status, font_weight="bold", fill="#ffffff"),
        *draw_decks(position),
        id="header",
    )


def draw_order(position: Position) -> Iterator[str]:
    """The dogs in the order of this round, the one that is on in gold."""
    for place in range(position.seats):
        seat = position.order[place]
        if seat == R.NOBODY_THERE:
            continue
        x, is_on = 42 + 44.0 * place, position.mover == seat
        yield disc(x, 60, 18, fill=S.GOLD if is_on else C.WOOD_DARK, opacity=1 if is_on else 0.6)
        yield S.scaled(x, 60, 13.5, draw_dog(position.archetype(seat), seat))


def draw_decks(position: Position) -> Iterator[str]:
    """The decks in use, with how many cards are still to be drawn."""
    options = position.options
    in_use = (
        int(options.drink_mode) != DRINKS_FILL,
        bool(options.chance_deck),
        bool(options.events_deck),
    )
    decks = [deck for deck in range(len(in_use)) if in_use[deck]]
    for place, deck in enumerate(decks):
        x = WIDTH - 24 - 38 - 92 * (len(decks) - 1 - place)
        left = int(position.state.pile[deck]).bit_count()
        cards = "".join(
            box(-24 + 2 * i, -1.5 * i, 30, 42, rx=4, fill=DECK_FILL[deck], stroke=C.PAPER)
            for i in range(min(3, 1 + left // 10))
        )
        text = words(20, -10, 22, str(left), font_weight="bold", fill="#ffffff")
        label = words(0, 32, 12, DECK_NAMES[deck], fill=C.PAPER)
        paw = S.draw_paw(-24, 0, 9, C.PAPER)
        title = tag("title", f"{DECK_NAMES[deck]}: {plural(left, 'card')} to be drawn")
        yield tag("g", title, cards, paw, text, label, id=f"deck-{deck}", transform=moved(x, 36))


# The desk


def draw_desk(position: Position, layout: Layout) -> str:
    """What is under way: a card, a challenge or a walk; buttons are laid on the right half."""
    top = layout.desk
    look: S.Look = {"rx": 14, "fill": C.PAPER, "stroke": C.WOOD_DARK, "stroke_width": 2}
    plate = box(WIDTH / 2, top + DESK / 2, WIDTH - 2 * EDGE, DESK, **look)
    if position.state.card != R.NO_CARD:
        drawing = draw_card(position)
    elif position.state.quarry != R.NO_QUARRY:
        drawing = draw_challenge(position)
    else:
        drawing = draw_walk(position)
    left = tag("g", drawing, id="under-way", transform=moved(EDGE + GAP, top + (DESK - NOTES) / 2))
    notes = " · ".join(lasting_effects(position, position.name))
    foot = ""
    if notes:
        size = min(15, 2100 / len(notes))
        foot = words(EDGE + 2 * GAP, top + DESK - NOTES / 2 - 3, size, notes, fill=S.HIT, **LEFT)
    return tag("g", plate, left, foot, id="desk")


def draw_walk(position: Position) -> str:
    """The dice and the steps left of them."""
    rolled, steps = position.dice, position.steps
    if position.phase == R.FINISHED:
        return draw_winners(position)
    if position.mover == R.NOBODY_THERE:
        return ""
    dog = S.scaled(36, 0, 32, draw_dog(position.archetype(position.mover), position.mover))
    if not rolled:
        return dog + words(84, 0, 20, "has not rolled yet", fill=C.SOFT_INK, **LEFT)
    die = S.draw_die(112, 0, 50, str(rolled))
    doubles = words(112, 36, 13, "doubles", fill=C.SOFT_INK) if position.state.doubles else ""
    if not steps:
        amid = dict.fromkeys((R.MOVE, R.DRINK, R.DRAW), "no steps left")
        over = (
            "before the walk"
            if position.phase == R.POST_ROLL
            else amid.get(position.phase, "stopped")
        )
        return dog + die + doubles + words(156, 0, 20, over, fill=C.SOFT_INK, **LEFT)
    paws = (S.draw_paw(166 + 31 * i, -9, 12.5, C.FILL[position.mover], 1) for i in range(steps))
    drawing = (
        "".join(paws) if steps <= MOST_PAWS else S.draw_paw(170, -4, 17, C.FILL[position.mover], 1)
    )
    text = words(156, 22, 18, f"{plural(steps, 'step')} left", font_weight="bold", **LEFT)
    return dog + die + doubles + tag("g", drawing, id="steps-left") + text


def draw_winners(position: Position) -> str:
    """Who has won, side by side."""
    winners = [seat for seat in range(position.seats) if position.has_won(seat)]
    dogs = (
        S.scaled(40 + 90 * place, 0, 36, draw_dog(position.archetype(seat), seat))
        for place, seat in enumerate(winners)
    )
    text = words(
        4 + 90 * len(winners), 0, 28, "best in show", fill=S.GOLD, font_weight="bold", **LEFT
    )
    return "".join(dogs) + text


def draw_card(position: Position) -> str:
    """The card that is being carried out."""
    card = position.card(int(position.state.card))
    deck = DECK_FILL[int(position.state.card) // MOST_CARDS]
    return (
        box(44, 0, 84, 78, rx=8, fill=deck, stroke=C.INK, stroke_width=2)
        + words(44, -8, min(22, 120 / len(card.id)), card.id, font_weight="bold", fill="#ffffff")
        + words(44, 20, min(13, 130 / len(card.category)), card.category, fill="#ffffff")
        + words(100, -16, min(21, 900 / len(card.name)), card.name, font_weight="bold", **LEFT)
        + words(100, 14, 16, card.text, fill=C.SOFT_INK, **LEFT)
    )


def draw_challenge(position: Position) -> str:
    """Attacker against defender: what each adds to its die, the bids, and the odds."""
    state, options = position.state, position.options
    attacker, defender = position.walker, position.defender
    if position.phase == R.RECLAIM or defender == R.NOBODY_THERE:  # what was won is empty by now
        dog = S.scaled(36, 0, 32, draw_dog(position.archetype(attacker), attacker))
        return dog + words(84, 0, 22, f"has won {position.quarry_name}", font_weight="bold", **LEFT)
    bonus = int(attack_bonus(state, options, attacker))
    defence = int(defence_of(state, options, int(state.quarry), position.target))
    against = words(268, 0, 22, "against", fill=C.SOFT_INK)
    return (
        draw_side(position, attacker, 0, bonus, 0)
        + against
        + draw_side(position, defender, 310, defence, 1)
        + draw_odds(position)
    )


def draw_side(position: Position, seat: int, x: float, adds: int, number: int) -> str:
    """A dog, its die, what it adds, and its bid: face down, open, or still to come."""
    bid = position.bids[number]
    sign = f"{adds:+d}".replace("-", "−")
    parts = S.scaled(36, 0, 32, draw_dog(position.archetype(seat), seat))
    parts += S.draw_die(96, 0, 40, "?")
    parts += words(142, 0, 24, sign, font_weight="bold") if adds else ""
    if bid != R.NO_BID:
        parts += draw_bid(seat, bid, 190)
    return tag("g", parts, transform=moved(x, 0), id=f"side-{number}")


def draw_bid(seat: int, bid: int, x: float) -> str:
    """A bid of water pegs."""
    text, title = (str(bid), f"bid {bid}") if bid != R.UNKNOWN else ("✕", "bid, face down")
    fill = C.FILL[seat] if bid != R.UNKNOWN else "#8c7b62"
    card = box(x, 0, 40, 54, rx=6, fill=fill, stroke=C.INK, stroke_width=2)
    inner = box(x, 0, 33, 47, rx=4, fill="none", stroke=C.PAPER, stroke_width=1.2)
    face = S.draw_paw(x, 0, 12, C.PAPER)
    if bid != R.UNKNOWN:
        face = words(x, 0, 26, text, font_weight="bold", fill=C.LETTERING[seat])
    label = words(x, 36, 12, "bid", fill=C.SOFT_INK)
    return tag("g", tag("title", title), card, inner, face, label)


def draw_odds(position: Position) -> str:
    """How likely the attacker is to win, as far as the bids are known."""
    odds = odds_now(position)
    if odds is None:
        text, small = "?", "a bid is face down"
    else:
        text = percent(odds)
        small = "ties to the defender" if position.state.clustered else "ties are rolled again"
    x = 612
    return words(x, -10, 30, text, font_weight="bold", fill=S.MARK) + words(
        x, 20, 13, small, fill=C.SOFT_INK
    )
