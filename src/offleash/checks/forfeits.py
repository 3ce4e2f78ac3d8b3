"""A check of games that end because a bot broke the rules."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from offleash.bots.kinds import register_bot
from offleash.bots.lineup import policy
from offleash.bots.python.batch import play_bots
from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import view_of
from offleash.checks.subject import Subject
from offleash.contract import Game, Records
from offleash.engine.batch import play_batch
from offleash.engine.forfeit import Forfeit

GAMES = 3  # with the bot that breaks the rules on each seat
FINISHED = 20  # games that nobody forfeits, which show what seats win together


class RuleBreaker:
    """Plays lawfully for a while, longer in each game, then gives an illegal answer."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: Any, legal: Any) -> int:
        """Return the first legal action, and at last one that there is not."""
        self.decisions += 1
        return -1 if self.decisions > view.number else int(legal[0])


def forfeits(subject: Subject) -> Iterator[tuple[int, list[float], Forfeit]]:
    """Let a bot on each seat break the rules; yield the seat, what all win, and the report."""
    game = subject.game
    seats = game.seat_count(game.options())
    for seat in range(seats):
        names = ["random"] * seats
        names[seat] = register_bot(RuleBreaker)
        batch = play_bots(game, policy(subject.origin, names), GAMES, seed=8)
        for place, forfeit in batch.forfeits.items():
            yield seat, batch.results[place].tolist(), forfeit


def has_forfeits(subject: Subject) -> bool:
    """Return whether a bot has a choice, and so can break the rules."""
    return any(True for _ in forfeits(subject))


def forfeit_breaches(subject: Subject) -> Breaches:
    """Yield what is wrong with who wins a forfeited game, and with its report."""
    total = total_share(subject.origin)
    for seat, shares, forfeit in forfeits(subject):
        if forfeit.seat != seat:
            yield f"seat {forfeit.seat} forfeits a game where a bot of seat {seat} breaks the rules"
        if shares[seat] != 0:
            yield f"seat {seat} forfeits, and wins {shares[seat]:g}"
        if total is not None and not np.isclose(sum(shares), total):
            yield f"seats win {shares} if seat {seat} forfeits, but {total:g} together otherwise"
        yield from report_breaches(subject.game, subject.game.options(), forfeit)


def total_share(game: Game) -> float | None:
    """Return what all seats win together, or None if it varies or they win or lose points."""
    players = policy(game, ["random"] * game.seat_count(game.options()))
    batch = play_batch(game, players, FINISHED, seed=8, threads=1)
    results = batch.results[batch.finished]
    totals = results.sum(axis=1)
    is_shared = results.size > 0 and results.min() >= 0 and results.max() <= 1
    return float(totals[0]) if is_shared and np.allclose(totals, totals[0]) else None


def report_breaches(game: Game, options: Records, forfeit: Forfeit) -> Iterator[str]:
    """Yield what is wrong with the position that a forfeit quotes."""
    saw = game.notation.parse_position(forfeit.saw, options)
    if view_of(game, saw, options, forfeit.seat).tobytes() != saw.tobytes():
        yield f"a forfeit of seat {forfeit.seat} quotes more than it may see: {forfeit.saw}"
    if game.rules.actor(saw[0]) != forfeit.seat:
        yield f"a forfeit of seat {forfeit.seat} quotes a position of another: {forfeit.saw}"


def _plant_forfeits(subject: Subject) -> dict[str, Subject]:
    def one_side(options: Any, seat: int) -> int:
        return 0

    def quote_nothing(states: Records, options: Records) -> str:
        return ""

    faults = {"positions are quoted as nothing": subject.planted(format_position=quote_nothing)}
    if total_share(subject.origin) is not None:
        faults["all seats are on one side"] = subject.planted(side=one_side)
    return faults


CHECKS = (
    Check("machine", "who breaks the rules forfeits the game, and nobody else", forfeit_breaches,
          _plant_forfeits, has_forfeits),
)  # fmt: skip
