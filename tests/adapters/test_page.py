"""docs/learning.md explains every number of every encoding, and its script learns and plays."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np

import offleash
from tests.adapters.pages import PAGE, encoding_table, shipped_games, tables_of, with_tables
from tests.adapters.peers import peer

SCRIPT = PAGE.parent / "learning" / "self_play.py"


def test_the_tables_are_those_of_the_games():
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page, "run make pages"
    assert with_tables(page.replace("`owned`", "`won`")) == page


def test_a_table_names_every_number_once():
    for game in shipped_games():
        encoding = game.learning.encoding
        ranges = re.findall(r"^\| (\d+)(?: … (\d+))? \|", encoding_table(encoding), re.MULTILINE)
        numbers = [n for low, high in ranges for n in range(int(low), int(high or low) + 1)]
        assert numbers == list(range(encoding.size))
        listed = re.findall(r"^\| (\d+) \|", tables_of(game).partition("action:")[2], re.MULTILINE)
        assert list(map(int, listed)) == list(range(game.learning.action_encoding.size))


def test_the_examples_run():
    for library in ("gymnasium", "pettingzoo", "pyspiel"):
        peer(library)
    page = PAGE.read_text(encoding="utf-8")
    marked = re.findall(r"(<!-- not run: [^\n]+ -->\n)?```python\n(.*?)```", page, re.DOTALL)
    blocks = [block for mark, block in marked if not mark]
    spaces = [{} for _ in blocks]
    for block, space in zip(blocks, spaces, strict=True):
        exec(block, space)
    vector, actions, positions, gymnasium, ids, pettingzoo, openspiel = spaces
    assert positions["env"].snapshot() == positions["data"] and ids["one"].spec is not None
    assert {"kind", "card", "from", "to"} <= {*actions["features"]}
    assert vector["env"].observations.any() and gymnasium["rewards"].shape == (64,)
    assert pettingzoo["table"].agents and not openspiel["state"].is_terminal()


CHECK = """
import json, sys
import numpy as np
import self_play
from offleash.bots.kinds import register_bot
from offleash.bots.players import Bots
from offleash.play.session import Session

weights = [w.tolist() for w in self_play.train(2, 1, games=16).weights]
network = self_play.train(2, 1, games=16)
self_play.export(network)
share, width = self_play.measure("random", 40, 3)
register_bot("self_play:SelfTaught")
bots = Bots(self_play.GAME, ["self_play:SelfTaught", "random"])
session = Session(self_play.GAME, seed=1)
while not session.over:
    action, luck = bots.choose(session)
    session.luck.update_seat(session.actor, luck)
    session.play(action)
again = [w.tolist() for w in network.weights]
print(json.dumps([weights == again, share, width, session.over]))
"""


def test_the_script_learns_exports_and_plays(tmp_path):
    """Two small batches: the same seed gives the same weights, and the bot plays a whole game."""
    (tmp_path / SCRIPT.name).write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    source = str(Path(__file__).parents[2] / "src")
    env = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{tmp_path}"}
    command = [sys.executable, "-c", CHECK]
    result = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    is_same, share, width, is_over = json.loads(result.stdout.splitlines()[-1])
    assert is_same and is_over and 0 < share < 1 and 0 < width < 0.5
    with np.load(tmp_path / "self_play.npz") as saved:
        assert saved["version"] == shipped_games()[0].learning.encoding.version


def test_the_weights_that_lie_next_to_the_script_are_its_own():
    script = runpy.run_path(str(SCRIPT))
    bot = script["SelfTaught"]()  # reads them
    env = offleash.vector(script["GAME"], 1)
    env.reset(1)
    legal = env.legal_actions[0, : env.legal_counts[0]]
    owners = np.zeros(len(legal), np.int64)
    inputs = script["features"](env.observations, owners, legal)
    assert inputs.shape[1] == len(bot.network.weights[-1])
    assert np.isfinite(bot.network(inputs)).all()


def test_the_search_learns_and_leaves_the_games_alone(capsys):
    script = runpy.run_path(str(SCRIPT.with_name("alpha_zero.py")))
    script["main"](0, 2, 2)
    assert "after 0 rounds: wins" in capsys.readouterr().out
    env, look = (
        offleash.vector(script["GAME"], 3, auto_reset=False, **script["RULES"]) for _ in range(2)
    )
    env.reset(4)
    look.reset(5)
    before, network = env.snapshot(), script["Network"](np.random.default_rng(1))
    tries = script["search"](env, look, network, 5)
    assert env.snapshot() == before
    assert [len(row) for row in tries] == env.legal_counts.tolist()
    assert all(row.sum() >= 4 for row in tries)  # the first of the five made the root
    legal = env.legal_actions[0, : env.legal_counts[0]]
    goal, seen = np.eye(len(legal))[0], env.observations[:1]
    for _ in range(200):
        network.learn(seen, [legal], [goal], np.ones(1))
    _, hidden, values = network(seen)
    assert values[0] > 0.9 and network.chances(hidden[0], legal)[0] > 0.9
