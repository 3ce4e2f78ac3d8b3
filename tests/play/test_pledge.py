"""A transcript has a table's pledge about its luck, and `verify` checks it."""

import re
from dataclasses import replace

import pytest

from offleash.cli.app import run
from offleash.play.fair_luck import commitment
from offleash.play.session import Session
from offleash.play.transcript import (
    OtherRulesVersion,
    _LineMarks,
    format_transcript,
    parse_transcript,
    parse_without_replay,
    read_transcript,
    seal,
)
from offleash.tools.errors import BadFile, OffleashError
from tests.play.lucky import DAY, FILE, SEED, play_game, pledge, whole_game

WORDS = ("00ff" * 8, "")


@pytest.fixture(scope="module")
def session():
    return play_game("domidog", pledge(WORDS).fair())


def with_line_marks(lines: list[str]) -> str:
    """The lines as a transcript whose marks are right; the digest is not."""
    texts = [re.sub(" *~[0-9a-f]{4}$", "", line) for line in lines[:-1]]
    marks = _LineMarks()
    return "\n".join([*(f"{text}  ~{marks.mark(text)}" for text in texts), lines[-1], ""])


def test_the_golden_game_is_as_it_was():
    assert FILE.read_text(encoding="utf-8") == whole_game()


@pytest.mark.parametrize("seed", [None, SEED])
def test_a_pledge_is_read_as_it_was_written(session, seed):
    text = format_transcript(session, DAY, pledge(WORDS, seed))
    transcript = parse_transcript(text, "it")
    assert transcript.pledge == pledge(WORDS, seed)
    assert format_transcript(transcript.session, DAY, transcript.pledge) == text
    assert ("\nseed " in text) == (seed is not None)
    assert text.count("\nword ") == 1


def test_a_transcript_without_a_pledge_is_unchanged(session):
    assert parse_transcript(format_transcript(session, DAY), "it").pledge is None


@pytest.mark.parametrize(
    ("line", "instead", "sentence"),
    [
        ("table", "", "there is a commit but no table"),
        ("commit", "", "there is a table but no commit"),
        ("table", "table a/b", "'a/b' is not a table's id"),
        ("commit", "commit abc", "'abc' is not a commitment"),
        ("word 0", "word 0 xyz", "'xyz' is not a seat's word"),
        ("word 0", "word 9 00", "there is no seat 9"),
        ("word 0", "word x 00", "the word of seat x is in the wrong place"),
        ("word 0", "word 0 00\nword 0 11", "the word of seat 0 is in the wrong place"),
        ("seed", "seed 1234", "'1234' is not a table's seed"),
        ("seed", "seed " + "0" * 64 + "\ntable t", "has two lines for table"),
    ],
)
def test_a_wrong_line_is_named(session, line, instead, sentence):
    lines = format_transcript(session, DAY, pledge(WORDS)).splitlines()
    at = next(n for n, text in enumerate(lines) if text.startswith(line + " "))
    changed = lines[:at] + instead.splitlines() + lines[at + 1 :]
    with pytest.raises(BadFile, match=sentence) as error:
        parse_transcript(with_line_marks(changed), "it")
    assert error.value.line in (at, at + 1, at + 2)


def write_game(tmp_path, text):
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_fair_game_is_verified(tmp_path, capsys, session):
    run(["verify", str(FILE)])
    first, second = capsys.readouterr().out.splitlines()
    assert first == (
        "kennel: all 28 outcomes follow from this seed; "
        "every word was promised before any was shown"
    )
    assert second.startswith("not checked: whether players' pages saw this commitment")
    file = write_game(tmp_path, format_transcript(session, DAY, pledge(WORDS, None)))
    run(["verify", file, "--seed", SEED.hex().upper()])
    assert "outcomes follow from this seed" in capsys.readouterr().out


def test_a_game_without_chance_says_so(tmp_path, capsys, session):
    late = replace(pledge(WORDS, SEED), table="late")
    last = session.past(len(session.history) - 1)
    end = Session(last.game, last.options, position=last.position)
    end.play(session.history[-1].action)
    run(["verify", write_game(tmp_path, format_transcript(end, DAY, late))])
    assert capsys.readouterr().out.startswith("late: nothing was left to chance\n")


def verify_error(*words) -> str:
    with pytest.raises(OffleashError) as error:
        run(["verify", *words])
    return str(error.value)


def test_the_first_outcome_that_differs_is_named_with_its_number(tmp_path, session):
    false = replace(pledge(WORDS), words=("00ff" * 8, "00"))
    file = write_game(tmp_path, format_transcript(session, DAY, false))
    assert re.search(
        r"game.txt: action \d+ \(chance \d+\) is '.+', but the seed gives '.+'", verify_error(file)
    )


def test_what_cannot_be_verified_is_refused(tmp_path, session):
    plain = write_game(tmp_path, format_transcript(session, DAY))
    assert "no committed seed" in verify_error(plain)
    file = write_game(tmp_path, format_transcript(session, DAY, pledge(WORDS, None)))
    assert "give it with --seed" in verify_error(file)
    assert "64 hexadecimal digits" in verify_error(file, "--seed", "12")
    assert "the table committed to" in verify_error(file, "--seed", "00" * 32)
    lying = replace(pledge(WORDS), commitment=commitment(b"something else"))
    assert "the table committed to" in verify_error(
        write_game(tmp_path, format_transcript(session, DAY, lying))
    )
    damaged = FILE.read_text(encoding="utf-8").replace("table     kennel", "table     kennes")
    assert "was changed or cut" in verify_error(write_game(tmp_path, damaged))


def test_an_account_shows_the_text_whatever_the_rules(session):
    text = format_transcript(session, DAY, pledge(WORDS))
    other = with_line_marks(re.sub(r"(?m)^rules .*", "rules     0.1", text).splitlines())
    with pytest.raises(
        OtherRulesVersion, match=r"line 3: it was played with rules 0\.1, these are"
    ):
        parse_transcript(other, "it")
    account = parse_without_replay(other, "it")
    assert (account.game, account.rules, account.date) == ("domidog", "0.1", "2026-11-15")
    assert len(account.actions) == len(session.history)
    number, moment = next((n, m) for n, m in enumerate(session.history) if m.actor >= 0)
    action = session.game.notation.format_action(moment.action, session.options)
    assert account.actions[number] == (f"seat {moment.actor}", action)
    assert account.result.startswith("seat 0: ")


def test_a_sealed_game_under_way_stays_sealed(tmp_path):
    text = format_transcript(play_game("domidog", pledge(WORDS).fair(), 20), DAY)
    other = with_line_marks(re.sub(r"(?m)^rules .*", "rules     0.1", text).splitlines())
    for read in (parse_without_replay, parse_transcript):
        with pytest.raises(BadFile, match=r"sealed until the game ends|rules 0\.1") as error:
            read(seal(other), "it")
        assert error.value.line is None
    with pytest.raises(BadFile, match="the header of the sealed save was changed"):
        parse_without_replay(seal(other).replace("sealed until", "open after"), "it")


def test_what_a_game_read_and_played_on_no_longer_follows_from_is_dropped(tmp_path, session):
    file = write_game(tmp_path, format_transcript(session, DAY, pledge(WORDS)))
    assert "\ntable" not in format_transcript(read_transcript(file).session, DAY)
