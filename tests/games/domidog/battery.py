"""What Dömidög brings to the tests that every game gets."""

from tests.battery import Mutant, Playthrough

SECRETS = ("where", "taken")  # fields that `hide` blanks

LIVELY = {"face_up": ("false",), "starter": ("none",)}

# What random games rarely come to: a starter without a double, forks after drawing, a blocked game.
LINE = "chain=red-red,yellow-red>red-red.2,red-white>red-red.1"
RARE = (
    (
        "base",
        {},
        "phase=start hands=red-white,red-black|yellow-white,yellow-black "
        "supply=blue-blue,yellow-red,yellow-yellow blue=missing",
    ),
    (
        "base",
        {},
        f"{LINE} hands=red-grey,blue-grey|red-black,grey-grey supply=black-black,blue-blue",
    ),
    ("base", {}, f"{LINE} hands=red-grey,blue-grey|red-black,grey-grey drew=1"),
    ("base", {}, f"{LINE} hands=blue-grey|red-black,grey-grey passes=1"),
    (
        "expansion",
        {"players": "3"},
        f"{LINE} hands=red-shiba|red-black,grey-grey|grey-shiba supply=black-black seat=2",
    ),
)

PLAYTHROUGHS = {
    "domidog": Playthrough("greedy", 3),
    "domidog-random": Playthrough("random", 5, {"players": "4"}),
    "domidog-switches": Playthrough(
        "greedy,random",
        4,
        {
            "players": "3",
            "starter": "1",
            "face_up": "true",
            "fork_before_draw_only": "true",
            "fork_wins_before_draw": "true",
        },
        "expansion",
    ),
}

