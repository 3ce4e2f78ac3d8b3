"""What a seat knows in Secret Mission (S2, S4, N7), held against plain counting and plain reading.

The counting lays every tile that a seat can't place into every place that it can't see; all ways
are equally likely. The reading looks for names of tiles in all that a seat is told.
"""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import offleash
from offleash.compiler.record import words
from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import NOBODY, OVER, UNSEEN
from offleash.games.tiles.text.names import DOGS
from offleash.play.session import Session
from offleash.tools.errors import IllegalAction
from tests.battery import rebind
from tests.games.secret_mission import naive
from tests.games.secret_mission.perft import Case, reached, twin_options
from tests.games.secret_mission.table import NONE, TILES, action_number, encode, number, tile_of

HIDDEN = -2  # what a record holds for a tile that is not known
SAMPLES = 5_000 if MODE == "compiled" else 400
ONE_IN_A_MILLION = 4.7534  # standard deviations

game = offleash.load_game("secret-mission")


def options_of(text):
    return game.options(**dict(word.split("=") for word in text.split()))


def view_of(states, options, seat):
    view = states.copy()
    game.rules.hide(view[0], options[0], seat)
    return view


# Blanks, by the rules page


def blanks(position, options, seat):
    """What a seat can't see: others' missions, and their playing tiles unless these lie open."""
    if position.phase == "over":
        return []
    places = [
        ("mission", player)
        for player, tile in enumerate(position.missions)
        if tile and player != seat
    ]
    if not options.open_playing_tile:
        places += [
            ("playing", player)
            for player, tile in enumerate(position.playing)
            if tile and player != seat
        ]
    return places


def tile_at(position, blank):
    kind, player = blank
    return (position.missions if kind == "mission" else position.playing)[player]


def unseen(position, options, seat):
    """Every tile that a seat can't place: in the supply or behind a blank."""
    behind = [tile_at(position, blank) for blank in blanks(position, options, seat)]
    return sorted([*naive.supply(position), *behind])


def completions(position, options, seat):
    """Every way to lay unseen tiles into the blanks; no mission is a double."""
    places = blanks(position, options, seat)
    return [
        tiles
        for tiles in permutations(unseen(position, options, seat), len(places))
        if all(
            t[0] != t[1] for (kind, _), t in zip(places, tiles, strict=True) if kind == "mission"
        )
    ]


# Late positions, in which few tiles are hidden: options, tiles on the table, a seed.
LATE = {
    "two, supply of 2": Case("", 22, 1, seed=1),
    "two, nothing left": Case("", 24, 1, seed=2),
    "two, the last tile": Case("extra_tiles=true", 33, 1, seed=0),
    "three, supply of 1": Case("players=3", 21, 1, seed=0),
    "three, open": Case("players=3 open_playing_tile=true", 19, 1, seed=0),
    "four, nothing left": Case("players=4", 20, 1, seed=0),
    "four, open": Case("players=4 open_playing_tile=true", 18, 1, seed=5),
    "four, 36": Case("players=4 extra_tiles=true", 30, 1, seed=1),
}
VIEWERS = [
    (case, seat)
    for case in LATE
    for seat in range(NOBODY, twin_options(LATE[case].options).players)
    if (case, seat) not in {("four, nothing left", NOBODY), ("three, supply of 1", NOBODY)}  # many
]


def sampled(states, options, seat, places, samples):
    """Completions drawn by `resample`, counted; everything else stays as the seat sees it."""
    view, work, rng, counts = view_of(states, options, seat), game.new_work(), streams(), Counter()
    full, blank = view.copy(), words(view)
    filled, state = words(full), full[0]
    seed_streams(rng, 12, seat + 1)
    for number_of_sample in range(samples):
        filled[:] = blank
        game.rules.resample(state, options[0], work[0], seat, rng, 0)
        counts[tuple(int(full[kind][0][player]) for kind, player in places)] += 1
        if number_of_sample < 50:
            assert view_of(full, options, seat).tobytes() == view.tobytes()
    return counts


