"""Findings about Uri-Nation: counts against a replay, and reasons that rules or bots plant."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import watch_game
from offleash.cli.app import run as offleash
from offleash.contract import Figure, Label
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.odds import by_handicap
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.figures.causes import CHOICE_NAMES, HANDICAP_NAMES
from offleash.games.uri_nation.text.findings import exact_odds, findings
from offleash.lab.figures.accounts import account_of
from offleash.lab.figures.evidence import AccountEvidence, findings_of
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Work
from tests.games.uri_nation.test_measures import figures, planted
from tests.variety import choices

PERSONAS = [f"persona:{name}" for name in ("bruiser", "scrapper", "diplomat", "yapper")]
DRIVE, GRIT = 1, 2
FIELDS = ("fights", "victories", "chances", "offers", "picks")
# A challenge in which nothing but what a test adds makes a difference to two equal dice
EVEN = {
    "fortify_max": 0, "home_challenge": False, "challenge_bond": False, "cluster_min": 60,
    "grit_threshold": "none", "diplomat_attack": 0, "tie_rule": "reroll",
    "chance_deck": False, "events_deck": False, "drink_mode": "fill", "secret_bidding": False,
    "challenge_drive": 0, "challenge_water": 1,
}  # fmt: skip


# Counts


def odds_of(handicap, ties_defend):
    """In thousandths, from all 36 rolls."""
    falls = [a - d - handicap for a in range(1, 7) for d in range(1, 7)]
    wins, ties = sum(fall > 0 for fall in falls), falls.count(0)
    return 1000 * wins // (36 if ties_defend else 36 - ties)


def handicap_of(state, options):
    """What makes a challenge harder, by cause, read from the position before the dice."""
    seat, target = int(state.seat), int(state.target)
    is_diplomat = options.archetypes[seat] == R.DIPLOMAT
    parts = dict.fromkeys(("tokens", "place", "grit", "dog", "cards", "bids"), 0)
    if state.quarry == R.TERRITORY:
        parts["tokens"] = int(state.fort[target])
    elif state.quarry == R.HOME:
        parts["tokens"] = int(state.home_fort[target])
        parts["place"] = int(options.home_bonus)
    else:
        parts["place"] = int(state.marks[target]).bit_count()
    if options.grit_threshold != R.NONE:
        parts["grit"] = max(0, int(state.bowl[seat, GRIT]) - int(options.grit_threshold))
    parts["dog"] = -int(options.diplomat_attack) if is_diplomat else 0
    parts["cards"] = -int(state.attack[seat])
    if state.bids[0] != R.NO_BID:
        parts["bids"] = int(state.bids[1]) - int(state.bids[0])
    return parts


def count_fight(counts, state, options, fall):
    seat, ties, parts = int(state.seat), int(state.clustered), handicap_of(state, options)
    worse = sum(parts.values())
    margin = fall // 6 - fall % 6 - worse
    if margin == 0 and not ties:
        return
    row = min(6, max(-6, worse)) + 6
    counts["fights"][seat, ties, row] += 1
    counts["victories"][seat, ties, row] += margin > 0
    without = [0, parts["tokens"], parts["place"], None, *list(parts.values())[2:]]
    for cause, part in enumerate(without):
        chance = odds_of(worse, 0) if part is None else odds_of(worse - part, ties)
        counts["chances"][seat, cause] += chance


def replay(options, names):
    """Everything once more from the actions of a game, position by position."""
    game = watch_game(GAME, options, names, 5, 0)
    states, work, unread = GAME.new_state(options), GAME.new_work(), GAME.new_tally()
    counts = {name: np.zeros(GAME.rules.tally[name].shape, int) for name in FIELDS}
    for moment in game.history:
        state = states[0]
        kind, which = A.decode(moment.action)
        if kind == A.IS_DICE:
            count_fight(counts, state, options[0], which)
        is_choice = state.phase in (R.PRE_ROLL, R.POST_ROLL, R.DRINK, R.ACTION, R.RECLAIM)
        is_choice &= (state.rounds + state.turn) % 4 == 0
        if is_choice and len(legal := choices(GAME, states, options)) > 1:
            for offer in {A.decode(action).kind for action in legal}:
                counts["offers"][offer] += 1
            counts["picks"][kind] += 1
        GAME.rules.apply(states[0], options[0], work[0], moment.action, unread[0])
    assert states.tobytes() == game.state.tobytes()
    return counts


@pytest.mark.parametrize(
    ("preset", "names", "changes"),
    [
        ("1.2", ["random"] * 4, {"secret_bidding": True, "grit_threshold": 1}),
        ("1.2", PERSONAS, {"walk_tricks": True}),
        ("1.4", ["greedy"] * 4, {"actions_per_turn": 2, "walk_tricks": True}),
        ("1.4", PERSONAS, {"tie_rule": "defender"}),
    ],
)
def test_fights_and_choices_agree_with_a_replay(preset, names, changes):
    options = GAME.options(preset, **changes)
    tallies = play_batch(GAME, policy(GAME, names), 1, 5, options).tallies
    expected = replay(options, names)
    assert all(counts.any() for name, counts in expected.items() if name != "victories")
    for field, counts in expected.items():
        assert tallies[field][0].tolist() == counts.tolist(), field


def test_fights_and_choices_add_up():
    """Every challenge is decided by one roll; every choice has one pick, which was on offer."""
    rules = {"secret_bidding": True, "walk_tricks": True, "challenge_bond": True}
    options = GAME.options("1.2", **rules, challenge_drive=0)
    tallies = play_batch(GAME, policy(GAME, ["random"] * 4), 4000, 1, options).tallies
    for all_of_them, result in (("fights", "tried"), ("victories", "won")):
        kinds = (
            tallies[result].sum(axis=2) + tallies[f"homes_{result}"] + tallies[f"bonds_{result}"]
        )
        assert kinds.any() and (tallies[all_of_them].sum(axis=(2, 3)) == kinds).all()
    assert (tallies["picks"] <= tallies["offers"]).all()
    kinds = set(np.flatnonzero(tallies["picks"].sum(axis=0)))
    unnamed = {A.IS_PASS, A.IS_GO, A.IS_LEAVE}
    assert kinds - set(CHOICE_NAMES) == unnamed
    assert set(CHOICE_NAMES) <= kinds


def test_challenges_are_won_as_often_as_the_exact_odds_say():
    """Here every game has its own luck, so that fights of one handicap are nearly independent."""
    rules = {"grit_threshold": "none", "cluster_min": 2, "secret_bidding": True}
    options = GAME.options("1.2", **rules, challenge_drive=0)
    tallies = play_batch(GAME, policy(GAME, ["random"] * 4), 4000, 1, options).tallies
    fights, victories = (tallies[name].sum(axis=(0, 1)) for name in ("fights", "victories"))
    assert (fights > 100).sum() > 12
    for (ties, row), count in np.ndenumerate(fights):
        chance = float(exact_odds(row, bool(ties)))
        if row not in (0, 12):  # where larger handicaps are counted too
            assert abs(victories[ties, row] - count * chance) <= 4 * (count * chance) ** 0.5


def test_exact_odds_are_those_of_the_command():
    """`offleash odds` plays every roll through the rules."""
    for row, name in enumerate(HANDICAP_NAMES):
        handicap = int(name.replace("−", "-"))
        assert exact_odds(row, False) == by_handicap(GAME, handicap, "reroll").success
        assert exact_odds(row, True) == by_handicap(GAME, handicap, "defender").success


def test_leads_are_split_by_archetype_and_by_the_course_of_a_game():
    """Two dogs, Bruiser and Scrapper; a lead counts after a whole number of rounds."""
    first = ([[1, 1], [2, 1], [2, 2], [5, 3]], [1, 0])
    second = ([[1, 1], [1, 2], [2, 2], [5, 4], [6, 4]], [1, 0])
    level = ([[1, 1], [2, 2], [3, 2], [3, 5]], [0, 1])
    values = figures(planted(first, second, level))
    assert values["Lead: won when ahead, Bruiser"] == 1
    assert values["Lead: won when not ahead, Bruiser"] == 1 / 2
    assert values["Lead: won when ahead, Scrapper"] == 0
    assert values["Lead: won when not ahead, Scrapper"] == 1 / 2
    assert values["Lead: leader wins, 50 %"] == values["Lead: leader at half time wins"] == 1 / 2
    assert values["Lead: leader wins, 90 %"] == 1 / 2  # after rounds 3, 4 and 3
    assert "Lead: leader wins, 10 %" not in values


def test_deeds_of_winners_are_counted_per_turn():
    games = planted(([[1, 0]], [1, 0]), ([[1, 0]], [0, 1]), ([[1, 1]], [0.5, 0.5]))
    games.tallies["turns"][:, :2] = [[4, 2], [2, 4], [2, 2]]
    games.tallies["claims"][:, :2] = [[4, 1], [3, 1], [1, 4]]
    values = figures(games)
    assert values["Winners: claims, Bruiser"] == pytest.approx((1 + 0.5 / 2) / 1.5)
    assert values["Losers: claims, Bruiser"] == pytest.approx((1.5 + 0.5 / 2) / 1.5)
    assert values["Winners: claims, Scrapper"] == pytest.approx((0.25 + 2 / 2) / 1.5)
    assert "Winners: claims, Yapper" not in values


# Planted reasons


def play(names, blocks=12, preset="1.2", **changes):
    """The account of an experiment with all seatings."""
    arm = make_arm(GAME, "", GAME.options(preset, **changes), names)
    experiment = Experiment(make_plan(GAME, [arm], 24 * blocks, 3, "all"), GAME)
    batch = experiment.batch(Work(0, 0, -(-24 * blocks // experiment.games_per_block[0])))
    return account_of(measures_of(GAME, batch), 24)


def sentences(account):
    return [finding.sentence for finding in findings_of(GAME, account)]


def about_challenges(account):
    return next((text for text in sentences(account) if text.startswith("Attackers")), "")


@pytest.mark.parametrize(
    ("cause", "bots", "changes"),
    [
        ("Grit", "random", {"grit_threshold": 0, "lose_grit": 3}),
        ("fortify tokens", "random", {"fortify_max": 3, "fortify_water": 0, "fortify_grit": 0}),
        ("ties that go to the defender", "random", {"tie_rule": "defender"}),
        ("the Diplomat's handicap", "random", {"diplomat_attack": -5}),
        ("the bonus of homes and bonds", "random", {"home_challenge": True, "home_bonus": 4}),
        ("bids", "greedy", {"secret_bidding": True}),
    ],
)
def test_the_cause_of_lost_challenges_is_the_one_that_was_planted(cause, bots, changes):
    account = play([bots], **(EVEN | changes))
    challenges = next(f for f in findings_of(GAME, account) if f.sentence.startswith("Attackers"))
    assert re.search(f"{re.escape(cause)} matters? most:", challenges.sentence, re.IGNORECASE)
    assert challenges.paragraph == "No other cause makes a clear difference."
    assert challenges.series == ("won", "exact odds")


def test_challenges_between_equal_dice_need_no_reason():
    account = play(["random"], **EVEN)
    assert about_challenges(account) == ""
    evidence = AccountEvidence(account)
    won = evidence.figures["Odds of challenges: won, all"]
    assert evidence.figures["Odds of challenges: exact odds, all"].value == 0.5
    assert won.low < 0.5 < won.high


def test_a_bot_that_never_challenges_is_noticed():
    account = play(["persona:peaceful"], 40)
    (habit,) = [text for text in sentences(account) if "choice, bots hardly ever" in text]
    assert "challenge a territory (0 % of" in habit
    random = sentences(play(["random"], 40))
    assert not [text for text in random if "challenge a territory" in text]


def shares(**spent):
    """Evidence of stocks of which so many per cent are spent."""
    by_key = {
        f"Resources: {stock} spent, all": Figure(
            Label(f"{stock} spent", unit="% of all it had"), value, value - 1, value + 1
        )
        for stock, value in spent.items()
    }
    return SimpleNamespace(figures=by_key)


def test_a_stock_that_is_hardly_spent_is_named():
    (finding,) = findings(shares(Bond=6, Grit=40, Drive=9.5))
    text = "Dogs hardly use their Bond: of all they ever have, they spend 6.0 % of the Bond."
    assert finding.sentence == text
    assert finding.strength == pytest.approx(0.3)
    assert list(finding.rows) == ["Drive", "Grit", "Bond"]
    assert "hardly use their Bond and Drive" in findings(shares(Bond=1, Drive=2))[0].sentence
    assert findings(shares(Bond=20, Grit=9.5)) == []
    assert findings(shares()) == []


def rates(**counts):
    """Evidence of alliances and home challenges, so many per dog and game."""
    keys = {"broken": "Alliances: broken, all", "joined": "Alliances: joined, all"}
    keys["homes"] = "Marking: homes challenged, all"
    label = Label("", unit="per dog and game")
    return SimpleNamespace(
        figures={keys[n]: Figure(label, v, 0.8 * v, 1.2 * v) for n, v in counts.items()}
    )


def test_rules_that_hardly_ever_come_into_play_are_named():
    (finding,) = findings(rates(broken=0.002, joined=0.05, homes=2))
    text = "a dog breaks an alliance once in 500 games and joins an alliance once in 20 games."
    assert finding.sentence == f"Some rules hardly ever come into play: {text}"
    assert finding.strength == pytest.approx((0.976 + 0.4) / 3)
    assert findings(rates(broken=0.09, joined=2)) == []  # it may be more than a tenth
    assert findings(rates(broken=0, joined=2)) == []  # that rule may be off


def test_bond_is_used_if_it_pays_for_alliances():
    """With nothing to be spent on, hardly any Bond is spent; if alliances take it, it is."""
    without = sentences(play(["random"], ally_bond=0, diplomat_free_ally=True))
    assert any(text.startswith("Dogs hardly use") and "Bond" in text for text in without)
    dear = sentences(play(["random"], ally_bond=2, diplomat_free_ally=False))
    assert not any(text.startswith("Dogs hardly use") and "Bond" in text for text in dear)


# On the terminal


def test_simulate_prints_the_three_clearest_reasons(capsys):
    command = ["simulate", "uri-nation", "-n", "480", "--preset", "1.2", "--seed", "1"]
    offleash([*command, "--json"])
    clearest = json.loads(capsys.readouterr().out)["findings"]
    assert len(clearest) > 3
    offleash(command)
    lines = capsys.readouterr().out.split("\nWhy\n")[1].splitlines()
    assert lines == [f"· {finding['sentence']}" for finding in clearest[:3]]


def test_with_too_few_blocks_simulate_gives_no_reasons(capsys):
    offleash(["simulate", "uri-nation", "-n", "24"])
    assert "Why" not in capsys.readouterr().out
