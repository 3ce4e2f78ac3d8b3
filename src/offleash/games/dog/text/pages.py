"""What a player of Dog may look up at the table; every line fits sixty columns."""

RULES = """\
Two teams of partners, who sit opposite, race with cards.
A team wins when all eight of its tokens are home.

A round: everybody gets cards (6, then 5, 4, 3, 2, then 6
again), gives one face down to the partner, and plays one
card each in turn. If you can play, you must; if you can't,
you lay down your hand and are out until the next round.

A token starts from its kennel with an ace, a king or a
joker. Fresh on its start it is protected: nobody passes,
captures or swaps it, not even its owner's other tokens.

Tokens go round the loop and turn into home from their own
start, never straight after starting and never over another
token in home. A token that ends where another stands sends
it to its kennel, the partner's and your own too.

When all your tokens are home, you play your partner's."""

CARDS = """\
A      start, or 1 step, or 11 steps
2-10   as many steps, with these exceptions:
4      4 steps forward or back
7      7 steps, split over your tokens as you like; each one
       captures. In one line: 7 a4 b3 (a4h turns into home)
J      swap one of your tokens with another player's
Q      12 steps
K      start, or 13 steps
Joker  any card, but it may not finish the game"""

PAGES = {"rules": RULES, "cards": CARDS}
