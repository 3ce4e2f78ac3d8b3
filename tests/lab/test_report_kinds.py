"""The reports of comparisons, sweeps, ladders and searches: read from the page, as people do."""

import functools
import json
import re
from dataclasses import replace
from itertools import product

import pytest

from offleash.cli.app import run as command_line
from offleash.games.registry import load
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.questions.question import FIGURES
from offleash.lab.report import compare, ladder, propose, sweep, tune
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.vega_lite import page_spec
from offleash.lab.report.page import html
from offleash.lab.report.parts import Answer, Chart, DataTable, Fold, Text, charts
from offleash.lab.report.sections.length import length_comparison
from offleash.lab.report.write import build_report, write_report
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.finished_run import load_run
from offleash.lab.runs.folder import read_json
from offleash.lab.runs.run import Run
from tests.browser import opener
from tests.lab import sample_summaries as sample
from tests.lab.test_report import open_drawn, resize

THREE = {"max_rounds": ["20", "25", "30"], "walk_dice": ["1", "2"], "stop_rule": ["any", "full"]}
ONE, TWO = ({name: THREE[name] for name in list(THREE)[:count]} for count in (1, 2))
MANY = tuple(f"bot-{letter}" for letter in "abcdefghijkl")
REPORTS = {
    "compare": (compare, sample.compare()),
    "sweep": (sweep, sample.sweep(ONE, {"max_rounds": "20"})),
    "sweep of words": (sweep, sample.sweep({"stop_rule": ["any", "full"]})),
    "sweep of two": (sweep, sample.sweep(TWO, {"max_rounds": "20", "walk_dice": "1"})),
    "sweep of three": (sweep, sample.sweep(THREE)),
    "sobol": (sweep, sample.sweep(THREE, sobol=16)),
    "ladder": (ladder, sample.ladder()),
    "long ladder": (ladder, sample.ladder(MANY)),
    "tune": (tune, sample.tune()),
    "propose": (propose, sample.propose()),
}
BOXES = """() => [...document.querySelectorAll("figure.chart")].map(figure => {
    const svg = figure.querySelector(".drawing svg"), box = svg && svg.getBoundingClientRect();
    const marks = ".mark-symbol path, .mark-rect path, .mark-rule line";
    return {slug: figure.dataset.slug, width: box ? box.width : 0, height: box ? box.height : 0,
            marks: svg ? svg.querySelectorAll(marks).length : 0,
            room: figure.querySelector(".drawing").clientWidth};
})"""
FOREIGN = re.compile(r'"(#[0-9a-fA-F]{3,8}|rgb\([^"]*)"')


@functools.cache
def report_named(name):
    """Each report is made once."""
    kind, summary = REPORTS[name]
    return kind.report_from_summary(summary)


@functools.cache
def specs(name):
    """The charts of a report as they stand on the page."""
    return {slug: page_spec(chart) for slug, chart in charts(report_named(name))}


class Pages(dict):
    """Reports in a browser, by name."""

    def __init__(self, folder, open_page):
        super().__init__()
        self._folder, self._open_page = folder, open_page

    def __missing__(self, name):
        file = self._folder / f"{name}.html"
        file.write_text(html(report_named(name)), encoding="utf-8")
        self[name] = open_drawn(self._open_page, file)
        return self[name]


@pytest.fixture(scope="module")
def pages(chromium, tmp_path_factory):
    """Every report, opened on a desk when it is first read."""
    folder = tmp_path_factory.mktemp("kinds")

    for open_page in opener(chromium, folder):
        yield Pages(folder, open_page)


def check_page(read, report):
    boxes = read.page.evaluate(BOXES)
    assert [box["slug"] for box in boxes] == [slug for slug, _ in charts(report)]
    for box in boxes:
        assert 0.7 * box["room"] < box["width"] <= box["room"] + 1, box
        assert box["height"] > 80 and box["marks"] > 1, box
    captions = read.page.locator("figure.chart figcaption").all_inner_texts()
    assert len(captions) == len(boxes)
    assert all(caption.endswith(".") for caption in captions), captions
    assert read.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert read.errors == []


