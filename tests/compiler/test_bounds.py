"""Random options, random play and all that is asked of a position: no index is out of bounds."""

import pytest

from offleash.games.registry import ROWS
from tests.compiler.test_compile import HOUR_S
from tests.examples.loading import EXAMPLES, NAMES
from tests.processes import run_python

pytestmark = pytest.mark.more

FEW, MANY = (20, 60), (2500, 200)  # combinations of options of each game, actions of each
FOLDERS = [EXAMPLES / name for name in NAMES]
CASES = [
    *(pytest.param(name, FEW, id=name) for name in ROWS),
    *(pytest.param(folder, FEW, id=folder.name, marks=pytest.mark.more) for folder in FOLDERS),
    *(pytest.param(name, MANY, marks=pytest.mark.soak) for name in (*ROWS, *FOLDERS)),
]


@pytest.mark.parametrize(("name", "amount"), CASES)
def test_random_games_under_random_options_stay_in_bounds(name, amount):
    """Bots play as they do in `test_compile`; here hide, resample, encode and rank take part."""
    code = "from tests.bounds_walk import main; main()"
    switches = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    process = run_python(code, str(name), *map(str, (*amount, 1)), timeout_s=HOUR_S, **switches)
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.endswith("actions in bounds\n")
