"""What Dog's bots value, by name: data that can change without a new compilation.

The order is that of the numbers in `values.py`.
"""

from offleash.games.dog.position import CARD_NAMES

# How valuable each card in the hand is: starting cards and flexible ones most.
KEEP = dict(zip(CARD_NAMES, (14, 3, 3, 8, 3, 2, 8, 2, 2, 2, 6, 3, 14, 22), strict=True))
WEIGHTS = {
    "out": 24,  # a token on the loop
    "space": 1,  # each space from its start
    "home": 110,  # a token home
    "deep": 3,  # each space deeper, which makes room behind it
    "blocking": 4,  # a protected token on its start
    "opponents": 100,  # how much the same things count against, in percent
    "seven": 9,  # a 7 before its steps are known
    "card": 1,  # how much cards are worth in all
    "help": 40,  # a starting card for a partner who has no token on the loop
    **{f"keep {card}": value for card, value in KEEP.items()},
    # Only in the evaluation of a whole position; nothing, unless training says how much.
    "two home": 0,  # in addition to what each token home is worth
    "three home": 0,
    "all home": 0,  # both hands then play the partner's tokens
    "gap": 0,  # each free home space that a token in front of it blocks
    "stranded": 0,  # no token on the loop, and not all home
    "gate": 0,  # a token on its start that may go home
    "entry": 0,  # each number of steps that brings a token home
    "last": 0,  # the fourth token on its way, all others home
    "last entry": 0,  # each number of steps that brings that one home
    "space home": 0,  # each space from its start, for each token that is home already
    "ally home": 0,  # a token home, where the partner has nothing else to play
    "ally space": 0,  # each space from its start, likewise
    "danger": 0,  # each space from its start, for each opponent's token up to 13 steps behind
    "doorstep": 0,  # a token on the start of an opponent who has one to start
    "barred": 0,  # a token with a protected one up to 13 steps ahead
    "scale": 215,  # how much worth, in hundreds, multiplies the odds of winning by e
    "chase": 0,  # in a 7, what a token can do with the steps left, in percent
}
