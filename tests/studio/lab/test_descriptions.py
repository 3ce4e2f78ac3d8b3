"""The question of a run has the words of the pages, not the names that files have."""

import pytest

from offleash.studio.lab.descriptions import question_of
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
