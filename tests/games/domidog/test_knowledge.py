"""What a seat knows in Dömidög (N6), held against plain counting of every possible deal."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from offleash.compiler.record import words
from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import NOBODY, UNSEEN
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.record import HAND, SUPPLY, UNKNOWN
from tests.games.domidog import naive
from tests.games.domidog.stories import (
    Story,
    actions_heard,
    choices,
    completions,
    deal_for,
    make_story,
    shown_void,
    takes_openly,
    viewers,
    ways_to_start,
)
from tests.games.domidog.twins import applied, differing, engine_options

SAMPLES = 6_000 if MODE == "compiled" else 300
EXPECTED_AT_LEAST = 5  # rarer cases are counted together
ONE_IN_A_MILLION = 4.7534  # standard deviations
MOST = 800  # ways to deal that are counted out
SEEDS = range(6)


# The engine's side


@cache
def numbered(action, players):
    return GAME.notation.parse_action(action, GAME.options(players=players))


def record_of(story):
    """The engine's position at the end of a story."""
    opts = engine_options(story.options)
    if story.start.phase == "deal":
        states = GAME.new_state(opts)
    else:
        lot = " blue=missing" if story.start.phase == "start" else ""  # nobody has blue-blue (M1)
        states = GAME.notation.parse_position(naive.to_text(story.start) + lot, opts)
    work = GAME.new_work()
    for action in story.actions:
        GAME.rules.apply(states[0], opts[0], work[0], numbered(action, story.options.players), None)
    return states, opts


def view_of(states, opts, seat):
    view = states.copy()
    GAME.rules.hide(view[0], opts[0], seat)
    return view


def resampled(view, opts, seat, samples, seed=7):
    """Fillings of a view, one after the other, in one record that is used again."""
    full, work, rng = view.copy(), GAME.new_work(), streams()
    seed_streams(rng, seed, 0)
    blank, filled = words(view), words(full)  # quicker to copy than records
    for _ in range(samples):
        filled[:] = blank
        GAME.rules.resample(full[0], opts[0], work[0], seat, rng, 0)
        yield full


# Law 1: every deal that agrees with what was heard is equally likely


def chi_square(observed, expected):
    """The statistic and what it exceeds once in a million, rare cases taken together."""
    cells = [(observed[key], want) for key, want in expected.items()]
    common = [cell for cell in cells if cell[1] >= EXPECTED_AT_LEAST]
    rare = [cell for cell in cells if cell[1] < EXPECTED_AT_LEAST]
    if rare:
        common.append((sum(count for count, _ in rare), sum(want for _, want in rare)))
    freedom = max(len(common) - 1, 1)
    statistic = sum((count - want) ** 2 / want for count, want in common)
    spread = 2 / (9 * freedom)
    return statistic, freedom * (1 - spread + ONE_IN_A_MILLION * spread**0.5) ** 3


def describe(story, seat):
    return f"{naive.to_text(story.start)}: {', '.join(actions_heard(story, seat))}; heard by {seat}"


def check_uniform(story, seat, stories, samples=SAMPLES):
    """Holds `resample` to the plain count, and `hide` to showing all of them alike."""
    message = describe(story, seat)
    states, opts = record_of(story)
    view = view_of(states, opts, seat)
    counts = Counter()
    for other in stories:
        full, _ = record_of(other)
        assert view_of(full, opts, seat).tobytes() == view.tobytes(), f"told apart: {message}"
        counts[full.tobytes()] += 1
    assert states.tobytes() in counts, f"the story itself is not counted: {message}"
    drawn_counts = Counter(full.tobytes() for full in resampled(view, opts, seat, samples))
    for strange in drawn_counts.keys() - counts.keys():
        full = np.frombuffer(strange, GAME.rules.record)
        raise AssertionError(f"{GAME.notation.format_position(full, opts)}: impossible, {message}")
    expected = {key: samples * count / counts.total() for key, count in counts.items()}
    missed = [key for key, want in expected.items() if want > 20 and not drawn_counts[key]]
    assert not missed, f"never drawn: {message}"
    statistic, limit = chi_square(drawn_counts, expected)
    assert statistic < limit, f"chi square {statistic:.1f} exceeds {limit:.1f}: {message}"


# Seat 1 is the one that others wonder about. Hands are small; other tiles are in the box.

