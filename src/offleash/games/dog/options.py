"""The options of Dog. Each names the ruling whose other reading it plays."""

from offleash.contract.options import choice, flag, option_words, options_record, whole

OPTION_LIST = (
    whole("loop_len", 64, 16, 96, "spaces on the loop; starts lie a quarter apart", step=4),
    whole("jokers", 6, 0, 12, "jokers in the deck, in addition to 8 cards of each of 13 ranks"),
    choice("play_dir", ("clockwise", "anticlockwise"), "which way the turn passes (D32)"),
    choice("reshuffle", ("each_turn", "exhausted"), "when the discards are shuffled in (D33)"),
    flag("starter_rotates_each_round", "each round of a turn starts one seat further (D31)"),
    flag("seven_jumps_protected", "a 7 may step over a protected token, unharmed (D5)"),
    flag("restart_over_fresh", "a token may start although an own fresh one is there (D6)"),
    flag("jack_own_own", "a jack may also swap two own tokens (D8)"),
    flag("seven_partial", "a 7 may end after fewer than seven steps (D12)"),
    flag("canadian", "a 7 may move the partner's tokens at any time (D14)"),
    flag("seven_waste_win", "a 7 may waste the steps left once all eight are home (D16)"),
    flag("full_lap", "a token enters home only after a whole lap forward (D18)"),
    flag("must_enter", "a token that can enter home with its steps has to (D19)"),
    flag("four_back_home", "a 4 backward may lead into, and out of, the token's home (D21)"),
    flag("joker_last_own", "a joker may not bring any player's fourth token home (D24)"),
    flag("throw_hidden", "thrown hands are laid face down (D29)"),
)

OPTIONS = options_record(OPTION_LIST)
WORDS = option_words(OPTION_LIST)
