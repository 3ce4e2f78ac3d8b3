"""Checks of actions and positions as text, of reasons, and of refusals."""

import random
from collections.abc import Iterator
from typing import Any

from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import OTHERS, choices, numbers, view_of, viewers
from offleash.checks.subject import Subject
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, NOBODY, OVER
from offleash.play.session import Session
from offleash.tools.errors import BadNotation, IllegalAction

LONGEST_REASON = 100  # characters
OUTSIDE = (-1, -2, -(10**9), 10**9)  # numbers of no action; with the first one past the last
GARBAGE = ("", " ", "\n", "\0", "?", "-1", "0", "fetch", "sit and stay", "é", "x" * 5000, "{}")
NOISE = "0123456789-|=?x,*'~ "  # what mangled text has in place of a letter
MANGLED_EACH = 4  # texts made of each position
REFUSED_EACH = 6  # illegal actions that are tried at each position


def illegal_numbers(
    subject: Subject, states: Records, options: Records, rng: random.Random, others: int
) -> list[int]:
    """Return what is not legal: all, or of many numbers those that matter and some others."""
    legal = set(choices(subject.game, states, options))
    candidates = numbers(subject.game, legal, rng, others)
    outside = (subject.game.rules.action_count, *OUTSIDE)
    return [action for action in (*candidates, *outside) if action not in legal]


# Reasons


def flaw(reason: str) -> str:
    """Return what is wrong with a reason as half a sentence, or nothing."""
    if not reason.strip() or reason != reason.strip():
        return "is blank, or has blanks around it"
    if "\n" in reason or len(reason) > LONGEST_REASON:
        return "is too long"
    return "ends with a stop" if reason[-1] in ".!?:;," else ""


def reason_breaches(subject: Subject, others: int = 0) -> Breaches:
    """Every illegal action has a reason, and no legal one.

    Where there are many actions, all positions share the others out, unless `others` says how many
    are looked at at each.
    """
    game, rng = subject.game, random.Random(f"others of {subject.game.name}")
    pairs = subject.positions("reasons")
    others = others or 1 + OTHERS // len(pairs)
    for options, states in pairs:
        before, where = states.tobytes(), subject.describe(states, options)
        for action in choices(game, states, options):
            if reason := game.notation.why_illegal(states, options, action):
                yield f"action {action} is legal, but {reason!r} in {where}"
        for action in illegal_numbers(subject, states, options, rng, others):
            reason = game.notation.why_illegal(states, options, action)
            if problem := flaw(reason):
                yield f"the reason {reason!r} against action {action} {problem}, in {where}"
        if states.tobytes() != before:
            yield f"asking for reasons changes {where}"


