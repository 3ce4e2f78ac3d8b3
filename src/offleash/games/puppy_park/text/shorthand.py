"""What a person may type at the table beside plain actions, and what stands for a long list.

- `3`: the third piece that may be picked, as the hand shows it numbered
- `12`, `12 SE`, `12 13`: a place by the numbers on the board; also `3,-2 SW`
- `brown-yellow at 3,-2 SW`: a tile and its place in one line
- `12` or `3,-2` for the house, `no` for none
"""

from collections.abc import Sequence

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.choices import Choices, choices_in
from offleash.games.puppy_park.text.notation import format_action, parse_action
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS
from offleash.games.tiles.text.places import WAY_NAMES

MOST_TOLD = 12  # places that earn another turn, named one by one
LONGEST_NUMBER = 4  # digits; Python refuses to read very many
NO = ("no", "n", "none")
DECLARATIONS = {"poop rules": A.PICK_POOP, "tree rules": A.PICK_TREE}


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """The actions that a line stands for, or None for a line of another kind."""
    choices = choices_in(states, options)
    words = " ".join(text.split())
    if choices.phase == R.PICKING:
        return _picked(words, choices)
    if choices.phase == R.PLACING:
        place = choices.ghosts.meant(words)
        if place is not None:
            return [A.PLACE + place[0] * WAYS + place[1]]
        return _read(f"at {words}")
    if choices.phase == R.HOUSING:
        if words.lower() in NO:
            return [A.NO_HOUSE]
        if words.isdecimal():
            place = choices.ghosts.meant(words)
            return [A.HOUSE + place[0]] if place else None
        return _read(f"house {words}")
    return None


def _read(text: str) -> list[int] | None:
    """An action that lacked its first word."""
    try:
        return [parse_action(text)]
    except BadNotation:
        return None


def _picked(words: str, choices: Choices) -> list[int] | None:
    """A piece, by its number or its name, and perhaps its place."""
    piece, at, place = words.partition(" at ")
    if piece.lower() in DECLARATIONS and not at:
        return [DECLARATIONS[piece.lower()]]
    if piece.isdecimal():
        count = len(choices.picks)
        number = int(piece[: LONGEST_NUMBER + 1])
        if not 1 <= number <= count:
            said = piece if len(piece) <= LONGEST_NUMBER else f"{number}…"
            raise BadNotation(f"there is no piece {said} in the hand: they go from 1 to {count}")
        pick = choices.picks[number - 1]
    elif at:
        pick = parse_action(piece)
    else:
        return None
    return [pick, parse_action(f"at {place}")] if at else [pick]


# Instead of a list


def brief(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[str] | None:
    """What to type, in a few lines, where the board shows numbers."""
    choices = choices_in(states, options)
    if choices.phase == R.PICKING and choices.picks:
        return _about_picks(choices)
    if choices.phase == R.PLACING:
        return _about_places(choices)
    if choices.phase == R.HOUSING:
        return ["Type a number of the board to put your house on that dog, or no for no house."]
    return None


def _about_picks(choices: Choices) -> list[str]:
    lines = ["Type the number of a tile in your hand."]
    others = [a for a in choices.picks if a >= A.PICK + R.TREE_POOP]
    for action in others:
        number = choices.picks.index(action) + 1
        lines.append(f"{number} is {format_action(action)}.")
    if not choices.lawn.taken:
        return [*lines, "The first tile lies in the centre, and passes the turn."]
    if choices.earning_picks:
        lines.append("With a tile marked ! you can earn another turn.")
    return lines


def _about_places(choices: Choices) -> list[str]:
    ghosts, example = choices.ghosts, choices.ghosts.places[0]
    number, way = ghosts.numbers[example[0]], WAY_NAMES[example[1]]
    if choices.picked == R.TREE_POOP:
        is_single = int(choices.options["tp_shape"][0]) == R.ONE_HEX
        first, other = "the tree-poop tile" if is_single else "the tree", "the poop"
    else:
        first, other = (f"the {COLOURS[breed]} dog" for breed in BREED[choices.picked].tolist())
    if first == other:
        other = "the other"
    if max(map(len, ghosts.ways.values())) == 1:
        lines = [f"Type a number of the board: there lies {first}."]
    else:
        lines = [
            f"Type a number of the board for {first} and the way to {other} "
            f"({', '.join(WAY_NAMES)}), as {number} {way}."
        ]
    if choices.is_last and choices.picked != R.TREE_POOP:
        lines.append("It is your last: you win wherever it lies.")
    lines += _about_earning(choices)
    return [*lines, "With undo you pick another tile."]


def _about_earning(choices: Choices) -> list[str]:
    """The places marked ! with their ways."""
    if not choices.earning:
        return []
    numbers = choices.ghosts.numbers
    places = sorted((numbers[cell], way) for cell, way in choices.earning)
    told = [f"{number} {WAY_NAMES[way]}" for number, way in places[:MOST_TOLD]]
    more = f" and {len(places) - MOST_TOLD} more" if len(places) > MOST_TOLD else ""
    return [f"Another turn: {', '.join(told)}{more}."]
