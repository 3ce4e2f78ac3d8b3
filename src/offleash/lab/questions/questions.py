"""The questions that the lab answers, by kind: each is a file here, with all of its fields.

A new field is written in its file alone. It is then a flag of the command, a keyword in Python, a
key of plan files, an input of the studio's form and a row of the table in the docs.
"""

from offleash.lab.questions.claim import Claim
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.ladder import Ladder
from offleash.lab.questions.propose import Propose
from offleash.lab.questions.question import Question, RunQuestion
from offleash.lab.questions.simulate import Simulate
from offleash.lab.questions.sweep import Sweep
from offleash.lab.questions.train import Train
from offleash.lab.questions.tune import Tune
from offleash.lab.questions.worth import Worth

KINDS: dict[str, type[RunQuestion]] = {  # that runs answer
    question.kind: question for question in (Simulate, Compare, Sweep, Tune, Propose, Ladder, Claim)
}
QUESTIONS: dict[str, type[Question]] = {**KINDS, Worth.kind: Worth, Train.kind: Train}
