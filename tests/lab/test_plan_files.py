"""Plans as files: what they say, what is wrong with them and in which line, and writing them."""

from dataclasses import replace

import pytest

from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.experiments.plan_files import read_plan
from offleash.lab.plans.plan import Arm, Plan, format_plan, make_arm, make_plan, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.errors import BadFile, OffleashError
from tests.toys.digs.options import BOARDS

GARDEN = BOARDS["garden"].read_text(encoding="utf-8")
OWN_BOARD = GARDEN.replace("..B", "B..", 1)  # a board that is not shipped


def write_plan(folder, text, name="plan.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def read_error(folder, text):
    """The line and the sentence with which a plan is refused."""
    path = write_plan(folder, text)
    with pytest.raises(BadFile) as error:
        read_plan(path)
    sentence = str(error.value)
    assert sentence.startswith(str(path)) and "\n" not in sentence
    return error.value.line, error.value.problem


def test_a_plan_with_everything(tmp_path):
    write_plan(tmp_path, OWN_BOARD, "mine.txt")
    write_plan(tmp_path, 'base = "long"\ncrumbs = 3\nboard = "mine.txt"\n', "mine.toml")
    plan = read_plan(
        write_plan(
            tmp_path,
            'kind = "simulate"\ngame = "digs"\npreset = "long"\nrules = "mine.toml"\n'
            'seats = ["greedy", "random", "persona:nose", "persona:miser"]\nseatings = "fixed"\n'
            'games = 24\nseed = 7\nrecord = "figures"\n'
            '[options]\nbiscuits = [1, 2, 3, 4]\ntie = "nobody"\n',
        )
    )
    game = registry.load("digs")
    options = game.options(
        "long", crumbs=3, board=tmp_path / "mine.txt", biscuits="1,2,3,4", tie="nobody"
    )
    bots = ["greedy", "random", "persona:nose", "persona:miser"]
    arm = make_arm(game, "", options, bots)
    assert plan == make_plan(game, [arm], 24, 7, "fixed", record="figures")
    assert plan.arms[0].options["crumbs"] == "3"
    assert list(plan.texts.values()) == [OWN_BOARD]


def test_what_is_left_out_is_as_on_the_command_line(tmp_path):
    game = registry.load("digs")
    plan = read_plan(write_plan(tmp_path, 'game = "digs"\n'))
    assert plan == make_plan(game, [make_arm(game, "", game.options(), ["greedy"])], 1000)


GAME = 'game = "digs"\n'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("games = 5\n", None, "a plan needs a game"),
        ('game = "dgis"\n', 1, "there is no game 'dgis', did you mean digs"),
        ("game = 3\n", 1, "there is no game 3"),
        (f'{GAME}kind = "simulation"\n', 2, "kind can't be 'simulation'"),
        (f"{GAME}kind = []\n", 2, "kind can't be []"),
        (f"{GAME}\nsaed = 3\n", 3, "has no key 'saed', did you mean seed"),
        (f"{GAME}[sweeep]\n", 2, "has no key 'sweeep'"),
        (f"{GAME}seed = -1\n", 2, "the seed is -1"),
        (f"{GAME}seed = 1.5\n", 2, "the seed is 1.5; it must be a whole number"),
        (f"{GAME}games = 0\n", 2, "the number of games is 0"),
        (f'{GAME}games = "many"\n', 2, "the number of games is 'many'"),
        (f"{GAME}games = true\n", 2, "the number of games is True"),
        (f'{GAME}seatings = "some"\n', 2, "seatings can't be 'some'"),
        (f'{GAME}record = "nothing"\n', 2, "record can't be 'nothing'; it can be all, figures"),
        (f"{GAME}preset = 1.4\n", 2, "preset must be text in quotes, not 1.4"),
        (f'{GAME}preset = "lnog"\n', 2, "no preset 'lnog', did you mean long"),
        (f"{GAME}seats = 3\n", 2, "seats must be names of bots, not 3"),
        (f"{GAME}seats = []\n", 2, "seats must be names of bots"),
        (f'{GAME}seats = ["greedy", 2]\n', 2, "seats must be names of bots"),
        (f'{GAME}seats = "gredy"\n', 2, "there is no bot 'gredy', did you mean greedy"),
        (f'{GAME}seats = ["greedy", "random"]\n', 2, "2 bots are named for 3 seats"),
        (f'{GAME}seats = ["greedy", "random", "random", "random", "random"]\n', 2, "5 bots are"),
        (f"{GAME}options = 3\n", 2, "[options] must be a table, not 3"),
        (f"{GAME}[options]\nseats = 2\nround = 3\n", 4, "no option 'round', did you mean rounds"),
        (f"{GAME}[options]\nseats = 2\nrounds = 99\n", 4, "option rounds can't be 99"),
        (f'{GAME}[options]\ncrumbs = 2\ntie = "who"\n', 4, "option tie can't be 'who'"),
        (f'{GAME}options.crumbs = 2\noptions.tie = "who"\n', 3, "option tie can't be 'who'"),
        (f'{GAME}options = {{crumbs = 2, tie = "who"}}\n', 2, "option tie can't be 'who'"),
        (f'{GAME}[options]\ndeck = "plain"\nboard = "no.txt"\n', 4, "no.txt: it can't be read"),
        (f'{GAME}[options]\nboard = "bad.txt"\n', 3, "bad.txt: "),
        (f'{GAME}rules = "none.toml"\n', 2, "none.toml: it can't be read"),
        (f'{GAME}rules = "wrong.toml"\n', 2, "wrong.toml, line 2: there is no option 'cake'"),
        (f'preset = "quick"\n{GAME}rules = "mine.toml"\n', 3, "mine.toml is based on long, but"),
        (f"{GAME}game = 3\n", 2, "not valid TOML"),
        (f"{GAME}[[arms]]\nname = 3\n", 2, "an arm needs a name, a table of options, and seats"),
        (f"{GAME}arms = 3\n", 2, "arms must be tables"),
        (f'{GAME}[[arms]]\nseats = [["gredy"]]\n', 2, "there is no bot 'gredy'"),
        (f'{GAME}[[arms]]\nseats = [["greedy"]]\nweight = 2\n', 2, "an arm has no key 'weight'"),
        (f'{GAME}arms = []\n', 2, "a plan needs at least one arm"),
        (
            f'{GAME}[[arms]]\nseats = [["greedy"]]\n[texts]\n"@0123456789abcdef" = "x"\n',
            5,
            "the text of @0123456789abcdef has been changed",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_line(tmp_path, text, line, message):
    write_plan(tmp_path, "no board at all", "bad.txt")
    write_plan(tmp_path, 'base = "long"\n', "mine.toml")
    write_plan(tmp_path, 'base = "long"\ncake = 2\n', "wrong.toml")
    actual_line, problem = read_error(tmp_path, text)
    assert message in problem
    assert actual_line == line


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match="it can't be read"):
        read_plan(tmp_path / "none.toml")


# Writing plans down


def odd_plan():
    """A plan with all that is hard to write."""
    game = registry.load("digs")
    options = game.options("long", {"rounds": "none", "biscuits": "1,2,3,4"})
    arms = [
        make_arm(game, 'a "quoted" name, ä\\', options, ["greedy"], ["random"] * 4),
        make_arm(game, "", game.options(), ["persona:nose"]),
    ]
    goal = {
        "measure": "a: b, c = 'd'",
        "margin": 1e-9,
        "level": 0.95,
        "whole": 3,
        "is_so": True,
        "words": ["two\nlines", "a\n'''", "b\n'", "\x7f\x01\n", "\x7f", "", "'"],
        "odd key.": {"in": [[1, 2], []], "": {"deep": 2.5}},
    }
    return make_plan(game, arms, 10, 2**63 - 1, "all", "simulate", goal, "figures")


@pytest.mark.parametrize("text", ["trot 9 3\n", "a\t3 4\n\n", "a 3 4\nb 2 2", "a\x0c3\x0b4\n"])
def test_a_plan_is_read_as_it_was_written(tmp_path, text):
    deck = write_plan(tmp_path, text, "mine.txt")
    game, odd = registry.load("digs"), odd_plan()
    arm = make_arm(game, "c", game.options(deck=deck), ["greedy"])
    plan = make_plan(game, [*odd.arms, arm], 5, goal=odd.goal)
    for original in (odd, plan):
        copy = read_plan(write_plan(tmp_path, format_plan(original)))
        assert copy == original
        assert copy.identity == original.identity and copy.digest == original.digest
    assert list(plan.texts.values()) == [text]


def test_a_changed_plan_is_another(tmp_path):
    plan = odd_plan()
    text = format_plan(plan).replace("seed = 9223372036854775807", "seed = 8")
    assert read_plan(write_plan(tmp_path, text)) == replace(plan, seed=8) != plan


def test_seconds_for_kinds_of_decisions(tmp_path):
    text = 'game = "digs"\n[simulate]\nseconds = { choice = 20, chance = 0.5 }\n'
    plan = read_plan(write_plan(tmp_path, text))
    assert plan.goal == {"seconds": {"choice": 20, "chance": 0.5}}
    kinds.check(Experiment(plan))
    written = write_plan(tmp_path, format_plan(plan), "again.toml")
    assert read_plan(written) == plan
    odd = read_plan(write_plan(tmp_path, text.replace("choice", "walk")))
    with pytest.raises(OffleashError, match="Digs has no kind of decision 'walk'"):
        kinds.check(Experiment(odd))
    line, problem = read_error(tmp_path, 'game = "digs"\n[simulate]\nseconds = 3\n')
    assert (line, problem) == (3, "seconds must be a table, not 3")


def test_a_plan_that_was_sent_keeps_what_is_recorded():
    plan = odd_plan()
    assert plan_from(plan.identity) == plan
    assert plan_from(plan.identity).record == "figures"


def test_nothing_has_no_word_in_a_plan():
    with pytest.raises(TypeError):
        format_plan(Plan("digs", (Arm("", {}, (("greedy",),)),), 1, goal={"margin": None}))


def test_what_is_recorded_is_checked():
    game = registry.load("digs")
    with pytest.raises(OffleashError, match="record can't be 'some'"):
        make_plan(game, odd_plan().arms, 1, record="some")


# In the folder of a run


@pytest.mark.parametrize("record", ["all", "figures"])
def test_the_plan_in_a_folder_plays_the_same_again(tmp_path, record):
    first, second = tmp_path / "first", tmp_path / "again"
    game = registry.load("digs")
    deck = write_plan(tmp_path, "trot 9 3\n", "mine.txt")
    arm = make_arm(game, "", game.options(deck=deck), ["greedy", "random", "random"])
    plan = make_plan(game, [arm], 30, seed=4, record=record)
    kinds.conduct(Run(Experiment(plan), out=first))
    deck.unlink()
    kinds.conduct(Run(Experiment(read_plan(first / "plan.toml")), out=second))
    for name in ("plan.toml", "plan.json", "summary.json", "account.npz", "places.parquet"):
        assert (first / name).read_bytes() == (second / name).read_bytes()
    rows = [
        folder / f"{table}.parquet" for folder in (first, second) for table in ("games", "seats")
    ]
    assert [file.exists() for file in rows] == [record == "all"] * 4


def test_a_run_of_figures_goes_on_where_it_was_stopped(tmp_path):
    game = registry.load("digs")
    arm = make_arm(game, "", game.options(), ["greedy"])
    plan = make_plan(game, [arm], 40, seed=4, record="figures")
    whole = kinds.conduct(Run(Experiment(plan), games_a_shard=10))
    half = Run(Experiment(plan), out=tmp_path / "half", games_a_shard=10)
    half.play(20)
    half.close()
    run = Run(Experiment(plan), out=tmp_path / "half", games_a_shard=10)
    assert run.results.games(0) == 20
    assert kinds.conduct(run) == whole


# Goals that were edited

SWEEP = "[sweep]\nover = {crumbs = [1, 2]}\n"
TUNE = '[tune]\nover = {crumbs = [1, 2]}\ngoals = ["rounds=3"]\n'
LADDER = '[ladder]\nbots = ["greedy", "random"]\n'
COMPARE = "games = 400\n[b]\ncrumbs = 2\n"
PAIRING = {"bots": [0, 1], "sides": [2, 1]}


@pytest.mark.parametrize(
    ("kind", "question", "edits", "message"),
    [
        ("compare", COMPARE, {"margin": "x"}, "margin in the goal of a compare can't be 'x'"),
        ("compare", COMPARE, {"level": True}, "level in the goal of a compare can't be True"),
        ("compare", COMPARE, {"marge": 1}, "the goal of a compare has no 'marge'"),
        ("sweep", SWEEP, {"base": None}, "the goal of a sweep needs base"),
        ("sweep", SWEEP, {"over": 3}, "over in the goal of a sweep can't be 3"),
        ("sweep", SWEEP, {"over": {"crumbs": ["1", 2]}}, "over in the goal of a sweep can't be"),
        ("sweep", SWEEP, {"over": {"crumbs": ["1", "3"]}}, "has a point 'crumbs=3', but the plan"),
        ("sweep", SWEEP, {"base": "bare"}, "has a point 'bare', but the plan has no"),
        ("sweep", SWEEP, {"sobol": 3}, "the number of Sobol samples is 3"),
        ("sweep", SWEEP, {"over": {"crumbs": []}}, "the range of crumbs is empty"),
        ("sweep", SWEEP, {"over": {"crumb": ["1"]}}, "has no option 'crumb'"),
        ("sweep", SWEEP, {"over": {"crumbs": ["1"] * 10**5}}, "the grid has 100,000 points"),
        ("tune", TUNE, {"goals": None}, "the goal of a tune needs goals"),
        ("tune", TUNE, {"goals": ["high"]}, "there is no goal 'high'"),
        ("tune", TUNE, {"trials": 0}, "trials is 0"),
        ("tune", TUNE, {"sampler": "best"}, "sampler can't be 'best'"),
        ("tune", TUNE, {"over": {"crumbs": []}}, "the range of crumbs is empty"),
        ("ladder", LADDER, {"pairings": None}, "the goal of a ladder needs pairings"),
        ("ladder", LADDER, {"pairings": [PAIRING]}, "the pairings of the ladder do not"),
        ("ladder", LADDER, {"pairings": [{"bots": [0, 7]}] * 2}, "the pairings of the ladder do"),
        ("ladder", LADDER, {"bots": ["greedy", "rex"]}, "the pairings of the ladder do not"),
        ("ladder", LADDER, {"anchor": "rex"}, "the anchor 'rex' is not one of the bots"),
    ],
)  # fmt: skip
def test_an_edited_goal_is_one_that_can_be_played(tmp_path, kind, question, edits, message):
    plan = read_plan(write_plan(tmp_path, f'kind = "{kind}"\n{GAME}{question}'))
    kinds.check(Experiment(plan))
    goal = {key: value for key, value in {**plan.goal, **edits}.items() if value is not None}
    edited = read_plan(write_plan(tmp_path, format_plan(replace(plan, goal=goal))))
    with pytest.raises(OffleashError) as error:
        kinds.check(Experiment(edited))
    assert message in str(error.value)
