"""Players under their own names: in the log, the result and the picture of a game.

A game calls its seats by colours or roles. At a table people read who that is, and a bot is
`Bot (Scrapper, strong)`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape

from offleash.bots.kinds import bot_label, is_bot
from offleash.contract import Game, Records
from offleash.tools.errors import OffleashError
from offleash.tools.prose import capitalise
from offleash.tools.visible_text import has_visible, remove_invisible

MAX_NAME_LENGTH = 24
MAX_LETTERS = 10  # of a name in a picture
TEXT_NODE = re.compile(r"(?<=>)[^<>]+(?=<)")


class InvalidName(OffleashError):
    """A player's name is not valid."""


def clean_name(text: str) -> str:
    """Normalise a player's name. Raise InvalidName if it is empty, long or looks blank."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise InvalidName("Please enter a name, so that the others know who you are.")
    if len(name) > MAX_NAME_LENGTH:
        raise InvalidName(f"A name can have at most {MAX_NAME_LENGTH} characters.")
    if remove_invisible(name) != name:
        raise InvalidName("A name can only contain visible characters.")
    if not has_visible(name):
        raise InvalidName("A name needs a visible character.")
    return name


def check_not_a_seat(game: Game, options: Records, name: str) -> None:
    """Raise InvalidName for a name that means a seat or a bot at this table."""
    seats = range(game.seat_count(options))
    words = {game.seat_name(options, seat) for seat in seats} | {*game.rules.seat_names}
    if name.casefold() in {word.casefold() for word in words}:
        raise InvalidName(f"{name} is what the game calls a seat; please choose another name.")
    if name.casefold().startswith("bot (") or is_bot(game, name.casefold()):
        raise InvalidName(f"{name} is a bot's name; please choose another one.")


@dataclass(frozen=True)
class PlayerNames:
    """The names at a table, and what the game's own texts call the seats."""

    labels: tuple[str, ...]  # for each seat; of bots, and the seat's word where nobody sits
    seat_words: tuple[tuple[str, ...], ...]  # in the game's texts, for each seat
    people: frozenset[int]  # the seats of people

    def in_text(self, text: str) -> str:
        """Return a text of the game with the players' names."""
        pattern, seats = self._pattern
        return pattern.sub(lambda match: self.labels[seats[match[0]]], text)

    def in_sentence(self, text: str) -> str:
        """Return the same with a capital first letter, unless the text begins with a name."""
        named, (pattern, _) = self.in_text(text), self._pattern
        return named if pattern.match(text) else capitalise(named)

    def in_picture(self, svg: str) -> str:
        """Return a picture with people's short names; bots keep the game's words for seats."""
        pattern, seats = self._pattern

        def name(match: re.Match[str]) -> str:
            seat = seats[match[0]]
            return escape(shorten(self.labels[seat])) if seat in self.people else match[0]

        return TEXT_NODE.sub(lambda node: pattern.sub(name, node[0]), svg)

    @cached_property
    def _pattern(self) -> tuple[re.Pattern[str], Mapping[str, int]]:
        """Matches what the game calls a seat; the seat for each of these words."""
        seats = {word: seat for seat, words in enumerate(self.seat_words) for word in words}
        longest_first = sorted(seats, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b"), seats


def player_names(game: Game, options: Records, players: Sequence[str]) -> PlayerNames:
    """Return the names at a table; `players` has a person, a bot's id or an empty text per seat."""
    words = [game.seat_name(options, seat) for seat in range(len(players))]
    bots = [
        game.in_own_names(bot_label(name), options) if is_bot(game, name) else ""
        for name in players
    ]
    labels = [bot or name or word for bot, name, word in zip(bots, players, words, strict=True)]
    distinct = [
        f"{label[:-1]}, {word})" if bot and labels.count(label) > 1 else label
        for label, bot, word in zip(labels, bots, words, strict=True)
    ]
    colours = game.rules.seat_names
    seat_words = [
        (f"the {word}", f"{colour} {word}", word, colour)
        for word, colour in zip(words, colours, strict=False)
    ]
    people = (seat for seat, name in enumerate(players) if name and not bots[seat])
    return PlayerNames(tuple(distinct), tuple(seat_words), frozenset(people))


def shorten(name: str) -> str:
    """Return a name that fits where a picture has a seat's word."""
    return name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS - 1].rstrip()}…"


def colour_of(game: Game, seat: int) -> str:
    """Return the colour of a seat in pictures, as `#rrggbb`, or an empty string."""
    return game.lab.colours.get(game.rules.seat_names[seat], "")
