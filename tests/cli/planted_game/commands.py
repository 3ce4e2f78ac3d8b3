"""What the planted game adds to the command line."""

from typing import Annotated

import typer

from offleash.tools.errors import OffleashError


def board(
    text: Annotated[str, typer.Argument(help="a board")],
    twice: Annotated[bool, typer.Option("--twice", help="say it twice")] = False,
) -> None:
    """Draw a board."""
    print("board", *[text] * (1 + twice))


def odds(dice: Annotated[int, typer.Option(help="how many dice")] = 2) -> None:
    """Count dice."""
    if dice > 6:
        raise OffleashError("too many dice")
    print(6**dice)


def near(scent: str) -> None:
    """Sniff beside you."""
    print("near", scent)


def far(
    scent: str,
    steps: Annotated[int, typer.Option(help="how many steps")] = 1,
    loud: Annotated[bool, typer.Option("--loud", help="in capitals")] = False,
) -> None:
    """Sniff over the fence."""
    text = f"far {scent} {steps}"
    print(text.upper() if loud else text)


COMMANDS = {"board": board, "odds": odds, "sniff": {"near": near, "far": far}}
