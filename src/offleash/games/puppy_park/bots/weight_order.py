"""What the weights of Puppy Park's bots mean, in their order: see `personas.py`."""

TILE, TURN, HELD, DENY, LATER, URGENT, KEEP, PROMISE, REPLY = range(9)
TRIES, LOOK, FORESEE, HOUSE_PRICE, POOP_PRICE = range(9, 14)
WHIM, GLIMPSE, NEAR, TREE, LIVE, FIRM, STORE, DOUBLES = range(14, 22)
CHAIN, LAST, REST, THREAT, READY = range(22, 27)
MANY, BREADTH, AFTER = range(27, 30)
