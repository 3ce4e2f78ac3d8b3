"""The learned player: it looks through its whole turn, and sees what its seat may see."""

import math
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offleash.bots.kinds import LEARNED, learned_row
from offleash.bots.lineup import policy
from offleash.bots.players import watch_game
from offleash.bots.templates.learned import MOST_NODES, SUM_BITS, SURE
from offleash.compiler.rules.random import STREAMS
from offleash.contract import Game
from offleash.contract.bots.judges import (
    REQUIRED,
    Judge,
    Network,
    features_digest,
    format_judge,
    read_judge,
)
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.games.uri_nation.rules.record import BID_DEF, DICE, WATER
from offleash.lab.training.league import with_judge
from offleash.lab.training.network import FloatNetwork, random_network
from offleash.tools.errors import BadFile, OffleashError

GAME = registry.load("uri-nation")
BOT = LEARNED.name
TABLE = [BOT, f"{BOT}:other"] * 2  # with others it plays in tests of its training
PERSONAS = [f"persona:{dog}" for dog in ("bruiser", "scrapper", "diplomat", "yapper")]


def some_network(game: Game = GAME, seed: int = 5) -> FloatNetwork:
    return random_network((len(game.bots.features), 16, 8), np.random.default_rng(seed))


def some_judge(game: Game = GAME, seed: int = 5) -> Judge:
    names = game.bots.networks
    about = dict.fromkeys(REQUIRED, "a test")
    networks = {name: some_network(game, seed + i).whole() for i, name in enumerate(names)}
    return Judge(networks, features_digest(game.bots.features), dict.fromkeys(names, about))


JUDGES = {BOT: some_judge(), "other": some_judge(seed=50)}
LEARNER = replace(GAME, bots=replace(GAME.bots, judges=JUDGES))


def plain_judge(judge: Judge, name: str, inputs: np.ndarray[Any, Any]) -> int:
    """The network as one would write it down first."""
    network, units = judge.networks[name], inputs.astype(np.int64)
    for layer, (weights, biases) in enumerate(zip(network.weights, network.biases, strict=True)):
        sums = units @ weights.astype(np.int64) + biases
        units = np.maximum(0, sums >> (6, 12, 0)[layer]) if layer < 2 else sums
    return int(units[0])


Skips = tuple[int, ...]  # of each kind of chance that a turn passes over, how many


def ends_of_turn(states: Any, options: Any) -> set[tuple[bytes, Skips]]:
    """Every position in which the turn can end, found by plain recursion."""
    seat = GAME.rules.actor(states[0])
    met: set[tuple[bytes, Skips]] = set()
    ends: set[tuple[bytes, Skips]] = set()

    def visit(position: Any, skips: list[int]) -> None:
        while GAME.rules.actor(position[0]) == CHANCE:
            kind = GAME.bots.skip_chance(position[0], options[0])
            if kind == 0:
                break
            skips[kind - 1] += 1
        place = position.tobytes(), tuple(skips)
        if place in met:
            return
        met.add(place)
        if GAME.rules.actor(position[0]) != seat:
            ends.add(place)
            return
        for action in legal_in(position, options):
            visit(after(position, options, action), [*skips])

    visit(states.copy(), [0] * GAME.bots.ahead)
    return ends


def after(states: Any, options: Any, action: int) -> Any:
    """The position after an action."""
    position = states.copy()
    GAME.rules.apply(position[0], options[0], GAME.new_work()[0], action, GAME.new_tally()[0])
    return position


def plain_chance(judge: Judge, states: Any, options: Any, seat: int, skips: Skips) -> float:
    """What a network says of a position as the seat sees it; at the end, what the seat won."""
    if GAME.rules.actor(states[0]) == OVER:
        shares = np.zeros(GAME.max_seats)
        GAME.rules.returns(states[0], options[0], shares)
        return float(shares[seat])
    view = states.copy()
    GAME.rules.hide(view[0], options[0], seat)
    inputs = inputs_of(view, options, seat)
    inputs[-len(skips) :] = skips
    return 1 / (1 + math.exp(-plain_judge(judge, GAME.base(options), inputs) / (1 << SUM_BITS)))


