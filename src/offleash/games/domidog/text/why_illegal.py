"""Why an action is not legal: half a sentence, for the person who tried it.

It says nothing of hidden tiles but whether one is in the hand of the player who tried.
"""

from offleash.contract import Records
from offleash.contract.rules.actors import OVER
from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.text import position as P
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, dog_word, parts_of
from offleash.games.tiles.rules.dogs import BLUE_BLUE, HALVES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

CHANCE_NEEDS = {
    R.DEALING: (A.DEAL, A.FORK, "tiles are being dealt"),
    R.STARTING: (A.FIRST, A.DEAL, "the starter is drawn by lot first"),
    R.TAKING: (A.DEAL, A.FORK, "a tile is being drawn"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Return half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    position = ChainPosition.of(states, options)
    if action in position.legal:
        return ""
    if position.actor == OVER:
        return "the game is over"
    if position.phase in CHANCE_NEEDS:
        return _why_not_chance(position, action)
    if A.FIRST <= action < A.FORK:
        return "it is known who starts" if action < A.DEAL else "no tile is being drawn"
    if action in (A.DRAW, A.PASS):
        return _why_not_stuck(position, action)
    if position.phase == R.OPENING:
        return _why_not_open(position, action)
    if action < A.PLAY:
        return "the first tile has been laid"
    return _why_not_fork(position, action) if action >= A.FORK else _why_not_play(position, action)


def _why_not_chance(position: ChainPosition, action: int) -> str:
    low, high, reason = CHANCE_NEEDS[position.phase]
    if not low <= action < high:
        return reason
    if position.phase == R.STARTING:
        return f"only {position.players} play"
    tile = parts_of(action).tile
    return _why_not_in_game(position, tile) or f"{TILE_NAMES[tile]} is not in the supply"


def _why_not_in_game(position: ChainPosition, tile: int) -> str:
    if tile < position.set_size:
        return ""
    return f"{TILE_NAMES[tile]} is not among the {position.set_size} tiles"


def _why_not_in_hand(position: ChainPosition, tile: int) -> str:
    """Return why somebody can't lay a tile, wherever it would go; empty if she has it."""
    if tile in position.own_tiles:
        return ""
    if tile in position.chain:
        return f"{TILE_NAMES[tile]} lies in the chain already"
    return _why_not_in_game(position, tile) or f"{TILE_NAMES[tile]} is not in the hand"


def _why_not_stuck(position: ChainPosition, action: int) -> str:
    """Return why one may not draw or pass: only players who can lay nothing do (M2, M5, M6)."""
    word = "draw" if action == A.DRAW else "pass"
    if position.lays:
        tile = TILE_NAMES[parts_of(position.lays[0]).tile]
        if position.phase == R.OPENING:
            return f"a player who can open may not {word}: {tile} can open"
        return f"a player who can lay a tile may not {word}: {tile} fits an end"
    return "the supply is empty" if action == A.DRAW else "there are tiles to draw"


def _why_not_open(position: ChainPosition, action: int) -> str:
    """Return why a tile may not open: it is blue-blue where she has it, else a double (M1, M2)."""
    if action >= A.PLAY:
        return "no tile lies there yet: open with a double"
    tile = parts_of(action).tile
    if reason := _why_not_in_hand(position, tile):
        return reason
    if BLUE_BLUE in position.own_tiles:
        return f"the player who has {TILE_NAMES[BLUE_BLUE]} starts with it"
    return f"{TILE_NAMES[tile]} is not a double, and the first tile has to be one"


def _why_not_play(position: ChainPosition, action: int) -> str:
    """Return why a tile can't be laid: it has to match the dog of the end (M4)."""
    end, tile, _ = parts_of(action)
    return _why_not_in_hand(position, tile) or (
        f"{TILE_NAMES[tile]} does not fit: the {END_NAMES[end]} end is "
        f"{dog_word(position.ends[end])}"
    )


def why_no_fork(position: ChainPosition) -> str:
    """Return why no fork may be made; empty if that depends on the tile and half (M7, M9)."""
    if not position.has_house(position.seat):
        return "the house is used up: everybody forks once"
    if position.state.drew:
        if position.options.fork_before_draw_only:
            return "nobody may fork after drawing in the same turn"
        if position.lays:
            tile = TILE_NAMES[parts_of(position.lays[0]).tile]
            return f"a player who draws until a tile fits must lay it: {tile} fits"
    return "" if len(position.chain) > 1 else "a chain of one tile can't be forked"


def _why_not_fork(position: ChainPosition, action: int) -> str:
    end, tile, spot = parts_of(action)
    if reason := why_no_fork(position) or _why_not_in_hand(position, tile):
        return reason
    return _why_not_at(position, end, spot) or (
        f"{TILE_NAMES[tile]} does not match: {P.format_half(spot)} is {dog_word(spot)}"
    )


def _why_not_at(position: ChainPosition, end: int, spot: int) -> str:
    """Return why no fork may start at a half, whatever the tile; empty if one may (M9, M11)."""
    name = P.format_half(spot)
    if spot // HALVES not in position.chain:
        return f"{TILE_NAMES[spot // HALVES]} is not in the chain"
    if spot in position.ends:
        return f"{name} is the {END_NAMES[position.ends.index(spot)]} end: forks start inside"
    if spot in position.houses:
        return f"{name} is under the house of {SEAT_NAMES[position.houses[spot]]}"
    if spot // HALVES == position.ends[end] // HALVES:
        name = TILE_NAMES[spot // HALVES]
        return f"{name} carries the house on the {END_NAMES[end]} end: choose another tile"
    return ""
