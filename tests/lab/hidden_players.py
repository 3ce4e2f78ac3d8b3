"""Players whom no model of a person describes: they look ahead, bear grudges or avoid risks."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from offleash.bots.decision import decision_in
from offleash.bots.players import Bots
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.lab.people.decisions import RecordedGame
from offleash.play.session import Session

WORLDS = 3  # ways in which a player imagines what is hidden
SLIPS = 0.05
TASTES = 0.7  # by how much the logarithms of its weights differ from those of the greedy bot


@dataclass(frozen=True)
class HiddenPlayer:
    """A way to combine what an action brings with the answers to it, one for each world."""

    name: str
    combine: Callable[[float, Sequence[float]], float]
    grudge: float = 0.0  # how much more it likes to stop whoever acted before it was stopped


PLAYERS = (
    *(
        HiddenPlayer(f"looks ahead ({w})", lambda own, answers, w=w: own - w * np.mean(answers))
        for w in (0.25, 0.5, 0.75, 1.0)
    ),
    *(HiddenPlayer(f"bears grudges ({g})", lambda own, answers: own, g) for g in (0.5, 2.0, 6.0)),
    *(
        HiddenPlayer(f"avoids risks ({w})", lambda own, answers, w=w: own - w * max(answers))
        for w in (0.25, 0.5, 1.0)
    ),
)


class Mind:
    """A hidden player's thinking, in plain Python."""

    def __init__(self, game: Game, player: HiddenPlayer, seed: int) -> None:
        self.game, self.player = game, player
        self.random = np.random.default_rng(seed)
        tastes = np.random.default_rng(sum(map(ord, player.name)))
        factors = np.exp(tastes.normal(0, TASTES, len(game.weights)))
        self.weights = np.round(game.weights * factors).astype(np.int64)
        self.is_hurt = False

    def choose(self, session: Session) -> int:
        """Return the action, by what it brings and by the answers that others may have."""
        legal = session.legal_numbers
        if len(legal) == 1:
            self.is_hurt = True  # it could do nothing else: somebody shall pay for that
            return legal[0]
        if self.random.random() < SLIPS:
            return int(self.random.choice(legal))
        weights = self.weights.copy()
        if self.player.grudge and self.is_hurt:
            weights[list(self.game.bots.weights_by_name).index("stop")] *= 1 + self.player.grudge
            self.is_hurt = False
        view = session.view(session.actor)
        scores = self._scores(view[0], session.options[0], legal, weights)
        worlds = [self._imagine(view, session) for _ in range(WORLDS)]
        worths = []
        for action, own in zip(legal, scores, strict=True):
            answers = [self._answer(world, session, action) for world in worlds]
            worths.append(self.player.combine(own, answers))
        return legal[int(np.argmax(worths))]

    def _scores(self, state, options, legal, weights) -> list[int]:
        work, plan = self.game.new_work()[0], self.game.new_plans()[0]
        if self.game.bots.prepare is not None:
            self.game.bots.prepare(state, options, work, plan, weights)
        return [
            self.game.bots.score(state, options, work, plan, action, weights) for action in legal
        ]

    def _imagine(self, view: Records, session: Session) -> Records:
        world, rng = view.copy(), streams()
        seed_streams(rng, int(self.random.integers(1 << 30)), 0)
        work = self.game.new_work()[0]
        self.game.rules.resample(world[0], session.options[0], work, session.actor, rng, 0)
        return world

    def _answer(self, world: Records, session: Session, action: int) -> float:
        """Return the best score of whoever decides next, if that is another seat."""
        after, options = world.copy(), session.options[0]
        work, out = self.game.new_work()[0], self.game.new_out()
        self.game.rules.apply(after[0], options, work, action, None)
        if self.game.rules.actor(after[0]) in (session.actor, -1, -2):
            return 0.0
        n = int(self.game.rules.legal_actions(after[0], options, work, out))
        return float(max(self._scores(after[0], options, out[:n].tolist(), self.weights)))


def play_games(
    game: Game, options: Records, player: HiddenPlayer, games: int, seed: int
) -> list[RecordedGame]:
    """Play games of a hidden player, in turn on each seat, among greedy bots."""
    seats, recorded = game.seat_count(options), []
    with closing(Bots(game, ["greedy"] * seats)) as bots:
        for number in range(games):
            mind = Mind(game, player, seed * 1000 + number)
            session, own = Session(game, options, seed, number=number), number % seats
            while not session.over:
                if session.actor == own:
                    session.play_with_luck(mind.choose(session), decision_in(session).luck)
                else:
                    bots.play(session)
            recorded.append(RecordedGame(session, {own: player.name}, "", str(number)))
    return recorded


def play_evening(
    game: Game, options: Records, players: Sequence[HiddenPlayer], games: int, seed: int
) -> list[RecordedGame]:
    """Play games between hidden players, who stay on their seats."""
    recorded = []
    for number in range(games):
        minds = [Mind(game, p, seed * 1000 + 10 * number + i) for i, p in enumerate(players)]
        session = Session(game, options, seed, number=number)
        while not session.over:
            session.play(minds[session.actor].choose(session))
        names = {seat: player.name for seat, player in enumerate(players)}
        recorded.append(RecordedGame(session, names, "", f"{seed}-{number}"))
    return recorded
