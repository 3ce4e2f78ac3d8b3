import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import offleash
from offleash.compiler import rule
from offleash.contract.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import BadNotation, IllegalAction, OffleashError


def test_a_seed_decides_everything_that_chance_does():
    first, second, other = (offleash.new("dog", seed=seed) for seed in (7, 7, 8))
    assert first.position == second.position != other.position
    for _ in range(50):
        action = first.legal[-1]
        first.play(action)
        second.play(action)
    assert first.position == second.position
    assert first.state.tobytes() == second.state.tobytes()


def test_without_a_seed_chance_is_played_by_hand():
    session = offleash.new("dog")
    assert session.actor == CHANCE
    assert session.legal == [f"dealer {seat}" for seat in range(4)]
    session.play("dealer 2", "deal A", "deal K")
    assert session.position.endswith("hands=K|||A")
    assert session.actor == CHANCE


def test_illegal_actions_name_everything_and_change_nothing():
    session = offleash.new("dog", position="P0*||| hands=A,4|2|2|2")
    before = (session.state.tobytes(), list(session.history))
    with pytest.raises(IllegalAction) as error:
        session.play("A start")
    assert str(error.value) == (
        "illegal action 'A start' for seat 0: its own protected token is on the start, "
        f"in {session.game.notation.format_position(session.view(0), session.options)}"
    )
    with pytest.raises(BadNotation, match="'sit down' is not an action of Dog"):
        session.play("sit down")
    with pytest.raises(IllegalAction, match="there is no action number 9999"):
        session.play(9999)
    assert (session.state.tobytes(), list(session.history)) == before


def test_undo_goes_back_over_chance_and_gives_the_same_luck_again():
    session = offleash.new("dog", seed=2)
    states = []
    for _ in range(120):
        states.append((session.position, session.state.tobytes()))
        session.play(session.legal[0])
    end = session.state.tobytes()
    for position, record in reversed(states):
        session.undo()
        assert (session.position, session.state.tobytes()) == (position, record)
    with pytest.raises(OffleashError, match="nothing to undo"):
        session.undo()
    assert session.position == states[0][0]
    for _ in range(120):
        session.play(session.legal[0])
    assert session.state.tobytes() == end


def test_a_finished_game_pays_the_winning_team():
    session = offleash.new("dog", position="P63F1F2F3|P20|F0F1F2F3| hands=A|5|5|5")
    assert not session.over
    assert session.returns == [0, 0, 0, 0]
    session.play("A a 1")
    assert not session.over
    session.undo().play("A a 1")
    session = offleash.new("dog", position="P0F1F2F3|P20|F0F1F2F3| hands=A|5|5|5")
    session.play("A a 1 home")
    assert session.over
    assert session.actor == OVER
    assert session.returns == [1, 0, 1, 0]
    places = np.zeros(4, np.int64)
    session.game.rules.rank(session.state[0], session.options[0], places)
    assert list(places) == [0, 1, 0, 1]
    assert session.legal == []
    with pytest.raises(IllegalAction, match="for nobody: the game is over"):
        session.play("throw")


def test_str_draws_the_board():
    session = offleash.new("dog", position="P5P0*||P40| hands=A,7|2|Joker|4")
    text = str(session)
    for piece in ("Ra", "Rb*", "Ba", "Joker"):
        assert piece in text
    assert text == session.text().plain


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000), picks=st.lists(st.integers(0, 1000), max_size=150))
def test_every_past_position_stays_as_it_was(seed, picks):
    """Playing on never writes into what a session has handed out before."""
    session = offleash.new("dog", seed=seed)
    snapshots = []
    for pick in picks:
        if session.over:
            break
        view = session.view(pick % 4)
        snapshots.append((session.state, session.state.tobytes(), view, view.tobytes()))
        session.state = session.state.copy()
        session.play(session.legal[pick % len(session.legal)])
    for state, record, view, hidden in snapshots:
        assert state.tobytes() == record
        assert view.tobytes() == hidden


@pytest.mark.parametrize(
    "position",
    [
        "||| phase=give hands=?1|?1|?1|?1",
        "||| phase=deal hands=?1|||",
        "||| hands=?3|||",
        "P1||| hands=A|2|3|4 gave=?|?|?|?",
    ],
)
def test_a_view_cannot_be_played(position):
    with pytest.raises(OffleashError, match="a position with unknowns"):
        offleash.new("dog", position=position)


