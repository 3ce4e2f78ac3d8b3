"""What the bots of Uri-Nation value, in the order of `values.py`.

A fifth persona keeps the peace, so that one can see what challenges are worth. Only the proportions
of one bot's numbers matter. Those of the archetypes come from play: each was changed a little at a
time, and a change stayed if it won more at a table of the other three, on both presets.
"""

WEIGHTS = {
    "claim": 100,  # a territory claimed
    "cluster": 3,  # each own territory it is adjacent to
    "take": 90,  # a territory won and kept
    "deny": 40,  # a territory won and left empty
    "rival": 4,  # how far ahead the defender is
    "loss": 0,  # what a lost challenge costs
    "dig": 15,  # a fortify token
    "shield": 4,  # each own territory adjacent to the fortified one
    "shed": 4,  # each Grit too many, when some is spent
    "trap": 6,  # an alliance initiated
    "shelter": 2,  # each own territory under it
    "join": -5,  # an alliance joined on the way
    "sever": -6,  # an alliance broken, or challenged
    "supply": 5,  # each peg and token missing, when the dog comes home
    "dry": 0,  # added to supply when no claim can be paid
    "homeward": 7,  # each step nearer to home, for each of them
    "drink": 8,  # each peg missing, at a drink
    "card": 5,  # a card drawn
    "token": 3,  # a Bond token from a park
    "spend": 9,  # each Drive token spent on the way
    "open": 1,  # each empty territory near the stop
    "keep_grit": 1,  # Grit rather than Swagger for a re-claim
    "bold": 40,  # per cent of the water that is bid
    "steps": 5,  # a longer walk, by a trick
}
