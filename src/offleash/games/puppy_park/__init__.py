"""Puppy Park: hex-domino tiles, laid and stacked. Rules in rules.md."""

from offleash import contract
from offleash.contract.bots.learned_players import shipped_players
from offleash.contract.bots.levels import shipped_levels
from offleash.contract.bots.weights import shipped_weights
from offleash.games.puppy_park import encoding
from offleash.games.puppy_park.bots import ideas, outlook, values
from offleash.games.puppy_park.bots.personas import PERSONAS
from offleash.games.puppy_park.bots.weights import WEIGHTS
from offleash.games.puppy_park.draw import kit, last, picture, targets, terminal
from offleash.games.puppy_park.options import OPTION_LIST, PRESET_TEXTS, PRESETS, idle_notes
from offleash.games.puppy_park.rules import course
from offleash.games.puppy_park.rules.actions import ACTIONS, FIRST, MAX_ACTIONS, PLACE
from offleash.games.puppy_park.rules.record import rule
from offleash.games.puppy_park.text import (
    advice,
    figures,
    news,
    notation,
    pages,
    rulebook,
    rulings,
    shorthand,
    story,
    why_illegal,
)
from offleash.games.tiles.draw.colours import SEAT_FILL
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.games.tiles.text.rulebook import breeds_page

GAME = contract.Game(
    name="puppy-park",
    title="Puppy Park",
    rules_version="1",
    rules=contract.GameRules.of(
        course,
        rule=rule,
        options=OPTION_LIST,
        presets=PRESETS,
        max_actions=MAX_ACTIONS,
        action_count=ACTIONS,
        seat_names=SEAT_NAMES,
    ),
    notation=contract.Notation.of(
        *(notation, why_illegal, news, story, shorthand, rulebook),
        preset_texts=PRESET_TEXTS,
        ruling=rulings.ruling,
        field_words={"phase": notation.PHASES},
        pages={"rules": pages.rules, "dogs": breeds_page, "places": pages.PLACES},
        notes=idle_notes,
    ),
    pictures=contract.Pictures.of(picture, targets, last, terminal, draw_text=terminal.draw_wide),
    bots=contract.BotRules.of(
        *(values, outlook, ideas),
        points=advice.points,
        horizon=contract.Horizon(
            boundaries=2, width=32, widths={"tuned": 20}, rivals={"tuned": 5}, page_playouts=300
        ),
        weights_by_name=WEIGHTS,
        weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
        personas=PERSONAS,
        levels=shipped_levels(__file__),
        judges=shipped_players(__file__, (encoding.ENCODING, encoding.ACTION_ENCODING)),
    ),
    lab=contract.LabParts.of(
        figures,
        colours=dict(zip(SEAT_NAMES, SEAT_FILL, strict=True)),
        playing_time=contract.PlayingTime(turns=figures.count_turns),
    ),
    studio=contract.StudioParts.of(kit),
    learning=contract.LearnerParts.of(
        encoding,
        encoding=encoding.ENCODING,
        action_encoding=encoding.ACTION_ENCODING,
        chance_actions=range(FIRST, PLACE),
        is_open=True,
    ),
)
