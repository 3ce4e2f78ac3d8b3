"""Dömidög: dominoes with forks. Rules in rules.md."""

from offleash import contract
from offleash.contract.bots.learned_players import shipped_players
from offleash.contract.bots.levels import shipped_levels
from offleash.contract.bots.weights import shipped_weights
from offleash.games.domidog import encoding
from offleash.games.domidog.bots import prospects, values
from offleash.games.domidog.bots.personas import PERSONAS
from offleash.games.domidog.bots.weights import WEIGHTS
from offleash.games.domidog.draw import kit, last, picture, targets, terminal
from offleash.games.domidog.options import OPTION_LIST, PRESET_TEXTS, PRESETS, idle_notes
from offleash.games.domidog.rules import course, knowledge
from offleash.games.domidog.rules.actions import ACTIONS, FIRST, FORK, MAX_ACTIONS
from offleash.games.domidog.rules.record import rule
from offleash.games.domidog.text import (
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

# A playout is cut after so many decisions; nothing is a better place to stop than another.
LOOK = contract.Horizon(boundaries=1000, decisions=4)

GAME = contract.Game(
    name="domidog",
    title="Dömidög",
    rules_version="1",
    rules=contract.GameRules.of(
        *(course, knowledge),
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
        pages={"rules": pages.rules, "dogs": pages.dogs, "typing": pages.TYPING},
        notes=idle_notes,
    ),
    pictures=contract.Pictures.of(picture, targets, last, terminal, draw_text=terminal.draw_wide),
    bots=contract.BotRules.of(
        *(values, prospects, course),
        points=advice.points,
        horizon=LOOK,
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
        chance_actions=range(FIRST, FORK),
    ),
)
