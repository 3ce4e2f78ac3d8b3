"""The report of `simulate`: its numbers are those of the run, and a reader can see all of it."""

import base64
import json
import math
import re
from html.parser import HTMLParser
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

from offleash.cli import app
from offleash.contract import Figure, Label
from offleash.games.registry import load
from offleash.games.uri_nation.text.headlines import headlines
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Chart
from offleash.lab.report.sections.length import length_section
from offleash.lab.report.sections.provenance import command_line, provenance_section
from offleash.lab.report.sections.topics import general_section, topics
from offleash.lab.report.simulate import heat_maps
from offleash.lab.report.write import write_report
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.finished_run import load_run
from offleash.lab.runs.run import Run
from offleash.lab.statistics.intervals import Interval
from offleash.play.transcript import read_transcript
from offleash.tools.errors import OffleashError
from tests.browser import opener
from tests.lab.test_report import BOXES, open_drawn, resize

BLOCKS = 3
NUMBER = re.compile(r"[−\d.,]+")


def play(game, folder, games, *seats, **settings):
    """A run that has ended, in a folder."""
    game = load(game)
    arm = make_arm(game, "", game.options(), seats or ["greedy"])
    run = Run(Experiment(make_plan(game, [arm], games, **settings), game), threads=2, out=folder)
    kinds.conduct(run)
    return folder


@pytest.fixture(scope="module")
def street(tmp_path_factory):
    """A run of Uri-Nation with its report."""
    folder = play("uri-nation", tmp_path_factory.mktemp("street") / "run", 24 * BLOCKS)
    write_report(folder)
    return folder


def test_a_report_names_the_checks_that_a_board_ignores(tmp_path):
    game = load("uri-nation")
    arm = make_arm(game, "", game.options("1.4", {"board": "few-yards"}), ["random"])
    kinds.conduct(Run(Experiment(make_plan(game, [arm], 4), game), threads=1, out=tmp_path / "run"))
    (table,) = provenance_section(ArmData(load_run(tmp_path / "run"))).parts
    rows = dict(table.rows)
    assert rows["notes"] == "the board ignores KA8 (2.5 to 4 times as many territories as win)"


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    """A run of Dog with its report: a game that says nothing about reports."""
    folder = play("dog", tmp_path_factory.mktemp("loop") / "run", 16)
    write_report(folder)
    return folder


@pytest.fixture(scope="module")
def data(street):
    return ArmData(load_run(street))


def summary(folder):
    return json.loads((folder / "summary.json").read_text())


def page(folder):
    return (folder / "report.html").read_text(encoding="utf-8")


def spec(folder, slug):
    """The specification of one chart."""
    match = re.search(
        rf'id="chart-{slug}".*?<script type="application/json">(.*?)</script>', page(folder)
    )
    return json.loads(match[1])


def values(node):
    """All rows of data in a specification."""
    if isinstance(node, dict):
        rows = node.get("data", {}).get("values", []) if isinstance(node.get("data"), dict) else []
        return [*rows, *(v for key, child in node.items() if key != "data" for v in values(child))]
    return [v for child in node for v in values(child)] if isinstance(node, list) else []


# In a browser


@pytest.fixture(scope="module")
def street_page(chromium, street):
    """The report of Uri-Nation on a desk."""
    for open_page in opener(chromium, street.parent):
        yield open_drawn(open_page, street / "report.html")


@pytest.fixture(scope="module")
def loop_page(chromium, loop):
    """The report of Dog on a desk."""
    for open_page in opener(chromium, loop.parent):
        yield open_drawn(open_page, loop / "report.html")


def test_the_board_with_its_heat_is_there(street, street_page, data):
    resize(street_page.page, 1200)
    boards = street_page.page.query_selector_all(".picture > svg")
    heat, stories = heat_maps(data), (street / "stories").glob("*.txt")
    assert len(boards) == len(heat) + len([*stories])  # and how each of these games ended
    titles = [board.text_content() for board in boards]
    assert sum("Where dogs walk" in title for title in titles) == 1
    for board in boards:
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert board.is_visible() and box["width"] > 700 and box["height"] > 300


@pytest.mark.parametrize(
    ("run", "width"),
    [("street", 1200), ("street", 390), pytest.param("loop", 390, marks=pytest.mark.soak)],
)
def test_a_reader_sees_every_chart_and_no_error(request, run, width):
    read = request.getfixturevalue(f"{run}_page")
    resize(read.page, width)
    boxes = read.page.evaluate(BOXES)
    assert {"length", "wins", "winners-chance"} <= {box["slug"] for box in boxes}
    for box in boxes:
        assert 0.7 * box["room"] < box["width"] <= box["room"] + 1, box
        assert box["height"] > 60 and box["marks"] > 0, box
    assert read.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert read.errors == []
    read.keep(f"{run}-{width}")