def chi_square(observed, expected):
    """The statistic and what it exceeds once in a million."""
    statistic = sum((observed[key] - want) ** 2 / want for key, want in expected.items())
    freedom = max(len(expected) - 1, 1)
    spread = 2 / (9 * freedom)
    return statistic, freedom * (1 - spread + ONE_IN_A_MILLION * spread**0.5) ** 3


@pytest.mark.parametrize(("case", "seat"), VIEWERS)
def test_every_completion_is_equally_likely(case, seat):
    position, twin = reached(LATE[case]), twin_options(LATE[case].options)
    states, options = encode(position), options_of(LATE[case].options)
    places = blanks(position, twin, seat)
    possible = [tuple(map(number, tiles)) for tiles in completions(position, twin, seat)]
    assert tuple(number(tile_at(position, blank)) for blank in places) in possible
    samples = max(SAMPLES, 6 * len(possible)) if MODE == "compiled" else SAMPLES
    counts = sampled(states, options, seat, places, samples)
    assert set(counts) <= set(possible)
    if MODE == "compiled" and len(possible) > 1:
        statistic, limit = chi_square(counts, dict.fromkeys(possible, samples / len(possible)))
        assert statistic < limit


def test_the_late_positions_say_something():
    """Doubles are among the unseen tiles, so that missions are told from playing tiles."""
    doubles = 0
    for case, seat in VIEWERS:
        position, twin = reached(LATE[case]), twin_options(LATE[case].options)
        tiles = unseen(position, twin, seat)
        doubles += any(one == other for one, other in tiles)
    assert doubles > len(VIEWERS) // 2


def test_a_resample_in_the_wrong_order_would_be_noticed():
    """Playing tiles before missions: then tiles that could be missions are used up too often."""
    case = LATE["two, supply of 2"]
    position, twin = reached(case), twin_options(case.options)
    tiles, possible = unseen(position, twin, NOBODY), completions(position, twin, NOBODY)
    rng, counts = random.Random(1), Counter()
    while counts.total() < 5_000:
        playing = rng.sample(tiles, 2)
        mixed = [tile for tile in tiles if tile not in playing and tile[0] != tile[1]]
        if len(mixed) >= 2:
            counts[*rng.sample(mixed, 2), *playing] += 1
    assert set(counts) <= set(possible)
    statistic, limit = chi_square(counts, dict.fromkeys(possible, 5_000 / len(possible)))
    assert statistic > limit


# Views and what is seen of an action


def games(seed, count=6):
    """Every position of some random games, with the action that followed."""
    rng = random.Random(seed)
    for number_of_game in range(count):
        players, flag = 2 + number_of_game % 3, number_of_game % 2 == 1
        twin = naive.Options(players, None, number_of_game > 3, flag)
        position = naive.start(twin)
        while position.phase != "over":
            action = rng.choice(naive.legal(position))
            yield twin, position, action
            position = naive.apply(position, action)
        yield twin, position, None


def text_of(twin):
    return (
        f"players={twin.players} extra_tiles={str(twin.extra_tiles).lower()}"
        f" open_playing_tile={str(twin.open_playing_tile).lower()}"
    )


def test_a_view_hides_what_the_rules_page_says_and_nothing_else():
    for twin, position, _ in games("views"):
        states, options = encode(position), options_of(text_of(twin))
        for seat in range(NOBODY, twin.players):
            expected = states.copy()
            for kind, player in blanks(position, twin, seat):
                expected[kind][0][player] = HIDDEN
            assert view_of(states, options, seat).tobytes() == expected.tobytes()


def test_only_draws_are_private():
    for twin, position, action in games("seen"):
        if action is None:
            continue
        states, options = encode(position), options_of(text_of(twin))
        word, code = action[0], action_number(action)
        for seat in range(NOBODY, twin.players):
            secret = word == "mission" or (word == "draw" and not twin.open_playing_tile)
            sees = not secret or seat == position.seat
            assert game.rules.seen(states[0], options[0], code, seat) == (code if sees else UNSEEN)


