"""Whether a game of Secret Mission could come to a position: BadNotation says why not."""

from typing import Any

from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.text.position import MissionPosition
from offleash.games.tiles.rules.dogs import NO_TILE, is_double
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import check_ground
from offleash.tools.errors import BadNotation


def check_position(position: MissionPosition) -> None:
    """Raise BadNotation for what contradicts itself and what could not go on.

    A made-up position need not say who started: `first` is held against nothing that lies.
    """
    state = position.state
    _check_set(position)
    check_ground(position.covered)
    _check_order(state)
    CHECKS[int(state["phase"])](state)
    _check_last(state)


def _check_set(position: MissionPosition) -> None:
    """Check that each tile is there once, missions are mixed, and the unknown ones find room."""
    state, tiles = position.state, int(position.state["tiles"])
    in_hands = [int(tile) for tile in (*state["mission"], *state["playing"]) if tile >= 0]
    named = [*(laid.tile for laid in position.table), *in_hands]
    for number, tile in enumerate(named):
        if tile >= tiles:
            raise BadNotation(f"{TILE_NAMES[tile]} is not among the {tiles} tiles")
        if tile in named[:number]:
            raise BadNotation(f"{TILE_NAMES[tile]} is there twice")
    for tile in state["mission"]:
        if tile >= 0 and is_double(tile):
            raise BadNotation(f"{TILE_NAMES[tile]} is a double, and no double is a mission")
    unseen = set(range(tiles)) - set(named)
    mixed = sum(not is_double(tile) for tile in unseen)
    missions, playing = (int((state[field] == R.UNKNOWN).sum()) for field in ("mission", "playing"))
    if missions > mixed or missions + playing > len(unseen):
        raise BadNotation(f"{missions + playing} tiles are not known, and fewer are left for them")


def in_turn(state: Any, first: int) -> list[int]:
    """Return the seats in order of play, anticlockwise."""
    players = int(state["players"])
    return [(first - k) % players for k in range(players)]


def _holders(state: Any, field: str, first: int) -> list[bool]:
    """Return whether each has a mission or a playing tile, in order of play."""
    return [bool(state[field][seat] != NO_TILE) for seat in in_turn(state, first)]


def _check_order(state: Any) -> None:
    """Check that until all have drawn, those who have are the first in order of play."""
    if state["phase"] in (R.STARTING, R.MISSIONS):
        if state["laid"] or any(state["playing"] != NO_TILE):
            raise BadNotation("tiles are drawn and laid when everybody has a mission")
    elif not all(_holders(state, "mission", 0)):
        raise BadNotation("somebody has no mission: write missions= with a tile or ? for each")


def _check_start(state: Any) -> None:
    if any(state["mission"] != NO_TILE) or state["seat"] or state["starter"]:
        raise BadNotation("phase=start comes before everything: nothing is drawn, nobody is first")


def _check_drawn_in_turn(state: Any, field: str, name: str) -> None:
    """Check that exactly those before `seat` in order of play have drawn."""
    first, seat = int(state["starter"]), int(state["seat"])
    before = in_turn(state, first).index(seat)
    drawn = _holders(state, field, first)
    if drawn != [turn < before for turn in range(len(drawn))]:
        raise BadNotation(f"{name}= and seat= disagree: they are drawn in turn, from first= on")


def _check_draw(state: Any) -> None:
    seat = int(state["seat"])
    if supply(state) <= 0:
        raise BadNotation("phase=draw needs a supply to draw from")
    if state["laid"] == 0:
        _check_drawn_in_turn(state, "playing", "playing")
    elif _holders(state, "playing", seat).count(False) != 1 or state["playing"][seat] != NO_TILE:
        raise BadNotation("phase=draw needs a playing tile for everybody but seat=")


def _check_place(state: Any) -> None:
    """Check that all have a tile while there is a supply, then those still to lay theirs."""
    has = _holders(state, "playing", int(state["seat"]))
    if not has[0]:
        raise BadNotation("phase=place needs a playing tile for seat=")
    if state["laid"] == 0 and state["seat"] != state["starter"]:
        raise BadNotation("the first tile is laid by first=, so that is seat= too")
    if (supply(state) > 0 or state["laid"] == 0) and not all(has):
        raise BadNotation("while there is a supply everybody has a playing tile")
    if has != sorted(has, reverse=True):
        raise BadNotation("the last tiles are laid in turn, so those after seat= have one first")


def _check_over(state: Any) -> None:
    if any(state["playing"] != NO_TILE) or supply(state) > 0:
        raise BadNotation("phase=over comes when all tiles but the missions are laid")
    if any(state["mission"] == R.UNKNOWN):
        raise BadNotation("at the end all missions are shown")


def _check_last(state: Any) -> None:
    """Check that no placement was made twice, and final tiles were laid last, in turn (S6, S9)."""
    placements = [int(number) for number in state["last"] if number]
    laid = int(state["laid"])
    if len(set(placements)) < len(placements):
        raise BadNotation("last= names one placement twice")
    if placements and max(placements) > laid:
        raise BadNotation(f"last= names placement {max(placements)}, and fewer tiles lie")
    if state["phase"] in (R.PLACING, R.FINISHED):
        after = int(state["phase"] == R.FINISHED)  # `seat` is then who laid the last tile
        ready = in_turn(state, int(state["seat"]) - after)
        final = [seat for seat in ready if state["playing"][seat] == NO_TILE]
        for number, seat in enumerate(final, laid - len(final) + 1):
            if int(state["last"][seat]) != number:
                raise BadNotation(
                    f"seat {seat} laid its final tile as placement {number}: last= must say so"
                )


CHECKS = {
    R.STARTING: _check_start,
    R.MISSIONS: lambda state: _check_drawn_in_turn(state, "mission", "missions"),
    R.DRAWING: _check_draw,
    R.PLACING: _check_place,
    R.FINISHED: _check_over,
}
