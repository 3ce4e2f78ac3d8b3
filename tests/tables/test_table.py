"""A table by itself: who may do what, what is taken back, what a log comes to."""

import random

import msgspec
import pytest

from offleash.core.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.fair import FairLuck, fair_outcome
from offleash.play.session import Session
from offleash.tables import messages
from offleash.tables.entries import OPEN, Lent, Moved, Returned, Sat, Spoke, TookBack
from offleash.tables.showing import Known, Showing
from offleash.tables.table import GATHERING, OVER, PLAYING, WORDS, Refusal, Table
from tests.tables.playing import NOW, SEED, move, pinned_facts, seated, take

GAMES = tuple(registry.ROWS)
ID = "12345678"


def asked(table, action="", at=None):
    return messages.Move(id=ID, at=len(table.session.history) if at is None else at, action=action)


def test_a_table_gathers_hears_words_and_begins():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    assert table.phase == GATHERING
    take(table, table.sat("ann", "Ann"))
    assert table.phase == GATHERING
    assert take(table, table.sat("ben", "Ben")).seat == 2
    assert table.phase == WORDS and not table.is_ready
    take(table, table.wanted(0, messages.Word(id=ID, word="0" * 32)))
    assert not table.is_ready
    take(table, table.wanted(2, messages.Word(id=ID, word="1" * 32)))
    assert table.is_ready
    take(table, table.begun())
    assert table.phase == PLAYING and table.actor >= 0


def test_words_come_once_and_not_after_the_beginning():
    table = Table(pinned_facts("dog", [OPEN, "greedy", "greedy", "greedy"]))
    take(table, table.sat("ann", "Ann"))
    word = messages.Word(id=ID, word="0" * 32)
    take(table, table.wanted(0, word))
    with pytest.raises(Refusal, match="is there already"):
        table.wanted(0, word)
    take(table, table.begun())
    with pytest.raises(Refusal, match="no longer taken"):
        table.wanted(0, word)


def test_an_occupied_seat_is_never_taken():
    table = Table(pinned_facts("dog", [OPEN, "greedy", OPEN, "greedy"]))
    take(table, table.sat("ann", "Ann", 2))
    with pytest.raises(Refusal, match="that seat is taken"):
        table.sat("ben", "Ben", 2)
    with pytest.raises(Refusal, match="that seat is taken"):
        table.sat("ben", "Ben", 1)
    with pytest.raises(Refusal, match="you have a seat"):
        table.sat("ann", "Ann", 0)
    with pytest.raises(Refusal, match="ANN sits here already"):
        table.sat("ben", "ANN")
    take(table, table.sat("ben", "Ben"))
    with pytest.raises(Refusal, match="every seat"):
        table.sat("cat", "Cat")


@pytest.mark.parametrize("game", GAMES)
def test_chance_follows_from_seed_and_words(game):
    """The whole log, with every outcome worked out once more from seed, words and table."""
    table, rng = seated(game), random.Random(5)
    for _ in range(30):
        if table.phase == OVER:
            break
        move(table, rng)
    words = [f"{seat:032x}" for seat in range(len(table.seats))]
    fair = FairLuck(SEED, words, "a-table")
    again = Session(table.game, table.session.options)
    for moment in table.session.history:
        if moment.actor == CHANCE:
            assert fair_outcome(again, fair) == moment.action
        again.play(moment.action)
    assert again.state.tobytes() == table.session.state.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_deciding_leaves_the_table_as_it_was(game):
    """A command that is not written down in the end has changed nothing."""
    table, rng = seated(game), random.Random(3)
    for _ in range(12):
        session = table.session
        before = (session.state.tobytes(), len(session.history), session.luck.streams.tobytes())
        action = session.game.format_action(rng.choice(session.legal_numbers), session.options)
        table.wanted(table.actor, asked(table, action))
        now = (session.state.tobytes(), len(session.history), session.luck.streams.tobytes())
        assert now == before
        move(table, rng)


def test_moves_are_refused_in_words():
    table = seated("dog")
    actor = table.actor
    legal = table.session.legal[0]
    with pytest.raises(Refusal, match="look on"):
        table.wanted(-1, asked(table, legal))
    with pytest.raises(Refusal, match=f"it is Name {actor}'s turn"):
        table.wanted((actor + 1) % 4, asked(table, legal))
    with pytest.raises(Refusal, match="gone on since"):
        table.wanted(actor, asked(table, legal, at=0))
    with pytest.raises(Refusal, match="illegal"):
        table.wanted(actor, asked(table, "9 a"))