def test_a_view_early_in_the_game_is_filled_evenly():
    """Too many completions to count: of each blank by itself every tile is equally likely."""
    case = Case("players=3", 2, 1, seed=2)
    position, twin = reached(case), twin_options(case.options)
    states, options = encode(position), options_of(case.options)
    places = blanks(position, twin, 1)
    counts = sampled(states, options, 1, places, SAMPLES)
    tiles = [*map(number, unseen(position, twin, 1))]
    for index, (kind, _) in enumerate(places):
        fits = [t for t in tiles if kind != "mission" or TILES[t][0] != TILES[t][1]]
        tile_counts = Counter()
        for key, times in counts.items():
            tile_counts[key[index]] += times
        assert set(tile_counts) <= set(fits)
        if kind == "mission" and MODE == "compiled":
            statistic, limit = chi_square(tile_counts, dict.fromkeys(fits, SAMPLES / len(fits)))
            assert statistic < limit


def test_the_last_tile_in_a_view_scores_nothing():
    """Groups are seen and counted, but missions of others are unknown."""
    case = Case("starter=0", 25, 1, seed=53)
    options = options_of(case.options)
    view = view_of(encode(reached(case)), options, 1)
    work, tally = game.new_work(), game.new_tally()
    out = np.empty(game.rules.max_actions, np.int32)
    assert game.rules.actor(view[0]) == 1
    assert game.rules.legal_actions(view[0], options[0], work[0], out) > 0
    game.rules.apply(view[0], options[0], work[0], int(out[0]), tally[0])
    assert game.rules.actor(view[0]) == OVER
    assert tally["largest"].any()
    assert not tally["score"].any()
    assert not tally["tied"].any()


# N7: what is read and heard


COLOUR = "|".join(dog.colour for dog in DOGS)
MARK = "|".join(dog.mark for dog in DOGS)
TILE_PATTERN = re.compile(rf"\b({COLOUR})-({COLOUR})\b|\b({MARK})-({MARK})\b")
NUMBERS = {dog.colour: n for n, dog in enumerate(DOGS)} | {
    dog.mark: n for n, dog in enumerate(DOGS)
}


def tiles_in(text):
    """The tiles that a text names, by their colours or by their marks."""
    pairs = (tuple(filter(None, match)) for match in TILE_PATTERN.findall(text))
    return {tuple(sorted(NUMBERS[word] for word in pair)) for pair in pairs}


def refusal(session):
    """What the player to move is told about a placement far away, and a draw out of turn."""
    messages = []
    for action in ("at 60,-60 E", game.rules.action_count, "first 0"):
        with pytest.raises(IllegalAction) as error:
            session.play(action)
        messages.append(str(error.value))
    return " ".join(messages)


def texts(session, seat, since, pictures):
    """All that a seat is told of what has just happened, and all that it may look at now."""
    played_game, options, view = session.game, session.options, session.view(seat)
    for event in session.events(seat, since):
        yield "an event", " ".join((event.text, *event.news))
    yield "its position", played_game.notation.format_position(view, options)
    yield "its observation", played_game.notation.observe(session.state, options, seat).text
    if session.actor == seat:
        yield "a refusal", refusal(session)
    if pictures:
        yield "its picture", session.svg(seat)
        yield "its terminal", played_game.pictures.draw_text(view, options, seat).plain


def decoded(session):
    """The twin's view of a session: who has what, and what lies where."""
    state = session.state[0]
    players = int(state["players"])
    missions, playing = (
        tuple(tile_of(int(t)) for t in state[field][:players]) for field in ("mission", "playing")
    )
    table = {TILES[t]: ((0, 0), "E") for t in range(36) if state["cell"][t] != NONE}
    phase = "over" if session.over else "place"
    return naive.Position(
        phase, 0, 0, int(state["tiles"]), missions, playing, (0,) * players, table
    )


