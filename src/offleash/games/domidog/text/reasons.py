"""Why an action is not legal: half a sentence, for the person who tried it.

Of hidden tiles nothing is told but whether one is in the hand of who tried.
"""

from offleash.core.game import Records
from offleash.core.rules.actors import OVER
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.choices import Choices, choices_in, dog_word, parts_of
from offleash.games.domidog.text.halves import format_half
from offleash.games.domidog.text.notation import END_NAMES
from offleash.games.tiles.rules.dogs import BLUE_BLUE, HALVES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

CHANCE_NEEDS = {
    R.DEALING: (A.DEAL, A.FORK, "tiles are being dealt"),
    R.STARTING: (A.FIRST, A.DEAL, "the lot first says who starts"),
    R.TAKING: (A.DEAL, A.FORK, "a tile is being drawn"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    choices = choices_in(states, options)
    if action in choices.is_legal:
        return ""
    if choices.mover == OVER:
        return "the game is over"
    if choices.phase in CHANCE_NEEDS:
        return _why_not_chance(choices, action)
    if A.FIRST <= action < A.FORK:
        return "it is known who starts" if action < A.DEAL else "no tile is being drawn"
    if action in (A.DRAW, A.PASS):
        return _why_not_stuck(choices, action)
    if choices.phase == R.OPENING:
        return _why_not_open(choices, action)
    if action < A.PLAY:
        return "the first tile has been laid"
    return _why_not_fork(choices, action) if action >= A.FORK else _why_not_play(choices, action)


def _why_not_chance(choices: Choices, action: int) -> str:
    low, high, reason = CHANCE_NEEDS[choices.phase]
    if not low <= action < high:
        return reason
    if choices.phase == R.STARTING:
        return f"only {int(choices.state.players)} play"
    tile = parts_of(action).tile
    return _why_not_in_game(choices, tile) or f"{TILE_NAMES[tile]} is not in the supply"


def _why_not_in_game(choices: Choices, tile: int) -> str:
    if tile < choices.set_tiles:
        return ""
    return f"{TILE_NAMES[tile]} is not among the {choices.set_tiles} tiles"


def _why_not_held(choices: Choices, tile: int) -> str:
    """Why somebody can't lay a tile, wherever it would go; empty if she has it."""
    if tile in choices.hand:
        return ""
    if tile in choices.chain:
        return f"{TILE_NAMES[tile]} lies in the chain already"
    return _why_not_in_game(choices, tile) or f"{TILE_NAMES[tile]} is not in the hand"


def _why_not_stuck(choices: Choices, action: int) -> str:
    """Drawing and passing are for who can lay nothing (M2, M5, M6)."""
    word = "draws" if action == A.DRAW else "passes"
    if choices.lays:
        tile = TILE_NAMES[parts_of(choices.lays[0]).tile]
        if choices.phase == R.OPENING:
            return f"nobody {word} who can open, here with {tile}"
        return f"nobody {word} who can lay a tile: {tile} fits an end"
    return "the supply is empty" if action == A.DRAW else "there are tiles to draw"


def _why_not_open(choices: Choices, action: int) -> str:
    """The first tile is blue-blue where she has it, else any double (M1, M2)."""
    if action >= A.PLAY:
        return "no tile lies there yet: open with a double"
    tile = parts_of(action).tile
    if reason := _why_not_held(choices, tile):
        return reason
    if BLUE_BLUE in choices.hand:
        return f"who has {TILE_NAMES[BLUE_BLUE]} starts with it"
    return f"{TILE_NAMES[tile]} is no double, and the first tile has to be one"


def _why_not_play(choices: Choices, action: int) -> str:
    """A tile has to match the dog of the end (M4)."""
    end, tile, _ = parts_of(action)
    return _why_not_held(choices, tile) or (
        f"{TILE_NAMES[tile]} does not fit: the {END_NAMES[end]} end is "
        f"{dog_word(choices.ends[end])}"
    )


def why_no_fork(choices: Choices) -> str:
    """Why no fork at all may be made; empty if that hangs on the tile and the half (M7, M9)."""
    if not choices.has_house:
        return "the house is used up: everybody forks once"
    if choices.has_drawn:
        if choices.options[0].fork_before_draw_only:
            return "nobody forks who has drawn in this turn"
        if choices.lays:
            tile = TILE_NAMES[parts_of(choices.lays[0]).tile]
            return f"who draws until a tile fits lays it: {tile} does"
    return "" if len(choices.chain) > 1 else "a chain of one tile can't be forked"


def _why_not_fork(choices: Choices, action: int) -> str:
    end, tile, spot = parts_of(action)
    if reason := why_no_fork(choices) or _why_not_held(choices, tile):
        return reason
    return _why_not_at(choices, end, spot) or (
        f"{TILE_NAMES[tile]} does not match: {format_half(spot)} is {dog_word(spot)}"
    )


def _why_not_at(choices: Choices, end: int, spot: int) -> str:
    """Why no fork may start at a half, whatever the tile; empty if one may (M9, M11)."""
    name = format_half(spot)
    if spot // HALVES not in choices.chain:
        return f"{TILE_NAMES[spot // HALVES]} is not in the chain"
    if spot in choices.ends:
        return f"{name} is the {END_NAMES[choices.ends.index(spot)]} end: forks start inside"
    houses = [int(half) for half in choices.states["house"][0]]
    if spot in houses:
        return f"{name} is under the house of {SEAT_NAMES[houses.index(spot)]}"
    if spot // HALVES == choices.ends[end] // HALVES:
        name = TILE_NAMES[spot // HALVES]
        return f"{name} carries the house on the {END_NAMES[end]} end: choose another tile"
    return ""
