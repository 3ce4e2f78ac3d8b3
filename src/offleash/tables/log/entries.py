"""The log of a table: facts, written once, and then one entry after another.

The log is the only authority: the whole table can be rebuilt from it.
"""

import msgspec

OPEN = "open"  # a seat for anyone with the invitation


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table."""

    table: str  # its id, in links to it
    game: str
    rules: str  # the version that the table uses
    base: str  # the preset, empty where the game has none
    options: dict[str, str]  # that differ from the preset, as text
    files: dict[str, str] = {}  # texts of boards and decks that are not shipped, by digest
    seats: tuple[str, ...]  # OPEN, or a bot by its name
    hints: bool = False  # whether players may ask for advice
    seed: bytes  # 32 secret bytes
    invitation: str  # a code: with it, people can take a seat
    watching: str  # a code: with it, people can watch
    start: str = ""  # the start position, if it is not the game's own
    created: int  # seconds since 1970
    follows: str = ""  # the table or replay that this one continues
    playtest: str = ""  # the project to which the game belongs, if it is a playtest
    version: int = 0  # of that project's history
    project: str = ""  # whose images the pictures have
    images: dict[str, str] = {}  # the digests of these images by slot
    maker: int = -1  # the seat of the player who made the table
    chat: bool = False  # whether the chat is on at first
    clock_s: int = 0  # seconds that each player has for the whole game; 0: no clock
    is_public: bool = False  # whether the lobby lists it until it begins
    guide: str = ""  # the text of a guide: a scripted first game, see play.guide
    own_guide: str = ""  # the text of its project's guide, which those invited are offered
    live_luck: bool = False  # whether each draw is mixed from chains, see play.live_luck
    invitation_used: str = ""  # of a guided game: the invitation from which the learner came


def image_addresses(facts: Facts) -> dict[str, str]:
    """Return the addresses of a table's images by slot."""
    return {slot: f"/table/{facts.table}/image/{digest}" for slot, digest in facts.images.items()}


