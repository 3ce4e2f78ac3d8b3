"""The page of findings: it says what the results say, and small games still point the same way."""

import pytest
from findings import page, play

QUESTIONS = [question for _, part in page.questions() for question in part]
NAMES = [question.plan for question in QUESTIONS]
SMALL = 120  # games per arm
MANY = 2400


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
    assert sorted(NAMES) == play.plan_names()
    assert all(question.fields["says"] for question in QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)
def test_no_answer_rests_on_few_games(question):
    for strength, result in question.results.items():
        assert strength in play.strengths_of(question.plan)
        assert all(point["games"] >= MANY for point in result["points"])
    for claim in question.fields["says"]:
        change = change_of(claim, question.results[play.PERSONAS])
        assert not contradicts(claim, change)
        assert claim["direction"] == "same" or page.is_clear(change)


def small_and_full():
    """Each plan with few games; a comparison takes no fewer than it has, in `make soak`."""
    for question in QUESTIONS:
        is_short = question.results[play.PERSONAS]["kind"] == "sweep"
        marks = () if is_short else (pytest.mark.soak,)
        yield pytest.param(question, SMALL if is_short else None, marks=marks, id=question.plan)


@pytest.mark.parametrize(("question", "games"), list(small_and_full()))
def test_a_few_games_do_not_contradict_the_text(question, games):
    result = play.play(play.experiment_of(question.plan, games=games))
    for claim in question.fields["says"]:
        assert not contradicts(claim, change_of(claim, result))


def test_a_text_that_is_wrong_is_contradicted():
    """Twenty blocks of today's bowls and of equal ones: the Bruiser can't gain."""
    result = play.play(play.experiment_of("bowls", games=480))
    claim = {"point": "water_cap=4", "measure": "Win rates: by archetype, Bruiser"}
    assert contradicts({**claim, "direction": "more"}, change_of(claim, result))
    assert contradicts({**claim, "direction": "same", "margin": 0.05}, change_of(claim, result))
    assert not contradicts({**claim, "direction": "less"}, change_of(claim, result))
