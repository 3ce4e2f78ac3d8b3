"""Guided first games as data: every guide can be played, and a wrong one is refused."""

import re

import pytest

from offleash.games import registry
from offleash.play.guide import Guide, check_guide, find_guide, parse_guide, read_guide
from offleash.play.scenario import run_file
from offleash.tools.errors import BadFile

GAMES = [name for name in registry.ROWS if name != "digs"]  # those of the box
SMALL = """
game = "dog"
title = "A small guide"
position = "P20||| hands=A,5|4|4|4"
[[step]]
text = "Your kennel."
look = ["kennel-0-1"]
[[step]]
text = "Come out."
why = "Only tokens on the loop can move."
wrong = "Play the ace."
play = "A start"
then = ["throw", "throw", "throw"]
[[step]]
text = "And on."
why = "It is the only card left."
wrong = "Play the 5."
play = "5 a"
[[step]]
text = "The end."
"""


def shipped_guide(name: str) -> Guide:
    path = find_guide(name)
    assert path is not None
    return read_guide(path)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_guide_that_can_be_played(name):
    guide = shipped_guide(name)
    session = check_guide(guide)
    assert guide.file.game == name
    assert 2 <= guide.file.minutes <= 5
    assert [moment.action for moment in session.history] == [
        session.game.notation.parse_action(action, session.options) for action in guide.script
    ]
    assert sum(bool(step.actions) for step in guide.file.step) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_reads_every_step_once_and_acts_when_it_is_due(name):
    guide = shipped_guide(name)
    read, acts = [], []
    for count in range(len(guide.script) + 1):
        lesson = guide.lesson(count)
        read += [step for step in lesson.steps if step not in read]
        acts += lesson.actions[:1]
        assert lesson.is_end == (count == len(guide.script))
    assert read == list(guide.file.step)
    assert acts == [action for step in guide.file.step for action in step.actions]


def test_lessons_of_a_small_guide():
    guide = parse_guide(SMALL, "small")
    texts = [[step.text for step in guide.lesson(count).steps] for count in range(6)]
    assert texts == [["Your kennel.", "Come out."], [], [], [], ["And on."], ["The end."]]
    assert [guide.lesson(count).actions for count in (0, 1, 4, 5)] == [
        ("A start",),
        (),
        ("5 a",),
        (),
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('play = "A start"', 'play = "5 start"', "step 2: '5 start'"),
        ('play = "A start"', 'play = "K start"', "step 2: illegal action 'K start'"),
        ('then = ["throw", "throw", "throw"]', "", "step 3: '5 a' is not the learner's to play"),
        ('play = "5 a"', 'then = "5 a"', "step 3: '5 a' is the learner's to play"),
        ('why = "Only tokens on the loop can move."', "", "step 2: a step with a move needs"),
        ('wrong = "Play the ace."', "", "step 2: a step with a move needs"),
        ('"kennel-0-1"', '"kennel-9"', "step 1: the picture has no element 'kennel-9'"),
        ('text = "The end."', 'text = "The end."\nplay = "5 b"', "ends with a step that has only"),
        ('text = "The end."', f'text = "{"x" * 400}"', "step 4: its text must have"),
        ('title = "A small guide"', "", "title"),
        ('title = "A small guide"', 'title = "A"\nminute = 3', "minute"),
        ('game = "dog"', 'game = "dog"\nseat = -1', "line 3: seat must be a number from 0 to 3"),
        ('game = "dog"', 'game = "dog"\nseat = 4', "line 3: seat must be a number from 0 to 3"),
    ],
)
def test_a_wrong_guide_is_refused_with_its_step(old, new, problem):
    assert old in SMALL
    with pytest.raises(BadFile, match=re.escape(problem)):
        check_guide(parse_guide(SMALL.replace(old, new, 1), "small.toml"))


def test_a_guide_is_checked_like_scenarios(tmp_path):
    file = tmp_path / "guide.toml"
    file.write_text(SMALL, "utf-8")
    [result] = run_file(file)
    assert (result.name, result.checks, result.has_passed) == ("A small guide", 4, True)
