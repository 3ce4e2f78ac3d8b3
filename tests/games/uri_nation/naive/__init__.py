"""Uri-Nation once more: slow, plain, and written from the rulings alone.

A second implementation of the whole game for `test_twin.py`. It shares no code with the package:
cells are (row, col), bowls are dicts, actions are their texts. `start` gives the first position,
`actor` says whose node it is, `legal` or `chances` what may happen, `play` makes it happen on a
copy. Places where the rulings can be read in two ways carry the word READING.
"""

from tests.games.uri_nation.naive import actions, cards, turn, walk
from tests.games.uri_nation.naive.board import cell_of
from tests.games.uri_nation.naive.state import State, active
from tests.games.uri_nation.naive.table import Table, preset

__all__ = ["State", "Table", "actor", "chances", "legal", "play", "preset", "start"]

CHANCE_PHASES = ("home", "order", "roll", "draw", "reveal", "dice", "winner")

AUTOMATIC = {
    "homes": turn.place_dogs,
    "new_round": turn.new_round,
    "settle_order": turn.settle_order,
    "order_settled": turn.order_settled,
    "setup": turn.setup,
    "begin_turn": turn.begin_turn,
    "before_roll": turn.before_roll,
    "after_roll": turn.after_roll,
    "triggers": walk.run_triggers,
    "draw_card": cards.draw_card,
    "effects": cards.run_effects,
    "begin_action": actions.begin_action,
    "next_action": actions.next_action,
    "continue_patrol": actions.continue_patrol,
    "end_turn": turn.end_turn,
}


def start(table):
    return settled(table, turn.fresh(table))


def settled(t, s):
    """Everything happens that needs neither a decision nor chance."""
    while s.phase in AUTOMATIC:
        AUTOMATIC[s.phase](t, s)
    return s


def actor(s):
    if s.phase == "over":
        return "over"
    if s.phase in CHANCE_PHASES:
        return "chance"
    if s.phase == "card_target":
        return s.decider
    return s.challenge.defender if s.phase == "bid_def" else active(s)


def bids(t, s):
    return [f"bid {n}" for n in range(s.dogs[actor(s)].water + 1)]


LEGAL = {
    "setup_claim": lambda t, s: [f"claim ({r},{c})" for r, c in turn.starting_claims(t, s)],
    "pre_roll": lambda t, s: cards.playable(t, s, "pre_roll") + ["go"],
    "post_roll": lambda t, s: walk.roll_tricks(t, s) + ["go"],
    "move": walk.legal_moves,
    "drink": lambda t, s: ["drink", "leave"],
    "card_target": cards.legal_targets,
    "card_discard": lambda t, s: [
        f"discard {card}" for card in sorted(s.dogs[active(s)].held_cards)
    ],
    "action": actions.legal_actions,
    "patrol": actions.legal_patrol,
    "bid_att": bids,
    "bid_def": bids,
    "reclaim": actions.legal_reclaims,
}


def legal(table, state):
    """The decisions of the actor, as texts."""
    return LEGAL[state.phase](table, state)


def chances(table, state):
    """The outcomes of a chance node with whole-number weights."""
    t, s = table, state
    if s.phase == "roll":
        return walk.roll_outcomes(t)
    if s.phase == "dice":
        return {f"dice {a}-{d}": 1 for a in range(1, 7) for d in range(1, 7)}
    outcomes = {
        "home": lambda: [f"home {label}" for label in turn.free_homes(t, s)],
        "order": lambda: [f"next {seat}" for seat in turn.candidates(t, s)],
        "draw": lambda: [f"draw {card}" for card in sorted(s.piles[s.deck])],
        "reveal": lambda: ["reveal"],
        "winner": lambda: [f"winner {seat}" for seat in s.tied],
    }
    return dict.fromkeys(outcomes[s.phase](), 1)


def play(table, state, action):
    """The position after an action or an outcome; the old one stays as it was."""
    s = state.copy()
    verb, _, rest = action.rpartition(" ") if " " in action else (action, "", "")
    if s.phase in CHANCE_PHASES:
        happen(table, s, verb, rest)
    elif rest.startswith("("):
        at_cell(table, s, verb, cell_of(rest.strip("()")))
    else:
        decide(table, s, verb or action, rest)
    return settled(table, s)


def happen(t, s, verb, rest):
    """A chance outcome."""
    if verb == "home":
        turn.move_in(t, s, turn.homeless(s)[0], int(rest))
        s.phase = "homes"
    elif verb == "next":
        turn.goes_next(t, s, int(rest))
    elif verb == "roll":
        s.dice, s.phase = tuple(map(int, rest.split("-"))), "after_roll"
    elif verb == "draw":
        cards.take_card(t, s, rest)
    elif verb == "reveal":
        actions.reveal(s)
    elif verb == "dice":
        actions.throw(t, s, *map(int, rest.split("-")))
    elif verb == "winner":
        turn.crown(s, [int(rest)])


def at_cell(t, s, verb, cell):
    """A decision that names a cell."""
    if s.phase == "setup_claim":
        turn.setup_claim(t, s, cell)
    elif verb == "target":
        cards.hit(t, s, cell)
    elif s.phase == "patrol":
        actions.fortify(t, s, cell)
        s.patrolled.add(cell)
        s.phase = "continue_patrol"
    elif s.phase == "move":  # the early stop at a park (N8)
        walk.initiate(t, s, cell)
        s.actions -= 1
        walk.stop(t, s)
    else:
        if verb.startswith("leg "):
            s.dogs[active(s)].tricks.add("leg")
        actions.act(t, s, verb.removeprefix("leg "), cell)


def decide(t, s, verb, rest):
    """A decision that names no cell."""
    dog = s.dogs[active(s)]
    if verb == "step":
        walk.step(t, s, rest)
    elif verb == "cross":
        walk.cross(t, s, rest)
    elif verb == "path":
        walk.take_path(t, s)
    elif verb == "stop":
        walk.stop(t, s)
    elif verb == "drink":
        walk.drink(t, s)
    elif verb == "leave":
        s.phase = "triggers"
    elif verb == "go" and s.phase == "pre_roll":
        s.phase = "roll"
    elif verb == "go":
        walk.set_out(t, s)
    elif verb in ("leash", "zoomies", "distracted"):
        walk.play_roll_trick(t, s, verb)
    elif verb == "play":
        cards.play_held(t, s, rest, "before_roll" if s.phase == "pre_roll" else "next_action")
    elif verb == "discard":
        cards.discard(s, rest)
    elif verb == "sniff":
        dog.tricks.add("sniff")
    elif verb == "patrol":
        dog.tricks.add("patrol")
        s.actions -= 1
        s.phase = "continue_patrol"
    elif verb == "done":
        s.patrolled, s.phase = set(), "next_action"
    elif verb == "bid":
        bid(s, int(rest))
    elif verb == "reclaim":
        actions.reclaim(t, s, rest)
    elif verb == "decline":
        actions.after_reclaim(t, s)
    elif verb == "pass":
        # READING (T11): a pass ends the phase, whatever actions are left.
        s.phase = "end_turn"


def bid(s, pegs):
    if s.phase == "bid_att":
        s.challenge.bid_att, s.phase = pegs, "bid_def"
    else:
        s.challenge.bid_def, s.phase = pegs, "reveal"
