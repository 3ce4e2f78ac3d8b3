"""`games NAME`: few options in a table, many under headings, whatever the width."""

import pytest

from offleash.cli.games import options_by_section, options_table, print_measures
from offleash.contract.options import flag, make_options, numbers, options_record, section, whole

OPTION_LIST = (
    *section(
        "Walking",
        whole("steps", 2, 1, 9, "how far a dog walks", source="§3 · M1", swept=(1, 2)),
        flag(
            "leash", "it is kept on one, which is a nuisance to dogs and owners alike", source="§4"
        ),
    ),
    *section("Eating", numbers("biscuits", ("ann", "bob"), 3, 0, 9, "for each of them")),
)
OPTIONS = options_record(OPTION_LIST)


def lines(width: int = 60, **presets) -> list[str]:
    options = make_options(OPTION_LIST, OPTIONS)
    options_by_preset = {
        name: make_options(OPTION_LIST, OPTIONS, changes) for name, changes in presets.items()
    }
    lines = options_by_section(OPTION_LIST, options, options_by_preset, width)
    return "\n".join(line.plain for line in lines).split("\n")


def test_options_are_listed_under_their_headings():
    assert lines(100) == [
        "",
        "Walking",
        "  steps = 2                                   from 1 to 9; sweep 1 2",
        "      how far a dog walks [§3 · M1]",
        "  leash = false                               false or true",
        "      it is kept on one, which is a nuisance to dogs and owners alike [§4]",
        "",
        "Eating",
        "  biscuits = 3                                from 0 to 9 for each of ann, bob",
        "      for each of them",
    ]


def test_other_presets_are_shown_where_they_differ():
    text = "\n".join(lines(100, long={"steps": 4}, calm={"leash": True, "steps": 5}))
    assert "steps = 2 (long: 4, calm: 5)" in text
    assert "leash = false (calm: true)" in text
    assert "biscuits = 3   " in text


@pytest.mark.parametrize("width", [100, 70, 60, 40, 24])
def test_no_line_is_wider_than_the_terminal(width):
    option_lines = lines(width, long={"biscuits": "ann=4"})
    assert max(map(len, option_lines)) <= width
    words = " ".join(" ".join(option_lines).split())
    assert "a nuisance to dogs and owners alike [§4]" in words


def test_a_source_that_does_not_fit_gets_its_own_line():
    assert "      [§4]" in lines(72)
    assert "      [§4]" not in lines(100)


def test_few_options_are_a_table():
    table = options_table(OPTION_LIST, make_options(OPTION_LIST, OPTIONS))
    assert [column.header for column in table.columns] == [
        "option",
        "default",
        "values",
        "source",
        "sweep",
        "what it does",
    ]
    assert table.row_count == len(OPTION_LIST)


def test_measures_are_listed_by_sections_with_todays_values(capsys):
    print_measures("digs", "quick")
    text = capsys.readouterr().out
    assert "preset quick: 240 games" in text
    assert "wins of Red" in text and "minutes spent on" in text
