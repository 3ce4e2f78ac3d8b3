"""Which rules of the other games change play: each option alone, played by two kinds of bots.

`python -m findings.variants` plays what has no result yet; `make findings` does so too.
"""

import time
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from findings.play import (
    RESULTS,
    ROOT,
    RUNS,
    SEARCH,
    STRENGTHS,
    Result,
    ShardsByArm,
    play,
    run,
    write_json,
)
from offleash.contract.options import format_setting
from offleash.games import registry
from offleash.lab.experiments import sweep
from offleash.lab.plans.plan import make_plan
from offleash.lab.plans.ranges import parse_ranges
from offleash.lab.questions.question import ACCOUNTS
from offleash.lab.runs.experiment import Experiment
from offleash.lab.statistics.multiple_comparisons import holm

TABLES, FOLDER = ROOT / "variants.toml", RESULTS / "variants"
GREEDY = "greedy"
BOTS = {GREEDY: "greedy", SEARCH: STRENGTHS[SEARCH]}
GAMES, SEED = 2400, 11
SHARED = ("game", "seats", "seed", "blocks", "measures")
OWN = ("option", "today", "value", "games", "figures", "differences")

Table = Mapping[str, Any]


@cache
def list_tables() -> list[Table]:
    """Return the tables of the chapter, each of one game."""
    tables: list[Table] = tomllib.loads(TABLES.read_text(encoding="utf-8"))["table"]
    return tables


def options_of(table: Table) -> list[str]:
    """Return the options that a table changes, in order."""
    return list(dict.fromkeys(variant["option"] for variant in table["variants"]))


def strengths_of(table: Table) -> list[str]:
    """Return the kinds of bots that play a table."""
    return list(table.get("strengths", BOTS))


def experiment_of(
    table: Table, option: str, strength: str = GREEDY, games: int = GAMES
) -> Experiment:
    """Return a sweep over one option, from the rules that the table starts from."""
    game = registry.load(table["game"])
    base = game.options(table["preset"] or None, table["options"])
    values = [variant["value"] for variant in table["variants"] if variant["option"] == option]
    today = format_setting(game.rules.options, base, option)
    ranges = parse_ranges(game, [f"{option}={','.join([today, *values])}"])
    bots, measures = [BOTS[strength]], table["measures"]
    arms, goal = sweep.plan_sweep(game, base, bots, ranges, seed=SEED, measures=measures)
    return Experiment(make_plan(game, arms, games, SEED, None, sweep.KIND, goal, ACCOUNTS))


def play_table(table: Table, strength: str) -> Result:
    """Play every variant of a table, or go on with it: the base once, all with its luck."""
    shards, rows, result = ShardsByArm(), list[dict[str, Any]](), Result()
    for option in options_of(table):
        folder = RUNS / "variants" / strength / table["game"] / option
        result = play(experiment_of(table, option, strength), folder, shards)
        today = result["points"][result["base"]]["values"][option]
        for point in result["points"]:
            if point["differences"]:
                values = {"option": option, "today": today, "value": point["values"][option]}
                rows.append({**point, **values})
    changes = [change for row in rows for change in row["differences"].values()]
    for change, p in zip(changes, holm([change.pop("p") for change in changes]), strict=True):
        change["p_holm"] = float(p)  # among all of the table
    return {
        **{key: result[key] for key in SHARED},
        "base": result["points"][result["base"]]["figures"],
        "variants": [{key: row[key] for key in OWN} for row in rows],
    }


def result_path(table: Table, strength: str) -> Path:
    """Return the file of a result."""
    return FOLDER / strength / f"{table['game']}.json"


def main() -> None:
    """Play the tables that have no result yet."""
    for strength in BOTS:
        for table in list_tables():
            path = result_path(table, strength)
            if strength not in strengths_of(table) or path.exists():
                continue
            start = time.perf_counter()
            write_json(path, play_table(table, strength))
            seconds = time.perf_counter() - start
            print(f"rules of {table['title']}, {strength}: {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    run(main)
