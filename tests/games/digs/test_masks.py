"""Cells beyond the 32nd: actions are read as plain integers, so masks are whole when interpreted.

`state.dug |= 1 << cell` is the shape that went wrong: 1 << np.int32(40) is 0 interpreted.
"""

import json

import numpy as np

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.engine.perft import count_positions
from offleash.games import registry
from tests.battery import ROOT  # which also puts the toys in the box
from tests.processes import output_of

CELL = 40

CODE = """
import json
import numpy as np
from tests.games.digs.test_masks import CELL, dug_by, results
print(json.dumps([dug_by(np.int32(CELL)), dug_by(CELL), *results()]))
"""


def dug_by(cell):
    """The holes after one walk."""
    game = registry.load("digs")
    options = game.options()
    states = game.new_state(options)
    game.rules.apply(states[0], options[0], game.new_work()[0], cell, game.new_tally()[0])
    return int(states["dug"][0])


def results():
    """What kernels of both kinds come to: games, and positions two actions on."""
    game = registry.load("digs")
    options = game.options(board="park")
    batch = play_batch(game, policy(game, ["greedy"] * 3), 4, 2, options, threads=1)
    states = game.new_state(options)
    return [batch.states["dug"].tolist(), count_positions(game, states, options, 3)]


def test_masks_are_whole_interpreted_and_compiled():
    output = output_of(CODE, OFFLEASH_RULES="interpreted", PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")
    narrow, wide, masks, counts = json.loads(output)
    assert narrow == 0  # the shape does go wrong where nobody casts
    assert wide == 1 << CELL == dug_by(np.int32(CELL)) == dug_by(CELL)
    assert [masks, counts] == results()
    assert any(mask >> 32 for mask in masks)
