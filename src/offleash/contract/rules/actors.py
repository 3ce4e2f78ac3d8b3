"""Who acts or looks beside the seats, and what stands for an action that can't be read."""

# What `actor` may return beside a seat.
CHANCE = -1
OVER = -2

NOBODY = -1  # a spectator, for `hide`
EVERYBODY = -3  # all hands open: for a designer at the table, never for a player
UNSEEN = -1  # an action that a seat may not read
NO_ACTION = -1  # where a plan says nothing
NO_FORECAST = -1  # where a game can't judge an action from a view
MOST_GOALS = 32  # plans that a search may compare, beside those of the seats and its own so far
