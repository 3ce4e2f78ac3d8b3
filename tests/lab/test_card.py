"""The measures of a card, each on games in which the answer is planted."""

import math
import re

import numpy as np
import pytest

from offleash.cli.app import run as offleash
from offleash.games import registry
from offleash.lab.card import figures
from offleash.lab.card.decisions import CloseLook, DecisionStudy, OpenChoice, study_decisions
from offleash.lab.card.figures import CardFigure, GameCard
from offleash.lab.card.measures import (
    comebacks,
    dead_options,
    identity,
    kingmaking,
    mean_regret,
    openings,
    regret_by_kind,
)
from offleash.lab.card.page import card_page, card_text
from offleash.lab.statistics.intervals import Interval
from offleash.tools.errors import OffleashError

FUTURES = 16  # in each half


def look(generator, chances, seat=0, kind="move", game=0, weight=1.0):
    """A look whose futures are drawn with these chances, alternatives × seats."""
    drawn = generator.binomial(FUTURES, chances, (2, *np.shape(chances))) / FUTURES
    return CloseLook(game, seat, kind, drawn, weight)


def looks(chances, count=400, **how):
    generator = np.random.default_rng(1)
    return [look(generator, chances, **how) for _ in range(count)]


def test_a_known_regret_is_found_and_luck_alone_is_none():
    # the half that picks may miss the best, so a regret is rather too small than too large
    costly = mean_regret(looks([[0.5, 0.5], [0.8, 0.2], [0.1, 0.9]]))
    assert costly.low > 0.25 and costly.value < 0.32
    # the best of eight equal alternatives looks better than it is: 16 points with these futures
    equal = mean_regret(looks([[0.5, 0.5]] * 8))
    assert equal.low < 0 < equal.high and equal.high < 0.03


def test_regret_is_told_by_kind_where_there_are_enough():
    mixed = [
        *looks([[0.2, 0.8], [0.8, 0.2]], kind="bid"),
        *looks([[0.5, 0.5], [0.5, 0.5]], kind="walk"),
        *looks([[0.0, 1.0], [1.0, 0.0]], 4, kind="rare"),
    ]
    kinds = regret_by_kind(mixed)
    assert list(kinds) == ["bid", "walk"]
    assert kinds["bid"].low > 0.5 and kinds["walk"].high < 0.05


def test_a_king_is_made_by_who_can_no_longer_win():
    kings = kingmaking(looks([[0.0, 0.9, 0.1], [0.0, 0.1, 0.9]]))
    assert kings.share == 1 and kings.swing.low > 0.7
    harmless = kingmaking(looks([[0.0, 0.5, 0.5]] * 2))
    assert harmless.share == 1 and abs(harmless.swing.value) < 0.03
    hopeful = kingmaking(looks([[0.4, 0.6, 0.0], [0.4, 0.0, 0.6]]))
    assert hopeful.share == 0 and math.isnan(hopeful.swing.value)
    assert kingmaking(looks([[0.0, 1.0]])) is None


def study_of(habits, games=30, seats=("a", "b", "c")):
    """Games in which each character draws its actions with its own shares of two kinds."""
    generator = np.random.default_rng(2)
    choices = [
        OpenChoice(game, seat, "bark here" if generator.random() < habits[role] else "bite there",
               ("bark here", "bite there"))
        for game in range(games)
        for seat, role in enumerate(seats)
        for _ in range(40)
    ]  # fmt: skip
    return DecisionStudy(choices, [], [seats] * games, np.zeros((games, len(seats))))


def test_dogs_with_habits_of_their_own_are_told_apart():
    classifier = identity(study_of({"a": 0.1, "b": 0.5, "c": 0.9}))
    assert classifier.hits.value > 0.95 and classifier.by_chance == pytest.approx(1 / 3)


def test_a_dog_that_plays_like_another_is_mistaken_for_it():
    classifier = identity(study_of({"a": 0.1, "b": 0.8, "c": 0.8}))
    assert 0.5 < classifier.hits.value < 0.8
    assert {*classifier.mistaken[:2]} == {"b", "c"} and classifier.mistaken[2] > 0.3


def test_one_character_can_not_be_told_from_itself():
    assert identity(study_of({"a": 0.5}, seats=("a", "a", "a"))) is None


