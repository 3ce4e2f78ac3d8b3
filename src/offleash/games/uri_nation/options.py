"""The options of Uri-Nation: the board, the decks, who plays, and every option of both versions.

The usual values are those of version 1.4; the preset 1.2 names what is different there, and the
candidates for a version 1.5 what they change of 1.2 or 1.4. G12 and
G14 are the design documents 1.2.2 and 1.4.0, RB is the booklet of 1.2, and a letter with a number
is a ruling of rules.md.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Records, Seating
from offleash.contract.option_texts import stored_text
from offleash.contract.options import (
    NONE,
    Option,
    choice,
    file,
    flag,
    numbers,
    option_words,
    options_record,
    order,
    section,
    whole,
)
from offleash.games.uri_nation.board import BOARDS, DATA, tables
from offleash.games.uri_nation.board.text import Board, parse_board
from offleash.games.uri_nation.deck import DECK_TABLES, TOKENS, deck_tables, refuse_bad_deck
from offleash.games.uri_nation.editor.constraints import refuse_bad_board
from offleash.games.uri_nation.editor.edits import edit_board
from offleash.games.uri_nation.rules.places import MOST_ROUNDS, MOST_SITES, MOST_TERRITORIES

ARCHETYPES = ("bruiser", "scrapper", "diplomat", "yapper")
HOMES = ("1", "2", "3", "4")

SPREADS = ((3, 2, 2, 1), (2, 2, 2, 2), (4, 2, 1, 1), (4, 3, 3, 2))  # to be compared (G12 §20)
USUAL_TOKENS = {
    "bruiser": (3, 2, 2, 1),
    "scrapper": (2, 3, 1, 2),
    "diplomat": (2, 1, 2, 3),
    "yapper": (1, 2, 3, 2),
}


def spreads_of(usual: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the spreads for an archetype, whose strength and weakness stay what they are."""
    ranks = sorted(range(len(usual)), key=lambda token: -usual[token])
    return tuple(tuple(spread[ranks.index(t)] for t in range(len(usual))) for spread in SPREADS)


def price(
    name: str, usual: int, text: str, source: str, swept: tuple[int, ...] = (0, 1, 2)
) -> Option:
    """Return a cost or a gain, of tokens, water or dice."""
    return whole(name, usual, 0, 9, text, source=source, swept=swept)


def deck(name: str, shipped: str, text: str, source: str) -> Option:
    """Return a deck of cards as a file."""
    files = {shipped: DATA / f"{shipped}.toml"}
    return file(name, files, refuse_bad_deck, text, source=source)


def most_tokens(archetype: str) -> Option:
    """Return how many of each token home refills to."""
    usual = USUAL_TOKENS[archetype]
    text = f"tokens that the {archetype.capitalize()} starts with, and that home refills to"
    source = "G12 §4.4, 20; G14 §4.3 · E10"
    name = f"mod_max_{archetype}"
    return numbers(name, TOKENS, usual, 0, 9, text, source=source, swept=spreads_of(usual))


# A table, to be read as one
# fmt: off

TABLE = section(
    "Who plays, where, with what",
    whole("seats", 4, 2, 4, "how many dogs play", source="G12 §1; G14 §1 · S4"),
    order("archetypes", ARCHETYPES, "which dog each seat plays, in the order of the seats",
        source="S3"),
    order("homes", HOMES,
        "the home of each seat, in the order of the seats; usual is 1 to 4, and 1 and 3 for two",
        words=("usual", "random"), source="S3, S4"),
    file("board", BOARDS, refuse_bad_board, "the neighbourhood", edit=edit_board,
        source="G12 §3, 20; G14 §3"),
    deck("water_cards", "water", "the Water Chance deck", "G12 §12.2 · D1, D2"),
    deck("chance_cards", "chance", "the Chance deck", "G12 §13, 20 · D1"),
    deck("event_cards", "events", "the Neighbourhood Events deck", "RB Events · D3"),
)

