"""The page that plays: its figures are the lab's, its commands give them, and it runs offline."""

import json
import re
import shlex
import shutil

import numpy as np
import pytest

from offleash.cli.app import run
from offleash.contract.lab.general_measures import general_ratios, measures_of
from offleash.games import registry
from offleash.lab.statistics.distributions import t_quantile
from offleash.tools.errors import OffleashError
from offleash.web import explore
from offleash.web.headers import EXPLORE_POLICY
from offleash.web.wasm import game_files, modules
from offleash.web.wasm.explorable import FOLDER, control_names, experiment_of, explorable_page
from offleash.web.wasm.game_files import write_game
from offleash.web.wasm.package import build_game
from tests.studio.owner_site import make_app
from tests.web.serving import serving, visitor
from tests.web.wasm_orders import need_tools, run_scene

GAMES = ("uri-nation", "dog", "puppy-park", "domidog", "secret-mission")
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
BLOCKS = 4


def data_of(page):
    return json.loads(DATA.search(page)[1])


@pytest.fixture(scope="module")
def page():
    need_tools()
    game = registry.load("uri-nation")
    return explorable_page(game, game.options("1.2"), seed=3)


# Figures described as data


@pytest.mark.parametrize("name", GAMES)
def test_figures_as_data_are_the_measures_of_the_lab(name):
    """Under every preset, with every seating, and with fewer seats."""
    game = registry.load(name)
    variants = [game.options(preset) for preset in game.rules.presets or [None]]
    if name in ("uri-nation", "puppy-park"):
        variants.append(game.options(None, {"players": 3}))
    for options in variants:
        experiment = experiment_of(game, options, seed=2)
        (work,) = experiment.works(0, 0, 1, 24)
        batch = experiment.batch(work)
        measures = {measure.label.key: measure for measure in measures_of(game, batch)}
        ratios = [*game.lab.ratios, *general_ratios()]
        assert len({ratio.label.key for ratio in ratios}) == len(ratios) > 1
        for ratio in ratios:
            own, known = ratio.measure(batch), measures[ratio.label.key]
            of = np.ones(len(batch.states)) if known.of is None else known.of
            assert np.array_equal(own.total, known.total), ratio.label.key
            assert np.array_equal(own.of, of), ratio.label.key
            assert ratio.label == known.label


# The page counts as the lab does


def expected(experiment, blocks):
    """The value of every figure, and half of its interval of Student's t."""
    game = experiment.game
    (work,) = experiment.works(0, 0, blocks, 10**9)
    batch = experiment.batch(work)
    count = experiment.games_per_block[0]
    for ratio in [*game.lab.ratios, *general_ratios()]:
        measure = ratio.measure(batch)
        total, of = (
            np.asarray(numbers, float).reshape(blocks, count).sum(axis=1)
            for numbers in (measure.total, measure.of)
        )
        value = total.sum() / of.sum() if of.sum() else np.nan
        used = np.count_nonzero(of)
        spread = np.square(total - value * of).sum() * used / max(used - 1, 1)
        yield value, np.sqrt(spread) / of.sum() * t_quantile(0.975, used - 1)


def test_the_page_counts_as_the_lab_does(page, tmp_path):
    """Whatever interrupts it, under changes of every kind."""
    game, data = registry.load("uri-nation"), data_of(page)
    for name in ("offleash.js", "ratios.js"):
        shutil.copy(FOLDER / name, tmp_path)
    changes = {"claim_water": 1, "grit_threshold": None, "water_cap": {"bruiser": 4}}
    degrees = [1, 2, 3, 5, 20, 83]
    scene = {"page": data, "changes": changes, "blocks": BLOCKS, "degrees": degrees}
    answer = run_scene(tmp_path, "figures", scene)
    assert [column["preset"] for column in data["columns"]] == [
        "1.2",
        "1.4",
        "1.5-even",
        "1.5-lively",
        "1.5-brisk",
    ]
    for column, counted in zip(data["columns"], answer["answers"], strict=True):
        assert counted["games"] == 24 * BLOCKS
        own = {**changes, "grit_threshold": "none", "water_cap": "bruiser=4"}
        options = game.options(column["preset"], own)
        pairs = zip(
            counted["estimates"], expected(experiment_of(game, options, 3), BLOCKS), strict=True
        )
        for estimate, (value, half) in pairs:
            assert estimate["value"] == pytest.approx(value, rel=1e-12)
            if half > 1e-12:
                assert estimate["half"] == pytest.approx(half, rel=5e-3)
    assert answer["quantiles"] == pytest.approx(
        [float(t_quantile(0.975, n)) for n in degrees], rel=5e-3
    )


# In a browser


