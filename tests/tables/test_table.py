"""A table by itself: who may do what, what is taken back, what a log comes to."""

import random

import msgspec
import pytest

from offleash.contract.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.fair_luck import (
    FairLuck,
    check_steps,
    describe_steps,
    fair_outcome,
    promise_of,
    unfair_restarts,
)
from offleash.play.session import Session
from offleash.tables.live import messages, views
from offleash.tables.live.chunks import chunks
from offleash.tables.live.table import ABANDONED, GATHERING, OVER, PLAYING, WORDS, Refusal, Table
from offleash.tables.live.views import PageState, TableView
from offleash.tables.log.entries import (
    OPEN,
    BotAssigned,
    LogEntry,
    MovePlayed,
    MoveUndone,
    PlayerReturned,
    SeatTaken,
    WordAdded,
    WordPromised,
)
from offleash.tables.replays.tape import tape_of_table
from tests.tables.sample_tables import NOW, SEED, move, pinned_facts, seated_table, take

GAMES = tuple(registry.ROWS)
ID = "12345678"


def a_move(table, action="", at=None):
    return messages.Move(id=ID, at=len(table.session.history) if at is None else at, action=action)


def promise_word(table, seat, word):
    take(table, table.decide(seat, messages.Promise(id=ID, promise=promise_of(word))))


def test_nobody_can_choose_a_word_after_another_was_shown():
    """An operator who plays knows the seed: seat 2 would try words until the deal suits it."""
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    take(table, table.sit("ann", "Ann"))
    take(table, table.sit("operator", "Bob"))
    promise_word(table, 0, "a" * 32)
    with pytest.raises(Refusal, match="when everybody has promised"):
        table.decide(0, messages.Word(id=ID, word="a" * 32))
    promise_word(table, 2, "b" * 32)
    take(table, table.decide(0, messages.Word(id=ID, word="a" * 32)))
    with pytest.raises(Refusal, match="already promised"):
        promise_word(table, 2, "c" * 32)
    with pytest.raises(Refusal, match="not the word that you promised"):
        table.decide(2, messages.Word(id=ID, word="c" * 32))
    assert not table.is_ready
    with pytest.raises(Refusal, match="can't begin"):
        table.begin()
    # who keeps back a word gets no other luck: the game is not played
    take(table, table.give_up_words(table.gathered_at))
    assert table.phase == ABANDONED and table.silent == {2}
    for word in (messages.Word(id=ID, word="b" * 32), messages.Promise(id=ID, promise="d" * 64)):
        with pytest.raises(Refusal):
            table.decide(2, word)
    with pytest.raises(Refusal, match="can't begin"):
        table.begin()
    show = TableView(table).show(0, PageState(), {}, ())
    assert show.headline == "This game is not played: the word of Bob was not shown"
    assert show.fate.seed  # so that everybody can find out what Bob declined
    facts, entries = table.rematch(NOW)  # with the same seats, and luck of its own
    assert [entry.seat for entry in entries] == [0, 2] and facts.seed != table.facts.seed


def test_only_a_promise_can_be_missing_without_harm():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    take(table, table.sit("ann", "Ann"))
    take(table, table.sit("ben", "Ben"))
    promise_word(table, 0, "a" * 32)
    take(table, table.give_up_words(table.gathered_at))
    assert table.phase == WORDS and table.silent == {2}
    with pytest.raises(Refusal, match="did not arrive in time"):
        promise_word(table, 2, "d" * 32)
    promise_word(table, 0, "e" * 32)
    take(table, table.decide(0, messages.Word(id=ID, word="e" * 32)))
    take(table, table.begin())
    pledge = tape_of_table(table).pledge
    assert pledge.words == ("e" * 32, "", "", "")
    check_steps(pledge)
    assert "every word was promised" in describe_steps(pledge)
    assert "seat 2 was missing" in describe_steps(pledge)
    assert unfair_restarts(pledge) == ()


