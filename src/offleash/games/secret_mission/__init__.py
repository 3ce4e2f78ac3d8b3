"""Secret Mission: hex-domino tiles, and breeds that should not flock together.

Rules in rules.md.
"""

from offleash.core.game import Game, Horizon
from offleash.core.weights import shipped_weights
from offleash.games.secret_mission.draw import kit, last, marks, picture, targets, terminal
from offleash.games.secret_mission.options import OPTIONS, PRESETS, SWITCHES
from offleash.games.secret_mission.personas import PERSONAS, WEIGHTS
from offleash.games.secret_mission.rules import course, ending, knowledge, outlook, worth
from offleash.games.secret_mission.rules.actions import ACTIONS, MAX_ACTIONS
from offleash.games.secret_mission.rules.record import PLAN, RECORD, TALLY, WORK, rule
from offleash.games.secret_mission.text import (
    figures,
    news,
    notation,
    observation,
    pages,
    points,
    reasons,
    rulings,
    shorthand,
)
from offleash.games.secret_mission.text.rulebook import rulebook
from offleash.games.tiles.text.names import SEAT_NAMES

GAME = Game(
    name="secret-mission",
    title="Secret Mission",
    rules_version="1",
    rule=rule,
    record=RECORD,
    options_record=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
    switches=SWITCHES,
    presets=PRESETS,
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
    returns=ending.returns,
    rank=ending.rank,
    canonical=course.canonical,
    hide=knowledge.hide,
    seen=knowledge.seen,
    resample=knowledge.resample,
    prepare=worth.prepare,
    score=worth.score,
    evaluate=worth.evaluate,
    outlook=outlook.outlook,
    horizon=Horizon(boundaries=2, width=64),  # the reply, before anybody draws
    weights_by_name=WEIGHTS,
    weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
    personas=PERSONAS,
    format_action=notation.format_action,
    parse_action=notation.parse_action,
    format_position=notation.format_position,
    parse_position=notation.parse_position,
    format_board=notation.format_board,
    read_board=notation.read_board,
    position_differs=notation.position_differs,
    is_whole=notation.is_whole,
    field_words={"phase": notation.PHASES},
    why_illegal=reasons.why_illegal,
    ruling=rulings.ruling,
    observe=observation.observe,
    news=news.news,
    welcome=news.welcome,
    several=shorthand.several,
    brief=shorthand.brief,
    pages=pages.PAGES,
    rulebook=rulebook,
    points=points.points,
    measures=figures.measures,
    columns=figures.columns,
    kit=kit.kit,
    draw=picture.draw,
    targets=targets.targets,
    draw_targets=marks.draw_targets,
    draw_last=last.draw_last,
    draw_text=terminal.draw_text,
    draw_wide=terminal.draw_wide,
)
