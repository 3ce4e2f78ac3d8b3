"""The tools: what a program can ask for. They know nothing of the protocol."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from offleash.bots.bot_names import parse_budget
from offleash.bots.kinds import SEARCH, describe_bots, find
from offleash.contract import Game
from offleash.contract.option_texts import stored_text
from offleash.contract.studio.workbench import OK
from offleash.games import registry
from offleash.lab.experiments.progress import RunProgress
from offleash.lab.questions.questions import KINDS
from offleash.mcp import arguments
from offleash.mcp.access import Access
from offleash.mcp.arguments import filled
from offleash.mcp.experiments import ProgramRuns, answer, make_experiment
from offleash.mcp.games import Chair, OpenGames
from offleash.mcp.rules import fitting, sections_of, to_text
from offleash.projects.project import game_of
from offleash.tools.errors import OffleashError
from offleash.web.quotas import DEFAULT_QUOTAS, FairShares, Quotas

ASKED = ("simulate", "compare", "sweep", "propose", "tune", "ladder")  # questions of the lab
LINES_OF_BOARD = 2  # a text with fewer is a name

Values = Mapping[str, Any]
Json = dict[str, Any]
# Called while work goes on, with how much is done, of how much (0: unknown), and words; may raise.
Progress = Callable[[int, int, str], None]


@dataclass
class Door:
    """What all programs of a server share: games, runs, and quotas."""

    games: OpenGames = field(default_factory=OpenGames)
    runs: ProgramRuns = field(default_factory=ProgramRuns)
    quotas: Quotas = field(default_factory=lambda: dict(DEFAULT_QUOTAS))

    def __post_init__(self) -> None:
        self.shares = FairShares(self.quotas)


@dataclass(frozen=True)
class Tool:
    """One tool: its name, its arguments, and the function that answers."""

    name: str
    question: type
    run: Callable[[Door, Access, Values, Progress], Json]
    is_long: bool = False  # one at a time
    changes: bool = False  # whether a call changes a game

    @property
    def text(self) -> str:
        """What it does."""
        return " ".join((self.question.__doc__ or "").split())

    @property
    def schema(self) -> Json:
        """The JSON schema of its arguments."""
        return arguments.schema_of(self.question)

    def call(self, door: Door, access: Access, sent: Values, progress: Progress) -> Json:
        """Return the answer. Raises OffleashError for anything that is wrong."""
        door.shares.use(access.client, "messages")
        return self.run(door, access, arguments.read_arguments(self.question, sent), progress)


# Games and rules


def _list_games(door: Door, access: Access, values: Values, progress: Progress) -> Json:
    if values.get("game"):
        return _describe(access, values)
    games = [
        {"name": row.name, "title": row.title, "seats": row.seats, "nature": row.nature}
        for row in registry.ROWS.values()
    ]
    folders = {name: access.folder(name) for name in access.project_names}
    projects = [
        {"name": name, "game": game_of(folder)} for name, folder in folders.items() if folder
    ]
    return {"games": games, "projects": projects}


def _describe(access: Access, values: Values) -> Json:
    setup = access.setup(values)
    game, options = setup.game, setup.options
    return {
        "name": values["game"],
        "title": game.title,
        "preset": game.base(options),
        "presets": {name: game.notation.preset_texts.get(name, "") for name in game.rules.presets},
        "seats": [game.seat_name(options, seat) for seat in range(game.seat_count(options))],
        "options": {
            option.name: {
                "value": option.format(options[option.name][0]),
                "values": option.range_text,
                "text": option.text,
            }
            for option in game.rules.options
        },
        "bots": describe_bots(game),
    }


def _read_rules(door: Door, access: Access, values: Values, progress: Progress) -> Json:
    setup = access.setup(values)
    sections = sections_of(setup.game, setup.options)
    about = values.get("about", "")
    if not about.strip():
        return {"sections": [section.title for section in sections]}
    return {"sections": [to_text(section) for section in fitting(sections, about)]}


def _check_board(door: Door, access: Access, values: Values, progress: Progress) -> Json:
    setup = access.setup(values)
    game, options, text = setup.game, setup.options, values.get("board", "")
    bench = game.studio.workbench
    if bench is None:
        raise OffleashError(f"{game.title} has no boards to check")
    if len(text.splitlines()) < LINES_OF_BOARD:
        option = game.file_options[bench.option]
        digest = option.parse(text) if text in option.shipped else options[bench.option][0]
        if text and text not in option.shipped:
            listed = ", ".join(option.shipped)
            raise OffleashError(f"there is no board {text!r}; send its text, or name {listed}")
        text = stored_text(int(digest)) or ""
    checks = bench.lights(text, options)  # raises BadNotation with the line
    broken = [one for one in checks if one.state != OK]
    return {
        "checks": len(checks),
        "broken": [
            {key: asdict(one)[key] for key in ("name", "words", "state", "why", "cells", "reason")}
            for one in broken
        ],
        "is_playable": not any(one.state == "error" for one in checks),
    }


# A game under way


def _new_game(door: Door, access: Access, values: Values, progress: Progress) -> Json:
    access.check_start()
    door.shares.use(access.client, "tables")
    setup, seats = access.setup(values), values.get("seats", ())
    check_bots(setup.game, access, [name for name in seats if name.strip() != "me"])
    game = door.games.start(setup.game, setup.options, seats, values.get("seed"))
    rows = [
        {"name": game.name(seat), "player": player} | ({"seat": key} if key else {})
        for seat, (player, key) in enumerate(zip(game.players, game.keys, strict=True))
    ]
    luck = "nobody knows the seed" if game.is_secret else "known to whoever named the seed"
    return {"seats": rows, "luck": luck, "next": "observe with the key of your seat"}


def check_bots(game: Game, access: Access, names: list[str]) -> None:
    """Raise OffleashError if a bot thinks longer than a page may let it, for all but the owner."""
    for name in names if not access.is_owner else ():
        kind, argument = find(game, name.strip().lower())
        most = game.bots.horizon.page_playouts
        if kind is SEARCH:
            budget = parse_budget(game, argument)
            if budget.milliseconds or budget.playouts > most:
                raise OffleashError(f"{name} thinks too long here: at most search:{most}")


def _at_seat(
    act: Callable[[Door, Access, Chair, Values], Json],
    door: Door,
    access: Access,
    values: Values,
    progress: Progress,
) -> Json:
    """Call a function for the seat whose key a program sent, once the bots have moved."""
    access.check_seat(values["seat"])
    chair = door.games.chair(values["seat"])

    def step() -> None:
        session = chair.game.session
        progress(len(session.history), 0, f"{chair.game.name(session.actor)} thinks")

    with chair.game.lock:
        chair.game.let_bots_play(step)
        return act(door, access, chair, values)


def _observe(door: Door, access: Access, chair: Chair, values: Values) -> Json:
    return chair.observe(values.get("since", 0))


def _legal(door: Door, access: Access, chair: Chair, values: Values) -> Json:
    return {"legal": chair.legal(values.get("contains", ""))}


def _advise(door: Door, access: Access, chair: Chair, values: Values) -> Json:
    door.shares.use(access.client, "advice")
    asked = filled(arguments.AskAdvice, values)
    return {"actions": chair.advise(asked["playouts"], asked["count"])}


def _play(door: Door, access: Access, values: Values, progress: Progress) -> Json:
    """Play, let the bots answer, and return what the seat learnt from its own action on."""
    before = 0

    def act(door: Door, access: Access, chair: Chair, values: Values) -> Json:
        nonlocal before
        before = len(chair.game.session.history)
        chair.play(values["action"])
        return {}

    _at_seat(act, door, access, values, progress)
    return _at_seat(_observe, door, access, {**values, "since": before}, progress)


# The lab


def _ask(kind: str, door: Door, access: Access, values: Values, progress: Progress) -> Json:
    access.check_run()
    with door.shares.hold(access.client, "waiting"):
        experiment = make_experiment(kind, access, values)
        check_bots(experiment.game, access, list(experiment.players))

        def show(run: RunProgress) -> None:
            progress(run.done, run.total, run.status or run.title)

        run = door.runs.play(access, experiment, show)
    links = {"summary": f"offleash://runs/{run.key}/summary"}
    if run.folder is not None:
        links["report"] = f"offleash://runs/{run.key}/report"
    return {**answer(run.summary), "resources": links}


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("games", arguments.ListGames, _list_games),
        Tool("rules", arguments.ReadRules, _read_rules),
        Tool("new_game", arguments.NewGame, _new_game, changes=True),
        Tool("observe", arguments.Observe, partial(_at_seat, _observe)),
        Tool("legal", arguments.Legal, partial(_at_seat, _legal)),
        Tool("play", arguments.Play, _play, changes=True),
        Tool("advise", arguments.AskAdvice, partial(_at_seat, _advise)),
        *(Tool(kind, KINDS[kind], partial(_ask, kind), is_long=True) for kind in ASKED),
        Tool("check_board", arguments.CheckBoard, _check_board),
    )
}
