"""What players of Uri-Nation hear and may look up, and what they may type in one line."""

import pytest

import offleash
from offleash.contract.rules.actors import NOBODY
from offleash.games.uri_nation import GAME
from offleash.tools.errors import BadNotation

MANY_DIGITS = "9" * 5000  # more than Python makes a number of


def at(preset, position, **options):
    return offleash.new("uri-nation", preset=preset, position=position, options=options)


def news_for(session, *actions, seat=0):
    """The news of the last of some actions."""
    session.play(*actions)
    return list(session.events(seat, len(session.history) - 1)[0].news)


def news_of(preset, position, *actions, **options):
    return news_for(at(preset, position, **options), *actions)


# News of walks


def test_joining_an_alliance_names_its_price():
    passing = "bruiser at (3,8); steps 4; (2,9) yapper*; triggered (2,8)"
    assert news_of("1.2", passing, "step E") == [
        "the Bruiser joins the alliance at (2,9) for 1 water"
    ]
    dry = "bruiser at (3,8) water 0; steps 4; (2,9) yapper*; triggered (2,8)"
    assert news_of("1.2", dry, "step E") == [
        "the Bruiser passes the alliance at (2,9) without joining: no water, no marker"
    ]
    assert news_of("1.2", dry, "step E", join_if_unable="free") == [
        "the Bruiser joins the alliance at (2,9) for nothing"
    ]


def test_a_park_gives_a_bond_and_a_join_clears_homes():
    assert news_of("1.4", "bruiser at (3,10); steps 3", "step E") == [
        "the dog park gives the Bruiser 1 Bond"
    ]
    near = "bruiser at (3,10) owns (1,20); yapper owns (1,2); steps 3; (2,11) yapper*"
    assert news_of("1.4", near, "step E") == [
        "the Bruiser joins the alliance at (2,11) for 1 water",
        "the alliance clears (1,20) of the Bruiser",
        "the alliance clears (1,2) of the Yapper",
    ]


def test_a_drink_fills_the_bowl():
    thirsty = "bruiser at (3,3) water 2; phase drink; steps 2"
    assert news_of("1.4", thirsty, "drink") == ["the Bruiser drinks 4 water"]


def test_a_walk_that_is_not_as_long_as_the_roll():
    assert news_of("1.2", "bruiser walk -2; phase roll", "roll 3-4") == [
        "the Bruiser walks 5 instead of 7"
    ]
    assert news_of("1.2", "bruiser empty 2; phase roll", "roll 3-4") == [
        "the Bruiser walks 4 instead of 7"
    ]
    assert news_of("1.2", "phase roll", "roll 3-4") == []


# News of cards


DRAWING = "bruiser at (3,8); phase draw; deck {}; steps 2"


def test_cards_are_reported_by_name_and_effect():
    assert news_of("1.2", DRAWING.format("chance"), "draw CH04") == ["Stole a chip (+1 Drive)"]
    half = "bruiser at (3,0) water 1; phase draw; deck water; steps 2"
    assert news_of("1.2", half, "draw WA06") == [
        "Garden tap, drips on request (half a bowl)",
        "the Bruiser +3 water",
    ]
    events = "bruiser at (5,12); scrapper water 0; phase draw; deck events; steps 2"
    assert news_of("1.2", events, "draw EV01") == [
        "Heatwave: tarmac by the toe (everybody: -1 water)",
        "the Bruiser -1 water, the Diplomat -1 water, the Yapper -1 water",
    ]
    assert news_of("1.2", f"{events}; (2,9) yapper* bruiser", "draw EV19") == [
        "Hydrant testing day (all alliances end)",
        "the alliance at (2,9) is gone",
    ]


def test_held_cards():
    events = "bruiser at (5,12); phase draw; deck events; steps 2"
    assert news_of("1.2", events, "draw EV15") == [
        "the Bruiser holds Pocket biscuit (before a roll: +2 Drive)"
    ]
    assert news_of("1.2", events, "draw EV15", held_cards_max=0) == [
        "Pocket biscuit is discarded: nobody may hold cards"
    ]
    assert news_of("1.2", "bruiser holds EV15; phase pre-roll", "play EV15") == [
        "the Bruiser plays Pocket biscuit (+2 Drive)"
    ]
    three = "bruiser at (5,12) holds EV15+EV16+EV17; phase discard"
    assert news_of("1.2", three, "discard EV17") == ["the Bruiser discards Second wind"]