# Numbers


class Folds(HTMLParser):
    """The tables of every fold: {heading: {(row, column): [number, low, high]}}."""

    def __init__(self, text):
        super().__init__()
        self.cells, self.heading, self.inside = {}, None, None
        self.columns, self.row, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "details" and attributes.get("class") == "fold":
            self.heading = ""
        if tag == "tr":
            self.row = []
        if tag == "table":
            self.columns = []
        if tag in ("th", "td", "summary"):
            self.text, self.is_interval = "", attributes.get("class") == "interval"
            self.inside = tag

    def handle_data(self, data):
        if self.inside:
            self.text += data

    def handle_endtag(self, tag):
        if self.heading is None:
            return
        if tag == "summary":
            self.heading = "" if self.text == "In general" else self.text
            self.cells[self.heading] = {}
        if tag in ("th", "td"):
            if self.is_interval:
                self.row[-1] = (self.row[-1], self.text)
            else:
                self.row.append(self.text)
        if tag == "thead":
            self.columns = self.row[1:]
        if tag == "tr" and self.row and not isinstance(self.row[-1], str):
            cells = zip(self.columns or [""], self.row[1:], strict=True)
            self.cells[self.heading] |= {(self.row[0], column): cell for column, cell in cells}
        if tag in ("th", "td", "summary"):
            self.inside = None
        if tag == "details":
            self.heading = None


def read(text):
    """A number as the page writes it, and how far rounding may have moved it."""
    plain = text.replace(",", "").replace("−", "-")
    decimals = len(plain.partition(".")[2])
    return float(plain), 0.5000001 * 10.0**-decimals


def is_written(value, text, is_share):
    number, off = read(text)
    return abs(number - value * (100 if is_share else 1)) <= off


@pytest.mark.parametrize("run", ["street", "loop"])
def test_every_figure_of_the_summary_is_in_the_page(request, run):
    folder = request.getfixturevalue(run)
    run_summary, folds = summary(folder), Folds(page(folder)).cells
    figures = ArmData(load_run(folder)).figures
    assert {figure.label.key for figure in figures} == set(run_summary["figures"]) and len(
        figures
    ) > 20
    for figure in figures:
        label = figure.label
        number, interval = folds[label.heading][label.name, label.column]
        value, limits = run_summary["figures"][label.key], run_summary["intervals"].get(label.key)
        assert is_written(value, NUMBER.search(number)[0], label.is_share), label.key
        if limits and limits[0] < limits[1]:
            for end, text in zip(limits, NUMBER.findall(interval), strict=True):
                assert is_written(end, text, label.is_share), label.key
        else:
            assert interval == "", label.key


def test_a_wrong_number_would_be_noticed(street):
    text = page(street)
    number = re.search(
        r'<th scope="row">rounds</th>\s*<td class="number">([\d.]+)</td>',
        text[text.index('class="fold"') :],
    )
    assert is_written(float(number[1]), number[1], False)
    assert not is_written(float(number[1]) + 1, number[1], False)


def test_win_shares_are_those_of_the_summary(street):
    run_summary = summary(street)
    rows = {row["name"]: row for row in values(spec(street, "wins")) if row}
    for name in ("Bruiser", "Scrapper", "Diplomat", "Yapper"):
        key = f"Win rates: by archetype, {name}"
        value = run_summary["figures"][key]
        limits = run_summary["intervals"].get(key, [value, value])  # none if all blocks are alike
        assert [rows[name][end] for end in ("value", "low", "high")] == pytest.approx(
            [value, *limits], rel=1e-5
        )
    assert run_summary["intervals"]["Win rates: by archetype, Bruiser"]
    homes = [rows[f"home {number}"]["value"] for number in (1, 2, 3, 4)]
    assert sum(homes) == pytest.approx(1, abs=1e-5)


def test_the_curve_of_lengths_is_the_share_of_games_that_are_over(street):
    rounds = pl.read_parquet(street / "games.parquet")["rounds"].to_numpy()
    points = values(spec(street, "length"))
    assert len(points) >= 3
    for point in points:
        assert point["value"] == pytest.approx((rounds <= point["time"]).mean(), abs=1e-6)


@pytest.mark.parametrize("slug", ["length", "endings"])
def test_a_curve_steps_where_games_end(street, slug):
    """Not halfway between two rounds, as steps do by default."""
    text = json.dumps(spec(street, slug))
    assert set(re.findall(r'"interpolate": "(.*?)"', text)) == {"step-after"}
    rounds = pl.read_parquet(street / "games.parquet")["rounds"].unique()
    times = {point["time"] for point in values(spec(street, slug))}
    assert set(rounds) <= times


