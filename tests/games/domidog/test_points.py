"""What advice says of an action: true after every action, and right in positions made by hand."""

import numpy as np
import pytest

from offleash.bots import advice
from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.compiler.rule import MODE
from offleash.contract import Point
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.actions import DRAW, FORK, PASS
from offleash.games.domidog.rules.record import CHAIN, HAND, TAKING
from offleash.games.tiles.rules.dogs import BREED

GAMES = 60 if MODE == "compiled" else 6
CHAIN_OF_TWO = "chain=red-red,red-yellow>red-red.2"


def points_of(position: str, action: str, seat: int = 0, **settings) -> dict[str, Point]:
    """The points of one action, by their keys."""
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(position, options)
    GAME.rules.hide(states[0], options[0], seat)
    points = GAME.bots.points(states, options, seat, GAME.notation.parse_action(action, options))
    assert len({point.key for point in points}) == len(points)
    return {point.key: point for point in points}


def decisions(players: int, **settings):
    """Positions of random games where a seat decides, each with its options and legal actions."""
    options = GAME.options(players=players, **settings)
    limits = np.arange(GAMES) * 2 + 8 * players
    names = [["random"] * players, ["greedy"] * players]
    bots, seated = policy(GAME, *names, also_compiled=SHARED_BOTS), np.arange(GAMES) % 2
    batch = play_batch(GAME, bots, GAMES, 41, options, limit=limits, seated=seated)
    for i in range(GAMES):
        state = batch.states[i : i + 1]
        if GAME.rules.actor(state[0]) >= 0:
            out = GAME.new_out()
            n = GAME.rules.legal_actions(state[0], options[0], GAME.new_work()[0], out)
            yield state, options, [int(action) for action in out[:n]]


