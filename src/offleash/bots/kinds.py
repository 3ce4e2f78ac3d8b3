"""The kinds of bots by name: a registry that games and installed packages extend.

A package offers a kind as an entry point of the group `offleash.bots` that refers to a `BotKind`,
or to a class with `choose(view, legal)`, which then plays under the name of the entry point; a game
lists its own in `Game.bots.kinds`. A level of the game is another name for one of its bots, and may
change; `find` looks through it. `module:Class` and `person:FILE` are known once this process has
registered them, and only the command line registers bots: no page, project, plan or transcript can.
"""

import importlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np

from offleash.bots import careless, people
from offleash.bots.bot_names import OFFERED_PLAYOUTS, parse_budget, search_row
from offleash.bots.python import bots as python_bots
from offleash.bots.templates import learned, notes, player_network
from offleash.compiler.record import EMPTY
from offleash.compiler.rule import specialise
from offleash.compiler.study import POSITIONS
from offleash.contract import Game, Records
from offleash.contract.bots import judges, levels, weights
from offleash.contract.bots.player_networks import MOST_ACTION_NUMBERS, MOST_NUMBERS, PlayerNetwork
from offleash.contract.rules.features import MOST_FEATURES
from offleash.tools.errors import OffleashError
from offleash.tools.prose import capitalise, closest, join_or, suggest

ENTRY_POINT_GROUP = "offleash.bots"
PERSONA = "persona"


def _no_arguments(game: Game) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class BotKind:
    """A kind of bot. Users type its name, followed by a colon and an argument if it takes one."""

    name: str
    text: str  # a description in one line
    template: str  # the module of its `choose`, a template for `specialise`
    choose: str
    needs: tuple[str, ...] = ("score",)  # rules of the game that the template binds
    may_use: tuple[str, ...] = ("prepare",)  # and those that it binds if the game has them
    arguments: Callable[[Game], Sequence[str]] = _no_arguments
    weights: Callable[[Game, str], Sequence[int]] = lambda game, argument: game.weights.tolist()
    form: str = ""  # a placeholder for arguments that can't be listed, such as "PLAYOUTS"
    examples: str = ""  # of such arguments
    offered: tuple[str, ...] = ()  # such arguments in lists to choose from
    check: Callable[[Game, str], Any] | None = None  # raises OffleashError
    # Its time for a decision if it is not limited by playouts: its row then begins with the
    # playouts, and its notes count those that were played
    milliseconds: Callable[[Game, str], int] = lambda game, argument: 0
    is_slow: bool = False  # whether every decision takes long
    text_of: Callable[[Game, str], str] | None = None  # describes one of its arguments
    builds_on: tuple[tuple["BotKind", str], ...] = ()  # what it binds of other kinds' templates
    binds: Callable[[Game], Mapping[str, Any]] = lambda game: {}  # beside rules of the game
    note: np.dtype[Any] = field(default=EMPTY)  # the record of its own workspace
    notes: int = 1
    positions: int = POSITIONS  # that it needs room for
    # Constructs a bot written in Python, which has `choose(view, legal)`; the template is then the
    # module of that bot
    factory: Callable[[Game, Records, int], Any] | None = None

    def is_timed(self, game: Game, argument: str) -> bool:
        """Return whether it is limited by time, and so does not play the same on every machine."""
        return self.milliseconds(game, argument) > 0

    def module(self, game: Game, note: np.dtype[Any]) -> Any:
        """Return its template, bound to a game; `note` is the workspace's record at this table."""
        rules = {name: game.find_rule(name) for name in (*self.needs, *self.may_use)}
        bound = {name: rule for name, rule in rules.items() if rule is not None}
        bound |= {name: getattr(kind.module(game, note), name) for kind, name in self.builds_on}
        bound |= self.binds(game)
        template = importlib.import_module(self.template)
        return specialise(game.rules.rule, template, note=note, **bound)

    def compile_choose(self, game: Game, note: np.dtype[Any]) -> Callable[..., Any]:
        """Return its `choose`, bound to one game."""
        choose: Callable[..., Any] = getattr(self.module(game, note), self.choose)
        return choose

    def can_play(self, game: Game) -> bool:
        """Return whether the game has the rules that it needs."""
        return all(game.find_rule(name) is not None for name in self.needs)

    def names(self, game: Game) -> list[str]:
        """Return all names that users may type for it in this game, if these can be listed."""
        if self.form:
            return []
        arguments = self.arguments(game)
        if self.arguments is _no_arguments:
            return [self.name]
        return [f"{self.name}:{argument}" if argument else self.name for argument in arguments]

    def descriptions(self, game: Game) -> dict[str, str]:
        """Return a description of each name; if the names can't be listed, of the form."""
        if self.form:
            return {f"{self.name}:{self.form}": self.text}
        names = self.names(game)
        if self.text_of is None or self.arguments is _no_arguments:
            return dict.fromkeys(names, self.text)
        return {name: self.text_of(game, name.partition(":")[2]) for name in names}


