"""The page of findings: it says what the results say, and small games still point the same way."""

import json
import tomllib

import pytest
from findings import candidates, page, play

from offleash.lab.plans.plan import arm_names

QUESTIONS = [question for _, part in page.questions() for question in part]
NAMES = [question.plan for question in QUESTIONS]
SMALL = 120  # games per arm
MANY = 2400
QUICK = {"dog", "domidog", "secret-mission"}  # games that searching bots play in seconds


def contradicts(claim, change):
    """Whether an interval lies where the text says that the truth does not."""
    if None in change["interval"]:  # no block shows anything
        return False
    low, high = change["interval"]
    if claim["direction"] == "more":
        return high <= 0
    if claim["direction"] == "less":
        return low >= 0
    return low > claim["margin"] or high < -claim["margin"]


def quick_plays():
    """What takes seconds to play: everything with personas, and searches in some games."""
    for name, strength in play.work([], [play.PERSONAS, play.SEARCH]):
        plan = tomllib.loads((play.PLANS / f"{name}.toml").read_text(encoding="utf-8"))
        if strength == play.PERSONAS or plan["game"] in QUICK:
            yield name, strength


def change_of(claim, result):
    point = next(point for point in result["points"] if point["name"] == claim["point"])
    return point["differences"][claim["measure"]]


def test_the_page_has_the_figures_of_the_results():
    """`make pages` writes it."""
    text = page.render()
    assert page.SITE_PAGE.read_text(encoding="utf-8") == text
    assert page.PAGE.read_text(encoding="utf-8") == page.for_docs(text)
    pictures = {path.name for path in page.PICTURES.glob("findings-*.svg")}
    assert pictures == set(map(page.picture_name, QUESTIONS))
    assert all(f"]({page.ASSETS}{name})" in page.for_docs(text) for name in pictures)


@pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)
def test_no_picture_cuts_a_label(question):
    assert "…" not in (page.PICTURES / page.picture_name(question)).read_text(encoding="utf-8")


def test_every_plan_answers_a_question():
    assert sorted([*NAMES, *candidates.PLAN_NAMES]) == play.plan_names()
    assert all(question.fields["says"] for question in QUESTIONS)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "strength"), list(quick_plays()))
def test_a_plan_gives_the_committed_result(name, strength):
    """A bot or a rule that plays differently needs `make findings`: delete its results first."""
    again = play.rounded(play.play(play.experiment_of(name, strength)))
    path = play.RESULTS / strength / f"{name}.json"
    assert json.loads(json.dumps(again)) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)
def test_no_answer_rests_on_few_games(question):
    for strength, result in question.results.items():
        assert strength in play.strengths_of(question.plan)
        assert all(point["games"] >= MANY for point in result["points"])
    for claim in question.fields["says"]:
        change = change_of(claim, question.results[play.PERSONAS])
        assert not contradicts(claim, change)
        assert claim["direction"] == "same" or page.is_clear(change)


# Bots of several strengths


@pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)
def test_every_claim_is_a_point_of_slow_bots(question):
    """Own boards and decks too, which plans name by their digests."""
    plan = play.experiment_of(question.plan, play.SEARCH).plan
    points = {claim["point"] for claim in question.fields["says"]}
    if plan.kind == "sweep":
        assert len(plan.arms) == len(points | {plan.goal["base"]})
        assert points <= set(arm_names(plan))


def test_results_have_the_digits_that_all_processors_share():
    assert play.rounded({"a": [0.1267419682007991, 3, None]}) == {"a": [0.126741968, 3, None]}


def test_what_bots_disagree_on_has_a_word_on_whom_to_trust():
    for question in QUESTIONS:
        is_opposite = any(doubt.is_opposite for doubt in question.doubts)
        assert is_opposite == ("trust" in question.fields), question.plan


def played_by_two(difference, low, high, p_holm):
    """A question about Bruisers to which stronger bots have this answer."""
    question = next(q for q in QUESTIONS if q.plan == "bowls")
    change = {"difference": difference, "interval": [low, high], "p_holm": p_holm}
    measure = "Win rates: by archetype, Bruiser"
    point = {"name": "water_cap=4", "figures": {measure: 0.5}, "differences": {measure: change}}
    result = {**question.results[play.PERSONAS], "points": [point], "seats": ["learned"]}
    claims = [claim for claim in question.fields["says"] if claim["measure"] == measure]
    fields = {**question.fields, "says": claims, "trust": "Trust the stronger."}
    return page.Question(
        fields, {play.PERSONAS: question.results[play.PERSONAS], play.LEARNED: result}
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((-0.2, -0.3, -0.1, 0.001), "Personas and Learned agree on this answer."),
        (
            (-0.01, -0.03, 0.01, 0.4),
            "Learned leaves open “Bruiser wins” at “four pegs for every dog”",
        ),
        ((0.2, 0.1, 0.3, 0.001), "**Learned disagrees** on “Bruiser wins”"),
    ],
)
def test_stronger_bots_agree_leave_it_open_or_disagree(change, words):
    question = played_by_two(*change)
    assert question.agreement().startswith(words)
    assert question.agreement().endswith("Trust the stronger.") == bool(question.doubts)


