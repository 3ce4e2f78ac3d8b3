"""What Dömidög's bots value, in the order of `values.py`.

The default ones were found by changing one or two at a time and keeping what beat a random player
more often.
"""

WEIGHTS = {
    "win": 1_000_000,
    "move": 140,  # a tile that can be laid next time
    "choice": 28,  # each of them
    "variety": 21,  # each breed in the hand
    "double": 120,  # each double in the hand, against
    "stop": 1200,  # the next player can't lay a tile
    "stop later": 100,  # the same, for those after her
    "dry": 200,  # more for it while nothing is left to draw
    "forked": 1000,  # what the house is worth at hand
    "fork dry": 200,  # a fork that needs no draw
    "drawn": 35,  # each tile drawn, against
    "tile": 600,  # each tile laid
    # How likely a position is won, by what a player has; the greedy asks for none of these.
    "late": 0,  # each tile, against: more the fewer there are to draw
    "near": 0,  # the nearer to an empty hand
    "near move": 0,  # the same with a tile to lay
    "turn": 0,  # and on the turn
    "house": 0,  # the house at hand
    "stuck house": 0,  # more for it without a tile to lay
    "links": 0,  # own tiles that can follow each other
}
