"""The form of the Lab: everything is chosen from lists, and links fill in the same lists."""

import tomllib

import pytest

from offleash.bots.kinds import bot_choices, display_name, find
from offleash.contract.lab.general_measures import labels_of
from offleash.contract.options import FileOption
from offleash.games import registry
from offleash.lab.plans.ranges import parse_range
from offleash.lab.runs.experiment import Experiment, Work
from offleash.projects.project import new_project
from offleash.studio.experiments.form_plan import QuestionForm
from offleash.studio.experiments.goal_rows import GOAL_WORDS, row_of
from offleash.studio.experiments.plans import PlanError, plan_from_text
from tests.studio.lab.form_fields import FormFields
from tests.studio.lab.sample_runs import lab_over, plan_of
from tests.studio.owner_site import owner

URI = {"subject": "game/uri-nation", "preset": "1.2"}
DOG = {"subject": "game/dog"}
OWN_BOTS = "persona:bruiser,persona:scrapper,persona:diplomat,persona:yapper"
LINKS = {  # by name, the query of a link and what its plan has to say
    "simulate": (
        {**DOG, "seats": "greedy,random,greedy,search:20", "games": "8", "options.0.name": "jokers",
         "options.0.value": "3", "options.1.name": "canadian", "options.1.value": "yes"},
        {"seats": ["greedy", "random", "greedy", "search:20"],
         "options": {"jokers": 3, "canadian": "yes"}},
    ),
    "simulate a project": (
        {"subject": "project/mine", "seats": OWN_BOTS, "options.0.name": "archetypes",
         "options.0.value": "yapper,bruiser"},
        {"rules": "project.toml", "options": {"archetypes": "yapper,bruiser"}},
    ),
    "compare": (
        {**URI, "kind": "compare", "a.0.name": "swagger_per", "a.0.value": "2", "b.preset": "1.4",
         "b.seats": "random", "measure": "leader at half time wins", "margin": "0.05",
         "b.0.name": "water_cap", "b.0.value": "4,1,2,3"},
        {"a": {"swagger_per": 2},
         "b": {"preset": "1.4", "bots": "random", "water_cap": "4,1,2,3"}},
    ),
    "sweep": (
        {**URI, "kind": "sweep", "over.0.name": "grit_threshold", "over.0.value": "3..8",
         "over.1.name": "water_cap.bruiser", "over.1.value": "4,5", "games": "24",
         "measures": "Win rates: by archetype, Bruiser\nrounds,lead changes"},
        {"sweep": {"over": {"grit_threshold": "3,4,5,6,7,8", "water_cap.bruiser": "4,5"},
                   "measures": ["Win rates: by archetype, Bruiser", "rounds", "lead changes"]}},
    ),
    "tune": (
        {**URI, "kind": "tune", "over.0.name": "swagger_per", "over.1.name": "stop_rule",
         "over.1.value": "anywhere,min_one", "trials": "9",
         "goals": "fairness:archetype,few-changes,rounds=10..14,length=12,max:lead changes"},
        {"tune": {"over": {"swagger_per": True, "stop_rule": "anywhere,min_one"}, "trials": 9,
                  "goals": ["fairness:archetype", "few-changes", "rounds=10..14", "length=12",
                            "max:lead changes"]}},
    ),
    "propose": (
        {**DOG, "kind": "propose", "goals": "fairness\nmin:rounds", "finalists": "2"},
        {"propose": {"goals": ["fairness", "min:rounds"], "finalists": 2}},
    ),
    "ladder": (
        {**DOG, "kind": "ladder", "bots": "greedy\nrandom,search:20", "anchor": "random"},
        {"ladder": {"bots": ["greedy", "random", "search:20"], "anchor": "random"}},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    for name in ("mine", "park"):
        new_project(home / "projects" / name, registry.load("uri-nation"), "1.4", name)
    board = home / "projects" / "park" / "board.txt"
    shipped = registry.load("uri-nation").rules.options[3].shipped["elm-street"]
    board.write_text(shipped.read_text())
    return home


@pytest.fixture(scope="module")
def browser(home):
    with lab_over(home) as url, owner(url) as client:
        client.headers["accept"] = "text/html"
        yield client


def form_of(sent, home=None):
    return QuestionForm(sent, home / "projects" if home else None)


def text_of(sent, home=None):
    """The plan file of a form, which has to be valid."""
    form = form_of(sent, home)
    assert form.plan() is not None, form.errors
    return tomllib.loads(form.text)


@pytest.mark.parametrize("name", LINKS)
def test_a_link_fills_in_lists_that_ask_the_same_question(browser, home, name):
    query, expected = LINKS[name]
    asked = text_of(query, home)
    for key, value in expected.items():
        assert asked[key] == value
    fields = FormFields(browser.get("/lab", params=query).text)
    assert form_of(fields.sent, home).plan() == form_of(query, home).plan()
    assert "goals" not in fields.sent and "bots" not in fields.sent  # which are lists now
    again = FormFields(browser.post("/lab/choices", data=fields.sent).text.join(
        ('<form id="question">', "</form>")
    ))  # fmt: skip
    assert again.sent == fields.sent


@pytest.mark.parametrize("game", registry.ROWS)
def test_every_option_can_be_chosen_without_typing(game):
    for option in registry.load(game).rules.options:
        sent = {"subject": f"game/{game}", "options.0.name": option.name}
        (row, empty) = form_of(sent).rows("options")
        assert row.value == row.usual and not empty.name
        sent |= {"options.0.of": option.name, **{part.name: part.value for part in row.inputs}}
        sent_value = form_of(sent).rows("options")[0].value
        assert option.format(option.parse(sent_value)) == row.usual
        for part in row.inputs:
            words = dict(part.choices)
            assert words or part.number is not None
            for value in words.keys() - {"typed"}:
                changed = form_of({**sent, part.name: value}).rows("options")[0]
                if len(row.inputs) == 1:
                    assert option.format(option.parse(changed.value)) == changed.value
        listed = dict(pair for pairs in form_of({}).sections("options").values() for pair in pairs)
        if game == "uri-nation":
            assert option.text in listed[option.name]


@pytest.mark.parametrize("game", registry.ROWS)
def test_recommended_values_are_ticked(game):
    loaded = registry.load(game)
    for option in loaded.rules.options:
        if len(option.sweep) < 2:
            continue
        row = form_of({"subject": f"game/{game}", "over.0.name": option.name}).rows("over")[0]
        recommended = parse_range(loaded, option.name).values
        assert {tick.value for tick in row.ticks if tick.is_ticked} == set(recommended)
        assert row.values is True
        last = row.ticks[-1].value
        assert (last in dict.fromkeys(recommended)) == row.ticks[-1].is_ticked


def over(name, *values, more=""):
    ticks = {f"over.0.try.{number}": value for number, value in enumerate(values)}
    return {"kind": "sweep", "over.0.name": name, "over.0.of": name, "over.0.value": more, **ticks}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (over("jokers", "2", "4"), {"jokers": "2,4"}),
        (over("jokers", "2", more="5..6"), {"jokers": "2,5..6"}),
        ({**URI, **over("water_cap", "4,1,2,2", more="5, 6")}, {"water_cap": "4,1,2,2/5/ 6"}),
        ({**URI, **over("water_cap", "4,1,2,2", more="5,1,2,3")},
         {"water_cap": "4,1,2,2/5,1,2,3"}),
        ({**URI, **over("board", "elm-street", more="elm-street: 4 bonds")},
         {"board": ["elm-street", "elm-street: 4 bonds"]}),
        ({**URI, **over("supply_large", "10", "none")}, {"supply_large": "10,none"}),
    ],
)  # fmt: skip
def test_ticks_and_more_values_become_ranges(fields, expected):
    asked = text_of({**DOG, "games": "24", **fields})["sweep"]["over"]
    assert asked == expected


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        (over("jokers"), "over.0", "Tick at least two values"),
        (over("jokers", "2"), "over.0", "only one value"),
        (over("jokers", "2", more="99"), "over.0", "jokers"),
        ({**over("jokers", "2", "3"), "measures.2": "joy"}, "measures.2", "no measure"),
        ({"kind": "compare", "b.seats": "random", "measure": "joy"}, "measure", "no measure"),
        ({**over("jokers", "2", "3"), "kind": "tune"}, "goals", "Choose at least one goal"),
        ({**over("jokers", "2", "3"), "kind": "tune", "goals.1.kind": "min"},
         "goals.1", "Choose a measure"),
        ({**over("jokers", "2", "3"), "kind": "tune", "goals.0.kind": "band",
          "goals.0.measure": "rounds", "goals.0.low": "3"}, "goals.0", "Fill in both"),
        ({**over("jokers", "2", "3"), "kind": "tune", "goals.0.kind": "band",
          "goals.0.measure": "rounds", "goals.0.low": "3", "goals.0.high": "2"},
         "goals.0", "lower end first"),
        ({**over("jokers", "2", "3"), "kind": "tune", "goals.0.kind": "target",
          "goals.0.measure": "joy", "goals.0.low": "3"}, "goals.0", "no measure"),
        ({**over("jokers", "2", "3"), "kind": "tune", "goals.0.kind": "fairness",
          "goals.0.group": "archetype"}, "goals.0", "does not count"),
        ({"kind": "ladder", "bots.1": "greedy"}, "bots", "at least two"),
        ({"seats": "per-seat", "seats.2": "nobody"}, "seats", "no bot"),
    ],
)  # fmt: skip
def test_errors_are_at_their_row(browser, fields, field, words):
    form = form_of({**DOG, **fields})
    assert form.plan() is None
    assert list(form.errors) == [field] and words in form.errors[field]
    page = browser.post("/lab", data={**DOG, **fields})
    assert page.status_code == 422 and f'id="wrong-{field}"' in page.text
    sent = FormFields(page.text).sent
    assert form_of(sent).plan() is None and words in page.text  # the mistake is still filled in


