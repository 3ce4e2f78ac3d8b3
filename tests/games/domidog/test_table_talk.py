"""What the players of Dömidög hear and may look up, what they may type, and a game at the table."""

import re

import pytest

import offleash
from offleash.bots.players import Bots
from offleash.cli import terminal
from offleash.cli.table import table as tables
from offleash.cli.table.listing import list_targets, parse_actions
from offleash.contract.rules.actors import NOBODY
from offleash.games.domidog import GAME
from offleash.play.session import Session
from offleash.tools.errors import BadNotation, IllegalAction

BASE = GAME.options()
# white-red red-red red-yellow yellow-blue: its ends are white and blue
LINE = "chain=red-red,red-yellow>red-red.2,blue-yellow>red-yellow.yellow,red-white>red-red.1 "
HANDS = "hands=red-black,yellow-grey,white-black,white-grey,white-blue|grey-grey,brown-brown "
SUPPLY = "supply=black-black,brown-black "
ONE = LINE + "hands=red-black,white-black,brown-grey|grey-grey,brown-brown "  # white-black fits
STUCK = LINE + "hands=red-black,brown-grey|grey-grey,brown-brown "
OPENING = "phase=open hands=red-red,grey-grey,red-grey|blue-grey,brown-grey "


def session(text, options=BASE):
    return Session(GAME, options, position=text)


def interpret(text, typed, options=BASE):
    """What a line stands for, as actions in words."""
    actions = parse_actions(session(text, options), typed)
    return [
        action if isinstance(action, str) else GAME.notation.format_action(action, options)
        for action in actions
    ]


# What is typed


@pytest.mark.parametrize(
    ("text", "typed", "action"),
    [
        (LINE + HANDS, "white-black", "white-black left"),
        (LINE + HANDS, "Black-White", "white-black left"),
        (LINE + HANDS, "right", "blue-white right"),
        (LINE + HANDS, "r", "blue-white right"),
        (LINE + HANDS, "blue-white l", "blue-white left"),
        (LINE + HANDS, "left white-grey", "white-grey left"),
        (ONE, "left", "white-black left"),
        (OPENING, "grey-grey", "open grey-grey"),
        (
            LINE + HANDS,
            "fork l yellow-grey at red-yellow",
            "fork left yellow-grey at yellow-red.yellow",
        ),
        (LINE + HANDS, "fork right yellow-grey", "fork right yellow-grey at yellow-red.yellow"),
        (LINE + HANDS, "fork right black-red red-white", "fork right red-black at red-white.red"),
        (LINE + HANDS, "fork left red-black at red-red", "fork left red-black at red-red.1"),
        (LINE + HANDS, "fork left red-black red-red.2", "fork left red-black at red-red.2"),
        (ONE, "fork red-black red-white", "fork right red-black at red-white.red"),
    ],
)
def test_what_is_clear_need_not_be_typed(text, typed, action):
    assert interpret(text, typed) == [action]


@pytest.mark.parametrize(
    ("text", "typed", "sentence"),
    [
        (
            LINE + HANDS,
            "left",
            "blue-white, white-black and white-grey fit the left end: say which",
        ),
        (ONE, "right", "no tile in your hand fits the right end, which is blue"),
        (LINE + HANDS, "blue-white", "blue-white fits both ends: add left or right"),
        (LINE + HANDS, "red-black", "red-black fits neither end: left is white, right is blue"),
        (LINE + HANDS, "fork", "say which tile you lay: "),
        (LINE + HANDS, "fork red-black", "say which end your house shuts: left or right"),
        (LINE + HANDS, "fork left red-black", "say where red-black goes: at yellow-red or red-red"),
        (LINE + HANDS, "fork left white-black", "white-black does not match an inner half"),
        (LINE + HANDS, "fork left red-blakc", "'red-blakc' is not a tile"),
        ("chain=red-red hands=red-grey|blue-blue", "fork", "a chain of one tile can't be forked"),
        (LINE + "hands=brown-grey,white-black|grey-grey", "fork", "no tile in your hand matches"),
        (
            LINE + HANDS + "houses=hand|hand drew=1",
            "fork",
            "who draws until a tile fits must lay it",
        ),
    ],
)
def test_missing_and_wrong_words_are_reported(text, typed, sentence):
    with pytest.raises(BadNotation, match=sentence):
        interpret(text, typed)


