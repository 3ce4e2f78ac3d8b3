"""The tools of `offleash mcp` without the protocol: what they give, and what they refuse."""

import json

import pytest

from offleash.checks.subject import rebind
from offleash.checks.views import forgetful
from offleash.games import registry
from offleash.lab.questions.field import fields_of
from offleash.lab.questions.questions import KINDS
from offleash.mcp.access import Access
from offleash.mcp.arguments import LEFT_OUT, schema_of
from offleash.mcp.games import ME, OpenGame, OpenGames
from offleash.mcp.http import AccessKeys, key_of
from offleash.mcp.resources import read_resource
from offleash.mcp.tools import ASKED, TOOLS, Door
from offleash.play.session import Session
from offleash.projects.links import create_link
from offleash.projects.project import new_project
from offleash.tools.errors import OffleashError
from offleash.web.quotas import parse_quotas
from tests.subjects import SECRETIVE, telling_cases

OWNER = Access("owner", is_owner=True)


def call(tool, door=None, access=OWNER, **sent):
    return TOOLS[tool].call(door or Door(), access, sent, lambda *_: None)


# What a seat may know


def observed(game, options, states, seat):
    """All that the tools show a seat of a position."""
    games = OpenGames()
    count = game.seat_count(options)
    session = Session(game, options, position=game.position_fields(states))
    keys = games.add(OpenGame(session, (ME,) * count)).keys
    door = Door(games)
    shown = call("observe", door, seat=keys[seat])
    picture = read_resource(door, OWNER, f"offleash://seats/{keys[seat]}/picture")
    try:
        actions = call("legal", door, seat=keys[seat])
    except OffleashError as error:
        actions = str(error)
    return json.dumps([shown, picture, actions])


def cases(name):
    """A few positions with a seat, and a twin that differs in what the seat can't see."""
    return [case for case in telling_cases(name) if case[2] >= 0][::40][:4]


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_seat_sees_the_same_in_positions_that_it_cannot_tell_apart(name):
    game = registry.load(name)
    assert cases(name)
    for options, states, seat, twin in cases(name):
        assert observed(game, options, states, seat) == observed(game, options, twin, seat)


def test_a_leak_would_be_found():
    game = registry.load("dog")
    leaking = rebind(game, hide=forgetful(game, "hand"))
    assert any(
        observed(leaking, options, states, seat) != observed(leaking, options, twin, seat)
        for options, states, seat, twin in cases("dog")
    )


def test_a_program_can_neither_play_nor_look_for_another_seat():
    door = Door()
    mine, bot, other, _ = call("new_game", door, game="dog", seed=3, seats="me,greedy,me,greedy")[
        "seats"
    ]
    assert "seat" not in bot and mine["seat"] != other["seat"]
    hand = call("observe", door, seat=mine["seat"])["position"].partition("hands=")[2]
    assert hand == "A,5,6,9,Q,Joker|?6|?6|?6"
    for tool, more in (("legal", {}), ("play", {"action": "give 5"}), ("advise", {})):
        with pytest.raises(OffleashError, match="it is the turn of Red, not yours"):
            call(tool, door, seat=other["seat"], **more)
    with pytest.raises(OffleashError, match="is not the key of a seat"):
        call("observe", door, seat="0")


def test_an_illegal_action_is_refused_with_the_reason():
    door = Door()
    seat = call("new_game", door, game="dog", seed=3)["seats"][0]["seat"]
    with pytest.raises(OffleashError, match=r"illegal action 'give K' for seat 0: .*\?6\|\?6\|\?6"):
        call("play", door, seat=seat, action="give K")


def test_luck_without_a_seed_is_a_secret_that_differs():
    door, hands = Door(), set()
    for _ in range(4):
        seat = call("new_game", door, game="dog")["seats"][0]["seat"]
        hands.add(call("observe", door, seat=seat)["position"])
    assert len(hands) == 4  # the chance that two are equal is negligible


