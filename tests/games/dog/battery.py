"""What Dog brings to the tests that every game gets."""

from tests.battery import Mutant, Playthrough

SECRETS = ("hand", "stock", "gave", "buried", "buried_gift")  # fields that `hide` blanks

PLAYTHROUGHS = {
    "dog": Playthrough("greedy", 3),
    "dog-random": Playthrough("random", 4),
    "dog-switches": Playthrough(
        "greedy",
        5,
        {
            "loop_len": "32",
            "canadian": "true",
            "full_lap": "true",
            "must_enter": "true",
            "four_back_home": "true",
            "seven_jumps_protected": "true",
            "throw_hidden": "true",
            "reshuffle": "exhausted",
            "play_dir": "anticlockwise",
            "starter_rotates_each_round": "true",
        },
    ),
}

MUTANTS = (
    Mutant(
        "a blocker can be reached",
        "movement",
        "clear = gap - 1 if bars else clear\n    return clear\n\n\n@rule\ndef clear_behind",
        "clear = gap if bars else clear\n    return clear\n\n\n@rule\ndef clear_behind",
    ),
    Mutant(
        "a blocker behind can be reached",
        "movement",
        "clear = gap - 1 if bars else clear\n    return clear\n\n\n@rule\ndef home_bits",
        "clear = gap if bars else clear\n    return clear\n\n\n@rule\ndef home_bits",
    ),
    Mutant(
        "no blocker ahead",
        "movement",
        'at distance 0.\n    """\n    clear = options.loop_len - 1\n    if not is_any_fresh(state)',
        'at distance 0.\n    """\n    clear = options.loop_len - 1\n    if True',
    ),
    Mutant(
        "no blocker behind",
        "movement",
        'way too (D4)."""\n    clear = options.loop_len - 1\n    if not is_any_fresh(state)',
        'way too (D4)."""\n    clear = options.loop_len - 1\n    if True',
    ),
    Mutant(
        "a joker may finish",
        "seven",
        "tokens_home(state, seat) < TOKENS - 1",
        "tokens_home(state, seat) < TOKENS",
    ),
    Mutant(
        "a swap with a fresh token",
        "movement",
        "& (place < HOME) & (place != protected)",
        "& (place < HOME)",
    ),
    Mutant(
        "a fresh token may enter home",
        "movement",
        "barred = (gap > clear) | is_protected(state, options, seat, token)",
        "barred = gap > clear",
    ),
    Mutant("nobody is fresh", "movement", "state.fresh[seat] = 1\n", "state.fresh[seat] = 0\n"),
    Mutant("fresh for ever", "movement", "state.fresh[seat] = 0\n", "state.fresh[seat] = 1\n"),
    Mutant(
        "a capture spares the token",
        "movement",
        "send_to_kennel(state, found // TOKENS, found % TOKENS)",
        "pass",
    ),
    Mutant(
        "home is one deeper",
        "movement",
        "HOME + steps - ahead(options, here, start) - 1",
        "HOME + steps - ahead(options, here, start)",
    ),
    Mutant(
        "home tokens pass each other",
        "movement",
        "return FREE_RUN[bits >> depth]",
        "return HOME_SPACES - depth",
    ),
    Mutant("start over a fresh token", "cards", "if state.fresh[seat] and not", "if not True and"),
    Mutant("the partner is never played", "seven", "return partner(seat) if", "return seat if"),
    Mutant("a seven of six steps", "seven", "SEVEN_STEPS = 7", "SEVEN_STEPS = 6"),
    Mutant("a seven need not be finished", "seven", "return steps >= left", "return True"),
    Mutant("canadian always", "seven", "both = options.canadian and", "both ="),
    Mutant("a queen goes eleven", "actions", "10, 11, 12, 13, -4", "10, 11, 11, 13, -4"),
    Mutant(
        "a five starts",
        "cards",
        "n += can_start and (ranks >> ACE) & 1",
        "n += can_start and (ranks >> 4) & 1",
    ),
    Mutant("play goes the other way", "course", "way = SEATS - 1 if", "way = 1 if"),
    Mutant("the dealer stays", "course", "state.dealer = (int(state.dealer) + 1) % SEATS", "pass"),
    Mutant(
        "the last round has three cards",
        "record",
        "FIRST_DEAL, LAST_DEAL = 6, 2",
        "FIRST_DEAL, LAST_DEAL = 6, 3",
    ),
    Mutant(
        "a gift goes to the left",
        "course",
        "state.gave[partner(receiving)]",
        "state.gave[(receiving + 1) % SEATS]",
    ),
    Mutant("a thrown hand is kept", "course", "state.held[seat] = 0\n", "pass\n"),
    Mutant(
        "the deck is never reshuffled",
        "course",
        "if options.reshuffle == EACH_TURN",
        "if options.reshuffle != EACH_TURN",
    ),
    Mutant(
        "seven home wins",
        "movement",
        "return tokens_home(state, seat) == TOKENS and",
        "return tokens_home(state, seat) >= TOKENS - 1 and",
    ),
    Mutant(
        "laps are forgotten", "movement", "laps >= 1 or (laps == 0 and steps_to_start > 0)", "True"
    ),
    Mutant(
        "nobody must enter", "cards", "walks & ~enters if options.must_enter else walks", "walks"
    ),
    Mutant("a four goes back five", "movement", "BACK = 4", "BACK = 5"),
    Mutant("nothing jumps", "seven", "_protected and left >= 2", "_protected and left >= 9"),
    Mutant("wasting never wins", "seven", "return options.seven_waste_win != 0", "return False"),
    Mutant("own swaps always", "cards", "own_too = options.jack_own_own != 0", "own_too = True"),
)
SAMPLE_MUTANT = MUTANTS[4]
SAMPLE_SCENARIOS = "joker.toml"