def test_values_of_the_option_before_are_forgotten():
    sent = {**DOG, "options.0.name": "canadian", "options.0.of": "jokers", "options.0.value": "3"}
    assert text_of(sent)["options"] == {"canadian": False}
    sent = {**over("play_dir", "2", "4"), **DOG, "over.0.of": "jokers", "games": "8"}
    assert text_of(sent)["sweep"]["over"] == {"play_dir": True}


def test_another_game_keeps_only_fields_of_all_games():
    sent = {"game": "dog", "options.0.name": "jokers", "seats": "persona:hunter", "games": "9"}
    assert form_of({**DOG, **sent}).value("seats") == "persona:hunter"
    form = form_of({**URI, **sent})
    assert form.value("games") == "9" and not form.value("seats") and not form.has_rows("options")
    assert form.plan() is not None


def test_bots_of_seats_are_named_for_people():
    form = form_of(URI)
    lineup = form.lineup("seats")
    assert [seat.word for seat in lineup.seats] == ["Bruiser", "Scrapper", "Diplomat", "Yapper"]
    assert lineup.own == (OWN_BOTS, "Bruiser bot, Scrapper bot, Diplomat bot, Yapper bot")
    assert text_of({**URI, "seats": OWN_BOTS})["seats"] == OWN_BOTS.split(",")
    chosen_seats = {"seats": "per-seat", "seats.0": "random", "seats.3": "search:75"}
    expected = ["random", "persona:scrapper", "persona:diplomat", "search:75"]
    assert text_of({**URI, **chosen_seats})["seats"] == expected
    two = {"subject": "game/puppy-park", "options.0.name": "players", "options.0.value": "3"}
    assert len(form_of(two).lineup("seats").seats) == 3


