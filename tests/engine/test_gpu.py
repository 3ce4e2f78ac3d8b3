"""Playouts on a GPU, which Numba simulates here: `make gpu` plays them on a real one."""

import pytest

from offleash.compiler.rule import MODE
from tests.processes import output_of

if MODE != "compiled":
    pytest.skip("only compiled rules run on a GPU", allow_module_level=True)

SAME_RECORDS = """
import sys
from bench.gpu import contents, many_variants
from offleash.engine.batch import play_batch
from offleash.engine.gpu import GpuBatches, GpuPlayers
name, bot = sys.argv[1:]
game, players, variants, rows = many_variants(name, bot, 6)
batches = GpuBatches(GpuPlayers(game, players), 6, variants, rows)
for seed in (1, 2):
    batches.play(seed)
    expected = play_batch(game, players, 6, seed, variants, rows)
    print(contents(batches.fetch()) == contents(expected))
"""


@pytest.mark.parametrize(
    "case", ["domidog random", pytest.param("secret-mission greedy", marks=pytest.mark.more)]
)
def test_a_gpu_plays_the_same_games(case):
    settings = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    assert output_of(SAME_RECORDS, *case.split(), **settings).split() == ["True", "True"]
