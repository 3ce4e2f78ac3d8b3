"""A game of Dömidög in sentences, as one seat saw it, and what a player is to do."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, dog_word, parts_of
from offleash.games.shared.deal_words import deal_words
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES


def story(
    views: Sequence[Records], actions: Sequence[int], options: Records, viewer: int, actor: int
) -> list[tuple[int, str]]:
    """Return sentences about actions of one actor, without the subject; see `contract.game`."""
    if actor == CHANCE:
        return [(len(actions), _deal(views, actions, viewer))]
    return [(1, _decision(int(action))) for action in actions]


def task(view: Records, options: Records, seat: int) -> str:
    """Return what the seat to move is to do."""
    position = ChainPosition(view, options, seat)
    if A.PASS in position.legal:
        return "Nothing fits and nothing is left to draw: pass" + " or fork" * bool(position.forks)
    if A.DRAW in position.legal:
        return "None of your tiles fits: draw one" + " or fork" * bool(position.forks)
    return "Lay a tile to an end of the chain" if position.chain else "Lay the first tile, a double"


def _deal(views: Sequence[Records], actions: Sequence[int], viewer: int) -> str:
    """Return the tiles that the viewer saw."""
    dealt = []
    for after, action in zip(views[1:], actions, strict=True):
        tile = int(action) - A.DEAL
        if action != UNSEEN and 0 <= tile < len(TILE_NAMES):
            dealt.append((int(after["where"][0][tile]) - R.HAND, TILE_NAMES[tile]))
    verb = "draw" if int(views[0]["phase"][0]) == R.TAKING else "get"
    return deal_words(dealt, SEAT_NAMES, viewer, verb)


def _decision(action: int) -> str:
    if action == A.DRAW:
        return "draws a tile"
    if action == A.PASS:
        return "passes"
    end, tile, spot = parts_of(action)
    if action < A.PLAY:
        return f"opens with {TILE_NAMES[tile]}"
    if action < A.FORK:
        return f"lays {TILE_NAMES[tile]} to the {END_NAMES[end]} end"
    name = END_NAMES[end]
    return f"forks at the {name} end and lays {TILE_NAMES[tile]} to a {dog_word(spot)} dog"
