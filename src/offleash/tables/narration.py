"""A game in words, line by line, as a seat or a spectator saw it, or with everything open."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from offleash.core.prose import join_and
from offleash.core.rules.actors import CHANCE, EVERYBODY, NOBODY, UNSEEN
from offleash.play.session import Event, Session
from offleash.tables.messages import Line
from offleash.tables.player_names import PlayerNames

FACE_DOWN = "does something face down"


def narrate(session: Session, seat: int, names: PlayerNames, since: int = 0) -> list[list[Line]]:
    """The lines of each action from number `since` on; EVERYBODY sees all of it."""
    events = session.events(NOBODY if seat == EVERYBODY else seat, since)
    return [
        [
            replace(line, text=names.in_text(line.text))
            for line in describe_event(session, event, seat)
        ]
        for event in events
    ]


def describe_event(session: Session, event: Event, seat: int) -> list[Line]:
    """The lines of an event for one seat: none for chance that it does not see."""
    news_lines = [Line(event.number, event.actor, news, "news") for news in event.news]
    action = session.history[event.number].action if seat == EVERYBODY else event.action
    if event.actor == CHANCE:
        if action == UNSEEN:
            return news_lines
        text = session.game.notation.format_action(action, session.options)
        return [Line(event.number, CHANCE, text, "chance"), *news_lines]
    text = FACE_DOWN if action == UNSEEN else _describe_action(session, event, action, seat)
    return [Line(event.number, event.actor, text, "move"), *news_lines]


def _describe_action(session: Session, event: Event, action: int, seat: int) -> str:
    """An action in words, from what the viewer saw just before."""
    game, options = session.game, session.options
    before = np.frombuffer(bytearray(session.history[event.number].before), game.rules.record)
    if seat != EVERYBODY:
        game.rules.hide(before[0], options[0], seat)
    [target] = game.pictures.targets(before, options, event.actor, [action])
    captured = f", captures {join_and(target.captures)}" if target.captures else ""
    if target.label:
        return f"{target.label}{captured}"
    return game.notation.format_action(action, options)


def result(shares: Sequence[float], names: Sequence[str], seat: int = NOBODY) -> str:
    """Who wins, in words addressed to a seat."""
    winners = [seat_number for seat_number, share in enumerate(shares) if share == max(shares)]
    if len(winners) == len(shares):
        return "Nobody wins: all share"
    if winners == [seat]:
        return "You win"
    winner_names = [names[seat_number] for seat_number in winners]
    return f"{join_and(winner_names)} {'win' if len(winner_names) > 1 else 'wins'}"
