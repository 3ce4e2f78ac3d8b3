"""The options: every parameter of the rulings with both presets' values, and what is made of them.

The two tables here were copied from the rulings by hand, not from the program.
"""

import random
import sys

import numpy as np
import pytest

from offleash.cli import main
from offleash.contract.options import NONE, FileOption, changed_options, make_options
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.text import parse_board
from offleash.games.uri_nation.options import (
    OPTION_LIST,
    OPTIONS,
    PRESETS,
    WORDS,
    board_of,
    settle,
    spreads_of,
)
from offleash.games.uri_nation.text.idle import idle_notes, idle_options
from offleash.tools.errors import BadNotation

# name: 1.2, 1.4
MOVEMENT = """
walk_dice 2 2
stop_rule anywhere full_roll
uturn dead_end dead_end
midblock_drive 1 1
midblock_steps 0 0
intersection_steps 0 0
side_street_drive 1 –
side_street_return_drive 0 –
paths false true
path_drive – 1
path_forced – false
triggers_per_feature_per_turn 1 1
trigger_on_start_cell false false
park_early_stop – initiate_only
home_stop none optional
influence_radius 0 –
adjacency step step
bond_links_adjacency true false
"""
ECONOMY = """
water_cap 6,3,4,4 6,3,4,4
mod_max_bruiser 3,2,2,1 3,2,2,1
mod_max_scrapper 2,3,1,2 2,3,1,2
mod_max_diplomat 2,1,2,3 2,1,2,3
mod_max_yapper 1,2,3,2 1,2,3,2
mod_cap_hard false false
swagger_per 3 3
swagger_mode floor_per_group floor_per_group
home_counts_connected false false
desperation_grit 2 0
desperation_below 3 0
desperation_grace_rounds 0 –
lose_grit 1 1
grit_threshold 5 none
resupply_on pass_or_land stop
resupply_timing after_action after_action
drink_drive 1 1
drink_mode deck fill
chance_deck true false
events_deck true false
held_cards_max 2 –
park_bond 1 1
park_bond_if_active – false
supply_large none none
supply_small none none
"""
DOGS = """
bruiser_free_claim true false
scrapper_free_drink true true
diplomat_free_ally true false
ceasefire_turns 1 0
diplomat_attack -1 0
yapper_free_fortify true false
yapper_attacker_grit 1 0
yapper_grit_timing after_reclaim –
"""
ACTIONS = """
actions_per_turn 1 1
claim_water 2 2
claim_swagger 1 1
challenge_water 2 2
challenge_drive 1 1
reclaim_cost 1 1
fortify_water 1 1
fortify_grit 1 1
fortify_max 3 1
tie_rule reroll reroll
cluster_min 3 3
home_challenge true false
home_bonus 3 –
home_revert_turns 1 –
home_fortify_max 3 0
home_taken_blocks_resupply false –
alliance_site bond park
ally_water 1 1
ally_bond 1 1
join_water 1 1
join_if_unable skip skip
break_water 1 1
break_swagger 1 1
break_disk true false
challenge_bond true false
ally_zone influence either_home
join_clears_home false true
secret_bidding false false
walk_tricks false false
"""
COURSE = """
start_claims 1 0
turn_order least_first fixed_ccw
win_territories 10 15
win_share none none
max_rounds 30 30
cells_per_round none none
last_dog_guard all_have_held all_have_held
housebound_turns 2 none
final_tie shared shared
"""
TABLE = """
seats 4 4
archetypes bruiser,scrapper,diplomat,yapper bruiser,scrapper,diplomat,yapper
homes usual usual
board elm-street six-blocks
water_cards water water
chance_cards chance chance
event_cards events events
"""
ROWS = [
    line.split()
    for table in (TABLE, MOVEMENT, ECONOMY, DOGS, ACTIONS, COURSE)
    for line in table.split("\n")
    if line
]
OPTIONS_BY_NAME = {option.name: option for option in OPTION_LIST}


