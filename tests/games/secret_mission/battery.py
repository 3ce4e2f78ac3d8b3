"""What Secret Mission brings to the tests that every game gets."""

from tests.battery import Playthrough
from tests.games.secret_mission.mutants import MUTANTS

SECRETS = ("mission", "playing")  # fields that `hide` blanks

PLAYTHROUGHS = {
    "secret-mission": Playthrough("greedy", 3),
    "secret-mission-three": Playthrough("random", 4, {"players": "3", "open_playing_tile": "true"}),
    "secret-mission-personas": Playthrough(
        "persona:loner,persona:herder", 5, {"players": "4", "starter": "2"}, "expansion"
    ),
}

LIVELY = {"starter": ("none", "0", "1")}  # a seat that plays
INTERPRETED = 2  # greedy looks at hundreds of placements

(SAMPLE_MUTANT,) = (mutant for mutant in MUTANTS if mutant.name == "a late tile wins ties")
SAMPLE_SCENARIOS = "end.toml"