def test_a_claim_that_nothing_changes_is_held_by_a_narrow_interval():
    question = played_by_two(0.0, -0.01, 0.01, 0.9)
    claim = {**question.fields["says"][0], "direction": "same", "margin": 0.02}
    assert question.holds(claim, play.LEARNED) is True
    assert question.holds({**claim, "margin": 0.005}, play.LEARNED) is None
    question = played_by_two(0.1, 0.08, 0.12, 0.001)
    assert question.holds(claim, play.LEARNED) is False


def test_slow_bots_play_what_the_answer_claims():
    everything, claimed = (
        play.experiment_of("bowls", s).plan for s in (play.PERSONAS, play.SEARCH)
    )
    assert len(everything.arms) == 5
    assert [arm.name for arm in claimed.arms] == ["water_cap=6,3,4,4", "water_cap=4"]
    assert claimed.arms[0].lineups[0] == ("search:8",) * 4


def test_rules_that_several_plans_share_are_played_once(monkeypatch):
    experiments = [play.experiment_of(name, games=24) for name in ("swagger-rate", "free-claims")]
    alone = [play.play(experiment) for experiment in experiments]
    works, batch = [], play.Experiment.batch

    def noted(experiment, work, *rest):
        works.append(experiment.plan.arms[work.arm].name)
        return batch(experiment, work, *rest)

    monkeypatch.setattr(play.Experiment, "batch", noted)
    played = {}
    assert [play.play(experiment, None, played) for experiment in experiments] == alone
    assert works == ["swagger_per=2", "swagger_per=3", "bruiser_free_claim=false"]


# Candidates


def test_candidates_are_presets_with_a_chapter_of_the_page():
    text = page.render()
    tables = candidates.CandidateTables(page.read_results())
    for preset in candidates.CANDIDATES:
        assert f"$ offleash rulebook uri-nation --preset {preset}" in text
        assert tables.changes(preset) in text and 1 <= tables.count(preset) <= 6
        assert tables.worst(preset) in text


def test_the_gap_of_a_candidate_is_that_of_its_worst_dog():
    results = page.read_results()
    plan = candidates.plan_of(candidates.TODAY)
    point = dict(results[plan][play.PERSONAS]["points"][0])
    shares = dict(zip(candidates.ARCHETYPES, (0.2, 0.3, 0.35, 0.15), strict=True))
    point["figures"] = {f"Win rates: by archetype, {name}": x for name, x in shares.items()}
    made_up = {plan: {play.PERSONAS: {"points": [point]}}}
    gap = candidates.CandidateTables(made_up).gap(candidates.TODAY)
    assert gap == pytest.approx(10)


def test_last_places_are_counted_on_new_boards():
    shares = {"Bruiser": 0.4, "Scrapper": 0.25, "Diplomat": 0.1, "Yapper": 0.25}
    figures = {f"Win rates: by archetype, {name}": share for name, share in shares.items()}
    points = [{"name": board, "figures": figures} for board in candidates.BOARDS]
    made_up = {
        candidates.plan_of(preset): {play.PERSONAS: {"points": points}}
        for preset in candidates.CANDIDATES
    }
    tables = candidates.CandidateTables(made_up)
    assert tables.last_places("Diplomat") == "4 of 4"
    assert tables.last_places("Scrapper") == "0 of 4"


# Small games


def small_and_full():
    """Every fourth plan with few games; the rest, and comparisons in full, in `make soak`."""
    for number, question in enumerate(QUESTIONS):
        is_short = question.results[play.PERSONAS]["kind"] == "sweep"
        marks = () if is_short and number % 4 == 0 else (pytest.mark.soak,)
        yield pytest.param(question, SMALL if is_short else None, marks=marks, id=question.plan)


PLAYED: play.ShardsByArm = {}  # most plans have today's rules for an arm


@pytest.mark.parametrize(("question", "games"), list(small_and_full()))
def test_a_few_games_do_not_contradict_the_text(question, games):
    result = play.play(play.experiment_of(question.plan, games=games), None, PLAYED)
    for claim in question.fields["says"]:
        assert not contradicts(claim, change_of(claim, result))


def test_a_text_that_is_wrong_is_contradicted():
    """Twenty blocks of today's bowls and of equal ones: the Bruiser can't gain."""
    result = play.play(play.experiment_of("bowls", games=480))
    claim = {"point": "water_cap=4", "measure": "Win rates: by archetype, Bruiser"}
    assert contradicts({**claim, "direction": "more"}, change_of(claim, result))
    assert contradicts({**claim, "direction": "same", "margin": 0.05}, change_of(claim, result))
    assert not contradicts({**claim, "direction": "less"}, change_of(claim, result))
