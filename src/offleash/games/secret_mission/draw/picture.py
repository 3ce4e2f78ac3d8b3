"""Secret Mission as an SVG picture: what one seat may see.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next. `cell-N` is what people click on the lawn, N being the number of a cell.
"""

from offleash.contract import Records
from offleash.games.secret_mission.draw.scene import OF_MISSION, OF_SCORE, TO_PLAY, MissionScene
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.text.position import groups
from offleash.games.shared.svg import box, group, moved, polygon, words
from offleash.games.tiles.draw import lawn
from offleash.games.tiles.draw.colours import GOLD, INK, PAPER
from offleash.games.tiles.draw.geometry import ACROSS, CORNERS, around, centre
from offleash.games.tiles.draw.hands import SeatPanel, draw_panel
from offleash.games.tiles.draw.pieces import draw_back, draw_tile
from offleash.games.tiles.draw.scene import document
from offleash.games.tiles.rules.dogs import BREED, NO_TILE

TEAL = "#008f95"  # round the groups of a mission: no dog has that colour


def draw(states: Records, options: Records, seat: int) -> str:
    """Return an SVG document of what `seat` may see, NOBODY being a spectator; mark no action."""
    scene = MissionScene(states, options, seat)
    laid = sorted(scene.table, key=lambda tile: lawn.painter_order(tile.cell, tile.way, 0))
    tiles = [draw_tile(t, centre(cell), way, name=f"tile-{t}") for t, cell, way, _ in laid]
    return document(
        scene,
        draw_bench,
        "" if laid else lawn.draw_first_place(),
        *tiles,
        draw_groups(scene),
        lawn.draw_cells(sorted(around({*scene.dogs, *lawn.FIRST_CELLS}, lawn.RIM)), {}),
    )


def locate(
    states: Records, options: Records, seat: int, place: str
) -> tuple[float, float, float, float]:
    """Return the edges of a cell or of a player's place."""
    return MissionScene(states, options, seat).locate(place)


def draw_groups(scene: MissionScene) -> str:
    """Return a line round the largest groups of the viewer's mission, at the end the winner's."""
    seat = int(winner(scene.state)) if scene.phase == R.FINISHED else scene.viewer
    mission = scene.mission(seat) if seat >= 0 else NO_TILE
    if mission in (NO_TILE, R.UNKNOWN):
        return ""
    inner = [(0.8 * x, 0.8 * y) for x, y in CORNERS]
    cells = sorted(cell for breed in BREED[mission] for cell in largest_cells(scene, int(breed)))
    rings = "".join(polygon(inner, transform=moved(*centre(cell))) for cell in cells)
    lines = (
        group(rings, fill="none", stroke=stroke, stroke_width=thick, opacity=0.85)
        for stroke, thick in ((PAPER, 5), (TEAL, 2.8))
        if cells
    )
    return group(*lines, id="groups")


def largest_cells(scene: MissionScene, breed: int) -> set[int]:
    """Return where the largest group of a breed is; more of them if they are as large."""
    all_groups = groups(scene.dogs, breed)
    largest = max(map(len, all_groups), default=0)
    return set().union(*(group for group in all_groups if len(group) == largest))


# The benches


def draw_bench(scene: MissionScene, panel: SeatPanel) -> str:
    """Return a player's place: the tile to lay, the mission, and its score, as far as known."""
    seat = panel.seat
    won = scene.phase == R.FINISHED and seat == int(winner(scene.state))
    playing, mission = scene.playing(seat), scene.mission(seat)
    things = []
    if scene.is_viewer_to_move and seat == scene.viewer:
        frame = box(*panel.around(TO_PLAY), rx=16, fill=GOLD, stroke=INK, stroke_width=1.5)
        things.append(frame)
    things += [
        draw_hidden(panel, TO_PLAY, playing, "to lay", f"playing-{seat}"),
        draw_hidden(panel, OF_MISSION, mission, "mission", f"mission-{seat}"),
    ]
    if mission not in (NO_TILE, R.UNKNOWN):
        things.append(draw_score(scene, panel, mission))
    moves = won or (scene.seat == seat and scene.phase != R.FINISHED)
    return draw_panel(panel, "wins" if won else "", moves, *things)


def draw_score(scene: MissionScene, panel: SeatPanel, mission: int) -> str:
    """Return the largest groups of a mission's breeds and their product, next to it."""
    x, y = panel.slot(OF_SCORE)
    one, two = scene.factors(mission)
    text, when = f"{one} × {two} = {one * two}", "score" if scene.phase == R.FINISHED else "so far"
    size = 22 * panel.scale
    sum_up = words(x - 20 * panel.scale, y, size, text, fill=INK, text_anchor="start")
    return sum_up + caption(panel, OF_SCORE, when)


def draw_hidden(panel: SeatPanel, place: int, tile: int, text: str, name: str) -> str:
    """Return a tile face up or down, with what it is for below it; nothing where there is none."""
    if tile == NO_TILE:
        return ""
    at = panel.slot(place)
    if tile == R.UNKNOWN:
        return draw_back(at, name, panel.scale) + caption(panel, place, text)
    front = draw_tile(tile, at, name=f"tile-{tile}", scale=panel.scale)
    return group(front, id=name) + caption(panel, place, text)


def caption(panel: SeatPanel, place: int, text: str) -> str:
    """Return a text below a place on the bench."""
    x, foot = panel.slot(place)[0] + ACROSS / 2 * panel.scale, panel.y + panel.height
    return words(x, foot - panel.foot / 2 - 6, 16, text, fill=PAPER)
