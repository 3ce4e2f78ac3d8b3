"""`games`: list the games, or the options of one. Listing imports no rules."""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from offleash.cli.parameters import Preset, complete_game, load
from offleash.cli.terminal import console, print_plain

if TYPE_CHECKING:
    from offleash.contract import Records
    from offleash.contract.options import Option

RANGE_COLUMN = 46  # the column where the range of an option starts
DESCRIPTION_INDENT = 6  # the indent of its description


def games(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="list the options and bots of this game",
            autocompletion=complete_game,
        ),
    ] = None,
    preset: Preset = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON instead")] = False,
    measures: Annotated[
        bool, typer.Option("--measures", help="list the measures of this game, with today's values")
    ] = False,
) -> None:
    """List the games, or the options and bots of one, or its measures."""
    if measures:
        return print_measures(name, preset)
    if as_json:
        facts = options_as_json(name, preset) if name is not None else games_as_json()
        return print_plain(json.dumps(facts, indent=1, ensure_ascii=False))
    if name is not None:
        return print_options(name, preset)
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "seats", "what it is"):
        table.add_column(heading)
    for row in ROWS.values():
        table.add_row(row.name, row.title, row.seats, row.nature)
    console.print(table)


def games_as_json() -> list[dict[str, str]]:
    """Return what the list of games shows."""
    from offleash.games.registry import ROWS

    return [
        {"name": row.name, "title": row.title, "seats": row.seats, "nature": row.nature}
        for row in ROWS.values()
    ]


def options_as_json(name: str, preset: str | None) -> dict[str, Any]:
    """Return what the list of a game's options shows, values as they are written."""
    from offleash.bots.kinds import describe_bots

    game = load(name)
    values = game.options(preset)
    options = {
        option.name: {
            "value": option.format(values[option.name][0]),
            "range": option.range_text,
            "sweep": option.sweep_text,
            "section": option.section,
            "source": option.source,
            "text": option.text,
        }
        for option in game.rules.options
    }
    return {
        "name": game.name,
        "title": game.title,
        "preset": game.base(values),
        "presets": list(game.rules.presets),
        "options": options,
        "bots": describe_bots(game),
    }


def print_options(name: str, preset: str | None) -> None:
    """Print every option of a game: value, range, source and the values that a sweep tries."""
    from offleash.bots.kinds import describe_bots

    game = load(name)
    options = game.options(preset)
    others = {
        other: game.options(other) for other in game.rules.presets if other != game.base(options)
    }
    if others:
        console.print(f"preset {game.base(options)}; others: {', '.join(others)}", highlight=False)
    if any(option.section for option in game.rules.options):
        for line in options_by_section(game.rules.options, options, others, console.width):
            console.print(line, highlight=False, soft_wrap=True)
    else:
        console.print(options_table(game.rules.options, options))
    console.print(Text("\nbots", style="bold"))
    bots = describe_bots(game)
    width = max(map(len, bots)) + 2
    for bot, text in bots.items():
        console.print(wrap(f"  {bot:<{width}}{text}", console.width, width + 2), soft_wrap=True)


def print_measures(name: str | None, preset: str | None) -> None:
    """Print every measure of a game by sections, with its value under the preset."""
    from offleash.cli.figures import print_figures
    from offleash.contract import RECORDED
    from offleash.lab.experiments.usual_figures import GAMES, usual_figures

    if name is None:
        raise typer.BadParameter("name a game: offleash games GAME --measures")
    game = load(name)
    options = game.options(preset)
    rules = f"preset {game.base(options)}" if game.base(options) else "its rules"
    console.print(f"{game.title}, {rules}: {GAMES} games with its usual bots", highlight=False)
    print_figures(usual_figures(game, options), RECORDED)


def options_table(option_list: "Sequence[Option]", options: "Records") -> Table:
    """Return a table with a row for each option."""
    columns = {
        "source": any(option.source for option in option_list),
        "sweep": any(option.swept for option in option_list),
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
    for option in option_list:
        values = option.range_text.removeprefix("a whole number ")
        row = [option.name, option.format(options[option.name][0]), values]
        row += [option.source] * columns["source"] + [option.sweep_text] * columns["sweep"]
        table.add_row(*row, option.text)
    return table


def options_by_section(
    option_list: "Sequence[Option]", options: "Records", others: "Mapping[str, Records]", width: int
) -> Iterator[Text]:
    """Yield options under headings: value and range on one line, the description on the next.

    Values that differ in other presets follow in parentheses.
    """
    for heading, group in groupby(option_list, key=lambda option: option.section):
        yield Text(f"\n{heading}", style="bold")
        for option in group:
            value = option.format(options[option.name][0])
            values = {name: option.format(other[option.name][0]) for name, other in others.items()}
            differences = ", ".join(
                f"{name}: {other_value}"
                for name, other_value in values.items()
                if other_value != value
            )
            setting = f"  {option.name} = {value}" + (f" ({differences})" if differences else "")
            indent = RANGE_COLUMN if width >= 2 * RANGE_COLUMN else DESCRIPTION_INDENT
            first = wrap(f"{setting:<{RANGE_COLUMN - 2}}  {option.values_text}", width, indent)
            first.stylize("bold", 2, 2 + len(option.name))
            yield first
            source = f" [{option.source}]" if option.source else ""
            description = f"{'':{DESCRIPTION_INDENT}}{option.text}{source}"
            if len(description) > width:
                description = description.replace(" [", f"\n{'':{DESCRIPTION_INDENT}}[")
            yield from (wrap(line, width, DESCRIPTION_INDENT) for line in description.split("\n"))


def wrap(line: str, width: int, indent: int) -> Text:
    """Wrap a line between words, with the rest indented."""
    parts = textwrap.wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return Text("\n".join(parts))
