"""What a picture of Secret Mission shows to one seat, in words, and where it is."""

from functools import cached_property

from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.text.position import MissionPosition
from offleash.games.tiles.draw.hands import SeatPanel, panels
from offleash.games.tiles.draw.scene import TileScene
from offleash.games.tiles.rules.dogs import NO_TILE
from offleash.games.tiles.text.landmarks import describe_tiles
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

TO_PLAY, OF_MISSION, OF_SCORE = range(3)  # places on a player's bench
FOOT = 22.0  # room for words below them


class MissionScene(MissionPosition, TileScene):
    """A position and the measures of its picture."""

    @cached_property
    def panels(self) -> tuple[list[SeatPanel], SeatPanel]:
        return panels(self.viewer, [1] * self.players, OF_SCORE + 1, FOOT)

    @property
    def headline(self) -> str:
        name = SEAT_NAMES[self.seat]
        return {
            R.STARTING: "Who starts?",
            R.MISSIONS: f"{name} draws a mission",
            R.DRAWING: f"{name} draws a tile",
            R.PLACING: f"{name} lays a tile",
        }.get(self.phase) or f"{SEAT_NAMES[int(winner(self.state))]} wins"

    @property
    def note(self) -> str:
        """How many tiles are left to draw."""
        named = {0: "no tiles left to draw", 1: "1 tile left to draw"}
        return named.get(self.supply, f"{self.supply} tiles to draw")

    @property
    def description(self) -> str:
        tiles = describe_tiles(self.table)
        hands = [
            f"{SEAT_NAMES[seat]}: mission {tile_words(self.mission(seat))}, "
            f"to lay {tile_words(self.playing(seat))}"
            for seat in self.seats
        ]
        table = f"On the lawn: {'; '.join(tiles) or 'no tiles yet'}"
        return ". ".join(["A table of Secret Mission", table, *hands, self.note]) + "."


def tile_words(tile: int) -> str:
    """Return a tile that somebody has, in words."""
    return {NO_TILE: "none", R.UNKNOWN: "face down"}.get(tile) or TILE_NAMES[tile]