def test_a_deck_that_runs_out_is_shuffled():
    cards = " ".join(f"CH{n:02}" for n in range(1, 25) if n != 4)
    lone = f"bruiser at (3,7) drive 0; steps 4; out {cards} CH04"
    session = at("1.2", lone)
    session.play("step E")
    assert session.events(0)[-1].news == ("the Chance deck is reshuffled",)
    last = f"bruiser at (3,8) drive 0; phase draw; deck chance; steps 2; out {cards}"
    assert news_of("1.2", last, "draw CH04") == ["Stole a chip (+1 Drive)"]


# News of challenges

FIGHT = "bruiser at (3,4) water 4 grit 2; yapper owns (2,4)+1; phase action"


def test_a_challenge_is_reported_from_stake_to_result():
    session = at("1.2", FIGHT)
    assert news_for(session, "challenge (2,4)") == [
        "the Bruiser against the Yapper for (2,4): die +0 against die +1, ties are rolled again"
    ]
    assert news_for(session, "dice 3-2") == ["a tie: both roll again"]
    assert news_for(session, "dice 6-1") == [
        "the Bruiser wins the challenge of (2,4), die +0 against die +1"
    ]
    assert news_for(session, "reclaim grit")[0] == (
        "a Yapper was challenged: the Bruiser gains 1 Grit"
    )


def test_a_lost_challenge():
    lines = news_of("1.2", FIGHT, "challenge (2,4)", "dice 1-6")
    assert lines[0] == (
        "the Bruiser loses the challenge of (2,4) and gains 2 Grit, die +0 against die +1"
    )
    assert lines[1] == "the Scrapper's turn: +2 Grit"


def test_bids_are_secret_until_they_are_laid_open():
    bidding = {"secret_bidding": True}
    session = at("1.2", FIGHT, **bidding).play("challenge (2,4)")
    for action in ("bid 2", "bid 3"):
        for seat in (NOBODY, 1):
            assert news_for(session, action, seat=seat) == []
            session.undo()
        session.play(action)
    assert news_for(session, "reveal") == ["the bids: the Bruiser 2, the Yapper 3"]
    assert news_for(session, "dice 6-1") == [
        "the Bruiser wins the challenge of (2,4), die +2 against die +4"
    ]


def test_alliances_and_homes_are_fought_for():
    site = "bruiser at (3,9); (2,9) yapper* scrapper; phase action"
    session = at("1.2", site)
    assert news_for(session, "challenge (2,9)") == [
        "the Bruiser against the Yapper for the alliance at (2,9): "
        "die +0 against die +2, ties are rolled again"
    ]
    assert news_for(session, "dice 6-1")[0] == (
        "the Bruiser wins the challenge of the alliance at (2,9), die +0 against die +2"
    )
    home = at("1.2", "bruiser at (5,3) swagger 0 grit 0; phase action")
    assert news_for(home, "challenge (6,3)") == [
        "the Bruiser against the Scrapper for home 2: die +0 against die +3, ties are rolled again"
    ]
    assert news_for(home, "dice 6-1")[0].startswith("the Bruiser wins the challenge of home 2")


# News of turns, rounds and the end


def test_a_turn_begins_with_its_income():
    rich = "scrapper owns (2,4) (1,5) (1,7) (2,7) (2,1); phase action"
    assert news_of("1.2", rich, "pass") == ["the Scrapper's turn: +1 Swagger"]
    assert news_of("1.2", "phase action", "pass") == ["the Scrapper's turn: +2 Grit"]
    assert news_of("1.4", "phase action", "pass") == ["the Scrapper's turn"]
    assert news_of("1.2", "scrapper empty 2; phase action", "pass") == [
        "the Scrapper's turn: housebound, no income and half a walk"
    ]


