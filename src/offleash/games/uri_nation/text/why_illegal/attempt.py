"""An action that somebody tried, and the phrases that the reasons against it share."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from offleash.contract import Records
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import BOND, DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.economy import ally_price, claim_price, fortify_price
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.rules.territory import has_large_disk, has_small_disk
from offleash.games.uri_nation.text.actions import HOME, KINDS, PLACES, SITE, TERRITORY
from offleash.games.uri_nation.text.names import STOCK_NAMES
from offleash.tools.prose import count_of

UNDER_THESE_RULES = "under these rules"

# What an action costs: its name in a sentence, the option for its water, the kind of token, how
# many of these (options, seat), and the disk that it needs (E22, N18, N27).
Cost = tuple[str, str, int, Callable[[Any, int], int], str]
COSTS: dict[str, Cost] = {
    "claim": ("a claim", "claim_water", SWAGGER, claim_price, "large"),
    "challenge": ("a challenge", "challenge_water", DRIVE, lambda o, _: o.challenge_drive, "large"),
    "fortify": ("a fortify token", "fortify_water", GRIT, fortify_price, "small"),
    "ally": ("an alliance", "ally_water", BOND, ally_price, "small"),
    "break": ("breaking it", "break_water", SWAGGER, lambda o, _: o.break_swagger, "small"),
}
HAS_DISK = {"large": has_large_disk, "small": has_small_disk}


class Attempt(Position):
    """One action in one position; `seat` is the seat that tries it."""

    def __init__(
        self, states: Records, options: Records, action: int, legal: tuple[int, ...]
    ) -> None:
        super().__init__(states, options)
        self.seat = int(self.state.decider)
        self.player = self.dog(self.seat)  # `the Yapper`
        self.at = self.cell(self.seat)  # where that dog stands
        self.kind, self.index = A.decode(action)
        self.noun = KINDS[self.kind][1]  # what kind of place it is about
        self.legal = legal  # what may be done instead

    @cached_property
    def place(self) -> str:
        """What the action is about: `(2,4)`, `home 2`."""
        return self.place_name(PLACES[self.kind], self.index)

    @property
    def owner_name(self) -> str:
        """Whose disk lies on that territory: `the Yapper's own`, `the Scrapper's`, or nothing."""
        owner = self.owner(self.index)
        if owner == R.NOBODY_THERE:
            return ""
        return f"{self.dog(owner)}'s" + (" own" if owner == self.seat else "")

    # Phrases: each is empty where nothing speaks against the action

    def lacks(self, noun: str, price: int, stock: int) -> str:
        """Return `a claim costs 2 water and the Yapper has 1`."""
        amount = self.stock(self.seat, stock)
        if amount >= price:
            return ""
        return f"{noun} costs {price} {STOCK_NAMES[stock]} and {self.player} has {amount or 'none'}"

    def cannot_pay(self, verb: str) -> str:
        """Return which water, tokens or disk an action lacks, in words."""
        noun, water, stock, price, disk = COSTS[verb]
        lack = self.lacks(noun, self.options[water], R.WATER)
        lack = lack or self.lacks(noun, price(self.options, self.seat), stock)
        is_free = verb == "break" and not self.options.break_disk
        if lack or is_free or HAS_DISK[disk](self.state, self.options, self.seat):
            return lack
        return f"the supply has no {disk} disk of {self.player} left"

    def not_on_board(self) -> str:
        """Say that the board has no territory, home or site with this number."""
        counts = {TERRITORY: self.options.territories, HOME: HOMES, SITE: self.options.sites}
        is_there = self.index < counts[self.noun]
        return "" if is_there else f"this board has no {self.noun} {self.index}"

    def not_beside(self) -> str:
        """Say that a place does not exist, or is not where the dog stands (A1, C12)."""
        if problem := self.not_on_board():
            return problem
        if self.noun == HOME:
            is_beside = has(int(self.options.homes_at[self.at]), self.index)
        else:
            places = {TERRITORY: self.options.front, SITE: self.options.touch}[self.noun]
            is_beside = self.index in places[self.at]
        cell = self.cell_name(self.at)
        return "" if is_beside else f"{self.place} is not next to the dog at {cell}"

    def too_far(self, most: int) -> str:
        """Say that a place is beyond the reach of a walk trick."""
        strolls = self.options.stroll_home if self.noun == HOME else self.options.stroll
        is_near = strolls[self.at, self.index] <= most
        return "" if is_near else f"{self.place} is more than {most} walking steps away"

    def no_token_fits(self, tokens: int, most: int) -> str:
        """Say that a place has as many fortify tokens as it may."""
        token_count = count_of(tokens, "fortify token")
        return "" if tokens < most else f"{self.place} has {token_count}, the most"

    def no_alliance(self) -> str:
        """Say that a site has no markers."""
        return "" if self.marks[self.index] else f"there is no alliance at {self.place}"
