"""Equilibria of small two-player games in which something is hidden: CFR+ over the whole tree.

A tree begins with positions that are equally likely, or weighted. A seat tells two nodes apart if
it has seen something else on the way, or sees something else now. `solve` improves both strategies
until nobody can gain more than a bound, which is measured exactly: NashConv.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.exact import TooLarge
from offleash.tools.errors import OffleashError

MOST_NODES = 100_000
ROUNDS = 2000  # of CFR+, at most
EVERY = 25  # rounds between two measurements
Floats = NDArray[np.float64]


@dataclass
class Node:
    """A position with its past."""

    seat: int  # who decides, CHANCE or OVER
    payoff: float = 0.0  # of seat 0 against seat 1, where it is over
    place: int = -1  # which information set it is in
    children: list["Node"] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)  # of chance


@dataclass
class InformationSet:
    """Nodes that a seat can't tell apart."""

    seat: int
    actions: tuple[int, ...]
    nodes: list[Node] = field(default_factory=list)
    regrets: Floats = field(default_factory=lambda: np.zeros(0))
    total: Floats = field(default_factory=lambda: np.zeros(0))  # of weighted strategies

    @property
    def average(self) -> Floats:
        """The strategy that converges."""
        whole = self.total.sum()
        return self.total / whole if whole > 0 else np.full(len(self.total), 1 / len(self.total))

    @property
    def current(self) -> Floats:
        """The strategy that regrets ask for."""
        whole = self.regrets.sum()
        return (
            self.regrets / whole if whole > 0 else np.full(len(self.regrets), 1 / len(self.regrets))
        )


@dataclass(frozen=True)
class Equilibrium:
    """Strategies of both seats, their value for seat 0, and what both could gain together."""

    value: float
    nash_conv: float
    strategies: dict[bytes, dict[int, float]]  # by what a seat has seen
    nodes: int


