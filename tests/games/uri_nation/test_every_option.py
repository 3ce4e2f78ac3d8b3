"""Every option changes something: the same seeds give other games, on every preset."""

from functools import cache

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.contract.options import WordOption
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.options import OPTION_LIST, PRESETS

GAMES = 120  # with each value

# Cheap actions, so that bots at random challenge, fortify and ally often enough.
BUSY = {
    "claim_water": "1",
    "claim_swagger": "0",
    "challenge_water": "1",
    "challenge_drive": "0",
    "fortify_water": "0",
    "ally_water": "0",
    "ally_bond": "0",
    "walk_tricks": "true",
    "secret_bidding": "true",
    "home_challenge": "true",
    "home_bonus": "0",
    "home_fortify_max": "1",
    "desperation_grit": "1",
    "desperation_below": "2",
    "yapper_attacker_grit": "1",
    "grit_threshold": "3",
    "win_territories": "6",
    "win_share": "none",
}

ELM_STREET = {"board": "elm-street"}
SIX_BLOCKS = {"board": "six-blocks", "paths": "true"}
AT_BONDS = {**ELM_STREET, "alliance_site": "bond", "ally_zone": "influence"}
AT_PARKS = {"board": "six-blocks", "alliance_site": "park"}
FULL_ROLL = {"stop_rule": "full_roll"}
EVENTS = {**ELM_STREET, "events_deck": "true"}
NO_TOKENS = {f"mod_max_{dog}": "0,2,0,2" for dog in ("bruiser", "scrapper", "diplomat", "yapper")}
MANY_CLAIMS = {"claim_water": "0", "win_territories": "20"}

# What an option needs beside it to matter.
COMPANY = {
    "break_disk": {**AT_BONDS, "supply_small": "1"},
    "homes": {"seats": "2"},
    "water_cards": {"drink_mode": "deck"},
    "chance_cards": {**ELM_STREET, "chance_deck": "true"},
    "event_cards": EVENTS,
    "uturn": ELM_STREET,
    "side_street_drive": ELM_STREET,
    "side_street_return_drive": ELM_STREET,
    "paths": SIX_BLOCKS,
    "path_drive": SIX_BLOCKS,
    "path_forced": SIX_BLOCKS,
    "park_early_stop": {**AT_PARKS, **FULL_ROLL},
    "home_stop": FULL_ROLL,
    "influence_radius": AT_BONDS,
    "adjacency": {"bond_links_adjacency": "false", "swagger_per": "2"},
    "bond_links_adjacency": AT_BONDS,
    "swagger_mode": {**MANY_CLAIMS, "swagger_per": "2", "adjacency": "segment"},
    "chance_deck": ELM_STREET,
    "events_deck": ELM_STREET,
    "held_cards_max": EVENTS,
    "park_bond_if_active": AT_PARKS,
    "bruiser_free_claim": {"claim_swagger": "1"},
    "diplomat_free_ally": {"ally_bond": "1"},
    "yapper_grit_timing": NO_TOKENS,
    "home_revert_turns": ELM_STREET,
    "home_taken_blocks_resupply": {**ELM_STREET, "home_revert_turns": "9", "reclaim_cost": "0"},
    "challenge_bond": {"join_water": "9"},
    "ally_zone": {**MANY_CLAIMS, "join_clears_home": "false"},
    "final_tie": {**NO_TOKENS, "max_rounds": "1"},
    "last_dog_guard": {"start_claims": "0"},
    "join_clears_home": {"join_water": "0"},
}

# Values to be tried where those worth comparing seldom matter in a game at random.
TRIED_VALUES = {"cluster_min": ("1",), "supply_large": ("2",), "supply_small": ("1",)}


@cache
def games(preset: str, **settings: str) -> bytes:
    """What so many games at random come to."""
    options = GAME.options(preset, **settings)
    bots = policy(GAME, ["random"] * GAME.max_seats)
    batch = play_batch(GAME, bots, GAMES, 5, options, np.zeros(GAMES, int), threads=1)
    return batch.states.tobytes()


def shorter_deck(tmp_path, name: str) -> str:
    """A shipped deck without most of its cards."""
    cards = (DATA / f"{name}.toml").read_text(encoding="utf-8").split("[[card]]")
    file = tmp_path / "short.toml"
    file.write_text("[[card]]".join(cards[:4]), encoding="utf-8")
    return str(file)


def other_values(option, usual: str, tmp_path) -> list[str]:
    """What to try instead of the usual value."""
    if option.name in TRIED_VALUES:
        return [*TRIED_VALUES[option.name]]
    if option.name.endswith("_cards"):
        return [shorter_deck(tmp_path, usual)]
    return [text for value in option.sweep if (text := option.format(value)) != usual]


# Each option under one of the presets, in turn; under the others in a soak.
CASES = [
    pytest.param(
        option,
        preset,
        marks=[] if (number - turn) % len(PRESETS) == 0 else pytest.mark.soak,
        id=f"{option.name}-{preset}",
    )
    for number, option in enumerate(OPTION_LIST)
    for turn, preset in enumerate(PRESETS)
]


@pytest.mark.parametrize(("option", "preset"), CASES)
def test_every_option_changes_something(option, preset, tmp_path):
    """A number or an order with one of its values at least, and each of several words."""
    settings = {**BUSY, **COMPANY.get(option.name, {})}
    settings.pop(option.name, None)
    usual = option.format(GAME.options(preset, **settings)[option.name][0])
    before = games(preset, **settings)
    values = other_values(option, usual, tmp_path)
    changes = (games(preset, **{**settings, option.name: value}) != before for value in values)
    assert values
    assert all(changes) if isinstance(option, WordOption) else any(changes), (
        f"{values} against {usual}"
    )


def test_games_that_are_alike_are_found():
    """The comparison is no accident: what is idle changes nothing."""
    assert games("1.4") == games("1.4", side_street_drive="2")
    assert games("1.4") != games("1.4", claim_water="1")