def these_first(names, *first):
    """Parameters: the first of them always, the rest in `make soak`."""
    rest = [pytest.param(name, marks=pytest.mark.soak) for name in names if name not in first]
    return [*first, *rest]


@pytest.mark.parametrize(
    "name", these_first(REPORTS, *(name for name in REPORTS if name != "sweep of words"))
)
def test_every_chart_is_drawn_without_errors_and_explained(pages, name):
    check_page(pages[name], report_named(name))
    pages[name].keep(f"{name.replace(' ', '-')}-desk")


@pytest.mark.parametrize("name", these_first(REPORTS, "long ladder"))
def test_a_phone_shows_all_of_it(pages, name):
    read = pages[name]
    resize(read.page, 390)
    check_page(read, report_named(name))
    read.keep(f"{name.replace(' ', '-')}-phone")
    resize(read.page, 1200)


@pytest.mark.parametrize("name", REPORTS)
def test_charts_have_no_colours_of_their_own(name):
    allowed = {*theme.HEAT, *theme.DIVERGING, theme.INK}
    for slug, _ in charts(report_named(name)):
        assert set(FOREIGN.findall(json.dumps(specs(name)[slug]))) <= allowed


def text_of(read, place):
    """The text of a part of the page, with plain spaces."""
    return with_plain_spaces(read.page.inner_text(place))


def with_plain_spaces(text):
    return re.sub(r"[\s\u2009\u00a0]+", " ", text.replace("\u2060", ""))


def chart_words(read, slug):
    """All words in a chart."""
    words = f"figure[data-slug='{slug}'] .drawing svg text"
    return [
        with_plain_spaces(element.text_content()) for element in read.page.query_selector_all(words)
    ]


def parts_of(report, kind):
    parts = [part for section in report.sections for part in section.parts]
    parts += [part for fold in parts if isinstance(fold, Fold) for part in fold.parts]
    return [part for part in parts if isinstance(part, kind)]


def rows_of(report):
    """The cells of all tables as text."""
    tables = parts_of(report, DataTable)
    return [[_cell(cell) for cell in row] for table in tables for row in table.rows]


def _cell(cell):
    interval = getattr(cell, "interval", None)
    text = getattr(cell, "value", cell)
    return with_plain_spaces(f"{text} ({interval})" if interval else str(text))


def datasets(spec):
    """The rows of every layer."""
    layers = spec.get("layer", [spec])
    values = [spec.get("data", {}).get("values")]
    return [
        rows for rows in values + [layer.get("data", {}).get("values") for layer in layers] if rows
    ]


# Comparing


def test_a_comparison_says_its_verdict_first(pages):
    read = pages["compare"]
    assert text_of(read, "h1") == "Uri-Nation: swagger_per 2 or 3?"
    head = text_of(read, "#section-in-short")
    assert "differs: it is higher in b than in a, by more than the margin of 0.5." in head
    assert "b − a is +2.0 (+1.0 – +3.0), after 768 games of each arm." in head
    assert "20.0" in head and "19.6 – 20.4" in head and "22.0" in head and "21.6 – 22.4" in head
    assert "look 2 of 3" in head and "the limit was 1,536" in head
    assert "2 of 5 other measures differ" in head
    assert "1 game was given up unfinished." in head


@pytest.mark.parametrize(
    ("verdict", "effect", "words"),
    [
        ("differs by more than the margin", -2.0, "it is lower in b than in a, by more than"),
        ("does not differ by more than the margin", 0.1, "does not differ by more than"),
        ("undecided", 0.4, "differs, and about as much as the margin of 0.5"),
        ("undecided", 0.2, "It is undecided whether"),
    ],
)
def test_each_verdict_has_its_sentence(verdict, effect, words):
    report = compare.report_from_summary(
        sample.compare(verdict, effect, (effect - 0.3, effect + 0.3))
    )
    assert words in report.sections[0].lead
    assert ("play about 1,234 more games" in report.sections[0].lead) == (effect == 0.2)


