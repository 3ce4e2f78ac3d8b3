"""A table as somebody who may not know everything could imagine it: all that is hidden shuffled."""

import random
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np

from offleash.contract import Records
from offleash.contract.rules.actors import UNSEEN
from offleash.play.session import Moment
from offleash.tables.live.table import OVER, Table
from tests.variety import applied, choices, filled, view_of

OTHER_SEED = bytes(range(33, 65))
TRIES = 6  # shuffles for a position in which what was seen could happen too


class Twin:
    """A table that one viewer can't tell from the real one, which it follows."""

    def __init__(self, real: Table, viewer: int, seed: int) -> None:
        self.real, self.viewer = real, viewer
        self.luck = random.Random(seed)
        self.table = Table(msgspec.structs.replace(real.facts, seed=OTHER_SEED))
        self.table.commitment = real.commitment  # everybody sees it
        self.followed: list[Moment] = []
        self.shuffled = 0  # moments in which something differs
        self.follow()

    def follow(self) -> None:
        """Whatever happened at the real table happens here, as far as the viewer saw it."""
        real, table = self.real, self.table
        table.seq, table.has_begun, table.gathered_at = real.seq, real.has_begun, real.gathered_at
        table.words, table.commands, table.next_table = (
            dict(real.words),
            set(real.commands),
            real.next_table,
        )
        table.promises, table.silent = dict(real.promises), set(real.silent)
        table.game_seq, table.is_chat_on = real.game_seq, real.is_chat_on
        table.chat, table.offers = list(real.chat), set(real.offers)
        table.early_end, table.left = real.early_end, list(real.left)
        table.seats = list(real.seats)
        if real.phase == OVER:
            table.facts = real.facts  # its seed is shown now
        self._follow_moments(real.session.history)
        table.session.state = self._state()
        table.session.luck.streams[:] = self.luck.getrandbits(60)  # of bots: nobody sees it

    def _follow_moments(self, history: Sequence[Moment]) -> None:
        pairs = zip(self.followed, history, strict=False)
        same = next((n for n, (one, two) in enumerate(pairs) if one is not two), None)
        count = min(len(self.followed), len(history)) if same is None else same
        del self.followed[count:], self.table.session.history[count:]
        for moment in history[count:]:
            twin = self._moment(moment)
            self.shuffled += (twin.before, twin.action) != (moment.before, moment.action)
            self.table.session.history.append(twin)
            self.followed.append(moment)

    def _moment(self, moment: Moment) -> Moment:
        """Another position that looks the same, and an action there that does."""
        game, options = self.real.game, self.real.session.options
        before = np.frombuffer(moment.before, game.rules.record)
        observation = int(game.rules.seen(before[0], options[0], moment.action, self.viewer))
        if self._knows(before) and observation == moment.action:
            return moment
        for _ in range(TRIES):
            other = self._shuffled(before)
            possible = choices(game, other, options)
            alike = [
                a
                for a in possible
                if game.rules.seen(other[0], options[0], a, self.viewer) == observation
            ]
            if alike:
                action = self.luck.choice(alike) if observation == UNSEEN else alike[0]
                return replace(moment, before=other.tobytes(), action=action)
        return moment

    def _state(self) -> Records:
        """The position now; after the viewer's own decision, what that one came to."""
        game, session = self.real.game, self.real.session
        if self.followed and self.followed[-1].actor == self.viewer:
            last = self.table.session.history[-1]
            before = np.frombuffer(bytearray(last.before), game.rules.record)
            after = applied(game, before, session.options, last.action)
            if self._looks_like(after, session.state):
                return after
        return self._shuffled(session.state)

    def _shuffled(self, states: Records) -> Records:
        game, options = self.real.game, self.real.session.options
        view = view_of(game, states, options, self.viewer)
        return filled(game, view, options, self.viewer, self.luck.randrange(1 << 30))

    def _knows(self, states: Records) -> bool:
        """Whether nothing of a position is hidden from the viewer."""
        game, options = self.real.game, self.real.session.options
        return view_of(game, states, options, self.viewer).tobytes() == states.tobytes()

    def _looks_like(self, one: Records, other: Records) -> bool:
        game, options = self.real.game, self.real.session.options
        views = [view_of(game, state, options, self.viewer).tobytes() for state in (one, other)]
        return views[0] == views[1]
