"""What Puppy Park's bots value, in the order of `weight_order.py`."""

WEIGHTS = {
    "tile": 100,  # a tile less at home than the others
    "turn": 20,  # to be the one whose turn it is
    "held": 30,  # to have the house still at hand
    "deny": 20,  # a chance of another turn less for the next player
    "later": 40,  # how much that counts for the players after the next, in percent
    "urgent": 20,  # more of it the fewer tiles she has left: divided by their number
    "keep": 18,  # a chance of another turn for oneself
    "promise": 20,  # a chance that a tile may still get, in tenths
    "reply": 20,  # each extra turn in a row that the next player could take
    "tries": 40,  # moves that the search for extra turns in a row looks at
    "look": 16,  # plain placements that are looked at closely
    "foresee": 3,  # of these, those after which the next player's turn is foreseen
    "house": 80,  # what a house has to take from the others, unless the end is near
    "poop": 60,  # what a tree-poop tile has to take from the others
    # For a search: how its players stray from all that, and what it judges a position by.
    "whim": 0,  # by how much a plain placement may be misjudged
    "glimpse": 0,  # moves that are looked at for extra turns in a row
    "near": 0,  # few tiles left: 30 divided by their number
    "tree": 0,  # to have the tree-poop tile still at hand
    "live": 0,  # a tile with a chance of another turn
    "firm": 0,  # one with many such chances
    "store": 0,  # cells where a tile may get one, in fours
    "doubles": 0,  # a double still at hand
    "chain": 0,  # each extra turn in a row, for whose turn it is
    "last": 0,  # if these are all tiles but the last
    "rest": 0,  # few tiles left after them: 30 divided by their number
    "threat": 0,  # each extra turn in a row of another player
    "ready": 0,  # if these are all tiles but the last
    "many": 0,  # each chance of another turn that a tile has, up to a dozen
    "breadth": 0,  # each breed that is still at hand
    "after": 0,  # few tiles left after another player's extra turns: 30 divided by their number
}
