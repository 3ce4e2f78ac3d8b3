"""Secret Mission: hex-domino tiles, and breeds that should not flock together.

Rules in rules.md.
"""

from offleash import contract
from offleash.contract.bots.learned_players import shipped_players
from offleash.contract.bots.levels import shipped_levels
from offleash.contract.bots.weights import shipped_weights
from offleash.games.secret_mission import encoding
from offleash.games.secret_mission.bots import guesses, outlook, values
from offleash.games.secret_mission.bots.personas import PERSONAS
from offleash.games.secret_mission.bots.weights import WEIGHTS
from offleash.games.secret_mission.draw import kit, last, picture, targets, terminal
from offleash.games.secret_mission.options import OPTION_LIST, PRESET_TEXTS, PRESETS
from offleash.games.secret_mission.rules import course, ending, knowledge
from offleash.games.secret_mission.rules.actions import ACTIONS, MAX_ACTIONS, PLACE
from offleash.games.secret_mission.rules.record import rule
from offleash.games.secret_mission.text import (
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
    name="secret-mission",
    title="Secret Mission",
    rules_version="1",
    rules=contract.GameRules.of(
        *(course, ending, knowledge),
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
        pages={"rules": pages.rules, "dogs": breeds_page, "typing": pages.TYPING},
    ),
    pictures=contract.Pictures.of(picture, targets, last, terminal, draw_text=terminal.draw_wide),
    bots=contract.BotRules.of(
        *(values, outlook, guesses),
        points=advice.points,
        # Until the reply, before anybody draws; a forecast leaves few candidates, a score many
        horizon=contract.Horizon(boundaries=2, width=64, widths={"tuned": 16}),
        weights_by_name=WEIGHTS,
        weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
        personas=PERSONAS,
        levels=shipped_levels(__file__),
        judges=shipped_players(__file__, (encoding.ENCODING, encoding.ACTION_ENCODING)),
    ),
    lab=contract.LabParts.of(figures, colours=dict(zip(SEAT_NAMES, SEAT_FILL, strict=True))),
    studio=contract.StudioParts.of(kit),
    learning=contract.LearnerParts.of(
        encoding,
        encoding=encoding.ENCODING,
        action_encoding=encoding.ACTION_ENCODING,
        chance_actions=range(PLACE),
    ),
)
