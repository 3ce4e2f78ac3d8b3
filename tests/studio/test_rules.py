"""Rules of projects: every option of every game is changed on its page, and nothing else is."""

import re
import tomllib

import pytest

from offleash.contract.options import (
    FileOption,
    NumberOption,
    NumbersOption,
    OrderOption,
    make_options,
)
from offleash.games import registry
from offleash.projects.project import digest_of, new_project, read_project, write_project
from offleash.web.option_form import field_of
from offleash.web.rulebook import rulebook
from tests.studio.owner_site import files

GAMES = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]


def digests(folder):
    return {name: digest_of((folder / name).read_text()) for name in ("project.toml", "rules.toml")}


def save(browser, folder, **fields):
    at = f"/studio/{folder.name}/rules"
    return browser.post(at, json={"digests": digests(folder), **fields})


def another_value(option, options):
    """Some value that it has not now, as the parts of its form."""
    now = option.format(options[option.name][0])
    text = next(option.format(part) for part in option.values if option.format(part) != now)
    if isinstance(option, NumbersOption):
        return {f"o.{option.name}.{label}": text for label in option.labels}
    if isinstance(option, OrderOption):
        return {f"o.{option.name}.{n}": part for n, part in enumerate(text.split(","))}
    return {
        f"o.{option.name}": "" if isinstance(option, NumberOption) and text == "none" else text
    }  # an empty field is none


def sample_options(game):
    """Two options of each kind."""
    kinds = {}
    for option in game.rules.options:
        kinds.setdefault(type(option), []).append(option)
    return [option for options in kinds.values() for option in options[:2]]


@pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", GAMES)
def test_every_option_can_be_changed_on_the_page(workspace, name, is_long):
    browser, sample_folder = workspace
    game = registry.load(name)
    folder = sample_folder.parent / "each"
    new_project(folder, game, None, "Each")
    text = browser.get("/studio/each/rules").text
    usual, back = game.options(), []
    for option in game.rules.options if is_long else sample_options(game):
        if isinstance(option, FileOption) and len(option.shipped) == 1:
            continue  # its other values are files of one's own
        values = another_value(option, usual)
        assert all(f'name="{part}"' in text for part in values)
        response = save(browser, folder, sent=values, back=back)
        assert response.status_code == 200, (option.name, response.text)
        assert set(game.changes(read_project(folder).options)) == {option.name}
        fields = response.json()["fields"]
        assert [field for field in fields if fields[field]["differs"]] == [option.name]
        assert fields[option.name]["parts"].items() >= values.items()
        back = [option.name]
    assert save(browser, folder, back=back).status_code == 200
    assert not game.changes(read_project(folder).options)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_its_paragraph_of_the_rules_page(name):
    game, book = registry.load(name), rulebook(name)
    plain = make_options(game.rules.options, game.rules.options_record)
    for option in game.rules.options:
        places = field_of(option, plain[option.name][0], {}).paragraphs(book)
        assert places and all(book.texts[place].strip() for place in places), option.name
        assert all(f'id="{place}"' in book.body for place in places)
        assert 'href="#' not in "".join(book.texts[place] for place in places)


def test_the_page_shows_range_sweep_and_what_differs(workspace):
    browser, folder = workspace
    (folder / "rules.toml").write_text("swagger_per = 4\n")
    text = browser.get("/studio/mine/rules").text
    option = text[text.index('id="option-swagger_per"') : text.index('id="option-swagger_mode"')]
    assert "data-differs" in option and re.search(r"From 1 to 12\.\s+Worth trying: 2 3 4\.", option)
    assert "In the preset: <b data-usual>3</b>" in option
    assert 'href="/rules/uri-nation#E1"' in option and "Reset to the preset" in option
    assert "data-differs" not in text[text.index('id="option-swagger_mode"') :].split("</div>")[0]


RULES_TEXT = """# Narrower streets, longer evenings.
max_rounds = 20   # was 30

# Kept from the last evening:
home_bonus = 4
water_cap = { yapper = 5 }
"""


