"""The contract of a game: what every game binds, and what everything else relies on."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import ModuleType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from offleash.core.compile import Rules, source_of, specialise
from offleash.core.errors import BadNotation, shown
from offleash.core.kit import Kit
from offleash.core.options import BASE, Option, changed_options, describe_setting, make_options
from offleash.core.prose import did_you_mean
from offleash.core.record import words
from offleash.core.rulebook import Rulebook
from offleash.core.rules.actors import MOST_GOALS
from offleash.core.rules.random import STREAMS
from offleash.core.study import POSITIONS, Study
from offleash.core.templates import defaults
from offleash.core.workbench import DeckBench, Workbench

Rule = Callable[..., Any]
Records = NDArray[Any]
Weights = Mapping[str, int]

DEFAULT: Any = None  # a rule that may be left out: `core/templates/defaults.py` then has it


class Part:
    """A part of a game's contract: its fields are bound to what the game's modules define."""

    @classmethod
    def of(cls, *modules: ModuleType, **values: Any) -> Self:
        """Binds each field to the function of that name in one of the modules, or to a value."""
        bound: dict[str, Any] = {}
        for module in modules:
            for name in cls.__dataclass_fields__:  # type: ignore[attr-defined]
                function = vars(module).get(name)
                home = getattr(source_of(function), "__module__", "") if function else ""
                if not callable(function) or not f"{home}.".startswith(f"{module.__name__}."):
                    continue
                if name in bound:
                    raise TypeError(
                        f"{cls.__name__}.{name} is in two modules, also in {module.__name__}"
                    )
                bound[name] = function
        return cls(**(bound | values))


def _default_rules(part: "GameRules | BotRules", rule: Rules) -> dict[str, Any]:
    """The rules that a part leaves out and `core/templates/defaults.py` has."""
    optional = [f.name for f in fields(part) if f.name in vars(defaults)]
    missing = [name for name in optional if getattr(part, name) is DEFAULT]
    return {name: getattr(specialise(rule, defaults), name) for name in missing}


def _constant_seats(rule: Rules, count: int) -> Rule:
    """The rule `seats` of a game in which all seats always play."""

    def seats(options: Records) -> int:
        return count

    seats.__qualname__ = f"seats_{count}"  # which the cache of compiled code goes by
    return rule(seats)


@dataclass(frozen=True, kw_only=True)
class GameRules(Part):
    """The records of a game and its compiled rules, which take records and never check."""

    rule: Rules  # the decorator, which knows the records
    options: Sequence[Option]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # the first is default
    max_actions: int  # a proved bound on the number of legal actions or chance outcomes
    action_count: int  # actions are numbered 0 … action_count − 1, chance outcomes included
    seat_names: Sequence[str]  # as many as can play

    seats: Rule = DEFAULT  # (options) -> how many play
    side: Rule = DEFAULT  # (options, seat) -> which seats win together
    setup: Rule = DEFAULT  # (state, options): from zeros to the first position
    actor: Rule  # (state) -> seat, CHANCE or OVER
    legal_actions: Rule  # (state, options, work, out) -> n, ascending
    chance_outcomes: Rule = DEFAULT  # (state, options, out, chances) -> n, ascending
    stream: Rule = DEFAULT  # (state) -> which random stream this chance belongs to
    apply: Rule  # (state, options, work, action, tally or None)
    returns: Rule  # (state, options, shares)
    rank: Rule  # (state, options, places): 0 is first
    # (state, options, seat): in place, blanks all that this seat may not know
    hide: Rule = DEFAULT
    seen: Rule = DEFAULT  # (state, options, action, seat) -> the action, or UNSEEN
    resample: Rule = DEFAULT  # (state, options, work, seat, rng, stream): fills the blanks
    # (state): in place, one form for positions that differ only in names
    canonical: Rule = DEFAULT
    count: Rule | None = None  # (state, options, action, sums): before an action is applied
    settle: Callable[[Records], None] | None = None  # fills the derived tables of options

    def __post_init__(self) -> None:
        """Fills in the rules that were left out."""
        rules = _default_rules(self, self.rule)
        if self.seats is DEFAULT:
            rules["seats"] = _constant_seats(self.rule, len(self.seat_names))
        for name, rule in rules.items():
            object.__setattr__(self, name, rule)

    @property
    def record(self) -> np.dtype[Any]:
        return self.rule.records["state"]

    @property
    def options_record(self) -> np.dtype[Any]:
        return self.rule.records["options"]

    @property
    def work(self) -> np.dtype[Any]:
        return self.rule.records["work"]

    @property
    def tally(self) -> np.dtype[Any]:
        return self.rule.records["tally"]

    @property
    def plan(self) -> np.dtype[Any]:
        """What a bot stores from one decision of a seat to the next."""
        return self.rule.records["plan"]

    @property
    def sums(self) -> np.dtype[Any]:
        """What a batch adds up over all games of one options row."""
        return self.rule.records["sums"]


@dataclass(frozen=True, kw_only=True)
class Notation(Part):
    """Actions and positions as text, and what people read at a table."""

    format_action: Callable[[int, Records], str]
    parse_action: Callable[[str, Records], int]
    format_position: Callable[[Records, Records], str]
    parse_position: Callable[[str, Records], Records]
    format_board: Callable[[Records, Records], str]  # the canonical board alone, in short form
    read_board: Callable[[str, Records], Records]  # a board to compare with, playable or not
    position_differs: Callable[[str, Records, Records], list[str]]  # from a partly written one
    is_whole: Callable[[Records], bool]  # nothing in it is unknown
    why_illegal: Callable[[Records, Records, int], str]  # one sentence, empty iff legal
    observe: Callable[[Records, Records, int], "Observation"]
    # Record fields whose numbers have names, for scenarios: {"phase": ("deal", "play")}
    field_words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # (what a seat saw before, after, options, seat) -> what it learnt beyond the action itself
    news: Callable[[Records, Records, Records, int], list[str]] | None = None
    welcome: Callable[[Records, int], list[str]] | None = None  # (options, seat): who it is
    # (text, states, options) -> several actions for what a person writes in one line, or None
    several: Callable[[str, Records, Records], list[int] | None] | None = None
    # (…, seat, legal) -> lines for a person to choose by, instead of a list too long to be read,
    # such as how to type what the board shows numbered; None: the list
    brief: Callable[[Records, Records, int, Sequence[int]], list[str] | None] | None = None
    # To read at the table, as text or made from the options: rules, cards
    pages: Mapping[str, str | Callable[[Records], str]] = field(default_factory=dict)
    # (options) -> the rules in plain words, only those that are on, for the printed book
    rulebook: Callable[[Records], Rulebook] | None = None
    # (options, seat) -> what people call a seat, where that depends on the options
    seat_word: Callable[[Records, int], str] | None = None
    # (states, options, action or -1) -> the id of the ruling that it, or the decision, is about
    ruling: Callable[[Records, Records, int], str] | None = None
    # (options, names of the changed ones) -> a note on each that has no effect with the others
    notes: Callable[[Records, Collection[str]], list[str]] | None = None


@dataclass(frozen=True, kw_only=True)
class Pictures(Part):
    """A position as people see it, in the browser and on a terminal."""

    draw: Callable[[Records, Records, int], str]  # (…, seat) -> SVG, no action marked in it
    # (…, seat, legal) -> one for each legal action of the seat to move, in order
    targets: Callable[[Records, Records, int, Sequence[int]], list["Target"]]
    # (…, seat, legal) -> their marks, elements to be laid on the picture
    draw_targets: Callable[[Records, Records, int, Sequence[int]], str]
    # (before, options, seat, actions) -> marks for the last turn: the view that the seat had
    # before it, and those of its actions that the seat has seen
    draw_last: Callable[[Records, Records, int, Sequence[int]], str]
    draw_text: Callable[[Records, Records, int], Any]  # (…, seat) -> a rich Text
    # (…, seat, columns) -> as `draw_text`, for a terminal of that width: more than 60 is of use
    draw_wide: Callable[[Records, Records, int, int], Any] | None = None


@dataclass(frozen=True, kw_only=True)
class BotRules(Part):
    """What bots go by: how good actions and positions are, and how far a search looks."""

    # (state, options, work, plan, action, weights) -> how good, for the actor
    score: Rule = DEFAULT
    evaluate: Rule = DEFAULT  # (state, options, seat, weights) -> how good, for the seat
    prepare: Rule | None = None  # (state, options, work, plan, weights): once before a decision
    weights_by_name: Weights = field(default_factory=dict)  # what the greedy values, in order
    # Further sets of weights, by name and by who goes by them: the greedy, a persona, or a search's
    # own model, its model of opponents, its judgement; each changes some of `weights_by_name`
    weight_sets: Mapping[str, Mapping[str, Weights]] = field(default_factory=dict)
    personas: Mapping[str, "Persona"] = field(default_factory=dict)
    kinds: Sequence[Any] = ()  # kinds of bots that only this game has (bots.kinds.BotKind)

    # What a search goes by: without an outlook there is none
    outlook: Rule | None = None  # (state, options, work, seat, weights) -> the chance to win
    is_boundary: Rule | None = None  # (state, options): whether a search may stop looking here
    horizon: "Horizon" = field(default_factory=lambda: Horizon())  # how far it looks
    # (state, options, work, out) -> n: legal actions, one of each kind that comes to the same
    distinct_actions: Rule | None = None
    # Ways to go through several decisions that a search compares as a whole, best first:
    list_goals: Rule | None = None  # (state, options, work, weights, out) -> n, 0: single actions
    aim: Rule | None = None  # (state, options, work, plan, goal): plans for one just listed
    planned: Rule | None = None  # (state, options, plan) -> the action that is due, or NO_ACTION
    model_of: Rule | None = None  # (options, seat) -> which of `models` fits a seat
    models: Sequence[str] = ()  # personas by which it thinks that seats play, if they differ
    wander: Rule | None = None  # (plan, rng, stream): makes the players of a playout differ
    # (what a seat sees, options, seat, action) -> what speaks for an action and what against it
    points: Callable[[Records, Records, int, int], list["Point"]] | None = None


@dataclass(frozen=True, kw_only=True)
class LabParts(Part):
    """What is measured in finished games."""

    # what is counted, for the figures of `simulate` and of the lab
    measures: Callable[["Played"], list["Measure"]] | None = None
    # every number of every game, for tables
    columns: Callable[["Played"], "Columns"] | None = None
    # (figures by key) -> what a designer asks first, answered: the head of a report
    headlines: Callable[[Mapping[str, "Figure"]], list["Headline"]] | None = None
    seating: "Seating" = field(default_factory=lambda: Seating())
    # (options, sums, games): where on the board things happened, drawn
    heat: Callable[[Records, Records, int], list["HeatMap"]] | None = None
    # (options, sums) -> (what, where, how often) for every place of the board
    places: Callable[[Records, Records], list[tuple[str, str, int]]] | None = None
    outcomes: "Outcomes | None" = None


@dataclass(frozen=True, kw_only=True)
class StudioParts(Part):
    """What a designer draws, writes and prints."""

    # (options, millimetres of a cell or None) -> what there is to print, at true size
    kit: Callable[[Records, float | None], Kit] | None = None
    workbench: Workbench | None = None  # how its boards are drawn
    decks: Sequence[DeckBench] = ()  # how its decks are written


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game, in parts by who uses them; `core.plain` has a notation and pictures to begin with.

    Rules take records (`states[0]`), never allocate and never check: `play.Session` is the checked
    door. The Python side takes arrays of one record, as sessions hold them.
    """

    name: str
    title: str
    rules_version: str
    rules: GameRules
    notation: Notation
    pictures: Pictures
    bots: BotRules = field(default_factory=BotRules)
    lab: LabParts = field(default_factory=LabParts)
    studio: StudioParts = field(default_factory=StudioParts)

    def __post_init__(self) -> None:
        """Fills in the default rules of bots, and checks what the types can't say."""
        bots = replace(self.bots, **_default_rules(self.bots, self.rules.rule))
        object.__setattr__(self, "bots", bots)
        for persona in self.bots.personas.values():
            if unknown := sorted(set(persona.weights) - set(self.bots.weights_by_name)):
                raise ValueError(f"a persona of {self.title} has an unknown weight {unknown[0]!r}")
        for name in self.rules.sums.names or ():
            if self.rules.sums[name].base != np.int64:
                raise ValueError(f"{name!r} of the sums must be 64-bit whole numbers")

    # Options

    def options(
        self, preset: str | None = None, /, *changes: Mapping[str, Any], **chosen: Any
    ) -> Records:
        """An array of one options record: a preset, the first unless another is named, changed.

        Changes are made one after another: a number for one seat leaves those made before it.
        """
        number = self._preset_number(preset)
        base = list(self.rules.presets.values())[number] if self.rules.presets else {}
        made = make_options(self.rules.options, self.rules.options_record, base, *changes, chosen)
        if self.rules.presets:
            made[BASE] = number
        self.settle_options(made)
        return made

    def settle_options(self, options: Records) -> None:
        """Fills what is worked out from the options, whoever made them."""
        if self.rules.settle is not None:
            self.rules.settle(options)

    def base(self, options: Records) -> str:
        """The preset that options build on; empty where a game has none."""
        return list(self.rules.presets)[int(options[BASE][0])] if self.rules.presets else ""

    def changed(self, options: Records) -> dict[str, str]:
        """The options that differ from their base, as text."""
        base = self.rules.presets[self.base(options)] if self.rules.presets else {}
        plain = make_options(self.rules.options, self.rules.options_record, base)
        return changed_options(self.rules.options, options, plain)

    def describe_options(self, options: Records) -> str:
        """The base and what was changed, in one line."""
        changed = ", ".join(describe_setting(*item) for item in self.changed(options).items())
        base = (
            f"rules {self.base(options)}"
            if self.rules.presets
            else ""
            if changed
            else "default rules"
        )
        return " with ".join(filter(None, (base, changed)))

    def notes_on(self, options: Records) -> list[str]:
        """What was changed and does nothing, a sentence each."""
        return self.notation.notes(options, self.changed(options)) if self.notation.notes else []

    def _preset_number(self, preset: str | None) -> int:
        names = list(self.rules.presets)
        if preset is None:
            return 0
        if preset not in names:
            if not names:
                raise BadNotation(f"{self.title} has no presets, so none is called {shown(preset)}")
            hint = did_you_mean(str(preset), names)
            listed = ", ".join(names)
            raise BadNotation(
                f"{self.title} has no preset {shown(preset)}{hint}; there is {listed}"
            )
        return names.index(preset)

    # Records and buffers

    @property
    def max_seats(self) -> int:
        """The most that can play, whatever the options."""
        return len(self.rules.seat_names)

    def seat_count(self, options: Records) -> int:
        """How many play under these options: asked in plain Python, which a GPU's mode needs."""
        return int(source_of(self.rules.seats)(options[0]))

    def sides(self, options: Any) -> list[int]:
        """The side of every seat that plays under one record of options."""
        seats, side = source_of(self.rules.seats), source_of(self.rules.side)
        return [int(side(options, seat)) for seat in range(int(seats(options)))]

    def name_of(self, options: Records, seat: int) -> str:
        """What people call a seat under these options."""
        return (
            self.notation.seat_word(options, seat)
            if self.notation.seat_word
            else self.rules.seat_names[seat]
        )

    def page(self, name: str, options: Records) -> str:
        """A page to read at the table, as it is under these options."""
        page = self.notation.pages[name]
        return page if isinstance(page, str) else page(options)

    def playing(self, variants: Records, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Games × seats: whether the seat is in the game under that game's options."""
        counts = [self.seat_count(variants[i : i + 1]) for i in range(len(variants))]
        playing: NDArray[np.bool_] = np.arange(self.max_seats) < np.array(counts)[rows][:, None]
        return playing

    def new_state(self, options: Records) -> Records:
        """An array of one record, set up."""
        states = np.zeros(1, self.rules.record)
        self.rules.setup(states[0], options[0])
        return states

    def new_work(self) -> Records:
        return np.zeros(1, self.rules.work)

    def new_tally(self) -> Records:
        return np.zeros(1, self.rules.tally)

    def new_plans(self) -> Records:
        """A blank plan for every seat."""
        return np.zeros(self.max_seats, self.rules.plan)

    def new_out(self) -> NDArray[np.int32]:
        """Room for a list of actions, with the spare slot that branch-free listing writes to."""
        return np.zeros(self.rules.max_actions + 1, np.int32)

    def new_chances(self) -> NDArray[np.int64]:
        return np.zeros(self.rules.max_actions + 1, np.int64)

    def new_study(self, note: np.dtype[Any], notes: int) -> Study:
        """Room for one thread's policies; `notes` records of that type are their own."""
        states = np.zeros(POSITIONS, self.rules.record)
        plans = np.zeros(self.max_seats + 1 + MOST_GOALS, self.rules.plan)
        return Study(
            np.zeros(notes, note),
            states,
            words(states),
            plans,
            words(plans),
            self.new_out(),
            self.new_chances(),
            np.zeros(STREAMS, np.uint64),
            np.zeros(self.max_seats, np.float64),
        )

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The default weights of the greedy policy, in the order the game names them."""
        return np.array(list(self.bots.weights_by_name.values()), np.int64)

    def persona_weights(self, name: str) -> NDArray[np.int64]:
        """The weights of a persona: the default ones, with what it changes."""
        merged = {**self.bots.weights_by_name, **self.bots.personas[name].weights}
        return np.array(list(merged.values()), np.int64)

    def mind(self, weight_set: str, name: str, persona: str = "") -> list[int]:
        """The weights that one of a set goes by; the hand-set ones where it changes none.

        Where it thinks of a persona, it begins with that one's, as they are in the same set.
        """
        changes = self.bots.weight_sets.get(weight_set, {})
        begun = (
            {**self.bots.personas[persona].weights, **changes.get(persona, {})} if persona else {}
        )
        return list({**self.bots.weights_by_name, **begun, **changes.get(name, {})}.values())

    def compiled_rules(self) -> list[Any]:
        """Every rule that is machine code, for those who compile all of them in advance."""
        parts = ((part, field.name) for part in (self.rules, self.bots) for field in fields(part))
        bound = (getattr(part, name) for part, name in parts)
        return [rule for rule in bound if hasattr(rule, "machine")]

    def rule_named(self, name: str) -> Rule | None:
        """A compiled rule by its name, as templates name what they call; None if it is unbound."""
        bound: Rule | None = getattr(self.rules if hasattr(self.rules, name) else self.bots, name)
        return bound


@dataclass(frozen=True)
class Persona:
    """A way to play that a game offers by name: a line about it, and the weights it changes."""

    text: str
    weights: Weights


@dataclass(frozen=True)
class Horizon:
    """How far a search looks in this game, and how many actions of a decision it tries."""

    boundaries: int = 1  # where a playout ends: the n-th place that `is_boundary` names
    judged: int = 1  # so many of them, the last ones, are judged, and the mean counts
    decisions: int = 1000  # after which it ends in any case
    width: int = 64  # the most candidates, of those that the greedy scores best
    page_playouts: int = 1200  # the most that a page offers: less than 300 ms a move


@dataclass(frozen=True)
class Point:
    """One thing that an action does, for advice: only what differs between actions is told."""

    key: str  # what it is about, the same for every action: "cards left"
    size: int  # how much of it, for comparing actions
    words: str  # a phrase to stand behind "It …": "leaves 1 card"


@dataclass(frozen=True)
class Observation:
    """What a seat may know: as text, and as numbers of a fixed shape."""

    text: str
    array: NDArray[np.int16]


@dataclass(frozen=True)
class Played:
    """Finished games, as `measures` and `columns` get them."""

    states: Records  # final positions
    tallies: Records
    sums: Records  # one for each row of `variants`
    variants: Records
    rows: NDArray[np.int64]  # which variant each game was played with
    players: Sequence[str]  # who took part, by name
    who: NDArray[np.int64]  # games × seats: which of the players sat there, or NOBODY
    playing: NDArray[np.bool_]  # games × seats: whether that seat was in the game
    results: NDArray[np.float64]  # games × seats: what each seat won
    lengths: NDArray[np.int64]  # actions, chance included
    paces: NDArray[np.int64]  # games × (decisions, those with one choice, all choices)


@dataclass(frozen=True)
class HeatMap:
    """A board with how often something happened at each of its places."""

    name: str
    title: str  # a caption in words
    svg: str


@dataclass(frozen=True)
class Columns:
    """What is known of each game and of each of its seats, by name."""

    games: Mapping[str, NDArray[Any]]  # a value for each game
    # Games × seats, playing or not; a third axis where the name ends in `_by_round`
    seats: Mapping[str, NDArray[Any]]
    # What the numbers of a column mean, counted from 0; below 0: nothing
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """One legal action as a person would point at it."""

    action: int
    text: str  # as format_action writes it
    group: str  # what it is listed under: in a card game the card
    piece: str  # the piece that acts, empty where there is none
    label: str  # what it does, in a few words
    clicks: tuple[str, ...]  # elements of the picture to click, in order, by their ids
    captures: tuple[str, ...] = ()  # what it captures, in words


# How deep in the figures of a batch: read first, left out in brief, too much for a terminal.
MAIN, FURTHER, RECORDED = range(3)


MEAN, SHORTEST, MEDIAN, LONGEST = "mean", "shortest", "median", "longest"


@dataclass(frozen=True)
class Label:
    """What a number about games is called, and where it stands.

    It may stand under a heading, and numbers of one name with several columns in one row.
    """

    name: str
    is_share: bool = False
    unit: str = field(default="per game", compare=False)  # older runs have other words
    group: str = ""  # what the name, or the column, is one of: "seat", "archetype" …
    heading: str = ""
    column: str = ""
    depth: int = MAIN
    extent: str = MEAN  # or an extreme, or the median: then games are not added up

    @property
    def key(self) -> str:
        """What it is called where all numbers stand side by side."""
        name = f"{self.heading}: {self.name}" if self.heading else self.name
        return f"{name}, {self.column}" if self.column else name


@dataclass(frozen=True)
class Measure:
    """What is counted: a total for each game, and what it is divided by when all are added up.

    A mean over games is divided by 1 for each of them, a rate by the game's turns, a share of the
    players by how many there were.
    """

    label: Label
    total: NDArray[Any]  # games
    of: NDArray[Any] | None = None  # games, or 1 for each


@dataclass(frozen=True)
class Figure:
    """One number about many games, with a 95 % interval where there is one."""

    label: Label
    value: float
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True)
class Headline:
    """One answer: a figure with its unit, and a sentence, in which figures may stand too."""

    figure: Figure
    unit: str
    sentence: Sequence[str | Figure]


@dataclass(frozen=True)
class Seating:
    """How players change seats between games that share their luck.

    Options of the kind `order` that go with the player move with it; `places` gives the changes of
    options that move what belongs to the seats, for designs that ask for it.
    """

    usual: str = "rotations"  # or "all", the way that says most about this game
    moves: tuple[str, ...] = ()  # such as the archetypes
    places: Callable[[Records], list[Mapping[str, Any]]] | None = None  # such as the homes


@dataclass(frozen=True)
class Outcomes:
    """The distinct boards that one thing a player may use can lead to, fully played."""

    what: str  # "card"
    values: str  # what there is of it: "A 2 … 10 J Q K Joker"
    boards: Callable[[Records, Records, str, int], list[str]]  # (states, options, which, seat)