def test_the_forest_has_what_decides_first_and_the_rest_by_size():
    amounts, shares = specs("compare")["amounts"], specs("compare")["shares"]
    rows = max(datasets(amounts), key=len)
    assert [row["measure"].split("\n")[1] for row in rows] == ["rounds, mean", "visits, all"]
    assert [(row["value"], row["low"], row["high"]) for row in rows] == [
        (10, 5, 15),  # two of twenty rounds, in per cent
        (100, 87.5, 112.5),
    ]
    assert [row["kind"] for row in rows] == ["decides", "differs"]
    band = next(rows for rows in datasets(amounts) if "less" in rows[0])
    assert [(row["less"], row["more"]) for row in band] == [(-2.5, 2.5)]
    rows = max(datasets(shares), key=len)
    assert [(row["value"], row["kind"]) for row in rows] == [
        (1, "not shown to differ"),
        (-5, "differs"),
    ]
    assert not any("less" in rows[0] for rows in datasets(shares))


def test_looks_are_drawn_against_the_margin_and_those_not_needed_stay_empty(pages):
    spec = specs("compare")["looks"]
    rows = next(rows for rows in datasets(spec) if "games" in rows[0])
    assert [(row["games"], row["value"]) for row in rows] == [("384", 2.5), ("768", 2)]
    edge = rows[0]["high"]  # where nothing is known, the line is as long as the chart is high
    assert edge == -rows[0]["low"] > 3 and "too few games" in rows[0]["estimate"]
    assert (rows[1]["low"], rows[1]["high"]) == (1, 3)
    band = next(rows for rows in datasets(spec) if "from" in rows[0])
    assert (band[0]["from"], band[0]["to"]) == (-0.5, 0.5)
    assert {"384", "768", "1,536"} <= set(chart_words(pages["compare"], "looks"))


def test_every_measure_but_zeros_is_in_a_table():
    rows = {row[0]: row for row in rows_of(report_named("compare"))}
    assert rows["rounds, mean"][2:] == [
        "20.0 (19.6 – 20.4)", "22.0 (21.6 – 22.4)", "+2.0 (+1.0 – +3.0)", "decides",
    ]  # fmt: skip
    assert rows["by archetype, Bruiser"][2:] == ["30.0 %", "25.0 %", "−5 (−9 – −1)", "0.01"]
    assert rows["shared wins"][4:] == ["+0.100 (too few games)", "1.00"]
    assert rows["visits, all"][5] == "< 0.0001"
    assert "thefts, all" not in rows


# Sweeping


def test_a_sweep_says_what_moves_furthest_from_the_base(pages):
    head = text_of(pages["sweep"], "#section-in-short")
    assert "+4.0 95 % interval +3.5 – +4.5" in head
    assert "rounds, mean” changes most at max_rounds=30; in the base it is 20.0 ± 1.0." in head
    assert "−10 points 95 % interval −12 – −8" in head
    assert head.index("+4.0") < head.index("−10 points")  # a fifth is more than a tenth
    unmoved = "No point differs significantly from the base in “Win rates: by archetype, Yapper”."
    assert head.endswith(unmoved)


def test_in_short_shows_the_measures_that_move_most_not_the_first():
    summary = sample.sweep(ONE, {"max_rounds": "20"})
    still, *_ = summary["measures"][::-1]
    for number in range(8):
        key = f"Still: {number}"
        summary["measures"] = [{**still, "measure": key}, *summary["measures"]]
        for point in summary["points"]:
            for numbers in (point["figures"], point["intervals"], point["differences"]):
                if still["measure"] in numbers:
                    numbers[key] = numbers[still["measure"]]
    answers = parts_of(sweep.report_from_summary(summary), Answer)
    assert [answer.headline.split(" changes")[0] for answer in answers] == [
        "“Game length: rounds, mean”",
        "“Win rates: by archetype, Bruiser”",
    ]