def test_handwritten_comments_stay(workspace):
    browser, folder = workspace
    (folder / "rules.toml").write_text(RULES_TEXT)
    head = (folder / "project.toml").read_text()
    dogs = {"bruiser": "6", "scrapper": "3", "diplomat": "4", "yapper": "5"}
    same = {f"o.water_cap.{dog}": number for dog, number in dogs.items()}  # in other words
    values = {"o.max_rounds": "25", "o.lose_grit": "2", "o.home_bonus": "4", **same}
    assert save(browser, folder, sent=values).status_code == 200
    text = RULES_TEXT.replace("max_rounds = 20 ", "max_rounds = 25 ") + "lose_grit = 2\n"
    assert (folder / "rules.toml").read_text() == text
    assert (folder / "project.toml").read_text() == head
    values = {"o.max_rounds": "30"}  # what the preset has: the line becomes a remark of its own
    assert save(browser, folder, sent=values, back=["home_bonus"]).status_code == 200
    text = text.replace("max_rounds = 25", "# max_rounds = 25").replace("home_bonus = 4\n", "")
    assert (folder / "rules.toml").read_text() == text
    assert set(read_project(folder).game.changes(read_project(folder).options)) == {
        "water_cap",
        "lose_grit",
    }


def test_another_preset_keeps_the_projects_changes(workspace):
    browser, folder = workspace
    (folder / "rules.toml").write_text(RULES_TEXT)
    fields = browser.post("/studio/mine/rules/check", json={"preset": "1.2"}).json()["fields"]
    assert fields["win_territories"]["parts"] == {"o.win_territories": "10"}
    assert fields["win_territories"]["usual"] == "10" and fields["home_bonus"]["differs"]
    back = ["board"]  # the project's board is one of 1.4
    assert save(browser, folder, preset="1.2", back=back).status_code == 200
    head = tomllib.loads((folder / "project.toml").read_text())
    assert head["base"] == "1.2" and "board" not in head
    assert (folder / "rules.toml").read_text() == RULES_TEXT
    project = read_project(folder)
    assert project.base == "1.2" and int(project.options["win_territories"][0]) == 10
    assert int(project.options["home_bonus"][0]) == 4


def test_a_shipped_board_and_back_to_the_projects_own(workspace):
    browser, folder = workspace
    assert save(browser, folder, sent={"o.board": "four-corners"}).status_code == 200
    assert "board" not in tomllib.loads((folder / "project.toml").read_text())
    assert tomllib.loads((folder / "rules.toml").read_text()) == {"board": "four-corners"}
    assert "board.txt, in this project" in browser.get("/studio/mine/rules").text
    assert save(browser, folder, sent={"o.board": "board.txt"}).status_code == 200
    assert tomllib.loads((folder / "project.toml").read_text())["board"] == "board.txt"
    assert tomllib.loads((folder / "rules.toml").read_text()) == {}


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"o.max_rounds": "500"}, "max_rounds", "Option max_rounds can't be '500': it takes a"),
        ({"o.max_rounds": ""}, "max_rounds", "Option max_rounds can't be ''"),
        ({"o.max_rounds": "many"}, "max_rounds", "Option max_rounds can't be 'many'"),
        ({"o.paths": "perhaps"}, "paths", "Option paths can't be 'perhaps': it takes false or"),
        ({"o.board": "/etc/passwd"}, "board", "Option board must be one of six-blocks"),
        ({"o.board": "../mine/board.txt"}, "board", "Option board must be one of six-blocks"),
        ({"o.archetypes.0": "yapper", "o.archetypes.1": "yapper"}, "archetypes", "Option arch"),
        ({"o.chance_cards": "event_cards.toml"}, "chance_cards", "Options chance_cards and event"),
    ],
)
def test_a_bad_value_gets_its_error_message_and_is_not_saved(workspace, values, field, sentence):
    browser, folder = workspace
    before = files(folder)
    checks = browser.post("/studio/mine/rules/check", json={"sent": values}).json()
    errors = {name: entry["wrong"] for name, entry in checks["fields"].items() if entry["wrong"]}
    assert list(errors) == [field] and errors[field].startswith(sentence)
    answer = save(browser, folder, sent=values)
    assert (answer.status_code, answer.json()["sentence"]) == (422, errors[field])
    assert files(folder) == before


def test_an_option_without_effect_is_marked(workspace):
    browser, _ = workspace
    values = {"o.home_bonus": "5"}
    fields = browser.post("/studio/mine/rules/check", json={"sent": values}).json()["fields"]
    assert fields["home_bonus"]["idle"].startswith("home_bonus does nothing:")
    values["o.home_challenge"] = "true"
    fields = browser.post("/studio/mine/rules/check", json={"sent": values}).json()["fields"]
    assert fields["home_bonus"]["idle"] == "" and fields["home_bonus"]["differs"]


