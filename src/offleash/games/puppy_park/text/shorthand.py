"""What a person may type at the table besides plain actions, and what stands for a long list.

- `3`: the third piece that may be picked, as the hand shows it numbered
- `12`, `12 SE`, `12 13`: a place by the numbers on the board; also `3,-2 SW`
- `brown-yellow at 3,-2 SW`: a tile and its place in one line
- `12` or `3,-2` for the house, `no` for none
"""

from collections.abc import Sequence
from contextlib import suppress

from offleash.contract import Records
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.notation import format_action, parse_action
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.ghosts import dog_names, how_to_type
from offleash.games.tiles.text.places import WAY_NAMES
from offleash.tools.errors import BadNotation

MOST_PLACES = 12  # places that earn another turn, named one by one
LONGEST_NUMBER = 4  # digits; Python refuses to read very many
NO = ("no", "n", "none")
DECLARATIONS = {"poop rules": A.PICK_POOP, "tree rules": A.PICK_TREE}


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Return the actions that a line stands for, or None for a line of another kind."""
    position = ParkPosition.of(states, options)
    words = " ".join(text.split())
    if position.phase == R.PICKING:
        return _read_pick(words, position)
    if position.phase == R.PLACING:
        place = position.ghosts.parse(words)
        if place is not None:
            return [A.PLACE + place[0] * WAYS + place[1]]
        return _read(f"at {words}")
    if position.phase == R.HOUSING:
        if words.lower() in NO:
            return [A.NO_HOUSE]
        if words.isdecimal():
            place = position.ghosts.parse(words)
            return [A.HOUSE + place[0]] if place else None
        return _read(f"house {words}")
    return None


def _read(text: str) -> list[int] | None:
    """Return an action that lacked its first word."""
    with suppress(BadNotation):
        return [parse_action(text)]
    return None


def _read_pick(words: str, position: ParkPosition) -> list[int] | None:
    """Return a piece, by its number or its name, and perhaps its place."""
    piece, at, place = words.partition(" at ")
    if piece.lower() in DECLARATIONS and not at:
        return [DECLARATIONS[piece.lower()]]
    if piece.isdecimal():
        count = len(position.picks)
        number = int(piece[: LONGEST_NUMBER + 1])
        if not 1 <= number <= count:
            shown = piece if len(piece) <= LONGEST_NUMBER else f"{number}…"
            raise BadNotation(f"there is no piece {shown} in the hand: they go from 1 to {count}")
        pick = position.picks[number - 1]
    elif at:
        pick = parse_action(piece)
    else:
        return None
    return [pick, parse_action(f"at {place}")] if at else [pick]


# Instead of a list


def brief(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[str] | None:
    """Return what to type, in a few lines, where the board shows numbers."""
    position = ParkPosition.of(states, options)
    if position.phase == R.PICKING and position.picks:
        return _about_picks(position)
    if position.phase == R.PLACING:
        return _about_places(position)
    if position.phase == R.HOUSING:
        return ["Type a number of the board to put your house on that dog, or no for no house."]
    return None


def _about_picks(position: ParkPosition) -> list[str]:
    lines = ["Type the number of a tile in your hand."]
    others = [a for a in position.picks if a >= A.PICK + R.TREE_POOP]
    for action in others:
        number = position.picks.index(action) + 1
        lines.append(f"{number} is {format_action(action)}.")
    if not position.covered:
        return [*lines, "The first tile lies in the centre, and passes the turn."]
    if position.earning_picks:
        lines.append("With a tile marked ! you can earn another turn.")
    return lines


def _about_places(position: ParkPosition) -> list[str]:
    if position.picked == R.TREE_POOP:
        is_single = position.shape == R.ONE_HEX
        first, other = "the tree-poop tile" if is_single else "the tree", "the poop"
    else:
        first, other = dog_names(position.picked)
    if first == other:
        other = "the other"
    if max(map(len, position.ghosts.ways.values())) == 1:
        lines = [f"Type a number of the board: there lies {first}."]
    else:
        lines = [how_to_type(position.ghosts, first, other)]
    if position.is_last and position.picked != R.TREE_POOP:
        lines.append("It is your last: you win wherever it lies.")
    lines += _about_earning(position)
    return [*lines, "With undo you pick another tile."]


def _about_earning(position: ParkPosition) -> list[str]:
    """Return the places marked ! with their ways."""
    if not position.earning:
        return []
    numbers = position.ghosts.numbers
    places = sorted((numbers[cell], way) for cell, way in position.earning)
    names = [f"{number} {WAY_NAMES[way]}" for number, way in places[:MOST_PLACES]]
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return [f"Another turn: {', '.join(names)}{more}."]
