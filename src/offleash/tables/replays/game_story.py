"""The story of a finished game: who was ahead when, and the turns that changed it most."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from offleash.contract.rules.actors import CHANCE, EVERYBODY
from offleash.play.session import Session
from offleash.tables.live.messages import Line
from offleash.tables.replays.chances import of_seats, side_chances
from offleash.tables.replays.tape import Tape

MOST_TURNS = 8  # of a story
LEAST_SWING = 0.03  # a turn that changed less is not part of the story


@dataclass(frozen=True)
class Turn:
    """One turn: decisions of one seat in a row, and the chance after them."""

    first: int  # the number of its first action
    end: int  # the number of the first action after it
    seat: int
    before: tuple[float, ...]  # the chances of each seat to win, as bots estimate them
    after: tuple[float, ...]

    @property
    def swing(self) -> float:
        """How much it changed, for the seat that it changed most for."""
        return max(abs(b - a) for a, b in zip(self.before, self.after, strict=True))


def turn_begins(session: Session) -> list[int]:
    """Return the first decision of each turn."""
    actors = [moment.actor for moment in session.history]
    decisions = [number for number, actor in enumerate(actors) if actor != CHANCE]
    return [
        number
        for number, before in zip(decisions, [-1, *decisions], strict=False)
        if before < 0 or actors[before] != actors[number]
    ]


@dataclass(frozen=True)
class Story:
    """A finished game in turns, with the lines about each."""

    tape: Tape

    @property
    def session(self) -> Session:
        return self.tape.session

    @cached_property
    def has_estimates(self) -> bool:
        """Whether bots can estimate positions of this game."""
        return self.session.game.bots.outlook is not None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """All turns."""
        history = self.session.history
        firsts = turn_begins(self.session)
        moments = [*firsts, len(history)]
        chances = [self.chances_at(moment) for moment in moments]
        return tuple(
            Turn(first, moments[n + 1], history[first].actor, chances[n], chances[n + 1])
            for n, first in enumerate(firsts)
        )

    def chances_at(self, number: int) -> tuple[float, ...]:
        """Return each seat's chance to win before action `number`; the real shares at the end."""
        session, game = self.session, self.session.game
        if number == len(session.history) and session.over:
            return tuple(session.returns)
        past = session.past(number)
        actor = past.actor if past.actor != CHANCE else session.history[number - 1].actor
        chances = side_chances(game, past.state, session.options, actor)
        return of_seats(chances, game.sides(session.options[0]))

    @cached_property
    def turning_point(self) -> Turn | None:
        """The turn before the last that helped the winners most; None if none helped much.

        A game that ended early has none: it was not won on the board.
        """
        if not (self.has_estimates and self.session.over):
            return None
        returns = self.session.returns
        winner = returns.index(max(returns))
        gains = {turn: turn.after[winner] - turn.before[winner] for turn in self.turns[:-1]}
        best = max(gains, key=lambda turn: gains[turn], default=None)
        return best if best and gains[best] >= LEAST_SWING else None

    @cached_property
    def main_turns(self) -> tuple[Turn, ...]:
        """The turns that changed most, in the order of the game."""
        if not self.has_estimates:
            return self.turns[-MOST_TURNS:]
        largest = sorted(self.turns, key=lambda turn: turn.swing, reverse=True)[:MOST_TURNS]
        return tuple(sorted(largest, key=lambda turn: turn.first))

    def lines(self, turn: Turn) -> list[Line]:
        """Return the lines of a turn, without the chance that begins the next one."""
        history, lines = self.session.history, self.tape.lines(EVERYBODY)
        last = max(n for n in range(turn.first, turn.end) if history[n].actor == turn.seat)
        return [line for line in lines if turn.first <= line.number <= last]

    @cached_property
    def ending(self) -> list[str]:
        """What was said at the end: who won, and by what; nothing if the game ended early."""
        if not self.session.over:
            return []
        lines = self.tape.lines(EVERYBODY)
        last = lines[-1].number if lines else -1
        return [line.text for line in lines if line.number == last and line.kind == "news"]


# The chart

WIDTH, HEIGHT = 640, 200
MARGIN = 6


def chart(turns: Sequence[Turn], seat: int) -> str:
    """Return the points of a seat's line: its chance to win over the turns."""
    values = [turns[0].before, *(turn.after for turn in turns)] if turns else []
    step = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    return " ".join(
        f"{MARGIN + n * step:.1f},{chart_height(value[seat]):.1f}" for n, value in enumerate(values)
    )


def chart_height(chance: float) -> float:
    """Return where a chance is on the chart."""
    return MARGIN + (1 - chance) * (HEIGHT - 2 * MARGIN)


def chart_place(turns: Sequence[Turn], turn: Turn) -> float:
    """Return where the end of a turn is on the chart."""
    step = (WIDTH - 2 * MARGIN) / max(1, len(turns))
    return MARGIN + (turns.index(turn) + 1) * step
