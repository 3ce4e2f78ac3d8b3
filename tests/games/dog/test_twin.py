"""The rules of Dog against a second implementation, on random positions and whole games.

`naive.py` was written from the rulings alone. Every seed is fixed; the environment
variable OFFLEASH_TWIN_CASES sets how many positions each seed tries.
"""

import os
import random
from collections import Counter
from dataclasses import asdict, replace

import pytest

import offleash
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.tools.errors import BadNotation
from tests.games.dog import naive

CASES = int(os.environ.get("OFFLEASH_TWIN_CASES", "8"))
SEEDS = range(24)
SHORT_GAMES = range(max(2, CASES // 4))
LOOP_LENGTHS = (16, 20, 32, 60, 64, 72)
WORDS = {"play_dir": ("clockwise", "anticlockwise"), "reshuffle": ("each_turn", "exhausted")}
TROUBLE = {"Joker": 8, "7": 8, "4": 4, "A": 3, "J": 3, "K": 2}  # cards drawn more often

# What a position is about, and the options that are on more often there.
THEMES = {
    "any": (),
    "finish": (
        "joker_last_own",
        "seven_waste_win",
        "seven_partial",
        "must_enter",
        "four_back_home",
    ),
    "tight": ("canadian", "must_enter"),
    "gate": ("four_back_home", "four_back_home", "full_lap", "must_enter"),
    "jump": ("seven_jumps_protected", "seven_jumps_protected", "must_enter", "full_lap"),
}

game = offleash.load_game("dog")
work, out, weights = game.new_work(), game.new_out(), game.new_chances()


# Random options and positions


def random_options(rng, theme="any"):
    settings = {"loop_len": rng.choice(LOOP_LENGTHS), "jokers": rng.choice((0, 3, 6, 6, 12))}
    density = rng.choice((0.0, 0.15, 0.4, 0.7))
    for name, default in asdict(naive.Options()).items():
        if isinstance(default, bool):
            settings[name] = rng.random() < density
    for name, words in WORDS.items():
        settings[name] = rng.choice(words)
    for name in THEMES[theme]:
        settings[name] = settings[name] or rng.random() < 0.4
    return naive.Options(**settings)


def random_space(rng, seat, options, spaces):
    """A free loop space, mostly near the own start, else near some start, else anywhere."""
    while True:
        start = options.start(rng.choice((seat, seat, seat, *range(4))))
        near = rng.choice((start, start + rng.randint(-8, 5), rng.randrange(options.loop_len)))
        if (space := near % options.loop_len) not in spaces:
            spaces.add(space)
            return space


def random_tokens(rng, seat, options, used):
    """Four tokens of a seat, in no order; late seats are nearly home."""
    late = rng.random() < 0.5
    at_home = rng.choice((2, 3, 3, 4, 4)) if late else rng.choice((0, 0, 0, 1, 2))
    spaces = rng.sample(range(4), at_home)
    tokens = [naive.Token("home", k, lap=int(options.full_lap)) for k in spaces]
    while len(tokens) < 4:
        if rng.random() < (0.15 if late else 0.35):
            tokens.append(naive.KENNEL)
            continue
        space = random_space(rng, seat, options, used)
        fresh = space == options.start(seat) and rng.random() < 0.6
        has_laps = options.full_lap and not fresh
        lap = rng.choice((-1, 0, 0, 1, 1)) if has_laps else 0
        tokens.append(naive.Token("loop", space, fresh, lap))
    rng.shuffle(tokens)
    return tuple(tokens)


def late_tokens(rng, seat, options, spaces):
    """All home but one, or all: that one is about to come home."""
    if rng.random() < 0.4:
        return tuple(naive.Token("home", k, lap=int(options.full_lap)) for k in range(4))
    inside = rng.choice(((1, 2, 3), (1, 2, 3), (0, 2, 3)))
    tokens = [naive.Token("home", k, lap=int(options.full_lap)) for k in inside]
    space = (
        options.start(seat) + rng.choice((*range(-7, 4), *(0,) * 6, -1, -1))
    ) % options.loop_len
    while space in spaces:
        space = (space - 1) % options.loop_len
    spaces.add(space)
    lap = rng.choice((0, 1)) if options.full_lap else 0
    tokens.insert(rng.randrange(4), naive.Token("loop", space, lap=lap))
    return tuple(tokens)


def jumping_tokens(rng, seat, options, spaces):
    """A fresh token, and another right behind a start, where fresh tokens stand."""
    start = options.start(seat)
    behind = (
        options.start(rng.choice((seat, seat, *range(4)))) - rng.choice((1, 1, 1, 2))
    ) % options.loop_len
    if start in spaces or behind in spaces:
        return random_tokens(rng, seat, options, spaces)
    spaces |= {start, behind}
    lap = rng.choice((-1, 0, 1)) if options.full_lap else 0
    inside = naive.Token("home", rng.randrange(4), lap=int(options.full_lap))
    tokens = [naive.Token("loop", start, True), naive.Token("loop", behind, lap=lap), inside]
    tokens.append(naive.KENNEL)
    rng.shuffle(tokens)
    return tuple(tokens)


def tight_tokens(rng, seat, options, spaces):
    """Hardly a token that can move far: home, kennel, fresh ones, one close behind a start."""
    tokens = [naive.KENNEL] * 4
    for i, k in enumerate(rng.sample(range(4), rng.choice((0, 1, 2, 3, 3)))):
        tokens[i] = naive.Token("home", k, lap=int(options.full_lap))
    start = options.start(seat)
    if start not in spaces and rng.random() < 0.7:
        spaces.add(start)
        tokens[3] = naive.Token("loop", start, rng.random() < 0.8)
    behind = (options.start(rng.randrange(4)) - rng.randint(1, 6)) % options.loop_len
    if tokens[2] == naive.KENNEL and behind not in spaces and rng.random() < 0.4:
        spaces.add(behind)
        tokens[2] = naive.Token("loop", behind)
    rng.shuffle(tokens)
    return tuple(tokens)


def gate_tokens(rng, seat, options, spaces):
    """Tokens in home, on the own start and a few spaces past it."""
    tokens = [naive.KENNEL] * 4
    for i, k in enumerate(rng.sample(range(4), rng.choice((0, 1, 1, 2)))):
        tokens[i] = naive.Token("home", k, lap=int(options.full_lap))
    for i in (2, 3):
        space = (options.start(seat) + rng.randint(0, 4)) % options.loop_len
        if space not in spaces:
            spaces.add(space)
            fresh = space == options.start(seat) and rng.random() < 0.3
            lap = rng.choice((-1, 0, 1, 1)) if options.full_lap and not fresh else 0
            tokens[i] = naive.Token("loop", space, fresh, lap)
    rng.shuffle(tokens)
    return tuple(tokens)


def random_board(rng, options, theme="any"):
    makers = {
        "any": random_tokens,
        "finish": late_tokens,
        "tight": tight_tokens,
        "gate": gate_tokens,
        "jump": jumping_tokens,
    }
    team = rng.randrange(2)
    while True:
        spaces, order, tokens = set(), rng.sample(range(4), 4), {}
        for seat in order:
            themed = theme != "finish" or seat % 2 == team
            maker = makers[theme] if themed else random_tokens
            tokens[seat] = maker(rng, seat, options, spaces)
        board = tuple(tokens[seat] for seat in range(4))
        if not (naive.team_home(board, 0) or naive.team_home(board, 1)):
            return board


def drawn(rng, deck, n):
    """So many cards out of the deck, troublesome ones first."""
    cards = Counter()
    for _ in range(n):
        names = sorted(card for card in deck if deck[card] > 0)
        card = rng.choices(names, [TROUBLE.get(name, 1) for name in names])[0]
        deck[card] -= 1
        cards[card] += 1
    return cards


def random_position(rng, options, theme="any"):
    p = naive.Position(random_board(rng, options, theme))
    sevens = {"any": 35, "finish": 50, "tight": 70, "gate": 10, "jump": 85}[theme]
    p.phase = rng.choices(("play", "seven", "give"), (95 - sevens, sevens, 5))[0]
    p.seat, p.dealer, p.deal = rng.randrange(4), rng.randrange(4), rng.randint(2, 6)
    if theme == "finish" and rng.random() < 0.7:
        p.seat = max(range(4), key=lambda seat: naive.all_home(p.board, seat))
    if p.phase == "seven":
        p.left, p.joker = rng.choice((1, *range(1, 8))), rng.random() < 0.5
    deck = naive.stock(p, options)
    alone = rng.random() < 0.3  # the others have no cards: the round may end
    for seat in range(4):
        if p.phase == "give":
            p.hands[seat] = drawn(rng, deck, p.deal - (seat < p.seat))
            p.gave[seat] = next(iter(drawn(rng, deck, 1))) if seat < p.seat else None
            continue
        least = int(seat == p.seat and p.phase == "play")
        most = rng.choice((1, 2, p.deal)) if seat == p.seat else 0 if alone else p.deal
        p.hands[seat] = drawn(rng, deck, rng.randint(least, min(most, p.deal)))
        p.shown_cards[seat] = drawn(rng, deck, rng.randint(0, 3))
        p.discard += p.shown_cards[seat]
    p.discard += drawn(rng, deck, rng.randint(0, 10))
    if p.phase != "give":
        for seat in range(4):
            received = sorted(p.hands[seat] + p.shown_cards[seat])
            if received and rng.random() < 0.8:
                p.gave[naive.partner(seat)] = rng.choice(received)
    if options.throw_hidden:
        bury(rng, p, deck)
    return p


def bury(rng, p, deck):
    """Some hands that were thrown face down, in this round and in earlier ones."""
    p.burial = rng.randint(0, 3)
    for round_ in range(p.burial + 1):
        for seat in range(4):
            out_already = round_ < p.burial or (not p.hands[seat].total() and seat != p.seat)
            if out_already and p.phase != "give" and rng.random() < 0.3:
                hand = drawn(rng, deck, rng.randint(1, 3))
                gift = rng.choice((None, min(hand)))
                p.buried[round_, seat] = hand, rng.randrange(1 << 14), gift


# Comparing


def engine_options(options):
    return game.options(**asdict(options))


def report(text, options, difference, *lines):
    changes = {k: v for k, v in asdict(options).items() if v != getattr(naive.Options(), k)}
    parts = [difference, f"position: {text}", f"options: {changes}", *lines]
    return "\n".join(map(str, parts))


def assert_same_sets(text, options, subject, engine, twin):
    assert engine == twin, report(
        text,
        options,
        f"{subject} differ",
        f"only the engine: {sorted(engine - twin)}",
        f"only the twin: {sorted(twin - engine)}",
    )


def engine_legal(states, opts):
    n = game.rules.legal_actions(states[0], opts[0], work[0], out)
    listed = out[:n].tolist()
    assert listed == sorted(set(listed)), "legal actions are not listed once each, ascending"
    return {game.notation.format_action(action, opts) for action in listed}


def engine_chances(states, opts):
    n = game.rules.chance_outcomes(states[0], opts[0], out, weights)
    return {game.notation.format_action(int(out[k]), opts): int(weights[k]) for k in range(n)}


def assert_same_position(before, options, text, states, opts, twin):
    """After an action: the same text, nothing behind the text, and the same stock."""
    expected, actual = naive.to_text(twin), game.notation.format_position(states, opts)
    assert actual == expected, report(
        before, options, f"after {text!r}", f"got  {actual}", f"twin {expected}"
    )
    copy = game.notation.parse_position(actual, opts)
    for name in states.dtype.names:
        is_equal = (states[name] == copy[name]).all()
        assert is_equal, report(
            before, options, f"{name} after {text!r} is {states[name]}", f"read {copy[name]}"
        )
    stock = naive.stock(twin, options)
    got_stock = dict(zip(naive.CARDS, states["stock"][0].tolist(), strict=True))
    assert got_stock == dict(stock), report(before, options, f"stock after {text!r}", got_stock)


def applied(states, opts, text):
    after = states.copy()
    game.rules.apply(after[0], opts[0], work[0], game.notation.parse_action(text, opts), None)
    return after


# Tests


@pytest.mark.parametrize("seed", SEEDS)
def test_random_positions(seed):
    rng = random.Random(f"positions {seed}")
    for _ in range(CASES):
        theme = rng.choice(list(THEMES))
        options = random_options(rng, theme)
        position = random_position(rng, options, theme)
        opts, text = engine_options(options), naive.to_text(position)
        legal = sorted(naive.legal(position, options))
        assert naive.to_text(naive.from_text(text, options)) == text
        if not legal:  # a seven that nobody would have begun
            with pytest.raises(BadNotation, match="needs a step"):
                game.notation.parse_position(text, opts)
            continue
        states = game.notation.parse_position(text, opts)
        assert_same_position(text, options, "nothing", states, opts, position)
        assert_same_sets(text, options, "legal actions", engine_legal(states, opts), set(legal))
        for action in sorted({hasty_choice(rng, legal) for _ in legal[:8]}):
            after = naive.apply(position, options, action)
            assert_same_position(text, options, action, applied(states, opts, action), opts, after)


def play_both(rng, options, most):
    """Plays one game from the start on both sides, at most so many actions; the last position."""
    opts = engine_options(options)
    states = game.new_state(opts)
    position = naive.from_text(game.notation.format_position(states, opts), options)
    for _ in range(most):
        text = naive.to_text(position)
        actor = game.rules.actor(states[0])
        assert (actor == OVER) == (position.phase == "over"), report(text, options, "the end")
        if actor == OVER:
            break
        if actor == CHANCE:
            legal = naive.chances(position, options)
            chances = engine_chances(states, opts)
            assert chances == legal, report(text, options, "chances differ", chances, legal)
            action = rng.choices(sorted(legal), [legal[name] for name in sorted(legal)])[0]
        else:
            assert actor == position.seat, report(text, options, f"the actor is {actor}")
            legal = naive.legal(position, options)
            assert_same_sets(text, options, "legal actions", engine_legal(states, opts), legal)
            action = hasty_choice(rng, legal)
        states, position = applied(states, opts, action), naive.apply(position, options, action)
        assert_same_position(text, options, action, states, opts, position)
    return position


@pytest.mark.parametrize("seed", SEEDS)
def test_games_from_the_start(seed):
    rng = random.Random(f"games {seed}")
    play_both(rng, random_options(rng), 8 * CASES)


@pytest.mark.parametrize("seed", SHORT_GAMES)
def test_games_to_the_end(seed):
    """On a short loop, so that they end soon."""
    rng = random.Random(f"short games {seed}")
    options = replace(random_options(rng), loop_len=16)
    assert play_both(rng, options, 20_000).phase == "over"


def hasty_choice(rng, legal):
    """Any action, but mostly one that starts a token or goes home, so that games get on."""
    useful = sorted(name for name in legal if name.endswith(("home", "start")))
    return rng.choice(useful if useful and rng.random() < 0.7 else sorted(legal))


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_the_steps_of_a_seven(seed):
    """D11: any order, or every token in one go: the same boards, by the engine too."""
    rng = random.Random(f"sevens {seed}")
    for _ in range(max(1, CASES // 8)):
        options = naive.Options(loop_len=rng.choice(LOOP_LENGTHS))
        board, seat = (
            random_board(rng, options, rng.choice(("any", "finish", "tight"))),
            rng.randrange(4),
        )
        opts, text = engine_options(options), naive.board_text(board)
        free = naive.seven_outcomes(board, seat, False, options)
        segments = naive.segment_outcomes(board, seat, options)
        assert_same_sets(text, options, f"seat {seat}: interleaved and segments", free, segments)
        listed = game.lab.outcomes.boards(game.notation.parse_position(text, opts), opts, "7", seat)
        assert_same_sets(text, options, f"seat {seat}: outcomes", set(listed), free)


@pytest.mark.parametrize("seed", SEEDS)
def test_outcomes_of_a_seven_under_switches(seed):
    rng = random.Random(f"switched sevens {seed}")
    for _ in range(max(1, CASES // 12)):
        theme = rng.choice(list(THEMES))
        options = random_options(rng, theme)
        board, seat = random_board(rng, options, theme), rng.randrange(4)
        if options.full_lap or options.canadian:
            continue  # marks order boards, and eight tokens make too many of them
        opts, text = engine_options(options), naive.board_text(board)
        listed = game.lab.outcomes.boards(game.notation.parse_position(text, opts), opts, "7", seat)
        twin = naive.seven_outcomes(board, seat, False, options)
        assert_same_sets(text, options, f"seat {seat}: outcomes", set(listed), twin)


COUNTS = {
    "P10|||": 1,
    "P10P20|||": 8,
    "P10P20P30|||": 36,
    "P10P20P30P40|||": 120,
    "P57P58P59P60|||": 86,
    "P12|P16*||": 0,
    "P0*P62|||": 11,
    "P60P62|||": 15,
    "P63F0|||": 5,
    "F0F1F2|||": 0,
    "P62F1F2F3||P37|": 2,
    "P1P17||P33|": 8,
}


@pytest.mark.parametrize("text", COUNTS)
def test_the_twin_counts_the_exact_checks(text):
    options = naive.Options()
    board = naive.from_text(text, options).board
    assert len(naive.seven_outcomes(board, 0, False, options)) == COUNTS[text]
    assert len(naive.segment_outcomes(board, 0, options)) == COUNTS[text]


def test_the_twin_counts_the_canadian_seven():
    options = naive.Options(canadian=True)
    board = naive.from_text("P1P17||P33|", options).board
    assert len(naive.seven_outcomes(board, 0, False, options)) == 36