def options_of(preset: str = "1.4", **settings):
    options = make_options(OPTION_LIST, OPTIONS, PRESETS[preset], settings)
    settle(options)
    return options


def test_every_parameter_of_the_rulings_is_an_option_in_their_order():
    assert [option.name for option in OPTION_LIST] == [name for name, _, _ in ROWS]
    assert next(iter(PRESETS)) == "1.4"


@pytest.mark.parametrize(("name", "old", "new"), ROWS, ids=[name for name, _, _ in ROWS])
def test_presets_have_the_values_of_the_rulings(name, old, new):
    """A dash takes the other preset's value (N2)."""
    for preset, expected, other in (("1.2", old, new), ("1.4", new, old)):
        value = OPTIONS_BY_NAME[name].format(options_of(preset)[name][0])
        if name.startswith("mod_max"):
            value = ",".join(map(str, options_of(preset)[name][0]))
        assert value == (other if expected == "–" else expected), preset


EVEN = {
    "water_cap": "4,3,4,4",
    "mod_max_diplomat": "3,2,3,4",
    "desperation_grit": "0",
    "claim_water": "1",
}


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("1.5-even", EVEN),
        ("1.5-lively", {**EVEN, "grit_threshold": "none", "challenge_water": "1"}),
    ],
)
def test_candidates_change_a_few_options_of_1_2(preset, changes):
    """As the page of findings says; all of them do something."""
    old, new = options_of("1.2"), options_of(preset)
    assert changed_options(OPTION_LIST, new, old) == changes
    assert not set(changes) & {name for names, _ in idle_options(new) for name in names}


def test_the_candidate_made_from_1_4_changes_seven_options():
    """The sum of every dog's tokens stays 8, as the designer wants it."""
    old, new = options_of("1.4"), options_of("1.5-brisk")
    changes = changed_options(OPTION_LIST, new, old)
    assert changes == {
        "uturn": "free",
        "water_cap": "4,3,4,4",
        "mod_max_diplomat": "2,3,1,2",
        "resupply_on": "pass_or_land",
        "challenge_water": "0",
        "challenge_drive": "0",
        "win_share": "25",
    }
    assert not set(changes) & {name for names, _ in idle_options(new) for name in names}
    assert sum(map(int, changes["mod_max_diplomat"].split(","))) == 8


# The sweeps of the rulings that are not simply every value.
SWEEPS = {
    "midblock_drive": "0 1 2",
    "midblock_steps": "0 1",
    "intersection_steps": "0 1",
    "side_street_drive": "0 1 2",
    "side_street_return_drive": "0 1",
    "path_drive": "0 1",
    "influence_radius": "0 1 2 3",
    "swagger_per": "2 3 4",
    "desperation_grit": "0 1 2 3",
    "desperation_below": "2 3 4 5",
    "desperation_grace_rounds": "0 1 2 3",
    "lose_grit": "0 1 2",
    "grit_threshold": "3 4 5 6 7 8 none",
    "drink_drive": "0 1 2",
    "held_cards_max": "0 1 2 3",
    "park_bond": "0 1 2",
    "ceasefire_turns": "0 1 2 3",
    "diplomat_attack": "-2 -1 0",
    "yapper_attacker_grit": "0 1 2",
    "actions_per_turn": "1 2",
    "claim_water": "1 2 3",
    "claim_swagger": "0 1 2",
    "challenge_water": "1 2 3",
    "challenge_drive": "0 1 2",
    "reclaim_cost": "0 1 2",
    "fortify_water": "0 1 2",
    "fortify_grit": "0 1 2",
    "fortify_max": "0 1 2 3",
    "cluster_min": "2 3 4 5",
    "home_bonus": "0 1 2 3 4",
    "home_revert_turns": "0 1 2",
    "home_fortify_max": "0 1 2 3",
    "ally_water": "0 1 2",
    "ally_bond": "0 1 2",
    "join_water": "0 1 2",
    "break_water": "0 1 2",
    "break_swagger": "0 1 2",
    "start_claims": "0 1 2",
    "housebound_turns": "1 2 3 4 none",
}


