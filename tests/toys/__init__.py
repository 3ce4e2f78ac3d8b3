"""Games that exercise the whole contract and are not shipped: importing this adds them."""

from offleash.games.registry import Row, add

NATURE = "bones in a yard, a deck, secret bids"
add(Row("digs", "Digs", "2-4", NATURE, package="tests.toys.digs"))