@pytest.mark.parametrize(
    ("option", "listed", "ordered"),
    [
        ("grit_threshold", ["none", "8", "12", "5"], ["5", "8", "12", "none"]),
        ("adjacency", ["wide", "shared"], None),
        ("max_rounds", ["30", "9", "20"], ["9", "20", "30"]),
    ],
)
def test_values_are_drawn_in_their_order(option, listed, ordered):
    """Words come in the order of the option, whatever the order of the sweep."""
    if ordered is None:
        words = next(o.words for o in load("uri-nation").rules.options if o.name == option)
        listed, ordered = list(words[::-1]), list(words)
    summary = sample.sweep({option: listed}, {option: listed[0]})
    report = sweep.report_from_summary(summary)
    chart = next(chart for slug, chart in charts(report) if slug.startswith("rounds-mean"))
    rows = max(datasets(page_spec(chart)), key=len)
    assert [str(row["at"]).removesuffix(".0") for row in rows] == ordered
    if "none" in ordered:  # the axis lists the very values of the data
        assert f'"sort": {json.dumps(ordered)}' in json.dumps(page_spec(chart))
    assert [row["at"] for row in rows if row["is_base"]] == [rows[ordered.index(listed[0])]["at"]]
    assert [row[0] for row in rows_of(report)[: len(ordered)]] == ordered
    two = sweep.report_from_summary(sample.sweep({"walk_dice": ["2", "1"], option: listed}))
    chart = next(chart for slug, chart in charts(two) if slug.startswith("rounds-mean"))
    rows = max(datasets(page_spec(chart)), key=len)
    assert [(row["row"], row["column"]) for row in rows] == list(product("12", ordered))


def test_archetypes_have_the_colours_of_their_pieces():
    spec = json.dumps(specs("sweep")["win-rates-by-archetype-by-max-rounds"])
    scales = {
        tuple(scale) for scale in re.findall(r'"domain": (\[.*?\]), "range": (\[.*?\])', spec)
    }
    colours = [f"var(--{name})" for name in ("red", "green")]
    assert scales == {('["Bruiser", "Yapper"]', json.dumps(colours))}


def test_a_dose_is_drawn_with_its_band_and_the_base_is_marked(pages):
    slug = "rounds-mean-by-max-rounds"
    rows = max(datasets(specs("sweep")[slug]), key=len)
    assert [(row["at"], row["low"], row["value"], row["high"]) for row in rows] == [
        (20, 19, 20, 21),
        (25, 21, 22, 23),
        (30, 23, 24, 25),
    ]
    assert [row["full"] for row in rows] == [True, False, True]  # the base, unsure, sure
    assert "base" in chart_words(pages["sweep"], slug)
    rows = max(datasets(specs("sweep")["win-rates-by-archetype-by-max-rounds"]), key=len)
    assert {row["series"] for row in rows} == {"Bruiser", "Yapper"} and len(rows) == 6


def test_a_base_outside_the_grid_is_a_line_across():
    spec = specs("sweep of words")["rounds-mean-by-stop-rule"]
    line = next(rows for rows in datasets(spec) if "name" in rows[0])
    assert [row["value"] for row in line] == [20]


def test_two_options_make_a_matrix_with_stars_and_a_framed_base(pages):
    slug = "rounds-mean-by-max-rounds-and-walk-dice"
    rows = max(datasets(specs("sweep of two")[slug]), key=len)
    assert [(row["row"], row["column"]) for row in rows if row["is_base"]] == [("20", "1")]
    words = chart_words(pages["sweep of two"], slug)
    assert [word for word in words if "." in word and "±" not in word] == [
        "20.0", "22.0", "22.0", "24.0*", "24.0*", "26.0*",
    ]  # fmt: skip
    assert words.count("± 1.0") == 6


def test_more_options_make_panels(pages):
    slug = "rounds-mean-by-max-rounds-walk-dice-and-stop-rule"
    words = chart_words(pages["sweep of three"], slug)
    assert {"stop_rule=any", "stop_rule=full", "walk_dice", "1", "2"} <= set(words)
    many = {f"option_{n}": ["1", "2", "3"] for n in range(5)}
    texts = [
        text.paragraphs[0] for text in parts_of(sweep.report_from_summary(sample.sweep(many)), Text)
    ]
    assert any("27 panels are too many to draw" in text for text in texts)


