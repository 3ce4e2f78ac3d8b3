"""Planted rule changes of Puppy Park, by the chapters of its rules: see tests/mutations.py."""

from tests.battery import Mutant

DEALING = (
    Mutant("houses for everybody", "course", "(players == 2 or options.houses34 != 0)", "True"),
    Mutant("no houses for three", "course", "or options.houses34 != 0)", "or False)"),
    Mutant("no tree-poop tiles", "course", "seat < players and options.tree_poop != 0", "False"),
    Mutant(
        "tiles go round the other way",
        "course",
        "(total - int(state.stock_left)) % players",
        "int(state.stock_left) % players",
    ),
    Mutant("no centre tile", "course", "and (total - 1) % players == 0", "and False"),
    Mutant(
        "always a lot",
        "course",
        "if options.starter >= 0 and options.starter < players:",
        "if False:",
    ),
    Mutant(
        "a starter that nobody is",
        "course",
        "if options.starter >= 0 and options.starter < players:",
        "if options.starter >= 0:",
    ),
    Mutant(
        "the lot is forgotten",
        "course",
        "    state.starter = seat\n    state.seat = seat",
        "    state.starter = seat\n    state.seat = 0",
    ),
)

TURNS = (
    Mutant(
        "play goes anticlockwise",
        "course",
        "state.seat = (int(state.seat) + 1) %",
        "state.seat = (int(state.seat) + int(state.players) - 1) %",
    ),
    Mutant(
        "the opening keeps the turn",
        "course",
        "        finish(state, tally)\n    else:\n        end_turn(state, tally)\n\n\n"
        "@rule\ndef place_tree_poop",
        "        finish(state, tally)\n\n\n@rule\ndef place_tree_poop",
    ),
    Mutant(
        "a tree-poop tile earns a turn",
        "course",
        "        finish(state, tally)\n    else:\n        end_turn(state, tally)\n\n\n"
        "@rule\ndef clear_houses",
        "        finish(state, tally)\n    else:\n        take_another_turn(state, tally)\n\n\n"
        "@rule\ndef clear_houses",
    ),
    Mutant("pairs earn nothing", "course", "elif option != PLAINLY:", "elif option == BY_STACK:"),
    Mutant("stacks earn nothing", "course", "elif option != PLAINLY:", "elif option == BY_PAIRS:"),
    Mutant("every tile earns a turn", "course", "elif option != PLAINLY:", "elif True:"),
    Mutant(
        "a house after two pairs",
        "course",
        "    elif option != PLAINLY:\n        take_another_turn(state, tally)\n"
        "    elif state.house[seat] == AT_HAND:",
        "    elif option == BY_STACK:\n        take_another_turn(state, tally)\n"
        "    elif state.house[seat] == AT_HAND:",
    ),
    Mutant(
        "nobody may place a house", "course", "elif state.house[seat] == AT_HAND:", "elif False:"
    ),
    Mutant(
        "a house is moved",
        "course",
        "elif state.house[seat] == AT_HAND:",
        "elif state.house[seat] != GONE:",
    ),
    Mutant(
        "a covered house stays",
        "course",
        "            state.house[seat] = GONE\n",
        "            pass\n",
    ),
    Mutant(
        "one house of two leaves",
        "course",
        "        clear_houses(state, other, tally)\n",
        "        pass\n",
    ),
    Mutant(
        "any declaration is the other",
        "course",
        "if action == PICK_POOP else",
        "if action != PICK_POOP else",
    ),
    Mutant("nothing is declared", "course", "    state.declared = rules\n", "    pass\n"),
)

ENDING = (
    Mutant(
        "a tile may be left over",
        "course",
        "return dogs_left(state, seat) == 0",
        "return dogs_left(state, seat) <= 1",
    ),
    Mutant("tree-poop tiles must be played", "course", "if options.tp_must_be_played and", "if"),
    Mutant(
        "no tree-poop tile must be played",
        "course",
        "if options.tp_must_be_played and",
        "if False and",
    ),
    Mutant(
        "a tree-poop tile is never the last",
        "course",
        "    if is_out(state, options, seat):\n        finish(state, tally)\n    else:\n"
        "        end_turn(state, tally)\n\n\n@rule\ndef clear_houses",
        "    if False:\n        finish(state, tally)\n    else:\n"
        "        end_turn(state, tally)\n\n\n@rule\ndef clear_houses",
    ),
    Mutant(
        "a tile does not end passing",
        "course",
        "    state.level[tile] = level\n    state.passes = 0",
        "    state.level[tile] = level",
    ),
    Mutant(
        "a tree-poop tile does not end passing",
        "course",
        "    state.tp_way[seat] = way\n    state.passes = 0",
        "    state.tp_way[seat] = way",
    ),
    Mutant(
        "one need not pass",
        "course",
        "if state.passes == state.players:",
        "if state.passes == state.players - 1:",
    ),
    Mutant("all share always", "course", "options.stuck != FEWEST or", "True or"),
    Mutant("the fewest win always", "course", "options.stuck != FEWEST or", "False or"),
    Mutant("a shared win is a win each", "course", "1.0 / winners if", "1.0 if"),
)

