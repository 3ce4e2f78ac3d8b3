"""Two boards: the plan that is made of them, what is refused, and the page in a real browser."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from offleash.games import registry
from offleash.lab.experiments.compare import KIND
from offleash.lab.plans.plan import Plan, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import SUMMARY
from offleash.projects.project import new_project, read_project
from offleash.studio.boards.comparison_plan import SAME, BoardChoice, plan_of
from offleash.studio.boards.two_boards import outcome_of
from offleash.studio.experiments.states import RunState
from offleash.tools.errors import OffleashError
from tests.browser import SCREENSHOTS, BrowserPage, wait_for_requests
from tests.lab.test_compare import conduct_comparison
from tests.studio.editor import TABLET, Studio, make_studio
from tests.studio.owner_site import owned_site
from tests.studio.test_editor import violations
from tests.studio.test_model import SHIPPED
from tests.web.serving import serving

SIX_BLOCKS, NINE_BLOCKS = SHIPPED["six-blocks"], SHIPPED["nine-blocks"]
BROKEN = SIX_BLOCKS.replace("sTT1TTs", "sTT4TTs")  # two homes 4


# The plan


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("plans") / "mine"
    new_project(folder, registry.load("uri-nation"), "1.4", "Mine")
    (folder / "rules.toml").write_text("win_territories = 9\n")
    return read_project(folder)


def test_the_arms_differ_in_the_board_alone(project: Any) -> None:
    text = SIX_BLOCKS.replace("Six Blocks", "My Blocks")
    boards = [BoardChoice("saved", SIX_BLOCKS), BoardChoice("drawn", text)]
    plan = plan_of(project, "board", boards, "Win rates: by home, home 1", 0.02)
    a, b = plan.arms
    assert (a.name, b.name, plan.kind) == ("A", "B", KIND)
    assert a.lineups == b.lineups == (tuple(f"persona:{name}" for name in DOGS),)
    assert a.preset == b.preset == "1.4"
    differs = {key for key in {*a.options, *b.options} if a.options.get(key) != b.options.get(key)}
    assert differs == {"board"} and a.options["win_territories"] == "9"
    assert list(plan.texts.values()) == [text]
    assert plan.goal == {"measure": "Win rates: by home, home 1", "margin": 0.02, "level": 0.95}
    assert plan_from(plan.identity) == plan and Experiment(plan).blocks == 500


DOGS = ("bruiser", "scrapper", "diplomat", "yapper")


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ((SIX_BLOCKS, SIX_BLOCKS), SAME),
        ((SIX_BLOCKS, BROKEN), "Board B can't be played: the board breaks KA1 "),
        (("hello", SIX_BLOCKS), "Board A can't be played: line 1: a board begins with"),
    ],
)
def test_pairs_that_cannot_be_compared_are_refused(project: Any, texts: Any, sentence: str) -> None:
    with pytest.raises(OffleashError) as error:
        plan_of(project, "board", [BoardChoice("", text) for text in texts])
    assert str(error.value).startswith(sentence)


# Over the network


def test_refusals_give_one_error_message(tmp_path: Path) -> None:
    with owned_site(tmp_path) as (owner, _):
        form = {"a": "saved", "b": "box/nine-blocks"}
        answer = owner.post("/studio/mine/compare", json=form)
        assert answer.status_code == 404
        assert "no folder of runs" in answer.json()["sentence"]
        assert owner.get("/studio/mine/compare/board.svg?board=saved").text.startswith("<svg")
        for key in ("", "project/mine", "project/../mine", "box/none", "draft"):
            answer = owner.get("/studio/mine/compare/board.svg", params={"board": key})
            assert answer.status_code == 404 and "choose another" in answer.json()["sentence"]
        owner.post("/studio/mine/draft", json={"text": "half a board", "digest": ""})
        answer = owner.get("/studio/mine/compare/board.svg?board=draft")
        assert answer.status_code == 422
        assert answer.json()["sentence"].startswith("This board can't be drawn: ")
        assert str(tmp_path) not in answer.text


@pytest.mark.parametrize("summary", [[1], None, {"kind": "compare"}, {"kind": ["compare"]}])
def test_a_damaged_summary_is_reported(tmp_path: Path, summary: Any) -> None:
    (tmp_path / "summary.json").write_text(json.dumps(summary))
    with pytest.raises(HTTPException) as error:
        outcome_of(tmp_path)
    assert error.value.status_code in (404, 422) and error.value.detail.endswith(".")


# The page


@dataclass
class StandIn:
    """In the place of the server's runs: it says what a test wants."""

    folder: Path
    plans: list[tuple[Plan, str]] = field(default_factory=list)
    now: RunState = field(default_factory=RunState)

    def start(self, plan: Plan, title: str) -> str:
        self.plans.append((plan, title))
        return "compare-1"

    def state(self, name: str) -> RunState:
        return replace(self.now, name=name)

    def folder_of(self, name: str) -> Path:
        return self.folder


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> StandIn:
    """What the lab itself says of a toy that differs stands in for what it says of a board."""
    folder = tmp_path_factory.mktemp("runs")
    summary = conduct_comparison({"crumbs": 0}, {"crumbs": 2}, measure="biscuits bid by Red")
    (folder / SUMMARY).write_text(json.dumps(summary))
    return StandIn(folder)


@pytest.fixture
def runs(stand_in: StandIn) -> StandIn:
    """The server's runs, without those of other tests."""
    stand_in.plans.clear()
    return stand_in


