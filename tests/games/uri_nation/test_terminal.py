"""Uri-Nation on a terminal: the street in letters, and every bowl below it."""

import pytest

import offleash
from offleash.contract.option_texts import store_text
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.options import board_of


def drawing(preset, position, seat=NOBODY, **options):
    session = offleash.new("uri-nation", preset=preset, position=position, options=options)
    return session.text(None if seat == EVERYBODY else seat)


def lines(preset, position, seat=NOBODY, **options):
    return drawing(preset, position, seat, **options).plain.split("\n")


def cell(grid, row, column):
    """Two letters of the map, found by the numbers at its edges."""
    tens, units, *rows = grid
    at = 3 + 2 * column
    assert units[at : at + 2].strip() == str(column % 10)
    assert rows[row].startswith(f"{row:2} ") and rows[row].split()[-1] == str(row)
    if column % 10 == 0 and column:
        assert tens[at : at + 2].strip() == str(column // 10)
    return rows[row][at : at + 2]


STREET = (
    "bruiser at (3,10) owns (2,4)+2 (2,10); yapper at (5,20) owns (6,1); "
    "scrapper at (5,20); (2,9) yapper* bruiser scrapper; home 1 disk - away 1; steps 3"
)


def test_the_street_shows_disks_tokens_markers_homes_and_dogs():
    grid = lines("1.2", STREET)
    assert cell(grid, 2, 4) == "2b"
    assert cell(grid, 2, 10) == " b"
    assert cell(grid, 6, 1) == " y"
    assert cell(grid, 2, 11) == " T"
    assert cell(grid, 2, 9) == "3B" and cell(grid, 2, 5) == " B"
    assert cell(grid, 2, 3) == "!1" and cell(grid, 6, 3) == " 2"
    assert cell(grid, 3, 10) == "@b" and cell(grid, 5, 20) == "@2" and cell(grid, 5, 21) == "@d"
    assert [cell(grid, 2, column) for column in (0, 8, 12)] == [" W", " C", " P"]
    assert cell(grid, 6, 12) == " E" and cell(grid, 4, 6) == " x" and cell(grid, 4, 5) == " ="


def test_disks_have_their_owners_colour():
    text = drawing("1.2", STREET)
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles["2b"] == styles[" b"] == styles["@b"]
    assert styles["2b"] != styles[" y"]
    assert styles["3B"] == styles[" y"]  # of who initiated


def test_bowls_show_pegs_tokens_and_what_else_there_is_to_know():
    position = (
        "bruiser at (3,10) water 2 swagger 3 drive 0 grit 7 owns (2,10) holds EV15 skip yes; "
        "yapper empty 2 walk +2; home 1 fort 2; steps 3; no water yapper"
    )
    rows = lines("1.2", position)
    assert "> Bruiser  ●●○○○○ Swagger 3 Drive 0 Grit 7 Bond 1" in rows
    words = " ".join(" ".join(rows).split())
    home = "1 territory, at (3,10), home 1 with 2 fortify"
    assert f"{home}, holds EV15 Pocket biscuit, no action" in words
    assert "0 territories, at (3,21), home 4, +2 on the next walk, housebound" in words
    assert "round 1 of 30 · 10 territories win" in rows
    assert "the Bruiser walks, 3 steps left" in rows
    assert "the water is closed until the next turn of the Yapper" in rows


def test_alliances_and_challenges_are_in_words():
    assert "alliance at (2,9): Bruiser, Scrapper, Yapper" in lines("1.2", STREET)
    fight = "bruiser at (3,4) grit 7; yapper owns (2,4)+1; challenge (2,4); phase dice"
    words = " ".join(lines("1.2", fight))
    assert "the Bruiser challenges the Yapper for (2,4), die -2 against die +1" in words


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("phase roll", "the Bruiser rolls"),
        ("phase setup", "the Bruiser claims a territory next to its home"),
        ("bruiser holds EV15; phase pre-roll", "the Bruiser may play a card before the roll"),
        ("bruiser at (3,0); phase drink; steps 2", "the Bruiser may drink here"),
        (
            "bruiser at (3,8); phase draw; deck chance",
            "the Bruiser draws a card of the Chance deck",
        ),
        (
            "bruiser owns (2,1)+1; card EV18; phase target",
            "the Bruiser chooses for “Street sweeper at dawn”",
        ),
        ("phase action; actions 1", "the Bruiser acts"),
        ("phase action; actions 2", "the Bruiser acts, 2 actions left"),
        ("challenge (2,4); phase reclaim", "the Bruiser has won (2,4) and may re-claim it"),
        ("phase order", "a roll-off for the order of round 1"),
    ],
)
def test_what_is_going_on(position, words):
    assert words in lines("1.2", position, actions_per_turn=2)


def test_the_end():
    over = "bruiser owns (2,1); phase over; winners bruiser; ending last-dog; once held all"
    assert "the Bruiser wins: no other dog holds a territory" in lines("1.2", over)


def test_a_bid_is_not_shown_before_the_reveal():
    fight = "bruiser at (3,4); yapper owns (2,4); challenge (2,4) bids {} -; phase counterbid"
    drawings = [
        drawing("1.2", fight.format(bid), seat, secret_bidding=True).plain
        for bid in (0, 3)
        for seat in (NOBODY, 3)
    ]
    assert len(set(drawings)) == 1


@pytest.mark.parametrize("board", list(BOARDS))
def test_it_fits_the_terminal(board):
    """Sixty columns for the boards of the two versions, a hundred for any."""
    options = GAME.options(board=board)
    text_lines = GAME.pictures.draw_text(GAME.new_state(options), options, NOBODY).plain.split("\n")
    most = 60 if board in ("elm-street", "six-blocks") else 100
    assert max(map(len, text_lines)) <= most
    rows = board_of(options).rows
    assert len([line for line in text_lines if line[:3].strip().isdecimal()]) >= len(rows)


def test_the_widest_board_has_one_letter_a_cell():
    """64 columns are as wide as boards get."""
    street = "urination-board 1\nname: Wide\nversion: 1.2 house\ngrid:\n"
    text = street + "\n".join(WIDE) + "\n"
    options = GAME.options("1.2")
    options["board"][0] = store_text(text)
    GAME.settle_options(options)
    rows = GAME.pictures.draw_text(GAME.new_state(options), options, NOBODY).plain.split("\n")
    assert max(map(len, rows)) <= 100
    assert rows[1].strip() == "0123456789" * 6 + "0123"
    assert rows[2] == " 0 " + WIDE[0].replace(".", " ") + " 0"


WIDE = ("..1T........T2...............................T4...........T3....", "s" * 64)
