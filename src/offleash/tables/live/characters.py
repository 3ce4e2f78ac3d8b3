"""Bots as players among people: each has a name and a face of its own, by its level and persona.

The names are those of dogs, in lists that share none. Of several alike at a table, each takes the
next of its list, and none takes the name of a person who sits there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

# Ways to play: a persona names a bot, also where it plays at a level; others go by the level, or
# by the kind of bot.
NAMES = {
    "beginner": "Pip, Noodle, Biscuit, Waffles, Button, Crumpet, Doodle, Muffin",
    "easy": "Barney, Clover, Toffee, Bramble, Pickles, Snoopy, Dumpling, Paddy",
    "medium": "Bruno, Juno, Ziggy, Fennel, Marlow, Patch, Kipper, Tango",
    "strong": "Nova, Atlas, Bandit, Vesper, Jasper, Storm, Falcon, Ronin",
    "expert": "Argus, Sirius, Anubis, Orion, Fenrir, Laelaps, Zenith, Cerberus",
    "bruiser": "Tank, Boulder, Moose, Diesel, Anvil, Rumble",
    "scrapper": "Rascal, Scamp, Nipper, Dodger, Scruff, Tatters",
    "diplomat": "Duchess, Baron, Monocle, Linden, Velvet, Earl",
    "yapper": "Fifi, Pogo, Trixie, Squeak, Pepper, Jingles",
    "random": "Dizzy, Tumble, Loopy, Whirl, Zigzag, Bumble, Giddy, Wobble",
    "greedy": "Gulp, Truffle, Hoover, Snaffle, Gobble, Nosh, Munch, Scoff",
    "careless": "Oops, Whoopsie, Slip, Muddle, Skid, Fumble, Splat, Trip",
    "tuned": "Scout, Ranger, Captain, Sage, Beacon, Compass, Anchor, Pilot",
    "search": "Sherlock, Watson, Sniffer, Digger, Tracer, Seeker, Sleuth, Riddle",
    "learned": "Turing, Hopper, Pixel, Circuit, Gizmo, Cobol, Byte, Vector",
    "other": "Rover, Fido, Rex, Spot, Bello, Hasso, Waldi, Snuffles",
}
OTHER = "other"


@dataclass(frozen=True)
class Character:
    """Who a bot is at a table."""

    name: str
    face: str  # the name of its portrait in `assets/faces`


def face_of(bot: str) -> str:
    """Return the portrait of a bot: of its persona, or of its level or kind."""
    word, _, argument = bot.partition(":")
    return next((face for face in (argument, word) if face in NAMES), OTHER)


def characters(players: Sequence[str], bots: Sequence[bool]) -> Iterator[Character | None]:
    """Yield who each bot is, and None for the others.

    `players` has the names of people and bots, and `bots` says which are bots.
    """
    names = {name.casefold() for name, is_bot in zip(players, bots, strict=True) if not is_bot}
    for player, is_bot in zip(players, bots, strict=True):
        if not is_bot:
            yield None
            continue
        face = face_of(player)
        choices = NAMES[face].split(", ")
        numbered = (f"{name} {number}" for number in count(2) for name in choices)
        name = next(name for name in chain(choices, numbered) if name.casefold() not in names)
        names.add(name.casefold())
        yield Character(name, face)
