"""Uri-Nation: dogs on a walk mark a neighbourhood. Rules in rules.md."""

from offleash.core.game import Game, Horizon
from offleash.core.weights import shipped_weights
from offleash.games.uri_nation.board.workbench import WORKBENCH
from offleash.games.uri_nation.deck_bench import DECKS
from offleash.games.uri_nation.draw import heat, kit, last, marks, picture, targets, terminal
from offleash.games.uri_nation.options import ARCHETYPES, OPTIONS, PRESETS, SWITCHES, settle
from offleash.games.uri_nation.personas import PERSONAS, WEIGHTS
from offleash.games.uri_nation.rules import (
    counting,
    course,
    ending,
    goals,
    knowledge,
    outlook,
    planning,
    setup,
    turn,
    worth,
)
from offleash.games.uri_nation.rules.actions import ACTIONS, MAX_ACTIONS
from offleash.games.uri_nation.rules.record import PLAN, RECORD, SUMS, TALLY, WORK, rule
from offleash.games.uri_nation.seating import SEATING
from offleash.games.uri_nation.text import actions as action_text
from offleash.games.uri_nation.text import (
    figures,
    notation,
    observation,
    reasons,
    rulings,
    street_counts,
)
from offleash.games.uri_nation.text.columns import columns
from offleash.games.uri_nation.text.headlines import headlines
from offleash.games.uri_nation.text.idle import idle_notes
from offleash.games.uri_nation.text.names import SEAT_NAMES, archetype_name
from offleash.games.uri_nation.text.news import news
from offleash.games.uri_nation.text.pages import PAGES, welcome
from offleash.games.uri_nation.text.points import points
from offleash.games.uri_nation.text.rulebook import rulebook
from offleash.games.uri_nation.text.shorthand import several
from offleash.games.uri_nation.text.words import PHASES

GAME = Game(
    name="uri-nation",
    title="Uri-Nation",
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
    seat_word=archetype_name,
    seats=turn.seats,
    side=turn.side,
    setup=setup.setup,
    actor=turn.actor,
    legal_actions=turn.legal_actions,
    chance_outcomes=turn.chance_outcomes,
    stream=turn.stream,
    apply=course.apply,
    returns=ending.returns,
    rank=ending.rank,
    count=counting.count,
    canonical=course.canonical,
    hide=knowledge.hide,
    seen=knowledge.seen,
    resample=knowledge.resample,
    prepare=planning.prepare,
    score=planning.score,
    evaluate=worth.evaluate,
    outlook=outlook.outlook,
    is_boundary=outlook.is_boundary,
    model_of=outlook.model_of,
    models=ARCHETYPES,
    list_goals=goals.list_goals,
    aim=goals.aim,
    planned=goals.planned,
    horizon=Horizon(boundaries=9, judged=9, width=8),
    weights_by_name=WEIGHTS,
    weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
    personas=PERSONAS,
    format_action=action_text.format_action,
    parse_action=action_text.parse_action,
    format_position=notation.format_position,
    parse_position=notation.parse_position,
    format_board=notation.format_board,
    read_board=notation.read_position,
    position_differs=notation.position_differs,
    is_whole=notation.is_whole,
    field_words={"phase": PHASES},
    why_illegal=reasons.why_illegal,
    ruling=rulings.ruling,
    observe=observation.observe,
    measures=figures.measures,
    seating=SEATING,
    columns=columns,
    kit=kit.kit,
    headlines=headlines,
    points=points,
    draw=picture.draw,
    targets=targets.targets,
    draw_targets=marks.draw_targets,
    draw_last=last.draw_last,
    draw_text=terminal.draw_text,
    news=news,
    welcome=welcome,
    pages=PAGES,
    rulebook=rulebook,
    several=several,
    notes=idle_notes,
    heat=heat.heat,
    places=street_counts.places,
    workbench=WORKBENCH,
    decks=DECKS,
)
