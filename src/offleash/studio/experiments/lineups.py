"""Which bots play, as fields of the form: one for all seats, or one for each."""

from collections.abc import Mapping
from dataclasses import dataclass

from offleash.bots.kinds import bot_choices, display_name, list_players
from offleash.bots.lineup import default_bot
from offleash.contract import Game, Records
from offleash.contract.options import OrderOption
from offleash.lab.plans.plan import lineup_size
from offleash.tools.prose import capitalise

PER_SEAT = "per-seat"  # the choice of one bot for each seat


@dataclass(frozen=True)
class SeatPicker:
    """A seat, or an archetype, and its bot."""

    name: str
    word: str
    value: str


@dataclass(frozen=True)
class Lineup:
    """The bots of a question or of one arm."""

    value: str  # one bot, several with commas, PER_SEAT, or empty
    seats: tuple[SeatPicker, ...]
    own: tuple[str, str] | None = None  # the bot that each seat stands for, and their names

    @property
    def text(self) -> str:
        """Return the bots as plans have them; empty if none is chosen."""
        return ",".join(seat.value for seat in self.seats) if self.value == PER_SEAT else self.value


def lineup_of(game: Game, options: Records, field: str, sent: Mapping[str, str]) -> Lineup:
    """Return the bots in a field. One text with a bot for each seat fills in the seats."""
    size = lineup_size(game, options)
    usual = [default_bot(game, options, seat) for seat in range(size)]
    own = (",".join(usual), list_players(game, usual)) if len(set(usual)) > 1 else None
    value = ",".join(name.strip() for name in sent.get(field, "").split(","))
    bots = [sent.get(f"{field}.{seat}", "").strip() or usual[seat] for seat in range(size)]
    names = value.split(",")
    if len(names) == size > 1 and (own is None or value != own[0]):
        value, bots = PER_SEAT, names
    words = [_word(game, options, seat) for seat in range(size)]
    seats = (SeatPicker(f"{field}.{n}", words[n], bots[n]) for n in range(size))
    return Lineup(value, tuple(seats), own)


def _word(game: Game, options: Records, seat: int) -> str:
    """Return the name of a seat, or of the archetype that is on it."""
    for option in game.rules.options:
        if option.name in game.lab.seating.moves and isinstance(option, OrderOption):
            return capitalise(option.labels[int(options[option.name][0][seat])])
    return game.seat_name(options, seat)


def describe_choices(game: Game) -> dict[str, str]:
    """Return every bot that can be chosen, with its name for people and a description."""
    return {bot: f"{display_name(bot)}: {text}" for bot, text in bot_choices(game).items()}