POLICIES = "offleash.bots.templates.policies"


@cache
def weight_set_kind(name: str) -> BotKind:
    """Return the greedy and the personas with a further set of weights: `tuned`, `tuned:yapper`."""

    def players(game: Game) -> Sequence[str]:
        known = game.bots.weight_sets[name]
        return [
            *([""] if weights.GREEDY in known else []),
            *(persona for persona in game.bots.personas if persona in known),
        ]

    def row(game: Game, argument: str) -> Sequence[int]:
        return [0, *game.weights_in_set(name, argument or weights.GREEDY, argument)]

    def describe(game: Game, argument: str) -> str:
        like = game.bots.personas[argument].text if argument else "the action that scores best"
        return f"{like}, with {'trained weights' if name == weights.TUNED else f'weights {name!r}'}"

    text = f"like greedy or a persona, with the weights {name!r}"
    return BotKind(
        name, text, POLICIES, "choose_greedy", arguments=players, weights=row, text_of=describe
    )


GREEDY = BotKind(
    "greedy",
    "the action that scores best, with default weights",
    POLICIES,
    "choose_greedy",
    weights=lambda game, argument: [0, *game.weights.tolist()],  # no slips
)
CARELESS = BotKind(
    "careless",
    "like greedy, but now and then it plays anything: careless:20 in 20 % of its decisions",
    POLICIES,
    "choose_greedy",
    weights=careless.careless_row,
    form="PERCENT",
    examples="careless:20 or careless:20:hand",
    check=careless.parse_carelessness,
)
SEARCH = BotKind(
    "search",
    "tries the best few actions in many playouts: search:500, or search:50ms of time",
    "offleash.bots.templates.search",
    "choose_search",
    needs=(
        *("actor", "side", "legal_actions", "chance_outcomes", "stream", "apply", "returns"),
        *("hide", "resample", "score", "outlook"),
    ),
    may_use=(
        *("prepare", "is_boundary", "distinct_actions", "model_of", "wander"),
        *("list_goals", "aim", "planned"),
        *("suspect", "imagine", "forecast"),
    ),
    weights=search_row,
    form="PLAYOUTS",
    examples="search, search:500 or search:50ms",
    offered=tuple(map(str, OFFERED_PLAYOUTS)),
    text_of=lambda game, playouts: f"tries the best few actions in {playouts} playouts",
    check=parse_budget,
    milliseconds=lambda game, argument: parse_budget(game, argument).milliseconds,
    is_slow=True,
    builds_on=((GREEDY, "pick_best"),),
    note=notes.NOTE,
)

PERSON = BotKind(
    people.PERSON,
    "plays as a person did: a file that offleash fit writes, such as person:anna.toml",
    "offleash.bots.templates.person",
    "choose_person",
    may_use=("prepare", "list_goals", "aim", "planned"),
    weights=lambda game, path: people.person_row(game, people.find_person(game, path)),
    form="FILE",
    examples="person:anna.toml",
    check=people.find_person,
    binds=people.goal_rules,
)


def _judge_names(game: Game) -> Sequence[str]:
    """Return the arguments of the learned player: none for the default judge, then other names."""
    known = game.bots.judges
    default = [""] if judges.LEARNED in known else []
    return [*default, *(name for name in known if name != judges.LEARNED)]


