"""Which boards one card can lead to, once it is fully played."""

from dataclasses import replace

from offleash.contract import Records
from offleash.games.dog.position import Position
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.rules.movement import has_won
from offleash.games.dog.text.notation import format_sorted_board, parse_rank
from offleash.tools.errors import BadNotation


def outcome_boards(states: Records, options: Records, card: str, seat: int) -> list[str]:
    """Return the distinct boards, in short form, as if the seat held just this card, to be played.

    Tokens of one seat are alike here: boards are compared sorted.
    """
    if not 0 <= seat < R.SEATS:
        raise BadNotation(f"there is no seat {seat}: seats go from 0 to {R.SEATS - 1}")
    first = _with_one_card(Position(states, options), seat, parse_rank(card))
    if has_won(first.state, seat) or has_won(first.state, (seat + 1) % R.SEATS):
        raise BadNotation("all eight tokens of a team are home: the game is over")
    boards: set[str] = set()
    frontier = {first.state.tobytes(): first}
    while frontier:
        following: dict[bytes, Position] = {}
        for position in frontier.values():
            for action in position.legal:
                if action == A.THROW:
                    continue
                child = position.after(action).canonical()
                if child.phase == R.SPLITTING:
                    following[child.state.tobytes()] = child
                else:
                    boards.add(format_sorted_board(child))
        frontier = following
    return sorted(boards)


def _with_one_card(position: Position, seat: int, rank: int) -> Position:
    """Return the same board, one card in one hand, and that seat to play."""
    if position.phase == R.FINISHED:
        raise BadNotation("the game is over")
    states = position.states.copy()
    state = states[0]
    state.hand[:], state.held[:] = 0, 0
    state.hand[seat, rank] = state.held[seat] = 1
    state.phase, state.seat = R.PLAYING, seat
    state.seven_left, state.seven_joker = 0, 0
    return replace(position, states=states).canonical()
