"""Ludo: tokens run around a loop; whoever brings all of them home first wins."""

import numpy as np

from ludo.options import OPTION_LIST, PRESETS, TOKENS
from ludo.rules import course
from ludo.rules.record import ACTIONS, COLUMN, HOME, LOOP, ON_LOOP, ROLL, SIDES, rule
from offleash.contract import Game, GameRules, Records, StudioParts
from offleash.contract.text.plain import plain_notation
from offleash.games.shared.board import Board, Piece, Placed, Places, below, grid, hand, loop
from offleash.games.shared.tabletop import dice

NAMES = ("Red", "Blue", "Yellow", "Green")
LETTERS = "abcd"


def check(states: Records, options: Records) -> str:
    """Return why a position is impossible; nothing if it is possible."""
    state, players, tokens = states[0], int(options["players"][0]), int(options["tokens"][0])
    if state.seat not in range(players) or state.rolled not in range(SIDES + 1):
        return f"there are {players} seats, and six sides to the die"
    absent = state.step.copy()
    absent[:players, :tokens] = 0
    if absent.any() or not 0 <= state.step.min() <= state.step.max() <= HOME:
        return f"{tokens} tokens of {players} players have come 0 to {HOME} steps"
    done = [1 + seat for seat in range(players) if course.is_done(state, options[0], seat)]
    if done != ([state.winner] if state.winner else []):
        return "the winner is the one player whose tokens are all at home"
    if state.rolled and (state.winner or not course.can_move(state, options[0])):
        return "who can't use a roll passes at once"
    return ""


def places(options: Records) -> Places:
    """Return the loop, the columns, and each player's yard and home."""
    names = NAMES[: int(options["players"][0])]
    columns = [f"{name[0]}{n + 1}" for name in names for n in range(COLUMN)]
    asides = [hand(f"{name} {word}", TOKENS) for name in names for word in ("yard", "home")]
    spaces = loop([str(n + 1) for n in range(LOOP)], 14)
    return below(spaces, grid(len(names), COLUMN, columns), *asides, hand("die", 1))


def where(options: Records, seat: int, step: int) -> str:
    """Return the name of the place of a token."""
    if step in (0, HOME):
        return f"{NAMES[seat]} {'home' if step else 'yard'}"
    if step > ON_LOOP:
        return f"{NAMES[seat][0]}{step - ON_LOOP}"
    return str(course.space(options[0], seat, step) + 1)


def pieces(view: Records, options: Records, seat: int) -> Placed:
    """Yield the tokens, and what the die shows."""
    for owner, token in np.ndindex(int(options["players"][0]), int(options["tokens"][0])):
        name = f"{NAMES[owner]} {LETTERS[token]}"
        place = where(options, owner, int(view["step"][0, owner, token]))
        yield place, Piece(owner, NAMES[owner][0], name=name)
    if view["rolled"][0]:
        yield "die", Piece(text=str(view["rolled"][0]))


def clicks(view: Records, options: Records, action: int) -> list[str]:
    """Return the token to click."""
    return [f"{NAMES[int(view['seat'][0])]} {LETTERS[action]}"] if action < ROLL else []


RULES = GameRules.of(
    course,
    rule=rule,
    options=OPTION_LIST,
    presets=PRESETS,
    max_actions=SIDES,
    action_count=ACTIONS,
    seat_names=NAMES,
)
TEXTS = [f"move {letter}" for letter in LETTERS] + [f"roll {n + 1}" for n in range(SIDES)]
NOTATION = plain_notation(RULES, TEXTS, check=check)
BOARD = Board(
    rules=RULES, notation=NOTATION, places=places, pieces=pieces, clicks=clicks, extras=[dice(1)]
)
GAME = Game(
    name="ludo",
    title="Ludo",
    rules_version="1",
    rules=RULES,
    notation=NOTATION,
    pictures=BOARD.pictures(),
    studio=StudioParts(kit=BOARD.kit),
)
