"""A game that was played, from every seat and at every moment."""

import pickle
import random
import xml.etree.ElementTree as ET
from itertools import groupby

import msgspec
import pytest

from offleash.contract.rules.actors import CHANCE, EVERYBODY, NOBODY
from offleash.games import registry
from offleash.play.fair_luck import Pledge
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.tables.live.narration import FACE_DOWN
from offleash.tables.log.entries import (
    OPEN,
    BotAssigned,
    GameStarted,
    LogEntry,
    MovePlayed,
    MoveUndone,
    SeatTaken,
)
from offleash.tables.replays.tape import (
    Tape,
    Tapes,
    account_of_table,
    has_ended,
    pack,
    perspective,
    read,
    tape_of_table,
    unpack,
)
from offleash.tools.errors import OffleashError
from tests.play import lucky
from tests.tables.sample_tables import move, pinned_facts, seated_table

GAMES = ("uri-nation", "dog", "puppy-park", "domidog", "secret-mission")
SECRETIVE = ("dog", "domidog", "secret-mission")  # somebody who looks on does not see all


@pytest.fixture(scope="module")
def tapes():
    """The first moments of each game."""
    tapes_by_game = {}
    for game in GAMES:
        seats = registry.load(game).max_seats
        session = lucky.play_game(game, lucky.pledge(("",) * seats).fair(), 60)
        tapes_by_game[game] = read(format_transcript(session, lucky.DAY))
    return tapes_by_game


@pytest.mark.parametrize("game", GAMES)
def test_a_tape_that_was_sent_by_another_process_is_the_same(tapes, game):
    tape = tapes[game]
    packed = pickle.loads(pickle.dumps(pack(tape)))
    other = unpack(packed)
    assert other.transcript() == tape.transcript()
    assert other.frame(len(tape) // 2, 0) == tape.frame(len(tape) // 2, 0)
    assert (other.names, other.display_names) == (tape.names, tape.display_names)
    assert other.lines(0) == tape.lines(0) and pack(other) == packed


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_a_picture_and_words(tapes, game):
    tape = tapes[game]
    pictures = set()
    for seat in (EVERYBODY, NOBODY, *range(len(tape.names))):
        for at in (0, len(tape) // 2, len(tape)):
            frame = tape.frame(at, seat)
            ET.fromstring(frame.svg)
            ET.fromstring(f'<g xmlns:xlink="x">{frame.marks}</g>')
            assert frame.headline
        pictures.add(frame.svg)
        moves = [line.number for line in tape.lines(seat) if line.kind == "move"]
        assert moves == sorted(set(moves))
        described = {line.number for line in tape.lines(seat)}
        moments = enumerate(tape.session.history)
        for actor, run in groupby(moments, key=lambda moment: moment[1].actor):
            assert actor == CHANCE or described & {number for number, _ in run}
    assert FACE_DOWN not in {line.text for line in tape.lines(EVERYBODY)}
    assert len(pictures) > 1


@pytest.mark.parametrize("game", SECRETIVE)
def test_all_open_shows_what_a_spectator_does_not_see(tapes, game):
    tape = tapes[game]
    assert any(
        tape.frame(at, EVERYBODY).svg != tape.frame(at, NOBODY).svg for at in range(0, 60, 10)
    )
    hidden = [line for line in tape.lines(EVERYBODY) if line not in tape.lines(NOBODY)]
    assert hidden


@pytest.mark.parametrize("game", SECRETIVE)
def test_a_frame_of_a_seat_is_what_it_was_sent_at_the_table(game):
    table, rng = seated_table(game), random.Random(1)
    for _ in range(6):
        move(table, rng)
    session = table.session
    draw, named = session.game.pictures.draw, table.names.in_picture
    svgs = [named(draw(session.view(seat), session.options, seat)) for seat in (NOBODY, 0, 1)]
    marks = [named(session.last_turn(seat)) for seat in (NOBODY, 0, 1)]
    at = len(session.history)
    for _ in range(3):
        move(table, rng)
    tape = tape_of_table(table)
    for number, seat in enumerate((NOBODY, 0, 1)):
        frame = tape.frame(at, seat)
        assert (frame.svg, frame.marks) == (svgs[number], marks[number])


def test_a_table_becomes_a_tape_that_is_its_own():
    table, rng = seated_table("secret-mission"), random.Random(1)
    while table.phase != "over":
        move(table, rng)
    tape = tape_of_table(table)
    assert tape.names == ("Name 0", "Name 1")
    assert tape.verdict[0]
    assert tape.day == "2023-11-14"
    copy = parse_transcript(tape.transcript(), "it")
    assert copy.session.state.tobytes() == table.session.state.tobytes()
    assert isinstance(copy.pledge, Pledge)
    assert table.session.history[0].plans_before  # the table's own is as it was
    assert tape.session.history[0].plans_before == b""


def test_bots_have_their_own_names_and_namesakes_those_of_their_seats():
    session = lucky.play_game("domidog", lucky.pledge(("", "")).fair(), 20)
    for names, expected in (
        (("strong", "Ann"), ("Nova", "Ann")),
        (("strong", "strong"), ("Nova", "Atlas")),
        (("Ann", "Ann"), ("Rust", "Azure")),
        (("Ann", "Bob"), ("Ann", "Bob")),
    ):
        assert Tape(session, names, "2026-11-15").display_names == expected
    tape = Tape(session, ("search:300", "Ann"), "2026-11-15")
    assert list(tape.seats()) == [("Rust", "Sherlock"), ("Azure", "Ann")]


def log(entries):
    return [LogEntry(n, f"c{n}", entry, 0.0) for n, entry in enumerate(entries)]


def test_an_account_is_the_log_without_what_was_taken_back():
    facts = msgspec.structs.replace(pinned_facts("domidog", [OPEN, OPEN]), rules="0.1")
    entries = [
        SeatTaken(0, "h", "Ann"),
        BotAssigned(1, "greedy", 0),
        GameStarted(("deal 1", "deal 2")),
        MovePlayed(0, "lay 1"),
        MoveUndone(0),
        MovePlayed(0, "lay 2", ("deal 3",)),
        MovePlayed(1, "lay 4", ends=True),
    ]
    account = account_of_table(facts, log(entries))
    assert account.seats == ("Ann", "greedy")
    assert account.actions == (
        ("chance", "deal 1"),
        ("chance", "deal 2"),
        ("seat 0", "lay 2"),
        ("chance", "deal 3"),
        ("seat 1", "lay 4"),
    )
    assert has_ended(log(entries))
    assert not has_ended(log(entries[:-1]))


def test_only_a_limited_number_of_actions_is_cached(tapes):
    cache = Tapes(max_actions=400)
    cache.put("a", tapes["dog"])
    cache.put("b", tapes["dog"])
    assert cache.get("a") is tapes["dog"]
    cache.put("c", tapes["dog"])  # each counts for 160
    assert [name for name in "abc" if cache.get(name)] == ["a", "c"]
    alone = Tapes(max_actions=1)
    alone.put("a", tapes["dog"])
    assert alone.get("a")


@pytest.mark.parametrize("word", ["2", "-1", "x", "", "99999", "٣"])
def test_an_unknown_seat_has_no_view(word):
    assert [perspective(line, 2) for line in ("all", "nobody", "1")] == [EVERYBODY, NOBODY, 1]
    with pytest.raises(OffleashError, match="is not a perspective"):
        perspective(word, 2)