TREES = (
    Mutant(
        "poops are harmless",
        "placing",
        "    if state.declared == POOP_RULES:\n        mask |=",
        "    if False:\n        mask |=",
    ),
    Mutant(
        "trees ask for nothing",
        "placing",
        "    if state.declared == TREE_RULES:\n        scope =",
        "    if False:\n        scope =",
    ),
    Mutant(
        "tiles atop need no tree",
        "placing",
        "return ATOP_BY_TREE if can_stack_any(state, options, work, mask, want) else ANY_TILE",
        "return ANY_TILE",
    ),
    Mutant(
        "tiles that can't lie are picked",
        "placing",
        "if scope == ATOP_ONLY or scope == ATOP_BY_TREE:",
        "if False:",
    ),
    Mutant(
        "a fence is no fence",
        "placing",
        "return ANY_TILE if spot else ATOP_ONLY",
        "return ANY_TILE",
    ),
    Mutant(
        "neither poops nor trees matter atop",
        "placing",
        "& mask & ~LIES) == want",
        "& TOUCHES) == TOUCHES",
    ),
    Mutant(
        "trees bar tree-poop tiles",
        "placing",
        "(options.tree_blocks_e and has_placement(state, options, work, scope))",
        "has_placement(state, options, work, scope)",
    ),
    Mutant(
        "trees never bar tree-poop tiles",
        "placing",
        "(options.tree_blocks_e and has_placement(state, options, work, scope))",
        "False",
    ),
    Mutant(
        "trees bar those without dogs",
        "placing",
        "                return True\n    return scope == ATOP_BY_TREE",
        "                return True\n    return scope != ANY_TILE",
    ),
    Mutant(
        "two_hex lies either way round",
        "placing",
        "WAYS if options.tp_shape == HALVES_SHAPE else HALF_WAYS",
        "WAYS",
    ),
    Mutant(
        "one_hex needs two cells",
        "placing",
        "        if options.tp_shape == ONE_HEX:\n            return",
        "        if False:\n            return",
    ),
    Mutant(
        "one_hex stays above",
        "placing",
        "range(hull[0] - 1, hull[1] + 2)",
        "range(hull[0] - 1, hull[1] + 1)",
    ),
    Mutant(
        "trees stink",
        "lawn",
        "show(work, cell, TREE, TOUCHES | NEAR_TREE)",
        "show(work, cell, TREE, TOUCHES | NEAR_TREE | NEAR_POOP)",
    ),
    Mutant(
        "poops are trees",
        "lawn",
        "POOP, TOUCHES | NEAR_POOP)",
        "POOP, TOUCHES | NEAR_POOP | NEAR_TREE)",
    ),
    Mutant(
        "nothing lies next to a tree alone",
        "lawn",
        "show(work, cell, TREE, TOUCHES | NEAR_TREE)",
        "show(work, cell, TREE, NEAR_TREE)",
    ),
    Mutant(
        "nothing lies next to a poop alone",
        "lawn",
        "POOP, TOUCHES | NEAR_POOP)",
        "POOP, NEAR_POOP)",
    ),
    Mutant(
        "two_hex is one hex",
        "lawn",
        "    if options.tp_shape != ONE_HEX:\n        show(",
        "    if False:\n        show(",
    ),
    Mutant(
        "one_hex is two",
        "lawn",
        "    if options.tp_shape != ONE_HEX:\n        show(",
        "    if True:\n        show(",
    ),
)

LAYING = (
    Mutant("tiles overlap", "placing", "    mask = TOUCHES | LIES\n", "    mask = TOUCHES\n"),
    Mutant(
        "tiles lie aslant", "placing", "        and work.height[cell] == work.height[other]\n", ""
    ),
    Mutant("all is on one level", "lawn", "height = int(state.level[tile]) + 1", "height = 1"),
    Mutant(
        "naps are no shelter",
        "lawn",
        "(cover_house != 0 and code == NAPPING + breed)",
        "code == NAPPING + breed",
    ),
    Mutant(
        "naps are always shelter", "lawn", " or (cover_house != 0 and code == NAPPING + breed)", ""
    ),
    Mutant(
        "the first dog covers no house",
        "placing",
        "    cover = int(options.cover_house)\n    for column",
        "    cover = 0\n    for column",
    ),
    Mutant(
        "doubles lie either way round", "placing", "HALF_WAYS if is_double(piece) else WAYS", "WAYS"
    ),
    Mutant(
        "mixed tiles lie one way", "placing", "HALF_WAYS if is_double(piece) else WAYS", "HALF_WAYS"
    ),
    Mutant(
        "no tile reaches far",
        "placing",
        "    cover = int(options.cover_house)\n    for column in range(hull[0] - 2,",
        "    cover = int(options.cover_house)\n    for column in range(hull[0] - 1,",
    ),
)

PAIRS = (
    Mutant("one pair is enough", "placing", "if a == 0 or b == 0:", "if a + b == 0:"),
    Mutant(
        "a shared friend counts twice",
        "placing",
        "return a + b - shared_friends(work, cell, other, first) > 1",
        "return a + b > 1",
    ),
    Mutant("disjoint pairs are edges", "placing", "if options.pairs == DISJOINT:", "if False:"),
    Mutant("each is edges", "placing", "if options.pairs == EACH:", "if False:"),
    Mutant("edges are each", "placing", "return a + b > 1", "return a > 0 and b > 0"),
    Mutant("three edges it takes", "placing", "return a + b > 1", "return a + b > 2"),
    Mutant(
        "doubles make no pairs",
        "placing",
        "return a + b - shared_friends(work, cell, other, first) > 1",
        "return False",
    ),
    Mutant(
        "napping dogs make pairs",
        "lawn",
        "    show_houses(state, work)\n\n\n@rule\ndef height_at",
        "\n\n@rule\ndef height_at",
    ),
    Mutant(
        "a house on a house",
        "placing",
        "and work.ground[cell] < NAPPING\n",
        "and work.ground[cell] < NAPPING + 8\n",
    ),
    Mutant(
        "a house on a tree",
        "placing",
        "work.ground[cell] >= AWAKE and work.ground[cell] < NAPPING",
        "work.ground[cell] >= AWAKE and not (NAPPING <= work.ground[cell] < NAPPING + 8)",
    ),
)

MUTANTS = (*DEALING, *TURNS, *ENDING, *TREES, *LAYING, *PAIRS)