def test_nobody_leaves_or_joins_the_words_once_one_is_shown():
    """A seat that goes to a bot, or comes back from one, would bring new words and new luck."""
    table = Table(pinned_facts("dog", [OPEN, OPEN, OPEN, "greedy"]))
    for name in ("ann", "ben", "eve"):
        take(table, table.sit(name, name.title()))
    take(table, table.lend(2, 0, "greedy", is_away=True))
    promise_word(table, 0, "a" * 32)
    promise_word(table, 1, "b" * 32)
    take(table, table.decide(0, messages.Word(id=ID, word="a" * 32)))
    with pytest.raises(Refusal, match="the seats stay as they are"):
        table.lend(1, 0, "greedy", is_away=True)
    take(table, table.decide(2, messages.Return(id=ID)))
    assert table.missing_words == (1,)
    take(table, table.decide(1, messages.Word(id=ID, word="b" * 32)))
    assert take(table, table.begin())


def test_a_bot_for_a_seat_that_promised_a_word_gives_all_new_words():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    take(table, table.sit("ann", "Ann"))
    take(table, table.sit("ben", "Ben"))
    promise_word(table, 0, "a" * 32)
    promise_word(table, 2, "b" * 32)
    take(table, table.lend(2, 0, "greedy", is_away=True))
    promise_word(table, 0, "c" * 32)
    take(table, table.decide(0, messages.Word(id=ID, word="c" * 32)))
    take(table, table.begin())
    check_steps(tape_of_table(table).pledge)


def test_the_steps_of_the_words_do_not_depend_on_clocks():
    """Servers on one database have clocks of their own."""
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    words = {0: "a" * 32, 2: "b" * 32}
    entries = [SeatTaken(seat, f"holder-{seat}", f"Name {seat}") for seat in words]
    entries += [WordPromised(seat, promise_of(word)) for seat, word in words.items()]
    entries += [WordAdded(seat, word) for seat, word in words.items()]
    for seq, entry in enumerate(entries):
        table.apply(LogEntry(seq, f"c{seq}", entry, NOW - seq))
    check_steps(tape_of_table(table).pledge)


def test_a_table_gathers_hears_words_and_begins():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    assert table.phase == GATHERING
    take(table, table.sit("ann", "Ann"))
    assert table.phase == GATHERING
    assert take(table, table.sit("ben", "Ben")).seat == 2
    assert table.phase == WORDS and not table.is_ready
    promise_word(table, 0, "0" * 32)
    promise_word(table, 2, "1" * 32)
    take(table, table.decide(0, messages.Word(id=ID, word="0" * 32)))
    assert not table.is_ready
    take(table, table.decide(2, messages.Word(id=ID, word="1" * 32)))
    assert table.is_ready
    take(table, table.begin())
    assert table.phase == PLAYING and table.actor >= 0


def test_words_come_once_and_not_after_the_beginning():
    table = Table(pinned_facts("dog", [OPEN, "greedy", "greedy", "greedy"]))
    take(table, table.sit("ann", "Ann"))
    promise_word(table, 0, "0" * 32)
    word = messages.Word(id=ID, word="0" * 32)
    take(table, table.decide(0, word))
    with pytest.raises(Refusal, match="already added your word"):
        table.decide(0, word)
    take(table, table.begin())
    with pytest.raises(Refusal, match="too late to add a word"):
        table.decide(0, word)


def test_an_occupied_seat_is_never_taken():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    take(table, table.sit("ann", "Ann", 2))
    with pytest.raises(Refusal, match="that seat is taken"):
        table.sit("ben", "Ben", 2)
    with pytest.raises(Refusal, match="that seat is taken"):
        table.sit("ben", "Ben", 1)
    with pytest.raises(Refusal, match="already have a seat"):
        table.sit("ann", "Ann", 0)
    with pytest.raises(Refusal, match="ANN is already at this table"):
        table.sit("ben", "ANN")
    take(table, table.sit("ben", "Ben"))
    with pytest.raises(Refusal, match="every seat"):
        table.sit("cat", "Cat")