LEARNED = BotKind(
    judges.LEARNED,
    "the turn whose end a trained network judges best",
    "offleash.bots.templates.learned",
    "choose_learned",
    needs=(*("actor", "legal_actions", "apply", "returns", "hide", "resample", "write_features"),),
    may_use=("turn_outcomes", "skip_chance", "planned", "note_move", "judge_of"),
    arguments=_judge_names,
    weights=lambda game, name: learned_row(game, game.bots.judges[name or judges.LEARNED]),
    is_slow=True,
    note=notes.NOTE,
    positions=learned.POSITIONS,
)
# Of the same name: a file of either kind may be loaded, and says which of them plays.
PLAYER = BotKind(
    judges.LEARNED,
    "the action that a trained network likes best",
    "offleash.bots.templates.player_network",
    "choose_by_network",
    needs=("encode", "write_action"),
    may_use=("judge_of",),
    arguments=_judge_names,
    weights=lambda game, name: player_row(game, game.bots.judges[name or judges.LEARNED]),
    note=notes.NOTE,
)


def learned_row(game: Game, judge: Any) -> list[int]:
    """Return a learned player's numbers, as `templates.learned` reads them."""
    _check_room(game)
    usual = next(iter(judge.networks.values()))  # for rules that it has no network for
    networks = [judge.networks.get(name, usual) for name in game.bots.networks]
    header = [learned.MOST_NODES, 0, 0, game.bots.ahead, *networks[0].sizes]
    return [*header, *np.concatenate([network.numbers() for network in networks]).tolist()]


def player_row(game: Game, player: Any) -> list[int]:
    """Return a player's numbers, as `templates.player_network` reads them."""
    learning = game.learning
    sizes = learning.encoding.size, learning.action_encoding.size
    if sizes[0] > MOST_NUMBERS or sizes[1] > MOST_ACTION_NUMBERS:
        raise OffleashError(
            f"{game.title} has {sizes[0]} and {sizes[1]} numbers of positions and actions; a "
            f"player network takes {MOST_NUMBERS} and {MOST_ACTION_NUMBERS}"
        )
    usual = next(iter(player.networks.values()))  # for rules that it has no network for
    networks = [player.networks.get(name, usual) for name in game.bots.networks]
    inputs = [len(layout.rows) for layout in player.layouts]
    parts = [layout.rows.ravel() for layout in player.layouts]
    parts += [layout.table for layout in player.layouts]
    places = np.cumsum([player_network.HEADER, *map(len, parts)]).tolist()
    columns = [layout.columns for layout in player.layouts]
    rows = [network.numbers() for network in networks]
    header = [*sizes, *inputs, *networks[0].sizes, *places[:4], *columns, places[4], len(rows[0])]
    return [*header, *np.concatenate([*parts, *rows]).tolist()]


def _check_room(game: Game) -> None:
    """Raise OffleashError if the notes of a learned player have no room for what a game has."""
    bots = game.bots
    choices = game.rules.max_actions if bots.turn_outcomes else 0
    for name, count, most in (
        ("features", len(bots.features), MOST_FEATURES),
        ("networks of a judge", len(bots.networks), learned.MOST_NETWORKS),
        ("kinds of chance that a turn passes over", bots.ahead, notes.MOST_AHEAD),
        ("actions after a chance within a turn", choices, notes.MOST_CHOICES),
    ):
        if count > most:
            raise OffleashError(f"{game.title} has {count} {name}; a learned player takes {most}")


BUILT_IN = (
    BotKind("random", "any legal action, each equally likely", POLICIES, "choose_random"),
    GREEDY,
    BotKind(
        PERSONA,
        "plays one of the game's archetypes",
        POLICIES,
        "choose_greedy",
        arguments=lambda game: list(game.bots.personas),
        weights=lambda game, name: [0, *game.persona_weights(name).tolist()],
        text_of=lambda game, name: game.bots.personas[name].text,
    ),
    CARELESS,
    PERSON,
    SEARCH,
    PLAYER,
    LEARNED,
)


@cache
def installed_kinds() -> tuple[BotKind, ...]:
    """Return the kinds that installed packages add."""
    return tuple(filter(None, map(_load_entry_point, entry_points(group=ENTRY_POINT_GROUP))))