def test_charts_by_round_say_which_games_count(street):
    text = page(street)
    assert "A game that is over stays in the mean with its final territories" in text
    assert "Only games that go on after the round and have a single leader count." in text


def test_what_has_a_section_of_its_own_is_not_repeated(loop):
    section = general_section(ArmData(load_run(loop)))
    names = [row[0] for part in section.parts for row in part.rows]
    assert "cards played" in names and "hands thrown" in names
    assert not any("wins of" in name and "first" not in name for name in names)
    assert not {"shortest game", "median game", "longest game"} & {*names}


@pytest.mark.parametrize(
    ("lengths", "lead", "curves"),
    [([55, 55, 55], "Every game lasts exactly 55 actions.", 0), ([53, 55, 57], "On average", 1)],
)
def test_games_of_one_length_have_no_curve(lengths, lead, curves):
    """A step between 54 and 56 says less than a sentence."""
    games = pl.DataFrame({"length": lengths, "decisions": lengths, "finished": [True] * 3})
    data = SimpleNamespace(
        games=games,
        seats=pl.DataFrame(),
        groups=np.arange(3),
        clock="length",
        clock_unit="actions",
        mean=lambda values: Interval(float(np.mean(values)), math.nan, math.nan),
    )
    section = length_section(data)
    assert section.lead.startswith(lead)
    assert sum(isinstance(part, Chart) for part in section.parts) == curves


def test_endings_add_up_to_all_games(street):
    games = pl.read_parquet(street / "games.parquet")
    points = values(spec(street, "endings"))
    last = max(point["time"] for point in points)
    shares = {point["name"]: point["value"] for point in points if point["time"] == last}
    for name in {*shares} - {"still playing"}:
        assert shares[name] == pytest.approx((games["ending"] == name).mean(), abs=1e-6)
    for time in {point["time"] for point in points}:
        assert sum(p["value"] for p in points if p["time"] == time) == pytest.approx(1, abs=1e-5)


def test_both_sides_of_a_stock_are_equal(street):
    flows = values(spec(street, "resources-flows"))
    stocks = {flow["stock"] for flow in flows}
    assert stocks == {"Swagger", "Drive", "Grit", "Bond", "water"}
    for stock in stocks:
        amounts = [flow["amount"] for flow in flows if flow["stock"] == stock]
        assert sum(amounts) == pytest.approx(0, abs=1e-3) and max(amounts) > 0


def test_match_ups_complete_each_other(street):
    cells = {(v["row"], v["column"]): v["value"] for v in values(spec(street, "match-ups"))}
    assert len(cells) == 12
    for (one, other), value in cells.items():
        assert value + cells[other, one] == pytest.approx(1, abs=1e-5)


def test_wins_by_archetype_and_home_are_counted_right(street):
    seats = pl.read_parquet(street / "seats.parquet")
    cells = {(v["row"], v["column"]): v["value"] for v in values(spec(street, "wins-crossed"))}
    assert len(cells) == 16
    for (dog, home), value in cells.items():
        rows = seats.filter(archetype=dog.lower(), home=home.removeprefix("home "))
        assert len(rows) == 6 * BLOCKS and value == pytest.approx(rows["won"].mean(), abs=1e-6)


# What is compared


def test_seats_differ_by_archetype_and_home_which_goes_with_the_seat(data):
    factors = [(factor.name, len(factor.levels), factor.aliases) for factor in data.factors]
    assert factors == [("archetype", 4, ()), ("home", 4, ("seat",))]
    assert data.equal_share == pytest.approx(0.25)


def test_players_and_sides_are_told_apart(tmp_path):
    bots = ["greedy", "random", "greedy", "random"]
    arm_data = ArmData(load_run(play("dog", tmp_path / "run", 12, *bots)))
    assert [(factor.name, factor.levels) for factor in arm_data.factors] == [
        ("player", ("greedy", "random")),
        ("side", ("Red–Blue", "Yellow–Green")),
    ]
    assert arm_data.win_shares(arm_data.factors[0]).value[0] > 0.9  # over random


def test_every_figure_is_under_its_heading(data):
    sections = topics(data.figures)
    assert sum(len(topic.figures) for topic in sections.values()) == len(data.figures)
    assert list(sections)[:2] == ["Game length", "Win rates"]


# The designer's questions


def test_the_first_answers_are_the_designers_five(street):
    run_figures, text = summary(street)["figures"], page(street)
    answers = re.findall(r'<p class="value">([\d.,]+)', text)
    keys = [
        "Game length: rounds, mean",
        "",
        "",
        "Crossings: crossings, all",
        "Home: home visits, all",
    ]
    for number, key in zip(answers[: len(keys)], keys, strict=True):
        assert not key or is_written(run_figures[key], number, False), key
    best = max(
        run_figures[f"Win rates: by archetype, {dog}"]
        for dog in ("Bruiser", "Scrapper", "Diplomat", "Yapper")
    )
    assert is_written(best, answers[1], True)
    assert text.index("In short") < text.index("How long does a game last?")


