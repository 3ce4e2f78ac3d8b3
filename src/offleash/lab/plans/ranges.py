"""Values of options to try: `name`, `name=1,4,none`, `name=2..6`, `name=3,1,2,2/2,2,2,2`.

A part of an option is named with a dot: `water_cap.bruiser=4..6`. A board may be changed in words:
`board=elm-street: 2..8 bonds,elm-street: move park to (2,17)`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from offleash.contract import Game
from offleash.contract.options import EDITS, Option, option_name, parts_of
from offleash.tools.errors import BadNotation
from offleash.tools.prose import did_you_mean

RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})")
EDITED_RANGE = re.compile(rf"(.*{EDITS}.*?)([0-9]{{1,2}})\.\.([0-9]{{1,2}})( .*)")
COMMA = r",(?![^(]*\))"  # outside of parentheses, which are cells of a board


@dataclass(frozen=True)
class Range:
    """An option and the values it takes, as text."""

    name: str
    values: tuple[str, ...]


def parse_range(game: Game, text: str) -> Range:
    """Parse a range, or raise BadNotation; a name alone means its recommended values."""
    name, equals, listed = (part.strip() for part in text.partition("="))
    name = option_name(name, [option.name for option in game.rules.options])
    option = _find_option(game, name)
    if not equals:
        stored = list(option.sweep)
    else:
        stored = [option.parse(part) for part in _parts(option, listed)]
    values = tuple(dict.fromkeys(option.format(value) for value in stored))
    if len(values) < 2:
        raise BadNotation(f"{text!r} gives {name} only one value, so there is nothing to compare")
    return Range(name, values)


def parse_ranges(game: Game, texts: Sequence[str]) -> list[Range]:
    """Parse several ranges. Raise BadNotation if an option is repeated."""
    ranges = [parse_range(game, text) for text in texts]
    names = [option.name for option in ranges]
    if twice := [name for name in names if names.count(name) > 1]:
        raise BadNotation(f"option {twice[0]} is named twice: list all its values after one '='")
    return ranges


def _find_option(game: Game, name: str) -> Option:
    known: dict[str, Option] = {option.name: option for option in game.rules.options}
    known |= parts_of(game.rules.options)
    if name not in known:
        raise BadNotation(f"{game.title} has no option {name!r}{did_you_mean(name, known)}")
    return known[name]


def _parts(option: Option, listed: str) -> Iterator[str]:
    """Yield the values; slashes separate values that contain commas themselves."""
    for part in map(str.strip, re.split("/" if option.has_commas else COMMA, listed)):
        if not part:
            raise BadNotation(f"a value of {option.name} is missing in {listed!r}")
        if match := RANGE.fullmatch(part):
            yield from _between(option, *match.groups())
        elif match := EDITED_RANGE.fullmatch(part):
            head, low, high, tail = match.groups()
            yield from (f"{head}{number}{tail}" for number in range(int(low), int(high) + 1))
        else:
            yield part


def _between(option: Option, low: str, high: str) -> list[str]:
    """Return every value from one number to another."""
    if option.number is None:
        raise BadNotation(f"option {option.name} has no range: it takes {option.range_text}")
    if int(low) > int(high):
        raise BadNotation(
            f"the range {low}..{high} of {option.name} is empty: write the lower end first"
        )
    for end in (low, high):
        option.parse(end)
    return [str(number) for number in option.number.numbers if int(low) <= number <= int(high)]