@pytest.mark.parametrize("seat", [4, 99, -5, None, "0", 1.5])
def test_seats_that_are_not_there(seat):
    session = offleash.new("dog", seed=1)
    with pytest.raises(OffleashError, match="there is no seat"):
        session.svg(seat)
    with pytest.raises(OffleashError, match="there is no seat"):
        session.view(seat)


@pytest.mark.parametrize("action", [None, [1], 353.9, True])
def test_an_invalid_action_is_refused(action):
    with pytest.raises(BadNotation, match="is not an action"):
        offleash.new("dog", seed=1).play(action)


def test_records_of_another_dtype_are_refused():
    """Compiled rules are entered for declared types only: nothing is silently reinterpreted."""
    if rule.MODE != "compiled":
        pytest.skip("interpreted rules take what they are given")
    session = offleash.new("dog", seed=1)
    state, options, game = session.state[0], session.options[0], session.game
    for wrong in (np.zeros(4, np.int64), np.zeros(8)[::2], np.zeros((2, 4))):
        with pytest.raises(TypeError, match="argument 2 of returns"):
            game.rules.returns(state, options, wrong)
    with pytest.raises(TypeError, match="argument 0 of actor"):
        game.rules.actor(options)


def test_negative_seeds_and_unknown_games_are_refused():
    for seed in (-1, 1 << 63, 1.5, "7", True):
        with pytest.raises(OffleashError, match="the seed is"):
            offleash.new("dog", seed=seed)
    with pytest.raises(OffleashError, match="there is no game 'dogg', did you mean dog"):
        offleash.new("dogg")


def test_a_session_settles_the_options_it_is_given():
    """Options that were changed by hand get the tables that fit them."""
    game = offleash.load_game("digs")
    unsettled, park = game.options(), game.options(board="park")
    unsettled["board"] = park["board"]
    assert unsettled.tobytes() != park.tobytes()
    session = Session(game, unsettled, seed=1)
    assert session.options.tobytes() == park.tobytes()
    with pytest.raises(OffleashError, match="not options of Digs"):
        Session(game, offleash.load_game("dog").options())
    assert session.events(0, since=-3) == session.events(0)


# In a notebook


def test_a_session_describes_itself():
    session = offleash.new("dog", seed=7, options={"canadian": True})
    start = "<Session: Dog, canadian=true; after "
    assert repr(session) == f"{start}no decisions, seat 0, Red, is to decide>"
    session.play(session.legal[0])
    assert repr(session) == f"{start}1 decision, seat 1, Yellow, is to decide>"
    assert "chance is next" in repr(offleash.new("digs", preset="long"))
    assert "rules long;" in repr(offleash.new("digs", preset="long"))
    seats = ["Ann", "Bo", "Cy"]
    assert "seat 0, Red (Ann), is to decide" in repr(offleash.new("digs", seed=1, seats=seats))
    last = offleash.new("dog", position="P0F1F2F3|P20|F0F1F2F3| hands=A|5|5|5")
    assert repr(last.play("A a 1 home")).endswith("; after 1 decision, the game is over>")


@pytest.mark.parametrize("name", registry.ROWS)
def test_a_notebook_shows_what_the_seat_to_move_may_see(name):
    session, other = (offleash.new(name, seed=5, reveal=reveal) for reveal in (False, True))
    while session.actor < 0:
        session.play(session.legal[0])
    width = '<svg width="640" '
    own = session.svg(session.actor).replace("<svg ", width, 1)
    assert session._repr_svg_() == own and own.count(" width=") >= 1
    assert own[: own.index(">")].count(" width=") == 1
    assert other._repr_svg_() == other.svg(EVERYBODY).replace("<svg ", width, 1)


def test_only_reveal_shows_other_hands():
    session = offleash.new("dog", position="P5P0*||P40| hands=A,7|2|Joker|4")
    hidden = session._repr_svg_()
    session.reveal = True
    assert session._repr_svg_() != hidden
    assert "Joker" in session._repr_svg_() and "Joker" not in hidden
