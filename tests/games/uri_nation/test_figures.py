"""What is tallied, counted by hand from the rulings, and the figures that come of it."""

import json
import sys
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.cli import main
from offleash.contract import Figure, FinishedGames
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board.text import parse_board
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.record import (
    BY_CARD,
    FOR_ALLY,
    FOR_BID,
    FOR_BREAK,
    FOR_CHALLENGE,
    FOR_CLAIM,
    FOR_CROSSING,
    FOR_DRINK,
    FOR_FORTIFY,
    FOR_JOIN,
    FOR_PATH,
    FOR_RECLAIM,
    FOR_SIDE_STREET,
    FOR_TRICK,
    FROM_CHANCE,
    FROM_DEFEAT,
    FROM_DESPERATION,
    FROM_DRINK,
    FROM_EVENTS,
    FROM_HOME,
    FROM_INCOME,
    FROM_PARK,
    FROM_WATER,
    FROM_YAPPER,
    WATER,
)
from offleash.games.uri_nation.text.columns import (
    by_territory,
    crossings_by_road_cell,
    visits_by_cell,
)
from offleash.games.uri_nation.text.figures.dogs import SINK_NAMES, SOURCE_NAMES
from offleash.lab.figures.accounts import account_of
from offleash.lab.runs.experiment import add_sums
from offleash.lab.runs.run import MOST_GAMES
from tests.figures import figures_of
from tests.variety import choices, random_variants

BRUISER, SCRAPPER, DIPLOMAT, YAPPER = range(4)  # seats and archetypes alike
SWAGGER, DRIVE, GRIT, BOND = range(4)


class Play:
    """A position and what is counted from there on; every action is checked to be legal."""

    def __init__(self, preset: str, position: str, **options: object) -> None:
        self.options = GAME.options(preset, **options)
        self.states = GAME.notation.parse_position(position, self.options)
        self.tallies, self.sums = GAME.new_tally(), np.zeros(1, GAME.rules.sums)
        self.actions, self.pace = 0, np.zeros(3, np.int64)

    def do(self, *texts: str) -> "Play":
        for text in texts:
            action = GAME.notation.parse_action(text, self.options)
            legal = choices(GAME, self.states, self.options)
            assert action in legal, (
                text,
                [GAME.notation.format_action(a, self.options) for a in legal],
            )
            if GAME.rules.actor(self.states[0]) >= 0:
                self.pace += 1, len(legal) == 1, len(legal)
            GAME.rules.count(self.states[0], self.options[0], action, self.sums[0])
            arguments = (self.options[0], GAME.new_work()[0], action, self.tallies[0])
            GAME.rules.apply(self.states[0], *arguments)
            self.actions += 1
        return self

    def of(self, field: str, seat: int) -> int:
        return int(self.tallies[field][0, seat])

    def spent(self, seat: int) -> dict[tuple[int, int], int]:
        return _nonzero(self.tallies["spent"][0, seat])

    def gained(self, seat: int) -> dict[tuple[int, int], int]:
        return _nonzero(self.tallies["gained"][0, seat])

    def visited(self) -> set[tuple[int, int]]:
        visits = visits_by_cell(board_of(self.options), self.sums)
        return {cell for cell, count in visits.items() if count}

    def crossed(self) -> dict[tuple[int, int], int]:
        crossings = crossings_by_road_cell(board_of(self.options), self.sums)
        return {cell: count for cell, count in crossings.items() if count}

    def played(self) -> FinishedGames:
        seats = int(self.options["seats"][0])
        playing = np.arange(4)[None] < seats
        results = np.array([[1.0, 0, 0, 0]])
        return FinishedGames(
            self.states,
            self.tallies,
            self.sums,
            self.options,
            np.zeros(1, np.int64),
            ["someone"],
            np.zeros((1, 4), np.int64),
            playing,
            results,
            np.array([self.actions]),
            np.array([self.pace]),
        )


def _nonzero(table: np.ndarray) -> dict[tuple[int, int], int]:
    return {(int(i), int(j)): int(table[i, j]) for i, j in np.argwhere(table)}


# Walks


