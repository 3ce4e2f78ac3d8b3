"""What is fixed before the first roll: board, decks, options and who sits where."""

import math

from tests.games.uri_nation.naive.board import Board

TOKENS = ("swagger", "drive", "grit", "bond")
ARCHETYPES = ("bruiser", "scrapper", "diplomat", "yapper")
HOMES_FOR = {2: [1, 3], 3: [1, 2, 3], 4: [1, 2, 3, 4]}  # S4

# Part 1 with 1.2 and 1.4 side by side; a dash there takes the other's value (N2).
BOTH = {
    "walk_dice": (2, 2),
    "stop_rule": ("anywhere", "full_roll"),
    "uturn": ("dead_end", "dead_end"),
    "midblock_drive": (1, 1),
    "midblock_steps": (0, 0),
    "intersection_drive": (0, 0),
    "intersection_steps": (0, 0),
    "side_street_drive": (1, 1),
    "side_street_return_drive": (0, 0),
    "paths": (False, True),
    "path_drive": (1, 1),
    "path_forced": (False, False),
    "triggers_per_feature_per_turn": (1, 1),
    "trigger_on_start_cell": (False, False),
    "park_early_stop": ("initiate_only", "initiate_only"),
    "home_stop": ("none", "optional"),
    "influence_radius": (0, 0),
    "adjacency": ("step", "step"),
    "bond_links_adjacency": (True, False),
    "water_cap": ({"bruiser": 6, "scrapper": 3, "diplomat": 4, "yapper": 4},) * 2,
    "mod_max": (
        {
            "bruiser": (3, 2, 2, 1),
            "scrapper": (2, 3, 1, 2),
            "diplomat": (2, 1, 2, 3),
            "yapper": (1, 2, 3, 2),
        },
    )
    * 2,
    "mod_cap_hard": (False, False),
    "swagger_per": (3, 3),
    "swagger_mode": ("floor_per_group", "floor_per_group"),
    "home_counts_connected": (False, False),
    "desperation_grit": (2, 0),
    "desperation_below": (3, 0),
    "desperation_grace_rounds": (0, 0),
    "lose_grit": (1, 1),
    "grit_threshold": (5, None),
    "resupply_on": ("pass_or_land", "stop"),
    "resupply_timing": ("after_action", "after_action"),
    "drink_drive": (1, 1),
    "drink_mode": ("deck", "fill"),
    "chance_deck": (True, False),
    "events_deck": (True, False),
    "held_cards_max": (2, 2),
    "park_bond": (1, 1),
    "park_bond_if_active": (False, False),
    "supply_large": (None, None),
    "supply_small": (None, None),
    "bruiser_free_claim": (True, False),
    "scrapper_free_drink": (True, True),
    "diplomat_free_ally": (True, False),
    "ceasefire_turns": (1, 0),
    "diplomat_attack": (-1, 0),
    "yapper_free_fortify": (True, False),
    "yapper_attacker_grit": (1, 0),
    "yapper_grit_timing": ("after_reclaim", "after_reclaim"),
    "actions_per_turn": (1, 1),
    "claim_water": (2, 2),
    "claim_swagger": (1, 1),
    "challenge_water": (2, 2),
    "challenge_drive": (1, 1),
    "reclaim_cost": (1, 1),
    "fortify_water": (1, 1),
    "fortify_grit": (1, 1),
    "fortify_max": (3, 1),
    "tie_rule": ("reroll", "reroll"),
    "cluster_min": (3, 3),
    "home_challenge": (True, False),
    "home_bonus": (3, 3),
    "home_revert_turns": (1, 1),
    "home_fortify_max": (3, 0),
    "home_taken_blocks_resupply": (False, False),
    "alliance_site": ("bond", "park"),
    "ally_water": (1, 1),
    "ally_bond": (1, 1),
    "join_water": (1, 1),
    "join_if_unable": ("skip", "skip"),
    "break_water": (1, 1),
    "break_swagger": (1, 1),
    "break_disk": (True, False),
    "challenge_bond": (True, False),
    "ally_zone": ("influence", "either_home"),
    "join_clears_home": (False, True),
    "secret_bidding": (False, False),
    "walk_tricks": (False, False),
    "start_claims": (1, 0),
    "turn_order": ("least_first", "fixed_ccw"),
    "win_territories": (10, 15),
    "win_share": (None, None),
    "max_rounds": (30, 30),
    "cells_per_round": (None, None),
    "last_dog_guard": ("all_have_held", "all_have_held"),
    "housebound_turns": (2, None),
    "final_tie": ("shared", "shared"),
}


