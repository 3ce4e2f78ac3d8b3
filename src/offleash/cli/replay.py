"""`replay`, `verify`: show a recorded game position by position, and check its luck."""

import re
from collections.abc import Sequence
from dataclasses import replace as with_changes
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import ask, console, print_plain, print_wrapped, printable
from offleash.contract.rules.actors import NOBODY
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import check_writable, write_text
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.play.luck_lines import AnyPledge
    from offleash.play.receipt import Receipt
    from offleash.play.session import Moment, Session

PROMPT = "Enter: next, b: back, a number: go to it, q: quit "


def replay(
    file: Annotated[Path, typer.Argument(help="a transcript")],
    at: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="show the position after N actions, not the last"),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="go through the game action by action")
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="write the position to this SVG file")] = None,
    seat: Annotated[int | None, typer.Option(help="show what this seat sees")] = None,
) -> None:
    """Check a transcript and show its last position, or any other."""
    from offleash.play.transcript import read_transcript

    check_writable(svg)
    announce_compiling()
    transcript = read_transcript(file)
    playback = Playback(transcript.session, seat)
    session = playback.session
    if at is not None and at > len(playback.moments):
        raise OffleashError(
            f"{file} has {len(playback.moments)} actions, so there is no position {at}: "
            f"choose one from 0 to {len(playback.moments)}"
        )
    if seat is not None:
        session.view(seat)  # raises if there is no such seat
    if step:
        playback.go_to(at or 0)
        _step_through(playback)
    else:
        playback.go_to(len(playback.moments) if at is None else at)
        print_plain(session.text(seat))
        if at:
            print_plain(playback.last())
    if svg:
        viewer = session.actor if seat is None else seat
        write_text(svg, session.svg(viewer if viewer >= 0 else NOBODY))
        print_plain(f"picture: {printable(str(svg))}")
    (print_wrapped if console.is_terminal else print_plain)(
        f"{session.game.title}, {session.game.describe_options(session.options)}, "
        f"{transcript.date}: "
        f"{len(playback.moments)} actions; {transcript.result}"
    )


class Playback:
    """A recorded game that can be played forward and back."""

    def __init__(self, session: "Session", seat: int | None) -> None:
        self.session, self.seat = session, seat
        self.moments: list[Moment] = list(session.history)

    @property
    def place(self) -> int:
        """How many actions have been played."""
        return len(self.session.history)

    def go_to(self, place: int) -> None:
        while self.place > place:
            self.session.undo()
        while self.place < place:
            self.session.play(self.moments[self.place].action)

    def last(self) -> str:
        """Return the last action: `12. seat 3: 5 a`."""
        moment = self.moments[self.place - 1]
        actor = "chance" if moment.actor < 0 else f"seat {moment.actor}"
        action = self.session.game.notation.format_action(moment.action, self.session.options)
        return f"{self.place}. {actor}: {action}"

    def is_decision(self) -> bool:
        """Return whether a seat, not chance, made the last action."""
        return self.place > 0 and self.moments[self.place - 1].actor >= 0

    def forward(self) -> None:
        """Go to the next decision, or the end, and print the chance events on the way."""
        while self.place < len(self.moments):
            self.go_to(self.place + 1)
            if self.is_decision():
                break
            print_plain(self.last())

    def back(self) -> None:
        """Go back to the previous decision, or the start."""
        self.go_to(max(0, self.place - 1))
        while self.place > 0 and not self.is_decision():
            self.go_to(self.place - 1)

    def show(self) -> None:
        print_plain(self.session.text(self.seat))
        if self.place:
            print_plain(self.last())


def _step_through(playback: Playback) -> None:
    """Show position after position; on a terminal the user chooses which."""
    if playback.place == 0:
        playback.forward()
    while True:
        if playback.is_decision() or console.is_terminal:
            playback.show()
        if console.is_terminal:
            has_moved = _ask_and_move(playback)
        else:
            has_moved = _move(playback, "")
        if not has_moved:
            return


def _ask_and_move(playback: Playback) -> bool:
    """Ask until the position changes; False to quit."""
    while True:
        answer = ask(PROMPT)
        if answer is None or answer.lower() in ("q", "quit"):
            return False
        if _move(playback, answer):
            return True
        print_wrapped(
            "this is the last position"
            if not answer
            else f"enter a number from 0 to {len(playback.moments)}"
        )