def test_every_point_is_in_a_table_with_its_difference():
    rows = rows_of(report_named("sweep"))
    assert rows[:3] == [
        ["20", "20.0 (19.0 – 21.0)", "None", "base"],
        ["25", "22.0 (21.0 – 23.0)", "+2.0 (+1.5 – +2.5)", "1.00"],
        ["30", "24.0 (23.0 – 25.0)", "+4.0 (+3.5 – +4.5)", "0.002"],
    ]


def test_sobol_bars_begin_with_the_most_important_option(pages):
    read = pages["sobol"]
    head = text_of(read, "#section-in-short")
    assert "60 % 95 % interval 30 – 90 %" in head and "is due to stop_rule" in head
    slug = "rounds-mean-which-options-matter"
    rows = max(datasets(specs("sobol")[slug]), key=len)
    assert [(row["option"], row["value"]) for row in rows] == [
        ("stop_rule", 0.3), ("stop_rule", 0.6), ("walk_dice", 0.2), ("walk_dice", 0.4),
        ("max_rounds", 0.1), ("max_rounds", 0.2),
    ]  # fmt: skip
    paragraphs = [text.paragraphs[0] for text in parts_of(report_named("sobol"), Text)]
    assert paragraphs == [
        "Win rates by archetype, Yapper: it does not vary, or some points have no value for it."
    ]


# Ladders


def test_a_ladder_shows_the_order_and_its_uncertainty(pages):
    read = pages["ladder"]
    head = text_of(read, "#section-in-short")
    assert "clever > greedy ≥ simple > random." in head
    assert "clever is the best of 4 bots." in head
    assert "+150 points 95 % interval +130 – +170" in head
    assert "60.0 % of all resampled ratings" in head and "put greedy above simple" in head
    text = text_of(read, "#section-ratings")
    assert "a deviation of 521 points" in text and "the mean of all is 0" in text
    assert "random won no game against clever, greedy or simple" in text
    anchored = ladder.report_from_summary(sample.ladder(anchor="random"))
    assert "`random` is 0." in anchored.sections[1].lead


def test_the_matrix_shows_every_score_in_the_order_of_the_ratings(pages):
    words = chart_words(pages["ladder"], "wins")
    assert [word for word in words if word.isdigit()] == [
        "60", "70", "80", "40", "60", "70", "30", "40", "60", "20", "30", "40",
    ]  # fmt: skip
    rows = rows_of(report_named("ladder"))
    assert rows[0] == ["1", "clever", "+150 (+130 – +170)", "100.0 %"]
    assert rows[4] == ["clever", "None", "60 % (53 – 67 %)", "70 % (63 – 77 %)", "80 % (73 – 87 %)"]


def test_columns_of_a_long_ladder_have_numbers(pages):
    words = chart_words(pages["long ladder"], "wins")
    assert "12 bot-l" in words and "bot-l" not in words


# Searches


def test_a_search_shows_its_best_compromise_next_to_the_base(pages):
    read = pages["tune"]
    head = text_of(read, "#section-in-short")
    assert "1 change in the best compromise: max_rounds=20." in head
    assert "31 % 95 % interval 25 – 37 %" in head and "41 ± 6 % in the base" in head
    assert "on fresh luck" in head and "the search saw 30 ± 6 %" in head
    assert "2.0 95 % interval 1.5 – 2.5" in head and "6.0 ± 0.5 in the base" in head
    assert "5 rule sets were tried" in head and "1 could not be played" in head
    assert "look better than they are" in text_of(read, "#section-unbeaten-rules")


