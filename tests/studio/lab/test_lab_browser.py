"""The Lab in a real browser: asked by keyboard, watched, and its report read in a locked frame."""

import tomllib
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from offleash.studio.experiments import states
from offleash.studio.experiments.run_queue import RunQueue
from offleash.studio.experiments.states import RunInfo
from tests.browser import SCREENSHOTS, BrowserPage, wait_for_requests
from tests.studio.editor import DESK, TABLET
from tests.studio.lab.sample_runs import lab_over, make_unplayed_run, plan_of, play
from tests.studio.owner_site import KEY

LETTERS_MS = 1500  # after which a list has forgotten the letters that were typed
REACHES = """async () => {
  const tried = {};
  const attempt = (name, get) => { try { get(); tried[name] = "reached"; } catch { tried[name] = "refused"; } };
  attempt("cookie", () => document.cookie);
  attempt("parent", () => parent.document.title);
  attempt("storage", () => localStorage.length);
  tried.origin = self.origin;
  return tried;
}"""  # noqa: E501

SENDS = """async (address) => {
  const image = new Image();
  const shown = new Promise((tell) => { image.onload = image.onerror = (event) => tell(event.type); });
  image.src = `${address}/x.png`;
  const fetched = fetch(`${address}/lab/runs`, { mode: "no-cors" }).then(() => "reached", () => "refused");
  const opened = window.open(`${address}/lab`);
  return [await fetched, await shown, opened];
}"""  # noqa: E501


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    play(home / "runs" / "by-hand", plan_of(games=64))
    return home


@pytest.fixture(scope="module")
def address(folder):
    with lab_over(folder) as url:
        yield url


def open_address(chromium, address, path, pictures, **settings):
    context = chromium.new_context(**{**DESK, **settings})
    context.request.get(f"{address}/owner/{KEY}", max_redirects=0)
    opened_page = BrowserPage(context.new_page(), Path(SCREENSHOTS or pictures), allowed=address)
    opened_page.listen()
    opened_page.page.goto(f"{address}{path}")
    return opened_page