def test_the_oldest_game_ends_when_there_are_too_many():
    door = Door(OpenGames(most=1))
    first, second = (call("new_game", door, game="domidog")["seats"][0]["seat"] for _ in range(2))
    assert call("observe", door, seat=second)["game"] == "domidog"
    with pytest.raises(OffleashError, match="is not the key of a seat"):
        call("observe", door, seat=first)


def test_advice_lists_actions_with_reasons():
    door = Door()
    seat = call("new_game", door, game="dog", seed=3)["seats"][0]["seat"]
    actions = call("advise", door, seat=seat, playouts=20, count=2)["actions"]
    assert len(actions) == 2 and {one["action"] for one in actions} < {
        *call("legal", door, seat=seat)["legal"]
    }


# Rules and boards


def test_rules_are_the_section_that_fits():
    contents = call("rules", game="dog")["sections"]
    assert "Out of the kennel" in contents
    (text,) = call("rules", game="dog", about="out of the kennel")["sections"]
    assert text.startswith("## Out of the kennel") and "start" in text
    best = call("rules", game="uri-nation", about="how do I challenge another dog?")["sections"][0]
    assert best.startswith("## Challenges")
    with pytest.raises(OffleashError, match="no section is about 'quaternions'; the sections are"):
        call("rules", game="dog", about="quaternions")


def test_rules_have_the_numbers_of_the_options():
    usual, changed = (
        call("rules", game="dog", options=options, about="kennel")["sections"]
        for options in ({}, {"loop_len": 72})
    )
    assert usual != changed


def test_a_board_is_checked():
    answer = call("check_board", game="uri-nation", board="nine-blocks")
    assert answer["is_playable"] and answer["checks"] > 10
    row = registry.load("uri-nation").file_options["board"].shipped["nine-blocks"]
    text = row.read_text(encoding="utf-8")
    assert call("check_board", game="uri-nation", board=text) == answer
    broken = call("check_board", game="uri-nation", board=text.replace("P", "."))
    assert broken["broken"][0]["state"] == "error" and not broken["is_playable"]
    with pytest.raises(OffleashError, match="has no boards"):
        call("check_board", game="dog")


# Questions of the lab


@pytest.mark.parametrize("kind", ASKED)
def test_a_question_has_the_arguments_that_its_command_has(kind):
    assert {*schema_of(KINDS[kind])["properties"]} == {*fields_of(KINDS[kind])} - {*LEFT_OUT}


def test_a_comparison_has_a_verdict():
    door = Door()
    answer = call("compare", door, game="dog", games=96, b={"canadian": True})
    assert answer["arms"]["b"]["changes"] == {"canadian": "true"}
    assert answer["is_decided"] is False and answer["verdict"].startswith("undecided")
    summary = json.loads(read_resource(door, OWNER, answer["resources"]["summary"])[1])
    assert summary["effect"] == answer["effect"] and len(summary["arms"]) == 2
    with pytest.raises(OffleashError, match="there is no run"):
        read_resource(door, Access("another"), answer["resources"]["summary"])
    door.runs.close()


def test_a_run_can_be_stopped():
    class Stopped(Exception):
        pass

    def stop(done, total, words):
        assert 0 < done < total == 100_000 and words
        raise Stopped

    door, sent = Door(), {"game": "domidog", "games": 100_000}
    with pytest.raises(Stopped):
        TOOLS["simulate"].call(door, OWNER, sent, stop)
    assert door.runs.of(OWNER) == []
    door.runs.close()


