"""The baselines of docs/benchmark.md: `make benchmark` plays missing ones and writes the page."""

import re
import subprocess
import sys
from pathlib import Path

from offleash.lab.experiments.suites import STANDARD, read_result, read_suite

ROOT = Path(__file__).parents[2]
PAGE, RESULTS = ROOT / "docs" / "benchmark.md", ROOT / "docs" / "benchmark"
# What each is called and what it plays.
BASELINES = {
    "random": ("random",),
    "greedy": ("greedy",),
    "strong": ("strong",),
    "expert": ("expert", "--task", "domidog", "--task", "secret-mission"),  # the fast ones
    "learned": ("learned", "--task", "uri-nation"),  # the only game with such a bot
    "self-taught": ("self_play:SelfTaught", "--task", "domidog"),  # of docs/learning
}


def results():
    """The results that there are, by the name of their file."""
    paths = {name: RESULTS / f"{name}.json" for name in BASELINES}
    return {name: read_result(path) for name, path in paths.items() if path.exists()}


def table():
    """A row for each task, a column for each baseline."""
    known = results()
    lines = [
        "| task | " + " | ".join(f"`{result['agent']}`" for result in known.values()) + " |",
        "|---" * (1 + len(known)) + "|",
    ]
    columns = [{row["name"]: row for row in result["tasks"]} for result in known.values()]
    for task in read_suite(STANDARD).tasks:
        lines.append(f"| {task.name} | " + " | ".join(map(cell, columns, [task.name] * 99)) + " |")
    scores = [cell({"": r["score"]} if r["is_whole"] else {}, "") for r in known.values()]
    return "\n".join([*lines, f"| **score** | {' | '.join(scores)} |"])


def cell(rows, name):
    row = rows.get(name)
    if row is None:
        return "–"
    if row.get("games") == 0:
        return "itself"
    share, low, high = (f"{100 * row[key]:.1f}" for key in ("share", "low", "high"))
    return f"{share} ({low} … {high})"


def with_table(page):
    text = f"<!-- baselines: made by make benchmark -->\n{table()}\n<!-- end -->"
    return re.sub(r"<!-- baselines: .*?<!-- end -->", lambda match: text, page, flags=re.DOTALL)


def play(name, arguments):
    """Play a baseline, unless its result is written down."""
    path = RESULTS / f"{name}.json"
    if not path.exists():
        program = [sys.executable, "-m", "offleash", "evaluate", *arguments, "--out", str(path)]
        subprocess.run(program, cwd=ROOT / "docs" / "learning", check=True)


def main():
    for name, arguments in BASELINES.items():
        play(name, arguments)
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