@pytest.mark.parametrize("game", registry.ROWS)
def test_every_bot_in_a_list_can_play_and_has_words(game):
    loaded = registry.load(game)
    choices = bot_choices(loaded)
    for bot, text in choices.items():
        find(loaded, bot)
        assert text and bot not in text and ":" not in display_name(bot)
    assert len(set(map(display_name, choices))) == len(choices)
    assert "search:300" in choices and not any("PLAYOUTS" in bot for bot in choices)


@pytest.mark.parametrize("game", registry.ROWS)
def test_measures_are_known_without_playing(game):
    plan = plan_from_text(f'game = "{game}"\nseats = "random"\ngames = 2')
    played = Experiment(plan).play(Work(0, 0, 1)).account.labels
    assert labels_of(registry.load(game), ["random"]) == list(played)
    listed = [key for key, _ in form_of({"subject": f"game/{game}"}).measures]
    assert len(set(listed)) == len(listed) > 10


def test_measures_of_bots_are_listed_once_they_are_chosen():
    form = form_of({**DOG, "seats": "greedy,persona:hunter,greedy,greedy"})
    assert dict(form.measures)["wins of persona:hunter"] == "in %, of the Hunter bot"
    assert "wins of persona:hunter" not in dict(form_of(DOG).measures)


def test_lists_have_the_names_of_a_project(tmp_path):
    new_project(tmp_path / "mine", registry.load("uri-nation"), "1.2")
    with (tmp_path / "mine" / "project.toml").open("a") as file:
        file.write('names = "Bruiser = Anvil"\n')
    form = QuestionForm({"subject": "project/mine"}, tmp_path)
    words = dict(form.measures)["Win rates: by archetype, Bruiser"]
    assert words.startswith("Win rates: by archetype, Anvil")
    usual = QuestionForm({"subject": "game/uri-nation"}, tmp_path)
    assert usual.wording is None and "Anvil" not in str(usual.measures)


