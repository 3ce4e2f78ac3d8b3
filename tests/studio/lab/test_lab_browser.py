"""The Lab in a real browser: asked by keyboard, watched, and its report read in a locked frame."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from offleash.studio.lab import states
from offleash.studio.lab.run_queue import RunQueue
from offleash.studio.lab.states import RunInfo
from tests.browser import SCREENSHOTS, BrowserPage
from tests.studio.editor import DESK, TABLET
from tests.studio.lab.sample_runs import lab_over, make_unplayed_run, plan_of, play
from tests.studio.owner_site import KEY

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
    context.new_page().goto(f"{address}/owner/{KEY}")
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


def complaints(page):
    """What axe finds, a line each."""
    violations = Axe().run(page, options={"iframes": False}).response["violations"]
    return [
        f"{violation['id']}: {[node['html'][:80] for node in violation['nodes']]}"
        for violation in violations
    ]


def test_a_question_by_keyboard_and_its_report_in_a_frame(chromium, address, tmp_path):
    lab = open_address(chromium, address, "/lab", tmp_path)
    page, keys = lab.page, lab.page.keyboard
    tab_to(page, "kind-simulate")
    for _ in range(4):
        keys.press("ArrowDown")
    assert page.is_checked("#kind-ladder") and page.is_visible("#bots")
    assert not page.is_visible("#measure")
    tab_to(page, "subject")
    with page.expect_response("**/lab/choices?*"):
        keys.type("Dog")
    page.wait_for_selector('#option-names option[value="jokers"]', state="attached")
    tab_to(page, "bots")
    keys.type("greedy\nnobody")
    tab_to(page, "games")
    keys.type("2")
    keys.press("Enter")
    page.wait_for_selector("#wrong-bots")
    page.wait_for_function("document.activeElement.id === 'bots'")
    keys.press("Control+End")
    for _ in "nobody":
        keys.press("Backspace")
    keys.type("random")
    lab.keep("lab-form")
    assert complaints(page) == []
    tab_to(page, "games")
    keys.press("Enter")
    page.wait_for_url("**/lab/ladder-dog-*")
    assert page.is_visible(".status")
    frame = page.wait_for_selector("iframe.report").content_frame()
    frame.wait_for_function("document.documentElement.dataset.drawn")
    assert frame.locator("figure.chart .drawing svg").count() > 0
    assert frame.locator(".failed").count() == 0
    assert page.inner_text(".known").startswith("Best first: greedy")
    reached = frame.evaluate(REACHES)
    assert reached == {
        "cookie": "refused", "parent": "refused", "storage": "refused", "origin": "null"
    }  # fmt: skip
    lab.keep("lab-report")
    # axe may not be put into a frame that is locked up, so it looks at the page around it
    assert complaints(page) == []
    assert [error for error in lab.errors if "422" not in error] == []  # which the mistake was

    name = page.url.rpartition("/")[2]
    page.goto(f"{address}/lab/{name}/report")
    page.wait_for_function("document.documentElement.dataset.drawn")
    assert page.evaluate(REACHES)["cookie"] == "refused"
    urls = []
    page.on("response", lambda answer: urls.append(answer.url))
    assert page.evaluate(SENDS, address) == ["refused", "error", None]
    assert urls == []
    page.context.close()


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


def test_a_run_is_removed_only_after_confirmation(chromium, address, tmp_path):
    lab = open_address(chromium, address, "/lab", tmp_path)
    page = lab.page
    run = page.locator('li.run[data-name="by-hand"]')
    run.locator('[data-do="remove"] button').press("Enter")
    page.wait_for_selector("#sure[open]")
    assert page.inner_text("#sure-name") == "by-hand" and complaints(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("#sure:not([open])", state="attached")
    assert run.count() == 1
    run.locator('[data-do="remove"] button').press("Enter")
    page.click('#sure button[value="yes"]')
    run.wait_for(state="detached")
    assert lab.errors == []
    page.context.close()


def test_the_list_is_kept_fresh_while_something_is_played(chromium, address, folder, tmp_path):
    """Played by this test itself, so that it is known what is to be seen when."""
    runs = folder / "runs"
    make_unplayed_run(runs / "slow", plan_of(seed=3))
    queue = RunQueue(runs)
    queue.join("slow")
    with queue.take_next() as name:
        assert name == "slow"
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
    assert complaints(lab.page) == [] and lab.errors == []
    lab.page.context.close()
