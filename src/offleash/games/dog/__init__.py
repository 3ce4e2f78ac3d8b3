"""Dog: four players in two teams race with cards round a loop. Rules in rules.md."""

from offleash.core.game import Game, Outcomes
from offleash.core.weights import shipped_weights
from offleash.games.dog.draw import kit, last, marks, picture, targets, terminal
from offleash.games.dog.options import OPTIONS, SWITCHES
from offleash.games.dog.personas import PERSONAS, WEIGHTS
from offleash.games.dog.rules import course, knowledge, movement, worth
from offleash.games.dog.rules.actions import ACTIONS, MAX_ACTIONS
from offleash.games.dog.rules.record import RECORD, TALLY, WORK, rule
from offleash.games.dog.text.figures import columns, measures
from offleash.games.dog.text.names import PHASES, SEAT_NAMES
from offleash.games.dog.text.news import news, welcome
from offleash.games.dog.text.notation import (
    format_action,
    format_position,
    is_whole,
    parse_action,
    parse_position,
    position_differs,
    read_position,
    short_board,
)
from offleash.games.dog.text.observation import observe
from offleash.games.dog.text.outcomes import outcome_boards
from offleash.games.dog.text.pages import PAGES
from offleash.games.dog.text.points import points
from offleash.games.dog.text.reasons import why_illegal
from offleash.games.dog.text.rulebook import rulebook
from offleash.games.dog.text.rulings import ruling
from offleash.games.dog.text.shorthand import several

GAME = Game(
    name="dog",
    title="Dog",
    rules_version="1",
    rule=rule,
    record=RECORD,
    options_record=OPTIONS,
    work=WORK,
    tally=TALLY,
    switches=SWITCHES,
    max_actions=MAX_ACTIONS,
    action_count=ACTIONS,
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
    hide=knowledge.hide,
    seen=knowledge.seen,
    resample=knowledge.resample,
    score=worth.score,
    evaluate=worth.evaluate,
    outlook=worth.outlook,
    canonical=movement.canonical,
    format_action=format_action,
    parse_action=parse_action,
    format_position=format_position,
    parse_position=parse_position,
    format_board=short_board,
    read_board=read_position,
    position_differs=position_differs,
    why_illegal=why_illegal,
    ruling=ruling,
    is_whole=is_whole,
    observe=observe,
    draw=picture.draw,
    targets=targets.targets,
    draw_targets=marks.draw_targets,
    draw_last=last.draw_last,
    draw_text=terminal.draw_text,
    seat_names=SEAT_NAMES,
    field_words={"phase": PHASES},
    weights_by_name=WEIGHTS,
    weight_sets=shipped_weights(__file__, WEIGHTS, PERSONAS),
    personas=PERSONAS,
    news=news,
    welcome=welcome,
    several=several,
    pages=PAGES,
    rulebook=rulebook,
    outcomes=Outcomes("card", "A 2 … 10 J Q K Joker", outcome_boards),
    points=points,
    measures=measures,
    columns=columns,
    kit=kit.kit,
)
