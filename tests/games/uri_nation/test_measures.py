"""What blocks a turn, what bowls hold, and what a lead is worth: counted again by other means."""

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import watch_game
from offleash.contract import FinishedGames
from offleash.contract.lab.general_measures import measures_of
from offleash.contract.rules.actors import CHANCE
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.record import ACTION, PRE_ROLL, ROLL
from tests.figures import figures_of
from tests.games.uri_nation.test_figures import Play
from tests.variety import choices

STOCKS = ("swagger", "drive", "grit", "bond", "water")
SCRAPPER = 1
PERSONAS = [f"persona:{name}" for name in ("bruiser", "scrapper", "diplomat", "yapper")]


# Blocked turns


@pytest.mark.parametrize(
    ("position", "short"),
    [
        ("scrapper at (3,4) swagger 0", {"swagger"}),  # a claim
        ("scrapper at (3,4) water 1", {"water"}),
        ("scrapper at (3,4) water 1 swagger 0", set()),  # one more of either would not do
        ("scrapper at (3,4)", set()),
        ("scrapper at (3,4) drive 0; bruiser owns (2,4)", {"drive"}),  # a challenge
        ("scrapper at (3,4) water 1; bruiser owns (2,4)", {"water"}),
        ("scrapper at (3,3) drive 0", {"drive"}),  # of a home
        ("scrapper at (3,9) drive 0; (2,9) yapper*", {"drive"}),  # of a bond
        ("scrapper at (3,4) grit 0; scrapper owns (2,4)", {"grit"}),  # a fortify token
        ("scrapper at (5,3) grit 0", {"grit"}),  # on its home
        ("scrapper at (3,4) grit 0 water 0; scrapper owns (2,4)", set()),
        ("scrapper at (3,4) grit 0; scrapper owns (2,4)+3", set()),  # no room for another
        ("scrapper at (3,9) bond 0", {"bond"}),  # an alliance
        ("scrapper at (3,9) swagger 0; (2,9) yapper* scrapper", {"swagger"}),  # its break
        ("scrapper at (3,9) bond 0; (2,9) yapper* scrapper", set()),
    ],
)
def test_what_alone_is_missing_blocks(position, short):
    play = Play("1.2", f"{position}; turn scrapper; phase action").do("pass")
    blocked = dict(zip(STOCKS, play.tallies["blocked"][0, SCRAPPER], strict=True))
    assert {stock for stock, turns in blocked.items() if turns} == short
    assert set(blocked.values()) <= {0, 1}
    assert not play.tallies["blocked"][0, [0, 2, 3]].any()


def test_a_barred_action_blocks_nothing():
    """WA24 takes the action away (E15)."""
    play = Play("1.2", "scrapper at (3,1) drive 0 swagger 0; turn scrapper; phase move; steps 1")
    play.do("step W", "drink", "draw WA24", "stop", "pass")
    assert not play.tallies["blocked"].any()


def naive_blocks(states: np.ndarray, options: np.ndarray) -> set[int]:
    """Stocks of which more, and of nothing else, would make another action legal."""
    seat, stocks = int(states["seat"][0]), set()
    current = {a for a in choices(GAME, states, options) if is_marking(a, options)}
    for stock in range(len(STOCKS)):
        richer = states.copy()
        richer["bowl"][0, seat, stock] = 99
        more = {a for a in choices(GAME, richer, options) if is_marking(a, options)}
        stocks |= {stock} if more > current else set()
    return stocks


def is_marking(action: int, options: np.ndarray) -> bool:
    verb = GAME.notation.format_action(action, options).split()[0]
    return verb in ("claim", "challenge", "fortify", "ally", "break")


def replay(options: np.ndarray, names: list[str], number: int) -> dict[str, np.ndarray]:
    """Everything once more from the actions of a game, asked of the rules position by position."""
    game = watch_game(GAME, options, names, 5, number)
    states, work, unread = GAME.new_state(options), GAME.new_work(), GAME.new_tally()
    counts = {name: np.zeros(GAME.rules.tally[name].shape, int) for name in ("blocked", "held")}
    counts["began_with"] = np.zeros((4, 5), int)
    begun_turns, acted = set(), set()
    for moment in game.history:
        state = states[0]
        turn, seat = (int(state.rounds), int(state.turn)), int(state.seat)
        if state.phase in (PRE_ROLL, ROLL) and turn not in begun_turns:
            begun_turns.add(turn)
            for stock, amount in enumerate(state.bowl[seat]):
                counts["held"][seat, stock, min(amount, 15)] += 1
                counts["began_with"][seat, stock] += amount
        verb = GAME.notation.format_action(moment.action, options).split()[0]
        if state.phase == ACTION and turn not in acted and verb != "play":
            acted.add(turn)
            for stock in naive_blocks(states, options):
                counts["blocked"][seat, stock] += state.skip[seat] == 0
        if verb == "ally":  # which ends a walk, too, and is an action of its turn
            acted.add(turn)
        GAME.rules.apply(states[0], options[0], work[0], moment.action, unread[0])
    assert states.tobytes() == game.state.tobytes()
    return counts


@pytest.mark.parametrize(
    ("preset", "names", "changes"),
    [
        ("1.2", ["random"] * 4, {}),
        ("1.2", PERSONAS, {}),
        ("1.4", ["random"] * 4, {"actions_per_turn": 2}),
        ("1.4", ["greedy"] * 3, {"seats": 3, "supply_small": 4, "supply_large": 5}),
        ("1.4", PERSONAS, {"claim_swagger": 4, "challenge_drive": 2, "claim_water": 4}),
    ],
)
def test_bowls_and_blocks_agree_with_a_replay(preset, names, changes):
    options = GAME.options(preset, **changes)
    tallies = play_batch(GAME, policy(GAME, names), 2, 5, options).tallies
    for number in range(2):
        for field, counts in replay(options, names, number).items():
            assert tallies[field][number].tolist() == counts.tolist(), field
    assert tallies["held"].sum(axis=3).max(axis=2).tolist() == tallies["turns"].tolist()


