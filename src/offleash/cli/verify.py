"""`verify`: does the luck of a table's game follow from its seed?"""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import printable, say
from offleash.core.errors import BadFile


def verify(
    file: Annotated[Path, typer.Argument(help="the transcript of a table's game")],
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="the table's seed, unless it stands in the transcript"),
    ] = None,
) -> None:
    """Check every die and every card of a table's game against the seed shown at its end."""
    from offleash.play.fair import count_chances, find_mismatch, parse_seed
    from offleash.play.transcript import read_transcript

    given = None if seed is None else parse_seed(seed)
    announce_compiling()
    transcript = read_transcript(file)
    pledge = transcript.pledge
    if pledge is None:
        raise BadFile(file, None, "no table committed itself to a seed for this game")
    if given is None and pledge.seed is None:
        raise BadFile(file, None, "the seed does not stand in it: give it with --seed")
    difference = find_mismatch(transcript.session, pledge.fair(given))
    if difference:
        raise BadFile(file, None, str(difference))
    count = count_chances(transcript.session)
    told = {0: "nothing was left to chance", 1: "the one outcome follows from this seed"}
    usual = f"all {count} outcomes follow from this seed"
    say(f"{printable(pledge.table)}: {told.get(count, usual)}")