def plain_worth(judge: Judge, states: Any, options: Any, seat: int, skips: Skips) -> float:
    """What the end of a turn is worth: where dice decide, on average, with the best choice then."""
    out, chances = GAME.new_out(), GAME.new_chances()
    n = GAME.bots.turn_outcomes(states[0], options[0], out, chances)
    total = 0.0
    for outcome, odds in zip(out[:n].tolist(), chances[:n].tolist(), strict=True):
        fallen = after(states, options, outcome)
        choices = [fallen]
        if GAME.rules.actor(fallen[0]) == seat:
            choices = [after(fallen, options, action) for action in legal_in(fallen, options)]
        worths = [plain_chance(judge, choice, options, seat, skips) for choice in choices]
        total += odds * max(worths)
    return total / chances[:n].sum() if n else plain_chance(judge, states, options, seat, skips)


def legal_in(states: Any, options: Any) -> list[int]:
    out = GAME.new_out()
    n = GAME.rules.legal_actions(states[0], options[0], GAME.new_work()[0], out)
    return [int(action) for action in out[:n]]


def decisions(rules: Any, count: int) -> list[Any]:
    """Positions of games between personas in which a seat has something to decide."""
    players = policy(GAME, PERSONAS)
    limits = np.arange(40, 40 + 9 * count, 3)
    batch = play_batch(GAME, players, len(limits), 4, rules, limit=limits, threads=1)
    positions = [batch.states[i : i + 1].copy() for i in range(len(limits))]
    undecided = [at for at in positions if GAME.rules.actor(at[0]) >= 0]
    several = [at for at in undecided if len(legal_in(at, rules)) > 1]
    assert len(several) >= count
    return several[:count]


def inputs_of(states: Any, options: Any, seat: int) -> Any:
    inputs = np.zeros(len(GAME.bots.features), np.int64)
    GAME.bots.write_features(states[0], options[0], GAME.new_work()[0], seat, inputs)
    return inputs


@pytest.mark.parametrize("preset", GAME.bots.networks)
def test_all_numbers_of_a_position_are_small_and_named(preset: str) -> None:
    names, options = GAME.bots.features, GAME.options(preset)
    assert len(set(names)) == len(names)
    rows = [inputs_of(at, options, seat) for at in decisions(options, 12) for seat in range(4)]
    assert 0 <= np.min(rows) <= np.max(rows) <= 255
    assert (np.ptp(rows, axis=0) > 0).sum() > len(names) // 2


def test_nothing_is_written_behind_the_last_feature() -> None:
    options, size = GAME.options("1.2"), len(GAME.bots.features)
    for at in decisions(options, 4):
        inputs = np.full(size + 8, -7, np.int64)
        GAME.bots.write_features(at[0], options[0], GAME.new_work()[0], 1, inputs)
        assert (inputs[size:] == -7).all()
        ahead = GAME.bots.ahead  # the player itself writes the last ones
        assert (inputs[: size - ahead] >= 0).all()


def test_the_own_dog_comes_first() -> None:
    names, options = list(GAME.bots.features), GAME.options("1.4")
    for at in decisions(options, 6):
        for seat in range(4):
            inputs = inputs_of(at, options, seat)
            own = int(at["owned"][0, seat]).bit_count()
            assert inputs[names.index("dog 1: territories")] == own
            archetype = int(options["archetypes"][0, seat])
            assert inputs[names.index("dog 1: Bruiser") + archetype] == 1
            assert inputs[names.index("dog 1: water")] == at["bowl"][0, seat, WATER]