RED = "chain=red-red hands=red-yellow,blue-grey|white-black,yellow-yellow"
CASES = {
    "nothing has happened": (
        make_story(f"{RED} supply=red-white,black-grey,yellow-grey", []),
        10,  # any two of five
    ),
    "she has drawn a tile": (
        # two of the four without red, then any of the three left
        make_story(
            f"{RED} supply=red-white,black-grey,yellow-grey seat=1", ["draw", "deal black-grey"]
        ),
        6 * 3,
    ),
    "she has drawn a second one": (
        # two without red and a third without, then any of the two left
        make_story(
            f"{RED} supply=red-white,black-grey,yellow-grey seat=1",
            ["draw", "deal black-grey", "draw", "deal red-white"],
        ),
        6 * 2 * 2,
    ),
    "she laid what she drew last": (
        make_story(
            f"{RED} supply=red-white,black-grey,yellow-grey seat=1",
            ["draw", "deal black-grey", "draw", "deal red-white", "red-white left"],
        ),
        6 * 2,
    ),
    "she has drawn the supply empty, and passed": (
        make_story(
            f"{RED} supply=black-grey,yellow-grey seat=1",
            ["draw", "deal black-grey", "draw", "deal yellow-grey", "pass"],
        ),
        6 * 2,
    ),
    "a pass says nothing about others": (
        # one of the three without red for her, then any one
        make_story(
            "chain=red-red hands=blue-grey|white-black,yellow-yellow|red-white,black-grey seat=1",
            ["pass"],
            players=3,
        ),
        3,
    ),
    "two have passed": (
        make_story(
            "chain=red-red hands=blue-red,blue-grey|white-black,yellow-yellow|black-grey seat=1",
            ["pass", "pass"],
            players=3,
        ),
        3,
    ),
    "a starter who had no double": (
        # of six tiles five are not blue-blue, of these three are mixed
        make_story(
            "phase=start hands=red-white,red-black|yellow-white,yellow-black "
            "supply=blue-blue,yellow-red,yellow-yellow",
            ["first 1", "draw", "deal yellow-yellow", "open yellow-yellow"],
        ),
        3,
    ),
    "nobody has blue-blue": (
        make_story(
            "phase=start hands=red-white,red-black|yellow-white,yellow-black "
            "supply=blue-blue,yellow-red,yellow-yellow",
            [],
        ),
        6,
    ),
}


def test_the_counting_counts():
    """Against numbers worked out by hand: see the notes of each case."""
    for story, count in CASES.values():
        story.now()
        assert len([*completions(story, 0)]) == count, describe(story, 0)


@pytest.mark.parametrize("case", CASES)
def test_every_deal_is_equally_likely(case):
    story, _ = CASES[case]
    for seat in (0, NOBODY):
        check_uniform(story, seat, [*completions(story, seat)])


