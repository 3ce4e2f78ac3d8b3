"""The Lab as its owner meets it: the form, the list, reports and downloads, without a browser."""

import math
import re
import tomllib

import pytest

from offleash.games import registry
from offleash.lab.experiments.plan_files import PlanFile
from offleash.studio.experiments import runs as module
from offleash.studio.experiments.plans import plan_from_text
from offleash.studio.experiments.run_comparison import compare_runs, load_arm
from offleash.tools.toml import format_settings
from offleash.web.headers import FRAMED_POLICY, FRAMING_POLICY, POLICY, SECURITY
from tests.studio.lab.form_fields import FormFields
from tests.studio.lab.sample_runs import SMALL, lab_over, make_lab, make_unplayed_run, plan_of, play
from tests.studio.owner_site import owner
from tests.web.serving import serving

FILLED = {"kind": "simulate", "subject": "game/dog", "seats": "random", "games": "8"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Runs that are there: two finished ones on the same luck, and one on another."""
    home = tmp_path_factory.mktemp("lab")
    for name, plan_settings in (("one", {}), ("two", {"seats": "greedy"}), ("other", {"seed": 5})):
        play(home / "runs" / name, plan_of(games=64, **plan_settings))
    (home / "runs" / "one" / "report.html").write_text("<!DOCTYPE html><p>A report")
    make_unplayed_run(home / "runs" / "trials-mine-x", plan_of())
    make_unplayed_run(home / "runs" / "open", plan_of(seed=9))
    return home


@pytest.fixture(scope="module")
def browser(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.RunPlayer, "wake", lambda self: None)  # nothing is played
        with lab_over(folder) as url, owner(url) as client:
            client.headers["accept"] = "text/html"
            yield client


def field_errors(answer):
    """What is wrong, by the field."""
    assert answer.status_code == 422
    return dict(re.findall(r'id="wrong-([^"]+)" role="alert">([^<]+)<', answer.text))


def test_the_form_begins_a_run_and_leads_to_it(browser, folder):
    answer = browser.post("/lab", data={**FILLED, "title": "Mine"})
    assert answer.status_code == 303
    name = answer.headers["location"].removeprefix("/lab/")
    state = browser.get(f"/lab/runs/{name}").json()
    assert (state["title"], state["status"], state["kind"]) == ("Mine", "waiting", "simulate")
    page = browser.get(f"/lab/{name}")
    assert "Mine" in page.text and "waiting" in page.text
    plan = (folder / "runs" / name / "plan.json").read_text()
    assert '"random"' in plan


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"subject": "project/gone"}, "subject", "no such game or project"),
        ({"games": "many"}, "games", "number of games"),
        ({"games": "0"}, "games", "must be from 1"),
        ({"seed": "-1x"}, "seed", "seed"),
        ({"seats": "gredy"}, "seats", "did you mean greedy"),
        ({"seats": "os:system"}, "seats", "only on the command line"),
        ({"seatings": "sideways"}, "seatings", "sideways"),
        ({"preset": "9"}, "preset", "no preset"),
        ({"options.0.name": "jokrs", "options.0.value": "3"}, "options.0", "jokers"),
        ({"options.1.name": "jokers", "options.1.value": "x"}, "options.1", "jokers"),
        ({"options.0.value": "3"}, "options.0", "Choose an option"),
        ({"kind": "compare"}, "form", "and b are the same"),
        ({"kind": "compare", "b.0.name": "jokers", "b.0.value": "99"}, "b.0", "jokers"),
        ({"kind": "compare", "b.seats": "nobody"}, "b.seats", "no bot"),
        ({"kind": "compare", "b.seats": "greedy", "margin": "much"}, "margin", "a number"),
        ({"kind": "sweep"}, "over", "needs at least one option"),
        ({"kind": "sweep", "over.0.name": "jokers", "over.0.value": "2..1"}, "over.0", "empty"),
        ({"kind": "sweep", "over.0.name": "jokers", "sobol": "3"}, "sobol", "power of two"),
        ({"kind": "tune", "over.0.name": "jokers"}, "goals", "at least one goal"),
        ({"kind": "tune", "over.0.name": "jokers", "goals": "joy"}, "goals", "no goal"),
        ({"kind": "tune", "over.0.name": "jokers", "goals": "fairness", "trials": "x"},
         "trials", "whole number"),
        ({"kind": "propose", "goals": "few-changes"}, "goals", "must name a measure"),
        ({"kind": "propose", "over.0.name": "jokers", "over.0.value": "2..1"}, "over.0", "empty"),
        ({"kind": "propose", "finalists": "99"}, "finalists", "from 1 to 20"),
        ({"kind": "ladder", "bots": "greedy"}, "bots", "at least two"),
        ({"kind": "ladder", "bots": "greedy\nrandom", "anchor": "tuned"}, "anchor", "anchor"),
        ({"games": "900000000"}, "form", "20,000,000"),
    ],
)  # fmt: skip
def test_an_error_is_shown_at_its_field_and_nothing_is_lost(browser, changes, field, words):
    form = {**FILLED, "title": "Kept", **changes}
    answer = browser.post("/lab", data=form)
    errors = field_errors(answer)
    assert list(errors) == [field] and words in errors[field]
    sent = FormFields(answer.text).sent
    for name in ("title", "games", "seats", "kind", *changes):
        if name not in ("goals", "bots", "subject", "over.0.value"):  # which fill in lists
            assert sent[name] == form[name]
    if "2..1" in changes.values():
        assert sent["over.0.value"] == "2..1"
    if "bots" in changes:
        assert "greedy" in sent.values()
    if "subject" not in changes:
        assert sent["subject"] == "game/dog"


def test_a_form_is_shown_as_a_plan_file_that_asks_the_same(browser, tmp_path):
    form = {
        **FILLED, "kind": "sweep", "games": "20", "over.0.name": "jokers", "over.0.value": "2,3",
        "over.1.name": "play_dir", "options.0.name": "canadian", "options.0.value": "true",
        "do": "show", "seed": "7",
    }  # fmt: skip
    answer = browser.post("/lab", data=form)
    assert answer.status_code == 200
    text = re.search(r"<pre[^>]*>(.*?)</pre>", answer.text, re.DOTALL)[1].replace("&#34;", '"')
    data = tomllib.loads(text)
    assert data["sweep"]["over"] == {"jokers": "2,3", "play_dir": True}
    (tmp_path / "plan.toml").write_text(text)
    plan = PlanFile(tmp_path / "plan.toml").plan()
    assert plan == plan_from_text(text)
    response = browser.post("/lab", data={**form, "do": "start"})
    name = response.headers["location"].removeprefix("/lab/")
    assert plan.digest[:10] in name


def test_a_project_is_played_with_its_own_board_and_copied_as_such(browser, folder):
    form = {"kind": "simulate", "subject": "project/mine", "games": "24", "do": "show"}
    answer = browser.post("/lab", data=form)
    assert answer.status_code == 200 and "rules = &#34;project.toml&#34;" in answer.text
    projects = folder / "projects"
    board = next((projects / "mine").glob("board*.txt"))
    plan = plan_from_text('game = "uri-nation"\nrules = "project.toml"', projects / "mine")
    expected = plan_from_text(
        f'game = "uri-nation"\npreset = "1.4"\n[options]\nboard = "{board.name}"', projects / "mine"
    )
    assert plan.arms[0].options.get("board") == expected.arms[0].options.get("board")


WALLS = [
    'game = "uri-nation"\nrules = "/etc/rules.toml"',
    'game = "uri-nation"\nrules = "rules.toml"',
    'game = "uri-nation"\n[options]\nboard = "{file}"',
    'game = "uri-nation"\n[options]\nboard = ["{file}"]',
    'game = "uri-nation"\n[options]\nboard = "../secret.txt"',
    'game = "uri-nation"\nkind = "compare"\n[a]\n[b]\nboard = "{file}"',
    'game = "uri-nation"\nkind = "compare"\n[a]\n[b]\nrules = "{file}"',
    'game = "uri-nation"\nkind = "sweep"\n[sweep.over]\nboard = ["{file}", "six-blocks"]',
    'game = "uri-nation"\nkind = "sweep"\n[sweep.over]\nboard = "{file},six-blocks"',
    'game = "uri-nation"\nkind = "sweep"\n[sweep]\nover = ["board={file},six-blocks"]',
    'game = "uri-nation"\nkind = "tune"\n[tune]\ngoals = ["fairness"]\nover = ["board={file}"]',
    'game = "uri-nation"\n[[arms]]\nseats = [["greedy"]]\n[arms.options]\nboard = "{file}"',
    'game = "dog"\nseats = "os:system"',
    'game = "dog"\nkind = "ladder"\n[ladder]\nbots = ["greedy", "os:system"]',
    'game = "dog"\n[[arms]]\nname = ""\nseats = [["os:system"]]',
    'game = "dog"\nseats = "search:1s"',
    'game = "dog"\nkind = "propose"\n[propose]\nbots = ["os:system"]',
    'game = "uri-nation"\nkind = "propose"\n[propose.over]\nboard = ["{file}", "six-blocks"]',
    'game = "dog"\nkind = "propose"\n[propose]\ncheck_games = 900_000_000',
    "game = ",
    'game = "dog"\ngames = 1_000_000_000',
    'game = "dog"\ngames = 2_000_000',
    'kind = "tune"\ngame = "dog"\ngoal = {trials = "x"}\n[[arms]]\nseats = [["greedy"]]',
    'kind = "tune"\ngame = "dog"\ngoal = {goals = 3}\n[[arms]]\nseats = [["greedy"]]',
    'kind = "sweep"\ngame = "dog"\ngoal = {over = {}}\n[[arms]]\nseats = [["greedy"]]',
    'kind = "claim"\ngame = "dog"\ngoal = {bot = 3}\n[[arms]]\nseats = [["greedy"]]',
    'kind = "simulate"',
    "a = " + "[" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("in_project", [False, True])
@pytest.mark.parametrize("text", WALLS)
def test_a_pasted_plan_reads_nothing_and_runs_nothing(
    browser, folder, text, in_project, monkeypatch
):
    outside = folder / "projects" / "secret.txt"
    board = next((folder / "projects" / "mine").glob("board*.txt"))
    outside.write_text(board.read_text())  # a board that could be read, were it looked at
    plan = text.replace("{file}", str(outside))
    before = len(list((folder / "runs").iterdir()))
    subject = "project/mine" if in_project else "game/dog"
    errors = field_errors(
        browser.post("/lab", data={"plan": plan, "do": "paste", "subject": subject})
    )
    assert list(errors) == ["plan"] and errors["plan"].endswith(".")
    assert str(folder) not in errors["plan"].replace(str(outside), "")
    assert len(list((folder / "runs").iterdir())) == before


@pytest.mark.parametrize(("key", "value"), [("margin", "1" + "0" * 400), ("measure", '"\\ud800"')])
def test_two_boards_refuse_huge_numbers_and_lone_surrogates(browser, folder, key, value):
    before = len(list((folder / "runs").iterdir()))
    body = f'{{"a": "saved", "b": "box/nine-blocks", "{key}": {value}}}'
    as_script = {"accept": "application/json", "content-type": "application/json"}
    answer = browser.post("/studio/mine/compare", content=body, headers=as_script)
    assert answer.status_code in (400, 422) and answer.json()["sentence"].endswith(".")
    assert len(list((folder / "runs").iterdir())) == before


def test_a_pasted_plan_is_reported_with_its_line_and_kept(browser):
    text = 'game = "dog"\n\ngames = "many"\n'
    answer = browser.post("/lab", data={"plan": text, "do": "paste"})
    assert field_errors(answer)["plan"].startswith("Line 3:")
    assert "games = &#34;many&#34;" in answer.text
    assert browser.post("/lab", data={"do": "paste"}).status_code == 422


def test_a_plan_that_a_run_wrote_down_is_the_same_run(browser, folder):
    text = (folder / "runs" / "one" / "plan.toml").read_text()
    answer = browser.post("/lab", data={"plan": text, "do": "paste"})
    assert answer.headers["location"].removeprefix("/lab/").startswith("simulate-dog-")


def test_lists_change_with_the_game(browser):
    dog = FormFields(browser.get("/lab?subject=game/dog").text)
    assert "jokers" in dog.choices["options.0.name"] and "preset" not in dog.choices
    uri = {**dog.sent, "do": "choose", "subject": "game/uri-nation", "games": "8"}
    response = browser.post("/lab", data=uri)
    fields = FormFields(response.text)
    assert response.status_code == 200 and fields.sent["games"] == "8"
    assert "1.2" in fields.choices["preset"] and "swagger_per" in fields.choices["over.0.name"]


def test_the_list_shows_runs_and_folds_the_boards_that_were_tried(browser):
    text = browser.get("/lab").text
    main, _, fold = text.partition('<details class="trials">')
    assert 'data-name="one"' in main and 'data-name="trials-mine-x"' in fold
    assert 'data-name="trials-mine-x"' not in main
    names = [run["name"] for run in browser.get("/lab/runs").json()]
    assert "one" in names and "trials-mine-x" not in names
    under_way = browser.get("/lab/runs?under_way").json()
    assert all(run["status"] == "waiting" for run in under_way)


def test_a_report_is_sandboxed_and_its_page_may_frame_it(browser):
    answer = browser.get("/lab/one/report")
    assert answer.text.startswith("<!DOCTYPE html>")
    assert answer.headers["content-security-policy"] == FRAMED_POLICY
    assert "sandbox allow-scripts" in FRAMED_POLICY and "connect-src" not in FRAMED_POLICY
    assert "allow-same-origin" not in FRAMED_POLICY and "frame-ancestors 'self'" in FRAMED_POLICY
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    page = browser.get("/lab/one")
    assert page.headers["content-security-policy"] == FRAMING_POLICY
    assert page.headers["x-frame-options"] == "DENY"
    assert re.search(r'<iframe [^>]*sandbox="allow-scripts allow-downloads"', page.text)
    assert browser.get("/lab").headers["content-security-policy"] == POLICY
    assert SECURITY["content-security-policy"] == POLICY
    assert browser.get("/lab/two/report").status_code == 404


def test_no_answer_can_have_a_policy_of_its_own_making():
    from starlette.datastructures import MutableHeaders

    from offleash.web.headers import add_security

    headers = MutableHeaders({"content-security-policy": "default-src *"})
    add_security(headers)
    assert headers["content-security-policy"] == POLICY


def test_files_of_a_run_are_handed_out_and_no_others(browser, folder):
    page = browser.get("/lab/one").text
    for name in ("summary.json", "plan.toml"):
        assert f"/lab/one/files/{name}" in page
        answer = browser.get(f"/lab/one/files/{name}")
        assert answer.content == (folder / "runs" / "one" / name).read_bytes()
        assert answer.headers["content-disposition"].startswith("attachment")
    (folder / "runs" / "one" / "versions.json").unlink()
    (folder / "runs" / "one" / "versions.json").symlink_to(folder / "projects" / "mine")
    for name in ("plan.json", "versions.json", "..%2F..%2Ft.db", "run.json"):
        assert browser.get(f"/lab/one/files/{name}").status_code == 404


def test_two_runs_on_the_same_luck_are_paired(browser):
    text = browser.get("/lab/compare?a=one&b=two").text
    assert "paired by block" in text and "b − a, paired" in text
    assert text.count("<iframe") == 1 and "This run has no report" in text
    same = browser.get("/lab/compare?a=one&b=one").text
    # nothing differs, and how much luck would change that is unknown
    assert '+0.00 <span class="small soft"></span>' in same
    assert 'class="clear"' not in same


def test_a_longer_run_is_compared_only_as_far_as_the_shorter_one(browser, folder):
    play(folder / "runs" / "longer", plan_of(games=128))
    text = browser.get("/lab/compare?a=one&b=longer").text
    assert "the same luck" in text and "cover the first 64 games" in text
    assert "cover the first" not in browser.get("/lab/compare?a=one&b=two").text


def test_two_runs_on_other_luck_are_not(browser):
    text = browser.get("/lab/compare?a=one&b=other").text
    assert "their seeds differ" in text and "unpaired" in text


@pytest.mark.parametrize("other", ["two", "other"])
def test_differences_are_what_b_has_more(folder, other):
    """Paired or not, the middle is b minus a; of separate games the squares of widths add up."""
    a, b = (load_arm(folder / "runs" / name, 0) for name in ("one", other))
    pair = compare_runs(a, b)
    lines = [line for line in pair.rows if line.a.ends and line.difference.ends]
    assert pair.is_paired == (other == "two")
    assert any(number(line.difference.value) > 0.1 for line in lines)
    assert any(number(line.difference.value) < -0.1 for line in lines)
    for line in lines:
        difference = number(line.b.value) - number(line.a.value)
        assert number(line.difference.value) == pytest.approx(difference, abs=0.011)
        if not pair.is_paired:
            expected = math.hypot(width(line.a), width(line.b))
            assert width(line.difference) == pytest.approx(expected, abs=0.03)


def number(text):
    return float(text.replace("−", "-").replace(",", ""))


def width(cell):
    low, high = map(number, cell.ends.split(" … "))
    return high - low


def test_runs_that_cannot_be_compared_are_reported(browser):
    assert "has not ended" in browser.get("/lab/compare?a=one&b=open").text
    assert browser.get("/lab/compare?a=one&b=nowhere").status_code == 404
    assert browser.get("/lab/compare?a=one&b=two&arm_a=99&arm_b=x").status_code == 200
    assert "Show both" in browser.get("/lab/compare").text


def test_a_run_without_games_of_its_own_is_refused(browser, folder):
    options = {"over": ["jokers=2,3"], "goals": ["fairness"], "trials": 1}
    text = SMALL.replace('"accounts"', '"figures"') + "[tune]\n" + "".join(format_settings(options))
    play(folder / "runs" / "tuned", plan_of(f'kind = "tune"\n{text}'))
    answer = browser.get("/lab/compare?a=one&b=tuned")
    assert answer.status_code == 422
    assert "a run of kind tune saves no games of its own." in answer.text
    assert browser.get("/lab/compare?a=one").status_code == 200


def test_a_run_is_stopped_and_removed_by_plain_forms_too(browser, folder):
    make_unplayed_run(folder / "runs" / "doomed", plan_of(seed=10))
    browser.post("/lab/runs/doomed/go-on")
    assert browser.get("/lab/runs/doomed").json()["status"] == "waiting"
    assert browser.post("/lab/runs/doomed/stop").headers["location"] == "/lab/doomed"
    assert browser.get("/lab/runs/doomed").json()["status"] == "stopped"
    response = browser.post("/lab/runs/doomed/remove")
    assert response.status_code == 200 and "Remove this run?" in response.text
    assert (folder / "runs" / "doomed").exists()
    assert browser.post("/lab/runs/doomed/remove", data={"sure": "yes"}).status_code == 303
    assert not (folder / "runs" / "doomed").exists()
    assert browser.get("/lab/doomed").status_code == 404


@pytest.mark.parametrize("name", ["..%2Fprojects", ".line", "%2e%2e", "x" * 300])
def test_no_address_leads_out_of_the_folder(browser, name):
    for address in (f"/lab/{name}", f"/lab/runs/{name}", f"/lab/{name}/report"):
        assert browser.get(address).status_code == 404


def test_a_server_without_a_folder_of_runs_says_so(tmp_path):
    with serving(make_lab(tmp_path, runs="")) as url, owner(url) as browser:
        answer = browser.get("/lab/runs")
        assert answer.status_code == 404 and "--runs FOLDER" in answer.json()["sentence"]
        assert "--runs FOLDER" in browser.get("/lab", headers={"accept": "text/html"}).text


def test_a_folder_that_cannot_be_made_is_reported_at_the_form(tmp_path):
    (tmp_path / "file").write_text("x")
    app = make_lab(tmp_path, runs=str(tmp_path / "file" / "runs"))
    with serving(app) as url, owner(url) as browser:
        answer = browser.post("/lab", data=FILLED)
        assert answer.status_code == 422 and "can&#39;t be written" in answer.text
        assert str(tmp_path) not in answer.text


def test_a_broken_project_is_reported_and_the_page_stays(browser, folder):
    file = folder / "projects" / "mine" / "project.toml"
    text = file.read_text()
    file.write_text("game = ")
    try:
        answer = browser.post("/lab", data={**FILLED, "subject": "project/mine"})
        assert "project.toml" in field_errors(answer)["subject"]
        assert str(folder) not in answer.text
    finally:
        file.write_text(text)


def test_every_game_and_every_kind_has_its_page(browser):
    for name in registry.ROWS:
        answer = browser.get(f"/lab?subject=game/{name}")
        assert answer.status_code == 200 and f'value="game/{name}" selected' in answer.text
