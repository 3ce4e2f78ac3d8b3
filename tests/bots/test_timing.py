"""Searching for a time, by a clock that the test holds."""

import pytest

import offleash
from offleash.bots.bot_names import MAX_PLAYOUTS
from offleash.bots.kinds import find
from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.bots.timed_search import playouts_per_second, playouts_within
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.battery import rebind

DOG = offleash.load_game("dog")


class Clock:
    """Tells these times, in seconds, one at each look."""

    def __init__(self, *times):
        self.times, self.looks = times, 0

    def __call__(self):
        self.looks += 1
        return self.times[self.looks - 1]


def decision():
    """A decision of Dog with several actions."""
    session = Session(DOG, DOG.options(), seed=4)
    bots = Bots(DOG, ["greedy"] * 4)
    while len(session.history) < 60 or len(session.legal_numbers) < 4:
        bots.play(session)
    return session


def test_the_remaining_time_is_used_as_the_pilot_predicts():
    """64 playouts in 1 ms: 0.9 × 49 ms more hold 2822 of them. By hand, and by that name."""
    session = decision()
    timed = Bots(DOG, ["search:50ms"] * 4, clock=Clock(7.0, 7.001, 7.05))
    assert timed.policy.personas[0, 1] == 300
    action, luck = timed.choose(session)
    pilot = Bots(DOG, ["search:64"] * 4)
    pilot.choose(session)
    pilot_playouts = int(pilot.study.notes["playouts"].sum())
    playouts = int(0.9 * (0.05 - (7.001 - 7.0)) * pilot_playouts / (7.001 - 7.0))
    assert 2000 < playouts < 3000
    same = Bots(DOG, [f"search:{playouts}"] * 4)
    assert same.choose(session)[0] == action
    assert timed.study.notes.tobytes() == same.study.notes.tobytes()
    assert timed.policy.personas[0, 1] == playouts
    assert luck.streams.tobytes() == same.choose(session)[1].streams.tobytes()


def test_replies_take_time_too():
    """Puppy Park's search spends half of its budget on replies, which are no playouts."""
    park = offleash.load_game("puppy-park")
    session, bots = Session(park, park.options(), seed=4), Bots(park, ["greedy"] * 2)
    while len(session.legal_numbers) < 4:
        bots.play(session)
    timed = Bots(park, ["search:50ms"] * 2, clock=Clock(7.0, 7.001, 7.05))
    timed.choose(session)
    assert timed.policy.personas[0, 1] == int(0.9 * (0.05 - (7.001 - 7.0)) * 64 / (7.001 - 7.0))
    assert 0 < timed.study.notes["playouts"].sum() < timed.policy.personas[0, 1]


def test_a_pilot_that_takes_all_the_time_has_the_last_word():
    session = decision()
    slow = Bots(DOG, ["search:50ms"] * 4, clock=Clock(7.0, 7.051))
    pilot = Bots(DOG, ["search:64"] * 4)
    assert slow.choose(session)[0] == pilot.choose(session)[0]
    assert slow.study.notes.tobytes() == pilot.study.notes.tobytes()


def test_a_forced_move_looks_at_no_clock():
    session = Session(DOG, DOG.options(), seed=4)
    clock, bots = Clock(), Bots(DOG, ["greedy"] * 4)
    while len(session.legal_numbers) > 1:
        bots.play(session)
    Bots(DOG, ["search:50ms"] * 4, clock=clock).play(session)
    assert clock.looks == 0


def test_a_slow_machine_gets_a_shorter_search():
    """By hand: the first long search is ten times slower than its pilot, and the second knows."""
    session = decision()
    times = (0.0, 0.001, 0.491, 1.0, 1.001, 1.05, 2.0, 2.001, 2.05)
    timed = Bots(DOG, ["search:50ms"] * 4, clock=Clock(*times))
    budgets = []
    for _ in range(3):
        timed.choose(session)
        budgets.append(int(timed.policy.personas[0, 1]))
    assert budgets[1] == pytest.approx(0.9 * 0.049 * budgets[0] / 0.49, rel=0.02)
    assert budgets[2] == pytest.approx(0.9 * budgets[1], rel=0.02)  # as fast as that one was


def test_how_many_playouts_fit():
    """By hand: 0.9 of the time left, at that pace; never more than a search may have."""
    assert playouts_within(playouts_per_second(60, 0.5), 2.0) == 216
    assert playouts_within(120.0, 0.0) == playouts_within(120.0, -1.0) == 0
    assert (
        playouts_within(playouts_per_second(60, 0.0), 0.02)
        == playouts_within(1e12, 600)
        == MAX_PLAYOUTS
    )


def test_a_batch_refuses_a_time_and_says_why():
    with pytest.raises(OffleashError, match=r"can't be reproduced: .*search:300$"):
        policy(DOG, ["greedy", "search:50ms", "greedy", "greedy"])
    assert find(DOG, "search:50ms")[0].is_timed(DOG, "50ms")
    assert not find(DOG, "search:50")[0].is_timed(DOG, "50")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:", "search: has nothing after its colon: write search, search:500 or search:50ms"),
        ("search:0", "a search takes from 2 to 10,000,000 playouts, not 0"),
        ("search:0ms", "a search takes from 1 to 600,000 milliseconds, not 0"),
        (
            "search:5x",
            "search:5x is not valid: write search:500 for playouts, search:50ms for time",
        ),
        ("search:-5", "search:-5 is not valid: write"),
        ("search:८", "search:८ is not valid: write"),
        ("search:300:", "search:300: has nothing after its last colon: leave the colon out"),
        ("search:9999999999", "a search takes from 2 to 10,000,000 playouts, not 9,999,999,999"),
        ("search:50ms:foo", "Dog has no weights 'foo'; choose from hand"),
        ("Search:300", "there is no bot 'Search:300', did you mean search:300; the bots are"),
        ("serch:300", "there is no bot 'serch:300', did you mean search:300; the bots are"),
    ],
)
def test_an_invalid_search_is_refused(name, sentence):
    with pytest.raises(OffleashError) as error:
        find(DOG, name)
    assert str(error.value).startswith(sentence)


def test_a_game_without_an_outlook_has_no_search():
    with pytest.raises(
        OffleashError, match=r"^search can't play Dog, which lacks rules for it; the"
    ):
        find(rebind(DOG, outlook=None), "search:300")
