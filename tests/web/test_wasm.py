"""Games in WebAssembly are the games of this machine, byte for byte; a stale module is refused."""

import base64
import gzip
import json
import random
import shutil

import numpy as np
import pytest

import tests.toys  # noqa: F401
from offleash.bots.lineup import shared_policy
from offleash.cli.app import run
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.tools.errors import OffleashError
from offleash.web.wasm import game_files
from offleash.web.wasm.description import deciding_options
from offleash.web.wasm.game_files import read_game, write_game
from offleash.web.wasm.package import RUNTIME, build_game, read_bots, write_package
from tests.engine.every_bot import PLAYOUTS, bot_names
from tests.variety import random_options
from tests.web import runtime_types
from tests.web.wasm_orders import (
    PARTS,
    WEB_GAMES,
    build,
    every_bot,
    need_tools,
    play,
    run_scene,
    sets_of,
)
from tests.web.wasm_page import play_in_chromium

MODULE_BYTES, RUNTIME_BYTES = 60_000, 12_000  # gzipped


@pytest.fixture(scope="module")
def games():
    need_tools()
    return [registry.load(name) for name in WEB_GAMES]


@pytest.fixture(scope="module")
def folder(games, tmp_path_factory):
    """The package with every bot of every game."""
    place = tmp_path_factory.mktemp("package")
    build(place, *games)
    return place


# The same games


def test_bots_play_the_same_games_under_every_preset_and_random_options(folder, games):
    cases = [every_bot(game, sets_of(game)[1], variants=6, limit=40) for game in games]
    answers = play(folder, *cases)
    assert {case.game.name for case in cases} == {*WEB_GAMES} and PARTS
    for case, answer in zip(cases, answers, strict=True):
        assert (case.game.name, answer["digests"]) == (case.game.name, case.digests())


@pytest.mark.more
def test_a_browser_plays_them_too(folder, games, chromium):
    for game in games:
        case = every_bot(game, sets_of(game)[1], variants=1, limit=40)
        assert play_in_chromium(folder, case)["digests"] == case.digests(), game.name


@pytest.mark.more
@pytest.mark.parametrize("name", ["uri-nation", "dog"])
def test_further_bots_are_the_same_too(games, tmp_path, name):
    """The learned player, and every other bot, in a module built on demand."""
    game = registry.load(name)
    bots = list(bot_names(game))
    write_game(tmp_path, build_game(game, bots))
    write_package(tmp_path, [name])
    case = every_bot(game, bots, variants=12, limit=100)
    (answer,) = play(tmp_path, case)
    assert answer["digests"] == case.digests()