def _load_entry_point(point: EntryPoint) -> BotKind | None:
    """Return the kind of an entry point; None if it can't load: other commands must still work."""
    try:
        bot = point.load()
        if isinstance(bot, BotKind):
            return bot
        if not re.fullmatch(r"[\w.-]+", point.name):
            raise ValueError("its name may only have letters, digits, _, . and -")
        return _python_kind(point.name, bot)
    except Exception as error:
        print(f"offleash: the installed bot {point.name} is left out ({error})", file=sys.stderr)
        return None


def _python_kind(name: str, bot: Any) -> BotKind:
    """Return the kind of a bot written in Python."""
    factory, owner = python_bots.bot_factory(name, bot), bot if isinstance(bot, type) else type(bot)
    return BotKind(
        name, python_bots.title_of(bot), owner.__module__, "choose", needs=(), factory=factory
    )


registered_kinds: dict[str, BotKind] = {}


def register_bot(bot: Any) -> str:
    """Register a bot in this process: a class, an object, `module:Class` or `person:FILE`.

    Returns its name. Since importing runs code, register only bots that the user named on the
    command line or passed in Python. Raises OffleashError if the bot can't be loaded.
    """
    if isinstance(bot, str) and people.is_person(bot):
        return people.register_person(bot)
    if isinstance(bot, str):
        name = bot
        bot = python_bots.load(name) if name not in registered_kinds else None
    else:
        owner = bot if isinstance(bot, type) else type(bot)
        name = f"{owner.__module__}:{owner.__qualname__}".replace(".<locals>", "")
    if bot is not None:
        registered_kinds[name] = _python_kind(name, bot)
    return name


def must_be_registered(game: Game, name: str) -> bool:
    """Return whether a name stands for code, or for a model of a person in a file."""
    return people.is_person(name) or is_python_bot(game, name)


def is_python_bot(game: Game, name: str) -> bool:
    """Return whether a name must be imported: `persona:hunter` looks the same, but is built in."""
    names = {*(kind.name for kind in known_kinds(game)), *game.bots.levels}
    return python_bots.is_class_name(name) and name.partition(":")[0].lower() not in names


def kinds(game: Game) -> dict[str, BotKind]:
    """Return every kind of bot that can play a game, by name."""
    return {kind.name: kind for kind in known_kinds(game) if kind.can_play(game)}


def known_kinds(game: Game) -> tuple[BotKind, ...]:
    """Return all kinds: built in, sets of weights, installed, the game's own, registered.

    The search comes after all greedy kinds, since policies are compiled in this order: a search and
    `tuned` compile to the same kernel as a search and `greedy`.
    """
    simple = tuple(kind for kind in BUILT_IN if kind not in (SEARCH, PLAYER, LEARNED))
    listed = (
        *simple,
        *map(weight_set_kind, game.bots.weight_sets),
        SEARCH,
        PLAYER,
        LEARNED,
        *installed_kinds(),
        *game.bots.kinds,
    )
    return (*listed, *registered_kinds.values())


def bot_names(game: Game) -> list[str]:
    """Return the bots of a game that can be listed."""
    return [name for kind in kinds(game).values() for name in kind.names(game)]


def describe_bots(game: Game) -> dict[str, str]:
    """Return all bots of a game as users write them, each with a description."""
    descriptions = (kind.descriptions(game) for kind in kinds(game).values())
    bots = {name: text for texts in descriptions for name, text in texts.items()}
    described = {name: level.text for name, level in game.bots.levels.items()}
    if described and game.bots.models:
        described["LEVEL:PERSONA"] = f"a level that plays like {join_or(game.bots.models)}"
    return described | bots


def level_names(game: Game, style: str | None = None) -> dict[str, str]:
    """Return the levels of a game, or those in one style, with descriptions.

    Where seats stand for archetypes, each level has a name for the style of each archetype.
    """
    styles = ["", *game.bots.models] if style is None else [style]
    return {
        f"{name}:{persona}" if persona else name: level.text
        for persona in styles
        for name, level in game.bots.levels.items()
    }


def _bot_of_level(game: Game, name: str) -> str:
    """Return the bot that plays a level."""
    level, _, persona = name.partition(":")
    bot = game.bots.levels[level].bot
    return f"{bot}:{persona}" if persona else bot