def choose(states: Any, options: Any, judge: Judge) -> tuple[int, Any]:
    """The choice of a learned player, and its notes."""
    players = policy(with_judge(GAME, judge), [BOT] * 4)
    study = GAME.new_study(players.note, players.notes, players.positions)
    return choose_with(study, players, 0, states, options)


def choose_with(
    study: Any, players: Any, player: int, states: Any, options: Any
) -> tuple[int, Any]:
    out, legal = GAME.new_out(), legal_in(states, options)
    out[: len(legal)] = legal
    plans, seat = GAME.new_plans(), GAME.rules.actor(states[0])
    position = (states[0], options[0], GAME.new_work()[0], plans[seat], study, out, len(legal))
    luck = np.zeros(STREAMS, np.uint64)
    return int(players.choose(*position, luck, players.personas, player, seat)), study.notes[0]


@pytest.mark.parametrize("preset", GAME.bots.networks)
def test_the_best_end_of_a_turn_is_found(preset: str) -> None:
    """It is the best of those that a plain recursion meets, with cards and challenges."""
    options, judge = GAME.options(preset), some_judge()
    kinds = set()
    for at in decisions(options, 6):
        seat = GAME.rules.actor(at[0])
        action, note = choose(at, options, judge)
        assert action in legal_in(at, options)
        if note.nodes == MOST_NODES:
            continue
        worths = []
        for data, skips in ends_of_turn(at, options):
            end = np.frombuffer(data, GAME.rules.record)
            worths.append(plain_worth(judge, end, options, seat, skips))
            kinds |= {"card"} if any(skips) else set()
            kinds |= {"challenge"} if end["phase"][0] == DICE else set()
        assert len(worths) <= note.nodes
        assert note.best / SURE == pytest.approx(max(worths), abs=2e-5)
    assert kinds == ({"challenge"} if preset == "1.4" else {"card", "challenge"})


@pytest.mark.parametrize("preset", GAME.bots.networks)
def test_after_a_challenge_the_best_choice_counts(preset: str) -> None:
    """Wherever it stands among the others."""
    options, limits, judge = GAME.options(preset), np.arange(100, 1600), some_judge()
    batch = play_batch(GAME, policy(GAME, PERSONAS), 1500, 4, options, limit=limits, threads=1)
    players = policy(LEARNER, [BOT] * 4)
    kernels = LEARNED.module(LEARNER, players.note)
    places = set()
    for i in np.flatnonzero(batch.states["phase"] == DICE):
        at = batch.states[i : i + 1].copy()
        for fallen in (after(at, options, action) for action in won_and_lost(at, options)):
            seat = GAME.rules.actor(fallen[0])
            if seat < 0 or len(choices := legal_in(fallen, options)) < 2:
                continue
            ends = [after(fallen, options, action) for action in choices]
            skips = (0,) * GAME.bots.ahead
            worths = [plain_chance(judge, end, options, seat, skips) for end in ends]
            study = GAME.new_study(players.note, players.notes, players.positions)
            study.states[0] = at[0]
            kernels.start_network(study.notes[0], options[0], players.personas, 0)
            whole = (options[0], GAME.new_work()[0], study, players.personas, 0, seat, 0)
            worth = kernels.worth_of_end(*whole) / SURE
            assert worth == pytest.approx(plain_worth(judge, at, options, seat, skips), abs=2e-5)
            places.add(int(np.argmax(worths)) - len(worths))
    assert -1 in places and len(places) > 1  # the last one, and another one


def won_and_lost(states: Any, options: Any) -> list[int]:
    """What dice of a challenge may decide."""
    out = GAME.new_out()
    n = GAME.bots.turn_outcomes(states[0], options[0], out, GAME.new_chances())
    return [int(action) for action in out[:n]]


