"""Games that exercise the whole contract and are not shipped: importing this adds them."""

from offleash.games.registry import Row, add

add(Row("digs", "tests.toys.digs", "Digs", "2-4", "bones in a yard, a deck, secret bids"))