def test_files_that_changed_meanwhile_are_not_overwritten(workspace):
    browser, folder = workspace
    stale = digests(folder)
    at, values = "/studio/mine/rules", {"o.max_rounds": "20"}
    for name, text in (
        ("rules.toml", "max_rounds = 25\n"),
        ("project.toml", (folder / "project.toml").read_text() + "# mine\n"),
    ):
        (folder / name).write_text(text)
        before = files(folder)
        answer = browser.post(at, json={"sent": values, "digests": stale})
        message = f"mine/{name}: it was changed on disk in the meantime, so nothing was written."
        assert (answer.status_code, answer.json()) == (409, {"sentence": message})
        assert files(folder) == before
        stale = digests(folder)
    fresh = browser.post(f"{at}/check", json={"sent": values}).json()["digests"]
    assert browser.post(at, json={"sent": values, "digests": fresh}).status_code == 200
    assert (folder / "rules.toml").read_text() == "max_rounds = 20\n"


def test_a_new_rules_file_overwrites_no_other_file(workspace):
    browser, sample_folder = workspace
    folder = sample_folder.parent / "bare"
    write_project(folder, {"project.toml": 'game = "dog"\n'})
    (folder / "rules.toml").write_text("mine and no rules")
    stale = {"project.toml": digest_of('game = "dog"\n')}
    answer = browser.post("/studio/bare/rules", json={"sent": {"o.jokers": "4"}, "digests": stale})
    assert answer.status_code == 200
    assert (folder / "rules.toml").read_text() == "mine and no rules"
    assert (folder / "project.toml").read_text() == 'game = "dog"\nrules = "rules-2.toml"\n'
    assert read_project(folder).changes == {"jokers": 4}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("rules.toml", "max_rounds = \n", "mine/rules.toml, line 1: not valid TOML"),
        ("rules.toml", "\nmax_round = 20\n", "mine/rules.toml, line 2: there is no option"),
        (
            "project.toml",
            'game = "uri-nation"\nbord = "x"\n',
            "mine/project.toml, line 2: there is",
        ),
    ],
)
def test_files_that_cannot_be_read_get_one_error_message(workspace, name, text, sentence):
    browser, folder = workspace
    (folder / name).write_text(text)
    for answer in (browser.get("/studio/mine/rules"), save(browser, folder, sent={})):
        assert answer.status_code == 422 and answer.json()["sentence"].startswith(sentence)
    assert (folder / name).read_text() == text


def test_a_wrong_value_in_the_file_can_be_fixed_on_the_page(workspace):
    browser, folder = workspace
    (folder / "rules.toml").write_text("max_rounds = 500 # too many\nhome_bonus = 4\n")
    text = browser.get("/studio/mine/rules", headers={"accept": "text/html"}).text
    assert "Option max_rounds can&#39;t be 500" in text
    assert save(browser, folder, sent={"o.max_rounds": "50"}).status_code == 200
    assert (folder / "rules.toml").read_text() == "max_rounds = 50 # too many\nhome_bonus = 4\n"


@pytest.mark.parametrize("file", ["project.toml", "rules.toml"])
def test_an_unknown_preset_can_be_fixed_on_the_page(workspace, file):
    browser, folder = workspace
    head = (folder / "project.toml").read_text().replace('base = "1.4"\n', "")
    (folder / "project.toml").write_text(head)
    (folder / file).write_text('base = "9" # new\n' + (folder / file).read_text())
    assert save(browser, folder, preset="1.4", sent={}).status_code == 200
    assert (folder / file).read_text().startswith('base = "1.4" # new\n')


@pytest.mark.parametrize(
    "body",
    [
        *("x", "[]", '{"preset": "9"}', '{"sent": []}', '{"sent": {"o.x": 1}}', '{"back": 1}'),
        *('{"preset": []}', '{"preset": {}}', '{"sent": {"o.board": "\\ud800"}}'),
    ],
)
def test_an_invalid_form_is_refused(workspace, body):
    browser, _ = workspace
    for at in ("/studio/mine/rules", "/studio/mine/rules/check"):
        answer = browser.post(at, content=body)
        assert answer.status_code == 400 and answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_a_project_of_every_game_can_be_created(workspace, name):
    browser, folder = workspace
    preset = next(iter(registry.load(name).rules.presets), "")
    assert f'value="{name}/{preset}"' in browser.get("/studio").text
    response = browser.post("/studio", data={"name": "new", "kind": f"{name}/{preset}"})
    part = "" if name == "uri-nation" else "/rules"
    assert (response.status_code, response.headers["location"]) == (303, f"/studio/new{part}")
    assert browser.get(f"/studio/new{part}").status_code == 200
    assert browser.get("/studio/new/rules").status_code == 200
    assert f'href="/studio/new{part}"' in browser.get("/studio").text
    assert read_project(folder.parent / "new").game.name == name