def test_a_walk_with_a_paid_crossing():
    """Scenario 01: three steps, a crossing in mid-block, three steps."""
    play = Play("1.2", "yapper at (3,0) drive 1; turn yapper; phase roll")
    play.do("roll 2-4", *["step E"] * 3, "cross S", *["step E"] * 3)
    assert play.of("rolls", YAPPER) == 1
    assert play.of("rolled", YAPPER) == 6
    assert play.of("steps", YAPPER) == 6
    assert play.of("paid_crossings", YAPPER) == 1
    assert play.of("free_crossings", YAPPER) == 0
    assert play.spent(YAPPER) == {(DRIVE, FOR_CROSSING): 1}
    assert play.crossed() == {(4, 3): 1}
    assert play.visited() == {(3, 1), (3, 2), (3, 3), (5, 3), (5, 4), (5, 5), (5, 6)}
    assert play.of("home_visits", YAPPER) == 0  # they are the homes of others
    assert int(play.tallies["decisions"][0]) == 7  # the roll is chance


def test_free_crossings_of_a_junction():
    """Scenario 02, 1.4: east, then south, and nothing is paid."""
    play = Play("1.4", "diplomat at (3,6) drive 0; turn diplomat; phase move; steps 1")
    play.do("cross E", "cross S", "step E")
    assert play.of("free_crossings", DIPLOMAT) == 2
    assert play.of("paid_crossings", DIPLOMAT) == 0
    assert play.spent(DIPLOMAT) == {}
    assert play.crossed() == {(3, 7): 1, (4, 8): 1}


def test_a_crossing_is_counted_on_every_road_cell_whichever_way():
    """A made-up street of two lanes."""
    lanes = [".T1T2T.", "sssssss", "=======", "===x===", "sssssss", ".T4T3T."]
    text = "\n".join(["urination-board 1", "name: Lanes", "version: 1.2", "grid:", *lanes])
    board = parse_board(text)
    sums = np.zeros(1, GAME.rules.sums)
    first = board.cells.index((1, 2))
    below = board.cells.index((4, 2))
    sums["crossings"][0, first, 2] = 5  # south
    sums["crossings"][0, below, 0] = 2  # north
    crossings = crossings_by_road_cell(board, sums)
    assert {cell: count for cell, count in crossings.items() if count} == {(2, 2): 7, (3, 2): 7}
    assert len(crossings) == 14


def test_side_streets_and_the_way_back():
    """Scenario 04: one space deeper costs Drive and is counted, the way back is not."""
    play = Play("1.2", "bruiser at (3,5) drive 1; turn bruiser; phase move; steps 3")
    play.do("step E", "step N", "step S")
    assert play.of("side_streets", BRUISER) == 1
    assert play.of("steps", BRUISER) == 3
    assert play.spent(BRUISER) == {(DRIVE, FOR_SIDE_STREET): 1}


def test_paths_taken_and_forced():
    """Scenario 09: the exit is visited, whether the path was chosen or not."""
    position = "yapper at (3,8) drive 1; turn yapper; phase move; steps 5"
    optional = Play("1.4", position).do("step E", "step E", "path", "step E")
    assert optional.of("paths", YAPPER) == 1
    assert optional.spent(YAPPER) == {(DRIVE, FOR_PATH): 1}
    compulsory = Play("1.4", position, path_forced=True, path_drive=0).do(*["step E"] * 3)
    assert compulsory.of("paths", YAPPER) == 1
    assert compulsory.spent(YAPPER) == {}
    walked = {(3, 9), (3, 10), (0, 10), (0, 11)}
    assert optional.visited() == compulsory.visited() == walked
    too_dear = Play("1.4", position, path_forced=True, path_drive=2).do(*["step E"] * 3)
    assert too_dear.of("paths", YAPPER) == 0
    assert too_dear.visited() == {(3, 9), (3, 10), (3, 11)}


def test_home_visits_and_resupplies_differ():
    """M18: in 1.4 only a stop resupplies; a dog that walks through has visited all the same."""
    position = "bruiser at (0,2) water 1 swagger 1; turn bruiser; phase move; steps 2"
    through = Play("1.4", position).do("step E", "step E", "stop", "pass")
    assert (through.of("home_visits", BRUISER), through.of("resupplies", BRUISER)) == (1, 0)
    play = Play("1.4", position).do("step E", "stop", "pass")
    assert (play.of("home_visits", BRUISER), play.of("resupplies", BRUISER)) == (1, 1)
    assert play.gained(BRUISER) == {(WATER, FROM_HOME): 5, (SWAGGER, FROM_HOME): 2}


