"""The legal actions as a person picks them: grouped, numbered and described."""

import re
from typing import TYPE_CHECKING

from offleash.cli.terminal import console, print_plain, print_wrapped
from offleash.tools.errors import BadNotation, OffleashError
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from collections.abc import Callable

    from offleash.contract import Target
    from offleash.play.session import Session

MAX_ONE_PER_LINE = 15  # above this, several actions share a line
MAX_DESCRIBED = 200  # above this, even on request
NUMBER = re.compile("#? *([0-9]{1,4})")


def list_targets(session: "Session") -> list["Target"]:
    """Return the legal actions of the seat to move, grouped; #1 is the first."""
    seat, options = session.actor, session.options
    legal = session.legal_numbers
    targets = session.game.pictures.targets(session.view(seat), options, seat, legal)
    groups = list(dict.fromkeys(target.group for target in targets))
    pieces = list(dict.fromkeys(target.piece for target in targets))
    return sorted(targets, key=lambda t: (groups.index(t.group), pieces.index(t.piece)))


def print_legal(session: "Session", in_full: bool = False) -> None:
    """Print the legal actions; a long list is condensed unless `in_full`."""
    lines = None if in_full else _brief_lines(session)
    if lines is not None:
        for line in lines:
            print_wrapped(line)
        print_wrapped(f"(type `legal` to list all {len(session.legal_numbers)})", "dim")
        return
    targets = list_targets(session)
    print_wrapped("legal:", "dim")
    if len(targets) > MAX_ONE_PER_LINE and not in_full:
        _print_condensed(targets, describe_target)
        print_wrapped("(type `legal` to see what to type for each)", "dim")
    elif len(targets) > MAX_DESCRIBED:
        _print_condensed(targets, lambda target: target.text)
    else:
        _print_one_by_one(targets)


def _brief_lines(session: "Session") -> list[str] | None:
    """Return a short description of the choices, if the game has one."""
    game, seat = session.game, session.actor
    if game.notation.brief is None:
        return None
    return game.notation.brief(session.view(seat), session.options, seat, session.legal_numbers)


def describe_target(target: "Target") -> str:
    """Return what an action does and what it captures."""
    captures = f", captures {join_and(target.captures)}" if target.captures else ""
    return target.label + captures


def _print_one_by_one(targets: list["Target"]) -> None:
    """Print a line for each action: `5  #3 5 a  a to space 15`."""
    groups = max(len(target.group) for target in targets)
    texts = max(len(target.text) for target in targets)
    digits = len(str(len(targets)))
    last = None
    for number, target in enumerate(targets, 1):
        group = "" if target.group == last else target.group
        words = describe_target(target).removeprefix(target.text).strip()
        head = f"{group:<{groups}}  {'#' + str(number):>{digits + 1}} {target.text:<{texts}}  "
        print_wrapped(f"{head}{words}".rstrip(), hanging=min(len(head), console.width * 2 // 3))
        last = target.group


def _print_condensed(targets: list["Target"], describe: "Callable[[Target], str]") -> None:
    """Print a paragraph for each group: `5  #3 a to space 15  #4 b to space 20`."""
    groups: dict[str, list[str]] = {}
    for number, target in enumerate(targets, 1):
        words = describe(target) or target.text
        groups.setdefault(target.group, []).append(f"#{number} {words}")
    indent = max(map(len, groups)) + 2
    for group, entries in groups.items():
        line = f"{group:<{indent}}{entries[0]}"
        for entry in entries[1:]:
            if len(line) + 2 + len(entry) > console.width:
                print_plain(line)
                line = " " * (indent - 2)
            line += f"  {entry}"
        print_plain(line)


def parse_action(session: "Session", answer: str) -> str:
    """Return the action that was typed: `5 a`, or by its number `#3` or `3`.

    A bare number that is an action of the game means that action, legal or not: in Dog, `7` is
    the card, never number 7 of the list, and so is `3` by the game's short forms. Raises
    OffleashError if the number is not listed.
    """
    match = NUMBER.fullmatch(answer)
    if not match or (not answer.startswith("#") and _is_action(session, answer)):
        return answer
    number, targets = int(match[1]), list_targets(session)
    if not 1 <= number <= len(targets):
        raise OffleashError(f"there is no action #{number}; choose #1 to #{len(targets)}")
    return targets[number - 1].text


def parse_actions(session: "Session", answer: str) -> list[str | int]:
    """Return the actions that were typed: mostly one, or several as in `7 a4 b3`."""
    several = session.game.notation.several
    if several is not None and answer.isdecimal():  # a number on the board, or a card
        actions = several(answer, session.state, session.options)
        if actions is not None:
            return [*actions]
    action = parse_action(session, answer)
    if several is not None and not _is_action(session, action):
        actions = several(action, session.state, session.options)
        if actions is not None:
            return [*actions]
    return [action]


def number_hint(session: "Session", answer: str) -> str:
    """Return a hint for a bare number that is illegal as an action but is in the list."""
    is_listed = NUMBER.fullmatch(answer) and 1 <= int(answer.lstrip("# ")) <= len(session.legal)
    return f"to choose number {answer} of the list, type #{answer}" if is_listed else ""


def _is_action(session: "Session", text: str) -> bool:
    try:
        session.game.notation.parse_action(text, session.options)
    except BadNotation:
        return False
    return True
