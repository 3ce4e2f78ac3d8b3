"""The exact odds of a challenge, from playing every roll of the dice through the rules.

The code sets up a position in which a dog can challenge, and applies each outcome of the dice to
it. Only the rules know how totals are compared and what a tie does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from offleash.contract import Game, Records
from offleash.games.uri_nation.rules import actions as act, record as R
from offleash.games.uri_nation.rules.card_words import DRIVE, GRIT
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.text.why_illegal import legal_numbers, position_after

TERRITORY, HOME, BOND = "territory", "home", "bond"


@dataclass(frozen=True)
class Fight:
    """A challenge: its target, its defence and its attacker."""

    target: str = TERRITORY
    tokens: int = 0  # fortify tokens on it, or markers of a bond
    is_clustered: bool = False  # a territory in a group that wins ties
    is_diplomat: bool = False
    grit: int = 0  # the attacker's
    card: int = 0  # that a card adds to its die
    bids: tuple[int, int] = (0, 0)  # the attacker's and the defender's


@dataclass(frozen=True)
class Odds:
    """Of all rolls of the dice, how many win, are rolled again and lose."""

    wins: int
    again: int
    losses: int

    @property
    def success(self) -> Fraction:
        """The chance to win, however often the dice are rolled again: p = (w + t p) / all."""
        return Fraction(self.wins, self.wins + self.losses)


def odds(game: Game, options: Records, fight: Fight) -> Odds | None:
    """Return the odds of a challenge, or None where these options allow no such challenge."""
    states = declare_challenge(game, options, fight)
    if states is None:
        return None
    counts = {"wins": 0, "again": 0, "losses": 0}
    for outcome, ways in _outcomes(game, states, options):
        counts[_fate(game, states, options, outcome)] += ways
    return Odds(**counts)


def by_handicap(game: Game, handicap: int, tie_rule: str) -> Odds:
    """Return the odds by the handicap alone: fortify tokens, or a card for the attacker."""
    fight = Fight(tokens=max(0, handicap), card=max(0, -handicap))
    result = odds(game, game.options("1.2", tie_rule=tie_rule), fight)
    assert result is not None, "in 1.2 a territory can be challenged"
    return result


# The position


def declare_challenge(game: Game, options: Records, fight: Fight) -> Records | None:
    """Return the position after the challenge is declared and the bids are made, before the dice.

    None if these options allow no such challenge, or no such bids.
    """
    seat = _attacker(options, fight.is_diplomat)
    if seat is None:
        return None
    states = _first_action(game, options, seat)
    action = _arrange(states, options, seat, fight)
    if action is None or action not in legal_numbers(states, options):
        return None
    states = position_after(states, options, action)
    if any(fight.bids) and int(states["phase"][0]) != R.BID_ATT:
        return None
    for phase, bid in zip((R.BID_ATT, R.BID_DEF), fight.bids, strict=True):
        if int(states["phase"][0]) == phase:
            states = position_after(states, options, act.BID + bid)
    while int(states["phase"][0]) != R.DICE:
        states = position_after(states, options, legal_numbers(states, options)[0])
    return states


def _attacker(options: Records, is_diplomat: bool) -> int | None:
    """Return the first seat that is the Diplomat, or that is not."""
    playing = options["archetypes"][0][: int(options["seats"][0])]
    seats = np.flatnonzero((playing == R.DIPLOMAT) == is_diplomat)
    return int(seats[0]) if len(seats) else None


def _first_action(game: Game, options: Records, seat: int) -> Records:
    """Return a new game in which this seat goes first, played until it has walked."""
    states = game.new_state(options)
    while int(states["phase"][0]) != R.ACTION:
        actions = legal_numbers(states, options)
        best = (action for action in (act.NEXT + seat, act.STOP) if action in actions)
        states = position_after(states, options, next(best, actions[0]))
    return states


def _arrange(states: Records, options: Records, seat: int, fight: Fight) -> int | None:
    """Set up dog, bowl and defence, and nothing else; return the action that challenges it."""
    for field in ("owned", "fort", "marks", "attack", "skip"):
        states[field] = 0
    states["seat"], states["decider"] = seat, seat
    states["bowl"][0, :, R.WATER] = fight.bids[1]
    states["bowl"][0, seat, R.WATER] = options["challenge_water"][0] + fight.bids[0]
    states["bowl"][0, seat, DRIVE] = options["challenge_drive"][0]
    states["bowl"][0, seat, GRIT] = fight.grit
    states["attack"][0, seat] = fight.card
    before = {TERRITORY: _before_territory, HOME: _before_home, BOND: _before_bond}[fight.target]
    return before(states, options, seat, fight)


def _before_territory(states: Records, options: Records, seat: int, fight: Fight) -> int | None:
    """Put the dog at the frontage of another seat's territory, alone or in a cluster."""
    least = int(options["cluster_min"][0]) if fight.is_clustered else 1
    for cell, territory in np.argwhere(options["front"][0] != NOWHERE):
        target = int(options["front"][0, cell, territory])
        group = _group(options, target, least)
        if len(group) == least:
            states["cell"][0, seat] = cell
            states["owned"][0, 0 if seat else 1] = sum(1 << number for number in group)
            states["fort"][0, target] = fight.tokens
            return act.CHALLENGE + target
    return None


def _group(options: Records, territory: int, size: int) -> list[int]:
    """Return a connected group of this size around a territory, or the largest smaller one."""
    group = [territory]
    for member in group:
        for other in range(int(options["territories"][0])):
            if int(options["adjacent"][0, member]) >> other & 1 and other not in group:
                group.append(other)
    return group[:size]


def _before_home(states: Records, options: Records, seat: int, fight: Fight) -> int | None:
    home = int(states["home"][0, 0 if seat else 1])
    states["cell"][0, seat] = options["home_cell"][0, home]
    states["home_fort"][0, home] = fight.tokens
    return act.CHALLENGE_HOME + home


def _before_bond(states: Records, options: Records, seat: int, fight: Fight) -> int | None:
    """Put the dog at a site with this many markers, some nobody's where other seats are too few."""
    for cell, slot in np.argwhere(options["touch"][0] != NOWHERE):
        site = int(options["touch"][0, cell, slot])
        if site < len(options["is_site"][0]) and options["is_site"][0, site]:
            others = [other for other in range(fight.tokens + 1) if other != seat]
            members = others[: fight.tokens]
            states["cell"][0, seat] = cell
            states["marks"][0, site] = sum(1 << member for member in members)
            states["founder"][0, site] = members[0]
            return act.CHALLENGE_SITE + site
    return None


# The rules


def _fate(game: Game, states: Records, options: Records, outcome: int) -> str:
    """Return what one outcome of the dice leads to; a tie that is rolled again changes nothing."""
    after, tally = states.copy(), game.new_tally()
    game.rules.apply(after[0], options[0], game.new_work()[0], outcome, tally[0])
    if int(after["phase"][0]) == R.DICE:
        if after.tobytes() != states.tobytes():
            raise AssertionError("a roll again must not change the position")
        return "again"
    won = sum(int(tally[field].sum()) for field in ("won", "homes_won", "bonds_won"))
    return "wins" if won else "losses"


def _outcomes(game: Game, states: Records, options: Records) -> Iterator[tuple[int, int]]:
    out, chances = game.new_out(), game.new_chances()
    n = game.rules.chance_outcomes(states[0], options[0], out, chances)
    return zip(map(int, out[:n]), map(int, chances[:n]), strict=True)