def test_home_resupplies_and_reverts():
    home = "bruiser at (3,3) water 0 drive 0 grit 7; been home yes; moved yes; phase action"
    assert news_of("1.2", home, "pass")[0] == (
        "the Bruiser resupplies at home: water 6, Swagger 3, Drive 2, Grit 7, Bond 1"
    )
    position = "bruiser at (3,9); home 1 disk yapper away 1; phase action"
    assert news_of("1.2", position, "pass")[0] == "home 1 is the Bruiser's again"
    at_once = "bruiser at (3,2) water 0; steps 2"
    assert news_of("1.2", at_once, "step E", resupply_timing="immediate") == [
        "the Bruiser is resupplied: water 6, Swagger 3, Drive 2, Grit 2, Bond 1"
    ]


def test_a_round_and_its_order():
    last = "turn yapper; order bruiser scrapper diplomat yapper; round 2; phase action"
    owned = "; bruiser owns (2,1) (2,2); scrapper owns (2,4); yapper owns (2,7) (2,10) (2,11)"
    assert news_of("1.2", last + owned, "pass") == [
        "round 3, in this order: the Diplomat, the Scrapper, the Bruiser, the Yapper",
        "the Diplomat's turn: +2 Grit",
    ]
    assert news_of("1.4", last, "pass") == ["round 3 begins", "the Bruiser's turn"]


def test_lasting_cards_end_with_the_drawers_next_turn():
    position = "turn yapper; order yapper bruiser scrapper diplomat; no water bruiser; phase action"
    assert news_of("1.4", position, "pass") == ["there is water again", "the Bruiser's turn"]


NINE = "(2,1) (2,2) (2,4) (1,5) (1,7) (2,7) (2,10) (2,11) (2,13)"


def test_the_end_is_announced_with_its_reason():
    victory = f"bruiser at (3,14) owns {NINE}; phase action; yapper owns (6,1)"
    assert news_of("1.2", victory, "claim (2,14)") == ["the Bruiser wins with 10 territories"]
    lone = "bruiser owns (2,1); once held all; phase action"
    assert news_of("1.2", lone, "pass") == ["the Bruiser wins: no other dog holds a territory"]
    late = "round 30; turn yapper; order bruiser scrapper diplomat yapper; phase action; "
    tied = late + "bruiser owns (2,1)+1 (2,2); yapper owns (6,1) (6,2)"
    assert news_of("1.2", tied, "pass") == [
        "30 rounds are over: the Bruiser wins with 2 territories and more fortify tokens"
    ]
    tie = late + "bruiser owns (2,1) swagger 1; yapper owns (6,1) swagger 1"
    assert news_of("1.2", tie, "pass") == [
        "30 rounds are over: the Bruiser and the Yapper share the win with 1 territory each"
    ]
    session = at("1.2", tie, final_tie="random")
    assert news_for(session, "pass") == [
        "the Bruiser and the Yapper tie: the winner is drawn by lot"
    ]
    assert news_for(session, "winner 3") == [
        "30 rounds are over: the Yapper wins with 1 territory and the lot"
    ]


def test_homes_by_lot():
    session = offleash.new("uri-nation", options={"homes": "random"})
    assert news_for(session, "home 3") == ["the Bruiser lives at home 3"]


# Short forms


def interpret(preset, position, line, **options):
    """What a line stands for, as texts."""
    session = at(preset, position, **options)
    numbers = GAME.notation.several(line, session.state, session.options)
    return numbers and [GAME.notation.format_action(number, session.options) for number in numbers]


@pytest.mark.parametrize(
    ("position", "line", "action"),
    [
        ("bruiser at (3,8); steps 2", "cross", "cross S"),
        ("bruiser at (3,4); phase action", "Claim", "claim (2,4)"),
        ("bruiser at (3,4); yapper owns (2,4); phase action", "challenge", "challenge (2,4)"),
        ("bruiser at (5,3); phase action", "challenge", "challenge (6,3)"),
        ("bruiser at (3,3); phase action", "fortify", "fortify (2,3)"),
        ("bruiser at (3,9); phase action", "ally", "ally (2,9)"),
        ("bruiser at (3,9); (2,9) bruiser*; phase action", "break", "break (2,9)"),
        ("bruiser holds EV15; phase pre-roll", "play", "play EV15"),
    ],
)
def test_a_short_form_where_only_one_is_possible(position, line, action):
    assert interpret("1.2", position, line) == [action]


