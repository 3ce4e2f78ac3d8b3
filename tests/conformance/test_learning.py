"""What Dog says to programs that learn; for every game it is checked by `offleash check`."""

import numpy as np

from offleash.checks.learning import encoded
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from tests.variety import positions


def rolled(game, states, options):
    """A position of Dog turned by one seat: the same game, seen by the next player."""
    turned, loop_len = states.copy(), int(options["loop_len"][0])
    for field in ("token", "fresh", "lap", "hand", "held", "shown", "gave"):
        turned[field] = np.roll(states[field], 1, axis=1)
    for field in ("buried", "buried_held", "buried_gift", "buried_void"):
        turned[field] = np.roll(states[field], 1, axis=2)
    places = turned["token"]
    on_loop = (places >= 0) & (places < 100)
    places[on_loop] = (places[on_loop].astype(int) + loop_len // 4) % loop_len
    for field in ("dealer", "seat"):
        turned[field] = (states[field] + 1) % 4
    return turned


def test_dog_looks_the_same_from_every_side():
    game = registry.load("dog")
    for options, states in positions("dog", "knowledge"):
        turned = rolled(game, states, options)
        for seat in range(4):
            one, two = (
                encoded(game, position, options, viewer)[0]
                for position, viewer in ((states, seat), (turned, (seat + 1) % 4))
            )
            assert one.tobytes() == two.tobytes()
        numbers = [encoded(game, states, options, seat)[0].tobytes() for seat in (NOBODY, 0, 1)]
        assert len(set(numbers)) > 1 or states["phase"][0] == 0