# Drinks and cards


def test_drinks_by_grade_and_what_they_spill():
    """Scenario 21: a half refill, of which a full bowl spills the rest."""
    play = Play("1.2", "bruiser at (3,1) water 1 drive 1; turn bruiser; phase move; steps 1")
    play.do("step W", "drink", "draw WA06")
    assert play.gained(BRUISER) == {(WATER, FROM_WATER): 3}
    assert play.spent(BRUISER) == {(DRIVE, FOR_DRINK): 1}
    assert play.of("wasted", BRUISER) == 0
    play = Play("1.2", "scrapper at (3,1) water 2 drive 0; turn scrapper; phase move; steps 1")
    play.do("step W", "drink", "draw WA16")
    assert play.of("drinks", SCRAPPER) == 1
    assert list(play.tallies["grades"][0, SCRAPPER]) == [0, 0, 1, 0, 0]
    assert list(play.tallies["drawn"][0, SCRAPPER]) == [1, 0, 0]
    assert play.gained(SCRAPPER) == {(WATER, FROM_WATER): 1, (GRIT, FROM_WATER): 1}
    assert play.of("wasted", SCRAPPER) == 1
    assert play.spent(SCRAPPER) == {}


def test_a_drink_of_1_4_has_no_grade():
    play = Play("1.4", "yapper at (3,2) water 1 drive 1; turn yapper; phase move; steps 1")
    play.do("step E", "drink")
    assert play.of("drinks", YAPPER) == 1
    assert not play.tallies["grades"].any()
    assert play.gained(YAPPER) == {(WATER, FROM_DRINK): 3}


def test_cards_give_and_take():
    """CH20 takes a Drive and gives a Swagger; EV05 gives everybody Grit."""
    play = Play("1.2", "yapper at (3,7) drive 1; turn yapper; phase move; steps 9")
    play.do("step E", "draw CH20")
    assert list(play.tallies["drawn"][0, YAPPER]) == [0, 1, 0]
    assert play.gained(YAPPER) == {(SWAGGER, FROM_CHANCE): 1}
    assert play.spent(YAPPER) == {(DRIVE, BY_CARD): 1}
    play = Play("1.2", "yapper at (5,11) drive 1; turn yapper; phase move; steps 9")
    play.do("step E", "draw EV05")
    assert list(play.tallies["drawn"][0, YAPPER]) == [0, 0, 1]
    for seat in range(4):
        assert play.gained(seat) == {(GRIT, FROM_EVENTS): 1}


# Marking


def test_claims_and_who_pays_what():
    """2 water and 1 Swagger, without Swagger for the Bruiser of 1.2."""
    position = "{0} at (3,4); turn {0}; phase action"
    free = Play("1.2", position.format("bruiser")).do("claim (2,4)")
    assert free.spent(BRUISER) == {(WATER, FOR_CLAIM): 2}
    play = Play("1.2", position.format("yapper")).do("claim (2,4)")
    assert play.spent(YAPPER) == {(WATER, FOR_CLAIM): 2, (SWAGGER, FOR_CLAIM): 1}
    assert play.of("claims", YAPPER) == 1
    counts = by_territory(board_of(play.options), play.sums["claims"][0])
    assert {cell for cell, count in counts.items() if count} == {(2, 4)}


def test_challenges_by_defence():
    """Scenario 23: two ties, then a win; paid once. And a loss against two fortify tokens."""
    position = "scrapper at (3,4) grit 0; bruiser owns (2,4){}; turn scrapper; phase action"
    victory = Play("1.2", position.format("")).do(
        "challenge (2,4)", "dice 4-4", "dice 2-2", "dice 5-3", "reclaim swagger"
    )
    assert victory.spent(SCRAPPER) == {
        (WATER, FOR_CHALLENGE): 2,
        (DRIVE, FOR_CHALLENGE): 1,
        (SWAGGER, FOR_RECLAIM): 1,
    }
    assert list(victory.tallies["tried"][0, SCRAPPER][:4]) == [1, 0, 0, 0]
    assert list(victory.tallies["won"][0, SCRAPPER][:4]) == [1, 0, 0, 0]
    assert list(victory.tallies["reclaims"][0, SCRAPPER]) == [1, 0]
    defeat = Play("1.2", position.format("+2")).do("challenge (2,4)", "dice 6-5")
    assert list(defeat.tallies["tried"][0, SCRAPPER][:4]) == [0, 0, 1, 0]
    assert not defeat.tallies["won"].any()
    assert defeat.gained(SCRAPPER)[GRIT, FROM_DEFEAT] == 1
    counts = by_territory(board_of(defeat.options), defeat.sums["challenges"][0])
    assert {cell for cell, count in counts.items() if count} == {(2, 4)}


