"""Digs, a toy that exercises the whole contract: boards and decks as data, 2-4 seats, secret bids.

Its rules stand in rules.md beside this file. It is not shipped: `tests.toys` puts it in the box.
"""

from offleash.core.game import Game, Horizon
from tests.toys.digs.draw.picture import draw
from tests.toys.digs.draw.targets import draw_last, draw_targets, targets
from tests.toys.digs.draw.terminal import draw_text
from tests.toys.digs.options import OPTIONS, PRESETS, SEAT_NAMES, SWITCHES, settle
from tests.toys.digs.personas import PERSONAS, WEIGHTS
from tests.toys.digs.rules import course, knowledge, worth
from tests.toys.digs.rules.actions import ACTIONS, MAX_ACTIONS
from tests.toys.digs.rules.record import PLAN, RECORD, SUMS, TALLY, WORK, rule
from tests.toys.digs.text.figures import measures
from tests.toys.digs.text.notation import (
    PHASES,
    format_action,
    format_board,
    format_position,
    is_whole,
    parse_action,
    parse_position,
    position_differs,
    read_position,
)
from tests.toys.digs.text.observation import observe
from tests.toys.digs.text.reasons import why_illegal
from tests.toys.digs.text.table import PAGES, news, several

GAME = Game(
    name="digs",
    title="Digs",
    rules_version="1",
    rule=rule,
    record=RECORD,
    options_record=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
    sums=SUMS,
    switches=SWITCHES,
    presets=PRESETS,
    settle=settle,
    max_actions=MAX_ACTIONS,
    action_count=ACTIONS,
    seat_names=SEAT_NAMES,
    seats=course.seats,
    side=course.side,
    setup=course.setup,
    actor=course.actor,
    legal_actions=course.legal_actions,
    chance_outcomes=course.chance_outcomes,
    stream=course.stream,
    apply=course.apply,
    returns=course.returns,
    rank=course.rank,
    count=course.count,
    canonical=course.canonical,
    hide=knowledge.hide,
    seen=knowledge.seen,
    resample=knowledge.resample,
    prepare=worth.prepare,
    score=worth.score,
    evaluate=worth.evaluate,
    outlook=worth.outlook,
    is_boundary=worth.is_boundary,
    horizon=Horizon(boundaries=2, decisions=12, width=16),
    format_action=format_action,
    parse_action=parse_action,
    format_position=format_position,
    parse_position=parse_position,
    format_board=format_board,
    read_board=read_position,
    position_differs=position_differs,
    why_illegal=why_illegal,
    is_whole=is_whole,
    observe=observe,
    draw=draw,
    targets=targets,
    draw_targets=draw_targets,
    draw_last=draw_last,
    draw_text=draw_text,
    field_words={"phase": PHASES},
    weights_by_name=WEIGHTS,
    personas=PERSONAS,
    news=news,
    several=several,
    pages=PAGES,
    measures=measures,
)
