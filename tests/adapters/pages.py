"""The tables of docs/learning.md, made from the games' encodings: `make pages` writes them."""

import re
from pathlib import Path

from offleash.contract import Game
from offleash.contract.encoding import Encoding, Span
from offleash.games import registry

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"
LABELS = 6  # of an axis that are listed; of a longer one the first and the last


def shipped_games() -> list[Game]:
    rows = registry.ROWS.values()
    return [registry.load(row.name) for row in rows if row.module.startswith("offleash.")]


def facts_table() -> str:
    """What each game says about itself."""
    lines = [
        "| | numbers | decisions | chance outcomes | open | longest game | returns add up to |",
        "|---|---|---|---|---|---|---|",
    ]
    for game in shipped_games():
        facts, chance = game.learning, len(game.learning.chance_actions)
        longest = facts.longest(game.options())
        cells = (
            *(game.title, facts.encoding.size, f"{game.rules.action_count - chance:,}", chance),
            "yes" if facts.is_open else "no",
            f"{longest} decisions" if longest else "no bound",
            f"{facts.returns_sum:g}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def encoding_table(encoding: Encoding) -> str:
    """Every span of an encoding: where its numbers are, what they are for, bounds, meaning."""
    lines = [f"Version {encoding.version}, {encoding.size} numbers.", ""]
    lines += ["| numbers | name | of each | from … to | meaning |", "|---|---|---|---|---|"]
    for span in encoding.spans:
        place = encoding.place(span.name)
        last = place.stop - 1
        numbers = str(place.start) if last == place.start else f"{place.start} … {last}"
        axes = " × ".join(_axis(axis) for axis in span.axes)
        bounds = f"{span.low} … {span.high}"
        lines.append(f"| {numbers} | `{span.name}` | {axes} | {bounds} | {_meaning(span)} |")
    return "\n".join(lines)


def tables_of(game: Game) -> str:
    """Return the encoding of what a seat knows, and that of its actions."""
    actions = encoding_table(game.learning.action_encoding)
    return f"{encoding_table(game.learning.encoding)}\n\nOf each action: {actions}"


def _axis(labels: tuple[str, ...]) -> str:
    if len(labels) <= LABELS:
        return ", ".join(labels)
    return f"{len(labels)}: {labels[0]} … {labels[-1]}"


def _meaning(span: Span) -> str:
    return span.meaning.replace("|", "\\|")


def with_tables(page: str) -> str:
    """The page with every table made again."""
    tables = {"facts": facts_table()}
    tables |= {game.name: tables_of(game) for game in shipped_games()}
    for name, table in tables.items():
        pattern = rf"(<!-- {name}: made by make pages -->\n).*?(\n<!-- end -->)"
        page, count = re.subn(pattern, lambda m, t=table: m[1] + t + m[2], page, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{PAGE.name} has {count} places for the table {name!r}")
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