def test_a_short_form_that_could_be_several():
    corner = "bruiser at (3,6); steps 2"
    with pytest.raises(BadNotation, match="'cross' could be cross E, cross S: say which"):
        interpret("1.4", corner, "cross")
    with pytest.raises(BadNotation, match="there is nothing to claim now"):
        interpret("1.4", corner, "claim")


@pytest.mark.parametrize(
    "line",
    [
        *("", "sit", "e s x", "to", "to the park", "cross s e x", "pass", "#3", "0e", "2e 0e stop"),
        *(f"to ({MANY_DIGITS},1)", f"to (3,5) {MANY_DIGITS}"),
    ],
    ids=lambda line: line[:20],
)
def test_other_lines_are_left_to_the_plain_notation(line):
    assert interpret("1.2", "bruiser at (3,4); steps 3", line) is None


# Several steps in one line


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("E", ["step E"]),
        ("2e stop", ["step E", "step E", "stop"]),
        ("step E east 1E", ["step E", "step E", "step E"]),
        ("2e cross stop", ["step E", "step E", "cross S", "stop"]),
        ("w CROSS S stop", ["step W", "cross S", "stop"]),
    ],
)
def test_steps_in_one_line(line, actions):
    assert interpret("1.2", "bruiser at (3,11); steps 4", line) == actions


def test_a_line_stops_where_luck_or_a_drink_comes_between():
    chance = "bruiser at (3,6); steps 5"
    assert interpret("1.2", chance, "4e stop") == ["step E", "step E"]
    water = "bruiser at (3,2); steps 5"
    assert interpret("1.2", water, "w w e e") == ["step W", "step W"]
    assert interpret("1.2", water, "w w leave e e stop") == [
        *["step W"] * 2,
        "leave",
        *["step E"] * 2,
        "stop",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("5e", "'5e' can't be played: no steps are left"),
        ("e cross w", "'cross w' can't be played: no crossing leads west from"),
        ("e w", "'w' can't be played: a dog does not turn back to"),
        ("n", "'n' can't be played: there is nothing to walk on north of"),
    ],
)
def test_a_line_that_can_not_be_walked_says_which_part(line, sentence):
    session = at("1.2", "bruiser at (3,9); steps 4")
    before = session.state.tobytes()
    with pytest.raises(BadNotation, match=sentence):
        GAME.notation.several(line, session.state, session.options)
    assert session.state.tobytes() == before


# Where to stop


@pytest.mark.parametrize("line", ["to (5,13)", "walk 5,13", "stop at ( 5, 13 )", "Walk to (5,13)"])
def test_a_walk_is_made_where_one_way_leads(line):
    """Scenario 02's free crossing: with no Drive there is one way over the road."""
    start = "bruiser at (3,17) drive 0; steps 9; triggered (2,16) (6,16)"
    assert interpret("1.2", start, line) == ["step E", "cross S", *["step W"] * 5, "stop"]


def test_the_whole_roll_is_walked():
    """Scenario 07: a roll of 2 from home ends at (0,1) or (0,5)."""
    home = "bruiser at (0,3) drive 0; steps 2"
    assert interpret("1.4", home, "to (0,1)") == ["step W", "step W", "stop"]
    with pytest.raises(BadNotation, match=r"no way of this walk ends at \(0,4\)"):
        interpret("1.4", home, "to (0,4)")


def test_a_path_is_taken_where_it_is_the_only_way():
    """Scenario 09."""
    assert interpret("1.4", "scrapper at (3,8) drive 1; turn scrapper; steps 5", "to (0,13)") == [
        *["step E"] * 2,
        "path",
        *["step E"] * 3,
        "stop",
    ]


def test_a_walk_is_made_up_to_what_comes_between():
    assert interpret("1.2", "bruiser at (3,7) drive 0; steps 3", "to (3,10)") == ["step E"]
    thirsty = "bruiser at (3,3) drive 1; steps 3"
    assert interpret("1.2", thirsty, "to (3,0)") == ["step W"] * 3