@pytest.mark.parametrize(
    ("text", "typed", "reason"),
    [
        (LINE + HANDS, "grey-grey", "grey-grey is not in the hand"),
        (LINE + HANDS, "right white-black", "does not fit: the right end is blue"),
        (LINE + HANDS, "fork red-white", "red-white lies in the chain already"),
        (LINE + HANDS, "fork left grey-grey", "grey-grey is not in the hand"),
        (LINE + HANDS, "fork left red-black white-red", "red-white carries the house"),
        (LINE + HANDS, "fork left yellow-grey red-red", "yellow-grey does not match: red-red.1"),
        (OPENING, "red-grey", "red-grey is not a double"),
        (OPENING, "fork", "no tile lies there yet"),
    ],
)
def test_what_is_clear_but_illegal_is_refused_with_its_reason(text, typed, reason):
    at = session(text)
    with pytest.raises(IllegalAction, match=reason):
        at.play(*parse_actions(at, typed))


@pytest.mark.parametrize("typed", ["", "pass", "draw", "1", "bark", "left right", "a-b left", "at"])
def test_other_lines_are_left_to_the_plain_notation(typed):
    at = session(LINE + HANDS)
    assert GAME.notation.several(typed, at.state, BASE) is None


def test_chance_has_no_short_forms():
    at = session("phase=start hands=red-grey,grey-grey|red-red,blue-grey")
    assert GAME.notation.several("red-red", at.state, BASE) is None


# What is told instead of a list


def brief(text, options=BASE):
    at = session(text, options)
    return GAME.notation.brief(at.view(at.actor), options, at.actor, at.legal_numbers)


def test_fitting_tiles_are_listed_with_their_numbers():
    at, lines = session(LINE + HANDS), brief(LINE + HANDS)
    listed = {f"#{n}": target.text for n, target in enumerate(list_targets(at), 1)}
    for line, end in zip(lines, ("left", "right"), strict=False):
        assert line.startswith(f"{end}, ")
        matches = re.findall(r"(#\d+) ([a-z-]+)", line)
        assert matches
        assert [listed[number] for number, _ in matches] == [f"{tile} {end}" for _, tile in matches]
    assert lines[0].startswith("left, white: ")
    assert lines[1].startswith("right, blue: ")
    assert lines[2].startswith("Or fork left ")
    example = lines[2].removeprefix("Or ").partition(",")[0]
    assert interpret(LINE + HANDS, example)[0] in at.legal


def test_a_stuck_player_is_told_the_remaining_actions():
    assert brief(STUCK + SUPPLY)[0] == "No tile of yours has white or blue: draw, 2 tiles left."
    assert brief(STUCK)[0] == "No tile of yours has white or blue, and the supply is empty: pass."
    assert brief(ONE)[1] == "right, blue: nothing fits"
    same = "chain=red-red hands=blue-grey|blue-blue"
    assert brief(same) == ["No tile of yours has red, and the supply is empty: pass."]
    assert brief(OPENING) is None


# News


def news_of(text, *actions, options=BASE, seat=0):
    at = session(text, options)
    at.play(*actions)
    return [line for event in at.events(seat) for line in event.news]


def test_the_opener_is_named_with_the_reason():
    tiles = "red-red,red-grey,red-white,red-black,grey-grey,blue-grey,white-grey"
    others = "yellow-grey,yellow-red,yellow-white,yellow-black,brown-grey,brown-red,brown-white"
    text = f"phase=deal hands={tiles},brown-black|{others} supply="
    assert news_of(text + "blue-blue", "deal blue-blue") == [
        "Azure has blue-blue and opens with it"
    ]
    by_starter = GAME.options(starter=1)
    assert news_of(text + "blue-red", "deal blue-red", options=by_starter) == [
        "nobody has blue-blue: Azure opens"
    ]
    assert news_of(text + "blue-red", "deal blue-red", "first 0") == [
        "nobody has blue-blue: Rust opens"
    ]


