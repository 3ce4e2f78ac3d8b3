"""What drawing and passing show to everybody (N6).

Each draw has a number, from 1; a tile that was dealt has the number 0. `void[i]` is what the one
who made draw i + 1 can't have held just before it, so it binds her tiles with a number up to i.
Where no draw follows, the supply is empty or the game is over, and nobody takes a tile any more:
what is shown from then on binds all tiles that a player still holds, and it is enough to keep it
together in `passed`. So there is one event for each draw, and one more for each player.
"""

from offleash.games.domidog.rules.chain import BITS
from offleash.games.domidog.rules.record import MISSING, TAKING, rule
from offleash.games.tiles.rules.dogs import BLUE_BLUE


@rule
def show_void(state, seat, bits, draws):
    """Show that a seat holds nothing of `bits`, if of any; then it draws or not (N6)."""
    if draws:
        state.drawer[state.drawn] = seat
        state.void[state.drawn] = bits
    else:
        state.passed[seat] = int(state.passed[seat]) | bits


@rule
def oldest_draw(state, seat, tile):
    """Return the first draw that a tile which a seat lays now can have come by (M1, N6)."""
    oldest = 1 if tile == BLUE_BLUE and state.asked == MISSING else 0
    for i in range(state.drawn):
        if state.drawer[i] == seat and (int(state.void[i]) & BITS[tile]) != 0:
            oldest = i + 1
    return oldest


@rule
def denied(state, seat, taken):
    """Return what a tile is not if a seat has held it since this draw, as bits (N6)."""
    bits = int(state.passed[seat])
    told = int(state.drawn) + (state.phase == TAKING)
    for i in range(taken, told):
        if state.drawer[i] == seat:
            bits |= int(state.void[i])
    return bits