def figure(key, value, is_share=False):
    heading, _, label = key.partition(": ")
    name, _, column = label.rpartition(", ")
    return Figure(
        Label(name, is_share, heading=heading, column=column), value, value - 1, value + 1
    )


def test_an_answer_follows_the_figures():
    shares = {"Bruiser": 0.1, "Scrapper": 0.6, "Diplomat": 0.2, "Yapper": 0.1001}
    keyed = {f"Win rates: by archetype, {dog}": share for dog, share in shares.items()}
    figures = {key: figure(key, value, True) for key, value in keyed.items()}
    (answer,) = headlines(figures)
    assert answer.figure.value == 0.6
    assert answer.sentence[0] == "The Scrapper wins most often; the Bruiser wins least often, at "
    assert headlines({}) == []


# Stories


def test_stories_replay_and_are_what_they_say(street):
    games = pl.read_parquet(street / "games.parquet")
    lengths = {}
    for name in ("longest", "median", "dramatic"):
        transcript = read_transcript(street / "stories" / f"{name}.txt")
        assert transcript.session.over
        lengths[name] = len(transcript.session.history)
    assert lengths["longest"] == games["length"].max()
    assert lengths["median"] == np.sort(games["length"].to_numpy())[(len(games) - 1) // 2]


def test_the_page_carries_the_same_stories(street):
    for name in ("longest", "median", "dramatic"):
        text = (street / "stories" / f"{name}.txt").read_bytes()
        assert base64.b64encode(text).decode() in page(street)
    assert len(page(street)) < 6_000_000


# The file


def test_after_a_change_of_rules_no_game_is_played_again(loop, tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    for file in loop.iterdir():
        if file.is_file() and file.name != "report.html":
            (folder / file.name).write_bytes(file.read_bytes())
    plan = json.loads((folder / "plan.json").read_text())
    (folder / "plan.json").write_text(json.dumps({**plan, "rules": "0" * 16}))
    write_report(folder)
    assert "rules have changed since" in page(folder) and not (folder / "stories").exists()


def test_a_run_that_kept_figures_alone_has_a_report_of_them(tmp_path):
    folder = play("uri-nation", tmp_path / "run", 24, record="figures")
    write_report(folder)
    text = page(folder)
    assert "Who wins?" not in text and "figures only, no single games" in text
    answers = headlines(ArmData(load_run(folder)).by_key)
    assert text.count('class="answer"') == len(answers) > 0 and "Where dogs walk" in text


def test_a_regenerated_report_has_the_same_bytes_and_charts_become_files(loop, capsys):
    before = page(loop)
    assert not app.run(["report", str(loop), "--charts", "svg,png"])
    assert "report.html" in capsys.readouterr().err
    assert page(loop) == before
    names = {file.name for file in (loop / "charts").iterdir()}
    assert {"length.svg", "length.png", "wins.svg", "winners-chance.png"} <= names
    root = ElementTree.fromstring((loop / "charts" / "length.svg").read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.soak
def test_a_regenerated_report_with_pictures_and_stories_has_the_same_bytes(street):
    before = page(street)
    write_report(street)
    assert page(street) == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["report", "nowhere"], "nowhere is not the folder of a run"),
        (["report", "LOOP", "--charts", "gif"], "charts are written as svg or png, not as gif"),
    ],
)
def test_a_mistake_gives_one_error_message(loop, words, sentence):
    before = page(loop)
    with pytest.raises(OffleashError) as error:
        app.run([str(loop) if word == "LOOP" else word for word in words])
    assert str(error.value) == sentence
    assert page(loop) == before


def test_a_run_that_has_not_ended_has_no_report(tmp_path):
    dog = load("dog")
    arm = make_arm(dog, "", dog.options(), ["greedy"])
    run = Run(Experiment(make_plan(dog, [arm], 8), dog), threads=1, out=tmp_path / "run")
    run.play(4)
    run.close()
    with pytest.raises(OffleashError, match="has not ended"):
        write_report(tmp_path / "run")


def test_the_command_plays_the_same_plan(street):
    plan = load_run(street).plan
    assert command_line(plan) == (
        "offleash simulate uri-nation --games 72 --preset 1.4 --seats greedy --seed 0 "
        "--seatings all --report DIR"
    )


def test_a_single_game_has_a_report(tmp_path):
    folder = play("dog", tmp_path / "run", 1)
    write_report(folder)
    assert "NaN" not in page(folder)[page(folder).index("<body>") :].split("<script>")[0]
    assert not math.isnan(summary(folder)["figures"]["rounds"])