def test_draws_and_passes_show_what_somebody_has_not():
    """The first draw of a turn and a pass: Azure can't lay to white and blue (N6)."""
    text = LINE + "seat=1 hands=red-black,brown-grey|grey-grey,brown-brown supply=black-black"
    steps = ("draw", "deal black-black", "pass")
    expected = [
        "Azure has no white and no blue",
        "the supply is empty",
        "Azure has no white and no blue",
    ]
    assert news_of(text, *steps, seat=0) == news_of(text, *steps, seat=NOBODY) == expected
    assert news_of(text, *steps, seat=1) == ["the supply is empty"]
    longer = text.replace("supply=", "supply=black-grey,")
    assert news_of(longer, "draw", "deal black-grey", "draw")[1:] == []
    assert news_of("chain=red-red hands=blue-grey|blue-blue", "pass", seat=1) == ["Rust has no red"]
    opening = "phase=open hands=red-grey|grey-grey,black-black "
    assert news_of(opening, "pass", seat=1) == ["Rust has no double"]
    assert news_of(opening + "supply=red-red", "draw", seat=1) == ["Rust has no double"]


def test_forks_and_the_tile_after_them_are_reported():
    """The left end was white; red-black leaves black. Who draws knows that she does."""
    steps = ("fork left red-black at red-red.2", "deal black-black")
    shuts = "Rust's house shuts the left end; the new one is black"
    assert news_of(LINE + HANDS + SUPPLY, *steps, seat=1) == [
        shuts,
        "Rust draws a tile after the fork",
    ]
    assert news_of(LINE + HANDS + SUPPLY, *steps, seat=0) == [shuts]
    assert news_of(LINE + HANDS, steps[0], seat=1) == [shuts]  # nothing to draw


def test_a_last_tile_is_announced():
    two = LINE + "hands=white-black,brown-grey|grey-grey,brown-brown "
    assert news_of(two, "white-black left", seat=1) == ["Rust has one tile left"]
    assert news_of(two.replace("|grey-grey,", "|") + "seat=1", "pass") == [
        "Azure has no white and no blue"
    ]
    last = LINE + "hands=red-black|grey-grey,brown-brown supply=black-black,brown-grey"
    news = news_of(last, "fork left red-black at red-red.2", "deal brown-grey", seat=1)
    assert news[1:] == ["Rust draws a tile after the fork", "Rust has one tile left"]


def test_a_win_is_announced_with_the_other_hands():
    text = LINE + "hands=white-black|grey-grey,brown-brown|brown-grey"
    for face_up, names in ((False, ""), (True, ": brown-brown, grey-grey")):
        options = GAME.options(players=3, face_up=face_up)
        news = news_of(text, "white-black left", options=options)
        assert news[0] == f"Azure has 2 tiles left{names}"
        assert news[1].startswith("Gold has 1 tile left")
        assert news[2] == "Rust has laid the last tile and wins"
    mine = news_of(text, "white-black left", options=GAME.options(players=3), seat=1)
    assert mine[0] == "Azure has 2 tiles left: brown-brown, grey-grey"  # her own