@pytest.mark.parametrize("game", GAMES)
def test_chance_follows_from_seed_and_words(game):
    """The whole log, with every outcome worked out once more from seed, words and table."""
    table, rng = seated_table(game), random.Random(5)
    for _ in range(30):
        if table.phase == OVER:
            break
        move(table, rng)
    words = [f"{seat:032x}" for seat in range(len(table.seats))]
    fair = FairLuck(SEED, words, "a-table")
    copy = Session(table.game, table.session.options)
    for moment in table.session.history:
        if moment.actor == CHANCE:
            assert fair_outcome(copy, fair) == moment.action
        copy.play(moment.action)
    assert copy.state.tobytes() == table.session.state.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_deciding_leaves_the_table_as_it_was(game):
    """A command that is not written down in the end has changed nothing."""
    table, rng = seated_table(game), random.Random(3)
    for _ in range(12):
        session = table.session
        before = (session.state.tobytes(), len(session.history), session.luck.streams.tobytes())
        action = session.game.notation.format_action(
            rng.choice(session.legal_numbers), session.options
        )
        table.decide(table.actor, a_move(table, action))
        now = (session.state.tobytes(), len(session.history), session.luck.streams.tobytes())
        assert now == before
        move(table, rng)


def test_illegal_moves_are_refused_with_a_reason():
    table = seated_table("dog")
    actor = table.actor
    legal = table.session.legal[0]
    with pytest.raises(Refusal, match="you are watching"):
        table.decide(-1, a_move(table, legal))
    with pytest.raises(Refusal, match=f"it is Name {actor}'s turn"):
        table.decide((actor + 1) % 4, a_move(table, legal))
    with pytest.raises(Refusal, match="gone on since"):
        table.decide(actor, a_move(table, legal, at=0))
    with pytest.raises(Refusal, match="illegal"):
        table.decide(actor, a_move(table, "9 a"))


def test_only_the_players_own_last_decision_can_be_undone():
    """Puppy Park is open: a tile that was picked is put back, a turn that went on is not."""
    table, rng = seated_table("puppy-park"), random.Random(1)
    move(table, rng)  # the first tile has its place
    actor = table.actor
    move(table, rng)  # picks a tile; the same seat then places it
    assert table.actor == actor
    undo = messages.Undo(id=ID, at=len(table.session.history))
    with pytest.raises(Refusal, match="no longer take back"):
        table.decide(1 - actor, undo)
    state = table.session.history[-1].before
    assert take(table, table.decide(actor, undo)) == MoveUndone(actor)
    assert table.session.state.tobytes() == state
    assert not table.can_undo(actor) and table.can_undo(1 - actor)


def test_a_revealed_decision_cannot_be_undone():
    """In Dog a card from the hand was seen by all; a card given face down was seen by nobody."""
    table, rng = seated_table("dog"), random.Random(2)
    actor = table.session.actor
    move(table, rng)  # gives a card face down
    assert table.session.history[-1].actor == actor
    assert table.can_undo(actor)
    while len({m.actor for m in table.session.history if m.actor >= 0}) < 4:
        move(table, rng)
    while not table.session.events(-1)[-1].text:  # until a card is played openly
        move(table, rng)
    last = table.session.history[-1]
    assert last.actor != CHANCE
    assert not table.can_undo(last.actor)


def test_nothing_before_chance_can_be_undone():
    table, rng = seated_table("uri-nation"), random.Random(2)
    while table.session.history[-1].actor != CHANCE:
        move(table, rng)
    decided = [m.actor for m in table.session.history if m.actor >= 0]
    assert not any(table.can_undo(seat) for seat in {*decided, 0})