def _plant_reasons(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def silent(states: Records, options: Records, action: int) -> str:
        reason = game.notation.why_illegal(states, options, action)
        return "" if action == game.rules.action_count else reason

    def strict(states: Records, options: Records, action: int) -> str:
        return game.notation.why_illegal(states, options, action) or "it is not your day"

    def loud(states: Records, options: Records, action: int) -> str:
        reason = game.notation.why_illegal(states, options, action)
        return reason and f"{reason}!"

    return {
        "an illegal action has no reason": subject.planted(why_illegal=silent),
        "a legal action has a reason": subject.planted(why_illegal=strict),
        "a reason ends with a stop": subject.planted(why_illegal=loud),
    }


# Refusals


def snapshot(session: Session) -> tuple[Any, ...]:
    """Return everything that a refused action must leave alone."""
    luck = session.luck
    return (session.state.tobytes(), tuple(session.history), luck.streams.tobytes(),
            luck.plans.tobytes())  # fmt: skip


def refusal_breaches(subject: Subject) -> Breaches:
    """Try what is illegal: a session refuses it, says why and changes nothing."""
    game, rng = subject.game, random.Random(1)
    for options, states in subject.positions("reasons"):
        session = Session(game, options, position=game.notation.format_position(states, options))
        before = snapshot(session)
        inside = illegal_numbers(subject, states, options, rng, 100)[: -len(OUTSIDE)]
        tries = [*OUTSIDE, *rng.sample(inside, min(REFUSED_EACH, len(inside)))]
        for action in tries:
            where = f"{action} in {subject.describe(states, options)}"
            message = refusal(session, action)
            if not message or "\n" in message:
                yield f"the refusal is {message!r}, not one line: {where}"
            for part in expected_parts(session, action):
                if part not in message:
                    yield f"the refusal {message!r} does not say {part!r}: {where}"
            if snapshot(session) != before:
                yield f"what was refused changes the game: {where}"
    yield from malformed_breaches(game)


def expected_parts(session: Session, action: int) -> list[str]:
    """Return what a refusal says: what was tried, by whom, why not, and where."""
    game, options = session.game, session.options
    actor = {CHANCE: "chance", OVER: "nobody"}.get(session.actor, f"seat {session.actor}")
    is_action = 0 <= action < game.rules.action_count
    text = game.notation.format_action(action, options) if is_action else str(action)
    view = session.view(max(session.actor, NOBODY))
    reason = game.notation.why_illegal(session.state, options, action)
    return [text, actor, reason, game.notation.format_position(view, options)]


def refusal(session: Session, action: int | str) -> str:
    """Return how a session refuses an action; nothing if it doesn't."""
    try:
        session.play(action)
    except (IllegalAction, BadNotation) as error:
        return str(error)
    return ""


def malformed_breaches(game: Game) -> Breaches:
    """Text that is no action is refused."""
    session = Session(game, seed=4)
    before, rng = snapshot(session), random.Random(4)
    sample = numbers(game, session.legal_numbers, rng, OTHERS)[::29]
    malformed = [f"{game.notation.format_action(n, session.options)} fetch" for n in sample]
    for text in (*GARBAGE, *malformed):
        message = refusal(session, text)
        if not message or "\n" in message or snapshot(session) != before:
            yield f"the text {text!r} is not refused in one line: {message!r}"
        try:
            number = game.notation.parse_action(text, session.options)
        except BadNotation:
            continue
        yield f"the text {text!r} is read as action {number}"


def _plant_refusals(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def lenient(text: str, options: Records) -> int:
        try:
            return game.notation.parse_action(text, options)
        except BadNotation:
            return 0

    def vague(states: Records, options: Records, action: int) -> str:
        reason = game.notation.why_illegal(states, options, action)
        return reason and f"{reason}\nand more"

    return {
        "any text is an action": subject.planted(parse_action=lenient),
        "a refusal has two lines": subject.planted(why_illegal=vague),
    }


# Text and back


def action_breaches(subject: Subject) -> Breaches:
    """Every action has a plain text of its own, and that leads back to it."""
    game, options = subject.game, subject.game.options()
    actions = numbers(game, (), random.Random(5), OTHERS)
    texts: dict[str, int] = {}
    for action in actions:
        text = game.notation.format_action(action, options)
        other = texts.setdefault(text.lower(), action)
        if other != action:
            yield f"actions {other} and {action} are both {text!r}"
        if text != " ".join(text.split()) or not text.isprintable():
            yield f"the text {text!r} of action {action} has odd blanks or letters"
        if game.notation.parse_action(text, options) != action:
            yield f"{text!r}, which is action {action}, is read as another one"
    for number in (game.rules.action_count, *OUTSIDE):
        try:
            text = game.notation.format_action(number, options)
        except BadNotation:
            continue
        yield f"{number} is no action, but has the text {text!r}"


def _plant_actions(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def one_text(action: int, options: Records) -> str:
        text = game.notation.format_action(action, options)
        return game.notation.format_action(0, options) if action == 1 else text

    def shifted(text: str, options: Records) -> int:
        return (game.notation.parse_action(text, options) + 1) % game.rules.action_count

    return {
        "two actions have one text": subject.planted(format_action=one_text),
        "an action is read as the next": subject.planted(parse_action=shifted),
    }


def forms(game: Game, states: Records, options: Records) -> Iterator[Records]:
    """Yield a position, and each view of it that differs."""
    views = [view_of(game, states, options, seat) for seat in viewers(game, options)]
    yield from {records.tobytes(): records for records in (states, *views)}.values()


def position_breaches(subject: Subject) -> Breaches:
    """Whole positions and every seat's view of them are read as they are written."""
    game = subject.game
    for options, states in subject.positions("reasons"):
        for records in forms(game, states, options):
            text = game.notation.format_position(records, options)
            copy = game.notation.parse_position(text, options)
            if copy.tobytes() != records.tobytes():
                names = [f for f in game.rules.record.names or () if (copy[f] != records[f]).any()]
                yield f"{', '.join(names)} of {text!r} are read otherwise"
            if "\n" in text:
                yield f"the position {text!r} has several lines"
            if game.notation.position_differs(text, records, options):
                yield f"{text!r} differs from itself"


def _plant_positions(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def parse(text: str, options: Records) -> Records:
        states = game.notation.parse_position(text, options)
        name = (game.rules.record.names or ())[
            -2 if "pad" in (game.rules.record.names or ()) else -1
        ]
        states[name] = 0
        return states

    def differs(text: str, states: Records, options: Records) -> list[str]:
        return ["the weather"]

    return {
        "a field is not read": subject.planted(parse_position=parse),
        "a position differs from itself": subject.planted(position_differs=differs),
    }


def mangled(text: str, rng: random.Random) -> str:
    """Return a position with a few letters dropped, doubled, swapped or replaced."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters))
        other = rng.choice(letters), rng.choice(NOISE)
        letters[at : at + 1] = rng.choice(([], letters[at] * 2, *other, "999"))
    return "".join(letters) or "?"


def mangled_breaches(subject: Subject) -> Breaches:
    """Mangled text is refused, or read as a position that can be written and read again."""
    game, rng = subject.game, random.Random(f"mangling {subject.game.name}")
    for options, states in subject.positions("reasons"):
        for records in forms(game, states, options):
            for _ in range(MANGLED_EACH):
                text = mangled(game.notation.format_position(records, options), rng)
                try:
                    read = game.notation.parse_position(text, options)
                    again = game.notation.format_position(read, options)
                    if game.notation.parse_position(again, options).tobytes() != read.tobytes():
                        yield f"{text!r} is read as {again!r}, and that as something else"
                except BadNotation as error:
                    if "\n" in str(error):
                        yield f"the refusal of {text!r} has several lines"
                except Exception as error:
                    yield f"{text!r} raises {error!r}"


def _plant_mangled(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def careless(text: str, options: Records) -> Records:
        try:
            return game.notation.parse_position(text, options)
        except BadNotation as error:
            raise KeyError(text) from error

    return {"bad text raises a KeyError": subject.planted(parse_position=careless)}


CHECKS = (
    Check("texts", "whatever is illegal has a reason, and nothing else", reason_breaches,
          _plant_reasons),
    Check("texts", "what is illegal is refused and changes nothing", refusal_breaches,
          _plant_refusals),
    Check("texts", "actions are read as they are written", action_breaches, _plant_actions),
    Check("texts", "positions and views are read as they are written", position_breaches,
          _plant_positions),
    Check("texts", "mangled positions are read or refused", mangled_breaches, _plant_mangled),
)  # fmt: skip
