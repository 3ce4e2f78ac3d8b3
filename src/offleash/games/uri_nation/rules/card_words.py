"""The numbers that stand for the words of cards. They are here for rules and for decks."""

# Decks
WATER_DECK, CHANCE_DECK, EVENT_DECK = 0, 1, 2
DECKS = 3
MOST_CARDS = 40  # of one deck
MOST_EFFECTS = 4  # of one card

# When a held card may be played (D3); 0 is a card that happens when it is drawn.
PRE_ROLL_CARD, PRE_ACTION_CARD = 1, 2

# One effect is a row of four numbers: op, who, what, n. An op of 0 ends the card.
FX_OP, FX_WHO, FX_WHAT, FX_N = 0, 1, 2, 3
EFFECT_PARTS = 4

NO_OP = 0
OP_TOK = 1  # n tokens of kind *what*
OP_WATER = 2  # n pegs
OP_REFILL = 3  # *what* is FULL or HALF
OP_SKIP = 4
OP_WALK = 5  # n steps
OP_ATTACK = 6  # n on the die
OP_FORT = 7  # n is +1 or -1
OP_UNCLAIM = 8
OP_BONDS_CLEAR = 9  # *what* is CLEAR_ALL or CLEAR_ONE
OP_SEND_HOME = 10
OP_CLOSE = 11  # *what* is CLOSE_WATER or CLOSE_CHANCE
OP_FREE_CROSS = 12

ME, ALL, MOST = 0, 1, 2  # who

SWAGGER, DRIVE, GRIT, BOND = 0, 1, 2, 3
FULL, HALF = 0, 1
CLEAR_ALL, CLEAR_ONE = 0, 1
CLOSE_WATER, CLOSE_CHANCE = 0, 1

# What a drink from the deck was like; the last is any other category of a designer's.
CLEAN, DECENT, QUESTIONABLE, TERRIBLE, UNGRADED = 0, 1, 2, 3, 4