# 1a
MOVEMENT = section(
    "Movement and board",
    whole("walk_dice", 2, 1, 3, "dice of a walk; their sum is one move",
        source="G12 §8.1; G14 §5 · M25"),
    choice("stop_rule", ("anywhere", "full_roll", "min_one"),
        "where a walk may end: after any step or none, after the whole roll, after one step",
        default="full_roll", source="G12 §3.5; G14 §9.1, 9.4 · M16, M17"),
    choice("uturn", ("dead_end", "free", "never"),
        "when a step may go back to the cell that the last step left",
        source="G12 §3.5, 11.2, 17; G14 §9.1 · M6"),
    price("midblock_drive", 1,
        "Drive to cross a road in mid-block", "G12 §3.1, 20; G14 §9.2 · M12"),
    whole("midblock_steps", 0, 0, 3, "steps of the roll that such a crossing uses up",
        source="G12 §3.1 · M9", swept=(0, 1)),
    whole("intersection_steps", 0, 0, 3, "steps that a free crossing uses up",
        source="M9", swept=(0, 1)),
    price("side_street_drive", 1,
        "Drive for each space deeper into a side street", "G12 §3.1, 7.1 · M14"),
    price("side_street_return_drive", 0, "Drive for each space back out of it", "M14", (0, 1)),
    flag("paths", "the board's paths may be used", default=True, source="G14 §3.2 · M21, N2"),
    price("path_drive", 1, "Drive to take a path", "G14 §7, 9.3 · M21", (0, 1)),
    flag("path_forced", "entering a path's start takes the dog along, as snakes and ladders do",
        source="G14 §3.2, 9.3 · M21, M22"),
    whole("triggers_per_feature_per_turn", 1, 1, 1, "how often one feature may trigger in one turn",
        or_none=True, source="M4"),
    flag("trigger_on_start_cell", "what a dog stands at triggers when its move begins",
        source="M2, N11"),
    choice("park_early_stop", ("initiate_only", "any", "none"),
        "who may end a walk early at a park: only a dog that allies there, any, or none",
        source="G14 §9.4, 11 · M20, N8"),
    choice("home_stop", ("none", "optional", "mandatory"),
        "what reaching the dog's own home does to a walk that must use the whole roll",
        default="optional", source="G14 §3.2, 9.1, 11 · M18, M19, N9"),
    price("influence_radius", 0,
        "steps that a bond space reaches; 0 is what the board says", "G12 §3.4 · A8, N3",
        (0, 1, 2, 3)),
    choice("adjacency", tables.READINGS,
        "which territories are adjacent, by their frontages or as they touch",
        source="G12 §3.3; G14 §3.3 · A2, N4"),
    flag("bond_links_adjacency", "territories in one bond's influence are adjacent",
        source="G12 §3.3 · A3"),
)

