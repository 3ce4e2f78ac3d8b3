"""An action that somebody tried, and the words that sentences about it are made of."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import BOND, DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.economy import ally_price, claim_price, fortify_price
from offleash.games.uri_nation.rules.territory import has_large_disk, has_small_disk, owner_of
from offleash.games.uri_nation.text.names import STOCK_NAMES, dog_name, stand_text

NOT_HERE = "under these rules"


@dataclass(frozen=True)
class Case:
    """One action in one position."""

    states: Records
    options: Records
    kind: int
    which: int
    legal: tuple[int, ...]  # what may be done instead

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def rules(self) -> Any:
        """The options as rules take them."""
        return self.options[0]

    @cached_property
    def phase(self) -> int:
        return int(self.state["phase"])

    @cached_property
    def seat(self) -> int:
        """Who decides."""
        return int(self.state["decider"])

    @cached_property
    def dog(self) -> str:
        """Who decides: `the Yapper`."""
        return self.name(self.seat)

    @cached_property
    def cell(self) -> int:
        """Where its dog stands."""
        return int(self.state["cell"][self.seat])

    @cached_property
    def here(self) -> str:
        """The same in words: `(3,10)`."""
        return stand_text(self.options, self.cell)

    def name(self, seat: int) -> str:
        return dog_name(self.options, seat)

    def owner(self, territory: int) -> int:
        return int(owner_of(self.state, self.rules, territory))

    def whose(self, territory: int) -> str:
        """Whose disk lies there: `the Yapper's own`, `the Scrapper's`, or nothing."""
        owner = self.owner(territory)
        if owner == R.NOBODY_THERE:
            return ""
        return f"{self.name(owner)}'s" + (" own" if owner == self.seat else "")

    # What a bowl lacks

    def lacks(self, what: str, price: int, stock: int) -> str:
        """`a claim costs 2 water and the Yapper has 1`, or nothing where it can be paid."""
        held = int(self.state["bowl"][self.seat, stock])
        if held >= price:
            return ""
        return f"{what} costs {price} {STOCK_NAMES[stock]} and {self.dog} has {held or 'none'}"

    def lacks_for(self, what: str, water: int, stock: int, tokens: int) -> str:
        """Water first, then tokens."""
        return self.lacks(what, water, R.WATER) or self.lacks(what, tokens, stock)

    def lacks_large(self) -> str:
        """The supply of large disks, which claims and challenges need (E22, N18)."""
        if has_large_disk(self.state, self.rules, self.seat):
            return ""
        return f"the supply has no large disk of {self.dog} left"

    def lacks_small(self) -> str:
        """The supply of small disks, for fortify tokens and markers (E22)."""
        if has_small_disk(self.state, self.rules, self.seat):
            return ""
        return f"the supply has no small disk of {self.dog} left"

    def cannot_claim(self) -> str:
        price = int(claim_price(self.rules, self.seat))
        water = int(self.rules["claim_water"])
        return self.lacks_for("a claim", water, SWAGGER, price) or self.lacks_large()

    def cannot_attack(self) -> str:
        water, drive = int(self.rules["challenge_water"]), int(self.rules["challenge_drive"])
        return self.lacks_for("a challenge", water, DRIVE, drive) or self.lacks_large()

    def cannot_fortify(self) -> str:
        price = int(fortify_price(self.rules, self.seat))
        water = int(self.rules["fortify_water"])
        return self.lacks_for("a fortify token", water, GRIT, price) or self.lacks_small()

    def cannot_ally(self) -> str:
        price = int(ally_price(self.rules, self.seat))
        water = int(self.rules["ally_water"])
        return self.lacks_for("an alliance", water, BOND, price) or self.lacks_small()

    def cannot_break(self) -> str:
        water, swagger = int(self.rules["break_water"]), int(self.rules["break_swagger"])
        return self.lacks_for("breaking it", water, SWAGGER, swagger) or self.lacks_small()
