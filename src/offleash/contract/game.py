"""The contract of a game: what every game defines, and all that other code relies on."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import scratch, words
from offleash.compiler.rule import Rules, source_of, specialise
from offleash.compiler.seeds import streams
from offleash.compiler.study import POSITIONS, Study
from offleash.contract.bots.judges import Judge
from offleash.contract.bots.levels import Level
from offleash.contract.encoding import Encoding, Observation
from offleash.contract.options import (
    BASE,
    FileOption,
    Option,
    changed_options,
    describe_rules,
    make_options,
)
from offleash.contract.rules.actors import MOST_GOALS
from offleash.contract.studio.kit import Kit, KitChoice
from offleash.contract.studio.supplies import Peaks
from offleash.contract.studio.workbench import DeckBench, Workbench
from offleash.contract.templates import defaults
from offleash.contract.text.rulebook import Rulebook
from offleash.contract.text.wording import OwnNames, Wording
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean

Rule = Callable[..., Any]
Records = NDArray[Any]
Weights = Mapping[str, int]

DEFAULT: Any = None  # of a rule that may be left out: `contract/templates/defaults.py` has it


class ContractPart:
    """A part of a game's contract, with fields for functions that the game's modules define."""

    @classmethod
    def of(cls, *modules: ModuleType, **values: Any) -> Self:
        """Bind each field to the function of that name in one of the modules, or to a value."""
        bound: dict[str, Any] = {}
        for module in modules:
            for name in cls.__dataclass_fields__:  # type: ignore[attr-defined]
                function = vars(module).get(name)
                home = getattr(source_of(function), "__module__", "") if function else ""
                if not callable(function) or not f"{home}.".startswith(f"{module.__name__}."):
                    continue
                if name in bound:
                    raise TypeError(
                        f"{cls.__name__}.{name} is in two modules; one of them is {module.__name__}"
                    )
                bound[name] = function
        return cls(**(bound | values))


def _default_rules(part: "GameRules | BotRules", rule: Rules) -> dict[str, Any]:
    """Return the rules that a part leaves out, from `contract/templates/defaults.py`."""
    optional = [f.name for f in fields(part) if f.name in vars(defaults)]
    missing = [name for name in optional if getattr(part, name) is DEFAULT]
    return {name: getattr(specialise(rule, defaults), name) for name in missing}


def _constant_seats(rule: Rules, count: int) -> Rule:
    """The rule `seats` of a game in which all seats always play."""

    def seats(options: Records) -> int:
        return count

    seats.__qualname__ = f"seats_{count}"  # part of the key in the cache of compiled code
    return rule(seats)


@dataclass(frozen=True, kw_only=True)
class GameRules(ContractPart):
    """The records of a game and its compiled rules, which do not check their arguments."""

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
    settle: Callable[[Records], None] | None = None  # fills the derived fields of options

    def __post_init__(self) -> None:
        """Fill in the rules that were left out."""
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
        """What a bot stores between two decisions of a seat."""
        return self.rule.records["plan"]

    @property
    def sums(self) -> np.dtype[Any]:
        """What a batch adds up over all games with the same options."""
        return self.rule.records["sums"]


@dataclass(frozen=True, kw_only=True)
class Notation(ContractPart):
    """Actions and positions as text, and the texts that people read at a table."""

    format_action: Callable[[int, Records], str]
    parse_action: Callable[[str, Records], int]
    format_position: Callable[[Records, Records], str]
    parse_position: Callable[[str, Records], Records]
    format_board: Callable[[Records, Records], str]  # the canonical board alone, in short form
    read_board: Callable[[str, Records], Records]  # for comparisons; it need not be playable
    position_differs: Callable[[str, Records, Records], list[str]]  # from a partial position
    is_whole: Callable[[Records], bool]  # whether nothing is unknown
    why_illegal: Callable[[Records, Records, int], str]  # one sentence, empty iff legal
    observe: Callable[[Records, Records, int], Observation]
    # Record fields whose numbers have names, for scenarios: {"phase": ("deal", "play")}
    field_words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # (view before, view after, options, seat) -> what the seat learnt besides the action
    news: Callable[[Records, Records, Records, int], list[str]] | None = None
    # (views, actions, options, viewer, actor): actions in a row of one actor, UNSEEN where the
    # viewer did not see them, with the views before each of them and after the last -> how many
    # actions each sentence is about, and the sentence: of a seat without its subject ("plays the
    # 7: 4 with one token, 3 with another"), of chance with it; empty where `news` say everything
    story: Callable[..., list[tuple[int, str]]] | None = None
    task: Callable[[Records, Records, int], str] | None = None  # (view, options, seat) -> to do now
    welcome: Callable[[Records, int], list[str]] | None = None  # (options, seat) -> its role
    # (text, states, options) -> the actions that a person typed in one line, or None
    several: Callable[[str, Records, Records], list[int] | None] | None = None
    # (…, seat, legal) -> a few lines on how to choose, if a list of all actions would be too long,
    # such as how to type the numbers on the board; None: the list
    brief: Callable[[Records, Records, int, Sequence[int]], list[str] | None] | None = None
    # (options, shares) -> options that a rematch changes; `shares` is what each seat won before
    rematch: Callable[[Records, Sequence[float]], Mapping[str, str]] | None = None
    # Pages to look up at the table (rules, cards): texts, or functions of the options
    pages: Mapping[str, str | Callable[[Records], str]] = field(default_factory=dict)
    preset_texts: Mapping[str, str] = field(default_factory=dict)  # a sentence or two on each
    # (options, texts) -> the rules under these options, for the printed book; `texts` are files of
    # a project that replace sections of the game, or None
    rulebook: Callable[..., Rulebook] | None = None
    # (options, seat) -> the name of a seat, if that depends on the options
    seat_word: Callable[[Records, int], str] | None = None
    # (states, options, action or -1) -> the id of the ruling behind the action or the decision
    ruling: Callable[[Records, Records, int], str] | None = None
    # (options, names of the changed ones) -> a sentence for each option that has no effect
    notes: Callable[[Records, Collection[str]], list[str]] | None = None


@dataclass(frozen=True, kw_only=True)
class Pictures(ContractPart):
    """Pictures of a position, for the browser and for a terminal."""

    draw: Callable[[Records, Records, int], str]  # (…, seat) -> SVG without marks for actions
    # (…, seat, legal) -> a target for each legal action of the seat to move, in order
    targets: Callable[[Records, Records, int, Sequence[int]], list["Target"]]
    # (…, seat, legal) -> their marks, SVG elements to draw over the picture
    draw_targets: Callable[[Records, Records, int, Sequence[int]], str]
    # (…, seat, legal) -> several actions in a row that one gesture selects, such as a whole walk
    routes: Callable[[Records, Records, int, Sequence[int]], list["Route"]] | None = None
    # (before, options, seat, actions) -> marks for the last turn, from the seat's view before it
    # and those of its actions that the seat has seen
    draw_last: Callable[[Records, Records, int, Sequence[int]], str]
    # before a seat's number: the ids of parts that narrow pages also show enlarged
    close_ups: str = ""
    draw_text: Callable[[Records, Records, int], Any]  # (…, seat) -> a rich Text
    # (…, seat, columns) -> like `draw_text`, for a terminal of that width (more than 60)
    draw_wide: Callable[[Records, Records, int, int], Any] | None = None
    # (…, seat, place) -> left, top, right and lower edge of a place in the picture; places have the
    # names of the notation, such as `P10` or `(3,4)`
    locate: Callable[[Records, Records, int, str], tuple[float, float, float, float]] | None = None


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
    personas: Mapping[str, "Persona"] = field(default_factory=dict)
    kinds: Sequence[Any] = ()  # kinds of bots that only this game has (bots.kinds.BotKind)
    levels: Mapping[str, Level] = field(default_factory=dict)  # for people, weakest first

    # For a search, which needs an outlook
    outlook: Rule | None = None  # (state, options, work, seat, weights) -> the chance to win
    is_boundary: Rule | None = None  # (state, options): whether a search may stop here
    horizon: "Horizon" = field(default_factory=lambda: Horizon())
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

    # For a learned player, which needs features and a judge
    # (state, options, work, seat, inputs): whole numbers from 0 to 255, in the order of `features`
    write_features: Rule | None = None
    features: Sequence[str] = ()  # what each of them is
    judges: Mapping[str, Judge] = field(default_factory=dict)  # shipped, by name
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
    points: Callable[[Records, Records, int, int], list["Point"]] | None = None


@dataclass(frozen=True, kw_only=True)
class LabParts(ContractPart):
    """What the lab measures in finished games."""

    # for the figures of `simulate` and of the lab
    measures: Callable[["FinishedGames"], list["Measure"]] | None = None
    # every number of every game, for result tables
    columns: Callable[["FinishedGames"], "Columns"] | None = None
    # (figures by key) -> answers to a designer's first questions, at the top of a report
    headlines: Callable[[Mapping[str, "Figure"]], list["Headline"]] | None = None
    # (evidence) -> reasons for figures, besides those of `contract.lab.general_findings` that any game may have
    findings: Callable[["Evidence"], list["Finding"]] | None = None
    seating: "Seating" = field(default_factory=lambda: Seating())
    # (options, sums, games) -> pictures of where on the board things happened
    heat: Callable[[Records, Records, int], list["HeatMap"]] | None = None
    # (options, sums) -> (event, place, count) for every place of the board
    places: Callable[[Records, Records], list[tuple[str, str, int]]] | None = None
    outcomes: "Outcomes | None" = None
    # The colours that pictures give to seats and archetypes, as `#rrggbb`, for charts
    colours: Mapping[str, str] = field(default_factory=dict)
    # By heading: which games count in figures by round, for the caption of their chart
    captions: Mapping[str, str] = field(default_factory=dict)
    playing_time: "PlayingTime" = field(default_factory=lambda: PlayingTime())
    length_goal: str = ""  # the length that the box promises, as a goal: "length=10..14"


@dataclass(frozen=True, kw_only=True)
class StudioParts(ContractPart):
    """What the studio needs: boards, decks and printed components."""

    # what is wanted of the kit -> the components to print, at true size
    kit: Callable[[Records, KitChoice], Kit] | None = None
    # (states, options) -> for each kind of piece, how many lie on the table in each position;
    # None where the rules give every number
    in_play: Callable[[Records, Records], Peaks] | None = None
    piece_sizes: Mapping[str, float] = field(default_factory=dict)  # millimetres across, by name
    workbench: Workbench | None = None  # how its boards are edited
    decks: Sequence[DeckBench] = ()  # how its decks are edited
    # (options) -> what a project may have images for, each with words for people
    image_slots: Callable[[Records], Mapping[str, str]] | None = None
    own_names: OwnNames | None = None  # words that a project may replace by its own


@dataclass(frozen=True, kw_only=True)
class LearnerParts(ContractPart):
    """What programs that learn the game need to know about it."""

    # (state, options, seat, out): what the seat (or NOBODY) may know, itself first; it reads whole
    # positions and changes nothing
    encode: Rule | None = None
    encoding: Encoding = field(default_factory=lambda: Encoding(0, ()))  # what `encode` writes
    chance_actions: range = range(0)  # the numbers of chance outcomes; all others are decisions
    is_open: bool = False  # whether every seat always knows everything
    returns_sum: float = 1.0  # what the returns of all seats add up to, each from 0 to 1
    # (options) -> a bound on the decisions of a game, or None where the rules have none
    longest: Callable[[Records], int | None] = lambda options: None


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game, in parts by the rooms that use them; `contract.text.plain` has a simple notation.

    Rules take records (`states[0]`), allocate nothing and check nothing: `play.Session` is the
    checked interface. Functions in plain Python take arrays of one record, as sessions have them.
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
    learning: LearnerParts = field(default_factory=LearnerParts)

    def __post_init__(self) -> None:
        """Fill in the default rules of bots, and check what the types can't express."""
        bots = replace(self.bots, **_default_rules(self.bots, self.rules.rule))
        object.__setattr__(self, "bots", bots)
        for persona in self.bots.personas.values():
            if unknown := sorted(set(persona.weights) - set(self.bots.weights_by_name)):
                raise ValueError(f"a persona of {self.title} has an unknown weight {unknown[0]!r}")
        for name in self.rules.sums.names or ():
            if self.rules.sums[name].base != np.int64:
                raise ValueError(f"the field {name!r} of the sums must be a 64-bit whole number")

    # Options

    def options(
        self, preset: str | None = None, /, *changes: Mapping[str, Any], **values: Any
    ) -> Records:
        """Return an array of one options record: a preset (by default the first) with changes.

        Changes are applied in order; a number for one seat does not change the other seats.
        """
        number = self._preset_number(preset)
        base = list(self.rules.presets.values())[number] if self.rules.presets else {}
        rules = self.rules
        options = make_options(rules.options, rules.options_record, base, *changes, values)
        if rules.presets:
            options[BASE] = number
        self.settle_options(options)
        return options

    @property
    def file_options(self) -> dict[str, FileOption]:
        """The options that name files, by name."""
        return {o.name: o for o in self.rules.options if isinstance(o, FileOption)}

    def settle_options(self, options: Records) -> None:
        """Fill the fields that are derived from the options."""
        if self.rules.settle is not None:
            self.rules.settle(options)

    def base(self, options: Records) -> str:
        """Return the preset that options build on; empty if the game has none."""
        return list(self.rules.presets)[int(options[BASE][0])] if self.rules.presets else ""

    def changes(self, options: Records) -> dict[str, str]:
        """Return the options that differ from their base, as text."""
        base = self.rules.presets[self.base(options)] if self.rules.presets else {}
        plain = make_options(self.rules.options, self.rules.options_record, base)
        return changed_options(self.rules.options, options, plain)

    def describe_options(self, options: Records) -> str:
        """Describe the base and the changes in one line."""
        return describe_rules(self.base(options), self.changes(options))

    def notes_on(self, options: Records) -> list[str]:
        """Return a sentence for each changed option that has no effect."""
        return self.notation.notes(options, self.changes(options)) if self.notation.notes else []

    def _preset_number(self, preset: str | None) -> int:
        names = list(self.rules.presets)
        if preset is None:
            return 0
        if preset not in names:
            if not names:
                raise BadNotation(f"{self.title} has no presets, so it has no {quote(preset)}")
            hint, listed = did_you_mean(str(preset), names), ", ".join(names)
            problem = f"{self.title} has no preset {quote(preset)}{hint}"
            raise BadNotation(f"{problem}; the presets are {listed}")
        return names.index(preset)

    # Records and buffers

    @property
    def max_seats(self) -> int:
        """The largest number of seats under any options."""
        return len(self.rules.seat_names)

    def seat_count(self, options: Records) -> int:
        """The number of seats under these options; in plain Python, as the mode `cuda` needs it."""
        return int(source_of(self.rules.seats)(options[0]))

    def sides(self, options: Any) -> list[int]:
        """The side of every seat that plays under one record of options."""
        seats, side = source_of(self.rules.seats), source_of(self.rules.side)
        return [int(side(options, seat)) for seat in range(int(seats(options)))]

    def seat_name(self, options: Records, seat: int) -> str:
        """Return the name of a seat under these options."""
        word = self.notation.seat_word
        return word(options, seat) if word else self.rules.seat_names[seat]

    def wording(self, options: Records) -> Wording | None:
        """Return what replaces words of the game by names of the options' project, if any."""
        own_names = self.studio.own_names
        return own_names.wording_of(options) if own_names else None

    def in_own_names(self, text: str, options: Records) -> str:
        """Return a text with the names of the options' project."""
        wording = self.wording(options)
        return wording.text(text) if wording else text

    def rematch_options(self, options: Records, shares: Sequence[float]) -> Records:
        """Return the options of the next game between the same players."""
        if self.notation.rematch is None:
            return options
        changes = self.notation.rematch(options, shares)
        return self.options(self.base(options) or None, {**self.changes(options), **changes})

    def page(self, name: str, options: Records) -> str:
        """Return a page to look up at the table, under these options."""
        page = self.notation.pages[name]
        return page if isinstance(page, str) else page(options)

    def playing(self, variants: Records, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Games × seats: whether the seat plays under that game's options."""
        counts = [self.seat_count(variants[i : i + 1]) for i in range(len(variants))]
        playing: NDArray[np.bool_] = np.arange(self.max_seats) < np.array(counts)[rows][:, None]
        return playing

    def new_state(self, options: Records) -> Records:
        """Return an array of one record with the initial position."""
        states = np.zeros(1, self.rules.record)
        self.rules.setup(states[0], options[0])
        return states

    def new_work(self) -> Records:
        return scratch(1, self.rules.work)

    def new_tally(self) -> Records:
        return np.zeros(1, self.rules.tally)

    def new_plans(self) -> Records:
        """Return an empty plan for every seat."""
        return scratch(self.max_seats, self.rules.plan)

    def new_out(self) -> NDArray[np.int32]:
        """A buffer for a list of actions, with the spare slot that branch-free listing needs."""
        return scratch(self.rules.max_actions + 1, np.int32)

    def new_chances(self) -> NDArray[np.int64]:
        return scratch(self.rules.max_actions + 1, np.int64)

    def new_study(self, note: np.dtype[Any], notes: int = 1, positions: int = POSITIONS) -> Study:
        """Scratch buffers for the policies of one thread, with `notes` records of type `note`."""
        states = scratch(positions, self.rules.record)
        plans = scratch(self.max_seats + 1 + MOST_GOALS, self.rules.plan)
        records = (scratch(notes, note), states, words(states), plans, words(plans))
        rng, shares = streams(), scratch(self.max_seats, np.float64)
        return Study(*records, self.new_out(), self.new_chances(), rng, shares)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The default weights of the greedy bot, in the order of `weights_by_name`."""
        return np.array(list(self.bots.weights_by_name.values()), np.int64)

    def persona_weights(self, name: str) -> NDArray[np.int64]:
        """The weights of a persona: the default ones with its changes."""
        merged = {**self.bots.weights_by_name, **self.bots.personas[name].weights}
        return np.array(list(merged.values()), np.int64)

    def weights_in_set(self, weight_set: str, player: str, persona: str = "") -> list[int]:
        """The weights of a player of a set: the default ones with its changes.

        If a persona is named, its weights in the same set are changed first.
        """
        changes = self.bots.weight_sets.get(weight_set, {})
        own = self.bots.personas[persona].weights if persona else {}
        parts = (self.bots.weights_by_name, own, changes.get(persona, {}), changes.get(player, {}))
        return list({name: weight for part in parts for name, weight in part.items()}.values())

    def compiled_rules(self) -> list[Any]:
        """Every rule that is compiled, for compiling all of them in advance."""
        owners = (self.rules, self.bots, self.learning)
        parts = ((part, field.name) for part in owners for field in fields(part))
        bound = (getattr(part, name) for part, name in parts)
        return [rule for rule in bound if hasattr(rule, "machine")]

    def find_rule(self, name: str) -> Rule | None:
        """Return the compiled rule of this name, as templates call it; None if it is not bound."""
        bound: Rule | None = getattr(self.rules if hasattr(self.rules, name) else self.bots, name)
        return bound


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


@dataclass(frozen=True)
class FinishedGames:
    """Finished games, the argument of `measures` and `columns`."""

    states: Records  # final positions
    tallies: Records
    sums: Records  # one per row of `variants`
    variants: Records
    rows: NDArray[np.int64]  # the row of `variants` of each game
    players: Sequence[str]  # names
    players_by_seat: NDArray[np.int64]  # games × seats: an index of `players`, or NOBODY
    playing: NDArray[np.bool_]  # games × seats: whether the seat was in the game
    results: NDArray[np.float64]  # games × seats: the share of each seat
    lengths: NDArray[np.int64]  # actions, chance included
    paces: NDArray[np.int64]  # games × (decisions, those with one choice, all choices)


@dataclass(frozen=True)
class HeatMap:
    """A picture of the board that shows how often something happened at each place."""

    name: str
    title: str  # a caption in words
    svg: str


@dataclass(frozen=True)
class Columns:
    """The numbers of each game and of each seat, by name."""

    games: Mapping[str, NDArray[Any]]  # one value per game
    # Games × seats, playing or not; with a third axis if the name ends in `_by_round`
    seats: Mapping[str, NDArray[Any]]
    # Words for the numbers of a column, counted from 0; numbers below 0 have none
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """One legal action as a person selects it in the picture."""

    action: int
    text: str  # in notation
    group: str  # its heading in a list: in a card game, the card
    piece: str  # the piece that acts, or empty
    label: str  # a few words on what it does
    clicks: tuple[str, ...]  # ids of the elements to click, in order
    captures: tuple[str, ...] = ()  # what it captures, in words


@dataclass(frozen=True)
class Route:
    """Several actions in a row as a person selects them in the picture: a walk, part of a 7."""

    actions: tuple[int, ...]
    group: str  # as in `Target`
    label: str  # a few words on what it does, and how it differs from others with these clicks
    clicks: tuple[str, ...]  # ids of the elements to click, in order
    passes: tuple[str, ...]  # ids of the elements on the way, from its start to its end
    captures: tuple[str, ...] = ()


# The depth of a figure: always printed; not with `--brief`; only with `--json`.
MAIN, FURTHER, RECORDED = range(3)


MEAN, SHORTEST, MEDIAN, LONGEST = "mean", "shortest", "median", "longest"


@dataclass(frozen=True)
class Label:
    """The name of a figure and its place in tables.

    Figures may have a heading; figures of one name with several columns share a row.
    """

    name: str
    is_share: bool = False
    unit: str = field(default="per game", compare=False)  # older runs have other units
    group: str = ""  # the kind of the name or column: "seat", "archetype" …
    heading: str = ""
    column: str = ""
    depth: int = MAIN
    extent: str = MEAN  # or SHORTEST, MEDIAN, LONGEST of all games

    @property
    def key(self) -> str:
        """The unique name of the figure."""
        name = f"{self.heading}: {self.name}" if self.heading else self.name
        return f"{name}, {self.column}" if self.column else name


@dataclass(frozen=True)
class Measure:
    """A number that is counted in each game, and the divisor of its sum over all games.

    The divisor is 1 per game for a mean over games, the game's turns for a rate, and the number of
    players for a share of the players.
    """

    label: Label
    total: NDArray[Any]  # one per game
    of: NDArray[Any] | None = None  # one per game; None: 1


@dataclass(frozen=True)
class Figure:
    """One number about many games, with its 95 % interval if there is one."""

    label: Label
    value: float
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True)
class Headline:
    """An answer: a figure with its unit, and a sentence that may contain figures."""

    figure: Figure
    unit: str
    sentence: Sequence[str | Figure]


@dataclass(frozen=True)
class Finding:
    """A reason for a figure: in a sentence, in a paragraph, and as a chart of figures."""

    sentence: str
    strength: float  # from 0, barely worth a word, to 1, as strong as can be; cautiously estimated
    title: str  # of the chart
    rows: Mapping[str, Sequence[Figure]]  # of the chart: figures by name, one for each series
    series: Sequence[str] = ()  # names; may be left out for a single one
    paragraph: str = ""  # what follows the sentence in a report


@dataclass(frozen=True)
class Contrast:
    """Two means of seats that are alike but for one thing, and the interval of the difference."""

    one: float
    other: float
    low: float
    high: float


class Evidence(Protocol):
    """The figures of a run, with intervals over blocks, and contrasts between them."""

    @property
    def figures(self) -> Mapping[str, Figure]:
        """Figures by key; a share that was never or always seen has an interval too."""
        ...

    def cases(self, key: str) -> float:
        """What the total of a figure was divided by, over all games."""
        ...

    def contrasts(self, pairs: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, Contrast]:
        """Under each name, one figure minus the other within blocks, averaged over pairs of keys.

        Names with too few blocks are left out. All intervals hold together.
        """
        ...


@dataclass(frozen=True)
class Seating:
    """How players change seats between games with the same luck.

    The options in `moves`, of the kind `order`, move with their players; `places` returns the
    changes of options that move what belongs to the seats, for designs that need it.
    """

    usual: str = "rotations"  # or "all": the more informative one for this game
    moves: tuple[str, ...] = ()  # such as the archetypes
    places: Callable[[Records], list[Mapping[str, Any]]] | None = None  # such as the homes


@dataclass(frozen=True)
class DecisionKind:
    """Something that takes people time at the table, such as choosing a card."""

    name: str
    seconds: float  # by default
    text: str


@dataclass(frozen=True)
class PlayingTime:
    """What takes people time in a game; without kinds, every decision and every chance outcome."""

    kinds: Sequence[DecisionKind] = ()
    # (played) -> by the name of a kind: how many there were in each game
    counts: Callable[["FinishedGames"], Mapping[str, Records]] | None = None
    # (played) -> turns of all players in each game; None: their decisions
    turns: Callable[["FinishedGames"], Records] | None = None
    minutes: tuple[int, int] | None = None  # that the box promises


@dataclass(frozen=True)
class Outcomes:
    """The distinct boards that a card, or something else that a player uses, can lead to."""

    noun: str  # "card"
    values: str  # "A 2 … 10 J Q K Joker"
    boards: Callable[[Records, Records, str, int], list[str]]  # (states, options, value, seat)