def tab_to(page, element):
    """Presses Tab until an element has the focus, as somebody without a mouse does."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == element:
            return
    pytest.fail(f"no key leads to {element}")


def type_into_list(page, letters, value):
    """Chooses from the list with the focus; again where a letter came too late for the others."""
    for _ in range(5):
        page.keyboard.type(letters, delay=60)
        if page.evaluate("document.activeElement.value") == value:
            return
        page.wait_for_timeout(LETTERS_MS)
    pytest.fail(f"no letters lead to {value}")


def box(page, words):
    """The id of the check box whose label begins with these words."""
    return page.locator(f".bots label:has-text('{words}') input").first.get_attribute("id")


def complaints(page, part=None):
    """What axe finds on a page, or in one part of it, a line each."""
    options = {"iframes": False, "resultTypes": ["violations"]}
    violations = Axe().run(page, part, options).response["violations"]
    return [
        f"{violation['id']}: {[node['html'][:80] for node in violation['nodes']]}"
        for violation in violations
    ]


def test_a_question_by_keyboard_and_its_report_in_a_frame(chromium, address, tmp_path):
    lab = open_address(chromium, address, "/lab", tmp_path)
    page, keys = lab.page, lab.page.keyboard
    tab_to(page, "kind-simulate")
    for _ in range(5):
        keys.press("ArrowDown")
    assert page.is_checked("#kind-ladder") and page.is_visible(".bots")
    assert not page.is_visible("#measure")
    tab_to(page, "subject")
    type_into_list(page, "Dog", "game/dog")  # the form changes with every letter
    page.wait_for_selector('[id="options.0.name"] option[value="jokers"]', state="attached")
    assert page.input_value("#subject") == "game/dog"  # and the focus stays
    assert page.evaluate("document.activeElement.id") == "subject"
    tab_to(page, box(page, "Greedy bot"))
    keys.press("Space")
    tab_to(page, "games")
    keys.type("2")
    keys.press("Enter")
    page.wait_for_selector("#wrong-bots")
    assert page.is_checked(f"[id='{box(page, 'Greedy bot')}']")
    page.wait_for_function("() => document.activeElement.id === 'bots.0'")
    assert box(page, "Random bot") == "bots.0"
    keys.press("Space")
    lab.keep("lab-form")
    assert complaints(page, ".bots") == []
    tab_to(page, "games")
    keys.press("Enter")
    page.wait_for_url("**/lab/ladder-dog-*")
    assert page.is_visible(".status")
    frame = page.wait_for_selector("iframe.report").content_frame()
    frame.wait_for_selector("html[data-drawn]")
    assert frame.locator("figure.chart .drawing svg").count() > 0
    assert frame.locator(".failed").count() == 0
    page.wait_for_function(
        "() => document.querySelector('.known').textContent.startsWith('Best first: greedy')"
    )
    assert [error for error in lab.errors if "422" not in error] == []  # which the mistake was
    reached = frame.evaluate(REACHES)
    assert reached == {
        "cookie": "refused", "parent": "refused", "storage": "refused", "origin": "null"
    }  # fmt: skip
    urls = []
    page.on("response", lambda answer: answer.frame == frame and urls.append(answer.url))
    assert frame.evaluate(SENDS, address) == ["refused", "error", None]
    assert urls == []
    lab.keep("lab-report")
    # axe may not be put into a frame that is locked up, so it looks at the page around it
    assert complaints(page) == []
    page.context.close()


def choose(page, field, **choice):
    """Chooses from a list on which others depend."""
    with page.expect_response("**/lab/choices"):
        page.select_option(f"[id='{field}']", **choice)


def ask_compare(page):
    choose(page, "b.0.name", label=label_of(page, "b.0.name", "Swagger per"))
    page.wait_for_selector("[id='b.0.value']").fill("2")
    page.select_option("[id='b.seats']", label=label_of(page, "b.seats", "Scrapper bot"))
    page.fill("#measure", measure(page, "leader at half time"))
    page.fill("#margin", "0.05")


def ask_sweep(page):
    choose(page, "over.0.name", label=label_of(page, "over.0.name", "Water cap of the Yapper"))
    page.wait_for_selector(".ticks")
    for number in range(5, 13):
        page.get_by_label(str(number), exact=True).uncheck()
    page.fill("[id='measures.0']", measure(page, "lead changes"))


def ask_tune(page):
    choose(page, "over.0.name", label=label_of(page, "over.0.name", "Stop rule"))
    choose(page, "goals.0.kind", label="Everybody wins equally often")
    page.wait_for_selector("[id='goals.0.group']")
    page.select_option("[id='goals.0.group']", label="archetypes")
    choose(page, "goals.1.kind", label="A measure between two numbers")
    page.wait_for_selector("[id='goals.1.high']")
    page.fill("[id='goals.1.measure']", measure(page, "rounds"))
    page.fill("[id='goals.1.low']", "10")
    page.fill("[id='goals.1.high']", "14")


def ask_propose(page):
    choose(page, "goals.0.kind", label="A measure as large as possible")
    page.wait_for_selector("[id='goals.0.measure']").fill(measure(page, "lead changes"))


def ask_ladder(page):
    for words in ("Yapper bot", "Search bot (75)"):
        page.check(f"[id='{box(page, words)}']")
    page.select_option("#anchor", label=label_of(page, "anchor", "Yapper bot"))


def ask_simulate(page):
    page.click("#changes summary")
    choose(page, "options.0.name", label=label_of(page, "options.0.name", "Board"))
    page.wait_for_selector("[id='options.0.value']")
    assert page.evaluate("document.getElementById('changes').open")
    page.select_option("[id='options.0.value']", label="elm-street")
    page.select_option("#seats", label=label_of(page, "seats", "Bruiser, Scrapper"))
    page.select_option("[id='seats.1']", label=label_of(page, "seats.1", "Random bot"))


QUESTIONS = {  # how it is asked, and what its plan must say
    "simulate": (ask_simulate, {
        "options": {"board": "elm-street"},
        "seats": ["persona:bruiser", "random", "persona:diplomat", "persona:yapper"],
    }),
    "compare": (ask_compare, {
        "b": {"swagger_per": 2, "bots": "persona:scrapper"},
        "compare": {"measure": "Lead: leader at half time wins", "margin": 0.05},
    }),
    "sweep": (ask_sweep, {
        "sweep": {"over": {"water_cap.yapper": "1,2,3,4"}, "measures": ["Lead: lead changes"]},
    }),
    "tune": (ask_tune, {
        "tune": {"over": {"stop_rule": True},
                 "goals": ["fairness:archetype", "Game length: rounds, mean=10..14"]},
    }),
    "propose": (ask_propose, {"propose": {"goals": ["max:Lead: lead changes"]}}),
    "ladder": (ask_ladder, {
        "ladder": {"bots": ["persona:yapper", "search:75"], "anchor": "persona:yapper"},
    }),
}  # fmt: skip


def label_of(page, field, beginning):
    """The whole line of a list that begins like this."""
    lines = page.locator(f"[id='{field}'] option").all_text_contents()
    return next(line for line in lines if line.startswith(beginning))


def measure(page, words):
    """The first measure of the list with some words in it."""
    names = page.locator("#measure-names option").evaluate_all("all => all.map((one) => one.value)")
    return next(name for name in names if words in name)


@pytest.mark.parametrize(
    "kinds",
    [("compare", "tune"), pytest.param(tuple(QUESTIONS), marks=pytest.mark.soak)],
    ids=["some", "all"],
)
def test_every_kind_of_question_is_asked_from_lists(chromium, address, tmp_path, kinds):
    """Comparing and tuning have every sort of list."""
    lab = open_address(chromium, address, "/lab", tmp_path)
    page = lab.page
    for kind in kinds:
        ask, expected = QUESTIONS[kind]
        page.goto(f"{address}/lab?subject=game/uri-nation&preset=1.2")
        page.check(f"#kind-{kind}")
        ask(page)
        page.click("text=Show it as a plan file")
        plan = tomllib.loads(page.inner_text("#toml pre"))
        assert plan["kind"] == kind and {name: plan[name] for name in expected} == expected
    assert complaints(page, f".for.{kinds[-1]}") == []
    assert lab.errors == []
    page.context.close()


def test_a_click_is_not_lost_while_lists_are_renewed(chromium, address, tmp_path):
    """The form is replaced when its lists arrive, but not under a button that is held down."""
    lab = open_address(chromium, address, "/lab?kind=simulate&subject=game/dog", tmp_path)
    page, waiting = lab.page, []
    page.route("**/lab/choices", lambda route: waiting.append(route))
    page.select_option("#seats", value="random")
    page.hover("text=Show it as a plan file")
    page.mouse.down()
    while not waiting:
        page.wait_for_timeout(10)
    with page.expect_response("**/lab/choices") as response:
        waiting[0].continue_()
    response.value.finished()
    page.wait_for_timeout(100)
    page.mouse.up()
    page.wait_for_selector("#toml")
    page.context.close()


def test_without_scripts_a_button_shows_further_lists(chromium, address, tmp_path):
    query = "kind=sweep&subject=game/dog"
    lab = open_address(chromium, address, f"/lab?{query}", tmp_path, java_script_enabled=False)
    page = lab.page
    page.select_option("[id='over.0.name']", value="jokers")
    page.locator("fieldset.for.sweep button").click()
    for number in range(3, 13):
        page.get_by_label(str(number), exact=True).uncheck()
    page.click("text=Show it as a plan file")
    plan = tomllib.loads(page.inner_text("#toml pre"))
    assert plan["sweep"]["over"] == {"jokers": "0,1,2"}
    page.context.close()


def test_a_phone_shows_the_whole_form(chromium, address, tmp_path):
    query = "kind=tune&subject=game/uri-nation&goals=fairness,rounds=10..14&over.0.name=homes"
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    lab = open_address(chromium, address, f"/lab?{query}", tmp_path, **phone)
    assert lab.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert lab.errors == []
    lab.keep("lab-phone")
    lab.page.context.close()


def test_two_runs_side_by_side_on_a_tablet_in_dark_mode(chromium, address, tmp_path):
    comparison = open_address(
        chromium, address, "/lab/compare?a=by-hand&b=by-hand", tmp_path, **TABLET
    )
    assert comparison.page.is_visible("table") and complaints(comparison.page) == []
    comparison.keep("lab-compare")
    comparison.page.goto(f"{address}/lab")
    assert complaints(comparison.page) == []
    width = comparison.page.evaluate("document.documentElement.scrollWidth")
    assert width <= TABLET["viewport"]["width"]
    comparison.keep("lab-tablet")
    assert comparison.errors == []
    comparison.page.context.close()


def test_a_run_is_removed_only_after_confirmation(chromium, address, folder, tmp_path):
    make_unplayed_run(folder / "runs" / "doomed", plan_of(seed=5))
    lab = open_address(chromium, address, "/lab", tmp_path)
    page = lab.page
    run = page.locator('li.run[data-name="doomed"]')
    run.locator('[data-do="remove"] button').press("Enter")
    page.wait_for_selector("#sure[open]")
    assert page.inner_text("#sure-name") == "doomed" and complaints(page, "#sure") == []
    page.keyboard.press("Escape")
    page.wait_for_selector("#sure:not([open])", state="attached")
    assert run.count() == 1
    run.locator('[data-do="remove"] button').press("Enter")
    page.click('#sure button[value="yes"]')
    run.wait_for(state="detached")
    assert lab.errors == []
    page.context.close()


@contextmanager
def playing(runs, name, seed):
    """A new run that the test itself plays."""
    make_unplayed_run(runs / name, plan_of(seed=seed))
    queue = RunQueue(runs)
    queue.join(name)
    with queue.take_next() as next_name:
        assert next_name == name
        yield queue


def test_the_list_is_kept_fresh_while_something_is_played(chromium, address, folder, tmp_path):
    """Played by this test itself, so that it is known what is to be seen when."""
    runs = folder / "runs"
    with playing(runs, "slow", seed=3) as queue:
        lab = open_address(chromium, address, "/lab", tmp_path)
        run = lab.page.locator('li.run[data-name="slow"]')
        run.locator(".status.playing").wait_for()
        assert run.locator('[data-do="stop"]').is_visible()
        assert run.locator('[data-do="go-on"]').is_hidden()
        info = RunInfo("Slow", games=2_000, of=8_000, note="rounds 12.0 ± 0.3")
        states.write(runs / "slow", info)
        run.locator("text=2,000 of 8,000 games").wait_for()
        assert run.locator(".known").inner_text() == "rounds 12.0 ± 0.3"
        assert run.locator("progress").evaluate("bar => bar.value") == 0.25
        run.locator('[data-do="stop"] button').press("Enter")
        run.locator(".status.stopped").wait_for()
        assert not queue.is_active("slow")
        run.locator('[data-do="go-on"]').wait_for()
        focus = lab.page.evaluate("document.activeElement.closest('form').dataset.do")
        assert focus == "go-on"  # where the button was that is gone
    assert complaints(lab.page, 'li.run[data-name="slow"]') == [] and lab.errors == []
    lab.page.context.close()


def test_a_state_from_before_an_action_is_not_shown(chromium, address, folder, tmp_path):
    """The answer to a poll comes after the run was stopped, and says that it is being played."""
    answers = []
    with playing(folder / "runs", "late", seed=4):
        lab = open_address(chromium, address, "/lab", tmp_path)
        page, run = lab.page, lab.page.locator('li.run[data-name="late"]')
        page.route(is_poll, lambda route: answers.append((route, route.fetch())))
        wait_for_requests(page, answers, 1)
        run.locator('[data-do="stop"] button').press("Enter")
        run.locator(".status.stopped").wait_for()
        route, response = answers[0]
        route.fulfill(response=response)
        wait_for_requests(page, answers, 2)  # the page has read the first, and asks again
        assert run.locator(".status").text_content() == "stopped"
    assert lab.errors == []
    page.context.close()


def is_poll(url):
    return url.endswith("/lab/runs?under_way")
