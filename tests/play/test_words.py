"""When words were promised and shown: every kind of cheating has its own message."""

from dataclasses import replace

import pytest

from offleash.play.fair_luck import MISS, PROMISE, REVEAL, WordStep, check_steps, promise_of
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.tools.errors import OffleashError
from tests.play import lucky
from tests.processes import run_program

WORDS = ("00ff" * 8, "abcd" * 8)


def steps(*events):
    return tuple(WordStep(n, 1000 + n, *event) for n, event in enumerate(events))


HONEST = (
    (PROMISE, 0, promise_of(WORDS[0])),
    (PROMISE, 1, promise_of(WORDS[1])),
    (REVEAL, 1, WORDS[1]),
    (REVEAL, 0, WORDS[0]),
)
FIRST, SECOND, SHOWS_SECOND, SHOWS_FIRST = HONEST

CHEATS = {
    "after others had shown": (SECOND, SHOWS_SECOND, FIRST, SHOWS_FIRST),
    "another word than it had promised": (FIRST, SECOND, SHOWS_SECOND, (REVEAL, 0, "aa" * 16)),
    "began without it": (FIRST, SECOND, SHOWS_SECOND),
    "promised two words": (FIRST, SECOND, (PROMISE, 0, "0" * 64), SHOWS_SECOND, SHOWS_FIRST),
    "showed two words": (FIRST, SECOND, SHOWS_FIRST, SHOWS_FIRST, SHOWS_SECOND),
    "not the one that it showed": (SECOND, SHOWS_SECOND),
    "again after its word was missing": (FIRST, SECOND, (MISS, 0), FIRST, SECOND),
}


def test_honest_steps_are_accepted_also_after_a_restart():
    check_steps(replace(lucky.pledge(WORDS), steps=steps(*HONEST)))
    again = steps(FIRST, SECOND, SHOWS_FIRST, (MISS, 1), FIRST, SHOWS_FIRST)
    check_steps(replace(lucky.pledge((WORDS[0], "")), steps=again))


@pytest.mark.parametrize("message", CHEATS)
def test_planted_cheats_are_named(message):
    words = (WORDS[0], WORDS[1])
    pledge = replace(lucky.pledge(words), steps=steps(*CHEATS[message]))
    if message == "began without it":
        pledge = replace(pledge, words=("", WORDS[1]))
    with pytest.raises(OffleashError, match=message):
        check_steps(pledge)


def test_steps_and_times_go_forward():
    honest = steps(*HONEST)
    swapped = (replace(honest[0], number=1), replace(honest[1], number=0), *honest[2:])
    with pytest.raises(OffleashError, match="comes after"):
        check_steps(replace(lucky.pledge(WORDS), steps=swapped))
    earlier = (*honest[:3], replace(honest[3], at=999))
    with pytest.raises(OffleashError, match="earlier than"):
        check_steps(replace(lucky.pledge(WORDS), steps=earlier))


def test_transcripts_keep_the_steps_and_verify_checks_them(tmp_path):
    pledge = replace(lucky.pledge(WORDS), steps=steps(*HONEST))
    session = lucky.play_game("domidog", pledge.fair())
    text = format_transcript(session, lucky.DAY, pledge)
    assert parse_transcript(text, "it").pledge == pledge
    for cheat, status, words in (
        (pledge, 0, "every word was promised before any was shown"),
        (replace(pledge, steps=()), 0, "does not say when the words were chosen"),
        (replace(pledge, steps=pledge.steps[:3]), 2, "not the one that it showed"),
    ):
        (tmp_path / "game.txt").write_text(format_transcript(session, lucky.DAY, cheat))
        run = run_program("offleash.cli", "verify", str(tmp_path / "game.txt"))
        assert run.returncode == status
        assert words in run.stdout + run.stderr
