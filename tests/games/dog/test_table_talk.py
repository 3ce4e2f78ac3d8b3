"""What the players of Dog hear, what they may look up, and a seven said in one line."""

import pytest

import offleash
from offleash.contract.rules.actors import NOBODY
from offleash.games.dog.rules.actions import GIVE
from offleash.tools.errors import BadNotation


def news_of(session, seat, since=0):
    return [line for event in session.events(seat, since) for line in event.news]


def test_a_round_is_described_in_words():
    session = offleash.new("dog", seed=7)
    talk = news_of(session, 0)
    assert [line for line in talk if line.endswith("deals first")] == talk[:1]
    assert talk[1].startswith("a new round: ") and talk[1].endswith("has dealt 6 cards each")


def test_each_seat_hears_what_it_gave_and_got_and_nobody_else_does():
    session = offleash.new("dog", position="||| phase=give hands=A,5|2,2,3|K,9|Joker,4 deal=3")
    session.play("give A", "give 3", "give 9", "give Joker")
    assert "you gave Blue A and got 9" in news_of(session, 0)
    assert "you gave Red 9 and got A" in news_of(session, 2)
    assert "you gave Green 3 and got Joker" in news_of(session, 1)
    assert "partners have exchanged a card each" in news_of(session, NOBODY)
    assert [event.text for event in session.events(0)] == ["give A", "", "", ""]
    assert [event.text for event in session.events(NOBODY)] == [""] * 4


def test_captures_thrown_hands_and_the_end_are_announced():
    session = offleash.new("dog", position="P0|P4||P20 hands=4,5|2,3,5|2|A")
    session.play("4 a")
    assert news_of(session, 3) == ["a token of Yellow goes back to its kennel"]
    session.play("A start", "throw", "throw")
    assert news_of(session, 0, since=3) == ["Yellow lays down 2,3,5"]
    face_down = offleash.new(
        "dog", position="P0||| seat=3 hands=|||5,6 deal=3", options={"throw_hidden": True}
    )
    assert news_of(face_down.play("throw"), 0) == ["Green throws 2 cards face down"]
    last = offleash.new("dog", position="P63F1F2F3||F0F1F2F3| hands=A|2|2|2")
    assert news_of(last.play("A a 1"), 1) == []
    victory = offleash.new("dog", position="P0F1F2F3||F0F1F2F3| hands=A|2|2|2")
    assert news_of(victory.play("A a 1 home"), 1) == [
        "all tokens of Red and Blue are home, and 0 of Yellow and Green",
        "Red and Blue win",
    ]


def play_line(position, line, **options):
    session = offleash.new("dog", position=position, options=options)
    numbers = session.game.notation.several(line, session.state, session.options)
    assert numbers is not None
    return session.play(*numbers), session.game.notation.format_board(
        session.state, session.options
    )


@pytest.mark.parametrize(
    ("position", "line", "board", "options"),
    [
        ("P10P20||| hands=7|2|2|2", "7 a4 b3", "P14P23|||", {}),
        ("P10P20||| hands=Joker|2|2|2", "joker 7 b7", "P10P27|||", {}),
        ("P62P20||| hands=7|2|2|2", "7 a4h b3", "P23F1|||", {}),
        ("P62P20||| hands=7|2|2|2", "7 a4 b3", "P2P23|||", {}),
        ("P62F2||| hands=7|2|2|2", "7 b1 a6", "P4F3|||", {}),
        ("P10||P40| hands=7|2|2|2", "7 a3 pa4", "P13||P44|", {"canadian": True}),
        ("P10P20||| hands=7|2|2|2", "7 a2 end", "P12P20|||", {"seven_partial": True}),
        ("P14|P16*|| hands=7|2|2|2", "7 a7", "P21|P16*||", {"seven_jumps_protected": True}),
    ],
)
def test_a_seven_in_one_line(position, line, board, options):
    session, actual = play_line(position, line, **options)
    assert actual == board
    assert session.actor != 0 or session.over


@pytest.mark.parametrize(
    ("position", "line", "action"),
    [
        ("P10||| hands=3,Q|2|2|2", "3", "3 a"),
        ("P10||| hands=3,Q|2|2|2", "q", "Q a"),
        ("||| hands=K,3|2|2|2", "K", "K start"),
    ],
)
def test_a_rank_plays_the_card_if_there_is_one_way(position, line, action):
    session = offleash.new("dog", position=position)
    (number,) = session.game.notation.several(line, session.state, session.options)
    assert session.game.notation.format_action(number, session.options) == action


def test_a_rank_alone_is_a_gift():
    """Whatever is in the hand: the rules then say that it is not."""
    session = offleash.new("dog", seed=3)
    for line, rank in (("7", 6), ("10", 9), ("a", 0), ("JOKER", 13)):
        actions = session.game.notation.several(line, session.state, session.options)
        assert actions == [GIVE + rank]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("4", "a 4 can be played in 4 ways: 4 a, 4 a back, 4 b or 4 b back"),
        ("5", "you can't play a 5 now"),
    ],
)
def test_a_rank_that_is_not_one_action_says_so(line, sentence):
    session = offleash.new("dog", position="P10P20||| hands=4|2|2|2")
    with pytest.raises(BadNotation, match=sentence):
        session.game.notation.several(line, session.state, session.options)


def test_a_seven_can_be_taken_up_again():
    session = offleash.new("dog", position="P10P20||| hands=7|2|2|2").play("7", "step a")
    numbers = session.game.notation.several("a3 b3", session.state, session.options)
    assert (
        session.play(*numbers).game.notation.format_board(session.state, session.options)
        == "P14P23|||"
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("7 a4 b4", "'b4' is more than the 3 steps that are left"),
        ("7 c7", "'c7' can't be played: token c is in the kennel"),
        ("joker 7 a7", "'joker 7 a7' can't be played: there is no Joker in the hand"),
    ],
)
def test_a_line_that_can_not_be_played_says_which_part(line, sentence):
    session = offleash.new("dog", position="P10P20||| hands=7|2|2|2")
    before = session.state.tobytes()
    with pytest.raises(BadNotation, match=sentence):
        session.game.notation.several(line, session.state, session.options)
    assert session.state.tobytes() == before


@pytest.mark.parametrize("line", ["7", "a4 b3", "4 a", "", "7 x3", "7 a8", "throw"])
def test_other_lines_are_left_to_the_plain_notation(line):
    session = offleash.new("dog", position="P10P20||| hands=7|2|2|2")
    assert session.game.notation.several(line, session.state, session.options) is None


def test_pages_fit_sixty_columns():
    pages = offleash.load_game("dog").notation.pages
    assert set(pages) == {"rules", "cards"}
    for text in pages.values():
        assert max(map(len, text.splitlines())) <= 60


def test_everybody_is_told_who_plays_with_whom():
    game = offleash.load_game("dog")
    first, second = game.notation.welcome(game.options(), 1)
    assert first == "You are Yellow, and Green opposite is your partner."
    assert second == "Against you play Blue (right) and Red (left)."