class Tree:
    """Every line of play from some positions."""

    def __init__(
        self, game: Game, options: Records, starts: Records, most: int = MOST_NODES
    ) -> None:
        """Build the tree. Raises TooLarge if it has more than `most` nodes."""
        if game.seat_count(options) != 2:
            raise OffleashError("an equilibrium is for two players")
        self._game, self._options, self._most = game, options, most
        self.count, self.sets, self.keys = 0, list[InformationSet](), dict[bytes, int]()
        self.root = Node(CHANCE)
        for number in range(len(starts)):
            state = starts[number : number + 1]
            self.root.children.append(self._grow(state, (b"", b"")))
            self.root.odds.append(1 / len(starts))

    def _grow(self, states: Records, pasts: tuple[bytes, bytes]) -> Node:
        self.count += 1
        if self.count > self._most:
            raise TooLarge(f"the tree has more than {self._most:,} nodes: start later")
        rules, options = self._game.rules, self._options
        seat = int(rules.actor(states[0]))
        node = Node(seat)
        if seat == OVER:
            returns = np.zeros(self._game.max_seats)
            rules.returns(states[0], options[0], returns)
            node.payoff = float(returns[0] - returns[1])
            return node
        out, chances = self._game.new_out(), self._game.new_chances()
        if seat == CHANCE:
            count = int(rules.chance_outcomes(states[0], options[0], out, chances))
            node.odds = (chances[:count] / chances[:count].sum()).tolist()
        else:
            work = self._game.new_work()
            count = int(rules.legal_actions(states[0], options[0], work[0], out))
            node.place = self._place(states, seat, pasts[seat], tuple(out[:count].tolist()))
            self.sets[node.place].nodes.append(node)
        for action in out[:count].tolist():
            node.children.append(self._grow(*self._after(states, action, pasts)))
        return node

    def _place(self, states: Records, seat: int, past: bytes, actions: tuple[int, ...]) -> int:
        view = states.copy()
        self._game.rules.hide(view[0], self._options[0], seat)
        key = bytes([seat]) + past + b"|" + view.tobytes()
        if key not in self.keys:
            self.keys[key] = len(self.sets)
            zeros = np.zeros(len(actions))
            self.sets.append(InformationSet(seat, actions, [], zeros, zeros.copy()))
        place = self.keys[key]
        if self.sets[place].actions != actions:
            raise OffleashError(
                "a seat can't tell positions apart in which other actions are legal"
            )
        return place

    def _after(
        self, states: Records, action: int, pasts: tuple[bytes, bytes]
    ) -> tuple[Records, tuple[bytes, bytes]]:
        game, options, child = self._game, self._options, states.copy()
        first, second = (
            past
            + int(game.rules.seen(states[0], options[0], action, seat)).to_bytes(
                4, "big", signed=True
            )
            for seat, past in enumerate(pasts)
        )
        game.rules.apply(child[0], options[0], game.new_work()[0], action, game.new_tally()[0])
        return child, (first, second)

    # CFR+

    def improve(self, number: int) -> None:
        """Make a round of CFR+, of both seats in turn."""
        for seat in (0, 1):
            strategies = [inside.current for inside in self.sets]
            steps = [np.zeros(len(inside.actions)) for inside in self.sets]
            self._regret(self.root, seat, (1.0, 1.0), strategies, steps, number)
            for inside, step in zip(self.sets, steps, strict=True):
                if inside.seat == seat:
                    np.maximum(inside.regrets + step, 0, out=inside.regrets)

    def _regret(
        self,
        node: Node,
        seat: int,
        reach: tuple[float, float],  # of the seat itself, and of the other with chance
        strategies: Sequence[Floats],
        steps: Sequence[Floats],
        number: int,
    ) -> float:
        """Return the value of a node for a seat, and add up what it regrets."""
        if node.seat == OVER:
            return node.payoff if seat == 0 else -node.payoff
        own, other = reach
        further = (strategies, steps, number)
        if node.seat != seat:
            odds = node.odds if node.seat == CHANCE else strategies[node.place].tolist()
            pairs = zip(odds, node.children, strict=True)
            worth = (p * self._regret(c, seat, (own, other * p), *further) for p, c in pairs if p)
            return float(sum(worth))
        strategy = strategies[node.place]
        pairs = zip(strategy.tolist(), node.children, strict=True)
        values = np.array([self._regret(c, seat, (own * p, other), *further) for p, c in pairs])
        value = float(strategy @ values)
        steps[node.place] += other * (values - value)
        self.sets[node.place].total += number * own * strategy
        return value

    # Measuring

    def value(self, node: Node | None = None) -> float:
        """Return what the average strategies are worth to seat 0."""
        node = node or self.root
        if node.seat == OVER:
            return node.payoff
        odds = node.odds if node.seat == CHANCE else self.sets[node.place].average.tolist()
        worth = (p * self.value(c) for p, c in zip(odds, node.children, strict=True) if p)
        return float(sum(worth))

    def best_value(self, seat: int) -> float:
        """Return what a seat gets that plays best against the average of the other."""
        reach: dict[int, float] = {}
        self._reach(self.root, seat, 1.0, reach)
        return self._best(self.root, seat, reach, {})

    def _reach(self, node: Node, seat: int, odds: float, reach: dict[int, float]) -> None:
        """Note how likely the other seat and chance make each node."""
        reach[id(node)] = odds
        shares = [1.0] * len(node.children) if node.seat == seat else node.odds
        if node.seat not in (seat, CHANCE, OVER):
            shares = self.sets[node.place].average.tolist()
        for share, child in zip(shares, node.children, strict=True):
            self._reach(child, seat, odds * share, reach)

    def _best(self, node: Node, seat: int, reach: dict[int, float], picks: dict[int, int]) -> float:
        if node.seat == OVER:
            return node.payoff if seat == 0 else -node.payoff
        if node.seat != seat:
            odds = node.odds if node.seat == CHANCE else self.sets[node.place].average.tolist()
            pairs = zip(odds, node.children, strict=True)
            return float(sum(p * self._best(c, seat, reach, picks) for p, c in pairs if p))
        if node.place not in picks:
            inside = self.sets[node.place]
            worth = [
                sum(
                    reach[id(n)] * self._best(n.children[i], seat, reach, picks)
                    for n in inside.nodes
                )
                for i in range(len(inside.actions))
            ]
            picks[node.place] = int(np.argmax(worth))
        return self._best(node.children[picks[node.place]], seat, reach, picks)

    def nash_conv(self) -> float:
        """Return what both seats could gain by changing their strategies alone, added up."""
        return self.best_value(0) + self.best_value(1)


def solve(
    game: Game,
    options: Records,
    starts: Records,
    bound: float = 0.01,
    rounds: int = ROUNDS,
    most: int = MOST_NODES,
) -> Equilibrium:
    """Return an equilibrium of a game that begins with one of some positions, equally likely.

    Raises TooLarge if the tree is, and OffleashError if NashConv is not below the bound in time.
    """
    tree = Tree(game, options, starts, most)
    for number in range(1, rounds + 1):
        tree.improve(number)
        if number % EVERY == 0 and tree.nash_conv() < bound:
            break
    reached = tree.nash_conv()
    if reached >= bound:
        raise OffleashError(f"NashConv is {reached:.4f} after {rounds} rounds, not below {bound:g}")
    strategies = {
        key: dict(zip(tree.sets[place].actions, tree.sets[place].average.tolist(), strict=True))
        for key, place in tree.keys.items()
    }
    return Equilibrium(tree.value(), reached, strategies, tree.count)