def test_the_win_is_counted_by_the_tokens_that_defended():
    position = "scrapper at (3,4); yapper owns (2,4)+1; turn scrapper; phase action"
    play = Play("1.2", position).do("challenge (2,4)", "dice 6-1", "reclaim grit")
    assert list(play.tallies["won"][0, SCRAPPER][:4]) == [0, 1, 0, 0]
    assert list(play.tallies["reclaims"][0, SCRAPPER]) == [0, 1]
    assert play.gained(SCRAPPER) == {(GRIT, FROM_YAPPER): 1}
    declined = Play("1.2", position).do("challenge (2,4)", "dice 6-1", "decline")
    assert declined.of("declined", SCRAPPER) == 1
    assert not declined.tallies["reclaims"].any()


def test_homes_are_counted_apart():
    position = "yapper at (3,3); turn yapper; phase action"
    play = Play("1.2", position).do("challenge (2,3)", "dice 6-1", "reclaim swagger")
    assert (play.of("homes_tried", YAPPER), play.of("homes_won", YAPPER)) == (1, 1)
    assert not play.tallies["tried"].any()
    assert not play.sums["challenges"].any()


def test_bids_are_spent():
    position = "bruiser at (3,4); yapper owns (2,4); turn bruiser; phase action"
    play = Play("1.2", position, secret_bidding=True)
    play.do("challenge (2,4)", "bid 3", "bid 1", "reveal")
    assert play.spent(BRUISER)[WATER, FOR_BID] == 3
    assert play.spent(YAPPER) == {(WATER, FOR_BID): 1}


def test_fortifies():
    position = "{0} at (3,4); {0} owns (2,4); turn {0}; phase action"
    play = Play("1.2", position.format("bruiser")).do("fortify (2,4)")
    assert play.of("fortifies", BRUISER) == 1
    assert play.spent(BRUISER) == {(WATER, FOR_FORTIFY): 1, (GRIT, FOR_FORTIFY): 1}
    free = Play("1.2", position.format("yapper")).do("fortify (2,4)")
    assert free.spent(YAPPER) == {(WATER, FOR_FORTIFY): 1}


def test_bonds_initiated_joined_broken_and_challenged():
    """Scenario 35: the Bruiser joins and stops; it breaks in its next turn."""
    play = Play("1.2", "yapper at (3,9); turn yapper; phase action").do("ally (2,9)")
    assert play.of("initiated", YAPPER) == 1
    assert play.spent(YAPPER) == {(WATER, FOR_ALLY): 1, (BOND, FOR_ALLY): 1}
    position = "(2,9) yapper*; bruiser at (3,10); turn bruiser; phase move; steps 2"
    play = Play("1.2", position).do("step W", "stop", "break (2,9)")
    assert (play.of("joined", BRUISER), play.of("broken", BRUISER)) == (1, 1)
    assert play.spent(BRUISER) == {
        (WATER, FOR_JOIN): 1,
        (WATER, FOR_BREAK): 1,
        (SWAGGER, FOR_BREAK): 1,
    }
    position = "(2,9) yapper*; bruiser at (3,9); turn bruiser; phase action"
    for dice, wins in (("dice 6-1", 1), ("dice 2-1", 0), ("dice 1-6", 0)):
        play = Play("1.2", position).do("challenge (2,9)", dice)
        assert (play.of("bonds_tried", BRUISER), play.of("bonds_won", BRUISER)) == (1, wins)
    assert not play.tallies["tried"].any()


# Turns


