"""The workspace of bots that think: one record for all kinds, so that any of them share a table."""

from typing import Any

import numpy as np

from offleash.compiler.record import ANY_SIZE, record
from offleash.contract.bots.judges import MOST_UNITS
from offleash.contract.bots.player_networks import MOST_ACTION_NUMBERS, MOST_NUMBERS, MOST_WIDTH
from offleash.contract.rules.actors import MOST_GOALS
from offleash.contract.rules.features import MOST_FEATURES

MOST_CANDIDATES = 64  # of a search
DEPTH = 96  # of a turn, in actions
BUCKETS = 1 << 14  # for the positions of a turn
MOST_WAITING = 4096  # actions of a turn still to be tried
MOST_CHOICES = 256  # of one decision
MOST_AHEAD = 4  # kinds of chance that a turn passes over

SEARCH_FIELDS: dict[str, Any] = {
    "action": (np.int64, MOST_CANDIDATES),  # best first, then those that were dropped, last first
    "total": (np.int64, MOST_CANDIDATES),  # of the chances to win, in 65536ths
    "squares": (np.int64, MOST_CANDIDATES),
    "playouts": (np.int64, MOST_CANDIDATES),
    "candidates": np.int64,
    "reply": (np.int64, MOST_GOALS),  # goals of the next player, after a candidate
    "is_whole": np.int64,  # 1: candidates are goals, each with a plan that leads there
}
TURN_FIELDS: dict[str, Any] = {
    "met": (np.uint64, BUCKETS),  # hashes of the positions of a turn
    "nodes": np.int64,  # how many there were
    "todo": (np.int64, MOST_WAITING),  # actions still to be tried, the next one last
    "todo_depth": (np.int64, MOST_WAITING),  # how many actions come before each
    "waiting": np.int64,  # how many there are
    "line": (np.int64, DEPTH + 1),  # the actions that lead to the position at hand
    "best_line": (np.int64, DEPTH + 1),
    "length": np.int64,  # of the best line
    "best": np.int64,  # the worth of its end
    "outcome": (np.int64, MOST_CHOICES),  # of a chance within the turn
    "odds": (np.int64, MOST_CHOICES),
    "choice": (np.int64, MOST_CHOICES),  # after it
    "skips": (np.int64, (DEPTH + 2, MOST_AHEAD)),  # chance that a line passes over, by kind
    "thinker": np.int64,  # 1 + the seat whose turn this is about
    "is_sure": np.int64,  # 1: the judge saw the end at hand itself, not what may follow it
    "is_known": np.int64,  # the same for the best line
    "judged": (np.int64, MOST_FEATURES),  # what the judge saw at the end of the best line
}
NETWORK_FIELDS: dict[str, Any] = {
    "inputs": (np.int64, MOST_FEATURES),
    "known": (np.int64, MOST_FEATURES),  # the inputs that `first` was summed up for
    "change": (np.int32, MOST_FEATURES),  # of the inputs that differ from them,
    "place": (np.int32, MOST_FEATURES),  # and which ones these are
    "first": (np.int64, MOST_UNITS),
    "units": (np.int32, MOST_UNITS),  # what the first layer gives to the second
    "network": np.int64,  # 1 + the network that is laid out below, by player and rules
    "first_weights": (np.int32, (MOST_FEATURES, MOST_UNITS)),
    "first_bias": (np.int64, MOST_UNITS),
    "second_weights": (np.int32, (MOST_UNITS, MOST_UNITS)),  # a row for each unit of the second
    "second_bias": (np.int64, MOST_UNITS),
    "last_weights": (np.int64, MOST_UNITS),
    "last_bias": np.int64,
}
PLAYER_FIELDS: dict[str, Any] = {
    "seen": (np.int32, MOST_NUMBERS),  # what the seat knows,
    "what": (np.int32, MOST_ACTION_NUMBERS),  # and what an action is
    "wide": (np.int64, MOST_WIDTH),  # units of the first layer,
    "narrow": (np.int64, MOST_WIDTH),  # and of the second
    "mix": (np.int64, MOST_WIDTH),  # what these give to the sums of every action
    "units_of_action": (np.int64, MOST_WIDTH),
    "last": (np.int64, MOST_WIDTH),
}
NOTE = record(ANY_SIZE, **SEARCH_FIELDS, **TURN_FIELDS, **NETWORK_FIELDS, **PLAYER_FIELDS)