@pytest.mark.parametrize("preset", GAME.bots.networks)
def test_a_challenge_counts_by_its_odds(preset: str) -> None:
    """As all throws of both dice say, and it leads where they lead; ties are thrown again."""
    options, limits = GAME.options(preset), np.arange(100, 1600)
    batch = play_batch(GAME, policy(GAME, PERSONAS), 1500, 4, options, limit=limits, threads=1)
    places = np.flatnonzero(batch.states["phase"] == DICE)
    assert len(places) >= 4
    out, chances = GAME.new_out(), GAME.new_chances()
    for i in places:
        at = batch.states[i : i + 1].copy()
        shares: list[Counter[Any]] = []
        for list_outcomes in (GAME.rules.chance_outcomes, GAME.bots.turn_outcomes):
            n, share = list_outcomes(at[0], options[0], out, chances), Counter[Any]()
            for action, odds in zip(out[:n].tolist(), chances[:n].tolist(), strict=True):
                end = after(at, options, action)
                if end["phase"][0] != DICE:
                    share[end["owned"].tobytes(), int(end["phase"][0])] += odds
            shares.append(share)
        exact, known = ({end: n / share.total() for end, n in share.items()} for share in shares)
        assert known == pytest.approx(exact, abs=0.001)


def test_what_the_judge_saw_is_noted_unless_the_game_is_over() -> None:
    options, judge = GAME.options("1.4", {"win_territories": 5}), some_judge()
    wins, others = 0, 0
    for at in decisions(options, 40):
        note = choose(at, options, judge)[1]
        wins += note.best == SURE
        others += note.is_known
        if note.best == SURE:
            assert not note.is_known
        elif note.is_known:
            total = plain_judge(judge, "1.4", note.judged[: len(GAME.bots.features)])
            chance = 1 / (1 + math.exp(-total / (1 << SUM_BITS)))
            assert note.best / SURE == pytest.approx(chance, abs=2e-5)
    assert wins and others


def test_a_game_that_needs_more_room_is_refused() -> None:
    rules = replace(GAME.rules, max_actions=257)
    many = {
        "513 features": replace(GAME, bots=replace(GAME.bots, features=("x",) * 513)),
        "65 networks": replace(GAME, bots=replace(GAME.bots, networks=("x",) * 65)),
        "5 kinds of chance": replace(GAME, bots=replace(GAME.bots, ahead=5)),
        "257 actions": replace(GAME, rules=rules),
    }
    for problem, game in many.items():
        with pytest.raises(OffleashError, match=problem):
            learned_row(game, some_judge())


def test_players_at_one_table_keep_to_their_own_networks() -> None:
    """One workspace serves two players under two presets, as if each had its own."""
    players = policy(LEARNER, TABLE)
    shared = GAME.new_study(players.note, players.notes, players.positions)
    worths = set()
    for preset in ("1.4", "1.2", "1.4"):
        options = GAME.options(preset)
        for at in decisions(options, 2):
            for player in (0, 1, 0):
                own = GAME.new_study(players.note, players.notes, players.positions)
                alone = choose_with(own, players, player, at, options)
                together = choose_with(shared, players, player, at, options)
                assert (alone[0], alone[1].best) == (together[0], together[1].best)
                worths.add(int(alone[1].best))
    assert len(worths) == 8  # of two positions, two players and two presets


def test_rounding_changes_little() -> None:
    network = some_network()
    rng = np.random.default_rng(1)
    samples = rng.integers(0, 40, (50, len(GAME.bots.features))).astype(np.uint8)
    judge = Judge({"x": network.whole()}, "", {})
    exact = network.logits(samples)
    whole = [plain_judge(judge, "x", sample) / (1 << 22) for sample in samples]
    assert np.abs(exact - whole).max() < 0.05


def test_games_are_the_same_on_any_number_of_threads_and_move_by_move() -> None:
    players = policy(LEARNER, TABLE)
    for preset in GAME.bots.networks:
        rules = GAME.options(preset, {"max_rounds": 2})
        one, two = (
            play_batch(LEARNER, players, 3, 9, rules, threads=threads) for threads in (1, 2)
        )
        assert one.states.tobytes() == two.states.tobytes()
        session = watch_game(LEARNER, rules, TABLE, 9, 2)
        assert session.position == GAME.notation.format_position(one.states[2:], rules)