@pytest.mark.parametrize(("name", "values"), SWEEPS.items())
def test_sweeps_are_those_of_the_rulings(name, values):
    assert OPTIONS_BY_NAME[name].sweep_text == values


@pytest.mark.parametrize(
    ("board", "territories", "rounds"),
    [("six-blocks", 14, 36), ("elm-street", 11, 20), ("hammerhead-lane", 12, 26)],
)
def test_an_end_that_scales_follows_the_board(board, territories, rounds):
    """30 % of 46, 36 and 40 territories, rounded up; a round for every three of 108, 58 and 78."""
    options = options_of("1.4", board=board, win_share=30, cells_per_round=3)
    assert (options["territories_to_win"][0], options["last_round"][0]) == (territories, rounds)
    fixed = options.copy()
    fixed["win_share"], fixed["cells_per_round"] = NONE, NONE
    settle(fixed)
    assert (fixed["territories_to_win"][0], fixed["last_round"][0]) == (15, 30)


@pytest.mark.parametrize(
    ("name", "low", "high"), [("win_territories", 6, 20), ("max_rounds", 15, 60)]
)
def test_long_sweeps_have_the_ends_of_the_rulings(name, low, high):
    assert (min(OPTIONS_BY_NAME[name].sweep), max(OPTIONS_BY_NAME[name].sweep)) == (low, high)


@pytest.mark.parametrize("option", OPTION_LIST, ids=lambda option: option.name)
def test_every_option_has_its_words_and_a_sweep_that_can_be_chosen(option):
    assert option.source
    assert option.section
    assert option.text and not option.text.endswith(".")
    assert len(option.sweep) > 1 or isinstance(option, FileOption)
    for value in option.sweep:
        actual = options_of(**{option.name: option.format(value)})[option.name][0]
        assert np.array_equal(actual, value)


def test_spreads_keep_what_a_dog_is_good_at():
    assert spreads_of((2, 3, 1, 2)) == ((2, 3, 1, 2), (2, 2, 2, 2), (2, 4, 1, 1), (3, 4, 2, 3))


def test_none_is_stored_as_none():
    assert options_of()["grit_threshold"][0] == NONE
    assert (
        options_of(triggers_per_feature_per_turn="none")["triggers_per_feature_per_turn"][0] == NONE
    )


def test_who_plays_which_dog_and_where():
    options = options_of(archetypes="yapper", homes="3,1")
    assert options["archetypes"][0].tolist() == [3, 0, 1, 2]
    assert options["homes"][0].tolist() == [2, 0, 1, 3]
    assert options_of()["homes"][0].tolist() == [WORDS["homes"]["usual"]] * 4
    assert options_of(homes="random")["homes"][0].tolist() == [WORDS["homes"]["random"]] * 4
    with pytest.raises(BadNotation, match="option homes can't be '5': it takes an order of 1, 2"):
        options_of(homes="5")


# What settling makes of board and options


def territories(options, mask) -> set:
    board = board_of(options)
    return {cell for number, cell in enumerate(board.territories) if int(mask) >> number & 1}


def adjacent_to(options, cell) -> set:
    number = board_of(options).territories.index(cell)
    return territories(options, options["adjacent"][0, number])


def influence_of(options, cell) -> set:
    return territories(options, options["influence"][0, board_of(options).sites.index(cell)])


def test_a_bond_reaches_two_steps_and_links_what_it_reaches():
    """A3, A8: from (3,9) the sidewalk from (3,7) to (3,11), and no crossing."""
    options = options_of("1.2")
    assert influence_of(options, (2, 9)) == {(2, 7), (2, 10), (2, 11)}
    assert {(2, 10), (2, 11)} <= adjacent_to(options, (2, 7))
    assert (2, 7) not in adjacent_to(options, (2, 7))


