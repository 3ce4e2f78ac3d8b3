"""Which boards one card can lead to, once it is fully played."""

import numpy as np

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.course import apply, legal_actions
from offleash.games.dog.rules.movement import canonical, has_won
from offleash.games.dog.text.notation import parse_rank, short_board


def outcome_boards(states: Records, options: Records, card: str, seat: int) -> list[str]:
    """The distinct boards, in short form, as if the seat held just this card and had to play.

    Tokens of one seat are alike here: boards are compared sorted.
    """
    if not 0 <= seat < R.SEATS:
        raise BadNotation(f"there is no seat {seat}: seats go from 0 to {R.SEATS - 1}")
    first = _with_one_card(states, seat, parse_rank(card))
    if has_won(first[0], seat) or has_won(first[0], (seat + 1) % R.SEATS):
        raise BadNotation("all eight tokens of a team are home: the game is over")
    done: set[str] = set()
    frontier = {first.tobytes(): first}
    work, out = np.zeros(1, R.WORK), np.zeros(A.MAX_ACTIONS + 1, np.int32)
    while frontier:
        following: dict[bytes, Records] = {}
        for state in frontier.values():
            n = legal_actions(state[0], options[0], work[0], out)
            for action in out[:n].tolist():
                if action == A.THROW:
                    continue
                child = state.copy()
                apply(child[0], options[0], work[0], action, None)
                canonical(child[0])
                if child["phase"][0] == R.SPLITTING:
                    following[child.tobytes()] = child
                else:
                    done.add(short_board(child, options))
        frontier = following
    return sorted(done)


def _with_one_card(states: Records, seat: int, rank: int) -> Records:
    """The same board, one card in one hand, and that seat to play."""
    made = states.copy()
    made["hand"][0], made["held"][0] = 0, 0
    made["hand"][0][seat][rank] = made["held"][0][seat] = 1
    made["phase"], made["seat"] = R.PLAYING, seat
    made["seven_left"], made["seven_joker"] = 0, 0
    if states["phase"][0] == R.FINISHED:
        raise BadNotation("the game is over")
    canonical(made[0])
    return made