def test_income_and_desperation():
    """Scenarios 16 and 17: groups of four and two give 1 Swagger; below three, 2 Grit."""
    owned = "bruiser owns (2,4) (1,5) (1,7) (2,7) (2,1) (2,2)"
    position = f"{owned}; order yapper bruiser scrapper diplomat; turn yapper; phase action"
    play = Play("1.2", position).do("pass")
    assert play.gained(BRUISER) == {(SWAGGER, FROM_INCOME): 1}
    play.do("roll 1-2", "stop", "pass")
    assert play.gained(SCRAPPER) == {(GRIT, FROM_DESPERATION): 2}
    assert (play.of("turns", BRUISER), play.of("turns", SCRAPPER)) == (1, 1)
    owned_turns = by_territory(board_of(play.options), play.sums["owned"][0])
    assert {cell for cell, count in owned_turns.items() if count == 1} == {
        (2, 4), (1, 5), (1, 7), (2, 7), (2, 1), (2, 2)
    }  # fmt: skip
    assert play.sums["walks"][0] == 1


def test_the_park_gives_bond():
    play = Play("1.2", "yapper at (3,11); turn yapper; phase move; steps 1").do("step E")
    assert play.gained(YAPPER) == {(BOND, FROM_PARK): 1}


@pytest.mark.parametrize(
    ("position", "nothing", "for_drive"),
    [
        ("scrapper at (3,4) drive 0; bruiser owns (2,4)", 1, 1),
        ("scrapper at (3,4) drive 0 water 1; bruiser owns (2,4)", 1, 0),
        ("scrapper at (3,4) drive 1; bruiser owns (2,4)", 0, 0),
        ("scrapper at (3,4) drive 0 water 2 swagger 0", 1, 0),
        ("scrapper at (3,3) drive 0", 1, 1),  # another's home
        ("scrapper at (5,3) drive 0 grit 0", 1, 0),  # its own
        ("scrapper at (3,9) drive 0; (2,9) yapper*", 1, 1),
        ("scrapper at (3,9) drive 0 swagger 0; (2,9) yapper* scrapper", 1, 0),
    ],
)
def test_passes_because_nothing_could_be_paid(position, nothing, for_drive):
    play = Play("1.2", f"{position}; turn scrapper; phase action").do("pass")
    assert play.of("passes", SCRAPPER) == 1
    assert play.of("no_action", SCRAPPER) == nothing
    assert play.of("drive_blocked", SCRAPPER) == for_drive


def test_a_barred_action_is_not_one_that_could_not_be_paid():
    """WA24 takes the action away (E15)."""
    play = Play("1.2", "scrapper at (3,1) drive 0; turn scrapper; phase move; steps 1")
    play.do("step W", "drink", "draw WA24", "stop", "pass")
    assert (play.of("passes", SCRAPPER), play.of("no_action", SCRAPPER)) == (1, 0)


def test_tricks():
    play = Play("1.2", "yapper drive 2; turn yapper; phase roll", walk_tricks=True)
    play.do("roll 1-2", "leash")
    assert play.of("tricks", YAPPER) == 1
    assert play.spent(YAPPER) == {(DRIVE, FOR_TRICK): 2}


def test_the_lead_changes_when_another_dog_is_ahead_alone():
    """The Bruiser takes the lead, which is no change; the Scrapper takes it from the Bruiser."""
    position = (
        "bruiser at (3,4) owns (2,1); scrapper at (3,4) owns (2,2); "
        "round 7; order bruiser scrapper; turn bruiser; phase action"
    )
    play = Play("1.2", position, seats=2).do("claim (2,4)")
    assert int(play.tallies["lead_changes"][0]) == 0
    assert list(play.tallies["by_round"][0, 6]) == [2, 1, 0, 0]
    play.do("roll 1-1", "stop", "challenge (2,4)", "dice 6-1", "reclaim swagger")
    assert int(play.tallies["lead_changes"][0]) == 1
    assert list(play.tallies["by_round"][0, 6]) == [1, 2, 0, 0]


# Figures


def summary(batch: FinishedGames) -> list[Figure]:
    return figures_of(measures_of(GAME, batch))


def figures(play: Play) -> dict[str, float]:
    return {figure.label.key: figure.value for figure in summary(play.played())}


def counts_by_place(play: Play) -> dict[tuple[str, str], int]:
    return {(kind, place): count for kind, place, count in GAME.lab.places(play.options, play.sums)}