@pytest.mark.parametrize(
    ("tool", "sent", "message"),
    [
        ("observe", {}, "seat is missing: the key of the seat"),
        ("observe", {"seat": "x", "sinc": 1}, "has no key 'sinc', did you mean since"),
        ("observe", {"seat": "x", "since": -1}, "since is -1; it must be at least 0"),
        ("rules", {"game": 3}, "game must be text"),
        ("rules", {"game": "dgo"}, "there is no game 'dgo', did you mean dog"),
        ("new_game", {"game": "dog", "seats": "greedy"}, "no seat is for a program"),
        ("new_game", {"game": "dog", "seats": "me,me"}, "has 4 seats here, not 2"),
        ("new_game", {"game": "dog", "seats": "me,os:path,me,me"}, "only on the command line"),
        ("simulate", {"game": "dog", "seats": "os:path"}, "only on the command line"),
        ("simulate", {"game": "dog", "rules": "/etc/passwd"}, "has no key 'rules'"),
        ("simulate", {"game": "dog", "games": 0}, "games is 0; it must be at least 1"),
        ("compare", {"game": "dog", "a": {"rules": "/etc/passwd"}}, "a can't name a rules file"),
        ("rules", {"game": "uri-nation", "options": {"board": "/etc/passwd"}}, "not the file"),
        ("compare", {"game": "uri-nation", "a": {"board": "/etc/passwd"}}, "not the file"),
        ("sweep", {"game": "uri-nation", "over": ["board=/etc/passwd"]}, "not the file"),
        ("simulate", {"game": "/etc"}, "there is no game '/etc'"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(tool, sent, message):
    with pytest.raises(OffleashError, match=message):
        TOOLS[tool].call(Door(), OWNER, sent, lambda *_: None)


# Keys


@pytest.fixture
def projects(tmp_path):
    for name in ("Wide streets", "Other"):
        new_project(tmp_path / name, registry.load("dog"), title=name)
    return tmp_path


def test_a_link_opens_its_project_only(projects):
    link = Access("link", projects=projects, project="Wide streets")
    assert call("games", access=link)["projects"] == [{"name": "Wide streets", "game": "dog"}]
    assert call("rules", access=link, game="Wide streets")["sections"]
    with pytest.raises(OffleashError, match="there is no game 'Other'"):
        call("rules", access=link, game="Other")
    with pytest.raises(OffleashError, match="need a link that allows editing"):
        call("simulate", access=link, game="dog")


def test_a_link_that_allows_editing_runs_experiments_of_a_limited_size(projects):
    link = Access("link", projects=projects, project="Other", can_run=True)
    door = Door()
    assert call("simulate", door, link, game="Other", games=4)["games"] == 4
    door.runs.close()
    with pytest.raises(OffleashError, match="at most 200,000: name fewer games"):
        call("simulate", access=link, game="dog", games=300_000)
    with pytest.raises(OffleashError, match="thinks too long here"):
        call("simulate", access=link, game="dog", seats="search:5000", games=4)


def test_a_seats_key_opens_nothing_else():
    door = Door()
    first, second = (call("new_game", door, game="dog")["seats"][0]["seat"] for _ in range(2))
    seat = Access("seat", seat=first)
    assert call("observe", door, seat, seat=first)["you"] == "Red"
    for tool, sent in (
        ("observe", {"seat": second}),
        ("new_game", {"game": "dog"}),
        ("simulate", {"game": "dog"}),
    ):
        with pytest.raises(OffleashError, match="this key is for one seat"):
            call(tool, door, seat, **sent)


def test_quotas_are_those_of_the_site():
    door = Door(quotas=parse_quotas(["tables=1/60"]))
    guest = Access("link", can_run=True)
    call("new_game", door, guest, game="dog")
    with pytest.raises(OffleashError, match="too many new tables; try again in"):
        call("new_game", door, guest, game="dog")
    call("new_game", door, OWNER, game="dog")


def test_keys_open_what_they_are_for(projects):
    door = Door()
    seat = call("new_game", door, game="dog")["seats"][0]["seat"]
    code = create_link(projects / "Other", "Ada", can_edit=True)
    keys = AccessKeys("the owner's key", projects, door)
    assert keys.access("the owner's key").is_owner
    assert keys.access(seat).seat == seat
    assert (keys.access(code).project, keys.access(code).can_run) == ("Other", True)
    assert keys.access("another key") is None
    assert AccessKeys("", None, door).access("") is None
    assert key_of({b"authorization": b"bearer  abc"}) == "abc"
