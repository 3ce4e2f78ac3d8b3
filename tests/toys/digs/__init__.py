"""Digs, a toy that exercises the whole contract: boards and decks as data, 2-4 seats, secret bids.

Its rules are in rules.md next to this file. It is not shipped: `tests.toys` registers it.
"""

from offleash.contract import (
    BotRules,
    Game,
    GameRules,
    Horizon,
    LabParts,
    LearnerParts,
    Notation,
    Pictures,
)
from tests.toys.digs import encoding
from tests.toys.digs.bots import values
from tests.toys.digs.bots.personas import PERSONAS
from tests.toys.digs.bots.weights import WEIGHTS
from tests.toys.digs.draw import picture, targets, terminal
from tests.toys.digs.options import OPTION_LIST, PRESETS, SEAT_NAMES, settle
from tests.toys.digs.rules import course, knowledge
from tests.toys.digs.rules.actions import ACTIONS, DRAW, MAX_ACTIONS
from tests.toys.digs.rules.record import rule
from tests.toys.digs.text import figures, notation, reasons, table

GAME = Game(
    name="digs",
    title="Digs",
    rules_version="1",
    rules=GameRules.of(
        course,
        knowledge,
        rule=rule,
        options=OPTION_LIST,
        presets=PRESETS,
        settle=settle,
        max_actions=MAX_ACTIONS,
        action_count=ACTIONS,
        seat_names=SEAT_NAMES,
    ),
    notation=Notation.of(
        *(notation, reasons, table),
        read_board=notation.read_position,
        field_words={"phase": notation.PHASES},
        pages=table.PAGES,
    ),
    pictures=Pictures.of(picture, targets, terminal),
    bots=BotRules.of(
        values,
        horizon=Horizon(boundaries=2, decisions=12, width=16),
        weights_by_name=WEIGHTS,
        personas=PERSONAS,
    ),
    lab=LabParts.of(figures),
    learning=LearnerParts.of(
        encoding, encoding=encoding.ENCODING, chance_actions=range(DRAW, ACTIONS)
    ),
)