MUTANTS = (
    # The deal and the opening
    Mutant("seven tiles each", "record", "DEALT = 8", "DEALT = 7"),
    Mutant("three play with 28", "course", "or options.players > 2)", "or options.players > 9)"),
    Mutant(
        "two always play with 36",
        "course",
        "tiles_in(options.extra_tiles != 0 or",
        "tiles_in(True or",
    ),
    Mutant(
        "blue-blue may wait",
        "course",
        "    if state.where[BLUE_BLUE] == HAND + seat:\n        return 1\n",
        "",
    ),
    Mutant(
        "any starter but the holder of blue-blue",
        "course",
        "    if state.where[BLUE_BLUE] >= HAND:\n        state.asked = FOUND",
        "    if state.where[BLUE_BLUE] > HAND + SEATS:\n        state.asked = FOUND",
    ),
    Mutant(
        "the starter of the options is forgotten",
        "course",
        "elif options.starter >= 0 and",
        "elif options.starter > 9 and",
    ),
    Mutant(
        "a starter that nobody is",
        "course",
        "options.starter >= 0 and options.starter < options.players",
        "options.starter >= 0",
    ),
    Mutant(
        "the last seat draws no lot",
        "course",
        "        return int(state.players)\n",
        "        return int(state.players) - 1\n",
    ),
    Mutant(
        "the lot is not kept",
        "course",
        "    state.seat = seat\n    state.phase = OPENING",
        "    state.phase = OPENING",
    ),
    Mutant("nobody has opened", "course", "    state.starter = state.seat\n", "    pass\n"),
    # Laying
    Mutant(
        "any tile fits",
        "chain",
        "(state.where[tile] == HAND + seat) & BEARS[breed, tile]",
        "state.where[tile] == HAND + seat",
    ),
    Mutant(
        "only the left end",
        "chain",
        "    for end in range(ENDS):\n        breed = dog_at(int(state.end[end]))",
        "    for end in range(1):\n        breed = dog_at(int(state.end[end]))",
    ),
    Mutant(
        "the wrong half is the end", "chain", "tile * HALVES + 1 - joint", "tile * HALVES + joint"
    ),
    Mutant(
        "the ends are turned round",
        "chain",
        "state.end[end] = tile * HALVES + end",
        "state.end[end] = tile * HALVES + 1 - end",
    ),
    Mutant("joints are turned round", "chain", "joint = 0 if BREED", "joint = 1 if BREED"),
    Mutant("what it was laid to is forgotten", "chain", "    state.parent[tile] = half\n", ""),
    # Drawing and passing
    Mutant(
        "who is stuck passes",
        "course",
        "out[0] = DRAW if state.supply_left > 0 else PASS",
        "out[0] = PASS",
    ),
    Mutant(
        "drawing by choice",
        "course",
        "    if stuck:\n        out[0]",
        "    if True:\n        out[0]",
    ),
    Mutant("a draw ends the turn", "course", "    if state.forked:\n", "    if True:\n"),
    Mutant("a draw is not noted", "course", "    state.drew = 1\n", "    state.drew = 0\n"),
    Mutant(
        "a draw lasts",
        "course",
        "% int(state.players)\n    state.drew = 0",
        "% int(state.players)\n    state.drew = state.drew",
    ),
    Mutant(
        "passes are never enough", "course", "state.passes == state.players", "state.passes == 9"
    ),
    Mutant(
        "passes add up",
        "course",
        "    state.newest[tile] = state.drawn\n    state.passes = 0",
        "    state.newest[tile] = state.drawn",
    ),
    Mutant(
        "play goes the other way", "course", "(int(state.seat) + 1) %", "(int(state.seat) + 3) %"
    ),
    # Forks
    Mutant("forks without end", "chain", "return state.house[seat] == AT_HAND", "return True"),
    Mutant(
        "a fork at the tile with the house",
        "chain",
        "& (spot // HALVES != housed)",
        "& (spot // HALVES != 99)",
    ),
    Mutant(
        "a fork at an open end",
        "chain",
        "!= CHAIN or half == state.end[0] or half == state.end[1]:",
        "!= CHAIN:",
    ),
    Mutant("a fork at a shut end", "chain", "return not is_shut(state, half)", "return True"),
    Mutant("any tile may be forked", "chain", "n += BEARS[dog_at(spot), tile] &", "n += 1 &"),
    Mutant(
        "only one end may be shut",
        "chain",
        "range(ENDS if spots > 0 else 0)",
        "range(1 if spots > 0 else 0)",
    ),
    Mutant(
        "no fork after a draw", "course", "(stuck and options.fork_before_draw_only == 0)", "False"
    ),
    Mutant(
        "a fork after a draw though she could lay",
        "course",
        "(stuck and options.fork_before_draw_only == 0)",
        "options.fork_before_draw_only == 0",
    ),
    Mutant("the option is idle", "course", "stuck and options.fork_before_draw_only == 0", "stuck"),
    Mutant(
        "the house stays in hand",
        "course",
        "    state.house[seat] = state.end[end]\n",
        "    pass\n",
    ),
    Mutant(
        "the new end is the other one",
        "course",
        "lay_to(state, end, tile, spot)",
        "lay_to(state, 1 - end, tile, spot)",
    ),
    Mutant(
        "a fork draws nothing",
        "course",
        "draws = state.supply_left > 0 and not wins",
        "draws = False",
    ),
    Mutant(
        "a fork with the last tile wins",
        "course",
        "options.fork_wins_before_draw != 0 and state.held[seat] == 1",
        "state.held[seat] == 1",
    ),
    Mutant("any fork wins with the option", "course", "!= 0 and state.held[seat] == 1", "!= 0"),
    # The end
    Mutant(
        "an empty hand does not win",
        "course",
        "if state.held[state.seat] == 0:",
        "if state.held[state.seat] < 0:",
    ),
    Mutant("the most tiles win", "course", "least = min(least,", "least = max(least - TILES,"),
    Mutant("equals all win", "course", "1.0 / winners if", "1.0 if"),
    # What is shown
    Mutant(
        "a draw shows nothing",
        "voids",
        "state.void[state.drawn] = bits",
        "state.void[state.drawn] = 0",
    ),
    Mutant(
        "a pass shows nothing", "voids", "int(state.passed[seat]) | bits", "int(state.passed[seat])"
    ),
    Mutant(
        "a fork after a draw shows nothing", "course", "end_bits(state) if state.drew else 0", "0"
    ),
    Mutant("every fork shows", "course", "end_bits(state) if state.drew else 0", "end_bits(state)"),
    Mutant(
        "a starter shows no lack of doubles",
        "course",
        "NO_DOUBLE if state.phase == OPENING else end_bits(state)",
        "0 if state.phase == OPENING else end_bits(state)",
    ),
    Mutant(
        "anybody's void counts", "voids", "            oldest = i + 1", "            oldest = i"
    ),
    Mutant("nobody hears of blue-blue", "course", "    state.asked = MISSING\n", ""),
    Mutant(
        "a drawn tile counts as dealt",
        "course",
        "state.taken[tile] = state.drawn",
        "state.taken[tile] = 0",
    ),
)
SAMPLE_MUTANT = MUTANTS[2]
SAMPLE_SCENARIOS = "opening.toml"
