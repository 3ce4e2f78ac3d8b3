"""Logs of tables that the first version wrote, byte for byte: later versions read them."""

import pytest

from offleash.tables.log import entries as E

FACTS = (
    b'{"table":"kennel","game":"dog","rules":"1","base":"","options":{},"files":{},'
    b'"seats":["open","persona:hunter","greedy","open"],"hints":true,'
    b'"seed":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","invitation":"in","watching":"on",'
    b'"start":"","created":1763200000,"follows":""}'
)
ENTRIES = {
    b'{"type":"sat","seat":0,"holder":"h","name":"Ada"}': E.SeatTaken(0, "h", "Ada"),
    b'{"type":"spoke","seat":0,"word":"00ff"}': E.WordAdded(0, "00ff"),
    b'{"type":"begun","then":["0","deal"],"ends":false}': E.GameStarted(("0", "deal")),
    b'{"type":"moved","seat":0,"action":"K start","then":[],"ends":true}': E.MovePlayed(
        0, "K start", ends=True
    ),
    b'{"type":"took back","seat":0}': E.MoveUndone(0),
    b'{"type":"lent","seat":3,"bot":"greedy","by":0}': E.BotAssigned(3, "greedy", 0),
    b'{"type":"returned","seat":3}': E.PlayerReturned(3),
    b'{"type":"carried","seat":0,"holder":"other"}': E.SeatTransferred(0, "other"),
    b'{"type":"again","table":"den"}': E.RematchCreated("den"),
}


def test_facts_of_the_first_version_are_read():
    facts = E.decode_facts(FACTS)
    assert (facts.table, facts.seats[1], facts.seed) == ("kennel", "persona:hunter", bytes(32))
    assert (facts.chat, facts.clock_s, facts.playtest) == (False, 0, "")  # added later


@pytest.mark.parametrize(("text", "entry"), ENTRIES.items(), ids=lambda value: type(value).__name__)
def test_an_entry_of_the_first_version_is_read(text, entry):
    assert E.decode_entry(text) == entry