@pytest.mark.soak
@pytest.mark.parametrize("name", WEB_GAMES)
def test_a_hundred_and_seventy_thousand_whole_games_are_the_same(folder, games, name):
    game = registry.load(name)
    quick = [bot for bot in sets_of(game)[1] if not bot.startswith("search")]
    many = every_bot(game, quick, variants=200 // len(quick), games=170_000)
    slow = every_bot(game, [f"search:{PLAYOUTS}"], variants=200, limit=2_000)
    for case, answer in zip((many, slow), play(folder, many, slow), strict=True):
        assert answer["digests"] == case.digests()


def test_a_table_plays_the_game_of_the_batch(folder):
    """Position by position, with the luck, the plans and the bots of game 3 of seed 7."""
    lineups = {
        "dog": ["greedy", "persona:hunter", "random", "greedy"],
        "uri-nation": ["persona:yapper", "greedy", "persona:bruiser", "random"],
        "puppy-park": ["greedy", "random"],
    }
    luck = {"seed": 7, "number": 3}
    data = [{"game": name, "bots": bots, **luck} for name, bots in lineups.items()]
    answers = run_scene(folder, "tables", data)
    for (name, bots), answer in zip(lineups.items(), answers, strict=True):
        game = registry.load(name)
        batch = play_batch(game, shared_policy(game, bots), 1, 7, first=3)
        assert base64.b64decode(answer["state"]) == batch.states.tobytes(), name
        assert answer["moves"] == batch.lengths[0] > 20
        assert answer["returns"] == batch.results[0].tolist()


def test_a_page_sees_what_a_seat_knows(folder):
    game = registry.load("dog")
    answer = run_scene(folder, "views", {"game": "dog", "moves": 12, "seat": 1})
    state = np.frombuffer(base64.b64decode(answer["state"]), game.rules.record).copy()
    options, numbers = game.options(), np.zeros(game.learning.encoding.size, np.int32)
    game.learning.encode(state[0], options[0], 1, numbers)
    assert answer["numbers"] == numbers.tolist() and numbers.any()
    out = game.new_out()
    count = game.rules.legal_actions(state[0], options[0], game.new_work()[0], out)
    assert answer["legal"] == out[:count].tolist() and count
    assert answer["actor"] == game.rules.actor(state[0])
    game.rules.hide(state[0], options[0], 1)
    assert base64.b64decode(answer["view"]) == state.tobytes()
    assert answer["hand"] == state["hand"].ravel().tolist()


# Options


def test_a_page_sets_options_as_python_does(folder, games):
    rng, data, records = random.Random(11), [], []
    for game in games:
        fixed = deciding_options(game)
        for preset in list(game.rules.presets or [""]) * 4:
            drawn = random_options(game, rng)
            changes = {
                option.name: option.to_python(drawn[option.name][0])
                for option in game.rules.options
                if option.name not in fixed
            }
            data.append({"game": game.name, "preset": preset, "changes": changes})
            records.append(game.options(preset or None, changes).tobytes())
    answers = run_scene(folder, "options", data)
    for case, answer, record in zip(data, answers, records, strict=True):
        assert base64.b64decode(answer) == record, case


def test_bad_input_is_refused_with_its_name(folder):
    words = {
        "preset": "no preset 2.0",
        "value": "jokers can't be 99: it takes",
        "option": "no option joker",
        "fixed": "option board decides tables",
        "bot": "no bot alpha",
        "games": "number of games is 0",
        "seed": "the seed must be",
        "bytes": "a record of options has",
        "lineups": "2 line-ups for 1",
        "action": "action 5000 is not legal here",
    }
    answers = run_scene(folder, "refusals")
    assert answers.keys() == words.keys()
    assert {name: text for name, text in answers.items() if words[name] not in text} == {}


# What goes wrong


def test_trouble_is_a_clear_message(folder):
    answer = run_scene(folder, "trouble")
    assert answer["stopped"] == "enough after 1"
    assert answer["dead"] == "a worker stopped while it played: killed"
    assert answer["none"] == "a worker can't be started: no more"
    assert answer["memory"].startswith("out of memory: these games need")
    assert "not the module that its description names" in answer["swapped"]
    assert "another version of offleash.js" in answer["old"]
    assert answer["after"] == 16  # two numbers of 64 bits: everything still works


def test_a_stale_or_changed_module_is_refused(folder, tmp_path, monkeypatch):
    game, place = registry.load("domidog"), tmp_path / "package"
    shutil.copytree(folder, place)
    assert read_game(place, game).code
    file = place / "domidog-random.wasm"
    file.write_bytes(file.read_bytes() + b"\0")
    with pytest.raises(OffleashError, match="has been changed: build it again"):
        read_game(place, game)
    monkeypatch.setattr(game_files, "rules_digest", lambda game: "other")
    with pytest.raises(OffleashError, match="built from other rules of Dömidög"):
        read_game(place, game)
    with pytest.raises(OffleashError, match="is missing or can't be read"):
        read_game(tmp_path, game)


def test_bots_that_no_page_can_play_are_refused():
    game = registry.load("dog")
    with pytest.raises(OffleashError, match="plays differently on a faster machine"):
        read_bots(game, "search:50ms")
    with pytest.raises(OffleashError, match="no bot"):
        read_bots(game, "nonesuch")


# The package


def test_the_command_writes_a_package_and_checks_it(games, tmp_path, capsys):
    place = str(tmp_path / "web")
    run(["build-web", "domidog", "--output", place])
    assert json.loads((tmp_path / "web" / "package.json").read_text())["types"] == "offleash.d.ts"
    run(["build-web", "domidog", "--output", place, "--check"])
    assert "built from today's rules" in capsys.readouterr().out


def test_the_runtime_is_small():
    assert len(gzip.compress(RUNTIME.read_bytes(), 9)) <= RUNTIME_BYTES


@pytest.mark.more
@pytest.mark.parametrize("name", WEB_GAMES)
def test_modules_are_small(games, name):
    code = build_game(registry.load(name)).code
    assert {file: len(gzip.compress(data, 9)) <= MODULE_BYTES for file, data in code.items()} == (
        dict.fromkeys(code, True)
    )


@pytest.mark.more
def test_the_types_of_the_runtime_are_what_tsc_reads_from_it():
    need_tools()
    if runtime_types.compiler() is None:
        pytest.skip("tsc is missing: make lint installs it")
    assert runtime_types.TYPES.read_text(encoding="utf-8") == runtime_types.emit()
