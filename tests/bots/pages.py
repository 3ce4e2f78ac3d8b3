"""The tables of docs/bots.md, made from docs/ladder: `make pages` writes them."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from offleash.contract.bots import levels
from offleash.games import registry
from offleash.lab.experiments.claim import sentence
from offleash.lab.experiments.claim_files import CLAIM, GROWTH, LADDER, Entry, read_claims

ROOT = Path(__file__).parents[2]
PAGE, RESULTS = ROOT / "docs" / "bots.md", ROOT / "docs" / "ladder"
CLAIMS = RESULTS / "claims.toml"
NOT_YET = "not played yet"
MINUS = "−"

Results = Mapping[str, Mapping[str, Any]]  # by name


def read_results(folder: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """Every result that is written down, by the name of its entry."""
    results: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for table in (CLAIM, GROWTH, LADDER):
            results |= {result["name"]: result for result in data[table]}
    return results


def claims_table(entries: Sequence[Entry], results: Results) -> str:
    """Each claim, the figure it must exceed, and the result."""
    rows = ["| | must exceed | found | blocks, games | |", "|---|---|---|---|---|"]
    for entry in entries:
        if entry.table == CLAIM:
            rows.append(_row(*_claim(entry, results.get(entry.name))))
    return "\n".join(rows)


def _claim(entry: Entry, result: Mapping[str, Any] | None) -> tuple[str, ...]:
    claim = f"{_rules(entry)}: {_describe(entry.fields)}"
    figure = f"{100 * entry.fields['above']:g} %"
    if result is None:
        return claim, figure, NOT_YET, "", ""
    low, high = (100 * end for end in result["interval"])
    share = f"**{100 * result['share']:.1f} %** ({low:.1f} … {high:.1f})"
    played = f"{result['blocks']:,}, {result['games']:,}"
    return claim, figure, share, played, sentence({"habit": None, **result})


def _rules(entry: Entry) -> str:
    """The game, with the preset and the options that the entry names."""
    fields = entry.fields
    changes = [f"`{name}={value}`" for name, value in fields.get("options", {}).items()]
    words = [registry.ROWS[fields["game"]].title, fields.get("preset", ""), *changes]
    return " ".join(filter(None, words))


def _describe(claim: Mapping[str, Any]) -> str:
    if "than" in claim:
        return f"`{claim['bot']}` rather than `{claim['than']}`"
    if "among" in claim:
        return f"`{claim['bot']}` among {len(claim['among']) - 1} others"
    return f"`{claim['bot']}` against {', '.join(f'`{name}`' for name in claim['against'])}"


def levels_table(entries: Sequence[Entry], results: Results) -> str:
    """The levels of each game: the bot, and what it won against the level below."""
    rows = [f"| | {' | '.join(levels.NAMES)} |", f"|{'---|' * (len(levels.NAMES) + 1)}"]
    claims = {
        (entry.fields["game"], entry.fields["bot"]): results.get(entry.name, {})
        for entry in entries
        if entry.table == CLAIM and entry.fields["bot"] in levels.NAMES
    }
    for game in dict.fromkeys(game for game, _ in claims):
        cells = [registry.ROWS[game].title]
        for name, level in registry.load(game).bots.levels.items():
            share = claims.get((game, name), {}).get("share")
            won = "" if share is None else f" {100 * share:.0f} %"
            cells.append(f"`{level.bot}`{won}")
        rows.append(_row(*cells))
    return "\n".join(rows)


def growth_table(entries: Sequence[Entry], results: Results) -> str:
    """How much higher each budget is rated than the one before."""
    rows = ["| | in Elo points, each step with its interval | games | |", "|---|---|---|---|"]
    for entry in entries:
        if entry.table != GROWTH:
            continue
        result = results.get(entry.name)
        if result is None:
            rows.append(_row(_rules(entry), NOT_YET, "", ""))
            continue
        steps = "; ".join(_step(step) for step in result["steps"])
        verdict = "holds" if result["holds"] else "not shown"
        rows.append(_row(_rules(entry), steps, f"{result['games']:,}", verdict))
    return "\n".join(rows)


def _step(step: Mapping[str, Any]) -> str:
    names = f"`{step['from']}` → `{step['to']}`"
    if "low" not in step:
        return f"{names} is no step up"
    return f"{names} **{_points(step['rating'])}** ({_span(step)})"


def ladders(entries: Sequence[Entry], results: Results) -> str:
    """A table for each game: ratings, the share against the anchor, time a move."""
    parts = []
    for entry in entries:
        if entry.table == LADDER:
            result = results.get(entry.name)
            table = NOT_YET.capitalize() + "." if result is None else _ladder(result)
            parts.append(f"### {_rules(entry)}\n\n{table}")
    return "\n\n".join(parts)


def _ladder(result: Mapping[str, Any]) -> str:
    anchor = result["anchor"]
    shares = {cell["row"]: cell for cell in result["matrix"] if cell["column"] == anchor}
    times = {row["bot"]: row["milliseconds"] for row in result["speeds"]}
    rows = [f"| bot | rating | won against `{anchor}` | ms a move |", "|---|---|---|---|"]
    for row in result["ratings"]:
        name = row["bot"]
        span = f" ({_span(row)})" if row.get("low") is not None and name != anchor else ""
        won = f"{100 * shares[name]['score']:.1f} %" if name in shares else ""
        rows.append(_row(f"`{name}`", f"{_points(row['rating'])}{span}", won, _time(times[name])))
    machine = result["speeds"][0]["machine"]
    note = (
        f"{result['games']:,} games, {result['blocks']:,} blocks, seed {result['seed']}, rules "
        f"{result['rules']}, {result['date']}; times on one core of an {machine}. "
        f"`{result['command']}` prints it."
    )
    return "\n".join([*rows, "", note])


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _points(value: float) -> str:
    return f"{value:+,.0f}".replace("-", MINUS)


def _span(row: Mapping[str, Any]) -> str:
    return f"{_points(row['low'])} … {_points(row['high'])}"


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.1f}" if milliseconds >= 1 else f"{milliseconds:.2g}"


BLOCKS: dict[str, Callable[[Sequence[Entry], Results], str]] = {
    "claims": claims_table,
    "growth": growth_table,
    "ladders": ladders,
    "levels": levels_table,
}


def with_blocks(page: str, entries: Sequence[Entry], results: Results) -> str:
    """A page with the parts between its marks written again."""
    for name, block in BLOCKS.items():
        start, end = f"<!-- {name}: made by make pages -->\n", "\n<!-- end -->"
        marked = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
        part = f"{start}{block(entries, results)}{end}"
        page, count = marked.subn(lambda _, part=part: part, page)
        if count != 1:
            raise ValueError(f"the page has {count} marks for its {name}")
    return page


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_blocks(text, read_claims(CLAIMS), read_results()), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
