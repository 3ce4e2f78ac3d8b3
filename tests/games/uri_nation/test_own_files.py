"""Rulings that need a street or a deck of one's own to be seen."""

import pytest

from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.options import OPTION_LIST
from offleash.play.session import Session

SHIPPED = "WTT1TB:TCTTBC..T:T...BTTCT:BT4TTW"


@pytest.fixture
def file(tmp_path):
    """Writes a file and says where it is."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def at(options, position):
    return Session(GAME, GAME.options("1.2", **options), position=position)


def crowded(file, row):
    """Hammerhead Lane with other things beside its side street."""
    text = BOARDS["hammerhead-lane"].read_text(encoding="utf-8").replace("1.2\n", "1.2 house\n")
    assert SHIPPED in text
    return file("crowded.txt", text.replace(SHIPPED, row, 1))


def deck(file, **cards):
    """A deck of events: each card with its effects, and held where a window is named first."""
    lines = []
    for name, (hold, effects) in cards.items():
        lines += ["[[card]]", f'id = "{name}"', 'category = "own"', f'name = "{name}"']
        lines += [f'hold = "{hold}"'] * bool(hold) + [f'effects = "{effects}"']
    return file("events.toml", "\n".join(lines))


# Several features on one cell (M4, M5)


@pytest.mark.parametrize(("card", "phase"), [("CH23", "move"), ("CH04", "drink")])
def test_a_chance_spot_comes_before_a_drink(file, card, phase):
    """The water is further west, but of a later kind; the card decides whether it can be paid."""
    board = crowded(file, "WTT1TB:TCTTBC..W:C...BTTCT:BT4TTW")
    session = at({"board": board}, "bruiser at (3,16) drive 2; steps 3")
    session.play("step N")
    assert not GAME.notation.position_differs(
        "bruiser at (2,16) drive 1; phase draw; deck chance", session.state, session.options
    )
    session.play(f"draw {card}")
    assert not GAME.notation.position_differs(f"phase {phase}", session.state, session.options)


def test_joining_comes_before_a_chance_spot(file):
    board = crowded(file, "WTT1TB:TCTTBC..C:B...BTTCT:BT4TTW")
    session = at({"board": board}, "bruiser at (3,16) water 1; (2,17) yapper*; steps 3")
    session.play("step N")
    assert not GAME.notation.position_differs(
        "bruiser water 0; (2,17) yapper* bruiser; phase draw", session.state, session.options
    )


def test_two_features_of_one_cell_both_trigger(file):
    board = crowded(file, "WTT1TB:TCTTBC..C:C...BTTCT:BT4TTW")
    session = at({"board": board}, "bruiser at (3,16) drive 1; steps 3")
    session.play("step N", "draw CH09")
    assert not GAME.notation.position_differs("phase draw", session.state, session.options)
    session.play("draw CH10")
    assert not GAME.notation.position_differs(
        "bruiser swagger 5; phase move; triggered (2,15) (2,17)", session.state, session.options
    )


# Bond lines of a board (A8, B20, N3)


@pytest.mark.parametrize("radius", [0, 1])
def test_lines_of_the_board_win_and_may_reach_across_the_road(file, radius):
    """The bond space (2,9) of Elm Street reaches (6,10) alone, whatever the radius."""
    text = BOARDS["elm-street"].read_text(encoding="utf-8").replace("1.2\n", "1.2 house\n")
    lined = text.replace("grid:", "bond: 2,9 : 6,10 6,11\ngrid:")
    options = {"board": file("lined.txt", lined), "influence_radius": radius}
    bonded = "yapper owns (2,10) (6,10); (2,9) bruiser* yapper; phase action"
    assert at(options, f"bruiser at (5,10); {bonded}").legal == ["pass"]
    assert at(options, f"bruiser at (3,10); {bonded}").legal == ["challenge (2,10)", "pass"]


# Decks of one's own (D3, E16, N14)


def test_carried_home_before_the_roll_there_is_no_walk(file):
    cards = deck(file, LIFT=("pre_roll", "send_home"))
    session = at({"event_cards": cards}, "bruiser at (3,9) water 1 holds LIFT; phase pre-roll")
    session.play("play LIFT")
    assert not GAME.notation.position_differs(
        "bruiser at (3,3) water 1 holds -; phase action", session.state, session.options
    )
    session.play("pass")
    assert not GAME.notation.position_differs("bruiser water 6", session.state, session.options)


def test_with_pile_and_discards_empty_nothing_is_drawn(file):
    cards = deck(file, BONE=("pre_roll", "tok drive +1"))
    session = at({"event_cards": cards}, "bruiser at (5,11); yapper holds BONE; steps 1")
    session.play("step E")
    assert not GAME.notation.position_differs(
        "bruiser at (5,12); phase move", session.state, session.options
    )


def test_who_has_most_is_settled_when_the_card_is_drawn(file):
    """After the first effect the Bruiser has fewer, and still is meant by the second."""
    cards = deck(file, WASH=("", "most: unclaim; most: tok grit +3"))
    start = "bruiser at (5,11) grit 0 owns (2,1) (2,2); yapper grit 0 owns (2,22); steps 1"
    session = at({"event_cards": cards}, start)
    session.play("step E", "draw WASH", "target (2,1)")
    assert not GAME.notation.position_differs(
        "bruiser grit 3 owns (2,2); yapper grit 0", session.state, session.options
    )


@pytest.mark.parametrize(
    ("option", "spot", "step", "draw"),
    [
        ("water_cards", "(3,1)", "step W", ["drink", "draw ODD"]),
        ("chance_cards", "(3,7)", "step E", ["draw ODD"]),
        ("event_cards", "(5,11)", "step E", ["draw ODD"]),
    ],
)
def test_each_deck_can_be_another(file, option, spot, step, draw):
    assert option in {option.name for option in OPTION_LIST}
    cards = deck(file, ODD=("", "tok grit +4"))
    session = at({option: cards}, f"bruiser at {spot} grit 1; steps 1")
    session.play(step, *draw)
    assert not GAME.notation.position_differs(
        "bruiser grit 5; phase move", session.state, session.options
    )


def test_ids_of_cards_may_be_words_of_the_notation(file):
    cards = deck(file, grit=("pre_roll", "tok grit +1"), at=("pre_roll", "walk +1"))
    session = at({"event_cards": cards}, "bruiser holds grit+at grit 1; phase pre-roll")
    assert session.legal == ["go", "play grit", "play at"]
    copy = GAME.notation.parse_position(session.position, session.options)
    assert copy.tobytes() == session.state.tobytes()


# A feature with several frontage cells (M3)


@pytest.mark.parametrize("limit", ["1", "none"])
def test_going_along_a_frontage_is_not_entering_it(file, limit):
    """The path leads from one side of the corner's water to the other."""
    text = BOARDS["six-blocks"].read_text(encoding="utf-8").replace("1.4\n", "1.4 house\n")
    cornered = text.replace("sTT1TTs", "sWT1TTs").replace("grid:", "path: 0,1 > 1,0\ngrid:")
    options = GAME.options(board=file("corner.txt", cornered), triggers_per_feature_per_turn=limit)
    start = "bruiser at (0,2) drive 2; steps 5"
    session = Session(GAME, options, position=start).play("step W")
    assert session.legal == ["drink", "leave"]
    session.play("leave", "path")
    assert not GAME.notation.position_differs(
        "bruiser at (1,0) drive 1; phase move", session.state, session.options
    )
    second = Session(GAME, options, position="bruiser at (2,0); triggered (1,1); steps 2")
    second.play("step N")
    assert ("drink" in second.legal) == (limit == "none")


# Numbers that no record could hold


def test_tokens_stay_within_their_record():
    session = at({}, "bruiser at (3,4) grit 9999; yapper owns (2,4); phase action")
    session.play("challenge (2,4)", "dice 1-6")
    assert not GAME.notation.position_differs("bruiser grit 9999", session.state, session.options)


def test_cards_that_pile_up_stay_within_their_record(file):
    most = "attack +20; attack +20; attack +20; walk +20"
    cards = deck(file, A1=("pre_action", most), A2=("pre_action", most), A3=("", "water +1"))
    start = "bruiser at (3,4) holds A1+A2 walk +890; yapper owns (2,4); phase action"
    session = at({"event_cards": cards}, start)
    session.play("play A1", "play A2")
    after = "bruiser attack +100 walk +900"
    assert not GAME.notation.position_differs(after, session.state, session.options)