# 1b
ECONOMY = section(
    "Economy",
    numbers("water_cap", ARCHETYPES, (6, 3, 4, 4), 1, 12,
        "water pegs that each bowl holds", source="G12 §5.2; G14 §4.3 · E11",
        swept=tuple((6 + more, 3 + more, 4 + more, 4 + more) for more in range(-2, 3))),
    *(most_tokens(archetype) for archetype in ARCHETYPES),
    flag("mod_cap_hard", "nobody may hold more tokens than home refills to",
        source="G12 §4.4; G14 §4.3 · E4"),
    whole("swagger_per", 3, 1, 12, "connected territories for one Swagger of income",
        source="G12 §6.1, 20; G14 §6 · E1", swept=(2, 3, 4)),
    choice("swagger_mode", ("floor_per_group", "largest_only", "floor_total", "band"),
        "how groups count for it: each, the largest, all as one, or each by a third rounded up",
        source="E1, E2"),
    flag("home_counts_connected", "a dog's home counts as one more of the group next to it",
        source="E3, A6, N13"),
    price("desperation_grit", 0, "Grit at the start of a turn for a dog that holds too little",
        "G12 §14 · E5", (0, 1, 2, 3)),
    whole("desperation_below", 0, 0, 62, "territories below which that Grit is given",
        source="G12 §14 · E5", swept=(2, 3, 4, 5)),
    whole("desperation_grace_rounds", 0, 0, 99, "rounds at the start without it",
        source="E6", swept=(0, 1, 2, 3)),
    price("lose_grit", 1, "Grit for an attacker that loses its challenge", "G12 §9.4; G14 §8.3"),
    whole("grit_threshold", None, 0, 12, "Grit above which each token takes one from an attack",
        source="G12 §9.2, 20; G14 §8.2 · C2", swept=(3, 4, 5, 6, 7, 8, NONE)),
    choice("resupply_on", ("pass_or_land", "stop"),
        "whether passing its home resupplies a dog, or only stopping there", default="stop",
        source="G12 §14.4; G14 §11.4 · M2, E9"),
    choice("resupply_timing", ("after_action", "immediate"), "when the home resupplies",
        source="G12 §14; G14 §11 · E9"),
    price("drink_drive", 1, "Drive for a drink", "G12 §7; G14 §7 · M28"),
    choice("drink_mode", ("deck", "fill"),
        "what a drink is: a card of the Water Chance deck, or a full bowl", default="fill",
        source="G12 §12; G14 §3.2 · E18"),
    flag("chance_deck", "chance spots draw cards", source="G12 §13, 20; G14 §3.2 · E18"),
    flag("events_deck", "the events space draws cards", source="G12 §13; G14 §3.2 · E18"),
    whole("held_cards_max", 2, 0, 3, "HOLD cards that a player may keep",
        source="RB Events · D3, N14"),
    price("park_bond", 1, "Bond for passing a dog park", "G12 §3.2; G14 §3.2 · M27, E21"),
    flag("park_bond_if_active",
        "an active park also gives that Bond, whether the dog joins there or can't",
        source="G14 §3.2, 6, 9.3 · B14, N12"),
    whole("supply_large", None, 1, 99, "large disks of each colour",
        source="G12 §16; G14 §13 · E22, N18", swept=(10, 12, 15, 20, NONE)),
    whole("supply_small", None, 1, 99, "small disks of each colour",
        source="G12 §16; G14 §13 · E22", swept=(10, 12, 15, 20, NONE)),
)

# 1c
DOGS = section(
    "Archetypes",
    flag("bruiser_free_claim", "the Bruiser claims without Swagger",
        source="G12 §7.3; G14 §5 · C8"),
    flag("scrapper_free_drink", "the Scrapper drinks without Drive",
        default=True, source="G12 §7.3; G14 §3.2, 7, 9.3 · E17"),
    flag("diplomat_free_ally", "the Diplomat allies without Bond", source="G12 §7.3 · E20"),
    price("ceasefire_turns", 0,
        "own turns, from the joining one on, in which a dog that joined a Diplomat may not break",
        "G12 §7.3; RB Diplomat · B10", (0, 1, 2, 3)),
    whole("diplomat_attack", 0, -6, 0, "what the Diplomat adds to its attacks",
        source="G12 §9.2; G14 §8.2 · C1", swept=(-2, -1, 0)),
    flag("yapper_free_fortify", "the Yapper fortifies without Grit", source="G12 §7.3 · C8"),
    price("yapper_attacker_grit", 0,
        "Grit for a dog that challenges a Yapper, won or lost", "G12 §9.2 · C3, C5"),
    choice("yapper_grit_timing", ("before_reclaim", "after_reclaim"),
        "when that Grit comes: it could pay for a re-claim", default="after_reclaim",
        source="G12 §9.4 · C4"),
)