def test_side_streets_belong_to_the_influence():
    """The bond fronts (3,5) and (2,6): (3,3) to (3,8) on the sidewalk, and the cul-de-sac."""
    expected = {(2, 4), (2, 7), (1, 5), (1, 7), (0, 6)}
    assert influence_of(options_of("1.2"), (2, 5)) == expected


def test_a_radius_that_is_set_beats_the_boards_own():
    assert influence_of(options_of("1.2", influence_radius=1), (2, 9)) == {(2, 10)}
    assert influence_of(options_of("1.2", influence_radius=3), (2, 9)) == {(2, 7), (2, 10), (2, 11)}


def test_without_links_adjacency_is_a_step():
    """A2: (2,7) and (2,10) have frontages three cells apart."""
    options = options_of("1.2", bond_links_adjacency=False)
    assert (2, 10) not in adjacent_to(options, (2, 7))
    assert adjacent_to(options, (2, 10)) == {(2, 11)}


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("step", {(1, 2), (2, 1)}),  # (1,1) fronts (0,1) and (1,0), one step from (0,2) and (2,0)
        ("cell", set()),
        ("touch", {(1, 2), (2, 1)}),
        ("segment", {(1, 2), (1, 4), (1, 5), (2, 1)}),  # the block's north face and its west face
    ],
)
def test_each_reading_of_adjacency_is_used(reading, expected):
    assert adjacent_to(options_of(adjacency=reading), (1, 1)) == expected


def test_sites_are_bonds_or_parks():
    board = parse_board(BOARDS["elm-street"].read_text())
    glyphs = [board.at(site) for site in board.sites]
    for site, glyph in (("bond", "B"), ("park", "P")):
        is_site = options_of("1.2", alliance_site=site)["is_site"][0].tolist()
        assert is_site == [int(mark == glyph) for mark in glyphs] + [0] * (20 - len(glyphs))
    assert glyphs.count("B") == 8 and glyphs.count("P") == 1


def test_parks_reach_nothing_and_bonds_next_to_them_are_inert():
    """N2: a feature without a role has no influence and links nothing."""
    options = options_of("1.2", alliance_site="park")
    assert not options["influence"].any()
    assert adjacent_to(options, (2, 10)) == {(2, 11)}


def test_settling_again_changes_nothing_and_other_options_do():
    options = options_of("1.2")
    before = options.tobytes()
    settle(options)
    assert options.tobytes() == before
    options["adjacency"][0] = WORDS["adjacency"]["touch"]
    settle(options)
    assert options.tobytes() != before


def test_any_combination_can_be_settled():
    """N2: none is refused."""
    rng = random.Random(6)
    for _ in range(200):
        settings = {s.name: s.format(s.any_value(rng)) for s in OPTION_LIST}
        options = make_options(OPTION_LIST, OPTIONS, settings)
        settle(options)
        changes = changed_options(OPTION_LIST, options, make_options(OPTION_LIST, OPTIONS))
        copy = make_options(OPTION_LIST, OPTIONS, changes)
        settle(copy)
        assert copy.tobytes() == options.tobytes()
        assert all(set(names) <= OPTIONS_BY_NAME.keys() for names, _ in idle_options(options))


# What a combination makes idle


