"""`games`: what is in the box. Imports no rules."""

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

CHOSEN = 46  # columns for an option and its value, before its range
MEANING = 6  # columns before what it means


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="show this game's options")
    ] = None,
    preset: Preset = None,
) -> None:
    """List the games, or the options of one."""
    if name is not None:
        return options_of(name, preset)
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "seats", "what it is"):
        table.add_column(heading)
    for row in ROWS.values():
        table.add_row(row.name, row.title, row.seats, row.nature)
    console.print(table)


def options_of(name: str, preset: str | None) -> None:
    """Every switch of a game with its value and its range, its source and what a lab sweeps."""
    from offleash.bots.kinds import describe_bots

    game = load(name)
    options = game.options(preset)
    others = {each: game.options(each) for each in game.presets if each != game.base(options)}
    if others:
        verb = "is" if len(others) == 1 else "are"
        also = f"there {verb} also {', '.join(others)}"
        console.print(f"rules {game.base(options)}; {also}", highlight=False)
    if any(switch.section for switch in game.switches):
        for line in by_section(game.switches, options, others, console.width):
            console.print(line, highlight=False, soft_wrap=True)
    else:
        console.print(as_table(game.switches, options))
    console.print(Text("\nbots", style="bold"))
    told = describe_bots(game)
    width = max(map(len, told)) + 2
    for bot, text in told.items():
        console.print(wrapped(f"  {bot:<{width}}{text}", console.width, width + 2), soft_wrap=True)


def as_table(switches: "Sequence[Switch]", options: "Records") -> Table:
    """A row for each of a few switches."""
    told = {
        "source": any(switch.source for switch in switches),
        "sweep": any(switch.swept for switch in switches),
    }
    headings = ["option", "default", "values", *(key for key, shown in told.items() if shown)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (*headings, "what it does"):
        table.add_column(heading, no_wrap=heading == "option")
    for switch in switches:
        values = switch.range_text.removeprefix("a whole number ")
        row = [switch.name, switch.format(options[switch.name][0]), values]
        row += [switch.source] * told["source"] + [switch.sweep_text] * told["sweep"]
        table.add_row(*row, switch.text)
    return table


def by_section(
    switches: "Sequence[Switch]", options: "Records", others: "Mapping[str, Records]", width: int
) -> Iterator[Text]:
    """Many switches under headings: value and values in one line, the meaning in the next.

    Where another preset has another value, it stands behind the own one.
    """
    for heading, listed in groupby(switches, key=lambda switch: switch.section):
        yield Text(f"\n{heading}", style="bold")
        for switch in listed:
            value = switch.format(options[switch.name][0])
            there = {name: switch.format(other[switch.name][0]) for name, other in others.items()}
            differs = ", ".join(f"{name}: {it}" for name, it in there.items() if it != value)
            chosen = f"  {switch.name} = {value}" + (f" ({differs})" if differs else "")
            beside = CHOSEN if width >= 2 * CHOSEN else MEANING
            first = wrapped(f"{chosen:<{CHOSEN - 2}}  {switch.values_text}", width, beside)
            first.stylize("bold", 2, 2 + len(switch.name))
            yield first
            source = f" [{switch.source}]" if switch.source else ""
            meaning = f"{'':{MEANING}}{switch.text}{source}"
            if len(meaning) > width:
                meaning = meaning.replace(" [", f"\n{'':{MEANING}}[")
            yield from (wrapped(line, width, MEANING) for line in meaning.split("\n"))


def wrapped(line: str, width: int, indent: int) -> Text:
    """A line, broken between words where it has to be, with the rest further in."""
    parts = textwrap.wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return Text("\n".join(parts))