def test_what_it_can_not_see_does_not_matter() -> None:
    """A bid that lies face down changes nothing."""
    options = GAME.options("1.4", {"secret_bidding": True})
    players = policy(GAME, PERSONAS)
    limits = np.arange(100, 1600)
    batch = play_batch(GAME, players, len(limits), 4, options, limit=limits, threads=1)
    is_hidden = (batch.states["phase"] == BID_DEF) & (batch.states["bids"][:, 0] >= 0)
    places = [i for i in np.flatnonzero(is_hidden) if len(legal_in(batch.states[i:], options)) > 1]
    assert len(places) >= 3
    for i in places[:3]:
        at, other = batch.states[i : i + 1].copy(), batch.states[i : i + 1].copy()
        other["bids"][0, 0] ^= 1
        assert choose(at, options, some_judge())[0] == choose(other, options, some_judge())[0]


# Files


def test_a_judge_is_read_as_it_was_written(tmp_path: Any) -> None:
    judge, path = some_judge(), tmp_path / "mine.npz"
    path.write_bytes(format_judge(judge))
    again = read_judge(path, GAME.bots.features)
    assert format_judge(again) == path.read_bytes()
    assert learned_row(GAME, again) == learned_row(GAME, judge)


def test_a_bad_file_is_named(tmp_path: Any) -> None:
    judge, path = some_judge(), tmp_path / "mine.npz"
    name, network = next(iter(judge.networks.items()))
    cut = Network([network.weights[0][:-1], *network.weights[1:]], network.biases)
    bare = replace(judge, provenance={key: {} for key in judge.networks})
    other = replace(judge, features="of another game")
    sizes = ((len(GAME.bots.features), units, 8) for units in (65, 15))
    large, small = (random_network(size, np.random.default_rng(0)).whole() for size in sizes)
    first, second, last = network.weights
    empty = Network([first[:, :0], second[:0], last], [network.biases[0][:0], *network.biases[1:]])
    wide = Network([w.astype(np.int32) for w in network.weights], network.biases)
    cases = {
        "inputs where the game has": replace(judge, networks={**judge.networks, name: cut}),
        "lacks 'command'": bare,
        "other features": other,
        "other types": replace(judge, networks={**judge.networks, name: wide}),
        "65 units": replace(judge, networks={**judge.networks, name: large}),
        "without units": replace(judge, networks={**judge.networks, name: empty}),
        "no network": Judge({}, judge.features, {}),
        "of different sizes": replace(judge, networks={**judge.networks, name: small}),
    }
    for problem, bad in cases.items():
        path.write_bytes(format_judge(bad))
        with pytest.raises(BadFile, match=problem):
            read_judge(path, GAME.bots.features)
    whole = format_judge(judge)
    spoilt = (
        whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :] for at in range(2000, 5000, 97)
    )
    for data in (b"", b"nonsense", whole[:-40], *spoilt):
        path.write_bytes(data)
        with pytest.raises(BadFile, match="not a judge"):
            read_judge(path, GAME.bots.features)


def test_interpreted_and_compiled_decide_alike() -> None:
    """With checked indices, which the other one can't have."""
    script = f"""
from tests.compiler.checked import check_batches
from {__name__} import final_positions
check_batches()
print(final_positions())
"""
    environment = {**os.environ, "OFFLEASH_RULES": "interpreted"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == final_positions()


def final_positions() -> str:
    """The beginnings of two games of learned players, as one text."""
    players = policy(LEARNER, TABLE)
    texts = []
    for preset in GAME.bots.networks:
        rules = GAME.options(preset, {"max_rounds": 1})
        states = play_batch(LEARNER, players, 1, 2, rules, threads=1, limit=8).states
        texts.append(states.tobytes().hex())
    return " ".join(texts)