def find_leak(played_game, twin, seed, pictures=9):
    """What a seat was told of a tile that it can't know, in a whole random game; or nothing."""
    rng = random.Random(seed)
    session = Session(played_game, options_of(text_of(twin)), seed=seed)
    length, decision = 0, 0
    while True:
        position = decoded(session)
        for seat in range(NOBODY, twin.players):
            secret = {*unseen(position, twin, seat)}
            for source, text in texts(session, seat, length, decision % pictures == 0):
                if wrong := tiles_in(text) & secret:
                    return f"seat {seat} reads {naive.tile_text(wrong.pop())} in {source}: {text}"
        if session.over:
            return ""
        length, decision = len(session.history), decision + 1
        session.play(rng.choice(session.legal))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("is_open", [False, True])
def test_nothing_names_a_tile_that_a_seat_can_not_know(players, is_open):
    twin = naive.Options(players, None, players == 3, is_open)
    assert find_leak(game, twin, 7) == ""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20, 40))
def test_nothing_names_a_hidden_tile_in_many_games(seed):
    twin = naive.Options(2 + seed % 3, None, seed % 2 == 0, seed % 4 == 0)
    assert find_leak(game, twin, seed, pictures=3) == ""


def hide_but_missions(state, options, seat):
    missions = state.mission.copy()
    game.rules.hide(state, options, seat)
    state.mission[:] = missions


def hide_but_tiles(state, options, seat):
    tiles = state.playing.copy()
    game.rules.hide(state, options, seat)
    state.playing[:] = tiles


def news_with_supply(states, options, action):
    """A reason that says what is left to draw."""
    reason = game.notation.why_illegal(states, options, action)
    used = {int(t) for field in ("mission", "playing") for t in states[field][0]}
    left = [t for t in range(28) if states["cell"][0][t] == NONE and t not in used]
    return reason and f"{reason}: {naive.tile_text(TILES[left[0]]) if left else 'nothing'} is left"


def telling_observation(states, options, seat):
    whole = game.notation.format_position(states, options)
    return replace(game.notation.observe(states, options, seat), make_text=lambda: whole)


LEAKS = {
    "missions": {"hide": hide_but_missions},
    "playing tiles": {"hide": hide_but_tiles},
    "draws": {"seen": lambda state, options, action, seat: action},
    "the supply": {"why_illegal": news_with_supply},
    "observations": {"observe": telling_observation},
    "news": {"news": lambda *arguments: ["Rust draws white-black"]},
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_noticed(leak):
    leaking = rebind(game, **LEAKS[leak])
    assert find_leak(leaking, naive.Options(), 7) != ""


def test_open_tiles_are_announced_and_seen():
    """The other reading: with open tiles everybody hears what was drawn."""
    session = Session(game, game.options(open_playing_tile=True, starter=0))
    session.play("mission brown-yellow", "mission blue-red", "draw red-red", "draw white-black")
    for seat in (NOBODY, 0, 1):
        assert [event.text for event in session.events(seat)][2:] == [
            "draw red-red",
            "draw white-black",
        ]
        assert "playing=red-red|white-black" in game.notation.format_position(
            session.view(seat), session.options
        )
    assert [event.text for event in session.events(1)][:2] == ["", "mission blue-red"]


def test_missions_are_shown_after_the_last_tile():
    rng = random.Random(4)
    session = Session(game, game.options(players=3), seed=4)
    while not session.over:
        assert session.view(NOBODY)["mission"][0][:3].tolist() == [HIDDEN] * 3
        session.play(rng.choice(session.legal))
    whole = session.position
    for seat in (NOBODY, 0, 1, 2):
        assert game.notation.format_position(session.view(seat), session.options) == whole
        last = " ".join(session.events(seat)[-1].news)
        for tile in session.state["mission"][0][:3]:
            assert naive.tile_text(TILES[int(tile)]) in last
