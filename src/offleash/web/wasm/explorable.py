"""A page that plays: rules side by side, options to change, and figures with intervals that shrink.

It is one file and asks no server. The games are those of `offleash simulate`, which the page names.
"""

import base64
import gzip
import hashlib
import json
import re
import shlex
from collections.abc import Sequence
from string import Template

from offleash.bots.lineup import default_bot
from offleash.compiler.seeds import check_seed
from offleash.contract import Game, Records
from offleash.contract.lab.general_measures import general_ratios
from offleash.contract.options import NONE, PLAYER_OPTIONS, NumberOption, NumbersOption, WordOption
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, LineupSeating
from offleash.tools.errors import OffleashError
from offleash.web.templates import package_folder
from offleash.web.wasm.description import deciding_options, describe, pack, preset_names
from offleash.web.wasm.game_files import Json
from offleash.web.wasm.modules import play_module

FOLDER = package_folder("web", "assets") / "wasm"
SCRIPTS = ("offleash.js", "ratios.js", "explore.js")
TEMPLATE = package_folder("web", "pages") / "explore.html"
MOST_CONTROLS = 10
MOST_VALUES = 40  # of a number on a slider
SLIDER_ROOM = 4  # numbers beyond those that presets have, at least
IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=class|function|async|const)", re.MULTILINE)
OWN = "your rules"


def explorable_page(game: Game, options: Records, seed: int = 0, title: str = "") -> str:
    """Return the page: `options`, which the reader then changes, and next to them every preset."""
    rows = {name: game.options(name or None) for name in preset_names(game)}
    base = game.base(options)
    own = OWN if game.changes(options) else base
    rows = {own: options, **rows}
    check_seed(seed)
    columns = [_column(game, name, record) for name, record in rows.items()]
    names = sorted({bot for column in columns for one in column["seatings"] for bot in one["bots"]})
    module = play_module(game, ["random", *names])
    description = describe(game, [module], names)
    description["bots"] = {name: description["bots"][name] for name in names}
    description["presets"] = {name: pack(record.tobytes()) for name, record in rows.items()}
    (facts,) = description["modules"].values()
    data = {
        "title": title or game.title,
        "description": description,
        "code": {facts["file"]: base64.b64encode(gzip.compress(module.code, 9, mtime=0)).decode()},
        "seed": str(seed),
        "columns": columns,
        "controls": [_control(game, name) for name in control_names(game)],
        "ratios": [ratio.to_json() for ratio in [*game.lab.ratios, *general_ratios()]],
        "colours": dict(game.lab.colours),
    }
    return _fill(data)


def _fill(data: Json) -> str:
    script = "\n".join(
        EXPORT.sub("", IMPORT.sub("", (FOLDER / name).read_text(encoding="utf-8")))
        for name in SCRIPTS
    )
    style = (FOLDER / "explore.css").read_text(encoding="utf-8")
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=data["title"],
        style=style,
        script=script,
        data=text,
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def experiment_of(game: Game, options: Records, seed: int = 0, games: int = 1) -> Experiment:
    """Return the experiment that `offleash simulate` makes of these rules."""
    bots = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    arm = make_arm(game, "page", options, bots)
    return Experiment(make_plan(game, [arm], games, seed), game)


def _column(game: Game, name: str, options: Records) -> Json:
    """Return one set of rules: its seatings, and the command that plays them."""
    experiment = experiment_of(game, options)
    (arm,) = experiment.plan.arms
    seatings = experiment.arm_table(0).seatings
    words = ["offleash", "simulate", game.name]
    if base := game.base(options):
        words += ["--preset", base]
    changes = game.changes(options)
    for option, value in changes.items():
        words += ["--set", f"{option}={value}"]
    is_known = not any(value.startswith("@") for value in changes.values())
    return {
        "name": name or "the rules",
        "preset": name,
        "seats": game.seat_count(options),
        "seatings": [_seating(game, seating) for seating in seatings],
        "command": shlex.join(words) if is_known else "",
        "bots": ",".join(arm.lineups[0]),
        "values": {control: _value(game, control, options) for control in control_names(game)},
    }


def _seating(game: Game, seating: LineupSeating) -> Json:
    by_name = {option.name: option for option in game.rules.options}
    changes = {name: by_name[name].to_toml(value) for name, value in seating.changes.items()}
    return {"bots": list(seating.players), "changes": changes}


# What the reader changes


def control_names(game: Game) -> Sequence[str]:
    """Return the options to change: those that a game lists, or the first that a page may set."""
    if game.lab.controls:
        return game.lab.controls
    fixed = deciding_options(game)
    simple = (
        option.name
        for option in game.rules.options
        if isinstance(option, NumberOption | WordOption)
        if option.name not in {*fixed, *PLAYER_OPTIONS} and len(option.values) > 1
    )
    return list(simple)[:MOST_CONTROLS]


def _control(game: Game, name: str) -> Json:
    """Return one option, or a part of one, with the values of its slider."""
    own, _, label = name.partition(".")
    option = next((one for one in game.rules.options if one.name == own), None)
    if option is None:
        raise OffleashError(f"{game.title} has no option {own} to change on a page")
    element = option.element if isinstance(option, NumbersOption) else option
    values = [element.to_python(value) for value in element.values]
    if isinstance(element, NumberOption):
        values = _slider(element, [_stored(game, name, preset) for preset in preset_names(game)])
    text = f"{label.capitalize()}: {option.text}" if label else option.text
    return {"name": name, "option": own, "label": label, "text": text, "values": values}


def _slider(option: NumberOption, used: Sequence[int]) -> list[int | None]:
    """Return the numbers of a slider: around those that presets have, and none last."""
    known = [number for number in used if number != NONE] or [option.low]
    low, high = min(known), max(known)
    room = max(SLIDER_ROOM, high)
    near = [number for number in option.numbers if low - room <= number <= high + room]
    return [*near[:MOST_VALUES], *([None] if option.or_none else [])]


def _stored(game: Game, name: str, preset: str) -> int:
    """Return the stored number of an option, or of a part of one, under a preset."""
    option, _, label = name.partition(".")
    value = game.options(preset or None)[option][0]
    labels = next(getattr(one, "labels", ()) for one in game.rules.options if one.name == option)
    return int(value[labels.index(label)] if label else value)


def _value(game: Game, name: str, options: Records) -> object:
    """Return the value of a control under some options, as its slider has it."""
    own, _, label = name.partition(".")
    option = next(one for one in game.rules.options if one.name == own)
    value = option.to_python(options[own][0])
    return value[label] if label else value
