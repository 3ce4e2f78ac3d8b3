"""What is written down of a table: facts, once, and then entries, one after the other.

The entries are the only authority: whoever reads them all knows the table as it is.
"""

import msgspec

OPEN = "open"  # a seat for whoever has the invitation


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is from the beginning to the end."""

    table: str  # its id, in links to it
    game: str
    rules: str  # the version it is played with
    base: str  # the preset, empty where the game has none
    options: dict[str, str]  # what differs from it, as text
    files: dict[str, str] = {}  # texts of boards and decks that are not shipped, by digest
    seats: tuple[str, ...]  # OPEN, or a bot by its name
    hints: bool = False  # whether advice may be asked for
    seed: bytes  # 32 secret bytes
    invitation: str  # who has this code may sit down
    watching: str  # who has this one may look on
    start: str = ""  # the position to begin with, where that is not the game's own
    created: int  # seconds since 1970
    follows: str = ""  # the table, or the replay, that this one goes on from


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    holder: str  # of the browser, see web.keys
    name: str


class Spoke(msgspec.Struct, frozen=True, tag="spoke"):
    """A seat's browser added its word to the luck."""

    seat: int
    word: str


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """No more words are taken; what chance then brought before the first decision."""

    then: tuple[str, ...] = ()
    ends: bool = False  # a game may be begun where chance ends it


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A decision, and what chance brought after it."""

    seat: int
    action: str
    then: tuple[str, ...] = ()
    ends: bool = False  # whether the game is over by it


class TookBack(msgspec.Struct, frozen=True, tag="took back"):
    """A seat took back its last decision."""

    seat: int


class Lent(msgspec.Struct, frozen=True, tag="lent"):
    """The others gave the seat of somebody who is away to a bot."""

    seat: int
    bot: str
    by: int


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """Who was away sits there again."""

    seat: int


class Carried(msgspec.Struct, frozen=True, tag="carried"):
    """A seat went to another device."""

    seat: int
    holder: str


class Again(msgspec.Struct, frozen=True, tag="again"):
    """They play once more, at another table."""

    table: str


Entry = Sat | Spoke | Begun | Moved | TookBack | Lent | Returned | Carried | Again


class Written(msgspec.Struct, frozen=True):
    """An entry as it stands in the log."""

    seq: int  # from 0, without a gap
    command: str  # made by whoever asked for it, so that nothing is done twice
    entry: Entry
    at: float  # seconds since 1970


_encoder = msgspec.json.Encoder()
_entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_facts = msgspec.json.Decoder(Facts)


def encode(what: Entry | Facts) -> bytes:
    """As it stands in the database."""
    return _encoder.encode(what)


def decode_entry(text: bytes | str) -> Entry:
    """An entry from the database."""
    return _entries.decode(text)


def decode_facts(text: bytes | str) -> Facts:
    """Facts from the database."""
    return _facts.decode(text)