# 1d
ACTIONS = section(
    "Actions, challenges, alliances",
    whole("actions_per_turn", 1, 1, 3, "actions in a turn",
        source="RB Actions; G14 §11", swept=(1, 2)),
    price("claim_water", 2, "water for a claim", "G12 §7; G14 §7", (1, 2, 3)),
    price("claim_swagger", 1, "Swagger for a claim", "G12 §7; G14 §7"),
    price("challenge_water", 2, "water for a challenge", "G12 §7, 20; G14 §7 · C13", (1, 2, 3)),
    price("challenge_drive", 1, "Drive for a challenge", "G12 §7, 20; G14 §7 · C13"),
    price("reclaim_cost", 1,
        "Swagger or Grit to keep what a challenge won", "G12 §7, 20; G14 §7 · C8, C10"),
    price("fortify_water", 1, "water for a fortify token", "G12 §7; G14 §7 · C14"),
    price("fortify_grit", 1, "Grit for a fortify token", "G12 §7; G14 §7 · C14"),
    price("fortify_max", 1, "fortify tokens on one territory", "G12 §3.2; G14 §3.2", (0, 1, 2, 3)),
    choice("tie_rule", ("reroll", "defender"), "what a tie outside a cluster does",
        source="G12 §9.1; G14 §8.1 · C6, C20, N17"),
    whole("cluster_min", 3, 1, 62, "connected territories that win ties for their defender",
        source="G12 §9.2; G14 §8.2 · C6, C7", swept=(2, 3, 4, 5)),
    flag("home_challenge", "homes hold a disk and may be challenged",
        source="G12 §3.2; G14 §8.2 · C16, C18, N1"),
    price("home_bonus", 3, "what a home adds to its defence", "G12 §9.2 · C1", (0, 1, 2, 3, 4)),
    price("home_revert_turns", 1,
        "own turns until a lost home is the owner's again", "G12 §3.2 · C16, N10"),
    price("home_fortify_max", 0, "fortify tokens on a home", "G12 §9.3", (0, 1, 2, 3)),
    flag("home_taken_blocks_resupply", "a home that another took does not resupply", source="C17"),
    choice("alliance_site", ("bond", "park"),
        "where alliances are made: at bond spaces, or at dog parks", default="park",
        source="G12 §3.4; G14 §3.2 · B1"),
    price("ally_water", 1, "water to initiate an alliance", "G12 §7; G14 §7"),
    price("ally_bond", 1, "Bond to initiate an alliance", "G12 §7; G14 §7"),
    price("join_water", 1, "water for the compulsory join", "G12 §7, 20; G14 §7 · B3, B7"),
    choice("join_if_unable", ("skip", "free"),
        "what happens to a dog without the water to join: it does not, or it joins for nothing",
        source="B3, N19"),
    price("break_water", 1, "water to break an alliance", "G12 §7; G14 §7 · B9"),
    price("break_swagger", 1, "Swagger to break an alliance", "G12 §7; G14 §7 · B9"),
    flag("break_disk", "breaking an alliance takes a small disk", source="G12 §7; G14 §7 · N27"),
    flag("challenge_bond", "a dog outside an alliance may challenge its site",
        source="G12 §9.6 · B11, B13"),
    choice("ally_zone", ("influence", "either_home", "defender_home"),
        "where allies are safe from each other: under the site, or near whose home",
        default="either_home", source="G12 §3.4; G14 §8.2, 10.2 · B8, B16"),
    flag("join_clears_home",
        "a join clears each other's claims from the partners' home neighbourhoods", default=True,
        source="G14 §10.2 · B15"),
    flag("secret_bidding", "both sides of a challenge bid water in secret",
        source="G12 §18 · W7, N15"),
    flag("walk_tricks", "every dog has its walk tricks, each once a game", source="G12 §17 · W0"),
)