def test_the_front_is_a_table_with_the_base():
    rows = rows_of(report_named("tune"))
    assert [row[0] for row in rows] == ["trial 3", "trial 1, best compromise", "base"]
    assert rows[0][1:] == [
        "20 % (14 – 26 %)", "21 % (15 – 27 %)", "2.5 (2.0 – 3.0)", "2.5 (2.0 – 3.0)", "2",
        "0.200", "0.200", "`swagger_per=2`, `max_rounds=20`",
    ]  # fmt: skip
    rows = rows_of(tune.report_from_summary(sample.tune(front=(3, 1))))
    assert [row[0] for row in rows][-1] == "base"


def test_every_pair_of_goals_has_a_scatter(pages):
    report = report_named("tune")
    slugs = [slug for slug, _ in charts(report)]
    assert slugs == [f"goals-{a}-{b}" for a, b in ("12", "13", "14", "23", "24", "34")] + [
        "progress"
    ]
    rows = {row["trial"]: row for rows in datasets(specs("tune")["goals-1-2"]) for row in rows}
    kinds = {0: "base", 1: "best compromise", 2: "beaten", 3: "unbeaten"}
    assert {trial: row["kind"] for trial, row in rows.items()} == kinds
    assert (rows[3]["x"], rows[3]["x_low"], rows[3]["y"], rows[3]["y_high"]) == (0.2, 0.14, 2.5, 3)
    words = chart_words(pages["tune"], "goals-1-2")
    assert words.count("base") == 2 and words.count("best compromise") == 2  # legend and label
    assert "bottom left" in dict(charts(report))["goals-1-2"].caption
    assert "top left" in dict(charts(report))["goals-1-4"].caption


def test_progress_keeps_the_best_so_far():
    panels = specs("tune")["progress"]["vconcat"]
    best = [[row["best"] for row in datasets(panel)[0]] for panel in panels]
    assert best[0] == [0.4, 0.3, 0.3, 0.2]
    assert best[1] == [6, 2, 2, 2]
    assert best[3] == [0.1, 0.3, 0.3, 0.3]  # here more is better


def test_a_search_with_one_goal_or_nothing_that_can_be_played():
    alone = tune.report_from_summary(sample.tune(front=(3,), best=3, goals=1))
    assert [slug for slug, _ in charts(alone)] == ["progress"]
    empty_report = tune.report_from_summary(sample.tune(front=()))
    assert not parts_of(empty_report, Chart)
    assert "None of the rules that were tried could be played." in html(empty_report)


# Proposals


def test_the_best_proposal_is_starred_with_both_of_its_figures(pages):
    read = pages["propose"]
    head = text_of(read, "#section-in-short")
    assert "2 changes" in head and "6 %" in head  # with the bots that do worst
    assert "with searching bots, which do worst: Bruiser 56.0 %. Today: 45 ± 2 %" in head
    table = rows_of(report_named("propose"))
    names = [row[0] for row in table]
    assert names.count("proposal 1 ★") and not any("2 ★" in name for name in names)
    line = next(row for row in table if row[:2] == ["proposal 1 ★", "persona bots"])
    assert line[2:] == ["1 % (−1 – 3 %)", "4 % (2 – 6 %)", "−41 (−44 – −38)"]
    assert "All of these rules meet the goal “length=9..18” with all bots." in html(
        report_named("propose")
    )


def test_a_report_without_a_better_rule_set_says_so():
    page = html(propose.report_from_summary(sample.propose(best=None)))
    assert "is clearly better than today&#x27;s rules" in page and "★" not in page
    assert "Proposal 2: not clearly better than today&#x27;s rules" in page


# Really played