def test_figures_of_one_play():
    play = Play("1.2", "yapper at (3,0) drive 1; turn yapper; phase roll")
    play.do("roll 2-4", *["step E"] * 3, "cross S", *["step E"] * 3)
    values, streets = figures(play), counts_by_place(play)
    assert values["Crossings: paid crossings, Yapper"] == 1
    assert values["Crossings: paid crossings, Bruiser"] == 0
    assert values["Crossings: paid crossings, all"] == 0.25
    assert values["Turns: steps, Yapper"] == 6
    assert values["Game length: decisions, mean"] == 7
    assert values["Game length: with dice and cards, mean"] == 8
    assert values["Resources of the Yapper: - crossings, Drive"] == 1
    assert values["Resources: - crossings, Drive"] == 0.25
    assert values["Resources: Drive spent, Yapper"] == 100
    assert streets["visits", "(3,3)"] == 1
    assert streets["crossings", "(4,3)"] == 1
    assert streets["crossings", "(4,4)"] == 0
    assert values["Win rates: by archetype, Bruiser"] == 1
    assert values["Win rates: by home, home 4"] == 0


def test_figures_of_a_challenge():
    position = "scrapper at (3,4); yapper owns (2,4)+1; turn scrapper; phase action"
    play = Play("1.2", position).do("challenge (2,4)", "dice 6-1", "reclaim grit")
    values, streets = figures(play), counts_by_place(play)
    assert values["Marking: challenges, Scrapper"] == 1
    assert values["Marking: challenges won, Scrapper"] == 1
    assert values["Marking: re-claims by Grit, Scrapper"] == 1
    assert values["Challenges by defence: 1 fortify token, tried"] == 1
    assert values["Challenges by defence: 1 fortify token, % won"] == 1
    assert "Challenges by defence: no fortify token, % won" not in values
    assert streets["challenges", "(2,4)"] == 1


def batch(preset: str, games: int, seats: int = 4, **options: object):
    record = GAME.options(preset, seats=seats, **options)
    return play_batch(GAME, policy(GAME, ["random"] * seats), games, 1, record)


def test_names_are_as_many_as_what_is_counted():
    assert len(set(SOURCE_NAMES)) == GAME.rules.tally["gained"].shape[-1]
    assert len(set(SINK_NAMES)) == GAME.rules.tally["spent"].shape[-1]


@pytest.mark.parametrize("preset", ["1.2", "1.4"])
def test_figures_of_a_batch_agree_with_each_other(preset):
    games = batch(preset, 100)
    every = summary(games)
    values = {figure.label.key: figure.value for figure in every}
    assert len(values) == len(every)
    for group in ("by archetype", "by home", "by seat"):
        shares = [f.value for f in every if (f.label.heading, f.label.name) == ("Win rates", group)]
        assert len(shares) == 4
        assert sum(shares) == pytest.approx(1)
    endings = ("threshold", "last dog", "out of time")
    assert sum(values[f"Game length: % of the games, {e}"] for e in endings) == pytest.approx(1)
    for dog, tokens in {"Bruiser": (3, 2, 2, 1, 6), "Yapper": (1, 2, 3, 2, 4)}.items():
        for name, start in zip(("Swagger", "Drive", "Grit", "Bond", "water"), tokens, strict=True):
            key = f"Resources of the {dog}: at the start, {name}"
            assert values[key] == pytest.approx(start)
    claims = [values[f"Marking: claims, {dog}"] for dog in ("Bruiser", "Scrapper", "Diplomat")]
    claims.append(values["Marking: claims, Yapper"])
    assert sum(claims) / 4 == pytest.approx(values["Marking: claims, all"])
    assert values["Turns: rolls, all"] == pytest.approx(values["Game length: turns, mean"] / 4)


def test_dogs_that_do_not_play_have_no_column():
    every = summary(batch("1.2", 20, seats=2, archetypes="yapper,diplomat"))

    def columns(heading: str, name: str) -> set[str]:
        labels = [figure.label for figure in every]
        return {label.column for label in labels if (label.heading, label.name) == (heading, name)}

    assert columns("Marking", "claims") == {"Diplomat", "Yapper", "all"}
    assert columns("Win rates", "by home") == {"home 1", "home 3"}
    assert columns("Win rates", "by seat") == {"Red", "Yellow"}
    assert not {f.label.heading for f in every} & {"Resources of the Bruiser"}


