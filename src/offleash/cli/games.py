"""`games`: list the games, or the options of one. Listing imports no rules."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from offleash.cli.parameters import Preset, load
from offleash.cli.terminal import console

if TYPE_CHECKING:
    from offleash.core.game import Records
    from offleash.core.options import Switch

RANGE_COLUMN = 46  # the column where the range of an option starts
DESCRIPTION_INDENT = 6  # the indent of its description


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="list the options and bots of this game")
    ] = None,
    preset: Preset = None,
) -> None:
    """List the games, or the options and bots of one."""
    if name is not None:
        return print_options(name, preset)
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "seats", "what it is"):
        table.add_column(heading)
    for row in ROWS.values():
        table.add_row(row.name, row.title, row.seats, row.nature)
    console.print(table)


def print_options(name: str, preset: str | None) -> None:
    """Print every option of a game: value, range, source and the values that a sweep tries."""
    from offleash.bots.kinds import describe_bots

    game = load(name)
    options = game.options(preset)
    others = {other: game.options(other) for other in game.presets if other != game.base(options)}
    if others:
        console.print(f"preset {game.base(options)}; others: {', '.join(others)}", highlight=False)
    if any(switch.section for switch in game.switches):
        for line in options_by_section(game.switches, options, others, console.width):
            console.print(line, highlight=False, soft_wrap=True)
    else:
        console.print(options_table(game.switches, options))
    console.print(Text("\nbots", style="bold"))
    bots = describe_bots(game)
    width = max(map(len, bots)) + 2
    for bot, text in bots.items():
        console.print(wrap(f"  {bot:<{width}}{text}", console.width, width + 2), soft_wrap=True)


def options_table(switches: "Sequence[Switch]", options: "Records") -> Table:
    """A table with a row for each option."""
    columns = {
        "source": any(switch.source for switch in switches),
        "sweep": any(switch.swept for switch in switches),
    }
    headings = [
        "option",
        "default",
        "values",
        *(key for key, is_present in columns.items() if is_present),
    ]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (*headings, "what it does"):
        table.add_column(heading, no_wrap=heading == "option")
    for switch in switches:
        values = switch.range_text.removeprefix("a whole number ")
        row = [switch.name, switch.format(options[switch.name][0]), values]
        row += [switch.source] * columns["source"] + [switch.sweep_text] * columns["sweep"]
        table.add_row(*row, switch.text)
    return table


def options_by_section(
    switches: "Sequence[Switch]", options: "Records", others: "Mapping[str, Records]", width: int
) -> Iterator[Text]:
    """Options under headings: value and range on one line, the description on the next.

    Values that differ in other presets follow in parentheses.
    """
    for heading, group in groupby(switches, key=lambda switch: switch.section):
        yield Text(f"\n{heading}", style="bold")
        for switch in group:
            value = switch.format(options[switch.name][0])
            values = {name: switch.format(other[switch.name][0]) for name, other in others.items()}
            differences = ", ".join(
                f"{name}: {other_value}"
                for name, other_value in values.items()
                if other_value != value
            )
            setting = f"  {switch.name} = {value}" + (f" ({differences})" if differences else "")
            indent = RANGE_COLUMN if width >= 2 * RANGE_COLUMN else DESCRIPTION_INDENT
            first = wrap(f"{setting:<{RANGE_COLUMN - 2}}  {switch.values_text}", width, indent)
            first.stylize("bold", 2, 2 + len(switch.name))
            yield first
            source = f" [{switch.source}]" if switch.source else ""
            description = f"{'':{DESCRIPTION_INDENT}}{switch.text}{source}"
            if len(description) > width:
                description = description.replace(" [", f"\n{'':{DESCRIPTION_INDENT}}[")
            yield from (wrap(line, width, DESCRIPTION_INDENT) for line in description.split("\n"))


def wrap(line: str, width: int, indent: int) -> Text:
    """Wrap a line between words, with the rest indented."""
    parts = textwrap.wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return Text("\n".join(parts))
