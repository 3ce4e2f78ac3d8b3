"""What the weights of Puppy Park's bots mean, in their order: see `personas.py`."""

TILE, TURN, HELD, DENY, LATER, URGENT, KEEP, PROMISE, REPLY = range(9)
TRIES, LOOK, FORESEE, HOUSE_PRICE, POOP_PRICE = range(9, 14)
