"""What a player of Uri-Nation may look up at the table; every line fits sixty columns."""

import textwrap
from collections.abc import Callable, Iterable

from offleash.contract import Records
from offleash.games.uri_nation.board.text import cell_text
from offleash.games.uri_nation.deck import card_words, deck_of
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules import economy, record as R
from offleash.games.uri_nation.rules.card_words import BOND, DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home
from offleash.games.uri_nation.text import names
from offleash.tools.prose import join_and

WIDTH = 60

RULES = """\
Dogs on their walks mark a neighbourhood. A dog that holds
enough territories at the end of any turn wins; otherwise
the most territories after the last round do.

A turn: income, roll, walk, one action, resupply at home.

Income: Swagger for connected territories. In 1.2 a dog with
fewer than three also gets 2 Grit.

Walk: step N, E, S or W along the sidewalk, cross S over a
road (free at zebras), path. No turning back within a walk.
In 1.2 you may stop anywhere; in 1.4 you walk the whole roll
unless you stop at home or to ally at a park. Name where to
stop and the walk is made for you: to (3,10).

On the way: you may drink water, chance and events draw a
card, a park gives a Bond, and passing an alliance means
joining it. All of it once a turn.

Action, next to where you stopped: claim an empty territory,
challenge another's, fortify your own, ally, break, or pass.

Challenge: a die each. The defender adds its fortify tokens;
ties are rolled again, or go to a defender who holds three
connected ones. The winner may re-claim for Swagger or Grit;
the loser gains a Grit. Allies are safe from each other near
the site (1.2) or near their homes (1.4).

Home fills the bowl again: by passing it in 1.2, by stopping
there in 1.4."""


# What an archetype does for nothing: its price, the option with what others pay, in words
FREE = (
    (economy.claim_price, "claim_swagger", "claim without Swagger"),
    (economy.drink_price, "drink_drive", "drink without Drive"),
    (economy.ally_price, "ally_bond", "ally without Bond"),
    (economy.fortify_price, "fortify_grit", "fortify without Grit"),
)


def welcome(options: Records, seat: int, with_cell: bool = True) -> list[str]:
    """Return who a seat is: its dog, its home, its bowl and what it gets cheaper."""
    rules = options[0]
    bowl = [int(economy.most_of(rules, seat, stock)) for stock in range(R.STOCKS)]
    tokens = ", ".join(f"{bowl[stock]} {names.STOCK_NAMES[stock]}" for stock in range(R.WATER))
    others = [f"the {names.archetype_name(options, n)}" for n in range(rules.seats) if n != seat]
    lines = [
        f"You are {names.SEAT_NAMES[seat]}, the {names.archetype_name(options, seat)}; "
        f"{home_words(options, seat, with_cell)}.",
        f"Your bowl holds {bowl[R.WATER]} water, {tokens}. Against you play {join_and(others)}.",
    ]
    if gifts := discounts(options, seat):
        lines.append(f"You {join_and(gifts)}.")
    goal = f"{rules.territories_to_win} territories win at once"
    return [*lines, f"{goal}, or the most after {rules.last_round} rounds."]


def home_words(options: Records, seat: int, with_cell: bool = True) -> str:
    """Return where a seat lives, unless drawn by lot; printed boards have no cell numbers."""
    if options["homes"][0][0] == RANDOM_HOMES:
        return "your home is drawn by lot"
    home = int(chosen_home(options[0], seat))
    cell = f", at {cell_text(board_of(options).homes[home])}" if with_cell else ""
    return f"{names.home_text(home)} is yours{cell}"


def discounts(options: Records, seat: int) -> list[str]:
    """Return what a dog does for less than others, or does worse."""
    rules = options[0]
    gifts = [phrase for price, plain, phrase in FREE if price(rules, seat) < rules[plain]]
    attack, grit = rules.diplomat_attack, rules.yapper_attacker_grit
    if rules.archetypes[seat] == R.DIPLOMAT:
        gifts += ["impose a ceasefire on new partners"] * bool(rules.ceasefire_turns)
        gifts += [f"attack at {attack:+d}"] * bool(attack)
    elif rules.archetypes[seat] == R.YAPPER:
        gifts += [f"give attackers {grit} Grit"] * bool(grit)
    return gifts


# Costs, dogs and cards