def test_several_ways_are_listed_with_what_they_cost_and_pass():
    start = "bruiser at (3,3) drive 2; steps 7"
    with pytest.raises(BadNotation) as error:
        interpret("1.2", start, "to (3,9)")
    assert str(error.value) == (
        "3 ways end at (3,9) (write one, or to (3,9) 1): "
        "1 6E stop (past the chance spot (2,8)); "
        "2 3E cross S 3E cross N stop (1 Drive, past the chance spot (6,8)); "
        "3 3E cross S 2E cross N E stop "
        "(1 Drive, past the chance spot (6,8) and the chance spot (2,8))"
    )
    assert interpret("1.2", start, "to (3,9) 1") == ["step E"] * 5  # the spot comes between
    assert interpret("1.2", start, "3E cross S 3E cross N stop") == interpret(
        "1.2", start, "to (3,9) 2"
    )
    with pytest.raises(BadNotation, match=r"there is no way 4 to \(3,9\): they go from 1 to 3"):
        interpret("1.2", start, "to (3,9) 4")


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("(2,4)", r"no dog can stop at \(2,4\), only next to it: at \(3,4\)"),
        ("(4,4)", r"no dog can stop at \(4,4\)"),
        ("(90,4)", r"no dog can stop at \(90,4\)"),
    ],
)
def test_a_goal_where_nobody_stands(goal, sentence):
    with pytest.raises(BadNotation, match=sentence):
        interpret("1.2", "bruiser at (3,4); steps 3", f"to {goal}")


def test_there_is_no_walk_after_the_stop():
    with pytest.raises(BadNotation, match="there is no walk now: the walk is over"):
        interpret("1.2", "bruiser at (3,4); phase action", "to (3,5)")


def test_a_long_walk_is_found_or_refused_in_time():
    """Zoomies: up to 36 steps; the search is bounded."""
    far = "scrapper at (5,3) drive 9; turn scrapper; steps 36"
    with pytest.raises(BadNotation, match=r"ways end at|too many ways"):
        interpret("1.2", far, "to (3,24)")


# Who is who


def test_every_player_is_told_their_seat():
    options = GAME.options("1.2")
    assert GAME.notation.welcome(options, 2) == [
        "You are Blue, the Diplomat; home 3 is yours, at (6,21).",
        "Your bowl holds 4 water, 2 Swagger, 1 Drive, 2 Grit, 3 Bond. "
        "Against you play the Bruiser, the Scrapper and the Yapper.",
        "You ally without Bond, impose a ceasefire on new partners and attack at -1.",
        "10 territories win at once, or the most after 30 rounds.",
    ]
    plain = GAME.notation.welcome(GAME.options("1.4", homes="random", seats=2), 0)
    assert plain[0] == "You are Red, the Bruiser; your home is drawn by lot."
    assert not [line for line in plain if "without" in line]


def test_seats_are_called_by_their_dogs():
    options = GAME.options("1.4", archetypes="yapper,bruiser")
    assert [GAME.seat_name(options, seat) for seat in range(4)] == [
        "Yapper",
        "Bruiser",
        "Scrapper",
        "Diplomat",
    ]


# Pages


@pytest.mark.parametrize("preset", ["1.2", "1.4"])
def test_pages_fit_sixty_columns(preset):
    assert set(GAME.notation.pages) == {"rules", "costs", "dogs", "cards"}
    for name in GAME.notation.pages:
        page = GAME.page(name, GAME.options(preset))
        assert max(map(len, page.splitlines())) <= 60, name


def test_pages_are_those_of_the_options():
    costs = GAME.page("costs", GAME.options("1.4", claim_water=3, fortify_grit=0))
    assert "claim                     3 water, 1 Swagger\n" in costs
    assert "fortify                   1 water\n" in costs
    assert "side street" not in costs and "side street" in GAME.page("costs", GAME.options("1.2"))
    cards = GAME.page("cards", GAME.options("1.2"))
    assert "CH04  Stole a chip (+1 Drive)\n" in cards
    assert cards.count("EV") == 24 and "not drawn" not in cards
    assert "not drawn" in GAME.page("cards", GAME.options("1.4"))
    dogs = GAME.page("dogs", GAME.options("1.4", water_cap="bruiser=9"))
    assert dogs.splitlines()[1].split() == ["Bruiser", "9", "3", "2", "2", "1"]
