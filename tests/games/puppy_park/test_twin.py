"""The rules of Puppy Park against a second implementation: whole games and dressed-up positions.

`naive.py` was written from the rulings alone. Every seed is fixed; the environment variable
OFFLEASH_TWIN_CASES sets how many games, and of each theme how many positions, are tried.
"""

import os
import random
from collections import Counter

import numpy as np
import pytest

import offleash
from offleash.contract.rules.actors import CHANCE, OVER
from tests.games.puppy_park import naive
from tests.games.puppy_park.dressed import THEMES, dressed
from tests.games.puppy_park.twins import (
    changed,
    engine_options,
    numbered,
    random_options,
    to_number,
    to_record,
)

CASES = int(os.environ.get("OFFLEASH_TWIN_CASES", "10"))
KINDS = {"a": "two_pairs", "b": "stacks", "c": "plain", "e": "tree_poops"}

game = offleash.load_game("puppy-park")
work, out, weights = game.new_work(), game.new_out(), game.new_chances()
NOISE = np.random.default_rng(1).bytes(work.nbytes)  # nobody knows what scratch space holds


def used_work():
    """Scratch space as somebody else might have left it."""
    work.view(np.uint8)[:] = np.frombuffer(NOISE, np.uint8)
    return work[0]


class Pair:
    """One game on both sides: the twin's position, the engine's record and both their counts."""

    def __init__(self, options, position=None):
        self.options, self.opts = options, engine_options(game, options)
        self.position = naive.setup(options) if position is None else position
        self.states = game.new_state(self.opts) if position is None else to_record(position)
        self.tally, self.counts = game.new_tally(), Counter()
        self.compared = 0

    def explain(self, difference, *lines):
        text = game.notation.format_position(self.states, self.opts)
        return "\n".join(
            map(str, (difference, f"position: {text}", f"options: {changed(self.options)}", *lines))
        )

    def engine_choices(self):
        """The actor, and the engine's actions with their weights, 1 for a player's."""
        seat = game.rules.actor(self.states[0])
        if seat == OVER:
            return seat, {}
        if seat == CHANCE:
            n = game.rules.chance_outcomes(self.states[0], self.opts[0], out, weights)
            return seat, dict(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))
        n = game.rules.legal_actions(self.states[0], self.opts[0], used_work(), out)
        listed = out[:n].tolist()
        assert listed == sorted(set(listed)), self.explain("not ascending, or not once each")
        return seat, dict.fromkeys(listed, 1)

    def choices(self):
        """What can be done, once both agree on it."""
        actor, engine = self.engine_choices()
        phase = self.position.phase
        expected = {"deal": CHANCE, "start": CHANCE, "over": OVER}.get(phase, self.position.seat)
        assert actor == expected, self.explain(f"the actor is {actor}, not {expected}")
        by_action = naive.chances(self.position, self.options) or dict.fromkeys(
            naive.legal(self.position, self.options), 1
        )
        by_number = numbered(by_action, self.position)
        twin = {number: by_action[action] for number, action in by_number.items()}
        assert engine == twin, self.explain(
            "choices differ",
            f"only the engine: {self.texts(engine.keys() - twin.keys())}",
            f"only the twin: {[by_number[number] for number in twin.keys() - engine.keys()]}",
            f"engine {len(engine)}, twin {len(twin)}",
        )
        self.compared += 1
        return sorted(by_action, key=str)

    def texts(self, numbers):
        return [game.notation.format_action(number, self.opts) for number in sorted(numbers)]

    def play(self, action):
        """Both play, and the whole position is the same after."""
        number, before = to_number(action, self.position), self.position
        if action[0] == "at":
            kind = naive.option_of(before, self.options, action)
            self.counts[KINDS[kind], before.seat] += 1
        elif action[0] in ("house", "pass"):
            self.counts[{"house": "houses", "pass": "passes"}[action[0]], before.seat] += 1
        self.position = naive.apply(before, self.options, action)
        expected = to_record(self.position)
        explained = self.explain(f"after {action}")
        game.rules.apply(self.states[0], self.opts[0], used_work(), number, self.tally[0])
        differing = [n for n in expected.dtype.names if (expected[n] != self.states[n]).any()]
        assert not differing, "\n".join(
            [explained, *(f"{n}: {self.states[n]}, twin {expected[n]}" for n in differing)]
        )
        assert expected.tobytes() == self.states.tobytes(), explained

    def check_text(self, rng, choices):
        """The position and some of its actions survive text, the twin's reading of it too."""
        text = game.notation.format_position(self.states, self.opts)
        assert game.notation.parse_position(text, self.opts).tobytes() == self.states.tobytes(), (
            text
        )
        assert to_record(naive.from_text(text)).tobytes() == self.states.tobytes(), text
        for action in rng.sample(choices, min(3, len(choices))):
            name = naive.action_text(action, self.position)
            number = to_number(action, self.position)
            assert game.notation.format_action(number, self.opts) == name
            assert game.notation.parse_action(name, self.opts) == number

    def check_end(self):
        """The same winners, and the same counts."""
        n = self.options.players
        shares, places = np.zeros(n), np.zeros(n, np.int64)
        game.rules.returns(self.states[0], self.opts[0], shares)
        game.rules.rank(self.states[0], self.opts[0], places)
        expected = naive.returns(self.position, self.options)
        assert shares.tolist() == pytest.approx(expected), self.explain("the winners differ")
        first = {seat for seat in range(n) if places[seat] == 0}
        assert first == naive.winners(self.position, self.options), self.explain("ranks differ")
        for name in (*KINDS.values(), "houses", "passes"):
            counts = [self.counts[name, seat] for seat in range(4)]
            assert self.tally[name][0].tolist() == counts, self.explain(f"{name}: {counts}")


