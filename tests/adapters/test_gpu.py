"""Environments on a GPU, which Numba simulates here: `make gpu` does the same on a real one."""

import importlib.util

import pytest

import offleash
from offleash.compiler.rule import MODE
from offleash.tools.errors import OffleashError
from tests.processes import run_python

if MODE != "compiled":
    pytest.skip("only compiled rules run on a GPU", allow_module_level=True)


def same_steps(*arguments: str):
    code = f"import sys; sys.argv = ['same_steps', *{arguments!r}]\n"
    code += "from tests.adapters.same_steps import main; main()"
    return run_python(code, NUMBA_ENABLE_CUDASIM="1", PYTHONWARNINGS="ignore")


MORE = pytest.mark.more
CASES = [
    ("domidog", "--mask", "--actions", "--limit", "9"),
    pytest.param(("domidog", "--skip-forced", "--no-auto-reset"), marks=MORE),
    pytest.param(("dog", "--seats", "greedy,agent,greedy,agent", "--steps", "4"), marks=MORE),
    pytest.param(("puppy-park", "--actions", "--steps", "6"), marks=MORE),
    pytest.param(("secret-mission", "--mask", "--no-observe", "--steps", "8"), marks=MORE),
    pytest.param(("uri-nation", "--actions", "--steps", "4"), marks=MORE),
]


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(arguments))
def test_a_gpu_steps_the_same_games(arguments):
    process = same_steps("--games", "3", "--variants", "3", "--steps", "10", *arguments)
    assert "the same bytes" in process.stdout, process.stderr[-2000:]


STALE = """
import sys
from offleash.adapters.templates import gpu_steps

def take_back_end(frame, i):
    frame.dones[i] = 0

gpu_steps.take_back_end = take_back_end
sys.argv = "same_steps domidog --games 3 --variants 3 --steps 12 --limit 5".split()
from tests.adapters.same_steps import main
main()
"""


def test_a_planted_difference_is_seen():
    process = run_python(STALE, NUMBA_ENABLE_CUDASIM="1", PYTHONWARNINGS="ignore")
    assert process.returncode == 1
    assert "differs" in process.stderr


MISTAKES = """
import numpy as np
import offleash
from offleash.tools.errors import OffleashError
env = offleash.vector("domidog", 2, device="cuda")
env.reset(1)
before = env.snapshot()
for actions in ([-1, -1], np.zeros(3, int), [0.5, 0.5]):
    try:
        env.step(actions)
    except OffleashError as error:
        print(type(error).__name__, error)
assert env.snapshot() == before
again = __import__("copy").deepcopy(env)
rng = np.random.default_rng(1)
again.step(again.random_actions(rng))
assert env.snapshot() == before != again.snapshot()
"""


ARRAYS = """
import numpy as np
import offleash
for copy in (True, False):
    env = offleash.vector("domidog", 2, device="cuda", mask=True, copy=copy)
    env.reset(1)
    rng = np.random.default_rng(1)
    for _ in range(8):
        names = ("observations", "legal_actions", "masks", "actors")
        arrays = [getattr(env, name) for name in names]
        before = [array.copy_to_host() for array in arrays]
        env.step(env.random_actions(rng))
        same = [np.array_equal(a.copy_to_host(), b) for a, b in zip(arrays, before)]
        if not all(same):
            break
    print(copy, all(same))
"""


def test_no_step_writes_to_an_array_that_somebody_holds():
    process = run_python(ARRAYS, NUMBA_ENABLE_CUDASIM="1", PYTHONWARNINGS="ignore")
    assert process.stdout.split() == ["True", "True", "False", "False"], process.stderr[-2000:]


def test_a_wrong_action_changes_nothing_and_copies_are_independent():
    process = run_python(MISTAKES, NUMBA_ENABLE_CUDASIM="1", PYTHONWARNINGS="ignore")
    lines = process.stdout.splitlines()
    assert process.returncode == 0, process.stderr[-2000:]
    assert lines[0].startswith("IllegalAction illegal action '-1'")
    assert lines[1] == "OffleashError step needs 2 actions, one for each game"
    assert lines[2].startswith("OffleashError step needs the numbers of actions")


def test_a_device_that_is_not_there_is_named():
    with pytest.raises(OffleashError, match="device must be cpu or cuda, not 'gpu'"):
        offleash.vector("domidog", 2, device="gpu")  # type: ignore[arg-type]
    if importlib.util.find_spec("numba_cuda") is not None:
        pytest.skip("there may be a GPU here")
    with pytest.raises(OffleashError, match="there is no NVIDIA GPU here"):
        offleash.vector("domidog", 2, device="cuda")


def test_rules_that_are_not_compiled_stay_on_the_processor():
    code = "import offleash; offleash.vector('domidog', 2, device='cuda')"
    process = run_python(code, OFFLEASH_RULES="interpreted")
    assert "OFFLEASH_RULES is interpreted: only compiled rules run on a GPU" in process.stderr
