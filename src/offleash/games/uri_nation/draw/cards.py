"""The cards of the decks to print: their words, a picture of what they do, and their backs."""

from collections.abc import Iterator
from zlib import crc32

from offleash.contract import Records
from offleash.contract.studio.kit import Component
from offleash.contract.text.own_images import own_image
from offleash.games.shared.printed import BEYOND, CARD, fitted, ground, lines, picture, wrapped
from offleash.games.shared.svg import bold, box, disc, draw_paw, group, moved, path, words
from offleash.games.uri_nation.deck import WINDOWS, Card, Effect, deck_of, effect_words
from offleash.games.uri_nation.draw import colours as C, shapes as S
from offleash.games.uri_nation.draw.furniture import (
    bin_of_chance,
    house,
    hydrant,
    notice_board,
    puddle,
)
from offleash.games.uri_nation.rules import card_words as cw
from offleash.games.uri_nation.text.names import DECK_NAMES
from offleash.games.uri_nation.text.pages import drawn_decks

INKS = (C.WATER_DARK, C.METAL_DARK, C.TIMBER_DARK)  # of the decks
PALE = ("#dcecf5", "#e4e8ea", "#efe2d2")  # of the field behind a picture
SIGNS = (puddle, bin_of_chance, notice_board)
BACK_SLOTS = ("back-water", "back-chance", "back-events")
KINDS = ("water cards", "chance cards", "event cards")
OFF = (
    "a drink fills the bowl without a card",
    "chance spots draw no cards",
    "the events space draws no cards",
)
INSIDE = CARD[0] - 10.0  # millimetres for words
NAME, NAME_LINES = (4.2, 3.5, 2.8), 3  # sizes of letters, the largest that fits
EFFECT, ROOM, LOW = (3.8, 3.3, 2.8), 16.0, 31.5  # the same; room below the picture, its lower edge
FIELD_Y, FIELD = 3.0, (46.0, 21.0)  # the picture
REST = "#c0392b"  # of what is crossed out


def cards(options: Records) -> list[Component]:
    """Return all cards of the decks that are drawn from under these rules."""
    return [
        Component(
            KINDS[which], card.id, *CARD, draw_card(card, which), draw_back(which),
            shares_cuts=True, reason=f"the {DECK_NAMES[which]} deck",
        )
        for which, is_drawn in enumerate(drawn_decks(options))
        if is_drawn
        for card in deck_of(options, which)
    ]  # fmt: skip


def why_off(deck: int, options: Records) -> str:
    """Return why nobody draws from a deck under these rules; empty if somebody does."""
    return "" if drawn_decks(options)[deck] else OFF[deck]


def decks_left_out(options: Records) -> list[str]:
    """Return a sentence about each deck that nobody draws from."""
    reasons = ((name, why_off(deck, options)) for deck, name in enumerate(DECK_NAMES))
    return [f"the {name} deck: under these rules {reason}" for name, reason in reasons if reason]


def draw_card(card: Card, deck: int) -> str:
    """Return a card: its deck, its name, what it does, and when it may be played."""
    width, height = CARD
    look: S.Look = {"fill": "none", "stroke": INKS[deck], "stroke_width": 0.5}
    return picture(
        *CARD,
        ground(*CARD, C.PAPER),
        box(0, 0, width - 6, height - 6, rx=3, **look),  # the edge is paper: one cut serves two
        box(0, -height / 2 + 9, width - 10, 8, rx=2, fill=INKS[deck]),
        bold(0, -height / 2 + 9, 4, DECK_NAMES[deck], fill="#ffffff"),
        words(0, -height / 2 + 16.5, 2.6, card.category, fill=C.SOFT_INK),
        *draw_name(card.name),
        *draw_effects(card, deck),
        draw_hold(card, INKS[deck]),
        words(0, height / 2 - 5.2, 2.2, card.id, fill=C.SOFT_INK),
        fill=C.INK,
    )


def draw_name(name: str) -> list[str]:
    """Return the name, smaller where it would take too many lines."""
    fits = (size for size in NAME if len(wrapped(name, size, INSIDE, bold=True)) <= NAME_LINES)
    size = next(fits, NAME[-1])
    return [*lines(0, -22, size, name, INSIDE, font_weight="bold")]


def draw_effects(card: Card, deck: int) -> list[str]:
    """Return effects one under the other, with a picture above them where that leaves room."""
    texts = [effect_words(effect) for effect in card.effects]
    size = next((size for size in EFFECT if _height(texts, size) <= ROOM), EFFECT[-1])
    high = _height(texts, size)
    y = min(19.5, LOW - high + size / 2)
    drawn = [draw_scene(card, deck)] if high <= ROOM else []
    for text in texts:
        drawn += lines(0, y, size, text, INSIDE)
        y += _height([text], size)
    return drawn


def _height(texts: list[str], size: float) -> float:
    """Return how much room effects take one under the other."""
    return sum(1.3 * size * len(wrapped(text, size, INSIDE)) + 1 for text in texts)


def draw_hold(card: Card, ink: str) -> str:
    """Return a plate on a card for the hand: when it may be played."""
    if not card.hold:
        return ""
    text = f"KEEP: play {WINDOWS[card.hold]}"
    plate = box(0, 33.4, INSIDE, 5.4, rx=3, fill="#ffffff", stroke=ink, stroke_width=0.6)
    return plate + words(0, 33.4, fitted(text, 3, INSIDE - 4, bold=True), text, font_weight="bold")


