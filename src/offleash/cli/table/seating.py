"""The seats of people and bots, from the command line or a saved game."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from offleash.tools.errors import OffleashError, quote

if TYPE_CHECKING:
    from offleash.contract import Game

PERSON = "person"  # the name of a person's seat in a saved game
BOT = "greedy"


def parse_people(seats: list[int] | None, people: str | None) -> tuple[int, ...]:
    """Parse `--seat 0 --seat 2` or `--people 0,2`; empty without either.

    Raises OffleashError if both are used, or --people is malformed.
    """
    if seats and people is not None:
        raise OffleashError("use either --seat or --people, not both")
    if people is None:
        return tuple(dict.fromkeys(seats or ()))
    if not re.fullmatch(r"\s*[0-9]{1,3}\s*(,\s*[0-9]{1,3}\s*)*", people):
        raise OffleashError(f"--people must be a list of seats like 0,2, not {quote(people)}")
    return tuple(dict.fromkeys(int(seat) for seat in people.split(",")))


@dataclass(frozen=True)
class SeatingRequest:
    """The people and bots that the command line names."""

    people: tuple[int, ...]  # empty: seat 0, or the seats in the saved game
    bots: str | None

    def names(self, game: "Game", seats: int, before: tuple[str, ...] = (PERSON,)) -> list[str]:
        """Return the name for each seat: `person` or a bot.

        Raises OffleashError if there is no such seat or bot.
        """
        from offleash.bots.lineup import seat_names

        people_before = [seat for seat, name in enumerate(before) if name == PERSON]
        people = self.people or tuple(people_before)
        for seat in people:
            if not 0 <= seat < seats:
                raise OffleashError(f"there is no seat {seat}; choose 0 to {seats - 1}")
        if self.bots is None and len(before) == seats:
            names = [BOT if name == PERSON else name for name in before]
            others = seat_names(game, ",".join(names), seats)
        else:
            others = seat_names(game, self.bots or BOT, seats)
        return [PERSON if seat in people else others[seat] for seat in range(seats)]


def people_seats(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple(seat for seat, name in enumerate(names) if name == PERSON)


def bots_by_seat(names: tuple[str, ...]) -> list[str]:
    """Return a bot for each seat; those in the seats of people never play."""
    bots = [name for name in names if name != PERSON] or [BOT]
    return [bots[0] if name == PERSON else name for name in names]
