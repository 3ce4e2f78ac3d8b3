"""What a decision reveals: nothing in an open game, and what leaves a hidden hand."""

import random

import pytest

import offleash
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.play.undo import has_revealed


def sessions_after_decisions(name, seed, steps, **options):
    """A session after each of some random decisions that chance did not follow at once."""
    session, rng = offleash.new(name, seed=seed, **options), random.Random(seed)
    for _ in range(steps):
        if session.over:
            return
        session.play(rng.choice(session.legal_numbers))
        if session.history[-1].actor != CHANCE:
            yield session


@pytest.mark.parametrize("name", ["puppy-park", "uri-nation"])
def test_nothing_is_hidden_in_an_open_game(name):
    assert [has_revealed(session) for session in sessions_after_decisions(name, 3, 60)].count(
        True
    ) == 0


def test_a_tile_from_a_hidden_hand_is_seen():
    """In Dömidög laying a tile reveals it."""
    laid = [
        has_revealed(session)
        for session in sessions_after_decisions("domidog", 5, 40)
        if session.events(-1)[-1].text != "pass"
    ]
    assert laid and all(laid)


def test_a_mission_stays_secret_when_a_tile_is_laid():
    """The tile to lay is open, so where it goes tells nothing for certain."""
    is_revealed = [
        has_revealed(session) for session in sessions_after_decisions("secret-mission", 5, 40)
    ]
    assert is_revealed.count(False) > 0


def test_in_dog_a_gift_is_hidden_but_a_card_is_not():
    gifts, steps, cards = [], [], []
    for session in sessions_after_decisions("dog", 4, 60):
        event = session.events(-1)[-1]
        kind = gifts if event.action == UNSEEN else steps if "step" in event.text else cards
        kind.append(has_revealed(session))
    last = gifts[3::4]  # of a round: then everybody looks at the gift
    assert last and all(last) and sum(gifts) == len(last)
    assert steps and not any(steps)  # of a seven, which was shown before
    assert len(cards) > 5 and all(cards)


def test_chance_is_never_taken_back():
    session = offleash.new("uri-nation", seed=1)
    assert session.history[-1].actor == CHANCE and has_revealed(session)
