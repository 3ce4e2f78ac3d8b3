"""The rules of Uri-Nation against a second implementation: whole games and dressed-up positions.

`naive` was written from the rulings alone. Every seed is fixed; the environment variable
OFFLEASH_TWIN_CASES sets how many games of each kind are played.
"""

import os
import random

import pytest

from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.editor.constraints import NEEDED
from offleash.games.uri_nation.options import OPTION_LIST, PRESETS
from tests.games.uri_nation.naive.state import has_small, take
from tests.games.uri_nation.naive.table import ARCHETYPES, TOKENS
from tests.games.uri_nation.test_board_checks import BROKEN_BOARDS, LEVELS, of_the_house
from tests.games.uri_nation.twins import (
    DECKS,
    LONG_NAMES,
    TRICKS,
    Pair,
    game,
    store_deck,
    store_file,
    write_dress,
)

CASES = int(os.environ.get("OFFLEASH_TWIN_CASES", "2"))

# A bond whose influence is drawn by hand, across the road too (B20).
DRAWN_LINES = "bond: 2,5 : 2,4 1,5 6,4\nbond: 6,9 : 6,10 2,10\nbond: 2,9 : 2,10 2,11 6,7\n"

LIVELY = ("walk_tricks", "secret_bidding", "home_challenge", "challenge_bond", "paths")
SPICY = ("challenge", "leg", "break", "ally", "play", "patrol", "reclaim", "path", "zoomies")
USEFUL = ("claim", "fortify", "drink", "distracted", "sniff", "bid")


# Random tables


def random_options(rng, **fixed):
    """Options of a random game: a preset with few or many changes, any board, any decks."""
    density = rng.choice((0, 0.05, 0.2, 0.6))
    settings = {}
    for option in OPTION_LIST:
        if option.section and not option.section.startswith("Who") and rng.random() < density:
            values = list(option.swept or option.values)
            if rng.random() < 0.1:
                values = list(option.values)
            settings[option.name] = option.format(rng.choice(values))
    for name in LIVELY:
        if rng.random() < density + 0.2:
            settings[name] = "true"
    settings["max_rounds"] = rng.choice((1, 2, 4, 6, 9))
    settings["cells_per_round"] = rng.choice(("none", "none", "none", "12"))
    settings["seats"] = rng.randint(2, 4)
    settings["archetypes"] = rng.sample(ARCHETYPES, 4)
    settings["homes"] = rng.choice(("usual", "random", rng.sample("1234", 4)))
    preset = rng.choice(sorted(PRESETS))
    if rng.random() < 0.7 or density == 0:
        settings["board"] = rng.choice(boards_of(preset))
    else:
        settings["board"] = rng.choice(boards_of("1.2") + boards_of("1.4"))
    if rng.random() < 0.4:
        for deck in DECKS:
            settings[LONG_NAMES[deck]] = store_deck(random_deck(rng, deck))
    return game.options(preset, settings, fixed)


def boards_of(preset):
    """Every board of a version; the candidates 1.5 are played on those of 1.2."""
    version = preset if preset in ("1.2", "1.4") else "1.2"
    texts = {name: path.read_text() for name, path in BOARDS.items()}
    listed = [name for name, text in texts.items() if f"version: {version}" in text]
    listed += [
        store_file(of_the_house(text))
        for name, (text, _) in BROKEN_BOARDS.items()
        if name not in LEVELS[NEEDED] and f"version: {version}" in text
    ]
    if version == "1.2":
        head, _, grid = texts["elm-street"].partition("grid:\n")
        listed.append(store_file(f"{head}{DRAWN_LINES}grid:\n{grid}"))
    return listed


def random_deck(rng, deck):
    """Few cards, so that piles run out, or many; every word of every effect."""
    cards = []
    for k in range(rng.choice((1, 2, 5, 12, 40))):
        fx = [random_effect(rng) for _ in range(rng.randint(1, 4))]
        hold = rng.choice(("", "", "pre_roll", "pre_action"))
        cards.append({"id": f"{deck[:2].upper()}{k:02}", "fx": fx, "hold": hold})
    return cards


def random_effect(rng):
    n = rng.choice((-3, -2, -1, 1, 2, 3))
    effect = rng.choice(
        [
            ["tok", rng.choice(TOKENS), n],
            ["water", n],
            ["refill", rng.choice(("full", "half"))],
            ["skip_action"],
            ["walk", 2 * n],
            ["attack", n],
            ["fort", 1 if n > 0 else -1],
            ["unclaim"],
            ["bonds_clear", rng.choice(("all", "one"))],
            ["send_home"],
            ["close", rng.choice(("water", "chance"))],
            ["free_cross"],
        ]
    )
    for_all = effect[0] in ("close", "free_cross") or effect == ["bonds_clear", "all"]
    return ["all" if for_all else rng.choice(("me", "me", "all", "most")), *effect]


# Playing


def choice(rng, choices):
    """Any outcome by its weight; of decisions rather those that make something happen."""
    names = sorted(choices)
    for words, share in ((SPICY, 0.7), (USEFUL, 0.5)):
        matching = [text for text in names if text.startswith(words)]
        if matching and rng.random() < share:
            return rng.choice(matching)
    if "stop" in names and rng.random() < 0.3:
        return "stop"
    lazy = [text for text in names if text in ("stop", "pass", "leave", "go", "decline", "done")]
    rest = [text for text in names if text not in lazy]
    if rest and lazy and rng.random() < 0.8:
        return rng.choice(rest)
    return rng.choices(names, [choices[text] for text in names])[0]


TWO_HOMES = 5  # a seed with the board of the house where two homes lie beside one cell


