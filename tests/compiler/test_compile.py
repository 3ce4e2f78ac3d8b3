"""Compiling: the cache never mixes two specialisations up, and bounds checks bite."""

import json

import pytest

from offleash.compiler.rule import Rules
from offleash.games import registry
from offleash.games.dog.rules import record
from offleash.games.registry import ROWS
from tests.engine import every_bot
from tests.processes import output_of, run_python

TWO_POLICIES = """
import json, sys
import numpy as np
import offleash
import tests.toys
from offleash.compiler.rule import specialise
from tests.compiler import caller, policy_pair

rule = offleash.load_game("digs").rules.rule
pair, out = specialise(rule, policy_pair), np.arange(5, 9, dtype=np.int32)
names = sys.argv[1].split(",")
callers = {name: specialise(rule, caller, choose=getattr(pair, name)) for name in names}
print(json.dumps({name: int(module.call(out, len(out))) for name, module in callers.items()}))
"""


def test_two_specialisations_stay_apart_across_processes():
    """Same types, same source, other policy: a process loads the right one from the cache."""
    assert json.loads(output_of(TWO_POLICIES, "choose_first")) == {"choose_first": 5}
    both = json.loads(output_of(TWO_POLICIES, "choose_last,choose_first"))
    assert both == {"choose_last": 8, "choose_first": 5}


KEYS = """
import os, pathlib, sys
import offleash
import tests.toys
from offleash.bots.lineup import policy
from offleash.engine.batch import playout_kernels
from offleash.compiler.machine import numba

numba()  # which all forks need
read = pathlib.Path.read_bytes
for name in sys.argv[1:]:
    if os.fork():
        os.wait()
        continue
    pathlib.Path.read_bytes = lambda path: read(path) + (b" " if path.name == name else b"")
    game = offleash.load_game("digs")
    kernels = playout_kernels(game, policy(game, ["greedy", "random", "greedy"]))
    print(kernels.play_games.machine.folder)
    break
"""


def test_a_kernel_is_keyed_on_every_policy_of_a_mix():
    """A greedy bot that was changed went on playing as before wherever it met a random one."""
    sources, others = ("playouts.py", "mixed.py", "policies.py"), ("seats.py", "")
    output = output_of(KEYS, *sources, *others, OFFLEASH_RULES="compiled")
    *changed, unchanged, plain = output.splitlines()
    assert len({plain, *changed}) == 1 + len(sources)
    assert unchanged == plain


def test_modules_behind_an_imported_package_are_sources_too():
    far = Rules("tests.toys.yard")
    near = Rules("offleash.games.dog", uses=(far,))
    last = Rules("tests.toys.digs", uses=(near,))
    assert set(far.files) < set(near.files) < set(last.files)


BOUNDS = """
import sys
import numpy as np
import offleash
from offleash.games.dog.rules.record import rule
from tests.engine.every_bot import play_every_bot

@rule
def write_far(out, index):
    out[index] = 1

for index in (4, -1):
    try:
        write_far(np.zeros(4, np.int32), index)
    except IndexError:
        print("caught", index)
game = offleash.load_game(sys.argv[1])
batch = play_every_bot(game, *map(int, sys.argv[2:]))
print("in bounds:", len(batch.states), batch.lengths.min() > 0)
"""
HOUR_S = 3600.0  # compiling takes minutes on a busy machine
FEW, MANY = (1, 300), (60, 100_000)  # games of each bot with each preset, actions of each game


@pytest.mark.parametrize(
    "amount",
    [pytest.param(FEW, marks=pytest.mark.more), pytest.param(MANY, marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("name", ROWS)
def test_every_index_is_within_bounds(tmp_path, name, amount):
    """With bounds checks on: first planted errors must be caught, then every bot plays.

    Without them, compiled code would read or write what lies before or behind an array. Little is
    optimised, since the kernel is compiled for this test alone; without any optimisation, Numba
    would leave addresses in the code, which the cache can't store.
    """
    script = tmp_path / "bounds.py"  # Numba caches only functions that have a file
    script.write_text(BOUNDS)
    code = f"import runpy; runpy.run_path({str(script)!r})"
    switches = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    process = run_python(code, name, *map(str, amount), timeout_s=HOUR_S, **switches)
    assert process.returncode == 0, process.stderr
    game = registry.load(name)
    bots, choices = every_bot.bot_names(game), max(1, len(game.rules.presets)) + 1
    in_bounds = f"in bounds: {len(bots) * choices * amount[0]} True"
    assert process.stdout.splitlines() == ["caught 4", "caught -1", in_bounds]


CHANGED = """
from offleash.games.dog.rules.record import rule
print(rule.folder.name)
"""


def test_the_cache_folder_depends_on_switches():
    folder = f"{record.rule.folder.name}\n"
    assert folder == output_of(CHANGED)
    assert folder != output_of(CHANGED, NUMBA_BOUNDSCHECK="1")


@pytest.mark.parametrize("mode", ["fast", "Compiled"])
def test_an_unknown_mode_is_refused(mode):
    process = run_python("import offleash.compiler.rule", OFFLEASH_RULES=mode)
    assert process.returncode != 0
    assert process.stderr.strip() == (
        f"offleash: OFFLEASH_RULES is {mode!r}; it must be compiled or interpreted"
    )


def test_a_cache_that_cannot_be_written_is_named():
    process = run_python(
        "import sys; sys.argv = ['offleash', 'perft', 'dog', '--depth', '1']\n"
        "from offleash.cli import main; main()",
        OFFLEASH_CACHE="/proc/none",
    )
    assert process.returncode == 2
    assert process.stderr.startswith("offleash: compiled rules can't be stored in /proc/none/")
    assert len(process.stderr.splitlines()) == 1


def test_interpreted_rules_import_no_numba():
    code = "import sys, offleash; offleash.load_game('dog'); print('numba' in sys.modules)"
    assert output_of(code, OFFLEASH_RULES="interpreted").strip() == "False"
