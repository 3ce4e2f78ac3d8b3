"""A game in words, line by line, as a seat or a spectator saw it, or with everything open."""

from collections.abc import Sequence
from itertools import groupby

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, EVERYBODY, NOBODY, UNSEEN
from offleash.play.session import Event, Session
from offleash.tables.live.messages import Line
from offleash.tables.live.player_names import PlayerNames
from offleash.tools.prose import join_and

FACE_DOWN = "does something face down"


def narrate(session: Session, seat: int, names: PlayerNames, since: int = 0) -> list[list[Line]]:
    """Return the lines of each action from number `since` on; EVERYBODY sees all of it.

    A sentence about several actions in a row belongs to the last of them. What came before `since`
    must not be of the same actor.
    """
    events = session.events(NOBODY if seat == EVERYBODY else seat, since)
    lines: list[list[Line]] = []
    for _, run in groupby(events, key=lambda event: event.actor):
        lines += _narrate_run(session, list(run), seat, names)
    return lines


def begin_of_run(actors: Sequence[int], number: int) -> int:
    """Return the first action in the row of actions of one actor that action `number` continues."""
    while 0 < number < len(actors) and actors[number - 1] == actors[number]:
        number -= 1
    return number


def _narrate_run(
    session: Session, run: Sequence[Event], seat: int, names: PlayerNames
) -> list[list[Line]]:
    """Return the lines of actions in a row of one actor."""
    lines: list[list[Line]] = []
    actor, at = run[0].actor, 0
    kind = "chance" if actor == CHANCE else "move"
    subject = "" if actor == CHANCE else session.game.seat_name(session.options, actor)
    for count, text in _sentences(session, run, seat):
        last = run[at + count - 1].number
        news = [line for event in run[at : at + count] for line in event.news]
        worded = names.in_text(text) if subject else names.in_sentence(text)
        described = [Line(last, actor, worded, kind)] if text else []
        others = [line for line in news if line != f"{subject} {text}"]
        reported = [Line(last, actor, names.in_sentence(line), "news") for line in others]
        lines += [[] for _ in range(count - 1)] + [[*described, *reported]]
        at += count
    return lines


def _sentences(session: Session, run: Sequence[Event], seat: int) -> list[tuple[int, str]]:
    """Return how many actions each sentence is about, and the sentence."""
    game, options = session.game, session.options
    actor, numbers = run[0].actor, [event.number for event in run]
    actions = [
        session.history[event.number].action if seat == EVERYBODY else event.action for event in run
    ]
    views = [session.view_before(number, seat) for number in (*numbers, numbers[-1] + 1)]
    if game.notation.story is not None:
        return game.notation.story(views, actions, options, seat, actor)
    pairs = zip(views, actions, strict=False)
    return [(1, _describe_action(session, view, action, actor)) for view, action in pairs]


def _describe_action(session: Session, view: Records, action: int, actor: int) -> str:
    """Describe an action of a game that has no sentences of its own."""
    game, options = session.game, session.options
    if action == UNSEEN:
        return "" if actor == CHANCE else FACE_DOWN
    if actor != CHANCE:
        [target] = game.pictures.targets(view, options, actor, [action])
        captured = f", captures {join_and(target.captures)}" if target.captures else ""
        if target.label:
            return f"{target.label}{captured}"
    return game.notation.format_action(action, options)


def result(shares: Sequence[float], names: Sequence[str], seat: int = NOBODY) -> str:
    """Return who wins, in words addressed to a seat."""
    winners = [seat_number for seat_number, share in enumerate(shares) if share == max(shares)]
    if len(winners) == len(shares):
        return "Nobody wins: all share"
    if winners == [seat]:
        return "You win"
    winner_names = [names[seat_number] for seat_number in winners]
    return f"{join_and(winner_names)} {'win' if len(winner_names) > 1 else 'wins'}"