@pytest.mark.parametrize("seed", sorted({*range(CASES), TWO_HOMES}))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_games_of_the_presets(preset, seed):
    """Whole games by the book, on every board of the version."""
    rng = random.Random(f"preset {preset} {seed}")
    board = boards_of(preset)[seed % len(boards_of(preset))]
    seats = 2 + seed % 3
    homes = rng.choice(("usual", "random"))
    pair = Pair(game.options(preset, {"board": board, "seats": seats, "homes": homes}))
    while not pair.over:
        pair.play(choice(rng, pair.choices))


@pytest.mark.parametrize("seed", range(6 * CASES))
def test_games_with_random_options(seed):
    """Whole games, mostly short ones."""
    rng = random.Random(f"options {seed}")
    pair = Pair(random_options(rng))
    while not pair.over:
        pair.play(choice(rng, pair.choices))


@pytest.mark.parametrize("seed", range(15 * CASES))
def test_turns_from_random_positions(seed):
    """Before every turn a crowded position is made up again."""
    rng = random.Random(f"positions {seed}")
    most = "62" if rng.random() < 0.8 else "9"
    pair = Pair(random_options(rng, win_territories=most, max_rounds="9"))
    for _ in range(160):
        if pair.over:
            break
        if pair.twin.phase == "roll":
            dress(rng, pair)
        pair.play(choice(rng, pair.choices))


def dress(rng, pair):
    """Disks, tokens, markers and cards everywhere, on both sides alike."""
    t, s = pair.table, pair.twin
    s.owner, s.fort, s.markers, s.initiator, s.home_fort, s.home_wait = {}, {}, {}, {}, {}, {}
    near = rng.choice((0.1, 0.5, 0.9))
    for cell in t.board.territories:
        if rng.random() < near:
            take(s, rng.choice(t.seats), cell)
            if t.fortify_max and rng.random() < 0.4 and has_small(t, s, s.owner[cell]):
                s.fort[cell] = rng.randint(1, min(t.fortify_max, 3))
    for site in t.sites:
        if rng.random() < 0.5:
            s.markers[site] = set(rng.sample(t.seats, rng.randint(1, len(t.seats))))
            s.initiator[site] = rng.choice(sorted(s.markers[site]))
    for seat, dog in enumerate(s.dogs):
        dress_dog(rng, t, s, seat, dog)
    s.lasting = {
        (effect, rng.choice(t.seats))
        for effect in ("close water", "close chance", "free_cross")
        if rng.random() < 0.2
    }
    held_cards = {card for dog in s.dogs for card in dog.held_cards}
    for deck, ids in t.decks.items():
        left = sorted(set(ids) - held_cards)
        s.piles[deck] = set(rng.sample(left, rng.choice((0, len(left) // 2, len(left)))))
    write_dress(pair)
    pair.history.append("(dressed)")
    pair.compare()


def dress_dog(rng, t, s, seat, dog):
    dog.cell = rng.choice(sorted(t.board.walkable))
    if rng.random() < 0.8:  # where things happen
        kinds = rng.choice(("T", "T", "T", "BP", "BP", "1234", "CEW"))
        busy = t.board.all_of(kinds) or t.board.territories
        dog.cell = rng.choice(sorted(t.board.frontage(rng.choice(busy))))
    cap = t.water_cap_of(seat)
    dog.water = rng.choice((0, cap, cap, rng.randint(0, cap)))
    for token, most in t.token_max(seat).items():
        dog.tokens[token] = rng.randint(0, most if t.mod_cap_hard else rng.choice((2, 8, 8)))
    # Not a step, so that the action is taken here, or a walk of any length
    dog.walk, dog.skip = rng.choice((0, -3, 4, -60, -60, -60)), rng.random() < 0.05
    dog.attack, dog.barred, dog.held_cards = rng.choice((0, 0, -2, 1, 3)), {}, set()
    dog.tricks = {trick for trick in TRICKS if rng.random() < 0.3}
    dog.dry_turns = rng.choice((0, 0, 1, 2)) if seat not in s.owner.values() else 0
    dog.has_held = dog.has_held or rng.random() < 0.8
    for site, seated in s.markers.items():
        if seat in seated and t.ceasefire_turns and rng.random() < 0.4:
            dog.barred[site] = rng.randint(1, t.ceasefire_turns)
    held_cards = {card for other in s.dogs for card in other.held_cards}
    holds = sorted(c for c in t.cards if t.cards[c]["hold"] and c not in held_cards)
    dog.held_cards = set(rng.sample(holds, min(len(holds), rng.randint(0, t.held_cards_max))))
    if s.home_disk:
        s.home_disk[seat] = seat
    if s.home_disk and rng.random() < 0.3:
        s.home_disk[seat] = rng.choice((None, *(x for x in t.seats if x != seat)))
        s.home_wait[seat] = rng.randint(1, max(1, t.home_revert_turns))
    elif s.home_disk and t.home_fortify_max and rng.random() < 0.3:
        s.home_fort[seat] = rng.randint(1, t.home_fortify_max)


# The comparison itself


@pytest.mark.parametrize(
    "spoil",
    [
        {"swagger_per": "1"},
        {"midblock_drive": "0"},
        {"claim_water": "1"},
        {"resupply_timing": "immediate"},
    ],
)
def test_the_twin_would_notice(spoil):
    """With another rule on one side only, a game is soon found to differ."""
    with pytest.raises(AssertionError, match="differ"):
        play_spoiled(random.Random("spoiled"), spoil)


def play_spoiled(rng, spoil):
    for _ in range(5):
        pair = Pair(game.options("1.2"))
        pair.options = game.options("1.2", spoil)
        while not pair.over:
            pair.play(choice(rng, pair.choices))
