"""`verify`: check that the luck of a game at a table follows from its seed."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import print_plain, printable
from offleash.core.errors import BadFile


def verify(
    file: Annotated[Path, typer.Argument(help="the transcript of a game at a table")],
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="the seed of the table, if the transcript lacks it"),
    ] = None,
) -> None:
    """Check every die and card of a game at a table against the seed revealed at its end."""
    from offleash.play.fair import count_chances, find_mismatch, parse_seed
    from offleash.play.transcript import read_transcript

    seed_bytes = None if seed is None else parse_seed(seed)
    announce_compiling()
    transcript = read_transcript(file)
    pledge = transcript.pledge
    if pledge is None:
        raise BadFile(file, None, "this game has no committed seed, so there is nothing to verify")
    if seed_bytes is None and pledge.seed is None:
        raise BadFile(file, None, "the transcript has no seed: give it with --seed")
    difference = find_mismatch(transcript.session, pledge.fair(seed_bytes))
    if difference:
        raise BadFile(file, None, str(difference))
    count = count_chances(transcript.session)
    texts = {0: "nothing was left to chance", 1: "the only outcome follows from this seed"}
    default = f"all {count} outcomes follow from this seed"
    print_plain(f"{printable(pledge.table)}: {texts.get(count, default)}")