@pytest.mark.parametrize(
    ("preset", "settings", "note"),
    [
        (
            "1.2",
            {"paths": True},
            "paths, path_drive, path_forced do nothing: the board has no paths",
        ),
        ("1.4", {"paths": False}, "path_drive, path_forced do nothing: paths is off"),
        ("1.4", {"board": "few-yards"}, "the board ignores KA8 (2.5 to 4 times as many"),
        ("1.4", {"paths": False}, "the board's paths do nothing: paths is off"),
        (
            "1.2",
            {"alliance_site": "park"},
            "the board's bond spaces do nothing: alliances are made",
        ),
        ("1.2", {"alliance_site": "park"}, "influence_radius, bond_links_adjacency do nothing"),
        ("1.4", {"ally_zone": "influence"}, "ally_zone does nothing: parks reach no territories"),
        ("1.4", {"alliance_site": "bond"}, "break_swagger, break_disk, challenge_bond, ally_zone"),
        ("1.2", {"chance_deck": False}, "chance_cards does nothing: chance_deck is off"),
        ("1.2", {"chance_deck": False}, "the board's chance spots do nothing: chance_deck is off"),
        ("1.2", {"events_deck": False}, "held_cards_max does nothing: no deck in use has a HOLD"),
        ("1.2", {"events_deck": False}, "the board's events do nothing"),
        ("1.2", {"park_bond": 0}, "the board's parks do nothing"),
        ("1.2", {"drink_mode": "fill"}, "water_cards does nothing: a drink fills the bowl"),
        ("1.2", {"seats": 3}, "mod_max_yapper, yapper_free_fortify, yapper_attacker_grit"),
        ("1.2", {"tie_rule": "defender"}, "cluster_min does nothing: the defender wins every tie"),
        (
            "1.2",
            {"home_challenge": False},
            "home_bonus, home_revert_turns, home_fortify_max, home_",
        ),
        ("1.2", {"desperation_below": 0}, "desperation_grit, desperation_grace_rounds do nothing"),
        ("1.2", {"claim_swagger": 0}, "bruiser_free_claim does nothing: claim_swagger is 0"),
        ("1.2", {"swagger_mode": "band"}, "swagger_per does nothing"),
        ("1.2", {"join_water": 0}, "join_if_unable does nothing: join_water is 0"),
        ("1.4", {"stop_rule": "anywhere"}, "home_stop does nothing: a walk may stop anywhere"),
        ("1.4", {"fortify_max": 0}, "fortify_water, fortify_grit, yapper_free_fortify do nothing"),
        ("1.2", {"win_territories": 50}, "win_territories does nothing: the board has 36"),
        ("1.4", {"win_share": 30}, "win_territories does nothing: win_share says how many win"),
        ("1.4", {"cells_per_round": 4}, "max_rounds does nothing: cells_per_round says how"),
    ],
)
def test_idle_options_are_noted(preset, settings, note):
    assert [sentence for sentence in idle_notes(options_of(preset, **settings)) if note in sentence]
    if not note.startswith("paths"):  # which are idle on that board in any case
        assert not [sentence for sentence in idle_notes(options_of(preset)) if note in sentence]


def test_notes_may_be_asked_for_some_options_only():
    options = options_of("1.2", home_challenge=False)
    assert idle_notes(options, among=["home_bonus", "walk_dice"]) == [
        "home_bonus does nothing: home_challenge is off"
    ]


def test_the_command_line_notes_what_was_changed_for_nothing(monkeypatch, capsys):
    arguments = ["--set", "home_bonus=4", "--set", "board=elm-street", "--set", "walk_dice=1"]
    monkeypatch.setattr(sys, "argv", ["offleash", "show", "uri-nation", "steps 1", *arguments])
    with pytest.raises(SystemExit) as error:
        main()
    assert not error.value.code
    assert capsys.readouterr().err.splitlines() == [
        "note: home_bonus does nothing: home_challenge is off",
        "note: the board's bond spaces do nothing: alliances are made at parks",
        "note: the board's chance spots do nothing: chance_deck is off",
        "note: the board's events do nothing: events_deck is off",
    ]


def test_no_option_is_called_idle_twice():
    options = options_of("1.2", seats=2, board="six-blocks", chance_deck=False)
    names = [
        name
        for note in idle_notes(options)
        if not note.startswith("the board")
        for name in note.split(" do")[0].split(", ")
    ]
    assert len(names) == len(set(names))
