"""The tables of rules that were changed alone, as Markdown."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from findings.figures import SIGNIFICANCE, format_change, format_figure, short_name
from findings.play import SEARCH, Result
from findings.variants import GREEDY, Table, list_tables, result_path, strengths_of
from offleash.tools.prose import join_and

MOST_NAMED = 3  # of the clearest changes, in a sentence

Row = Mapping[str, Any]


@dataclass(frozen=True)
class VariantTable:
    """A table with what was played for it, by kind of bots."""

    fields: Table
    results: Mapping[str, Result]

    @cached_property
    def rows(self) -> list[Row]:
        """The variants as greedy bots play them: the clearest change first."""
        return sorted(self._rows(GREEDY), key=lambda row: (not is_clear(row), -clarity(row)))

    def _rows(self, strength: str) -> list[Row]:
        texts = {(v["option"], v["value"]): v["text"] for v in self.fields["variants"]}
        rows = self.results[strength]["variants"]
        return [{**row, "text": texts[row["option"], row["value"]]} for row in rows]

    @property
    def answer(self) -> str:
        """What changes play and what does not, in words."""
        clear = [row["text"] for row in self.rows if is_clear(row)]
        same = [row["text"] for row in self.rows if is_same(row)]
        quiet = [row["text"] for row in self.rows if not is_clear(row) and not is_same(row)]
        count = f"{len(clear)} of {len(self.rows)} changes"
        if len(clear) == 1:
            texts = [f"**{count} is clear:** {clear[0]}."]
        else:
            texts = [f"**{count} are clear.**"]
        if len(clear) > 1:
            texts.append(f"The clearest are {join_and(clear[:MOST_NAMED])}.")
        if quiet:
            texts.append(f"Not shown to change anything in the table: {join_and(quiet)}.")
        if same:
            texts.append(f"Greedy bots play exactly the same games with {join_and(same)}.")
        return " ".join(texts)

    @property
    def agreement(self) -> str:
        """What searching bots say about the changes; empty if they have not played them."""
        if SEARCH not in self.results:
            return ""
        rows = self._rows(SEARCH)
        clear = sum(map(is_clear, rows))
        verb = "is" if clear == 1 else "are"
        text = f"{clear} of {len(rows)} changes {verb} clear among searching bots as well"
        reversals = list(self._reversals({row["text"]: row for row in rows}))
        if not reversals:
            return f"{text}, and none points the other way."
        return f"{text}. **They disagree** on {join_and(reversals)}."

    def _reversals(self, searched: Mapping[str, Row]) -> Iterator[str]:
        """Yield changes that are clear among both kinds of bots, with opposite signs."""
        for row in self.rows:
            for measure in self.results[GREEDY]["measures"]:
                changes = [r["differences"] for r in (row, searched[row["text"]])]
                ours, theirs = (change.get(measure["measure"]) for change in changes)
                if is_opposite(ours, theirs):
                    first, second = (
                        format_change(change["difference"], measure) for change in (ours, theirs)
                    )
                    yield f"{row['text']} ({short_name(measure)}: {second} instead of {first})"

    def table(self) -> Iterator[str]:
        """Yield a row for the base and for each variant, a column for each measure."""
        result = self.results[GREEDY]
        measures = result["measures"]
        yield f"| | {' | '.join(map(short_name, measures))} |"
        yield f"|---|{'---|' * len(measures)}"
        base = [format_figure(result["base"][m["measure"]], m) for m in measures]
        yield f"| {self.fields['rules']} | {' | '.join(base)} |"
        for row in self.rows:
            yield f"| {row['text']} | {' | '.join(_cell(row, m) for m in measures)} |"

    def section(self) -> Iterator[str]:
        """Yield the table with its answer and its command."""
        fields = self.fields
        yield f"### {fields['title']}: which rules change play?\n"
        yield f"{self.answer}\n"
        yield from self.table()
        if self.agreement:
            yield f"\n*Stronger bots:* {self.agreement}"
        games = min(row["games"] for row in self.rows)
        yield f"\n{fields['title']}, its options; {games:,} games per row: `{self.command}`\n"

    @property
    def command(self) -> str:
        """What plays the clearest change of the table again."""
        row, fields = self.rows[0], self.fields
        words = ["offleash sweep", fields["game"]]
        words += [f"--preset {fields['preset']}"] if fields["preset"] else []
        words += [f"--set {name}={value}" for name, value in fields["options"].items()]
        words.append(f"--over {row['option']}={row['today']},{row['value']}")
        return " ".join([*words, f"--seed {self.results[GREEDY]['seed']}"])


def _cell(row: Row, measure: Mapping[str, Any]) -> str:
    change = row["differences"].get(measure["measure"])
    if change is None:
        return "–"
    mark = "\\*" if change["p_holm"] < SIGNIFICANCE else ""
    return f"{format_change(change['difference'], measure)}{mark}"


def is_clear(row: Row) -> bool:
    """Return whether a variant moves a measure by more than chance explains."""
    return any(change["p_holm"] < SIGNIFICANCE for change in row["differences"].values())


def is_same(row: Row) -> bool:
    """Return whether a variant moves no measure at all."""
    return not any(change["difference"] for change in row["differences"].values())


def is_opposite(ours: Mapping[str, Any] | None, theirs: Mapping[str, Any] | None) -> bool:
    """Return whether two kinds of bots show clear differences with opposite signs."""
    if ours is None or theirs is None or max(ours["p_holm"], theirs["p_holm"]) >= SIGNIFICANCE:
        return False
    return bool(ours["difference"] * theirs["difference"] < 0)


def clarity(row: Row) -> float:
    """Return the largest difference of a variant, in widths of its interval."""
    sizes = [0.0]
    for change in row["differences"].values():
        low, high = change["interval"]
        if low is not None and high > low:
            sizes.append(abs(change["difference"]) / (high - low))
    return max(sizes)


def read_tables() -> Iterator[VariantTable]:
    """Yield the tables with what has been played."""
    for table in list_tables():
        paths = {strength: result_path(table, strength) for strength in strengths_of(table)}
        texts = {strength: path.read_text(encoding="utf-8") for strength, path in paths.items()}
        yield VariantTable(table, {strength: json.loads(text) for strength, text in texts.items()})