def preset(version, **changes):
    """All options of 1.2 or 1.4, with changes, and four seats unless said otherwise."""
    column = ("1.2", "1.4").index(version)
    options = {key: values[column] for key, values in BOTH.items()}
    seats = changes.get("seats", 4)
    options |= {"seats": seats, "archetypes": list(ARCHETYPES[:seats]), "homes": HOMES_FOR[seats]}
    return options | changes


class Table:
    """The board, the decks by name, and the options (also as attributes)."""

    def __init__(self, board_text, decks, options):
        self.board = Board(board_text)
        self.options = dict(options)
        self.seats = range(options["seats"])
        self.archetypes = [kind.lower() for kind in options["archetypes"]]
        self.decks = {deck: [card["id"] for card in cards] for deck, cards in decks.items()}
        self.cards = {card["id"]: card for cards in decks.values() for card in cards}
        self.deck_of = {card: deck for deck, ids in self.decks.items() for card in ids}
        self.bonded_at_parks = "park" in options["alliance_site"]
        self.sites = self.board.all_of("P" if self.bonded_at_parks else "B")
        self.zone = {} if self.bonded_at_parks else self.influence()
        self.next_to = self.adjacency()

    def __getattr__(self, option):
        try:
            return self.__dict__["options"][option]
        except KeyError:
            raise AttributeError(option) from None

    def needed(self):
        """How many territories win: a number, or so many percent of the board's, rounded up."""
        if self.win_share is None:
            return self.win_territories
        return max(1, math.ceil(len(self.board.territories) * self.win_share / 100))

    def rounds(self):
        if self.cells_per_round is None:
            return self.max_rounds
        return min(99, math.ceil(len(self.board.walkable) / self.cells_per_round))

    def influence(self):
        radius = self.options["influence_radius"]
        return {site: self.board.influence(site, radius) for site in self.sites}

    def adjacency(self):
        """Territory → the territories adjacent to it (A2, A3)."""
        # READING (N2): bonds that hold no alliances are inert and link nothing either.
        reading, all_ts = self.options["adjacency"], self.board.territories
        near = {t: {u for u in all_ts if self.board.touching(t, u, reading)} for t in all_ts}
        if self.options["bond_links_adjacency"]:
            for zone in self.zone.values():
                for t in zone:
                    near[t] |= zone
        return {t: territories - {t} for t, territories in near.items()}

    def is_a(self, seat, archetype):
        return self.archetypes[seat] == archetype

    def water_cap_of(self, seat):
        return self.options["water_cap"][self.archetypes[seat]]

    def token_max(self, seat):
        most = self.options["mod_max"][self.archetypes[seat]]
        return dict(zip(TOKENS, most, strict=True))

    # Prices that depend on who pays (1c)

    def claim_price(self, seat):
        free = self.is_a(seat, "bruiser") and self.options["bruiser_free_claim"]
        return {"water": self.claim_water, "swagger": 0 if free else self.claim_swagger}

    def challenge_price(self, seat):
        return {"water": self.challenge_water, "drive": self.challenge_drive}

    def fortify_price(self, seat):
        free = self.is_a(seat, "yapper") and self.options["yapper_free_fortify"]
        return {"water": self.fortify_water, "grit": 0 if free else self.fortify_grit}

    def ally_price(self, seat):
        free = self.is_a(seat, "diplomat") and self.options["diplomat_free_ally"]
        return {"water": self.ally_water, "bond": 0 if free else self.ally_bond}

    def break_price(self, seat):
        return {"water": self.break_water, "swagger": self.break_swagger}

    def drink_price(self, seat):
        free = self.is_a(seat, "scrapper") and self.options["scrapper_free_drink"]
        return {"drive": 0 if free else self.drink_drive}
