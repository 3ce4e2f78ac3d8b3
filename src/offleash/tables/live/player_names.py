"""Players under their own names: in the log, the result and the picture of a game.

A game calls its seats by colours or roles. At a table people read who that is; bots have names of
their own (`characters.py`).
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape, unescape

from offleash.bots.kinds import is_bot
from offleash.contract import Game, Records
from offleash.tables.live.characters import characters
from offleash.tools.errors import OffleashError
from offleash.tools.prose import capitalise
from offleash.tools.visible_text import has_visible, remove_invisible

MAX_NAME_LENGTH = 24
MAX_LETTERS = 10  # of a name in a picture, where the picture does not say how much room there is
USUAL = 0.7  # the width of a letter, in its size
MOST_SQUEEZED = 1.5  # how much closer together letters are drawn before a text is shortened
NUMBERS = {key: re.compile(rf'{key}="([0-9.]+)"') for key in ("font-size", "data-room")}
TEXT_ELEMENT = re.compile(r"<(\w+)([^<>]*)>([^<>]+)(?=</)")


class InvalidName(OffleashError):
    """A player's name is not valid."""


def clean_name(text: str) -> str:
    """Normalises a player's name. Raises InvalidName if it is empty, long or looks blank."""
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
    if is_bot(game, name.casefold()):
        raise InvalidName(f"{name} is a bot's name; please choose another one.")


@dataclass(frozen=True)
class PlayerNames:
    """The names at a table, and what the game's own texts call the seats."""

    labels: tuple[str, ...]  # for each seat: the player's, or the seat's word where nobody sits
    seat_words: tuple[tuple[str, ...], ...]  # in the game's texts, for each seat
    faces: tuple[str, ...]  # the portraits of bots, and nothing for all others

    def in_text(self, text: str) -> str:
        """Return a text of the game with the players' names."""
        pattern, seats = self._pattern
        return pattern.sub(lambda match: self.labels[seats[match[0]]], text)

    def in_sentence(self, text: str) -> str:
        """Return the same with a capital first letter, unless the text begins with a name."""
        named, (pattern, _) = self.in_text(text), self._pattern
        return named if pattern.match(text) else capitalise(named)

    def in_picture(self, svg: str) -> str:
        """Return a picture with the players' names, where there is room for them."""
        pattern, seats = self._pattern

        def in_element(element: re.Match[str]) -> str:
            tag, attributes, text = element[1], element[2], unescape(element[3])
            named = pattern.sub(lambda match: self.labels[seats[match[0]]], text)
            if named == text:
                return element[0]
            if tag == "text":
                return fit_text(attributes, named)
            return f"<{tag}{attributes}>{escape(named)}"

        return TEXT_ELEMENT.sub(in_element, svg)

    @cached_property
    def _pattern(self) -> tuple[re.Pattern[str], Mapping[str, int]]:
        """Matches what the game calls a seat; the seat for each of these words."""
        seats = {word: seat for seat, words in enumerate(self.seat_words) for word in words}
        longest_first = sorted(seats, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b"), seats


def player_names(game: Game, options: Records, players: Sequence[str]) -> PlayerNames:
    """Return the names at a table; `players` has a person, a bot or nobody for each seat."""
    words = [game.seat_name(options, seat) for seat in range(len(players))]
    bots = list(characters(players, [is_bot(game, name) for name in players]))
    labels = [
        bot.name if bot else name or word
        for bot, name, word in zip(bots, players, words, strict=True)
    ]
    colours = game.rules.seat_names
    seat_words = [
        (f"the {word}", f"{colour} {word}", word, colour)
        for word, colour in zip(words, colours, strict=False)
    ]
    faces = tuple(bot.face if bot else "" for bot in bots)
    return PlayerNames(tuple(labels), tuple(seat_words), faces)


def fit_text(attributes: str, text: str) -> str:
    """Return the start of a text element: letters closer together where it is long, else shortened.

    What was shortened is there in full as its title.
    """
    size, room = (pattern.search(attributes) for pattern in NUMBERS.values())
    scale = float(size[1]) if size else 1.0
    widest = float(room[1]) / scale if room else MAX_LETTERS * USUAL
    shown = text
    while width_of(shown) > MOST_SQUEEZED * widest:
        shown = f"{shown.removesuffix('…')[:-1].rstrip()}…"
    if size and width_of(shown) > widest:
        attributes += f' textLength="{widest * scale:.1f}" lengthAdjust="spacingAndGlyphs"'
    title = f"<title>{escape(text)}</title>" if shown != text else ""
    return f"<text{attributes}>{title}{escape(shown)}"


def width_of(text: str) -> float:
    """How wide a text is at most in bold letters, in their size."""
    return sum(map(_width_of_letter, text))


def _width_of_letter(letter: str) -> float:
    category = unicodedata.category(letter)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if letter >= "\U0001f000" or unicodedata.east_asian_width(letter) in "WF":
        return 1.4
    if letter in "ijlft.,:;'|!()[] ":
        return 0.45
    if letter in "mwMW@%—" or category == "So":
        return 1.2
    return 0.85 if category == "Lu" else USUAL


def colour_of(game: Game, seat: int) -> str:
    """Return the colour of a seat in pictures, as `#rrggbb`, or an empty string."""
    return game.lab.colours.get(game.rules.seat_names[seat], "")
