"""The odds of challenges are those of the rulings, part 3, to the last fraction."""

import sys
from fractions import Fraction

import pytest

from offleash.cli import main
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.odds import BOND, HOME, Fight, Odds, by_handicap, odds
from offleash.games.uri_nation.text.odds_tables import (
    PUBLISHED,
    highest_bids,
    true_odds,
    verdict_on,
)

# handicap: wins, ties, losses of 36; with ties re-rolled; with ties to the defender
PART_3 = {
    -6: (36, 0, 0, "1", "1"),
    -5: (35, 1, 0, "1", "35/36"),
    -4: (33, 2, 1, "33/34", "11/12"),
    -3: (30, 3, 3, "10/11", "5/6"),
    -2: (26, 4, 6, "13/16", "13/18"),
    -1: (21, 5, 10, "21/31", "7/12"),
    0: (15, 6, 15, "1/2", "5/12"),
    1: (10, 5, 21, "10/31", "5/18"),
    2: (6, 4, 26, "3/16", "1/6"),
    3: (3, 3, 30, "1/11", "1/12"),
    4: (1, 2, 33, "1/34", "1/36"),
    5: (0, 1, 35, "0", "0"),
    6: (0, 0, 36, "0", "0"),
}
# How many handicaps further: attackers of 3c
ATTACKERS = [
    ({}, 0),
    ({"is_diplomat": True}, 1),
    ({"grit": 5}, 0),
    ({"grit": 6}, 1),
    ({"is_diplomat": True, "grit": 6}, 2),
    ({"grit": 7}, 2),
    ({"grit": 8}, 3),
]


def chance(preset: str, fight: Fight, **options: object) -> Fraction | None:
    result = odds(GAME, GAME.options(preset, **options), fight)
    return result.success if result else None


@pytest.mark.parametrize("handicap", PART_3)
def test_every_handicap(handicap):
    wins, ties, losses, with_rerolls, to_defender = PART_3[handicap]
    free = by_handicap(GAME, handicap, "reroll")
    assert free == Odds(wins, ties, losses)
    assert free.success == Fraction(with_rerolls)
    firm = by_handicap(GAME, handicap, "defender")
    assert firm == Odds(wins, 0, ties + losses)
    assert firm.success == Fraction(to_defender)


@pytest.mark.parametrize(("attacker", "further"), ATTACKERS)
@pytest.mark.parametrize("tokens", range(4))
def test_attackers_of_1_2_against_territories(attacker, further, tokens):
    """3c: isolated and in a cluster."""
    _, _, _, with_rerolls, to_defender = PART_3[tokens + further]
    alone, clustered = (
        Fight(tokens=tokens, **attacker),
        Fight(tokens=tokens, is_clustered=True, **attacker),
    )
    assert chance("1.2", alone) == Fraction(with_rerolls)
    assert chance("1.2", clustered) == Fraction(to_defender)


@pytest.mark.parametrize(("attacker", "further"), ATTACKERS)
def test_attackers_of_1_2_against_homes_and_bonds(attacker, further):
    """3c: a home counts three; markers count one each, more of them than four dogs can have."""
    for tokens in range(3):
        expected = Fraction(PART_3[min(6, 3 + tokens + further)][3])
        assert chance("1.2", Fight(HOME, tokens, **attacker)) == expected
    for markers in range(1, 4):
        expected = Fraction(PART_3[markers + further][3])
        assert chance("1.2", Fight(BOND, markers, **attacker)) == expected


def test_a_bond_of_four():
    assert chance("1.2", Fight(BOND, 4)) == Fraction(1, 34)
    assert chance("1.2", Fight(BOND, 4, is_diplomat=True)) == 0


def test_1_4_has_no_penalties_and_neither_homes_nor_bonds_to_challenge():
    """3b."""
    for attacker, _ in ATTACKERS:
        assert chance("1.4", Fight(**attacker)) == Fraction(1, 2)
        assert chance("1.4", Fight(is_clustered=True, **attacker)) == Fraction(5, 12)
        assert chance("1.4", Fight(tokens=1, **attacker)) == Fraction(10, 31)
        assert chance("1.4", Fight(tokens=1, is_clustered=True, **attacker)) == Fraction(5, 18)
    assert chance("1.4", Fight(HOME)) is None
    assert chance("1.4", Fight(BOND, 1)) is None


def test_options_change_them():
    assert chance("1.2", Fight(), tie_rule="defender") == Fraction(5, 12)
    assert chance("1.2", Fight(HOME), tie_rule="defender") == Fraction(1, 12)
    assert chance("1.2", Fight(BOND, 1), tie_rule="defender") == Fraction(10, 31)  # N17
    assert chance("1.2", Fight(HOME), home_bonus=1) == Fraction(10, 31)
    assert chance("1.2", Fight(is_clustered=True), cluster_min=5) == Fraction(5, 12)
    assert chance("1.2", Fight(is_clustered=True), cluster_min=60) is None
    assert chance("1.2", Fight(is_diplomat=True), diplomat_attack=-2) == Fraction(3, 16)
    assert chance("1.2", Fight(is_diplomat=True), seats=2) is None  # it does not play
    assert chance("1.2", Fight(), secret_bidding=True) == Fraction(1, 2)  # bids of nothing
    assert chance("1.2", Fight(), homes="random") == Fraction(1, 2)


