"""Drawing, holding and playing cards, and the twelve effects (part 4, D, N14)."""

from tests.games.uri_nation.naive.board import name
from tests.games.uri_nation.naive.state import (
    active,
    add_water,
    clear_site,
    count,
    gain,
    has_small,
    lose,
    territories_of,
)
from tests.games.uri_nation.naive.walk import clear_all_sites, send_home

ONCE = ("close", "free_cross")  # these and `bonds_clear all` happen once for everybody


def draw_card(t, s):
    """Sets up the draw; an empty pile is made of the discards first (E16)."""
    held_cards = {card for dog in s.dogs for card in dog.held_cards}
    if not s.piles[s.deck]:
        s.piles[s.deck] = set(t.decks[s.deck]) - held_cards
    if s.piles[s.deck]:
        s.phase = "draw"
    else:
        s.deck, s.phase = None, s.back  # N14: nothing is drawn


def take_card(t, s, card):
    s.piles[s.deck].remove(card)
    s.deck = None
    if not t.cards[card].get("hold"):
        begin_effects(t, s, card)
        return
    dog = s.dogs[active(s)]
    s.phase = s.back
    if t.held_cards_max > 0:
        dog.held_cards.add(card)
    if len(dog.held_cards) > t.held_cards_max:
        s.phase = "card_discard"


def discard(s, card):
    s.dogs[active(s)].held_cards.remove(card)
    s.phase = s.back


def playable(t, s, window):
    """Held cards of the active player for this window (D3)."""
    # READING: a held card may be played even where it does nothing.
    return [
        f"play {c}" for c in sorted(s.dogs[active(s)].held_cards) if t.cards[c]["hold"] == window
    ]


def play_held(t, s, card, back):
    s.dogs[active(s)].held_cards.remove(card)
    s.back = back
    begin_effects(t, s, card)


# Effects


def begin_effects(t, s, card):
    """Lays out who gets what, in order; `most` is settled now (N14)."""
    me = active(s)
    everyone = s.order[s.turn :] + s.order[: s.turn]
    best = max(count(s, seat) for seat in everyone)
    groups = {
        "me": [me],
        "all": everyone,
        # READING: in turn order from the drawer, like `all`.
        "most": [seat for seat in everyone if count(s, seat) == best],
    }
    for target, *effect in t.cards[card]["fx"]:
        once = effect[0] in ONCE or effect == ["bonds_clear", "all"]
        s.effects += [(seat, *effect) for seat in ([me] if once else groups[target])]
    s.card, s.phase = card, "effects"


def run_effects(t, s):
    while s.effects:
        if targets(t, s):
            s.phase, s.decider = "card_target", s.effects[0][0]
            return
        apply_effect(t, s, *s.effects.pop(0))
    s.card, s.phase = None, s.back


def targets(t, s):
    """What the next effect's player may choose among; nothing for effects without a choice."""
    seat, op, *rest = s.effects[0]
    territories = sorted(territories_of(s, seat))
    if op == "fort" and rest[0] > 0:
        return [
            c for c in territories if s.fort.get(c, 0) < t.fortify_max and has_small(t, s, seat)
        ]
    if op == "fort":
        return [cell for cell in territories if s.fort.get(cell, 0)]
    if op == "unclaim":
        return [cell for cell in territories if not s.fort.get(cell, 0)]
    if [op, *rest] == ["bonds_clear", "one"]:
        # READING: bond space = the place where alliances are made, parks included.
        return sorted(s.markers)
    return []


def legal_targets(t, s):
    return [f"target {name(cell)}" for cell in targets(t, s)]


def hit(t, s, cell):
    """The chosen target takes the effect."""
    _, op, *rest = s.effects.pop(0)
    if op == "fort":
        left = s.fort.pop(cell, 0) + (1 if rest[0] > 0 else -1)
        if left:
            s.fort[cell] = left
    elif op == "unclaim":
        lose(s, cell)
    else:
        clear_site(s, cell)
    s.decider, s.phase = None, "effects"


def apply_effect(t, s, seat, op, *rest):
    dog = s.dogs[seat]
    if op == "tok":
        token, n = rest
        if n > 0:
            gain(t, s, seat, token, n)
        else:
            dog.tokens[token] = max(0, dog.tokens[token] + n)
    elif op == "water":
        add_water(t, s, seat, rest[0])
    elif op == "refill":
        cap = t.water_cap_of(seat)
        add_water(t, s, seat, cap if rest[0] == "full" else (cap + 1) // 2)
    elif op == "skip_action":
        dog.skip = True
    elif op == "walk":
        dog.walk += rest[0]
    elif op == "attack":
        dog.attack += rest[0]
    elif op == "send_home":
        send_home(t, s, seat)
    elif op == "close":
        s.lasting.add((f"close {rest[0]}", seat))
    elif op == "free_cross":
        s.lasting.add(("free_cross", seat))
    elif [op, *rest] == ["bonds_clear", "all"]:
        clear_all_sites(s)
    # fort, unclaim and bonds_clear one come here only when nothing can be chosen
