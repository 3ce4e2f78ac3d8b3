"""Plays a file of claims and ladders, and writes the results, a file per game.

All experiments of a game share one kernel. Each has its own run folder, so finished ones are not
played again, and interrupted ones resume. The results say how to play each of them again.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from offleash.bots.bot_names import parse_budget
from offleash.bots.kinds import SEARCH, find
from offleash.bots.lineup import policy
from offleash.bots.speed import processor_name, time_moves
from offleash.contract import Game
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.experiments.claim import KIND
from offleash.lab.experiments.claim_files import CLAIM, GROWTH, LADDER, TABLES, Entry
from offleash.lab.plans.plan import arm_options
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import SUMMARY, read_json, versions
from offleash.lab.runs.results import to_json
from offleash.lab.runs.run import FEWEST_GAMES
from offleash.tools.errors import BadFile
from offleash.tools.files import write_text

SPEEDS = "speeds.json"  # in the folder of a ladder
PLAYOUTS_PER_SHARD = 2400  # per decision, over all games of a shard: a few seconds of work
VERSIONS = ("offleash", "numpy", "numba")


def bots_by_game(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """Return for each game all bots in its experiments, to compile into one kernel."""
    lists: dict[str, list[str]] = {}
    for entry in entries:
        lists.setdefault(entry.game.name, []).extend(entry.bots)
    return {name: list(dict.fromkeys(bots)) for name, bots in lists.items()}


def warm(name: str, bots: Sequence[str]) -> None:
    """Compile the kernel that plays all these bots of a game."""
    game = registry.load(name)
    options = game.options()
    players = policy(game, [bots[0]] * game.seat_count(options), also_compiled=bots)
    play_batch(game, players, 1, 0, options, limit=2, threads=1)


def warm_all(bots_by_game: Mapping[str, Sequence[str]]) -> None:
    """Compile the kernels of several games in parallel, each in its own process."""
    code = f"import json, sys; from {__name__} import warm; warm(*json.loads(sys.argv[1]))"
    started = [
        subprocess.Popen([sys.executable, "-c", code, json.dumps([name, bots])])
        for name, bots in bots_by_game.items()
    ]
    for process in started:
        process.wait()  # ignore failures: playing the game will report them


def folder_of(out: Path, entry: Entry, experiment: Experiment) -> Path:
    """Return the folder of the run; another one if rules, bots or plan change."""
    digest = sha256(f"{entry.plan.digest} {experiment.rules_digest}".encode()).hexdigest()[:8]
    return out / f"{entry.name}-{digest}"


def games_a_shard(experiment: Experiment) -> list[int]:
    """Return the shard size of each arm: the slower its bots search, the smaller.

    A claim looks early at few blocks, so with a searching bot each block is a shard.
    """
    is_looked_at = experiment.plan.kind == KIND
    sizes = []
    for arm in experiment.plan.arms:
        names = {name for lineup in arm.lineups for name in lineup}
        most = max(map(partial(_playouts, experiment.game), names))
        slow = 1 if is_looked_at else max(1, PLAYOUTS_PER_SHARD // max(most, 1))
        sizes.append(slow if most else FEWEST_GAMES)
    return sizes


def _playouts(game: Game, name: str) -> int:
    """Return the playouts of a search per decision; 0 for any other bot."""
    kind, argument = find(game, name)
    return parse_budget(game, argument).playouts if kind.name == SEARCH.name else 0


# Results


def result_to_json(
    entry: Entry, experiment: Experiment, folder: Path, summary: Mapping[str, Any]
) -> Any:
    """Return the result of an experiment, with everything needed to play it again."""
    omitted = ("kind", "lineups", "matrix") if entry.table != LADDER else ("kind",)
    result = {
        key: value for key, value in summary.items() if key not in omitted and value is not None
    }
    day = datetime.fromtimestamp((folder / SUMMARY).stat().st_mtime, UTC)
    result |= {
        "name": entry.name,
        "command": f"offleash claims {entry.path.as_posix()} --only {entry.name}",
        "most_blocks": experiment.blocks,
        "date": f"{day:%Y-%m-%d}",
        "versions": {key: versions()[key] for key in VERSIONS},
        "plan": entry.plan.digest,
        "played_by": experiment.rules_digest[:16],
        "weights": {name: _weights(entry.game, name) for name in entry.bots},
    }
    if entry.table == CLAIM:
        result |= {key: entry.fields[key] for key in ("against", "among") if key in entry.fields}
    if entry.table == GROWTH:
        steps = _steps(entry, summary)
        result |= {"steps": steps, "holds": all(step.get("low", 0.0) > 0.0 for step in steps)}
    return to_json(result)


def _weights(game: Game, name: str) -> str:
    """Return a digest of a bot's weights."""
    kind, argument = find(game, name)
    return sha256(str(list(kind.weights(game, argument))).encode()).hexdigest()[:16]


def _steps(entry: Entry, summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each bot's step to the next: its lead in rating, if it is next in the ranking."""
    leads = {
        (low["bot"], high["bot"]): high.get("lead") for high, low in pairwise(summary["ratings"])
    }
    named = [name.strip().lower() for name in entry.fields["bots"]]
    return [
        {"from": first, "to": second, **(leads.get((first, second)) or {})}
        for first, second in pairwise(named)
    ]


def speeds_of(entry: Entry, experiment: Experiment, folder: Path) -> list[dict[str, Any]]:
    """Return how long each bot of a ladder takes per move, measured once per run."""
    file = folder / SPEEDS
    if not file.exists():
        options = arm_options(entry.game, entry.plan.arms[0])
        timings = [
            {
                "bot": name,
                **time_moves(entry.game, name, options, experiment.also_compiled),
                "machine": processor_name(),
            }
            for name in entry.plan.goal["bots"]
        ]
        write_text(file, f"{json.dumps(timings, indent=1)}\n")
    speeds: list[dict[str, Any]] = read_json(file)
    try:
        is_whole = [speed["bot"] for speed in speeds] == list(entry.plan.goal["bots"])
        is_whole = is_whole and all(
            isinstance(speed["milliseconds"], float) and isinstance(speed["machine"], str)
            for speed in speeds
        )
    except (KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise BadFile(file, None, "it was damaged or changed: delete it to measure again")
    return speeds


def known_results(folder: Path, game: str) -> dict[str, dict[str, Any]]:
    """Return the stored results of a game: for each table its entries by name, or raise BadFile."""
    path = folder / f"{game}.json"
    data = read_json(path) if path.exists() else {}
    try:
        return {
            table: {result["name"]: result for result in data.get(table, [])} for table in TABLES
        }
    except (AttributeError, KeyError, TypeError):
        raise BadFile(path, None, "it does not hold the results of claims") from None


def write_results(folder: Path, entries: Sequence[Entry], results: Mapping[str, Any]) -> list[Path]:
    """Write a file per game with new results and the known ones of other entries."""
    paths = []
    for game in dict.fromkeys(str(entry.fields["game"]) for entry in entries):
        path = folder / f"{game}.json"
        known = known_results(folder, game)
        data: dict[str, Any] = {"game": game}
        for table in TABLES:
            merged = known[table] | dict(results)
            names = [
                entry.name
                for entry in entries
                if entry.table == table and entry.fields["game"] == game
            ]
            data[table] = [merged[name] for name in names if name in merged]
        if any(data[table] for table in TABLES):
            write_text(path, f"{json.dumps(data, indent=1, ensure_ascii=False)}\n")
            paths.append(path)
    return paths
