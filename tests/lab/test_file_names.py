"""Boards and decks from files have names wherever people read: never just a digest."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from offleash.cli.app import run as command_line
from offleash.compiler import machine
from offleash.contract.option_texts import digest_of, store_text, text_scope
from offleash.contract.options import describe_settings, name_values, sort_values
from offleash.games.registry import load
from offleash.lab.experiments.plan_files import read_plan
from offleash.lab.plans.plan import file_names, make_arm, make_plan, plan_from
from offleash.lab.report.write import build_report, write_report
from offleash.lab.runs.finished_run import load_run
from offleash.lab.runs.folder import read_plan as read_folder
from offleash.studio.experiments.descriptions import question_of, verdict_of
from offleash.studio.experiments.run_comparison import load_arm

DIGEST = re.compile("@?[0-9a-f]{16}")
LANE, WIDE = "1.B.2\n.#.#.\n3.B.4\n", "1.B.B.2\n.......\n3..B..4\n"
TROT, DASH = "trot 9 3\n", "dash 9 5\n"
FEW = ("--seats", "random", "--games", "12", "--seed", "1")


@pytest.fixture(autouse=True)
def _same_announcement(monkeypatch):
    monkeypatch.setattr(machine, "announce", machine.announce)  # commands set it


@pytest.fixture
def files(tmp_path):
    """Two boards of the same name, two decks of different names."""
    texts = {"old/lane.txt": LANE, "new/lane.txt": WIDE, "slow.txt": TROT, "fast.txt": DASH}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def over(files: Path, option: str, *names: str) -> list[str]:
    return ["--over", f"{option}={','.join(str(files / name) for name in names)}"]


def output(capsys, *arguments):
    assert not command_line([str(argument) for argument in arguments])
    return capsys.readouterr().out


def value(text: str, name: str = "") -> str:
    return f"@{store_text(text, name):016x}"


# One place that names values


def test_a_file_has_its_name_and_other_values_stay():
    with text_scope():
        board, line = value(LANE, "my lane"), value("name: Elm Street\n", "elm")
        assert name_values("board", ["garden", board, line, "none"]) == {
            "garden": "garden",
            board: "my lane",
            line: "Elm Street",
            "none": "none",
        }


def test_files_of_the_same_name_are_told_apart():
    with text_scope():
        first, second = (value(f"name: Elm\n{n}\n", f"elm-{n}") for n in (1, 2))
        assert list(name_values("board", [first, second]).values()) == [
            "Elm (elm-1)",
            "Elm (elm-2)",
        ]
        a, b = value("a", "lane"), value("b", "lane")
        assert name_values("board", [a, b]) == {a: f"lane ({a[1:7]})", b: f"lane ({b[1:7]})"}
        nameless = [value("c"), value("d", "board")]
        assert list(name_values("board", nameless).values()) == [
            f"own board ({text[1:7]})" for text in nameless
        ]
        park = value("e", "park")  # a shipped board has this name
        assert name_values("board", ["park", park]) == {"park": "park", park: f"park ({park[1:7]})"}


def test_a_name_with_spaces_is_quoted_in_a_setting():
    with text_scope():
        board = value(LANE, "lane")
        settings = {"board": board, "deck": "my deck (a1b2c3)", "seats": "4"}
        text = 'board="lane", deck="my deck (a1b2c3)", seats=4'
        assert describe_settings(settings) == text
    assert describe_settings({"board": "own board (a1b2c3)"}) == "own board (a1b2c3)"


@pytest.mark.parametrize(
    ("name", "texts", "ordered"),
    [
        ("rounds", ["none", "12", "4"], ["4", "12", "none"]),
        ("tie", ["nobody", "digger", "poorest"], ["digger", "poorest", "nobody"]),
        ("must_walk", ["true", "false"], ["false", "true"]),
        ("biscuits", ["5", "3,1,2,2", "10", "3"], ["5", "3,1,2,2", "10", "3"]),  # 10 is refused
        ("biscuits", ["5", "3,1,2,2", "3"], ["3,1,2,2", "3", "5"]),
        ("biscuits.red", ["7", "3"], ["3", "7"]),
        ("board", ["park", "garden"], ["park", "garden"]),
        ("gone", ["2", "1"], ["2", "1"]),
    ],
)
def test_values_have_a_natural_order(name, texts, ordered):
    assert sort_values(load("digs").rules.options, name, texts) == ordered


# Commands


def test_a_sweep_names_boards_everywhere(files, capsys):
    folder = files / "run"
    boards = over(files, "board", "old/lane.txt", "new/lane.txt")
    arguments = ("sweep", "digs", *boards, *over(files, "deck", "slow.txt", "fast.txt"), *FEW)
    text = output(capsys, *arguments, "--out", folder)
    assert not DIGEST.search(text)
    names = [f"lane ({value(board)[1:7]})" for board in (LANE, WIDE)]
    assert all(name in text for name in (*names, "slow", "fast"))
    summary = json.loads(output(capsys, *arguments, "--out", folder, "--json"))
    assert summary["over"] == {"board": names, "deck": ["slow", "fast"]}
    assert summary["points"][1]["values"] == {"board": names[0], "deck": "fast"}
    assert summary["points"][1]["name"] == f"board={names[0]}, deck=fast"
    digests = [value(text)[1:] for text in (LANE, WIDE, TROT, DASH)]
    assert summary.pop("files") == dict(zip(digests, (*names, "slow", "fast"), strict=True))
    assert "@" not in json.dumps(summary)
    for table in ("games", "seats", "places"):
        rows = pl.read_parquet(folder / f"{table}.parquet").select("arm", "name").unique()
        known = {arm: point["name"] for arm, point in enumerate(summary["points"])}
        assert all(known[arm] == name for arm, name in rows.iter_rows())
    plan, _ = read_folder(folder)  # what identifies the run stays
    assert plan["arms"][0]["name"] == f"board={value(LANE)}, deck={value(TROT)}"


def test_a_run_read_elsewhere_knows_the_names(files, capsys):
    folder = files / "run"
    with text_scope():
        decks = over(files, "deck", "slow.txt", "fast.txt")
        output(capsys, "sweep", "digs", *decks, *FEW, "--measure", "rounds", "--out", folder)
    with text_scope():
        run = load_run(folder)
        assert run.summary["over"] == {"deck": ["slow", "fast"]}
        assert set(file_names(run.plan).values()) == {"slow", "fast"}
        page = write_report(folder).read_text()
        assert "@" + value(TROT)[1:] not in page and ">slow<" in page
    with text_scope():
        assert set(file_names(read_plan(folder / "plan.toml")).values()) == {"slow", "fast"}


def test_an_old_run_has_names_as_far_as_they_are_known(files, capsys):
    folder, texts = files / "run", {"slow": "amble 8 1\n", "fast": "sprint 8 7\n"}
    digests = {name: f"@{digest_of(text):016x}" for name, text in texts.items()}
    for name, text in texts.items():
        (files / f"{name}.txt").write_text(text)
    with text_scope():
        decks = over(files, "deck", "slow.txt", "fast.txt")
        output(capsys, "sweep", "digs", *decks, *FEW, "--out", folder)
    plan = json.loads((folder / "plan.json").read_text())
    assert plan.pop("files") == {digest: {"name": name} for name, digest in digests.items()}
    (folder / "plan.json").write_text(json.dumps(plan))
    named = json.loads((folder / "summary.json").read_text())
    del named["files"]
    summary = json.dumps(named)
    for name, digest in digests.items():
        summary = summary.replace(f'"{name}"', f'"{digest}"')
        summary = summary.replace(f"deck={name}", f"deck={digest}")
    (folder / "summary.json").write_text(summary)
    with text_scope():
        names = [f"own deck ({digest[1:7]})" for digest in digests.values()]
        assert load_run(folder).summary["over"] == {"deck": names}


def test_a_search_keeps_the_files_that_it_may_try(files, capsys):
    folder = files / "run"
    arguments = ("tune", "digs", *over(files, "deck", "slow.txt", "fast.txt"), *FEW)
    arguments += ("--goal", "few-changes", "--goal", "min:rounds", "--trials", "3")
    with text_scope():
        assert not DIGEST.search(output(capsys, *arguments, "--out", folder))
        summary = json.loads(output(capsys, *arguments, "--out", folder, "--json"))
        changes = [trial["changes"] for trial in summary["trials"]]
        assert changes == [{}, {"deck": "slow"}, {"deck": "fast"}]
    with text_scope():
        identity, _ = read_folder(folder)
        plan = plan_from(identity)
        assert identity["texts"] == {}
        assert set(file_names(plan).values()) == {"slow", "fast"}
        load("digs").options(deck=plan.goal["over"]["deck"][1])  # its text is known
        title = build_report(load_run(folder)).sections[0].parts[0].headline
        assert "@" not in title
    with text_scope():
        assert read_plan(folder / "plan.toml").identity == identity
        load("digs").options(deck=identity["goal"]["over"]["deck"][1])


@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_commands_about_one_deck_name_it(files, capsys, command):
    bots = ("--bots", "random,greedy") if command == "ladder" else ("--seats", "random")
    arguments = (command, "digs", "--set", f"deck={files / 'slow.txt'}", "--games", "12", *bots)
    text = output(capsys, *arguments)
    assert "rules quick with deck=slow" in text and not DIGEST.search(text)
    summary = json.loads(output(capsys, *arguments, "--json"))
    assert summary["options"] == {"deck": "slow"}
    assert summary["files"] == {value(TROT)[1:]: "slow"}


def test_a_comparison_of_boards_of_one_name_tells_them_apart(files, capsys):
    sides = [f"board={files / name}" for name in ("old/lane.txt", "new/lane.txt")]
    arguments = ("compare", "digs", "--a", sides[0], "--b", sides[1], "--seats", "random")
    text = output(capsys, *arguments, "--games", "288", "--margin", "9", "--measure", "rounds")
    for side, board in zip("ab", (LANE, WIDE), strict=True):
        line = next(line for line in text.splitlines() if line.startswith(f"  {side}  "))
        assert line.endswith(f'board="lane ({value(board)[1:7]})"')


def test_the_studio_names_them_too(files):
    game = load("digs")
    arms = [
        make_arm(game, side, game.options(board=files / name), ["random"])
        for side, name in zip("ab", ("old/lane.txt", "new/lane.txt"), strict=True)
    ]
    plan = make_plan(game, arms, 300, kind="compare", goal={"measure": "rounds"})
    first, second = (f'board = "lane ({value(board)[1:7]})"' for board in (LANE, WIDE))
    assert f"does {second} differ from {first}?" in question_of(plan)


def test_the_arms_to_choose_from_have_names(files, capsys):
    folder = files / "run"
    decks = over(files, "deck", "slow.txt", "fast.txt")
    output(capsys, "sweep", "digs", *decks, *FEW, "--out", folder)
    assert load_arm(folder, 0).arms == ["deck=slow", "deck=fast", "base"]


def test_a_verdict_of_the_studio_has_names(files, capsys):
    boards = over(files, "board", "old/lane.txt", "new/lane.txt")
    summary = json.loads(output(capsys, "sweep", "digs", *boards, *FEW, "--json"))
    next(iter(summary["points"][1]["differences"].values()))["p_holm"] = 0.0
    name = f"lane ({value(WIDE)[1:7]})"
    assert f"the clearest at board={name} in " in verdict_of(summary)
