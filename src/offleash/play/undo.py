"""May one undo? Only one's own last decision, as long as nobody has learnt anything from it."""

from collections.abc import Iterator

import numpy as np

from offleash.compiler.rules.random import CHOICES, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.play.session import Session

SAMPLED_WORLDS = 16  # with different values for what a viewer does not know
PLAYERS_WORLDS = 4  # of the player's, those in which others are asked what they learn


def may_undo(session: Session, seat: int) -> bool:
    """Return whether a seat may take back the last action of a session."""
    history = session.history
    return bool(history) and history[-1].actor == seat and not has_revealed(session)


def has_revealed(session: Session) -> bool:
    """Return whether the last action revealed more to anybody than that it was played.

    The player sees the answer, so it depends on nothing that the player does not know: what others
    learn is looked up in worlds that the player considers possible.
    """
    moment = session.history[-1]
    if moment.actor == CHANCE:
        return True
    sampler = _WorldSampler(session.game, session.options)
    if sampler.has_learnt(moment.before, moment.action, moment.actor):
        return True
    seats = range(session.game.seat_count(session.options))
    return any(
        sampler.has_learnt(world.tobytes(), moment.action, viewer)
        for world in sampler.possible_worlds(moment.before, moment.actor, PLAYERS_WORLDS)
        for viewer in seats
        if viewer != moment.actor
    )


class _WorldSampler:
    """The worlds of viewers; positions are bytes, since NumPy copies records slowly."""

    def __init__(self, game: Game, options: Records) -> None:
        self.rules, self.options = game.rules, options[0]
        self.work, self.tally, self.out = game.new_work()[0], game.new_tally()[0], game.new_out()
        self.rng = streams()

    def has_learnt(self, before: bytes, action: int, viewer: int) -> bool:
        """Return whether an action is illegal, or looks different, in a world thought possible."""
        real = self._position(before)
        seen = int(self.rules.seen(real[0], self.options, action, viewer))
        if seen == UNSEEN:
            return False
        view = self._view_after(real, action, viewer)
        for world in self.possible_worlds(before, viewer, SAMPLED_WORLDS):
            n = self.rules.legal_actions(world[0], self.options, self.work, self.out)
            if seen not in self.out[:n] or self._view_after(world, seen, viewer) != view:
                return True
        return False

    def possible_worlds(self, position: bytes, viewer: int, count: int) -> Iterator[Records]:
        """Yield positions that a viewer can't tell from this one, always the same."""
        view = self._position(position)
        self.rules.hide(view[0], self.options, viewer)
        for luck in range(count):
            world = self._position(view.tobytes())
            seed_streams(self.rng, luck, 0)
            stream = CHOICES + viewer
            self.rules.resample(world[0], self.options, self.work, viewer, self.rng, stream)
            yield world

    def _view_after(self, position: Records, action: int, viewer: int) -> bytes:
        """Play an action, and return what a viewer sees then."""
        self.rules.apply(position[0], self.options, self.work, action, self.tally)
        self.rules.hide(position[0], self.options, viewer)
        return position.tobytes()

    def _position(self, data: bytes) -> Records:
        return np.frombuffer(bytearray(data), self.rules.record)