def bot_choices(game: Game) -> dict[str, str]:
    """Return the bots of a game for a list to choose from, each with a description."""
    choices: dict[str, str] = {}
    for kind in kinds(game).values():
        if kind.form and kind.text_of is not None:
            choices |= {f"{kind.name}:{n}": kind.text_of(game, n) for n in kind.offered}
        elif not kind.form:
            choices |= kind.descriptions(game)
    return choices


def display_name(bot: str) -> str:
    """Name a bot for people: `persona:yapper` is Yapper bot, `search:300` Search bot (300)."""
    kind, _, argument = bot.partition(":")
    if bot in registered_kinds:
        title, detail = argument.rpartition(".")[2], ""
    elif kind == PERSONA:
        title, detail = argument, ""
    elif kind == people.PERSON:
        title, detail = people.title_of_person(argument), ""
    elif kind == weights.TUNED:
        title, detail = f"trained {argument.capitalize()}".strip(), ""
    elif kind in levels.NAMES and argument:
        return f"{display_name(f'{PERSONA}:{argument}')}, {kind}"
    else:
        title, detail = kind, argument.replace("ms", " ms")
    title = title.replace("_", " ").replace("-", " ")
    suffix = "" if title.lower().endswith("bot") else " bot"
    return f"{capitalise(title)}{suffix}" + (f" ({detail})" if detail else "")


def is_bot(game: Game, name: str) -> bool:
    """Return whether a player's name is a bot's, and not a person's."""
    try:
        find(game, name)
    except OffleashError:
        return False
    return True


def display_player(game: Game, name: str) -> str:
    """Return the name of a player for people: a bot's display name, or a person's own."""
    return display_name(name) if is_bot(game, name) else name


def list_players(game: Game, names: Iterable[str]) -> str:
    """Return `Greedy bot, Search bot (300)`: the names of players for people."""
    return ", ".join(display_player(game, name) for name in names)


def normalise_name(game: Game, name: str) -> str:
    """Return a name as the registry has it: in lower case, except for files and Python names."""
    plain = name.strip()
    return plain if plain in kinds(game) or must_be_registered(game, plain) else plain.lower()


def find(game: Game, name: str) -> tuple[BotKind, str]:
    """Return the kind and argument of a bot's name; raise OffleashError if there is no such bot."""
    known = kinds(game)
    if name in known and known[name].factory is not None:
        return known[name], ""
    word, colon, argument = name.partition(":")
    kind = known.get(word)
    if kind is None and name in level_names(game):
        return find(game, _bot_of_level(game, name))
    if kind is not None and kind.check is not None:
        if colon and not argument:
            raise OffleashError(f"{name} has nothing after its colon: write {kind.examples}")
        kind.check(game, argument)
    elif name not in bot_names(game):
        raise OffleashError(_unknown_bot_message(game, name))
    assert kind is not None
    if kind.name == judges.LEARNED:
        judge = game.bots.judges[argument or judges.LEARNED]
        return PLAYER if isinstance(judge, PlayerNetwork) else LEARNED, argument
    return kind, argument


def _closest_name(game: Game, name: str) -> str:
    """Return the bot that a mistyped name was probably meant for, or an empty string."""
    word, colon, argument = name.partition(":")
    kind = closest(word.lower(), kinds(game)) if colon else ""
    if kind and kind != word:  # else the argument is mistyped
        with suppress(OffleashError):
            find(game, f"{kind}:{argument}")
            return f"{kind}:{argument}"
    return closest(name.lower(), [*bot_names(game), *level_names(game)])


def _unknown_bot_message(game: Game, name: str) -> str:
    """Say that there is no such bot, and list the bots."""
    word, listed = name.partition(":")[0], ", ".join(describe_bots(game))
    if any(kind.name == word for kind in BUILT_IN) and word not in kinds(game):
        return f"{word} can't play {game.title}, which lacks rules for it; the bots are {listed}"
    hint = suggest(_closest_name(game, name))
    code = "; module:Class works only on the command line" if is_python_bot(game, name) else ""
    return f"there is no bot {name!r}{hint}; the bots are {listed}{code}"
