"""What was last done: an outline round the tile that was laid, and a line that says who."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.contract.rules.actors import NOBODY
from offleash.games.domidog.draw.scene import ChainScene
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.text.position import END_NAMES, parts_of
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.last import draw_laid, draw_turn
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES
from offleash.tools.prose import count_of


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """Return the last turn, from the view that a seat had before it and the actions it has seen."""
    scene = ChainScene(before, options, seat)
    player, drawn, deed, laid = NOBODY, 0, "", None
    for action in map(int, actions):
        if A.PASS < action < A.FORK:
            continue  # a deal or the lot: everybody sees what came of it
        player = scene.seat
        drawn += action == A.DRAW
        if action != A.DRAW:
            deed = deed_words(scene, action)
            laid = None if action == A.PASS else parts_of(action).tile
        scene = scene.after(action)
    if player == NOBODY:
        return ""
    deeds = filter(None, [f"drew {count_of(drawn, 'tile')}" if drawn else "", deed])
    cells = [] if laid is None else [scene.layout.cells[laid * HALVES + k] for k in range(HALVES)]
    outlines = [draw_laid([centre(cell) for cell in cells])] if cells else []
    return draw_turn(scene.frame, f"{SEAT_NAMES[player]} {' and '.join(deeds)}", player, *outlines)


def deed_words(scene: ChainScene, action: int) -> str:
    """Return what somebody did with a tile, or that she passed."""
    if action == A.PASS:
        return "passed"
    end_number, tile, spot = parts_of(action)
    name, end = TILE_NAMES[tile], END_NAMES[end_number]
    if action < A.PLAY:
        return f"opened with {name}"
    if action < A.FORK:
        return f"laid {name} {end}"
    return f"forked {name} at {scene.half_name(spot)}, {end} is shut"