def fitting(state: np.ndarray, tiles: np.ndarray) -> int:
    """How many of some tiles fit an end: by their dogs, without the rules' tables."""
    ends = {int(BREED[half // 2, half % 2]) for half in state["end"][0]}
    return sum(not ends.isdisjoint(BREED[tile].tolist()) for tile in np.flatnonzero(tiles))


@pytest.mark.parametrize("settings", [{}, {"extra_tiles": True, "face_up": True}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_true_after_every_action(players, settings):
    """Each action is carried out, and what it was said to do is counted in what comes of it."""
    kinds = set()
    for state, options, legal in decisions(players, **settings):
        seat = int(state["seat"][0])
        view = state.copy()
        GAME.rules.hide(view[0], options[0], seat)
        for action in [*legal[:6], *legal[-3:]]:
            points = {p.key: p for p in GAME.bots.points(view, options, seat, action)}
            assert points and all(point.words for point in points.values())
            after = state.copy()
            GAME.rules.apply(after[0], options[0], GAME.new_work()[0], action, None)
            is_over = GAME.rules.actor(after[0]) == OVER
            kinds.add("pass" if action == PASS else "draw" if action == DRAW else "lay")
            if "win" in points or action in (PASS, DRAW):
                assert is_over == bool(points.keys() & {"win", "end"})
                continue
            assert not is_over
            assert points["keeps"].size == fitting(after, after["where"][0] == HAND + seat)
            assert ("fork" in points) == (state["house"][0][seat] < 0)
            assert "fork" not in points or points["fork"].size == (action >= FORK)
            draws = after["phase"][0] == TAKING
            assert ("draws a tile" in getattr(points.get("fork"), "words", "")) == draws
            is_hidden = state["where"][0] == 1
            if not settings:
                is_hidden = ~np.isin(state["where"][0], (0, CHAIN, HAND + seat))
            assert points["out"].size == -fitting(after, is_hidden)
            check_stop(after, points["stop"].size, (seat + 1) % players, bool(settings))
    assert "lay" in kinds and kinds & {"draw", "pass"}


def check_stop(after: np.ndarray, chance: int, other: int, is_open: bool) -> None:
    """What is said to be certain of the next player is so."""
    has = fitting(after, after["where"][0] == HAND + other) > 0
    assert chance in (0, 100) or not is_open
    assert not (chance == 100 and has)
    assert not (chance == 0 and not has)


def test_what_a_play_leaves_by_hand():
    """Azure drew once on red and white, so three of his four tiles have neither, one is new.

    Ends white and yellow: of 23 hidden tiles 6 are white and 6 yellow, with white-yellow 11 in all.
    Without red (3 hidden) and white 14 are left for the older ones, 5 of them yellow.
    """
    position = (
        f"{CHAIN_OF_TWO} hands=red-white,red-black,brown-brown|?4 supply=?19 draws=1:red+white"
    )
    points = points_of(position, "red-white left")
    chance = (9 * 8 * 7) / (14 * 13 * 12) * (12 / 23)  # 12.04 %
    assert points["stop"] == Point(
        "stop", round(100 * chance), "leaves ends that Azure lacks at 12 %"
    )
    assert points["out"].words == "leaves ends that 11 tiles out of sight fit"
    assert points["keeps"].words == "keeps no tile that fits"
    assert points["fork"].words == "keeps the house"
    assert points["dogs"] == Point("dogs", 3, "keeps 3 kinds of dogs")  # red, black, brown


def test_ends_that_somebody_is_known_to_lack():
    """The supply is empty, so what Rust does not see is in Azure's hand."""
    position = (
        "chain=red-red,red-white>red-red.2 "
        "hands=white-blue,red-blue,grey-grey|yellow-grey,black-grey"
    )
    points = points_of(position, "white-blue right")
    assert points["stop"] == Point("stop", 100, "leaves ends that Azure is known to lack")
    assert points["keeps"].words == "keeps 1 tile that fits"
    assert points["out"].words == "leaves ends that no tile out of sight fits"
    has = points_of(position.replace("black-grey", "black-blue"), "white-blue right")
    assert has["stop"] == Point("stop", 0, "leaves ends that Azure is known to have")


def test_the_chance_to_draw_by_hand():
    """Of 24 hidden tiles 5 are red and 6 yellow. Azure's old ones, after denying both, are three
    of the other 13: so 10 of those and all 11 may be in the supply or new."""
    plain = f"{CHAIN_OF_TWO} hands=brown-brown,blue-blue|?4 supply=?20"
    assert points_of(plain, "draw")["fork"].words == "draws: 46 % to get one that fits"
    denied = f"{plain} draws=1:red+yellow"
    assert points_of(denied, "draw")["fork"].words == "draws: 52 % to get one that fits"


def test_who_opens_draws_for_a_double():
    position = "phase=open hands=red-white|?1 supply=?26 blue=missing"
    assert points_of(position, "draw")["fork"].words == "draws: 26 % to get a double"  # 7 of 27


def test_a_fork_says_what_it_shuts_and_opens():
    position = f"{CHAIN_OF_TWO} hands=red-white,grey-grey|?3 supply={{}}"
    fork = "fork right red-white at red-red.2"
    assert (
        points_of(position.format("?21"), fork)["fork"].words
        == "forks the chain: shuts yellow, opens white and draws a tile"
    )
    dry = "chain=red-red,red-yellow>red-red.2 hands=red-white,grey-grey|blue-blue,blue-grey"
    assert points_of(dry, fork)["fork"].words == "forks the chain: shuts yellow, opens white"


def test_the_last_tile_wins_and_the_last_pass_ends_it():
    assert [*points_of(f"{CHAIN_OF_TWO} hands=red-white|blue-blue", "red-white left")] == ["win"]
    position = f"{CHAIN_OF_TWO} passes=1"
    assert points_of(f"{position} hands=grey-grey|blue-blue", "pass")["end"].size == 1
    assert "share" in points_of(f"{position} hands=grey-grey|blue-blue", "pass")["end"].words
    assert points_of(f"{position} hands=grey-grey|blue-blue,blue-grey", "pass")[
        "end"
    ].words.endswith("wins")
    more = points_of(f"{position} hands=grey-grey,blue-grey|blue-blue", "pass")["end"]
    assert (more.size, more.words) == (-1, "ends the game, with more tiles than others")


def test_doubles_are_a_point_unless_all_are_doubles():
    position = "chain=red-white hands=white-white,red-red|?3 supply=?22"
    assert "double" in points_of(position, "red-red left")
    opening = "phase=open hands=white-white,red-red|?3 supply=?23 blue=missing"
    assert "double" not in points_of(opening, "open red-red")


def test_advice_names_the_differences():
    """Both keep the house and no tile that fits: what differs is what Azure may have."""
    options = GAME.options()
    position = (
        f"{CHAIN_OF_TWO} hands=red-white,red-black,brown-brown|?4 supply=?19 draws=1:red+white"
    )
    view = GAME.notation.parse_position(position, options)
    actions = [
        GAME.notation.parse_action(f"{tile} left", options) for tile in ("red-white", "red-black")
    ]
    white, black = advice.describe_reasons(GAME, view, options, 0, actions)
    assert white.startswith("leaves ends that Azure lacks at 12 %")
    # Black and yellow: 9 of the 14 that the older ones may be: 5/14 · 4/13 · 3/12 · 12/23 = 1.4 %
    assert black.startswith("leaves ends that Azure lacks at 1 %")
    assert "house" not in white + black
