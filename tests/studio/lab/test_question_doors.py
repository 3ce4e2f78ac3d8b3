"""A field of a question is written once, and shows at every door."""

import inspect
import re
from dataclasses import KW_ONLY
from pathlib import Path
from typing import Any

import pytest
import typer

from offleash.cli.parameters import with_groups
from offleash.cli.questions import command_of
from offleash.lab.experiments import questions
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.notebook.experiments import function_of, play
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.field import field
from offleash.lab.questions.questions import KINDS
from offleash.lab.questions.tables import field_table, with_tables
from offleash.studio.experiments.form_plan import QuestionForm
from offleash.tools.errors import BadFile, OffleashError
from tests.studio.lab.form_fields import FormFields
from tests.studio.lab.sample_runs import lab_over
from tests.studio.owner_site import owner

DOCS = Path(__file__).parents[3] / "docs"
PLAN = 'kind = "compare"\ngame = "digs"\n[b]\ncrumbs = 2\n[compare]\npatience = {}\n'


class PatientCompare(Compare):
    """A comparison with one more field."""

    _: KW_ONLY
    patience: int = field("how long a dog waits", default=4, unit="minutes", low=1, high=9)


@pytest.fixture
def questions_seen(monkeypatch) -> list[Any]:
    """The comparisons that were made, now that they have one more field."""
    seen: list[Any] = []
    monkeypatch.setitem(KINDS, "compare", PatientCompare)
    plan = questions.PLANS["compare"]
    record = lambda question, setup: (seen.append(question), plan(question, setup))[1]  # noqa: E731
    monkeypatch.setitem(questions.PLANS, "compare", record)
    return seen


def test_a_new_field_is_a_flag():
    app = typer.Typer()
    app.command()(with_groups(command_of(PatientCompare)))
    flags = {flag: option for option in typer.main.get_command(app).params for flag in option.opts}
    option: Any = flags["--patience"]
    assert (option.default, option.help, option.min, option.max) == (
        4,
        "how long a dog waits",
        1,
        9,
    )


def test_a_new_field_is_a_keyword(questions_seen):
    ask: Any = function_of(PatientCompare, play)
    assert inspect.signature(ask).parameters["patience"].default == 4
    assert "patience: how long a dog waits" in ask.__doc__
    with pytest.raises(OffleashError, match="patience is 10; it must be from 1 to 9"):
        ask("digs", {}, {"crumbs": 2}, patience=10)
    with pytest.raises(OffleashError, match="at least 96 blocks"):
        ask("digs", {}, {"crumbs": 2}, patience=3, games=1)
    assert [question.patience for question in questions_seen] == [3]


def test_a_misspelt_keyword_gets_a_hint():
    ask: Any = function_of(PatientCompare, play)
    with pytest.raises(OffleashError, match="no keyword 'patiense', did you mean patience"):
        ask("digs", {}, {"crumbs": 2}, patiense=3)


def test_a_new_field_is_a_key_of_plan_files(questions_seen):
    PlanFile(Path("plan.toml"), PLAN.format(3)).plan()
    assert [question.patience for question in questions_seen] == [3]
    for value, problem in ((10, "patience is 10; it must be"), ('"x"', "patience must be a whole")):
        with pytest.raises(BadFile) as error:
            PlanFile(Path("plan.toml"), PLAN.format(value)).plan()
        assert error.value.line == 6 and problem in error.value.problem


def test_a_new_field_is_an_input_of_the_form(questions_seen, tmp_path):
    form = QuestionForm({"kind": "compare", "patience": "3"})
    assert "patience = 3" in form.text
    with lab_over(tmp_path) as url, owner(url) as client:
        page = client.get("/lab?kind=compare&patience=3").text
    assert FormFields(page).sent["patience"] == "3"
    assert "How long a dog waits." in page


def test_a_new_field_is_a_row_of_the_table():
    row = "| `patience` | `--patience` | how long a dog waits; from 1 to 9 | 4 minutes |"
    assert row in field_table(PatientCompare).splitlines()


@pytest.mark.parametrize("name", ["plans.md", "lab.md", "bots.md"])
def test_the_documents_have_the_tables_of_today(name):
    """Otherwise: python -m offleash.lab.questions.tables docs/{plans,lab,bots}.md."""
    text = (DOCS / name).read_text(encoding="utf-8")
    assert re.search(r"<!-- fields of \w+ -->\n\| key \|", text)
    assert with_tables(text) == text
