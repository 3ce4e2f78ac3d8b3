"""What pictures of Digs show: only what the viewer may see, even of a whole record."""

from offleash.contract import Records
from offleash.contract.rules.actors import EVERYBODY
from tests.toys.digs.options import SEAT_NAMES, board_of
from tests.toys.digs.rules.knowledge import hide
from tests.toys.digs.rules.record import BIDDING, DRAWING, FINISHED, NO_BID, UNKNOWN
from tests.toys.digs.text.notation import kind_name


class Table:
    """A position as one seat, a spectator or EVERYBODY sees it."""

    def __init__(self, states: Records, options: Records, seat: int) -> None:
        view = states.copy()
        if seat != EVERYBODY:
            hide(view[0], options[0], seat)
        self.state, self.options = view[0], options
        self.board = board_of(options)
        self.seats = int(options["seats"][0])
        self.bidder = int(self.state["seat"])

    def is_dug(self, cell: int) -> bool:
        return bool(int(self.state["dug"]) >> cell & 1)

    def has_bone(self, cell: int) -> bool:
        return bool(int(self.options["bones"][0]) >> cell & 1) and not self.is_dug(cell)

    def place(self, seat: int) -> int:
        return int(self.state["place"][seat])

    def biscuits(self, seat: int) -> int:
        return int(self.state["biscuits"][seat])

    def purse(self, seat: int) -> str:
        """What a dog has, and its bid as far as that may be seen."""
        bid = int(self.state["bid"][seat])
        words = {NO_BID: "", UNKNOWN: ", has bid"}.get(bid, f", bid {bid}")
        return f"{int(self.state['won'][seat])} bones, {self.biscuits(seat)} biscuits{words}"

    @property
    def headline(self) -> str:
        """What is going on, in a few words."""
        name, phase = SEAT_NAMES[int(self.state["seat"])], int(self.state["phase"])
        if phase == FINISHED:
            return "the dogs have been called in"
        if phase == DRAWING:
            return f"a card for {name}"
        if phase == BIDDING:
            return f"{name} bids for a bone"
        return f"{name} walks by a {kind_name(self.options, int(self.state['card']))}"
