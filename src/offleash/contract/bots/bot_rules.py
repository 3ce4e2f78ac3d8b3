"""How bots of a game choose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from offleash.contract.bots.learned_players import Learned
from offleash.contract.bots.levels import Level
from offleash.contract.part import DEFAULT, ContractPart, Records, Rule, Weights


@dataclass(frozen=True)
class Persona:
    """A style of play: a line about it, and the weights that it changes."""

    text: str
    weights: Weights
    spars: bool = False  # whether learners meet it in training, on any seat


@dataclass(frozen=True)
class Horizon:
    """How far a search looks in this game, and how many actions of a decision it tries."""

    boundaries: int = 1  # a playout ends at the n-th boundary (`is_boundary`)
    judged: int = 1  # the number of boundaries, counted from the last, that are evaluated
    decisions: int = 1000  # the most in a playout
    width: int = 64  # the most candidates: the actions that look best
    # The same for searches with certain weight sets, by the name of the set
    widths: Mapping[str, int] = field(default_factory=dict)
    # How many goals, the last ones left, are compared by the next player's best reply, in games
    # without hidden things and chance; by the name of the weight set
    rivals: Mapping[str, int] = field(default_factory=dict)
    page_playouts: int = 1200  # the most that a page offers: less than 300 ms per move


@dataclass(frozen=True)
class Point:
    """One thing that an action does, for advice, which shows those that differ between actions."""

    key: str  # the topic, the same for every action: "cards left"
    size: int  # the amount, for comparing actions
    words: str  # a phrase that follows "It": "leaves 1 card"


@dataclass(frozen=True, kw_only=True)
class BotRules(ContractPart):
    """How bots choose: the value of actions and positions, and how far a search looks."""

    # (state, options, work, plan, action, weights) -> its value for the actor
    score: Rule = DEFAULT
    evaluate: Rule = DEFAULT  # (state, options, seat, weights) -> the value for the seat
    prepare: Rule | None = None  # (state, options, work, plan, weights): before each decision
    weights_by_name: Weights = field(default_factory=dict)  # of the greedy bot, in order
    # Further weight sets by name and player: greedy, a persona, or a role of a search (see
    # `contract.bots.weights.SEARCH_ROLES`); each changes some of `weights_by_name`
    weight_sets: Mapping[str, Mapping[str, Weights]] = field(default_factory=dict)
    personas: Mapping[str, Persona] = field(default_factory=dict)
    kinds: Sequence[Any] = ()  # kinds of bots that only this game has (bots.kinds.BotKind)
    levels: Mapping[str, Level] = field(default_factory=dict)  # for people, weakest first

    # For a search, which needs an outlook
    outlook: Rule | None = None  # (state, options, work, seat, weights) -> the chance to win
    is_boundary: Rule | None = None  # (state, options): whether a search may stop here
    horizon: Horizon = field(default_factory=lambda: Horizon())
    # (state, options, work, out) -> n: legal actions, one for each group with the same effect
    distinct_actions: Rule | None = None
    # Goals that take several decisions, which a search compares, best first:
    list_goals: Rule | None = None  # (state, options, work, weights, out) -> n; 0: none
    aim: Rule | None = None  # (state, options, work, plan, goal): makes a plan for a goal
    planned: Rule | None = None  # (state, options, plan) -> the next action, or NO_ACTION
    model_of: Rule | None = None  # (options, seat) -> which of `models` fits a seat
    models: Sequence[str] = ()  # the personas that a search assumes for the seats, if they differ
    # (state, options, work, seat, weights): before each decision, notes in `work` what a view tells
    # of hidden things; (state, options, work, seat, rng, stream): `resample` by these notes
    suspect: Rule | None = None
    imagine: Rule | None = None
    # (state, options, work, action, weights) -> in place, from a view: the chance to win of who
    # acts, in any unit, by which a search ranks its candidates; NO_FORECAST: by `score`
    forecast: Rule | None = None
    wander: Rule | None = None  # (plan, rng, stream): varies the players of a playout

    # For a learned player: a network that scores actions, or a judge, which needs features
    # (state, options, work, seat, inputs): whole numbers from 0 to 255, in the order of `features`
    write_features: Rule | None = None
    features: Sequence[str] = ()  # what each of them is
    judges: Mapping[str, Learned] = field(default_factory=dict)  # shipped, by name
    judge_of: Rule | None = None  # (options) -> which network of a judge fits these rules
    networks: Sequence[str] = ("",)  # the names of a judge's networks, mostly a preset's
    # (state, options, out, chances) -> n: chance within a turn, with its odds; 0: judge it here
    turn_outcomes: Rule | None = None
    # (state, options) -> 1 + which of the last features counts this chance, which the turn then
    # passes over; 0: it can't
    skip_chance: Rule | None = None
    ahead: int = 0  # how many features, the last ones, count what was passed over
    # (state, options, plan, number, action): notes the line that `planned` then follows
    note_move: Rule | None = None
    # (view, options, seat, action) -> what the action does, for advice
    points: Callable[[Records, Records, int, int], list[Point]] | None = None