def test_the_published_odds_are_checked():
    """3a."""
    options = GAME.options("1.2")
    verdicts = {row.name: verdict_on(row, *true_odds(GAME, options, row)) for row in PUBLISHED}
    assert [row.percent for row in PUBLISHED] == [42, 42, 28, 17, 9, 9, 0]
    assert verdicts == {
        "naked, isolated": "wrong isolated",
        "naked, cluster 3+": "right",
        "1 fortify": "wrong isolated",
        "2 fortify": "wrong isolated",
        "3 fortify": "wrong in a cluster",
        "Home Turf": "right",
        "Home + 3 fortify": "right",
    }


@pytest.mark.parametrize("handicap", range(-4, 5))
def test_bids_count_like_tokens(handicap):
    """3d: one peg for the attacker takes one off the handicap, one for the defender adds one."""
    bids = (max(0, -handicap), max(0, handicap))
    _, _, _, with_rerolls, to_defender = PART_3[handicap]
    rules = {"secret_bidding": True}
    assert chance("1.2", Fight(bids=bids), **rules) == Fraction(with_rerolls)
    assert chance("1.2", Fight(is_clustered=True, bids=bids), **rules) == Fraction(to_defender)
    home = Fraction(PART_3[min(6, 3 + handicap)][3])
    assert chance("1.2", Fight(HOME, bids=bids), **rules) == home


def test_bids_of_both_and_where_there_are_none():
    """Only the difference counts; bonds have no bids, nor has a game without the variant (W7)."""
    bids = {"secret_bidding": True}
    assert chance("1.2", Fight(bids=(2, 4)), **bids) == Fraction(3, 16)
    assert chance("1.2", Fight(bids=(4, 4)), **bids) == Fraction(1, 2)
    assert chance("1.2", Fight(BOND, 1, bids=(1, 0)), **bids) is None
    assert chance("1.2", Fight(BOND, 1), **bids) == Fraction(10, 31)
    assert chance("1.2", Fight(bids=(1, 0))) is None


# The command


def run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["offleash", "odds", *arguments])
    monkeypatch.setenv("COLUMNS", "60")  # nothing is cut, however narrow
    with pytest.raises(SystemExit) as error:
        main()
    output = capsys.readouterr()
    return error.value.code or 0, output.out, output.err


def test_the_command_prints_both_versions(monkeypatch, capsys):
    status, text, _ = run(monkeypatch, capsys)
    assert status == 0
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "+1 10 5 21 10/31 32.26 % 5/18 27.78 %" in lines
    assert "3 fortify ~9 % 1/11 9.09 % 1/12 8.33 % wrong in a cluster" in lines
    assert "Diplomat, 6 Grit 18.75/16.67 9.09/8.33 2.94/2.78 0.00" in lines
    assert "any dog 50.00/41.67 32.26/27.78" in lines
    assert "…" not in text


def test_the_command_takes_options(monkeypatch, capsys):
    status, text, _ = run(monkeypatch, capsys, "--preset", "1.4", "--set", "tie_rule=defender")
    assert status == 0
    assert "any dog                41.67      27.78" in text
    assert "publishes" not in text
    assert "bids 1 more" not in text
    _, text, _ = run(monkeypatch, capsys, "--set", "supply_large=1", "--set", "home_challenge=true")
    assert "nobody can challenge anything" in text


def test_the_command_has_rows_of_bids(monkeypatch, capsys):
    """A full Bruiser has 4 of its 6 pegs left to bid, and can defend with all six."""
    status, text, _ = run(monkeypatch, capsys, "--preset", "1.2", "--set", "secret_bidding=true")
    assert status == 0
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "bids 4 more 97.06/91.67 90.91/83.33 81.25/72.22 67.74/58.33" in lines
    assert "bids 2 fewer 18.75/16.67 9.09/8.33 2.94/2.78 0.00" in lines
    assert "bids 6 fewer 0.00 0.00 0.00 0.00" in lines
    assert "bids 4 more 67.74 50.00 32.26 18.75 – – –" in lines  # homes, then bonds
    assert not any(line.startswith(("bids 5 more", "bids 7")) for line in lines)


def test_the_highest_bids_are_of_those_who_play():
    assert highest_bids(GAME.options("1.2")) == (4, 6)
    assert highest_bids(GAME.options("1.2", seats=2, archetypes="scrapper,yapper")) == (2, 4)
    assert highest_bids(GAME.options("1.2", water_cap=12, challenge_water=1)) == (6, 6)
    assert highest_bids(GAME.options("1.2", water_cap=1)) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "1.3"], "Uri-Nation has no preset '1.3', did you mean 1.4"),
        (["--set", "tie_rule=never"], "tie_rule"),
        (["--set", "tie_rule"], "--set needs name=value"),
        (["--handicap", "1"], "there is no option '--handicap'"),
        (["1.2"], "unexpected argument 1.2"),
        (["dog"], "dog has no odds command; only uri-nation does"),
    ],
)
def test_mistakes_are_one_sentence(monkeypatch, capsys, arguments, message):
    status, out, errors = run(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("offleash: ") and errors.count("\n") == 1
    assert message in errors