COMMANDS = {
    "compare": "compare digs --a crumbs=0 --b crumbs=2 --measure rounds --seats random -n 480",
    "sweep": "sweep digs --over crumbs=0..2 --over rounds=3,4 --seats random -n 30",
    "ladder": "ladder digs --bots random,greedy -n 30",
    "tune": "tune digs --over crumbs=0..2 --goal fairness --goal few-changes --trials 3 "
    "--seats random -n 30",
    "propose": "propose digs --over crumbs=0..2 --over rounds=3..5 --goal rounds=2..3 "
    "--goal few-changes --trials 4 --centres 2 --finalists 2 --seats random --seats greedy "
    "-n 12 --check-games 30",
}


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory):
    """The folder of a small run with its report, played when it is first needed."""

    @functools.cache
    def play(kind):
        folder = tmp_path_factory.mktemp("played") / "run"
        command_line([*COMMANDS[kind].split(), "--report", str(folder)])
        return folder

    return play


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_run_of_every_kind_has_a_report(folder_of, kind):
    summary = read_json(folder_of(kind) / "summary.json")
    report = build_report(load_run(folder_of(kind)))
    assert (folder_of(kind) / "report.html").read_text(encoding="utf-8") == html(report)
    words = re.sub(r"<.*?>", "", html(replace(report, sections=report.sections[:1])))
    number = {
        "compare": lambda: f"after {summary['games'][0]:,} games of each arm",
        "sweep": lambda: f"{len(summary['points'])} rule sets",
        "ladder": lambda: f"{summary['ratings'][0]['bot']} is the best of 2 bots",
        "tune": lambda: "unbeaten.",
        "propose": lambda: "2 options were screened, the search tried",
    }[kind]()
    assert number in with_plain_spaces(words)


@pytest.mark.parametrize("kind", these_first(COMMANDS, "compare"))
def test_the_charts_of_a_run_are_drawn(folder_of, chromium, tmp_path, kind):
    for open_page in opener(chromium, tmp_path):
        read = open_drawn(open_page, folder_of(kind) / "report.html")
        check_page(read, build_report(load_run(folder_of(kind))))


@pytest.mark.parametrize("kind", these_first(COMMANDS, "tune"))
def test_charts_are_written_to_files_on_request(folder_of, kind):
    page = write_report(folder_of(kind), ["svg"])
    slugs = [slug for slug, _ in charts(build_report(load_run(folder_of(kind))))]
    assert sorted(file.stem for file in (page.parent / "charts").iterdir()) == sorted(slugs)


def test_both_arms_share_the_picture_of_lengths_and_endings(tmp_path):
    game = load("uri-nation")
    sides = (("a", {"max_rounds": 8}), ("b", {"max_rounds": 9}))
    arms = [make_arm(game, n, game.options(None, changes), ["random"]) for n, changes in sides]
    experiment = Experiment(make_plan(game, arms, 24, 5, "rotations"), game)
    kinds.conduct(Run(experiment, out=tmp_path / "run"))
    loaded = load_run(tmp_path / "run")
    over, endings = length_comparison(loaded, ["a: 8", "b: 9"]).parts
    games = loaded.games.collect()
    for arm, name in enumerate(("a: 8", "b: 9")):
        arm_games = games.filter(games["arm"] == arm)
        steps = [
            row for row in datasets(page_spec(over))[0] if row["name"] == name and "estimate" in row
        ]
        assert steps[-1]["value"] == 1
        for row in steps:
            assert row["value"] == pytest.approx(
                (arm_games["rounds"] <= row["time"]).mean(), abs=1e-5
            )
        ways = {row["name"]: row["value"] for row in rows_in(endings) if row["series"] == name}
        for way, share in ways.items():
            assert share == pytest.approx((arm_games["ending"] == way).mean(), abs=1e-5)
        assert sum(ways.values()) == pytest.approx(1)


def test_a_comparison_that_kept_figures_alone_has_a_report_of_them(tmp_path):
    game = load("digs")
    sides = (("a", {"crumbs": 0}), ("b", {"crumbs": 2}))
    arms = [make_arm(game, n, game.options(None, changes), ["random"]) for n, changes in sides]
    plan = make_plan(game, arms, 480, 5, kind="compare", record=FIGURES)
    kinds.conduct(Run(Experiment(plan, game), out=tmp_path / "run"))
    slugs = [slug for slug, _ in charts(compare.build(load_run(tmp_path / "run")))]
    assert "looks" in slugs and "lengths" not in slugs


def rows_in(chart):
    return max(datasets(page_spec(chart)), key=len)
