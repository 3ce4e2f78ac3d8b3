"""The lab from Python: the same bytes as the commands, tables, charts, and errors in a sentence."""

import pickle
import re
import traceback
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import offleash
from offleash.cli.app import run as run_command
from offleash.engine.forfeit import Forfeited
from offleash.lab.experiments.progress import RunProgress
from offleash.lab.notebook import lab_run
from offleash.lab.notebook.progress import bar_html
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError
from tests.lab.runs import small_experiment

FEW = {"seed": 3, "seats": "greedy,random,greedy", "progress": False}


def files_in(folder: Path) -> dict[str, bytes]:
    """The files of a run by name; a lock has no contents."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(f.relative_to(folder)): data for f in files if (data := f.read_bytes())}


PLAN = """
kind = "simulate"
game = "digs"
games = 12
seed = 3
"""

# What Python is asked, and the same as a command.
QUESTIONS = {
    "simulate": (
        lambda out: offleash.simulate("digs", 12, crumbs=2, out=out, **FEW),
        "simulate digs --games 12 --set crumbs=2",
    ),
    "compare": (
        lambda out: offleash.compare(
            "digs", {"crumbs": 0}, {"crumbs": 3}, margin=0.5, games=300, out=out, **FEW
        ),
        "compare digs --a crumbs=0 --b crumbs=3 --margin 0.5 --games 300",
    ),
    "sweep": (
        lambda out: offleash.sweep("digs", {"crumbs": [0, 1]}, games=12, out=out, **FEW),
        "sweep digs --over crumbs=0,1 --games 12",
    ),
    "tune": (
        lambda out: offleash.tune(
            "digs", "crumbs=0,1", "fairness", trials=2, games=12, out=out, **FEW
        ),
        "tune digs --over crumbs=0,1 --goal fairness --trials 2 --games 12",
    ),
    "ladder": (
        lambda out: offleash.ladder(
            "digs", ["greedy", "random"], games=12, seed=3, out=out, progress=False
        ),
        "ladder digs --bots greedy,random --games 12",
    ),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> dict[str, offleash.LabRun]:
    """A run of each kind, in a folder of its own."""
    place = tmp_path_factory.mktemp("runs")
    return {kind: ask(place / kind) for kind, (ask, _) in QUESTIONS.items()}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_python_and_the_command_write_the_same_bytes(kind, runs, tmp_path, capsys):
    seats = [] if kind == "ladder" else ["--seats", FEW["seats"]]
    command = [*QUESTIONS[kind][1].split(), "--seed", "3", "--out", str(tmp_path / "run"), *seats]
    assert not run_command(command), capsys.readouterr().err
    expected = files_in(tmp_path / "run")
    assert "summary.json" in expected
    assert files_in(runs[kind].folder) == expected


def test_a_plan_is_played_as_its_command_plays_it(tmp_path, capsys):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    played = offleash.run(file, out=tmp_path / "python", progress=False)
    assert not run_command(["run", str(file), "--out", str(tmp_path / "command")])
    assert files_in(tmp_path / "python") == files_in(tmp_path / "command")
    again = offleash.run(played.plan, progress=False)
    assert again.summary == played.summary
    file.write_text(PLAN.replace("digs", "dgis"))
    with pytest.raises(OffleashError, match=r"plan\.toml, line 3: .* did you mean digs"):
        offleash.run(file)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_folder_holds_the_same_run(kind, runs):
    loaded = offleash.load(runs[kind].folder)
    assert loaded.summary == runs[kind].summary
    assert loaded.results.equals(runs[kind].results)
    assert loaded.figures.equals(runs[kind].figures)
    assert repr(loaded) == repr(runs[kind])


# Tables


def test_results_are_the_numbers_of_the_summary(runs):
    compared = runs["compare"]
    first, summary = compared.results.row(0, named=True), compared.summary
    assert (first["measure"], first["difference"]) == (summary["measure"], summary["effect"])
    assert [first["low"], first["high"]] == summary["interval"]
    assert len(compared.results) == 1 + len(summary["others"])
    swept = runs["sweep"]
    measures = len(swept.summary["measures"])
    assert swept.results["crumbs"].to_list() == [0] * measures + [1] * measures
    assert swept.results.filter("is_base")["difference"].null_count() == measures
    assert runs["ladder"].results["bot"].to_list() == ["greedy", "random"]
    assert runs["tune"].results["is_best"].sum() == 1
    assert set(runs["tune"].results["crumbs"]) == {None, 0}  # 1 is the base


def test_figures_are_means_of_the_games(runs):
    run = runs["simulate"]
    decisions = run.figures.row(
        by_predicate=pl.col("measure") == "Decisions: decisions", named=True
    )
    assert decisions["value"] == pytest.approx(run.games["decisions"].mean())
    assert decisions["low"] <= decisions["value"] <= decisions["high"]
    assert run.scan("games").select("decisions").collect().equals(run.games.select("decisions"))


def test_tables_become_pandas(runs):
    run = runs["simulate"]
    for table in ("results", "figures", "games", "seats", "places"):
        frame = run.to_pandas(table)
        assert isinstance(frame, pd.DataFrame)
        assert list(frame.columns) == getattr(run, table).columns
        assert len(frame) == len(getattr(run, table))
    assert run.to_pandas("seats")["won"].sum() == pytest.approx(run.seats["won"].sum())
    with pytest.raises(OffleashError, match="there is no table 'moves'; the tables are results"):
        run.to_pandas("moves")


def test_sobol_indices_are_a_table():
    run = offleash.sweep(
        "digs", {"crumbs": [0, 1], "must_walk": [True, False]}, sobol=2, games=3, progress=False
    )
    rows = run.results.rows(named=True)
    assert {row["option"] for row in rows} == {"crumbs", "must_walk"}
    for row in rows:
        ends = run.summary["indices"][row["measure"]]["total"][row["option"]]
        assert [row["total"], row["total_low"], row["total_high"]] == ends


# What a notebook shows


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_run_shows_its_answer_and_its_charts(kind, runs):
    html = runs[kind]._repr_html_()
    assert "Digs" in html and "<script" not in html
    images = re.findall(r'<img [^>]*alt="([^"]+)" src="data:image/svg\+xml', html)
    assert images == [chart.title for chart in list(runs[kind].charts.values())[:4]]


def test_charts_are_pictures(runs, tmp_path):
    chart = next(iter(runs["compare"].charts.values()))
    assert chart._repr_svg_().startswith("<svg")
    assert chart.save(tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
    assert chart.save(tmp_path / "a.svg").read_text() == chart._repr_svg_()
    with pytest.raises(OffleashError, match="charts are written as svg or png, not as jpg"):
        chart.save(tmp_path / "a.jpg")


def test_a_report_is_written_into_the_folder(runs, monkeypatch):
    folders = []
    monkeypatch.setattr(lab_run, "write_report", folders.append)
    runs["ladder"].report()
    assert folders == [runs["ladder"].folder]


def test_a_run_without_a_folder_is_kept_on_request(tmp_path):
    run = offleash.simulate("digs", 3, progress=False)
    folder = run.folder
    with pytest.raises(OffleashError, match="temporary folder"):
        run.report()
    run.save(tmp_path / "run")
    with pytest.raises(OffleashError, match="exists already"):
        run.save(tmp_path / "run")
    summary, games = run.summary, run.games
    del run
    assert not folder.exists()
    saved = offleash.load(tmp_path / "run")
    assert saved.summary == summary and saved.games.equals(games)


def test_a_lazy_table_outlives_its_run():
    frame = offleash.simulate("digs", 3, progress=False).scan("games")
    assert len(frame.collect()) == 3


def test_the_bar_shows_games_and_the_estimate():
    shown = []
    run = Run(small_experiment(games=12))
    progress = RunProgress(run, lambda progress: shown.append(bar_html(progress)))
    run.play(on_progress=progress.on_shard)
    assert progress.done == progress.total == 12
    assert 'value="12" max="12"' in shown[-1] and "playing 12 games: 12 played · wins" in shown[-1]
    progress.note("look <1>")
    assert shown[-1].endswith("· look &lt;1&gt;")


# Bots and games of one's own


class FirstBot:
    """Takes the first action."""

    def choose(self, view, legal):
        return legal[0]


def test_bots_written_in_python_take_seats():
    run = offleash.simulate("digs", 3, seats=[FirstBot, "greedy", "greedy"], progress=False)
    name = f"{__name__}:FirstBot"
    assert set(run.seats["player"]) == {name, "greedy"}
    named = offleash.simulate("digs", 3, seats=f"{name},greedy,greedy", progress=False)
    assert named.games.equals(run.games)
    arms = [arm["chosen"] for arm in _bots_compared().summary["arms"]]
    assert arms == [{"bots": "random"}, {"bots": name}]


class LateBot:
    """Fails in the second game only, late."""

    def choose(self, view, legal):
        return {}["a way"] if view.turn > 12 and view.number == 1 else legal[0]


def test_a_bot_that_fails_ends_a_script_and_names_the_call_to_play_it_again():
    seats = [LateBot, "greedy", "random"]
    keywords = {"options": {"crumbs": 2}, "seed": 3, "progress": False}
    with pytest.raises(Forfeited) as failure:
        offleash.simulate("digs", 30, seats=seats, **keywords)
    name = f"{__name__}:LateBot"
    start = f"{name} on seat 0 forfeits game 1 of seed 3 at action 17: it raised KeyError: 'a way'"
    assert str(failure.value).startswith(start)
    assert str(pickle.loads(pickle.dumps(failure.value))) == str(failure.value)
    call = failure.value.forfeit.call
    assert call in str(failure.value) and "seed=3, number=1" in call
    with pytest.raises(Forfeited, match="at action 17") as again:
        eval(call, {"offleash": offleash})
    assert isinstance(again.value.__cause__, KeyError)
    frames = traceback.extract_tb(again.value.__cause__.__traceback__)
    assert frames[-1].name == "choose" and frames[-1].filename == __file__
    counted = offleash.simulate("digs", 30, seats=seats, **keywords, on_forfeit="count")
    assert counted.summary["forfeits"]["first"][0]["call"] == call
    with pytest.raises(OffleashError, match="on_forfeit must be 'raise' or 'count', not 'no'"):
        offleash.simulate("digs", 30, on_forfeit="no")


def test_a_stored_run_with_a_failure_is_an_error_when_it_is_continued(tmp_path):
    keywords = {"seats": [LateBot, "greedy", "random"], "seed": 3, "progress": False}
    keywords["out"] = tmp_path / "run"
    with pytest.raises(Forfeited):
        offleash.simulate("digs", 30, **keywords)
    with pytest.raises(Forfeited):
        offleash.simulate("digs", 30, **keywords)
    run = offleash.simulate("digs", 30, **keywords, on_forfeit="count")
    assert run.summary["forfeits"]["games"] > 0


def test_watching_plays_a_game_of_an_experiment():
    session = offleash.watch("digs", [FirstBot, "greedy", "random"], seed=3, number=1)
    assert session.over and session.seats[0] == f"{__name__}:FirstBot"
    assert offleash.watch("digs", "greedy", seed=3).over


def _bots_compared():
    bots = ({"bots": "random"}, {"bots": [FirstBot] * 3})
    return offleash.compare("digs", *bots, games=300, margin=0.9, progress=False)


def test_a_project_is_a_game(tmp_path):
    folder = tmp_path / "mine"
    assert not run_command(["project", "new", str(folder), "--game", "digs"])
    run = offleash.simulate(str(folder), 3, progress=False)
    assert run.summary["figures"] == offleash.simulate("digs", 3, progress=False).summary["figures"]
    with pytest.raises(OffleashError, match="a project already sets the rules"):
        offleash.simulate(str(folder), 3, rules="other.toml")


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: offleash.load("digs"), r"load_game\('digs'\) loads the game"),
        (lambda: offleash.load("nowhere"), "nowhere is not the folder of a run"),
        (lambda: offleash.compare("digs", {}, {}), "a and b are the same"),
        (lambda: offleash.compare("digs", "fast", {}), "fast"),
        (lambda: offleash.compare("digs", 3, {}), "a is a preset or a dictionary, not 3"),
        (lambda: offleash.compare("digs", {"bots": 3}, {}), "seats must be names of bots, not 3"),
        (lambda: offleash.sweep("digs", {}), "at least one option"),
        (lambda: offleash.sweep("digs", {"colour": [1]}), "colour"),
        (lambda: offleash.sweep("digs", 3), "over must name options with their values"),
        (lambda: offleash.sweep("digs", {"crumbs": 3}), "crumbs must have a list of values"),
        (lambda: offleash.sweep("digs", "crumbs", measures=3), "measures must be a list of texts"),
        (lambda: offleash.sweep("digs", "crumbs", measures="beauty"), "'beauty'"),
        (lambda: offleash.tune("digs", "crumbs", "beauty"), "beauty"),
        (lambda: offleash.tune("digs", "crumbs", 3), "goals must be a list of texts, not 3"),
        (lambda: offleash.simulate("digs", seconds=3), "seconds must be a table, not 3"),
        (lambda: offleash.ladder("digs", ["greedy"]), "at least two bots"),
        (lambda: offleash.ladder("digs", "greedy,nobody:Bot"), "nobody"),
        (lambda: offleash.worth("digs", "fly", games=2, futures=1), "'fly' is legal in too few"),
        (lambda: offleash.worth("digs", "dig", seats="greedy,random"), "2 bots are named for 3"),
        (lambda: offleash.simulate("digs", options=3), "options= takes names and values, not 3"),
    ],
)
def test_mistakes_get_one_error_message(ask, sentence):
    with pytest.raises(OffleashError, match=sentence):
        ask()