# 1e
COURSE = section(
    "Setup, order, end",
    whole("start_claims", 0, 0, 3, "territories next to home that each player claims at setup",
        source="RB Setup 6 · S1, S2, N21", swept=(0, 1, 2)),
    choice("turn_order", ("least_first", "least_then_seat", "fixed_ccw"),
        "who goes when: least territory first, that one and then by seat, or anticlockwise",
        default="fixed_ccw", source="G12 §14; RB; G14 §11 · T1, T2"),
    whole("win_territories", 15, 1, 62, "territories that win at the end of any turn",
        source="G12 §15, 20; G14 §12 · T4, T5", swept=(6, 8, 10, 12, 15, 18, 20)),
    whole("win_share", None, 5, 100,
        "percent of the board's territories that win, rounded up, in place of a number",
        source="T14", swept=(20, 25, 30, 35, 40, NONE)),
    whole("max_rounds", 30, 1, MOST_ROUNDS, "rounds after which the game ends",
        source="G12 §15, 20; G14 §12 · T3", swept=(15, 20, 30, 45, 60)),
    whole("cells_per_round", None, 1, 12,
        "walkable cells of the board for each round of the game, in place of a number of rounds",
        source="T15", swept=(2, 3, 4, 5, 6, NONE)),
    choice("last_dog_guard", ("all_have_held", "none"),
        "when the last dog with territory wins: once every dog has held some, or from the start",
        source="T7, N22"),
    whole("housebound_turns", None, 1, 6,
        "own turns without territory after which a dog is housebound", source="G12 §15 · E7, E8",
        swept=(1, 2, 3, 4, NONE)),
    choice("final_tie", ("shared", "random"), "what happens to a tie after all tie-breaks",
        source="T10"),
)

# fmt: on

OPTION_LIST = (*TABLE, *MOVEMENT, *ECONOMY, *DOGS, *ACTIONS, *COURSE)

# What 1.2 does not say (a dash in the table of rules) is as in 1.4, and the other way round (N2).
RULES_1_2: dict[str, Any] = {
    "board": "elm-street",
    "stop_rule": "anywhere",
    "paths": False,
    "home_stop": "none",
    "bond_links_adjacency": True,
    "desperation_grit": 2,
    "desperation_below": 3,
    "grit_threshold": 5,
    "resupply_on": "pass_or_land",
    "drink_mode": "deck",
    "chance_deck": True,
    "events_deck": True,
    "bruiser_free_claim": True,
    "diplomat_free_ally": True,
    "ceasefire_turns": 1,
    "diplomat_attack": -1,
    "yapper_free_fortify": True,
    "yapper_attacker_grit": 1,
    "fortify_max": 3,
    "home_challenge": True,
    "home_fortify_max": 3,
    "alliance_site": "bond",
    "break_disk": True,
    "challenge_bond": True,
    "ally_zone": "influence",
    "join_clears_home": False,
    "start_claims": 1,
    "turn_order": "least_first",
    "win_territories": 10,
    "housebound_turns": 2,
}

# Two candidates for a next version, as few changes of 1.2 as make the dogs about equal. They come
# from searches of the lab and not from a design document; docs/findings.md has their figures.
RULES_1_5_EVEN: dict[str, Any] = {
    **RULES_1_2,
    "water_cap": (4, 3, 4, 4),
    "mod_max_diplomat": (3, 2, 3, 4),
    "desperation_grit": 0,
    "claim_water": 1,
}
RULES_1_5_LIVELY: dict[str, Any] = {**RULES_1_5_EVEN, "grit_threshold": None, "challenge_water": 1}
# A candidate made from 1.4: as few changes as let its games end, keep moving and be nearly even on
# Six Blocks and on Elm Street; docs/lab.md has its figures.
RULES_1_5_BRISK: dict[str, Any] = {
    "uturn": "free",
    "water_cap": (4, 3, 4, 4),
    "mod_max_diplomat": (2, 3, 1, 2),
    "resupply_on": "pass_or_land",
    "challenge_water": 0,
    "challenge_drive": 0,
    "win_share": 25,
}
PRESETS: dict[str, dict[str, Any]] = {
    "1.4": {},
    "1.2": RULES_1_2,
    "1.5-even": RULES_1_5_EVEN,
    "1.5-lively": RULES_1_5_LIVELY,
    "1.5-brisk": RULES_1_5_BRISK,
}
PRESET_TEXTS = {
    "1.4": "The later rules: you walk your whole roll, alliances are made at dog parks, and 15 "
    "territories win.",
    "1.2": "The earlier rules, on Elm Street: you may stop anywhere, cards bring chance and "
    "events, and 10 territories win.",
    "1.5-even": "A candidate: 1.2 with four changes. On Elm Street, bots win about as often with "
    "each of the four dogs.",
    "1.5-lively": "A candidate: 1.5-even with cheaper challenges, and Grit never hurts.",
    "1.5-brisk": "A candidate: 1.4 with seven changes. You may turn back, passing home refills, "
    "challenges are free, and a quarter of the territories wins.",
}

