"""What Secret Mission's bots value, by name: data that can be changed without compiling anything.

The order is that of the numbers in `values.py`.
"""

# How much of a burden it is, for a search where it stops looking, in 1024ths; of each breed of a
# mission. What ends in `to_come` counts for each dog of the breed that is still to be laid.
BURDENS = {
    "largest": 2000,  # the logarithm of the largest group
    "largest_to_come": 0,
    "open": 0,  # an empty cell next to the largest group
    "open_to_come": 0,
    "second": 0,  # a dog in the second largest group
    "to_come": 0,
    "groups": 0,  # a group
    "groups_to_come": 0,
    "reach": 0,  # the logarithm of the largest group that one more dog can make
    "reach_to_come": 0,
    "late": 300,  # a final tile that is laid one later
    "wait": 0,  # everybody who lays a tile before
}
WEIGHTS = {
    "own": 15,  # that groups of the player's mission stay small
    "others": 10,  # that groups of others' missions grow
    "join": 10,  # a dog that joins its breed
    "peak": 100,  # one that makes the largest group larger
    "room": 3,  # room that a dog takes from the groups of other breeds
    "win": 1_000_000,  # a game won, for `evaluate`
    **BURDENS,
    **{f"{name}_soon": 0 for name in BURDENS},  # added towards the end, over the tiles left and 1
    # The same of each breed of a tile that may be somebody else's mission: the greater their sum,
    # the less likely it is. All 0: every tile is equally likely. `late` and `wait` don't count.
    **{f"mission_{name}": 0 for name in BURDENS},
    **{f"mission_{name}_soon": 0 for name in BURDENS},
    "forecast": 0,  # 1: a search ranks its candidates by how likely a win is, not by score
}