def test_a_seat_that_is_away_goes_to_a_bot_and_back():
    table = seated_table("dog")
    with pytest.raises(Refusal, match="is here"):
        table.lend(1, 0, "greedy", is_away=False)
    with pytest.raises(Refusal, match="is here"):
        table.lend(0, 0, "greedy", is_away=True)
    assert take(table, table.lend(1, 0, "greedy", is_away=True)) == BotAssigned(1, "greedy", 0)
    assert table.seats[1].is_lent and not table.can_undo(1)
    with pytest.raises(Refusal, match="a bot already plays there"):
        table.lend(1, 0, "greedy", is_away=True)
    assert take(table, table.decide(1, messages.Return(id=ID))) == PlayerReturned(1)
    with pytest.raises(Refusal, match="no bot is playing for you"):
        table.decide(1, messages.Return(id=ID))


def test_an_open_seat_can_go_to_a_bot():
    table = Table(pinned_facts("dog", [OPEN, OPEN, "greedy", "greedy"]))
    take(table, table.sit("ann", "Ann"))
    take(table, table.lend(1, 0, "random", is_away=True))
    assert table.phase == WORDS
    with pytest.raises(Refusal, match="every seat"):
        table.sit("ben", "Ben")


def test_a_rematch_turns_the_seats():
    table, rng = seated_table("secret-mission"), random.Random(4)
    with pytest.raises(Refusal, match="not over"):
        table.rematch(NOW)
    while table.phase != OVER:
        entry = move(table, rng)
    assert isinstance(entry, MovePlayed) and entry.ends
    facts, entries = table.rematch(NOW + 9)
    assert (facts.follows, facts.created) == ("a-table", NOW + 9)
    assert facts.seed != SEED and facts.table != "a-table" and facts.invitation != "i" * 32
    assert entries == [SeatTaken(0, "holder-1", "Name 1"), SeatTaken(1, "holder-0", "Name 0")]


def test_the_winner_starts_a_rematch_of_puppy_park():
    """P21: from the seat that the winner has then."""
    table, rng = seated_table("puppy-park"), random.Random(4)
    while table.phase != OVER:
        move(table, rng)
    winner = table.session.returns.index(max(table.session.returns))
    holder = table.seats[winner].holder
    facts, entries = table.rematch(NOW)
    [seat] = [entry.seat for entry in entries if entry.holder == holder]
    assert facts.options["starter"] == str(seat)
    assert seat == (winner + 1) % len(table.seats)


def test_a_table_of_other_rules_can_only_be_read():
    facts = msgspec.structs.replace(pinned_facts("dog", [OPEN, "greedy"] * 2), rules="0")
    table = Table(facts)
    take(table, SeatTaken(0, "ann", "Ann"))
    take(table, WordAdded(0, "0" * 32))
    take(table, MovePlayed(0, "no such thing"))
    assert table.phase == "readonly"
    for decide in (
        lambda: table.decide(0, messages.Move(id=ID, at=0, action="9 a")),
        lambda: table.decide(0, messages.Undo(id=ID, at=0)),
        lambda: table.decide(0, messages.Return(id=ID)),
        lambda: table.lend(2, 0, "greedy", is_away=True),
        lambda: table.sit("ben", "Ben"),
    ):
        with pytest.raises(Refusal, match="uses rules 0; this server has rules 1"):
            decide()
    show = TableView(table).show(0, PageState(), {}, ())
    assert (show.phase, show.choices, show.picture.splices) == ("readonly", (), ())
    assert "rules 0" in show.headline


def test_a_seats_picture_is_drawn_once_for_all_its_pages(monkeypatch):
    table, drawn = seated_table("secret-mission"), []
    view = TableView(table)
    monkeypatch.setattr(views, "chunks", lambda svg: drawn.append(svg) or chunks(svg))
    pages = [(seat, PageState()) for seat in (-1, 0, 1) for _ in range(10)]
    for expected in (1, 2):
        shows = [view.show(seat, page, {}, ()) for seat, page in pages]
        assert len(drawn) == 3 * expected
        assert len(set(map(messages.encode, shows))) == 3  # the pages of a seat get the same
        move(table, random.Random(expected))
    late = view.show(0, PageState(), {}, ())
    assert late.picture.whole and len(late.picture.splices) == 1