def test_the_own_last_decision_is_taken_back_and_no_other():
    """Puppy Park is open: a tile that was picked is put back, a turn that went on is not."""
    table, rng = seated("puppy-park"), random.Random(1)
    move(table, rng)  # the first tile has its place
    actor = table.actor
    move(table, rng)  # picks a tile; the same seat then places it
    assert table.actor == actor
    undo = messages.Undo(id=ID, at=len(table.session.history))
    with pytest.raises(Refusal, match="can't be taken back"):
        table.wanted(1 - actor, undo)
    state = table.session.history[-1].before
    assert take(table, table.wanted(actor, undo)) == TookBack(actor)
    assert table.session.state.tobytes() == state
    assert not table.can_undo(actor) and table.can_undo(1 - actor)


def test_what_was_shown_is_not_taken_back():
    """In Dog a card from the hand was seen by all; a card given face down was seen by nobody."""
    table, rng = seated("dog"), random.Random(2)
    given = table.session.actor
    move(table, rng)  # gives a card face down
    assert table.session.history[-1].actor == given
    assert table.can_undo(given)
    while len({m.actor for m in table.session.history if m.actor >= 0}) < 4:
        move(table, rng)
    while not table.session.events(-1)[-1].text:  # until a card is played openly
        move(table, rng)
    last = table.session.history[-1]
    assert last.actor != CHANCE
    assert not table.can_undo(last.actor)


def test_nothing_is_taken_back_over_chance():
    table, rng = seated("uri-nation"), random.Random(2)
    while table.session.history[-1].actor != CHANCE:
        move(table, rng)
    decided = [m.actor for m in table.session.history if m.actor >= 0]
    assert not any(table.can_undo(seat) for seat in {*decided, 0})


def test_a_seat_that_is_away_goes_to_a_bot_and_back():
    table = seated("dog")
    with pytest.raises(Refusal, match="is here"):
        table.lent(1, 0, "greedy", is_away=False)
    with pytest.raises(Refusal, match="is here"):
        table.lent(0, 0, "greedy", is_away=True)
    assert take(table, table.lent(1, 0, "greedy", is_away=True)) == Lent(1, "greedy", 0)
    assert table.seats[1].is_lent and not table.can_undo(1)
    with pytest.raises(Refusal, match="a bot plays there"):
        table.lent(1, 0, "greedy", is_away=True)
    assert take(table, table.wanted(1, messages.Return(id=ID))) == Returned(1)
    with pytest.raises(Refusal, match="no bot plays for you"):
        table.wanted(1, messages.Return(id=ID))


def test_an_open_seat_can_go_to_a_bot():
    table = Table(pinned_facts("dog", [OPEN, OPEN, "greedy", "greedy"]))
    take(table, table.sat("ann", "Ann"))
    take(table, table.lent(1, 0, "random", is_away=True))
    assert table.phase == WORDS
    with pytest.raises(Refusal, match="every seat"):
        table.sat("ben", "Ben")


def test_a_rematch_turns_the_seats():
    table, rng = seated("secret-mission"), random.Random(4)
    with pytest.raises(Refusal, match="not over"):
        table.rematch(NOW)
    while table.phase != OVER:
        entry = move(table, rng)
    assert isinstance(entry, Moved) and entry.ends
    facts, entries = table.rematch(NOW + 9)
    assert (facts.follows, facts.created) == ("a-table", NOW + 9)
    assert facts.seed != SEED and facts.table != "a-table" and facts.invitation != "i" * 32
    assert entries == [Sat(0, "holder-1", "Name 1"), Sat(1, "holder-0", "Name 0")]


def test_a_table_of_other_rules_can_only_be_read():
    facts = msgspec.structs.replace(pinned_facts("dog", [OPEN, "greedy"] * 2), rules="0")
    table = Table(facts)
    take(table, Sat(0, "ann", "Ann"))
    take(table, Spoke(0, "0" * 32))
    take(table, Moved(0, "no such thing"))
    assert table.phase == "readonly"
    for decide in (
        lambda: table.wanted(0, messages.Move(id=ID, at=0, action="9 a")),
        lambda: table.wanted(0, messages.Undo(id=ID, at=0)),
        lambda: table.wanted(0, messages.Return(id=ID)),
        lambda: table.lent(2, 0, "greedy", is_away=True),
        lambda: table.sat("ben", "Ben"),
    ):
        with pytest.raises(Refusal, match="was begun with rules 0, these are 1"):
            decide()
    show = Showing(table).show(0, Known(), {}, ())
    assert (show.phase, show.choices, show.picture.splices) == ("readonly", (), ())
    assert "rules 0" in show.headline
