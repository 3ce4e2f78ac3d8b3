"""Dömidög: dominoes with forks. Rules in rules.md."""

from offleash.core.game import Game, Horizon
from offleash.core.weights import shipped_weights
from offleash.games.domidog.draw import kit, last, marks, picture, targets, terminal
from offleash.games.domidog.options import OPTIONS, PRESETS, SWITCHES
from offleash.games.domidog.personas import PERSONAS, WEIGHTS
from offleash.games.domidog.rules import course, knowledge, prospects, worth
from offleash.games.domidog.rules.actions import ACTIONS, MAX_ACTIONS
from offleash.games.domidog.rules.record import PLAN, RECORD, TALLY, WORK, rule
from offleash.games.domidog.text import (
    figures,
    idle,
    news,
    notation,
    observation,
    pages,
    points,
    reasons,
    rulings,
    shorthand,
)
from offleash.games.domidog.text.rulebook import rulebook
from offleash.games.tiles.text.names import SEAT_NAMES

# A playout is cut after so many decisions; nothing is a better place to stop than another.
LOOK = Horizon(boundaries=1000, decisions=4)

GAME = Game(
    name="domidog",
    title="Dömidög",
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
    returns=course.returns,
    rank=course.rank,
    canonical=course.canonical,
    hide=knowledge.hide,
    seen=knowledge.seen,
    resample=knowledge.resample,
    prepare=worth.prepare,
    score=worth.score,
    evaluate=worth.evaluate,
    outlook=prospects.outlook,
    distinct_actions=course.distinct_actions,
    horizon=LOOK,
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
    notes=idle.idle_notes,
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