def test_what_must_stay_and_further_boards_are_lines_of_a_text():
    sent = {"kind": "propose", "subject": "game/uri-nation", "goals": "fairness:archetype<=4%",
            "keep": "sum(mod_max_yapper)=8\r\n water_cap\n\n", "also": "board=elm-street",
            "minutes": "2.5", "trials": "20", "check_games": "240"}  # fmt: skip
    form = QuestionForm(sent)
    plan = form.plan()
    assert not form.errors and plan is not None
    assert plan.goal["keep"] == ["sum(mod_max_yapper)=8", "water_cap"]
    assert plan.goal["minutes"] == 2.5 and plan.goal["goals"] == ["fairness:archetype<=0.04"]
    assert plan.arms[1].options == {"board": plan.arms[1].options["board"]}
    assert not QuestionForm({**sent, "keep": "water_cop"}).plan()


def test_every_kind_of_goal_has_a_row():
    texts = [
        "fairness:seat",
        "min:rounds",
        "max:rounds",
        "rounds=2.5",
        "rounds=1..3",
        "rounds<=4",
        "rounds>=2",
        "few-changes",
    ]
    rows = [row_of(number, text) for number, text in enumerate(texts)]
    assert [row.text for row in rows] == texts
    assert [row.kind for row in rows] == list(GOAL_WORDS)
    assert dict(form_of(DOG).groups).keys() == {"side", "seat"}
    assert dict(form_of(URI).groups).keys() == {"archetype", "home", "seat"}


# Boards and decks of projects


def files_offered(sent, home):
    row = form_of({**sent, "options.0.name": "board"}, home).rows("options")[0]
    return dict(row.inputs[0].choices)


def test_boards_of_projects_are_in_the_list(home):
    shipped = plan_of('game = "uri-nation"\n[options]\nboard = "elm-street"').arms[0].options
    for subject, own, other in (
        ("game/uri-nation", "mine/board.txt", "park/board.txt"),
        ("project/mine", "board.txt", "../park/board.txt"),
    ):
        names = files_offered({"subject": subject}, home)
        assert own in names and names[other] == "board.txt of project park"
        sent = {"subject": subject, "preset": "1.4", "options.0.name": "board"}
        form = form_of({**sent, "options.0.value": other}, home)
        plan = form.plan()
        assert plan.arms[0].options["board"] == shipped["board"]  # the same text
        assert form.has_files and not form_of(sent, home).has_files
    assert not files_offered({"subject": "game/uri-nation"}, None).keys() & {"mine/board.txt"}


def test_a_board_can_be_changed_in_words(home):
    words = "../park/board.txt: 3 bonds"
    sent = {"subject": "project/mine", "options.0.name": "board", "options.0.of": "board"}
    form = form_of({**sent, "options.0.value": "typed", "options.0.words": words}, home)
    expected = plan_of('game = "uri-nation"\n[options]\nboard = "elm-street: 3 bonds"')
    edited, plain = (plan.arms[0].options["board"] for plan in (form.plan(), expected))
    assert edited.startswith("@") and plain.startswith("@")
    row = form.rows("options")[0]
    assert (row.inputs[0].value, row.words) == ("typed", words)


@pytest.mark.parametrize(
    "value",
    ["../secret.txt", "secret.txt", "nowhere/board.txt", "../nowhere/board.txt",
     "mine/../secret.txt", "../../secret.txt", "mine/secret.txt", "/etc/passwd", "../mine/link.txt",
     "mine/link.txt", "../secret.txt: 4 bonds", "mine/link.txt: 4 bonds"],
)  # fmt: skip
@pytest.mark.parametrize("project", ["", "park"])
def test_no_value_leads_out_of_the_projects(home, value, project):
    folder = home / "projects"
    (folder / "secret.txt").write_text((folder / "park" / "board.txt").read_text())
    link = folder / "mine" / "link.txt"
    if not link.is_symlink():
        link.symlink_to(folder / "secret.txt")
    text = f'game = "uri-nation"\n[options]\nboard = "{value}"'
    with pytest.raises(PlanError) as error:
        plan_from_text(text, folder / project if project else None, folder)
    assert str(folder) not in str(error.value)


def test_only_the_game_with_files_has_a_list_of_them(home):
    for name in registry.ROWS:
        options = registry.load(name).rules.options
        assert form_of({"subject": f"game/{name}"}, home)._files.keys() == {
            option.name for option in options if isinstance(option, FileOption)
        }
