"""A program at a table in the browser: it joins by the invitation and sees what a page sees."""

import json
from typing import ClassVar

import pytest

from offleash.mcp.access import Access
from offleash.mcp.tools import TOOLS, Door
from offleash.tools.errors import OffleashError
from tests.tables.site import serving

OWNER = Access("owner", is_owner=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("site")) as served:
        yield served
        for program in Program.all:
            program.close()


class Program:
    """A program that has joined a table."""

    all: ClassVar[list] = []

    def __init__(self, site, live, name="Claude", **more):
        self.door = Door()
        self.link = f"{site.address}/join/{live.table.facts.invitation}"
        self.seat = self.call("join_table", link=self.link, name=name, **more)["seat"]
        self.all.append(self)

    def call(self, tool, **sent):
        return TOOLS[tool].call(self.door, OWNER, sent, lambda *_: None)

    def observe(self, **sent):
        return self.call("observe", seat=self.seat, **sent)

    def close(self):
        self.door.games.chair(self.seat).close()


@pytest.mark.parametrize("is_live", [False, True])
def test_a_program_plays_a_whole_game_and_adds_to_the_luck(site, is_live):
    live = site.make_table("domidog", ["open", "greedy"], is_live=is_live)
    program = Program(site, live)
    seen, turns = program.observe(wait=30), 0
    assert seen["players"]["Rust"] == "Claude (program)"
    assert live.table.draws.chains[0].count == 1 if is_live else live.table.words[0]
    while not seen["over"]:
        assert seen["legal"] == program.call("legal", seat=program.seat)["legal"][:40]
        seen = program.call("play", seat=program.seat, action=seen["legal"][0])
        if not seen["over"] and "legal" not in seen:
            seen = program.observe(wait=30)
        turns += 1
    assert turns > 5 and seen["results"].keys() == {"Rust", "Azure"}


def test_a_program_sees_its_own_hand_only_and_waits_for_its_turn(site):
    live = site.make_table("dog", ["open", "open", "greedy", "greedy"])
    both = [Program(site, live, name, place=n) for n, name in enumerate(("Ada", "Claude"))]
    assert live.table.seats[1].name == "Claude (program)"
    site.do(site.until(lambda: live.table.actor in (0, 1)))
    first = live.table.actor
    assert "legal" in both[first].observe(wait=30)
    other = both[1 - first]
    seen = other.observe()
    hands = seen["position"].partition("hands=")[2].split("|")
    assert [hand.startswith("?") for hand in hands] == [first == 0, first == 1, True, True]
    assert "legal" not in seen and live.table.session.position not in json.dumps(seen)
    with pytest.raises(OffleashError, match="it is not your turn"):
        other.call("legal", seat=other.seat)
    with pytest.raises(OffleashError):
        other.call("play", seat=other.seat, action="give A")


def test_a_program_comes_back_when_the_line_is_cut(site):
    live = site.make_table("domidog", ["open", "greedy"])
    program = Program(site, live)
    before = program.observe(wait=30)
    site.cut_lines()
    place = program.door.games.chair(program.seat)
    with place._changed:
        assert place._changed.wait_for(lambda: place._closed, 30)
    after = program.observe(wait=30)
    assert (after["you"], after["position"]) == (before["you"], before["position"])


@pytest.mark.parametrize(
    ("link", "name", "message"),
    [
        ("file:///etc/passwd", "Claude", "link must be an invitation"),
        ("http://127.0.0.1:1/join/x", "Claude", "does not answer"),
        ("{site}/table/x", "Claude", "link must be an invitation"),
        (
            "{site}/join/nothing-here",
            "Claude",
            r"gave no seat \(404\): the invitation is not valid",
        ),
        ("{site}/join/x", "A name that is much too long", "at most 14 characters here, not 28"),
    ],
)
def test_a_wrong_link_is_refused(site, link, name, message):
    sent = {"link": link.format(site=site.address), "name": name}
    with pytest.raises(OffleashError, match=message):
        TOOLS["join_table"].call(Door(), OWNER, sent, lambda *_: None)


def test_a_name_that_sits_there_is_refused(site):
    live = site.make_table("dog", ["open", "open", "open", "greedy"])
    Program(site, live)
    with pytest.raises(OffleashError, match="choose another name"):
        Program(site, live)
    with pytest.raises(OffleashError, match="no such seat is free"):
        Program(site, live, name="Other", place=3)


def test_only_the_owners_program_joins_tables():
    guest = Access("link", can_run=True)
    sent = {"link": "http://127.0.0.1:1/join/x", "name": "Claude"}
    with pytest.raises(OffleashError, match="only the owner's program"):
        TOOLS["join_table"].call(Door(), guest, sent, lambda *_: None)