def test_passes_for_want_of_drive_are_blocked_turns():
    tallies = play_batch(GAME, policy(GAME, ["random"] * 4), 200, 1).tallies
    assert (tallies["drive_blocked"] <= tallies["blocked"][:, :, 1]).all()
    assert tallies["drive_blocked"].any()
    assert (tallies["blocked"].max(axis=2) <= tallies["turns"]).all()


# What a lead is worth


def figures(batch: FinishedGames) -> dict[str, float]:
    return {figure.label.key: figure.value for figure in figures_of(measures_of(GAME, batch))}


def planted(*games: tuple[list[list[int]], list[float]]) -> FinishedGames:
    """Finished games with these territories by round, of two to four dogs, and these winners."""
    count, seats = len(games), len(games[0][1])
    options = GAME.options(seats=seats)
    batch = play_batch(GAME, policy(GAME, ["random"] * seats), count, 1, options)
    batch.tallies["by_round"] = 0
    for number, (by_round, shares) in enumerate(games):
        batch.states["rounds"][number] = len(by_round)
        batch.tallies["by_round"][number, : len(by_round), :seats] = by_round
        batch.results[number, :seats] = shares
    return batch


def test_the_leader_at_half_time():
    """After two of four rounds the first leads and wins, then the second leads and loses."""
    first = ([[1, 1], [2, 1], [2, 2], [5, 3]], [1, 0])
    second = ([[1, 1], [1, 2], [2, 2], [5, 4], [6, 4]], [1, 0])
    level = ([[1, 1], [2, 2], [3, 2], [3, 5]], [0, 1])
    short = ([[0, 6]], [0, 1])  # no half time
    values = figures(planted(first, second, level, short))
    assert values["Lead: leader at half time wins"] == 1 / 2
    assert values["Lead: came from behind"] == pytest.approx(1 / 3)
    assert values["Lead: came from last place"] == pytest.approx(1 / 3)
    assert values["Lead: winner's lead"] == (2 + 2 + 2 + 6) / 4
    assert "Lead: ahead after round 5 wins" not in values  # no game went on after it


def test_the_leader_after_a_round_and_shared_wins():
    early = [[n, 0, 0] for n in (1, 1, 1, 1, 2)]
    defeat = ([*early, [2, 2, 3]], [0, 0, 1])
    tie = ([*early, [2, 2, 0]], [0.5, 0.5, 0])
    short = (early, [1, 0, 0])  # it did not go on
    values = figures(planted(defeat, tie, short))
    assert values["Lead: ahead after round 5 wins"] == 1 / 4
    assert values["Lead: came from behind"] == pytest.approx((1 + 1 / 2) / 3)
    assert values["Lead: came from last place"] == 0  # two are last
    assert values["Lead: winner's lead"] == (1 + 0 + 2) / 3


def test_the_lead_of_a_batch_agrees_with_a_plain_count():
    batch = play_batch(GAME, policy(GAME, ["random"] * 3), 120, 2, GAME.options(seats=3))
    alone = wins = behind = 0.0
    for state, tally, results in zip(batch.states, batch.tallies, batch.results, strict=True):
        territories = tally["by_round"][int(state["rounds"]) // 2 - 1][:3].tolist()
        leaders = [seat for seat in range(3) if territories[seat] == max(territories)]
        if len(leaders) == 1:
            alone, wins = alone + 1, wins + results[leaders[0]]
        behind += sum(results[seat] for seat in range(3) if seat not in leaders)
    values = figures(batch)
    assert values["Lead: leader at half time wins"] == pytest.approx(wins / alone)
    assert values["Lead: came from behind"] == pytest.approx(behind / 120)


def test_territories_stay_as_they_were_when_a_game_is_over():
    early = ([[2, 0], [6, 0]], [1, 0])
    late = ([[1, 1], [1, 2], [1, 3], [1, 4]], [0, 1])
    values = figures(planted(early, late))
    assert values["Territories: after round 1, all"] == 1
    assert values["Territories: after round 3, all"] == (6 + 0 + 1 + 3) / 4
    assert values["Territories: at the end, all"] == (6 + 0 + 1 + 4) / 4
    assert values["Territories: after round 29, all"] == values["Territories: at the end, all"]
    assert "Territories: after round 30, all" not in values  # that is the end


def test_stock_of_the_dogs():
    """Two turns of the Yapper's, with 3 and 17 Grit; of the others nothing is counted."""
    play = Play("1.2", "yapper at (3,0); turn yapper; phase roll")
    play.tallies["turns"][0, 3] = 2
    play.tallies["held"][0, 3, 2, [3, 15]] = 1
    play.tallies["began_with"][0, 3, 2] = 20
    play.tallies["blocked"][0, 3, 1] = 1
    values = figures(play.played())
    assert values["Held as turns begin: Grit, Yapper"] == 10
    assert values["Turns begun with: Grit, 3"] == 1 / 2
    assert values["Turns begun with: Grit, 15 or more"] == 1 / 2
    assert values["Turns begun with: Grit, 4"] == 0
    assert values["Blocked turns: for want of Drive, Yapper"] == 1 / 2
    assert "Held as turns begin: Grit, Bruiser" not in values
    assert GAME.rules.actor(play.states[0]) == CHANCE
