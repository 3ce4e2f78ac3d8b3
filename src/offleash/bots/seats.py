"""Who sits where: bots by name, for a batch or at a session."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.templates import policies
from offleash.bots.templates.policies import GREEDY, RANDOM
from offleash.core.batch import Policy
from offleash.core.compile import specialise
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.rules.actors import CHANCE
from offleash.core.rules.random import pick, seed_streams
from offleash.core.seeds import streams
from offleash.play.session import Session

KINDS = {"random": RANDOM, "greedy": GREEDY}


def seat_names(text: str, seats: int) -> list[str]:
    """`greedy,random,…`: a name for each seat, or one for all."""
    names = [name.strip().lower() for name in text.split(",")]
    if len(names) == 1:
        names *= seats
    for name in names:
        if name not in KINDS:
            raise OffleashError(f"there is no bot {name!r}; the bots are {', '.join(KINDS)}")
    if len(names) != seats:
        raise OffleashError(f"{len(names)} bots are named for {seats} seats: name one, or one each")
    return names


def policy_kernels(game: Game) -> Any:
    """The policies, bound to one game."""
    return specialise(game.rule, policies, score=game.score)


def personas(game: Game, names: Sequence[str]) -> NDArray[np.int64]:
    """A row for each seat: which policy, then the game's default weights."""
    return np.array([[KINDS[name], *game.weights] for name in names], np.int64)


def policy(game: Game, names: Sequence[str]) -> Policy:
    """One compiled policy for all seats: the plain one where all play alike."""
    module = policy_kernels(game)
    if set(names) == {"random"}:
        choose = module.choose_random
    elif set(names) == {"greedy"}:
        choose = module.choose_greedy
    else:
        choose = module.choose_by_persona
    return Policy(choose, personas(game, names))


class Bot:
    """A policy that plays at a session, seeing only what its seat may see."""

    def __init__(self, game: Game, name: str, seed: int = 0, number: int = 0) -> None:
        """Bots of one seed but different numbers have luck of their own."""
        self.game, self.name = game, name
        seats = int(game.seats(game.options()[0]))
        self._policy = policy(game, [name] * seats)
        self._rng = streams()
        seed_streams(self._rng, seed, 1 + number)
        self._work, self._out = game.new_work(), game.new_out()

    def choose(self, session: Session) -> int:
        """The action this bot plays for the seat to move."""
        seat, legal = session.actor, session.legal_numbers
        view = session.view(seat)
        self._out[: len(legal)] = legal
        return int(
            self._policy.choose(
                view[0],
                session.options[0],
                self._work[0],
                self._out,
                len(legal),
                self._rng,
                self._policy.personas,
                seat,
            )
        )


def watch_game(
    game: Game, options: Records, names: Sequence[str], seed: int, number: int = 0
) -> Session:
    """Game `number` of a batch, played again as a session: the same actions, written down."""
    session = Session(game, options, seats=names)
    chosen = policy(game, names)
    rng, work, out, chances = streams(), game.new_work(), game.new_out(), game.new_chances()
    seed_streams(rng, seed, number)
    while not session.over:
        state, row = session.state[0], options[0]
        if session.actor == CHANCE:
            n = game.chance_outcomes(state, row, out, chances)
            action = out[pick(rng, game.stream(state), chances, n)]
        else:
            n = game.legal_actions(state, row, work[0], out)
            fixed = (state, row, work[0], out, n, rng, chosen.personas)
            action = chosen.choose(*fixed, session.actor)
        session.play(int(action))
    return session