READINGS = [naive.Options(pairs=word) for word in ("disjoint", "each", "edges")]


def with_friends(position, options, choices):
    """The places where the picked tile would lie next to its like, the arguable ones first."""
    tile, lawn = position.picked, naive.Lawn(position, options)
    friends = [cell for cell in lawn.stacks if lawn.awake(cell) in tile]
    near = {cell for friend in friends for cell in naive.around(friend)}
    close = [action for action in choices if action[1] in near or naive.beside(*action[1:]) in near]

    def readings(action):
        return sum(naive.makes_two_pairs(lawn, tile, action[1:], one) for one in READINGS)

    pair_counts = [(readings(action), action) for action in close if action[1] not in lawn.stacks]
    argued = [action for pairs, action in pair_counts if 0 < pairs < len(READINGS)]
    return argued or [action for pairs, action in pair_counts if pairs]


def choose(rng, position, options, choices):
    """Any action, but often one that games rarely come to: stacks, pairs, tree-poop tiles."""
    luck = rng.random()
    preferred = []
    if position.phase == "pick":
        preferred = [c for c in choices if c[0] == naive.TREE_POOP] if luck < 0.1 else []
    elif position.phase == "place" and position.picked != naive.TREE_POOP and luck < 0.7:
        if luck < 0.4:
            stacks = naive.Lawn(position, options).stacks
            preferred = [action for action in choices if action[1] in stacks]
        preferred = preferred or with_friends(position, options, choices)
    return rng.choice(preferred or choices)


def play_out(rng, pair, most=1000):
    """Plays on to the end, or so many actions."""
    for _ in range(most):
        choices = pair.choices()
        if not choices:
            pair.check_end()
            return
        if rng.random() < 0.2:
            pair.check_text(rng, choices)
        pair.play(choose(rng, pair.position, pair.options, choices))


def play_a_game(seed):
    rng = random.Random(f"games {seed}")
    pair = Pair(random_options(rng))
    assert pair.states.tobytes() == to_record(pair.position).tobytes(), "the set-up differs"
    play_out(rng, pair)
    assert pair.position.phase == "over"
    assert pair.compared > 40


@pytest.mark.parametrize("seed", range(CASES // 2))
def test_whole_games(seed):
    play_a_game(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_many_more_games(seed):
    play_a_game(seed)


def only_atop(position, options):
    """Whether there are placements, and all of them atop others."""
    lawn = naive.Lawn(position, options)
    places, _ = naive.all_placements(position, options, lawn)
    cells = {cell for spots in places.values() for cell, _ in spots}
    return bool(cells) and cells <= set(lawn.stacks)


# What at least one position of a theme has to show: a theme that does not would test nothing.
IS_ABOUT = {
    "high": lambda p, o: max(map(len, naive.Lawn(p, o).stacks.values())) >= 4,
    "long": lambda p, o: max(abs(piece.cell[0]) for piece in p.table) > 12,
    "many houses": lambda p, o: len(naive.Lawn(p, o).napping) > 2,
    "poop": lambda p, o: p.rules == "poop" and only_atop(p, o),
    "enclosed trees": lambda p, o: p.rules == "tree" and only_atop(p, o),
    "fenced": lambda p, o: p.phase == "pick" and naive.picks(p, o) == {("pass",)},
    "last tiles": lambda p, o: len(p.hands[p.seat]) == 1 and p.phase == "place",
}


def compare_dressed(theme, seed, cases):
    rng = random.Random(f"dressed {theme} {seed}")
    count = 0
    for _ in range(cases):
        options, position = dressed(rng, theme)
        count += IS_ABOUT[theme](position, options) if theme in IS_ABOUT else 1
        pair = Pair(options, position)
        choices = pair.choices()
        assert choices, pair.explain("nothing can be done")
        pair.check_text(rng, choices)
        for action in {choose(rng, position, options, choices) for _ in range(3)}:
            branch = Pair(options, position)
            branch.play(action)
            branch.choices()
        play_out(rng, pair, most=3)
    assert count, f"no position is about {theme}"


@pytest.mark.parametrize("theme", THEMES)
def test_dressed_positions(theme):
    compare_dressed(theme, 0, CASES)


@pytest.mark.soak
@pytest.mark.parametrize("theme", THEMES)
def test_many_more_dressed_positions(theme):
    compare_dressed(theme, 1, 1000)