@pytest.mark.parametrize(
    ("preset", "options"),
    [("1.2", {}), ("1.4", {}), ("1.4", {"path_forced": True, "path_drive": 0})],
)
def test_sums_over_games_agree_with_the_tallies(preset, options):
    games = batch(preset, 100, **options)
    total, tallies = add_sums(games.sums), games.tallies
    crossings = tallies["free_crossings"].sum() + tallies["paid_crossings"].sum()
    assert total["crossings"].sum() == crossings > 0
    assert total["visits"].sum() == tallies["steps"].sum() + crossings + tallies["paths"].sum()
    assert total["claims"].sum() == tallies["claims"].sum() > 0
    assert total["challenges"].sum() == tallies["tried"].sum() > 0
    assert 0 < total["owned"].max() <= total["walks"][0] == tallies["rolls"].sum()


def test_gained_less_spent_is_held_less_start():
    variants, rows = random_variants(GAME, 300, seed=5)
    seats = [["random"] * 4]
    games = play_batch(GAME, policy(GAME, *seats), 300, 1, variants, rows)
    start = np.array([GAME.new_state(variants[r : r + 1])["bowl"][0] for r in rows])
    change = games.tallies["gained"].sum(axis=3) - games.tallies["spent"].sum(axis=3)
    assert (games.states["bowl"] - start == change)[games.playing].all()
    assert change[games.playing].any(axis=0).all()


def test_the_measures_of_the_largest_shard_fit_into_100_megabytes():
    """What is really allocated; games that are given up early have the same records."""
    players = policy(GAME, ["random"] * 4)
    play_batch(GAME, players, 20, limit=20)  # whatever has to be compiled is not counted
    tracemalloc.start()
    try:
        account = account_of(measures_of(GAME, play_batch(GAME, players, MOST_GAMES, limit=20)), 24)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    records = MOST_GAMES * (GAME.rules.record.itemsize + GAME.rules.tally.itemsize)
    assert records + account.totals.nbytes < most < 100_000_000


# The command


def output(monkeypatch, capsys, *arguments: object) -> str:
    command = ("simulate", "uri-nation", "-n", 30, "--seats", "random", *arguments)
    monkeypatch.setattr(sys, "argv", ["offleash", *map(str, command)])
    with pytest.raises(SystemExit) as error:
        main()
    assert not error.value.code
    return capsys.readouterr().out


FIVE = ["Game length", "Win rates", "Resources", "Crossings", "Home"]


def headings(text: str) -> list[str]:
    """What stands alone between an empty line and a table."""
    lines = text.splitlines()
    return [line for before, line in pairwise(lines) if not before]


def test_the_five_come_first_and_alone_in_brief(monkeypatch, capsys):
    brief = output(monkeypatch, capsys, "--brief")
    assert headings(brief) == [*FIVE, "Turns without an action", "Playing time"]
    whole = output(monkeypatch, capsys)
    assert headings(whole)[:5] == FIVE
    five, short, long = (
        [line.split() for line in text.splitlines()]
        for text in (brief[: brief.index("\nTurns without")], brief, whole)
    )
    assert long[: len(five)] == five
    assert all(line in long for line in short)
    assert {"Marking", "Alliances", "Territories"} < set(headings(whole))


def test_every_figure_is_in_the_json(monkeypatch, capsys):
    arguments = ("--json", "--preset", "1.2", "--seatings", "fixed")
    values = json.loads(output(monkeypatch, capsys, *arguments))["figures"]
    options = GAME.options("1.2")
    games = play_batch(GAME, policy(GAME, ["random"] * 4), 30, 0, options)
    assert values == pytest.approx({f.label.key: f.value for f in summary(games)})
    assert {"Lead: winner's lead", "Territories: after round 7, Yapper"} < set(values)


def test_dogs_change_seats_so_that_homes_say_nothing_about_dogs(monkeypatch, capsys):
    """Thirty games become two blocks of all twenty-four seatings."""
    report = json.loads(output(monkeypatch, capsys, "--json"))
    assert (report["games"], report["blocks"]) == (48, 2)
    wins = [value for key, value in report["figures"].items() if "by archetype" in key]
    assert len(wins) == 4
    assert sum(wins) == pytest.approx(1)
