"""What a player of Secret Mission is shown and told, and what may be typed."""

import pytest

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.secret_mission import GAME
from offleash.play.session import Session
from offleash.tools.errors import BadNotation

POSITION = (
    "table=red-red@0,0E missions=blue-yellow|brown-grey playing=yellow-white|black-black seat={}"
)


def render(seat, mover=0, **changes):
    """The board as a seat sees it; the whole record is handed in."""
    options = GAME.options(**changes)
    states = GAME.notation.parse_position(POSITION.format(mover), options)
    return GAME.pictures.draw_text(states, options, seat).plain


# The board


def test_a_mission_is_shown_to_its_owner_only():
    assert "mission Bu-Ye" in render(0) and "mission Bn-Gy" not in render(0)
    assert "mission Bn-Gy" in render(1) and "mission Bu-Ye" not in render(1)
    assert "mission ?" in render(NOBODY) and "Bu-Ye" not in render(NOBODY)
    assert "Bu-Ye" in render(EVERYBODY) and "Bn-Gy" in render(EVERYBODY)


def test_a_playing_tile_is_shown_to_others_only_where_it_lies_open():
    assert "tile Bk-Bk" not in render(0) and "yellow-white" not in render(1)
    assert "tile Ye-Wh" not in render(1)
    assert "tile Bk-Bk" in render(0, open_playing_tile="true")
    assert "mission Bn-Gy" not in render(0, open_playing_tile="true")


def test_only_the_seat_to_move_sees_numbers():
    """Eight cells touch one tile and fourteen lie around those: the first dog has 22."""
    assert " 22\n" in render(0)
    assert " 22\n" not in render(1) and " 1 " not in render(1)
    assert " 22\n" in render(1, mover=1)  # a double may be said from either cell


def test_lines_fit_sixty_columns():
    session = Session(GAME, GAME.options(players="4", extra_tiles="true"), seed=2)
    while not session.over:
        lines = session.text(session.actor).plain.split("\n")
        assert max(map(len, lines)) <= 60
        session.play(session.legal_numbers[len(session.legal_numbers) // 2])
    assert max(map(len, session.text().plain.split("\n"))) <= 60


# Typing


def typed(text, mover=0):
    options = GAME.options()
    states = GAME.notation.parse_position(POSITION.format(mover), options)
    actions = GAME.notation.several(text, states, options)
    return actions and [GAME.notation.format_action(action, options) for action in actions]


def test_a_place_by_its_number():
    """Row by row: 1 to 4 lie two above, 10 and 11 are left of the red dogs, 12 is right of them."""
    assert typed("12 E") == ["at 2,0 E"]
    assert typed("12 13") == ["at 2,0 E"]
    assert typed("13 12") == ["at 3,0 W"]
    assert typed("13") == ["at 3,0 W"]  # there is no other way
    assert typed("at 12 E") == typed("2,0 E") == ["at 2,0 E"]


def test_a_double_may_be_said_from_either_cell():
    assert typed("12 13", 1) == typed("13 12", 1) == typed("13", 1) == ["at 2,0 E"]


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("12", "add the way"),
        ("12 W", "not W"),
        ("23", "there is no place 23"),
        ("12 22", "can't be laid"),
    ],
)
def test_an_impossible_line_is_refused(text, because):
    with pytest.raises(BadNotation, match=because):
        typed(text)


def test_other_lines_are_left_alone():
    assert typed("sit") is None
    options = GAME.options()
    assert GAME.notation.several("12", GAME.new_state(options), options) is None


def test_the_list_is_summarised():
    options = GAME.options()
    for mover, words in ((0, "the yellow dog and the way to the white dog"), (1, "one black dog")):
        states = GAME.notation.parse_position(POSITION.format(mover), options)
        (line,) = GAME.notation.brief(states, options, mover, [])
        assert words in line
    assert GAME.notation.brief(GAME.new_state(options), options, 0, []) is None


# News


def news_of(session, seat):
    return [line for event in session.events(seat) for line in event.news]


def test_what_is_laid_is_named_when_it_lies_and_not_before():
    """N7: no text names a playing tile before that."""
    session = Session(GAME, GAME.options(starter="0"))
    session.play("mission blue-red", "mission brown-grey", "draw yellow-white", "draw black-black")
    assert news_of(session, 1) == ["everybody has a mission", "Rust begins"]
    assert not any("yellow" in str(event) for event in session.events(1))
    session.play("at 0,0 E")
    assert news_of(session, 1)[-1] == "Rust lays yellow-white"


def test_the_end_of_the_supply_and_the_scores():
    session = Session(GAME, GAME.options(), seed=6)
    while not session.over:
        session.play(session.legal_numbers[0])
    news = news_of(session, NOBODY)
    assert news.count("the supply is empty: the last tiles are laid in turn") == 1
    assert sum(" had " in line for line in news) == 2
    winner = GAME.rules.seat_names[session.returns.index(1.0)]
    assert news[-1].startswith(f"{winner} wins")


def test_who_plays_after_whom():
    """Anticlockwise: after seat 1 comes seat 0, then 3."""
    (first, _) = GAME.notation.welcome(GAME.options(players="4"), 1)
    assert first == "You are Azure; Rust, Teal and then Gold play after you."
    assert GAME.notation.welcome(GAME.options(), 0)[0] == "You are Rust; Azure plays after you."


# Pages


@pytest.mark.parametrize("page", list(GAME.notation.pages))
def test_pages_fit_sixty_columns(page):
    options = GAME.options("expansion")
    assert max(map(len, GAME.page(page, options).split("\n"))) <= 60


def test_pages_follow_the_options():
    assert "face up" in GAME.page("rules", GAME.options(open_playing_tile="true"))
    assert "hidden" in GAME.page("rules", GAME.options())
    assert "shiba" in GAME.page("dogs", GAME.options("expansion"))
    assert "shiba" not in GAME.page("dogs", GAME.options())
