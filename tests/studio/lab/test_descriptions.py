"""The question of a run has the words of the pages, not the names that files have."""

import pytest

from offleash.games import registry
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.projects.project import new_project
from offleash.studio.experiments import states
from offleash.studio.experiments.descriptions import question_of
from offleash.studio.experiments.plans import plan_from_text
from offleash.studio.experiments.run_process import ProgressWriter
from tests.studio.lab.sample_runs import plan_of

SWEEP = """
kind = "sweep"
game = "uri-nation"
preset = "1.2"
games = 96
[sweep.over]
"water_cap.bruiser" = [4, 5]
swagger_per = [2, 3]
"""
SIMULATION = """
game = "uri-nation"
preset = "1.4"
games = 96
[options]
max_rounds = 20
"""
QUESTIONS = {
    SWEEP: "Uri-Nation 1.2: what do values of water cap of the Bruiser and swagger per do?",
    SIMULATION: "How does Uri-Nation 1.4 play with max rounds = 20?",
}


@pytest.mark.parametrize(("text", "question"), QUESTIONS.items(), ids=["sweep", "simulation"])
def test_options_are_named_in_words(text: str, question: str) -> None:
    assert question_of(plan_of(text)) == question


def test_a_run_of_a_project_has_its_names(tmp_path) -> None:
    game = registry.load("uri-nation")
    new_project(tmp_path / "mine", game, "1.2")
    with (tmp_path / "mine" / "project.toml").open("a") as file:
        file.write('names = "Bruiser = Anvil"\n')
    text = SWEEP.replace('preset = "1.2"', 'rules = "project.toml"')
    plan = plan_from_text(text, tmp_path / "mine")
    assert "water cap of the Anvil" in question_of(plan)
    writer = ProgressWriter(tmp_path)
    writer.begin(Run(Experiment(plan, game), 1))
    writer.write(verdict="The Bruiser wins.", note="the Bruiser leads")
    info = states.read(tmp_path)
    assert (info.verdict, info.note) == ("The Anvil wins.", "the Anvil leads")
