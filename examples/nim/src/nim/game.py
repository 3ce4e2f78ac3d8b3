"""Nim: take any number of sticks from one heap; who takes the last one wins."""

from nim.options import OPTION_LIST, PRESETS
from nim.rules import course
from nim.rules.record import HEAPS, MOST, SEATS, rule
from offleash.contract import Game, GameRules, Records, StudioParts
from offleash.contract.text.plain import plain_notation
from offleash.games.shared.board import Board, Piece, Placed, Places, below, hand

STICKS = [(heap, number) for heap in range(HEAPS) for number in range(MOST)]
ACTION_TEXTS = [f"take {number + 1} from {'abcd'[heap]}" for heap, number in STICKS]


def check(states: Records, options: Records) -> str:
    """Return why a position is impossible; nothing if it is possible."""
    state = states[0]
    if state.seat not in range(SEATS) or state.misere not in (0, 1):
        return "there are two seats, and misere is 0 or 1"
    if state.heap.min() < 0 or state.heap.max() > MOST:
        return f"a heap has 0 to {MOST} sticks"
    return ""


def places(options: Records) -> Places:
    """Return a row for each heap."""
    return below(*(hand(f"heap {name}", MOST) for name in "abcd"))


def pieces(view: Records, options: Records, seat: int) -> Placed:
    """Yield the sticks of each heap; the third one stands for taking three."""
    for heap, count in enumerate(view["heap"][0]):
        for number in range(count):
            yield (
                f"heap {'abcd'[heap]}",
                Piece(2, str(number + 1), name=f"{'abcd'[heap]}{number + 1}"),
            )


def clicks(view: Records, options: Records, action: int) -> list[str]:
    """Return what to click: to take three sticks, the third."""
    heap, number = divmod(action, MOST)
    return [f"{'abcd'[heap]}{number + 1}"]


RULES = GameRules.of(
    course,
    rule=rule,
    options=OPTION_LIST,
    presets=PRESETS,
    max_actions=HEAPS * MOST,
    action_count=HEAPS * MOST,
    seat_names=("first", "second"),
)
NOTATION = plain_notation(RULES, ACTION_TEXTS, check=check)
BOARD = Board(rules=RULES, notation=NOTATION, places=places, pieces=pieces, clicks=clicks)
GAME = Game(
    name="nim",
    title="Nim",
    rules_version="1",
    rules=RULES,
    notation=NOTATION,
    pictures=BOARD.pictures(),
    studio=StudioParts(kit=BOARD.kit),
)