@pytest.fixture(scope="module")
def studio(
    chromium: Any, stand_in: StandIn, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("pairs")
    projects = folder / "projects"
    app = make_studio(projects)
    app.state.runs, app.state.lab = str(stand_in.folder), stand_in
    with serving(app) as address:
        running_studio = Studio(address, projects, chromium, Path(SCREENSHOTS or folder))
        running_studio.make("mine")
        running_studio.make("theirs", "1.2")
        yield running_studio


def opened_at(studio: Studio, context: Any, address: str) -> BrowserPage:
    opened_page = BrowserPage(context.new_page(), studio.pictures, allowed=studio.address)
    opened_page.listen()
    opened_page.page.goto(f"{studio.address}/studio/mine/compare{address}")
    return opened_page


def is_drawn(page: Any, side: str) -> None:
    """Waits until a board's picture is there."""
    page.wait_for_function(
        "id => { const { complete, naturalWidth } = document.getElementById(id);"
        " return complete && naturalWidth > 0; }",
        arg=f"picture-{side}",
    )


def wait_for_text(page: Any, place: str, words: str) -> None:
    page.wait_for_function(
        "([place, words]) => document.querySelector(place).textContent.includes(words)",
        arg=[place, words],
    )


def test_two_boards_are_chosen_played_and_judged(studio: Studio, runs: StandIn) -> None:
    context = studio.context()
    opened_page = opened_at(studio, context, "")
    page = opened_page.page
    is_drawn(page, "a")
    is_drawn(page, "b")
    assert page.input_value("#a") == "saved"
    page.select_option("#b", "project/theirs")
    is_drawn(page, "b")
    assert page.evaluate("location.search") == "?a=saved&b=project%2Ftheirs"
    page.select_option("#measure", label="home 1")
    page.fill("#margin", "0,02")
    runs.now = RunState(status="playing", games=1200, of=96_000, note="b − a: +0.40 % (-1 … +2)")
    page.click("#compare")
    wait_for_text(page, "#count", "1,200 of at most 96,000 games")
    wait_for_text(page, "#detail", "So far: B − A: +0.40 %")
    ((plan, title),) = runs.plans
    assert title == "mine: The saved board against theirs"
    assert plan.goal["margin"] == 0.02 and plan.goal["measure"].endswith("home 1")
    runs.now = RunState(status="done")
    wait_for_text(page, "#verdict", "Board B differs by more than the margin.")
    wait_for_text(page, "#detail", "biscuits bid by Red")
    assert page.locator("#others tbody tr").count() > 2
    assert page.get_attribute("#to-lab", "href") == "/lab/compare-1"
    assert opened_page.errors == []
    opened_page.keep("two-boards")
    address = page.evaluate("location.search")
    context.close()
    context = studio.context(**TABLET)
    opened_page = opened_at(studio, context, address)  # a link shows the same again
    wait_for_text(opened_page.page, "#verdict", "Board B differs by more than the margin.")
    is_drawn(opened_page.page, "b")
    assert opened_page.page.evaluate("document.documentElement.scrollWidth") <= 820
    assert violations(opened_page.page) == [] and opened_page.errors == []
    opened_page.keep("two-boards-dark")
    context.close()


def test_the_page_says_what_is_wrong(studio: Studio, runs: StandIn) -> None:
    board = studio.projects / "theirs" / "board.txt"
    text = board.read_text()
    context = studio.context()
    opened_page = opened_at(studio, context, "?a=saved&b=saved")
    page = opened_page.page
    page.click("#compare")
    wait_for_text(page, "#wrong", SAME)
    board.write_text(BROKEN)
    page.select_option("#b", "project/theirs")
    page.click("#compare")
    wait_for_text(page, "#wrong", "Board B can't be played: the board breaks KA1")
    board.write_text("nothing")
    page.select_option("#a", "project/theirs")
    wait_for_text(page, "#trouble-a", "This board can't be drawn: ")
    page.fill("#margin", "much")
    page.select_option("#b", "box/nine-blocks")
    page.select_option("#a", "saved")
    page.click("#compare")
    wait_for_text(page, "#wrong", "The margin must be a number above 0, not 'much'.")
    page.fill("#margin", "")
    runs.now = RunState(status="failed", sentence="It needs more memory than there is.")
    page.click("#compare")
    wait_for_text(page, "#verdict", "It needs more memory than there is.")
    assert page.is_hidden("#wrong")
    board.write_text(text)
    by_design = ("console error", "failed: ")  # refusals, and pictures that were not waited for
    assert not [error for error in opened_page.errors if not error.startswith(by_design)]
    context.close()


def test_the_result_of_other_boards_is_not_shown(studio: Studio, runs: StandIn) -> None:
    """Another board is chosen while the page waits for the state of a comparison."""
    context, answers = studio.context(), []
    page = opened_at(studio, context, "?a=saved&b=project/theirs").page
    page.route("**/compare/compare-1", lambda route: answers.append(route))
    runs.now = RunState(status="done")
    page.click("#compare")
    wait_for_requests(page, answers, 1)
    page.select_option("#b", "box/nine-blocks")
    with page.expect_response("**/compare/compare-1") as response:
        answers[0].continue_()
    response.value.finished()
    page.wait_for_selector("#compare:enabled")  # the page has read the answer
    assert page.is_hidden("#result") and "run=" not in page.evaluate("location.search")
    context.close()