# What an action costs: its name, the water, the tokens that go with it and how many.
COSTS = (
    ("claim", "claim_water", SWAGGER, "claim_swagger"),
    ("challenge", "challenge_water", DRIVE, "challenge_drive"),
    ("fortify", "fortify_water", GRIT, "fortify_grit"),
    ("ally", "ally_water", BOND, "ally_bond"),
    ("join, compulsory", "join_water", BOND, ""),
    ("break", "break_water", SWAGGER, "break_swagger"),
    ("drink", "", DRIVE, "drink_drive"),
    ("cross in mid-block", "", DRIVE, "midblock_drive"),
    ("deeper into a side street", "", DRIVE, "side_street_drive"),
    ("back out of it", "", DRIVE, "side_street_return_drive"),
    ("path", "", DRIVE, "path_drive"),
)


def price_words(
    options: Records, water: str, stock: int, tokens: str, seat: int | None = None
) -> str:
    """Return `2 water, 1 Swagger`, for a dog that may have it cheaper."""
    rules = options[0]
    own = {plain: price for price, plain, _ in FREE} if seat is not None else {}
    amounts = ((water, R.WATER), (tokens, stock))
    prices = [
        (own[name](rules, seat) if name in own else rules[name], kind)
        for name, kind in amounts
        if name
    ]
    return ", ".join(f"{n} {names.STOCK_NAMES[kind]}" for n, kind in prices if n) or "nothing"


def cost_rows(options: Records, seat: int | None = None) -> list[tuple[str, str]]:
    """Return what each action costs under the options in force: everybody, or one dog."""
    used = [row for row in COSTS if _matters(options, row[3])]
    rows = [
        (name, price_words(options, water, stock, tokens, seat))
        for name, water, stock, tokens in used
    ]
    return [*rows, ("re-claim", f"{options['reclaim_cost'][0]} Swagger or as much Grit")]


def discount_lines(options: Records, seats: Iterable[int]) -> list[str]:
    """Return a sentence for each dog that pays less, or fights worse."""
    gifts = {seat: discounts(options, seat) for seat in seats}
    return [
        f"{names.archetype_name(options, seat)}s {join_and(phrases)}."
        for seat, phrases in gifts.items()
        if phrases
    ]


def costs(options: Records) -> str:
    """Return what each action costs under the options in force, and who pays less."""
    lines = [f"{name:<26}{words}" for name, words in cost_rows(options)]
    for line in discount_lines(options, range(options["seats"][0])):
        lines += _wrapped(line)
    return "\n".join(lines)


def _matters(options: Records, price: str) -> bool:
    """Return whether the board and the rules have what the price is for."""
    if price == "path_drive":
        return bool(options["paths"][0]) and bool((options["path"][0] != NOWHERE).any())
    return not price.startswith("side_street") or bool((options["depth"][0] > 0).any())


def dogs(options: Records) -> str:
    """Return what each bowl holds at most, as home refills it."""
    rows = [("", [names.STOCK_NAMES[stock] for stock in names.STOCK_ORDER])]
    for seat in range(options["seats"][0]):
        amounts = [str(economy.most_of(options[0], seat, stock)) for stock in names.STOCK_ORDER]
        rows.append((names.archetype_name(options, seat), amounts))
    return "\n".join(f"{dog:<10}" + "".join(f"{cell:>9}" for cell in row) for dog, row in rows)


def drawn_decks(options: Records) -> tuple[bool, ...]:
    """Return, for each deck, whether anybody draws from it under these rules (E18)."""
    is_deck = options["drink_mode"][0] != R.FILL
    return bool(is_deck), bool(options["chance_deck"][0]), bool(options["events_deck"][0])


def cards(options: Records) -> str:
    """Return the decks in force, card by card; from some nobody draws under these rules (E18)."""
    used = drawn_decks(options)
    lines = []
    for which, deck in enumerate(names.DECK_NAMES):
        deck_cards = deck_of(options, which)
        note = "" if used[which] else ", not drawn from under these rules"
        lines.append(f"{deck} ({len(deck_cards)} cards{note})")
        for card in deck_cards:
            lines += _wrapped(f"{card.id}  {card.name} ({card_words(card)})", "      ")
    return "\n".join(lines)


def _wrapped(line: str, further: str = "  ") -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=further, break_on_hyphens=False)


PAGES: dict[str, str | Callable[[Records], str]] = {
    "rules": RULES,
    "costs": costs,
    "dogs": dogs,
    "cards": cards,
}
