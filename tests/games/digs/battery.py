"""What Digs brings to the tests that every game gets."""

from tests.battery import Mutant, Playthrough

SECRETS = ("bid",)  # fields that `hide` blanks

PLAYTHROUGHS = {
    "digs": Playthrough("greedy", 3),
    "digs-random": Playthrough("random", 4, {"seats": "2", "tie": "nobody", "must_walk": "false"}),
    "digs-personas": Playthrough(
        "persona:loner",
        5,
        {"seats": "4", "board": "park", "deck": "lively", "tie": "poorest", "biscuits": "9,7,5,3"},
    ),
}

MUTANTS = (
    Mutant("a dog may stay", "course", "cell != here or not options.must_walk", "True"),
    Mutant("dogs walk through each other", "course", "mask |= 1 << int", "mask |= 0 * int"),
    Mutant("a hole holds biscuits", "course", "fresh = not is_in(state.dug, cell)", "fresh = True"),
    Mutant(
        "the lowest bid wins",
        "course",
        "state.bid[seat] > state.bid[best]",
        "state.bid[seat] < state.bid[best]",
    ),
    Mutant(
        "only the winner pays",
        "course",
        "state.biscuits[seat] -= state.bid[seat]",
        "state.biscuits[winner] -= state.bid[seat]",
    ),
    Mutant(
        "the richest wins ties",
        "course",
        "return state.biscuits[seat] < state.biscuits[other]",
        "return state.biscuits[seat] > state.biscuits[other]",
    ),
    Mutant("the last to bid wins ties", "course", ") % count < (other", ") % count > (other"),
    Mutant(
        "a tie is always won",
        "course",
        "NOBODY_GETS if tied and options.tie == NOBODY_WINS else best",
        "best",
    ),
    Mutant("the deck is never shuffled", "course", "if left == 0:", "if left < 0:"),
    Mutant(
        "one round more",
        "course",
        "state.played >= options.rounds",
        "state.played > options.rounds",
    ),
    Mutant("bones stay", "course", "state.dug |= 1 << cell", "state.dug |= 0 << cell"),
    Mutant(
        "too many biscuits", "course", "+ options.crumbs, MOST_BISCUITS)", "+ options.crumbs, 99)"
    ),
    Mutant("no interest lost", "course", "or state.lull >= LULL", "or state.lull > LULL"),
    Mutant("biscuits count more", "course", "* (MOST_BISCUITS + 1) + int", "+ int"),
    Mutant(
        "a walk is a step longer",
        "walks",
        "if far[cell] == most:",
        "if far[cell] > most:",
        package="tests.toys.yard",
    ),
)
SAMPLE_MUTANT = MUTANTS[-1]  # of the shared package
SAMPLE_SCENARIOS = "digs.toml"
