"""The steps of a 7 as a person points at them: the card, a token, and where it ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from offleash.contract import Records, Route
from offleash.games.dog.draw.targets import TokenMove, move_of, piece_name, place_id, token_id
from offleash.games.dog.position import CARD_NAMES, Position, Spot, card_ids
from offleash.games.dog.rules import actions as A, record as R
from offleash.tools.prose import count_of


@dataclass(frozen=True)
class Steps:
    """Some steps of one token: its moves so far, and the position that they lead to."""

    position: Position = field(repr=False)
    actions: tuple[int, ...]
    moves: tuple[TokenMove, ...] = ()

    def next_steps(self, token: int) -> Iterator["Steps"]:
        """Yield routes with one step more; there are two where the token may turn into home."""
        if self.position.phase != R.SPLITTING:
            return
        for action in (A.STEP + 2 * token, A.STEP + 2 * token + 1):
            if action in self.position.legal:
                move = move_of(self.position, action)
                after = self.position.after(action)
                yield Steps(after, (*self.actions, action), (*self.moves, move))


def routes(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Route]:
    """Return routes of a 7 by one token, from one step to all that are left.

    Within a 7 a single step is left to the targets. A joker is a 7 only after it was played as
    one: otherwise the same clicks would mean two cards.
    """
    position = Position(states, options, seat)
    if not position.is_viewer_to_move:
        return []
    if position.phase == R.SPLITTING:
        return list(_routes(position, Steps(position, ()), fewest=2))
    if A.BEGIN_SEVEN not in legal:
        return []
    seven = Steps(position.after(A.BEGIN_SEVEN), (A.BEGIN_SEVEN,))
    return list(_routes(position, seven, fewest=1))


def _routes(position: Position, first: Steps, fewest: int) -> Iterator[Route]:
    """Yield the routes of every token that can move; of those with the same end, the first."""
    for token in range(2 * R.TOKENS):
        ends: set[str] = set()
        layer = [first]
        while layer := [longer for steps in layer for longer in steps.next_steps(token)]:
            for steps in layer:
                end = place_id(_end_of(steps))
                if end not in ends and len(steps.moves) >= fewest:
                    yield _route(position, steps)
                ends.add(end)


def _end_of(steps: Steps) -> Spot:
    end = steps.moves[-1].end
    assert end is not None
    return end


def _route(position: Position, steps: Steps) -> Route:
    piece = steps.moves[0].piece
    assert piece is not None
    ends = [place_id(move.end) for move in steps.moves if move.end]
    card = card_ids("card", [R.SEVEN]) if position.phase != R.SPLITTING else []
    end = _end_of(steps)
    place = f"into home {end.place - R.HOME}" if end.place >= R.HOME else f"to space {end.place}"
    cost = count_steps(steps)
    return Route(
        actions=steps.actions,
        group=CARD_NAMES[R.SEVEN],
        label=f"{piece_name(position, piece)} {count_of(cost, 'step')} {place}",
        clicks=(*card, token_id(piece), ends[-1]),
        passes=(place_id(piece), *ends),
        captures=tuple(move.victim.name for move in steps.moves if move.victim),
    )


def count_steps(steps: Steps) -> int:
    """Return how many of the seven steps the moves take: one over a protected token counts two."""
    return sum(max(1, move.steps) for move in steps.moves)
