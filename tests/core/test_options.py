import pytest

from offleash.core.errors import BadNotation
from offleash.core.options import changed_options, choice, flag, make_options, options_record, whole

SWITCHES = (
    flag("loud", "barks"),
    choice("way", ("left", "right"), "where to"),
    whole("legs", 4, 2, 8, "how many", step=2),
)
OPTIONS = options_record(SWITCHES)


def test_defaults_and_choices():
    made = make_options(SWITCHES, OPTIONS, {"loud": "yes", "way": "right"})
    assert [int(made[s.name][0]) for s in SWITCHES] == [1, 1, 4]
    assert changed_options(SWITCHES, made, make_options(SWITCHES, OPTIONS)) == {
        "loud": "true",
        "way": "right",
    }
    assert make_options(SWITCHES, OPTIONS, {"loud": True, "legs": 6})["legs"][0] == 6


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"loud": "maybe"}, "option loud can't be 'maybe': it takes false or true"),
        ({"way": "up"}, "option way can't be 'up': it takes left or right"),
        ({"legs": 3}, "option legs can't be 3: it takes a whole number from 2 to 8 in steps of 2"),
        ({"legs": "four"}, "option legs can't be 'four'"),
        ({"lout": 1}, "there is no option 'lout', did you mean loud; known are loud, way, legs"),
    ],
)
def test_bad_values_get_one_sentence(chosen, message):
    with pytest.raises(BadNotation) as error:
        make_options(SWITCHES, OPTIONS, chosen)
    assert message in str(error.value)