def _move(playback: Playback, answer: str) -> bool:
    """Move as the answer says; False if the position stays the same."""
    before = playback.place
    if not answer:
        playback.forward()
    elif answer.lower() in ("b", "back"):
        playback.back()
    elif re.fullmatch("[0-9]{1,9}", answer) and int(answer) <= len(playback.moments):
        playback.go_to(int(answer))
        return True
    return playback.place != before


# Luck


def verify(
    file: Annotated[Path, typer.Argument(help="the transcript of a game at a table")],
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="the seed of the table, if the transcript lacks it"),
    ] = None,
    receipt: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="what a player's page saved; may be repeated"),
    ] = None,
) -> None:
    """Check every die and card of a game at a table against the seed revealed at its end.

    The status is 1 if the record is consistent and yet not fair, as far as it can be known.
    """
    from offleash.play.fair_luck import parse_seed
    from offleash.play.live_luck import LivePledge
    from offleash.play.luck_check import describe_source
    from offleash.play.receipt import read_receipt
    from offleash.play.transcript import read_transcript

    seed_bytes = None if seed is None else parse_seed(seed)
    receipts = [read_receipt(path) for path in receipt or ()]
    announce_compiling()
    transcript = read_transcript(file)
    pledge = transcript.pledge
    if pledge is None:
        raise BadFile(file, None, "this game has no committed seed, so there is nothing to verify")
    if seed_bytes is None and pledge.seed is None:
        raise BadFile(file, None, "the transcript has no seed: give it with --seed")
    count = _check_outcomes(file, transcript.session, pledge, seed_bytes)
    source = "these chains" if isinstance(pledge, LivePledge) else "this seed"
    texts = {0: "nothing was left to chance", 1: f"the only outcome follows from {source}"}
    default = f"all {count} outcomes follow from {source}"
    words = f"; {describe_source(pledge)}" if count else ""
    print_plain(f"{printable(pledge.table)}: {texts.get(count, default)}{words}")
    if seed_bytes is not None:
        pledge = with_changes(pledge, seed=seed_bytes)
    faults = _unfair_luck(transcript.session, pledge, receipts)
    for fault in faults:
        print_plain(f"not fair: {printable(fault)}")
    print_plain(_describe_unchecked(pledge, receipts))
    if faults:
        raise typer.Exit(1)


def _check_outcomes(file: Path, session: "Session", pledge: "AnyPledge", seed: bytes | None) -> int:
    """Return how many outcomes follow from the luck. Raises BadFile at the first that does not."""
    from offleash.play.fair_luck import count_chances, find_mismatch
    from offleash.play.luck_check import checked_luck

    try:
        difference = find_mismatch(session, checked_luck(pledge, session, seed))
    except OffleashError as error:
        raise BadFile(file, None, str(error)) from None
    if difference:
        raise BadFile(file, None, str(difference))
    return count_chances(session)


def _unfair_luck(
    session: "Session", pledge: "AnyPledge", receipts: "Sequence[Receipt]"
) -> list[str]:
    """Return what speaks against the luck, by the record and receipts."""
    from offleash.play.luck_check import describe_unfair
    from offleash.play.receipt import disagreements

    unfair = describe_unfair(pledge)
    faults = [unfair] if unfair else []
    return faults + [
        fault for receipt in receipts for fault in disagreements(receipt, pledge, session)
    ]


def _describe_unchecked(pledge: "AnyPledge", receipts: "Sequence[Receipt]") -> str:
    """Return what only the pages of players can know, as far as no receipt says it."""
    from offleash.play.luck_check import contributors

    seats = {seat for receipt in receipts for seat in receipt.seats}
    rest = [seat for seat in contributors(pledge) if seat not in seats]
    if not receipts:
        return (
            "not checked: whether players' pages saw this commitment and these promises before "
            "they showed theirs, and whether one was dropped; a player's receipt tells: "
            "--receipt FILE"
        )
    own = f"checked with the receipt of seat {join_and(map(str, sorted(seats)))}" if seats else ""
    others = f"not checked: the memory of seat {join_and(map(str, rest))}" if rest else ""
    return "; ".join(filter(None, (own, others))) or "the receipts show nothing"
