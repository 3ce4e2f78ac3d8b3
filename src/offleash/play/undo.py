"""Whether a decision revealed hidden information: if so, it can't be undone."""

import numpy as np

from offleash.core.rules.actors import CHANCE, UNSEEN
from offleash.core.rules.random import CHOICES, seed_streams
from offleash.core.seeds import streams
from offleash.play.session import Session

SAMPLED_WORLDS = 16  # with different values for what a viewer does not know


def has_revealed(session: Session) -> bool:
    """Whether the last action revealed more to any viewer than that it was played.

    It reveals nothing if it is legal, and looks the same afterwards, in every world that the viewer
    considered possible before.
    """
    if session.history[-1].actor == CHANCE:
        return True
    seats = range(session.game.seat_count(session.options))
    return any(_has_learnt(session, viewer) for viewer in seats)


def _has_learnt(session: Session, viewer: int) -> bool:
    game, options, moment = session.game, session.options[0], session.history[-1]
    before = np.frombuffer(bytearray(moment.before), game.rules.record)
    after = session.view(viewer)
    seen = int(game.rules.seen(before[0], options, moment.action, viewer))
    if seen == UNSEEN:
        return False
    game.rules.hide(before[0], options, viewer)
    rng, work, tally, out = streams(), game.new_work(), game.new_tally(), game.new_out()
    for luck in range(SAMPLED_WORLDS):
        world = before.copy()
        seed_streams(rng, luck, 0)
        game.rules.resample(world[0], options, work[0], viewer, rng, CHOICES + viewer)
        n = game.rules.legal_actions(world[0], options, work[0], out)
        if seen not in out[:n]:
            return True
        game.rules.apply(world[0], options, work[0], seen, tally[0])
        game.rules.hide(world[0], options, viewer)
        if world.tobytes() != after.tobytes():
            return True
    return False