def test_openings_are_counted_as_if_all_were_as_common():
    def opened(words):
        return [OpenChoice(n, 0, word, ("x", "y")) for n, word in enumerate(words)]

    assert openings(opened(["north"] * 8)) == pytest.approx(1)
    assert openings(opened(["north", "south", "east", "west"] * 2)) == pytest.approx(4)
    assert 1 < openings(opened(["north"] * 7 + ["south"])) < 2
    later = [OpenChoice(0, 0, "north", ("x", "y")), OpenChoice(0, 0, "south", ("x", "y"))]
    assert openings(later) == pytest.approx(1)


def test_actions_that_nobody_chooses_are_dead():
    offers = ("walk far", "sleep now", "sleep long", "walk near")
    choices = [OpenChoice(n, 0, "walk far", offers) for n in range(40)]
    assert dead_options(choices) == {"sleep": 40, "walk near": 40}
    assert dead_options(choices[:10]) == {}
    assert dead_options([*choices, OpenChoice(40, 0, "sleep long", offers)]) == {
        "sleep now": 41,
        "walk near": 41,
    }


@pytest.mark.parametrize(
    ("seat", "cause"), [(0, "own choices"), (1, "choices of others"), (-1, "luck")]
)
def test_comebacks_have_the_cause_that_is_planted(seat, cause):
    generator = np.random.default_rng(3)
    rising = [look(generator, [[0.4, 0.3, 0.3], [0.1, 0.5, 0.4]], seat=seat) for _ in range(50)]
    still = [
        look(generator, [[0.2, 0.4, 0.4]] * 2, seat=other) for other in (-1, 0, 1) for _ in range(2)
    ]
    ahead = [look(generator, [[1.0, 0, 0], [0.5, 0.3, 0.2]], seat=0) for _ in range(9)]
    study = DecisionStudy([], [*rising, *still, *ahead], [("a", "b", "c")], np.array([[1.0, 0, 0]]))
    assert comebacks(study)[cause] > 0.8


def test_a_game_that_nobody_wins_from_behind_has_no_comebacks():
    study = DecisionStudy([], looks([[1.0, 0], [1.0, 0]], 5), [("a", "b")], np.array([[1.0, 0]]))
    assert comebacks(study) == {}


def test_the_same_seed_gives_the_same_study_with_any_threads():
    game = registry.load("domidog")
    one, two = (study_decisions(game, game.options(), 2, 4, 8, 5, threads=n) for n in (1, 2))
    assert one.choices == two.choices and len(one.looks) == len(two.looks) > 4
    for a, b in zip(one.looks, two.looks, strict=True):
        assert (a.game, a.seat, a.kind) == (b.game, b.seat, b.kind)
        assert a.halves.tobytes() == b.halves.tobytes()
    assert all(look.halves.shape[1] <= 8 for look in one.looks)


CARDS = [
    GameCard("One & two", "rules <b>", (CardFigure("Even", "gap", 0.1, "10 %", "Dog 5 %"),)),
    GameCard("Three", "base", (CardFigure("Even", "gap", math.nan, "–"),)),
]


def test_a_page_has_a_column_for_each_card_and_nothing_from_elsewhere():
    page = card_page(CARDS, "2 games")
    assert "One &amp; two" in page and "rules &lt;b&gt;" in page and "<b>" not in page
    assert page.count("<td>") == 2 and page.count("<svg") == 1
    assert "http" not in page and "<script" not in page


def test_a_terminal_shows_the_same_figures():
    assert card_text(CARDS) == "Even\n  gap  10 %  –"
    assert "Dog 5 %" in card_text(CARDS[:1])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--against", "chess"], "there is no game 'chess'"),
        (["--against", "dog:9.9"], "no '9.9'"),
        (["--against", "dog"] * 4, "room for 4 cards"),
        (["--html", "/dev/null/card.html"], "card.html"),
    ],
)
def test_a_card_refuses_what_it_can_not_make(words, problem):
    with pytest.raises(OffleashError, match=re.escape(problem)):
        offleash(["card", "domidog", *words])


@pytest.mark.parametrize("name", ["uri-nation", "dog", "domidog"])
def test_a_beginner_wins_less_often_than_an_equal(name, monkeypatch):
    monkeypatch.setattr(figures, "BEGINNER", 48)
    game = registry.load(name)
    options = game.options()
    names = ["greedy"] * game.seat_count(options)
    beginner = figures._beginner(game, options, names, seed=1)
    assert 0 <= beginner.value < 1 / len(names) < 0.5 + 1e-9
    assert beginner.note == f"{100 / len(names):.0f} % is equal"


def test_points_have_a_true_minus_and_no_negative_zero():
    figure = figures._interval("Choices", "regret", Interval(-0.006, -0.011, -0.0001))
    assert figure.text == "−0.6 points (−1.1 … 0.0)"