DERIVED: dict[str, Any] = {
    "adjacent": (np.int64, MOST_TERRITORIES),  # of each territory: the adjacent ones, as bits
    "influence": (np.int64, MOST_SITES),  # of each site: the territories under it, as bits
    "is_site": (np.int8, MOST_SITES),  # 1 where alliances are made
    "territories_to_win": np.int64,
    "last_round": np.int64,
}
OPTIONS = options_record(OPTION_LIST, PRESETS, **tables.BOARD_TABLES, **DECK_TABLES, **DERIVED)
WORDS = option_words(OPTION_LIST)


def board_of(options: Records) -> Board:
    """Return the board that options name."""
    return parse_board(stored_text(options["board"][0]) or "")


def settle(options: Records) -> None:
    """Fill the tables of the board and of the decks, and those that options derive from them."""
    board = board_of(options)
    reading, radius = tables.READINGS[options["adjacency"][0]], int(options["influence_radius"][0])
    is_bond = int(options["alliance_site"][0]) == WORDS["alliance_site"]["bond"]
    is_linked = is_bond and bool(options["bond_links_adjacency"][0])
    derived = _derive(board, reading, radius, is_bond, is_linked) | _derive_end(board, options)
    for name, table in {**tables.board_tables(board), **deck_tables(options), **derived}.items():
        options[name][0] = table


@lru_cache(256)
def _derive(
    board: Board, reading: str, radius: int, is_bond: bool, is_linked: bool
) -> dict[str, NDArray[Any]]:
    """Return adjacency under a reading, and the sites with their influence (A2, A3, A8, N2)."""
    adjacent = tables.adjacency_masks(board, reading).copy()
    influence = tables.influence_masks(board, radius) if is_bond else np.zeros(MOST_SITES, np.int64)
    if is_linked:
        for mask in influence:
            for territory in range(MOST_TERRITORIES):
                if mask >> territory & 1:
                    adjacent[territory] |= mask & ~(np.int64(1) << territory)
    glyph = "B" if is_bond else "P"
    is_site = np.zeros(MOST_SITES, np.int8)
    is_site[: len(board.sites)] = [board.at(site) == glyph for site in board.sites]
    return {"adjacent": adjacent, "influence": influence, "is_site": is_site}


def _derive_end(board: Board, options: Records) -> dict[str, int]:
    """Return how many territories win, and the last round; both may follow the board (T14, T15)."""
    share, cells = int(options["win_share"][0]), int(options["cells_per_round"][0])
    territories, rounds = int(options["win_territories"][0]), int(options["max_rounds"][0])
    if share != NONE:
        territories = max(1, -(-len(board.territories) * share // 100))
    if cells != NONE:
        rounds = min(MOST_ROUNDS, max(1, -(-len(board.cells) // cells)))
    return {"territories_to_win": territories, "last_round": rounds}


# How dogs change places in experiments: a dog goes with its player, a home with its seat


def home_rotations(options: Records) -> list[Mapping[str, Any]]:
    """Return the homes of all seats, rotated round the board: every seat has each of them once.

    Homes that the options name keep their neighbours; for drawn homes the default order is used.
    """
    seats = int(options["seats"][0])
    own = tuple(map(int, options["homes"][0][:seats]))
    usual = (0, 2) if seats == 2 else tuple(range(seats))  # two live across from each other (S4)
    homes = usual if min(own) < 0 else own
    rotations = (HOMES[turn:] + HOMES[:turn] for turn in range(len(HOMES)))
    return [{"homes": ",".join(labels[home] for home in homes)} for labels in rotations]


# Rotating the seats never changes who sits next to whom, so every order is played.
SEATING = Seating(usual="all", moves=("archetypes",), places=home_rotations)