def test_a_blocked_game_is_announced():
    text = LINE + "passes=2 seat=2 hands={} "
    options = GAME.options(players=3)
    alone = text.format("red-black,brown-grey|grey-grey|brown-brown,yellow-grey")
    assert news_of(alone, "pass", options=options)[-1] == (
        "all have passed: Azure wins with the fewest tiles, 1"
    )
    tie = text.format("red-black|grey-grey|brown-brown,yellow-grey")
    assert news_of(tie, "pass", options=options)[-1] == (
        "all have passed: Rust and Azure share the win with the fewest tiles, 1"
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_welcome_says_who_is_who(players):
    options = GAME.options(players=players)
    for seat in range(players):
        first = GAME.notation.welcome(options, seat)[0]
        assert first.startswith(f"You are {GAME.rules.seat_names[seat]};")
        order = [GAME.rules.seat_names[(seat + k) % players] for k in range(1, players)]
        places = [first.index(name) for name in order]
        assert places == sorted(places)


def test_pages_fit_and_follow_the_options():
    switched = {"fork_before_draw_only": True, "fork_wins_before_draw": True, "face_up": True}
    other = GAME.options("expansion", **switched)
    for options in (BASE, other):
        for name in GAME.notation.pages:
            assert max(map(len, GAME.page(name, options).split("\n"))) <= 60
    assert "Hands are hidden" in GAME.page("rules", BASE)
    assert "face up" in GAME.page("rules", other)
    assert "wins at once" in GAME.page("rules", other)
    assert "Nobody may fork after drawing" in GAME.page("rules", other)
    assert "28 tiles" in GAME.page("rules", BASE)
    assert "36 tiles" in GAME.page("rules", GAME.options(players=3))
    assert "shiba" in GAME.page("dogs", GAME.options(players=4))
    assert "shiba" not in GAME.page("dogs", BASE)


# Options that lie idle


@pytest.mark.parametrize(
    ("changes", "notes"),
    [
        ({}, []),
        ({"extra_tiles": True}, []),
        (
            {"extra_tiles": True, "players": 3},
            ["extra_tiles does nothing: three and four always play with 36 tiles"],
        ),
        ({"starter": 2}, ["starter does nothing: seats go from 0 to 1"]),
        ({"starter": 2, "players": 3}, []),
        ({"players": 4}, []),
    ],
)
def test_changed_options_without_effect_are_noted(changes, notes):
    assert GAME.notes_on(GAME.options(**changes)) == notes


# What a seat observes


def observed(text, seat, **changes):
    options = GAME.options(**changes)
    at = session(text, options)
    array = GAME.notation.observe(at.state, options, seat).array
    encoding = GAME.learning.encoding
    return {span.name: array[encoding.place(span.name)].tolist() for span in encoding.spans}


def test_a_seat_observes_the_table_from_where_it_sits():
    text = LINE + "hands=red-black|grey-grey,brown-brown|blue-blue seat=1 first=2"
    arrays = [observed(text, seat, players=3) for seat in range(3)]
    for seat, numbers in enumerate(arrays):
        tiles, counts = numbers["place"], numbers["held"][:3]
        assert counts == [[1, 2, 1][(seat + k) % 3] for k in range(3)]
        assert tiles.count(3) == counts[0]  # the own hand
        assert tiles.count(-1) == 4 - counts[0]  # of the others nothing
        assert tiles.count(2) == 4
        assert (numbers["first"], numbers["actor"]) == ([(2 - seat) % 3], [(1 - seat) % 3])
    tiles = observed(text, 0, players=3, face_up=True)["place"]
    assert [tiles.count(3 + k) for k in range(3)] == [1, 2, 1]
    assert tiles.count(-1) == 0


# A whole game at the table


class Person:
    """Types the first thing that the brief offers, forks once, and takes one decision back."""

    def __init__(self, table):
        self.session, self.questions, self.undone, self.forked = table, 0, False, False

    def __call__(self, question, remember=False):
        if self.session.over:
            return "quit"
        self.questions += 1
        if self.questions == 5 and not self.undone:
            self.undone = True
            return "undo"
        seat, state = self.session.actor, self.session.view(self.session.actor)
        lines = GAME.notation.brief(state, self.session.options, seat, self.session.legal_numbers)
        if lines is None:
            return "1"
        if lines[-1].startswith("Or fork") and not self.forked and self.undone:
            self.forked = True
            return lines[-1].removeprefix("Or ").partition(",")[0]
        match = re.search(r"#(\d+) ", " ".join(lines))
        return f"#{match[1]}" if match else "draw" if "draw" in lines[0] else "pass"


@pytest.mark.parametrize("columns", [60, 100])
def test_a_game_can_be_played_by_the_numbers_listed(monkeypatch, capsys, columns):
    monkeypatch.setattr(terminal.console, "_width", columns)
    game = offleash.new("domidog", seed=3)
    person = Person(game)
    monkeypatch.setattr(tables, "ask", person)
    tables.TerminalGame(game, (0,), Bots(GAME, ["random"] * 2), ask_forced=False).play()
    text = capsys.readouterr().out
    assert game.over
    assert person.undone
    assert person.forked
    assert "illegal" not in text
    assert "not an action" not in text
    assert max(map(len, text.splitlines())) <= columns
    assert "Rust's house shuts" in " ".join(text.split())
    assert re.search("has laid the last tile and wins|all have passed: ", " ".join(text.split()))