def test_the_page_plays_offline_and_its_command_gives_its_figures(
    page, tmp_path, open_page, capsys
):
    file = tmp_path / "page.html"
    file.write_text(page)
    window = open_page(file)
    sheet = window.page
    sheet.locator("#commands li").nth(1).wait_for()
    sheet.locator("#control-claim_water").focus()
    sheet.keyboard.press("ArrowLeft")
    sheet.locator("#figure-0 .is-own .range", has_text="±").wait_for()
    sheet.get_by_role("button", name="Pause").click()
    assert "claim_water=1" in sheet.url and "rules=1.2" in sheet.url
    assert "1 (was 2)" in sheet.locator("#value-claim_water").inner_text()
    command = sheet.locator("#commands code").first.inner_text()
    shown = sheet.locator("#figure-0 .is-own .number").inner_text()
    assert "--set claim_water=1" in command and "--seed 3" in command
    run([*shlex.split(command)[1:], "--json"])
    figures = json.loads(capsys.readouterr().out)["figures"]
    value = figures["Win rates: by archetype, Bruiser"]
    assert shown.startswith(f"{100 * value:.1f} %") and "±" in shown
    window.keep("explorable")
    again = open_page(file, width=390, dark=True)
    again.page.locator("#commands li").first.wait_for()
    again.page.evaluate("location.hash = '#rules=1.4&grit_threshold=5&nonsense=1'")
    again.page.get_by_text("5 (was none)").wait_for()
    again.page.locator("#commands li", has_text="changed:").wait_for()
    assert "nonsense" in again.page.locator("#status").inner_text()
    assert again.page.evaluate("document.documentElement.scrollWidth") == 390
    again.keep("explorable-phone")
    assert window.errors == [] and again.errors == []


# On the site, from the modules of a wheel


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Dömidög came with its modules, and nothing can be built."""
    need_tools()
    game = registry.load("domidog")
    built = build_game(game)
    monkeypatch.setattr(game_files, "SHIPPED", tmp_path / "games")
    write_game(game_files.SHIPPED, built)

    def refuse(*arguments):
        raise OffleashError("there is no linker")

    monkeypatch.setattr(modules.wasm, "build", refuse)
    explore.explore_page.cache_clear()
    yield game
    explore.explore_page.cache_clear()


def test_shipped_modules_need_no_linker(shipped, tmp_path, monkeypatch):
    run(["build-web", "domidog", "--output", str(tmp_path / "web")])
    for file in game_files.SHIPPED.iterdir():
        assert (tmp_path / "web" / file.name).read_bytes() == file.read_bytes()
    assert len(data_of(explorable_page(shipped, shipped.options()))["code"]) == 1
    monkeypatch.setattr(game_files, "rules_digest", lambda game: "other")
    with pytest.raises(OffleashError, match="there is no linker"):
        explorable_page(shipped, shipped.options())


def test_the_site_serves_the_page_of_a_shipped_game(shipped, tmp_path, chromium, monkeypatch):
    with serving(make_app(tmp_path)) as url, visitor(url) as browser:
        assert '<a href="/explore/domidog">Dömidög</a>' in browser.get("/findings").text
        assert browser.get("/explore/dog").status_code == 404
        answer = browser.get("/explore/domidog")
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == EXPLORE_POLICY
        others = [browser.get(address).headers for address in ("/", "/findings", "/explore/dog")]
        assert not any("wasm" in headers["content-security-policy"] for headers in others)
        window = chromium.take_page(tmp_path, url)
        window.page.goto(f"{url}/explore/domidog")
        window.page.locator("#figure-0 .range", has_text="±").first.wait_for()
        assert window.errors == []
        chromium.give_back(window)
        monkeypatch.setattr(game_files, "rules_digest", lambda game: "other")
        explore.explore_page.cache_clear()
        assert browser.get("/explore/domidog").status_code == 503


# What it may and what it has


def test_the_page_asks_nobody_and_is_small(page):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy
    assert "'wasm-unsafe-eval'" in policy and "'unsafe-eval'" not in policy
    assert "http://" not in page and "https://" not in page
    assert len(page.encode()) < 2_000_000
    assert page.count("</script>") == 2


def test_every_game_has_a_page_with_controls(tmp_path, capsys):
    need_tools()
    for name in GAMES:
        assert 3 <= len(control_names(registry.load(name))) <= 10
    file = tmp_path / "page.html"
    run(["explore", "domidog", "--set", "players=3", "--output", str(file)])
    data = data_of(file.read_text())
    assert [column["name"] for column in data["columns"]] == ["your rules", "base", "expansion"]
    assert (
        data["columns"][0]["command"] == "offleash simulate domidog --preset base --set players=3"
    )
    assert "wrote" in capsys.readouterr().out


def test_changes_that_the_page_makes_are_those_of_options(page):
    """A slider's value, set as the page sets it, is one that the game takes."""
    game, data = registry.load("uri-nation"), data_of(page)
    assert len(data["controls"]) == 10
    for control in data["controls"]:
        assert all(
            column["values"][control["name"]] in control["values"] for column in data["columns"]
        )
        for value in control["values"]:
            game.options("1.2", {control["name"]: "none" if value is None else value})
