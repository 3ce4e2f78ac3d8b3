"""Player networks: whole numbers, the same choice as a plain sum, and files that are checked."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offleash.adapters.vector import GameVector
from offleash.bots.kinds import LEARNED, PLAYER, find
from offleash.bots.lineup import policy
from offleash.contract import Game
from offleash.contract.bots.judges import REQUIRED
from offleash.contract.bots.player_networks import (
    BIASES,
    NO_SHIFT,
    WEIGHTS,
    InputLayout,
    PlayerNetwork,
    WholeNetwork,
    action_layout,
    format_player,
    observation_layout,
    read_player,
    shapes_of,
)
from offleash.engine.batch import new_desk
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import BadFile, OffleashError

GAMES = ("domidog", "dog", "secret-mission", "puppy-park")
SIZES = (12, 8, 8, 4)


def some_network(game: Game, seed: int = 1) -> WholeNetwork:
    rng = np.random.default_rng(seed)
    arrays = {}
    for name, shape in shapes_of(layouts(game), SIZES).items():
        scale, kind = (900, np.int16) if name in WEIGHTS else (400_000, np.int32)
        arrays[name] = (rng.standard_normal(shape) * scale).astype(kind)
    return WholeNetwork(arrays)


def layouts(game: Game) -> tuple[InputLayout, InputLayout]:
    learning = game.learning
    return observation_layout(learning.encoding), action_layout(learning.action_encoding)


def some_player(game: Game, seed: int = 1) -> PlayerNetwork:
    learning, about = game.learning, dict.fromkeys(REQUIRED, "a test")
    versions = learning.encoding.version, learning.action_encoding.version
    return PlayerNetwork({"": some_network(game, seed)}, layouts(game), versions, {"": about})


def with_network(name: str, seed: int = 1) -> Game:
    game = registry.load(name)
    judges = {LEARNED.name: some_player(game, seed)}
    return replace(game, bots=replace(game.bots, judges=judges))


def columns_on(layout: InputLayout, numbers: Any) -> list[int]:
    """The columns that numbers turn on, as one would write it down first."""
    on = []
    for number, shift, low, start, base in layout.rows.tolist():
        value = int(numbers[number])
        if shift == NO_SHIFT:
            on.append(base + int(layout.table[start + value - low]))
        elif value >> shift & 1:
            on.append(base)
    return on


def plain_scores(game: Game, network: WholeNetwork, session: Session, seat: int) -> list[int]:
    arrays = {name: part.astype(object) for name, part in network.arrays.items()}
    seen_layout, what_layout = layouts(game)
    seen = np.zeros(game.learning.encoding.size, np.int32)
    game.learning.encode(session.state[0], session.options[0], seat, seen)

    def units(sums: Any, shift: int) -> Any:
        return np.array([max(0, int(total) >> shift) for total in sums], object)

    on = columns_on(seen_layout, seen)
    first = units(arrays["first_bias"] + arrays["first"][on].sum(axis=0), 2)
    second = units(arrays["second_bias"] + first @ arrays["second"], 12)
    mix = arrays["mix_bias"] + second @ arrays["mix"]
    scores = []
    for action in session.legal_actions():
        what = np.zeros(game.learning.action_encoding.size, np.int32)
        state, options = session.state[0], session.options[0]
        game.learning.write_action(state, options, seat, int(action), what)
        own = arrays["action"][columns_on(what_layout, what)].sum(axis=0) << 10
        last = units(arrays["last_bias"] + units(mix + own, 12) @ arrays["last"], 12)
        scores.append(int(last @ arrays["score"]))
    return scores


@pytest.mark.parametrize("name", GAMES[:1])
def test_it_plays_the_best_score_of_a_plain_sum(name: str) -> None:
    game = with_network(name)
    network = game.bots.judges[LEARNED.name].networks[""]
    env = GameVector(game, 6, seats="learned,agent", skip_forced=True)
    env.reset(seed=3)
    rng = np.random.default_rng(4)
    compared = 0
    players = policy(game, [LEARNED.name] * 2)
    desk = new_desk(game, players, 1)
    for _ in range(12):
        for place in range(env.games):
            state, options = env.state(place), env.options_of(place)
            seat, n = int(env.actors[place]), int(env.legal_counts[place])
            legal = env.legal_actions[place, :n].astype(np.int32)
            view = state.copy()
            game.rules.hide(view[0], options[0], seat)
            action, blind = (
                players.choose(
                    *(position[0], options[0], desk.works[0], desk.plans[seat], desk.study),
                    *(legal, n, desk.rng, players.personas, 0, seat),
                )
                for position in (state, view)
            )
            assert action == blind  # it needs nothing that its seat does not know

            class Fixed:
                pass

            session: Any = Fixed()
            session.state, session.options = state, options
            session.legal_actions = lambda legal=legal: legal.tolist()
            scores = plain_scores(game, network, session, seat)
            assert action == legal[int(np.argmax(scores))]
            compared += len(set(scores)) > 1
        env.step(env.random_actions(rng))
    assert compared > 40


def test_it_takes_the_first_of_equals() -> None:
    game = with_network("domidog")
    arrays = game.bots.judges[LEARNED.name].networks[""].arrays
    arrays["score"][:] = 0
    players = policy(game, [LEARNED.name] * 2)
    desk, options = new_desk(game, players, 1), game.options()
    env = GameVector(game, 8, seats="agent,agent", skip_forced=True)
    env.reset(seed=5)
    for place in range(env.games):
        seat, n = int(env.actors[place]), int(env.legal_counts[place])
        legal = env.legal_actions[place, :n].astype(np.int32)
        action = players.choose(
            *(env.state(place)[0], options[0], desk.works[0], desk.plans[seat], desk.study),
            *(legal, n, desk.rng, players.personas, 0, seat),
        )
        assert n > 1 and action == legal[0]


@pytest.mark.parametrize("name", GAMES)
def test_layouts_have_a_place_for_every_bound(name: str) -> None:
    learning = registry.load(name).learning
    for layout, encoding in zip(
        layouts(registry.load(name)), (learning.encoding, learning.action_encoding), strict=True
    ):
        for numbers in (encoding.low, encoding.high):
            on = columns_on(layout, numbers)
            assert len(set(on)) == len(on)
            assert min(on) >= 0 and max(on) < layout.columns
        assert columns_on(layout, encoding.low)[0] == 0


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = registry.load("dog")
    encodings = game.learning.encoding, game.learning.action_encoding
    player, path = some_player(game), tmp_path / "mine.npz"
    path.write_bytes(format_player(player))
    again = read_player(path, encodings)
    assert format_player(again) == path.read_bytes()
    assert again.networks[""].sizes == SIZES
    with np.load(io.BytesIO(path.read_bytes())) as archive:
        arrays = dict(archive)
    about = json.loads(str(arrays["about"]))
    spoilt = {
        "another encoding": {"about": np.array(json.dumps({**about, "encodings": [9, 9]}))},
        "no player network of format": {"about": np.array(json.dumps({**about, "format": 9}))},
        "has first of": {".first": arrays[".first"][1:]},
        "other numbers than int16": {".mix": arrays[".mix"].astype(np.int64)},
        "biases that are not a row": {f".{BIASES[0]}": arrays[".first"]},
        "lacks 'seed'": {"about": np.array(json.dumps(about | {"networks": {"": {"command": 1}}}))},
    }
    for words, changes in spoilt.items():
        with path.open("wb") as file:
            np.savez(file, **{**arrays, **changes})
        with pytest.raises(BadFile, match=words):
            read_player(path, encodings)
    path.write_bytes(b"PK")
    with pytest.raises(BadFile, match="damaged"):
        read_player(path, encodings)


def test_the_file_says_which_kind_plays() -> None:
    assert find(with_network("dog"), "learned") == (PLAYER, "")
    assert find(registry.load("uri-nation"), "learned") == (LEARNED, "")
    assert find(registry.load("domidog"), "learned") == (PLAYER, "")
    with pytest.raises(OffleashError, match="no bot 'learned'"):
        find(registry.load("puppy-park"), "learned")


def test_options_joined_twice_keep_their_names() -> None:
    game = registry.load("uri-nation")
    rows = [np.concatenate([game.options(preset)]) for preset in ("1.4", "1.2")]
    env = GameVector(game, 2, options=np.concatenate(rows), seats="agent")
    assert env.options["seats"].tolist() == [4, 4]