def draw_back(deck: int) -> str:
    """Return a deck's back: its sign and its name within a border of paper."""
    width, height = CARD
    name = DECK_NAMES[deck]
    if image := own_image(BACK_SLOTS[deck], 0, 0, width + 2 * BEYOND, height + 2 * BEYOND):
        return picture(*CARD, ground(*CARD, C.PAPER), image)
    size = fitted(name, 6, width - 16, bold=True)
    return picture(
        *CARD,
        ground(*CARD, C.PAPER),
        box(0, 0, width - 6, height - 6, rx=3, fill=INKS[deck]),
        box(0, 0, width - 10, height - 10, rx=2, fill="none", stroke=C.PAPER, stroke_width=0.8),
        disc(0, -6, 18, fill=C.PAPER),
        S.scaled(0, -6, 0.56, SIGNS[deck]()),
        words(0, 26, size, name, fill=C.PAPER, font_weight="bold"),
    )


# Pictures: what the card does, on a field that is a little different on every card


def draw_scene(card: Card, deck: int) -> str:
    """Return the effects as icons side by side, before a field with prints of this card's own."""
    width, height = FIELD
    if image := own_image(f"card-{card.id}", 0, FIELD_Y, width, height):
        return image
    icons = [icon for effect in card.effects for icon in draw_icons(effect)][:4]
    gap = min(16.0, (width - 6) / len(icons))
    left = -gap * (len(icons) - 1) / 2
    row = (group(icon, transform=moved(left + gap * n, FIELD_Y)) for n, icon in enumerate(icons))
    field = box(0, FIELD_Y, width, height, rx=3, fill=PALE[deck])
    return field + "".join(_prints(f"{card.id} {card.name}", INKS[deck])) + "".join(row)


def _prints(seed: str, ink: str) -> Iterator[str]:
    """Yield faint prints and drops, placed by the card's own words: no two cards look alike."""
    for n in range(9):
        chance = crc32(f"{seed} {n}".encode())
        x = (chance % 997 / 997 - 0.5) * (FIELD[0] - 6)
        y = FIELD_Y + (chance // 997 % 991 / 991 - 0.5) * (FIELD[1] - 6)
        r = 1.2 + chance // 988027 % 97 / 60
        if chance % 3:
            yield group(draw_paw(0, 0, r, ink, 0.22), transform=moved(x, y, chance % 360))
        else:
            drop = S.draw_drop(ink, ink)
            yield group(S.scaled(0, 0, 0.9 * r, drop), transform=moved(x, y), opacity=0.2)


def draw_icons(effect: Effect) -> Iterator[str]:
    """Yield what an effect gives, takes or forbids."""
    op, _, kind, n = effect
    if op == cw.OP_TOK:
        yield _counted(S.scaled(0, -1.5, 3.8, S.TOKEN_DRAWINGS[kind]()), n)
    elif op == cw.OP_WATER:
        yield _counted(S.scaled(0, -1.5, 4.2, S.draw_drop(S.PEG, S.PEG_DARK)), n)
    elif op == cw.OP_REFILL:
        drop = S.draw_drop(S.PEG, S.PEG_DARK)
        places = (-5.4, 0.0, 5.4) if kind == cw.FULL else (-2.7, 2.7)
        yield "".join(S.scaled(x, 0, 4.4 if kind == cw.FULL else 3.4, drop) for x in places)
    elif op == cw.OP_WALK:
        yield _counted(draw_paw(0, -1.5, 4.4, C.INK, 1), n)
    elif op == cw.OP_ATTACK:
        yield _counted(S.draw_die(0, -1.5, 8, ""), n)
    elif op == cw.OP_FORT:
        yield _counted(S.scaled(0, -1.5, 4.2, S.draw_drop(C.FILL[0], "#33240f")), n)
    elif op == cw.OP_SEND_HOME:
        yield S.scaled(0, 0, 0.34, house(None))
    elif op == cw.OP_FREE_CROSS:
        bars = "".join(box(x, 0, 1.6, 10, fill="#ffffff") for x in (-6, -3, 0, 3, 6))
        yield box(0, 0, 18, 12, rx=1, fill="#5b6068") + bars
    else:
        yield _crossed(_forbidden(op, kind))


def _forbidden(op: int, kind: int) -> str:
    """Return what an effect ends, closes or takes away."""
    if op == cw.OP_CLOSE:
        return S.scaled(0, 0, 0.3, (puddle if kind == cw.CLOSE_WATER else bin_of_chance)())
    if op == cw.OP_BONDS_CLEAR:
        return S.scaled(0, 0, 0.3, hydrant())
    if op == cw.OP_UNCLAIM:
        return S.scaled(0, 0, 4.6, S.draw_drop(C.FILL[1], "#33240f"))
    return draw_paw(0, 0, 5, C.INK, 1)  # no action


def _counted(icon: str, n: int) -> str:
    """Return an icon with how many come or go."""
    ink = C.INK if n > 0 else REST
    return icon + bold(0, 6.4, 4, f"{n:+d}".replace("-", "−"), fill=ink)


def _crossed(icon: str) -> str:
    """Return an icon behind a red cross."""
    cross = path("M-6,-6L6,6M6,-6L-6,6", stroke=REST, stroke_width=1.2, stroke_linecap="round")
    return icon + group(cross, fill="none", opacity=0.9)