class SeatTaken(msgspec.Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    holder: str  # the browser, see web.keys
    name: str


class WordPromised(msgspec.Struct, frozen=True, tag="promised"):
    """A player's browser committed itself to its word for the luck."""

    seat: int
    promise: str  # SHA-256 of the word


class WordsRestarted(msgspec.Struct, frozen=True, tag="new words"):
    """Some promises did not arrive: these seats stay without a word, the others promise again.

    Since promises show nothing, nobody gains by that. (Earlier versions also began again after a
    word had been shown, which `verify` reports.)
    """

    missing: tuple[int, ...]


class TableAbandoned(msgspec.Struct, frozen=True, tag="abandoned"):
    """Promised words, or links for the first draw, did not arrive: this game is never played."""

    missing: tuple[int, ...]


class WordAdded(msgspec.Struct, frozen=True, tag="spoke"):
    """A player's browser showed the word that it had promised for the luck."""

    seat: int
    word: str


class GameStarted(msgspec.Struct, frozen=True, tag="begun"):
    """The game started: no more words; `then` has the chance outcomes before the first decision."""

    then: tuple[str, ...] = ()
    ends: bool = False  # chance alone can end a game


class LinkShown(msgspec.Struct, frozen=True, tag="link"):
    """A player's browser showed the link of its chain for a draw."""

    seat: int
    draw: int
    link: str


class ChainHandedOver(msgspec.Struct, frozen=True, tag="handed over"):
    """A player who left handed over the secret of the chain, and so all its links."""

    seat: int
    secret: str


class ChanceDrawn(msgspec.Struct, frozen=True, tag="drawn"):
    """All links of a draw were there: what it brought, as far as the next decision."""

    draw: int
    then: tuple[str, ...]
    ends: bool = False


class LinksMissed(msgspec.Struct, frozen=True, tag="links missed"):
    """Links for a draw did not arrive: bots play on in these seats, and the next draw is due."""

    draw: int
    missing: tuple[int, ...]
    bots: tuple[str, ...]
    ends: bool = False


class MovePlayed(msgspec.Struct, frozen=True, tag="moved"):
    """A decision, and the chance outcomes after it."""

    seat: int
    action: str
    then: tuple[str, ...] = ()
    ends: bool = False  # whether it ended the game


class MoveUndone(msgspec.Struct, frozen=True, tag="took back"):
    """A player took back the last decision."""

    seat: int


class BotAssigned(msgspec.Struct, frozen=True, tag="lent"):
    """The others let a bot play for a player who is away, or on an open seat."""

    seat: int
    bot: str
    by: int


class PlayerReturned(msgspec.Struct, frozen=True, tag="returned"):
    """A player who was away plays again."""

    seat: int


class SeatTransferred(msgspec.Struct, frozen=True, tag="carried"):
    """A seat moved to another device."""

    seat: int
    holder: str


class StandInNamed(msgspec.Struct, frozen=True, tag="stand-in"):
    """A player chose the bot that plays if the player is away."""

    seat: int
    bot: str


class ChatSent(msgspec.Struct, frozen=True, tag="chat"):
    """A player wrote a line to everybody at the table."""

    seat: int
    text: str


class ChatSwitched(msgspec.Struct, frozen=True, tag="chat switched"):
    """The table's maker switched the chat on or off."""

    is_on: bool


class PlayerResigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A player gave up, or ran out of time; a bot plays on unless the game ends."""

    seat: int
    bot: str
    is_late: bool = False  # whether the clock ran out
    ends: bool = False


class OutageEnded(msgspec.Struct, frozen=True, tag="host back"):
    """The host was away: only so much of that time counts for the player to decide."""

    used_s: float  # until somebody's page was seen last


class EndOffered(msgspec.Struct, frozen=True, tag="end offered"):
    """A player offered to end the game, or agreed to that; it ends when everybody has."""

    seat: int
    ends: bool = False


class EndDeclined(msgspec.Struct, frozen=True, tag="end declined"):
    """A player wants to play on: all offers to end the game are void."""

    seat: int


class RematchCreated(msgspec.Struct, frozen=True, tag="again"):
    """The players got a new table for a rematch."""

    table: str


class AnswerGiven(msgspec.Struct, frozen=True, tag="answered"):
    """A player's answers after a playtest."""

    seat: int
    rating: int  # 1 to 5
    line: str = ""
    is_agreed: bool = False  # to a model of how she plays


Entry = (
    SeatTaken
    | WordPromised
    | WordsRestarted
    | TableAbandoned
    | WordAdded
    | GameStarted
    | LinkShown
    | ChainHandedOver
    | ChanceDrawn
    | LinksMissed
    | MovePlayed
    | MoveUndone
    | BotAssigned
    | PlayerReturned
    | SeatTransferred
    | StandInNamed
    | ChatSent
    | ChatSwitched
    | PlayerResigned
    | OutageEnded
    | EndOffered
    | EndDeclined
    | RematchCreated
    | AnswerGiven
)


class LogEntry(msgspec.Struct, frozen=True):
    """A numbered entry of the log."""

    seq: int  # from 0, without a gap
    command: str  # an id made by the sender, so that nothing is done twice
    entry: Entry
    at: float  # seconds since 1970


def ends_game(entry: Entry) -> bool:
    """Return whether the game is over after an entry."""
    return bool(getattr(entry, "ends", False))


_encoder = msgspec.json.Encoder()
_entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_facts = msgspec.json.Decoder(Facts)


def encode(value: Entry | Facts) -> bytes:
    """Return the JSON that the database holds."""
    return _encoder.encode(value)


def decode_entry(text: bytes | str) -> Entry:
    """Return an entry from the database."""
    return _entries.decode(text)


def decode_facts(text: bytes | str) -> Facts:
    """Return facts from the database."""
    return _facts.decode(text)
