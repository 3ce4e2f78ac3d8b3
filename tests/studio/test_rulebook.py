"""The rulebook says what is played: every option that changes anything changes the book."""

import re

import pytest

from offleash.core.rulebook import Grid, Paragraph, Points
from offleash.games import registry

SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]
WRITTEN = [name for name in SHIPPED if registry.load(name).rulebook]

# What must be on before an option means anything; most mean something under every preset.
BONDS = {"alliance_site": "bond", "ally_zone": "influence"}
DESPERATE = {"desperation_grit": 2, "desperation_below": 3}
HOMES = {"home_challenge": True}
NEEDS = {
    "uri-nation": {
        "water_cards": {"drink_mode": "deck"},
        "chance_cards": {"chance_deck": True},
        "event_cards": {"events_deck": True},
        "held_cards_max": {"events_deck": True},
        "path_drive": {"paths": True},
        "path_forced": {"paths": True},
        "park_early_stop": {"stop_rule": "full_roll", "alliance_site": "park"},
        "home_stop": {"stop_rule": "full_roll"},
        "influence_radius": BONDS,
        "bond_links_adjacency": BONDS,
        "swagger_per": {"swagger_mode": "floor_per_group"},
        "desperation_grit": DESPERATE,
        "desperation_below": DESPERATE,
        "desperation_grace_rounds": DESPERATE,
        "park_bond_if_active": {"alliance_site": "park", "park_bond": 1},
        "yapper_grit_timing": {"yapper_attacker_grit": 1},
        "scrapper_free_drink": {"drink_drive": 1},
        "cluster_min": {"tie_rule": "reroll"},
        "home_bonus": HOMES,
        "home_revert_turns": HOMES,
        "home_fortify_max": HOMES,
        "home_taken_blocks_resupply": HOMES,
        "join_if_unable": {"join_water": 1},
        "ally_zone": BONDS,
    },
    "domidog": {"extra_tiles": {"players": 2}},
    "puppy-park": {
        "starter": {"players": 4},
        "houses34": {"players": 4},
        "cover_house": {"players": 2},
        "tp_must_be_played": {"tree_poop": True},
        "tp_shape": {"tree_poop": True},
        "tree_blocks_e": {"tree_poop": True},
    },
    "secret-mission": {},
    "dog": {"seven_waste_win": {"seven_partial": False}},
}
SAME = {("uri-nation", "homes"): "1,2,3,4"}  # of two values that mean one thing, one


def words(part):
    """All that a part says."""
    if isinstance(part, Paragraph):
        return [part.text]
    if isinstance(part, Points):
        return list(part.items)
    if isinstance(part, Grid):
        return [*part.head, *(cell for row in part.rows for cell in row)]
    return []


def body(name, options):
    """The text of a book's chapters, without its summary and without the list of changes."""
    book = registry.load(name).rulebook(options)
    return "\n".join(f"{c.title}\n" + "\n".join(w for p in c.parts for w in words(p))
                     for c in book.chapters)  # fmt: skip


def tried(switch, tmp_path):
    """Values of every kind that an option can have; of a file also one that is not shipped."""
    if switch.is_file:
        own = tmp_path / f"{switch.name}.txt"
        path = next(iter(switch.shipped.values()))
        text = path.read_text(encoding="utf-8")
        own.write_text(re.sub(r'(?m)^name(: | = ").', r"name\1Q", text), encoding="utf-8")
        return [*switch.values, switch.parse(own)]
    values = [*switch.sweep]
    if len(values) > 8:
        values = [*values[:4], *values[-4:]]
    if hasattr(switch, "each"):  # each seat by itself
        first = list(switch.default)
        for place in range(len(first)):
            changed = list(first)
            changed[place] += 1
            values.append(tuple(changed))
    return list(dict.fromkeys(tuple(v) if isinstance(v, tuple) else v for v in values))


@pytest.mark.parametrize("name", WRITTEN)
def test_every_option_changes_the_book(name, tmp_path):
    game, silent = registry.load(name), []
    for preset in game.presets or [None]:
        for switch in game.switches:
            needs = {**NEEDS[name].get(switch.name, {})}
            if switch.name == "starter":
                needs["players"] = 4
            books = {}
            for value in tried(switch, tmp_path):
                chosen = {**needs, switch.name: switch.format(value)}
                if SAME.get((name, switch.name)) == chosen[switch.name]:
                    continue
                text = body(name, game.options(preset, chosen))
                if text in books:
                    silent.append(
                        f"{preset}: {switch.name} {books[text]} and {chosen[switch.name]}"
                    )
                books[text] = chosen[switch.name]
    assert not silent
