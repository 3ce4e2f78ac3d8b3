"""A game of a table whose luck can be checked; `python -m tests.play.lucky` writes it again."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import offleash
from offleash.compiler.rules.random import below
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import CHANCE
from offleash.play.fair_luck import (
    PROMISE,
    REVEAL,
    FairLuck,
    Pledge,
    WordStep,
    commitment,
    fair_outcome,
    promise_of,
)
from offleash.play.session import Session
from offleash.play.transcript import format_transcript

FILE = Path(__file__).parent / "table.txt"
DAY = date(2026, 11, 15)
SEED = bytes(range(32))
NOW_MS = 1_763_200_000_000


def pledge(words: tuple[str, ...], seed: bytes | None = SEED) -> Pledge:
    return Pledge("kennel", commitment(SEED), words, seed)


def play_game(game: str, fair: FairLuck, actions: int = 10_000) -> Session:
    """A game at a table: chance as it must be, decisions at random."""
    session, rng = offleash.new(game), streams()
    while len(session.history) < actions and not session.over:
        legal = session.legal_numbers
        chance = session.actor == CHANCE
        session.play(fair_outcome(session, fair) if chance else legal[below(rng, 0, len(legal))])
    return session


def whole_game() -> str:
    """Its transcript, with the seed."""
    words = ("00ff" * 8, "abcd" * 8)
    promises = [(PROMISE, seat, promise_of(word)) for seat, word in enumerate(words)]
    reveals = [(REVEAL, seat, word) for seat, word in enumerate(words)]
    steps = [WordStep(2 + n, NOW_MS + 40 * n, *step) for n, step in enumerate(promises + reveals)]
    whole = replace(pledge(words), steps=tuple(steps))
    return format_transcript(play_game("domidog", whole.fair()), DAY, whole)


if __name__ == "__main__":
    FILE.write_text(whole_game(), encoding="utf-8")
