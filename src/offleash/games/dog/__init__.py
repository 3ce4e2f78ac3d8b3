"""Dog: four players in two teams race with cards round a loop. Rules in docs/rules/dog.md."""

from offleash.core.game import Game
from offleash.games.dog import bots, hidden, movement, rules
from offleash.games.dog.actions import ACTIONS, MAX_ACTIONS
from offleash.games.dog.draw import draw
from offleash.games.dog.notation import (
    PHASES,
    format_action,
    format_position,
    is_whole,
    parse_action,
    parse_position,
    position_differs,
    read_position,
    short_board,
)
from offleash.games.dog.observation import observe
from offleash.games.dog.options import OPTIONS, SWITCHES
from offleash.games.dog.outcomes import outcomes
from offleash.games.dog.reasons import why_illegal
from offleash.games.dog.record import RECORD, TALLY, WORK, rule
from offleash.games.dog.summary import SEAT_NAMES, summary
from offleash.games.dog.terminal import draw_text

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
    seats=rules.seats,
    side=rules.side,
    setup=rules.setup,
    actor=rules.actor,
    legal_actions=rules.legal_actions,
    chance_outcomes=rules.chance_outcomes,
    stream=rules.stream,
    apply=rules.apply,
    returns=rules.returns,
    rank=rules.rank,
    hide=hidden.hide,
    seen=hidden.seen,
    resample=hidden.resample,
    score=bots.score,
    evaluate=bots.evaluate,
    canonical=movement.canonical,
    format_action=format_action,
    parse_action=parse_action,
    format_position=format_position,
    parse_position=parse_position,
    format_board=short_board,
    read_board=read_position,
    position_differs=position_differs,
    why_illegal=why_illegal,
    is_whole=is_whole,
    observe=observe,
    draw=draw,
    draw_text=draw_text,
    seat_names=SEAT_NAMES,
    field_words={"phase": PHASES},
    default_weights=bots.WEIGHTS,
    outcomes=outcomes,
    summary=summary,
)