LEAKS = {
    "hands": lambda states: states["where"][0] >= HAND,
    "supply": lambda states: states["where"][0] == SUPPLY,
    "taken times": lambda states: states["taken"][0] > 0,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_noticed(leak):
    """A view that keeps some of what it should not tells completions apart."""
    story, _ = CASES["she has drawn a second one"]
    field = "taken" if leak == "taken times" else "where"
    views = {True: set(), False: set()}
    for other in completions(story, 0):
        states, opts = record_of(other)
        view = view_of(states, opts, 0)
        views[False].add(view.tobytes())
        leaked = LEAKS[leak](states)
        view[field][0][leaked] = states[field][0][leaked]
        views[True].add(view.tobytes())
    assert len(views[False]) == 1
    assert len(views[True]) > 1


# Random stories with few tiles, so that forks, voids and passes come soon

COLOURS = ("blue", "red", "yellow", "white", "black")
SMALL_BOX = [t for t in naive.BASE if {*naive.dogs(t)} <= {*COLOURS} and t != "blue-blue"]
SMALL = {2: (3, 4), 3: (2, 3), 4: (2, 0)}  # tiles for each, tiles left over beside blue-blue
LARGER = {2: (4, 5), 3: (2, 5), 4: (2, 2)}


def small_start(rng, options, sizes):
    """A lot is to be drawn, and nobody has blue-blue."""
    hand_size, left = sizes[options.players]
    tiles = rng.sample(SMALL_BOX, hand_size * options.players + left)
    p = naive.set_up(options)
    p.phase, p.supply = "start", {"blue-blue", *tiles[hand_size * options.players :]}
    p.hands = [tiles[hand_size * s : hand_size * (s + 1)] for s in range(options.players)]
    return p


def random_story(rng, sizes):
    """A game from such a start, stopped somewhere."""
    options = naive.Options(
        players=rng.choice((2, 2, 3, 4)),
        face_up=rng.random() < 0.05,
        fork_before_draw_only=rng.random() < 0.2,
        fork_wins_before_draw=rng.random() < 0.2,
    )
    start = p = small_start(rng, options, sizes)
    actions = []
    for _ in range(rng.randint(4, 24)):
        possible = sorted(choices(p, options))
        if not possible:
            break
        forks = [action for action in possible if action.startswith("fork")]
        action = rng.choice(forks if forks and rng.random() < 0.4 else possible)
        actions.append(action)
        p = naive.apply(p, options, action)
    return Story(options, start, tuple(actions))


def events(story, viewer):
    """What others have shown in a story, in words."""
    p, kinds, void = story.start, set(), set()
    for action in story.actions:
        if naive.actor(p) not in (viewer, "chance"):
            kind = action.split()[0]
            if shown_void(p, story.options, action):
                kinds.add(f"{kind} in {p.phase}")
                void.add(p.seat)
            elif kind in naive.EVERY_TILE and p.seat in void:
                kinds.add("a tile laid after a void")
        elif action.startswith("deal") and p.forked and p.seat in void:
            kinds.add("a fork's draw after a void")
        p = naive.apply(p, story.options, action)
    return kinds


def eventful_stories(seed, count, most, sizes):
    """Stories with something to work out, who listens, and every story that sounds the same."""
    rng, result = random.Random(seed), []
    while len(result) < count:
        story = random_story(rng, sizes)
        seat = rng.choice(viewers(story.options))
        if len(events(story, seat)) < 2 or ways_to_start(story, seat) > most:
            continue
        listed = [*completions(story, seat)]
        if len(listed) > 3:
            result.append((story, seat, listed))
    return result


@cache
def sample_stories(seed):
    return eventful_stories(f"small games {seed}", 5, MOST, SMALL)


@pytest.mark.parametrize("seed", SEEDS)
def test_small_games_are_filled_evenly(seed):
    for story, seat, listed in sample_stories(seed):
        check_uniform(story, seat, listed, SAMPLES // 3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_many_small_games_are_filled_evenly(seed):
    for story, seat, listed in eventful_stories(f"many games {seed}", 40, 20 * MOST, LARGER):
        check_uniform(story, seat, listed, 10 * SAMPLES)


EVENTS = {
    "draw in open",
    "draw in play",
    "pass in play",
    "fork in play",
    "a tile laid after a void",
    "a fork's draw after a void",
}


def test_small_games_show_every_kind_of_event():
    kinds = set()
    for seed in SEEDS:
        for story, seat, _ in sample_stories(seed):
            kinds |= events(story, seat)
    assert kinds >= EVENTS


def test_a_biased_sample_is_noticed():
    """The statistic has teeth: a deal twice as likely as it should be does not pass."""
    expected = dict.fromkeys(range(50), 400.0)
    fair = Counter({key: 400 + (-1) ** key * 20 for key in range(50)})
    biased = fair + Counter({0: 200})
    assert chi_square(fair, expected)[0] < chi_square(fair, expected)[1]
    assert chi_square(biased, expected)[0] > chi_square(biased, expected)[1]


# Law 2: whole games. What is filled in could have been dealt, and all would have gone the same


def random_game(rng):
    options = naive.Options(
        players=rng.choice((2, 3, 4)),
        starter=rng.choice((None, None, 0)),
        extra_tiles=rng.random() < 0.5,
        fork_before_draw_only=rng.random() < 0.3,
    )
    start = p = naive.set_up(options)
    actions = []
    while naive.actor(p) != "over":
        possible = sorted(choices(p, options))
        forks = [action for action in possible if action.startswith("fork")]
        forking = forks and (possible[0] in ("draw", "pass") or rng.random() < 0.05)
        action = rng.choice(forks if forking and rng.random() < 0.5 else possible)
        actions.append(action)
        p = naive.apply(p, options, action)
    return Story(options, start, tuple(actions))


def hands_in(full, players):
    locations = full["where"][0].tolist()
    return [
        [t for t, at in zip(naive.EVERY_TILE, locations, strict=True) if at == HAND + seat]
        for seat in range(players)
    ]


def check_could_have_been(story, full, opts, seat):
    """Some deal leads to what was filled in, and it sounds the same."""
    message = f"{GAME.notation.format_position(full, opts)}, {describe(story, seat)}"
    other = deal_for(story, hands_in(full, story.options.players), seat)
    assert other is not None, f"no deal leads there: {message}"
    assert actions_heard(other, seat) == actions_heard(story, seat), message
    p, expected = other.now(), story.now()
    assert (p.phase, p.seat) == (expected.phase, expected.seat), message
    assert not differing(p, full), message


@pytest.mark.parametrize("seed", range(4))
def test_what_is_filled_in_could_have_been_dealt(seed):
    rng = random.Random(f"whole games {seed}")
    game = random_game(rng)
    assert deal_for(game, game.now().hands) is not None
    dealt_tiles = naive.HAND_SIZE * game.options.players
    for stop in sorted(rng.sample(range(dealt_tiles, len(game.actions) + 1), 6)):
        story = Story(game.options, game.start, game.actions[:stop])
        states, opts = record_of(story)
        for seat in viewers(game.options):
            view = view_of(states, opts, seat)
            for full in resampled(view, opts, seat, 3, seed):
                assert GAME.notation.is_whole(full)
                assert view_of(full, opts, seat).tobytes() == view.tobytes()
                check_could_have_been(story, full, opts, seat)


def test_an_impossible_hand_is_noticed():
    """The check has teeth: who draws holds no tile that would have fitted."""
    count = 0
    game = random_game(random.Random("whole games 0"))
    p = game.start
    for i, action in enumerate(game.actions):
        test = None if naive.actor(p) == "chance" else shown_void(p, game.options, action)
        for tile in filter(test, sorted(p.supply)) if test else ():
            hands = [list(hand) for hand in p.hands]
            hands[p.seat][-1] = tile
            story = Story(game.options, game.start, game.actions[: i + 1])
            assert deal_for(story, p.hands) is not None
            assert deal_for(story, hands) is None
            count += 1
        p = naive.apply(p, game.options, action)
    assert count > 5


# Law 3: what a view holds, and what is heard


def walk(seed, **settings):
    """Positions of a random game, each with the action that follows."""
    rng, options = random.Random(seed), naive.Options(**settings)
    opts = engine_options(options)
    states, p = GAME.new_state(opts), naive.set_up(options)
    while naive.actor(p) != "over":
        action = rng.choice(sorted(choices(p, options)))
        yield states, opts, p, action
        states, p = applied(states, opts, action), naive.apply(p, options, action)


TABLES = [{}, {"players": 3}, {"players": 4}, {"extra_tiles": True, "face_up": True}]
each_table = pytest.mark.parametrize("settings", TABLES, ids=str)


@each_table
def test_a_view_holds_only_your_hand_and_the_chain(settings):
    for states, opts, p, _ in walk(1, **settings):
        for seat in viewers(naive.Options(**settings)):
            locations = states["where"][0]
            view = view_of(states, opts, seat)["where"][0]
            secret = (locations == SUPPLY) | ((locations >= HAND) & (locations != HAND + seat))
            if settings.get("face_up"):  # what is in no hand is in the supply
                secret[:] = False
            assert (view[secret] == UNKNOWN).all()
            assert (view[~secret] == locations[~secret]).all()
            assert len(p.hands) == int(states["players"][0])


@each_table
def test_a_view_keeps_all_that_is_public(settings):
    public = ("parent", "joint", "end", "house", "held", "supply_left", "seat", "passes", "drew")
    for states, opts, _, _ in walk(2, **settings):
        for seat in viewers(naive.Options(**settings)):
            view = view_of(states, opts, seat)
            for field in (*public, "phase", "starter", "players"):
                assert (view[field] == states[field]).all(), field


@each_table
def test_only_the_seat_that_takes_a_tile_sees_it(settings):
    options, counts = naive.Options(**settings), Counter()
    for states, opts, p, action in walk(3, **settings):
        number = GAME.notation.parse_action(action, opts)
        for seat in viewers(options):
            seen_action = int(GAME.rules.seen(states[0], opts[0], number, seat))
            open_to = not action.startswith("deal") or takes_openly(p, options, seat)
            assert seen_action == (number if open_to else UNSEEN), action
            counts[open_to] += 1
    assert counts[True] > 50


@each_table
def test_a_view_does_not_depend_on_which_tile_others_take(settings):
    """Whatever she takes, the others see the same afterwards."""
    for states, opts, p, action in walk(4, **settings):
        if not action.startswith("deal"):
            continue
        others = sorted(naive.chances(p, naive.Options(**settings)))
        for seat in viewers(naive.Options(**settings)):
            if not takes_openly(p, naive.Options(**settings), seat):
                views = {
                    view_of(applied(states, opts, other), opts, seat).tobytes()
                    for other in (action, others[0], others[-1])
                    if p.phase != "deal" or len(p.hands[-1]) < naive.HAND_SIZE - 1
                }
                assert len(views) <= 1
