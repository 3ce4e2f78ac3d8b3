"""Planted errors in the rules of Secret Mission, and in the shared ones it stands on."""

from tests.battery import Mutant

TILES = "offleash.games.tiles"

MUTANTS = (
    # The course of play
    Mutant("clockwise", "course", "(seat + players - 1) % players", "(seat + 1) % players"),
    Mutant("missions of four", "course", "count -= state.mission[seat] != NO_TILE", "count -= 1"),
    Mutant(
        "doubles are missions", "course", "free_tiles(state) & MIXED if", "free_tiles(state) if"
    ),
    Mutant(
        "doubles are never drawn",
        "course",
        "else free_tiles(state)\n",
        "else free_tiles(state) & MIXED\n",
    ),
    Mutant(
        "a mission is drawn twice",
        "course",
        "if state.mission[seat] >= 0:",
        "if state.mission[seat] > 99:",
    ),
    Mutant(
        "a tile is drawn twice",
        "course",
        "if state.playing[seat] >= 0:",
        "if state.playing[seat] > 99:",
    ),
    Mutant(
        "tiles come back from the table",
        "course",
        "free |= (state.cell[tile] == OFF_TABLE) << tile",
        "free |= 1 << tile",
    ),
    Mutant(
        "the first of the set is never drawn",
        "course",
        "for tile in range(int(state.tiles)):\n        free",
        "for tile in range(1, int(state.tiles)):\n        free",
    ),
    Mutant("always 28 tiles", "course", "tiles_in(options.extra_tiles)", "tiles_in(0)"),
    Mutant("always 36 tiles", "course", "tiles_in(options.extra_tiles)", "tiles_in(1)"),
    Mutant(
        "a starter that nobody is starts",
        "course",
        "options.starter >= 0 and options.starter < options.players",
        "options.starter >= 0",
    ),
    Mutant("the lot is always drawn", "course", "if options.starter >= 0 and", "if False and"),
    Mutant(
        "seat 0 is never named",
        "course",
        "if options.starter >= 0 and",
        "if options.starter > 0 and",
    ),
    Mutant(
        "a lot among four",
        "course",
        "for seat in range(int(state.players)):\n            out[n] = FIRST",
        "for seat in range(SEATS):\n            out[n] = FIRST",
    ),
    Mutant("the starter is forgotten", "course", "state.starter = seat\n", "state.starter = 0\n"),
    Mutant(
        "seat 0 draws first",
        "course",
        "    state.seat = seat\n    state.phase = MISSIONS",
        "    state.seat = 0\n    state.phase = MISSIONS",
    ),
    Mutant(
        "one mission is enough", "course", "if state.mission[state.seat] != NO_TILE:", "if True:"
    ),
    Mutant(
        "one playing tile is enough",
        "course",
        "if state.playing[state.seat] != NO_TILE:",
        "if True:",
    ),
    Mutant(
        "the last tile of the supply stays there",
        "course",
        "if supply(state) > 0:",
        "if supply(state) > 1:",
    ),
    Mutant(
        "who has laid draws for the next",
        "course",
        "        state.phase = DRAWING\n    elif",
        "        state.phase = DRAWING\n        state.seat = following(state)\n    elif",
    ),
    Mutant(
        "the last tiles are not laid",
        "course",
        "elif state.playing[following(state)] != NO_TILE:",
        "elif False:",
    ),
    # Placing
    Mutant("the first tile anywhere in the middle", "lawn", "CENTRE * WAYS", "CENTRE * WAYS + 1"),
    Mutant("a double either way", "lawn", "HALF_WAYS if is_double(tile) else WAYS", "WAYS"),
    Mutant("a mixed tile one way", "lawn", "HALF_WAYS if is_double(tile) else WAYS", "HALF_WAYS"),
    Mutant("onto dogs", "lawn", "n += (near[cell + STEP[way]] & LIES) == 0", "n += 1"),
    Mutant(
        "over the first dog",
        "lawn",
        "if near[cell] & LIES:",
        "if near[cell] & LIES and cell != CENTRE:",
    ),
    Mutant("the first dog has to touch", "lawn", "elif touches_beyond(near, cell):", "elif False:"),
    Mutant(
        "beside nothing",
        "lawn",
        "n += near[cell + STEP[way]] == TOUCHES",
        "n += near[cell + STEP[way]] == TOUCHES or way == 0",
    ),
    Mutant("west of all that lies", "lawn", "range(hull[0] - REACHED,", "range(hull[0] - 1,"),
    Mutant(
        "only one half lies", "lawn", "            mark(near, cell + STEP[int(ways[tile])])\n", ""
    ),
    Mutant("placements are not counted", "lawn", "state.laid += 1", "state.laid += 0"),
    Mutant(
        "the first tile of a seat counts",
        "lawn",
        "state.last[seat] = state.laid",
        "state.last[seat] = max(int(state.last[seat]), 1)",
    ),
    Mutant(
        "the tile stays in hand",
        "lawn",
        "state.playing[seat] = NO_TILE",
        "state.playing[seat] = tile",
    ),
    # Groups and scores
    Mutant("not east and west", "groups", "apart == SIDE or apart == 1", "apart == 1"),
    Mutant("not south-east", "groups", "or apart == 1 or", "or"),
    Mutant("not south-west", "groups", " or apart == SIDE - 1", ""),
    Mutant(
        "eight neighbours",
        "groups",
        "or apart == SIDE - 1",
        "or apart == SIDE - 1 or apart == SIDE + 1",
    ),
    Mutant("one step makes a group", "groups", "fresh = found", "fresh = 0"),
    Mutant("the second dog is forgotten", "groups", "or DOG_HALF[breed, dog] == 0", "or True"),
    Mutant(
        "groups add up",
        "groups",
        "largest = max(largest, popcount(group))",
        "largest += popcount(group)",
    ),
    Mutant(
        "the last group counts",
        "groups",
        "largest = max(largest, popcount(group))",
        "largest = popcount(group)",
    ),
    Mutant(
        "the sum of both",
        "groups",
        "largest_group(state, BREED[tile, 0]) * largest",
        "largest_group(state, BREED[tile, 0]) + largest",
    ),
    Mutant(
        "the first breed counts twice",
        "groups",
        "* largest_group(state, BREED[tile, 1])",
        "* largest_group(state, BREED[tile, 0])",
    ),
    Mutant("the highest score wins", "ending", "if here < best:", "if here > best:"),
    Mutant(
        "a late tile wins ties",
        "ending",
        "* ABOVE_LAST + int(state.last[seat])",
        "* ABOVE_LAST - int(state.last[seat])",
    ),
    Mutant(
        "a low seat wins ties",
        "ending",
        "* ABOVE_LAST + int(state.last[seat])",
        "* ABOVE_LAST + seat",
    ),
    Mutant(
        "ties are shared in the ranks",
        "ending",
        "before += standing(state, other) < here",
        "before += standing(state, other) // ABOVE_LAST < here // ABOVE_LAST",
    ),
    Mutant(
        "the tile decides before the score", "ending", "ABOVE_LAST = TILES + 1", "ABOVE_LAST = 1"
    ),
    # What the three tile games share
    Mutant(
        "a tile is missing",
        "dogs",
        "return TILES if extra else BASE_TILES",
        "return TILES - 1 if extra else BASE_TILES",
        TILES,
    ),
    Mutant("no doubles", "dogs", "return BREED[tile, 0] == BREED[tile, 1]", "return False", TILES),
    Mutant(
        "south-west is south",
        "hexes",
        "WAY_Q = np.array([1, 0, -1, -1, 0, 1])",
        "WAY_Q = np.array([1, 0, 0, -1, 0, 1])",
        TILES,
    ),
    Mutant(
        "the hull holds first halves",
        "grid",
        "            stretch(hull, cell + STEP[ways[tile]])\n",
        "",
        TILES,
    ),
    Mutant(
        "the hull grows to the east alone",
        "grid",
        "hull[0] = min(hull[0], column)",
        "hull[0] = min(hull[0], SIDE // 2)",
        TILES,
    ),
    Mutant(
        "the hull does not grow south",
        "grid",
        "hull[3] = max(hull[3], row)",
        "hull[3] = max(hull[3], SIDE // 2)",
        TILES,
    ),
)
