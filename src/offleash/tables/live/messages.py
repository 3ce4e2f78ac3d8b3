"""The messages between a page and its table, as JSON in text frames."""

from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=8, max_length=40, pattern="^[0-9A-Za-z-]+$")]
Action = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Place = Annotated[int, msgspec.Meta(ge=0, le=63)]
Length = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class PageRequest(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """A request of a page. The answer is `Done`, `Refused` or what was requested."""

    id: Id  # made by the page: a repeated id is the same request


class Promise(PageRequest, frozen=True, kw_only=True, tag="promise"):
    """The SHA-256 of this browser's word for the luck."""

    promise: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Word(PageRequest, frozen=True, kw_only=True, tag="word"):
    """This browser's word for the luck, as promised."""

    word: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class ShowLink(PageRequest, frozen=True, kw_only=True, tag="link"):
    """The link of this browser's chain for the draw that is due."""

    draw: Length
    link: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class HandOver(PageRequest, frozen=True, kw_only=True, tag="hand over"):
    """The secret of this browser's chain, since its player leaves."""

    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Move(PageRequest, frozen=True, kw_only=True, tag="move"):
    """A decision, taken when the game had `at` actions."""

    at: Length
    action: Action


class Moves(PageRequest, frozen=True, kw_only=True, tag="moves"):
    """Several decisions in a row, the first taken when the game had `at` actions."""

    at: Length
    actions: Annotated[list[Action], msgspec.Meta(min_length=1, max_length=40)]


class Undo(PageRequest, frozen=True, kw_only=True, tag="undo"):
    """Take back my last decision."""

    at: Length


class Lend(PageRequest, frozen=True, kw_only=True, tag="lend"):
    """Let a bot play for a player who is away."""

    seat: Place
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""  # empty: one of medium strength


class Return(PageRequest, frozen=True, kw_only=True, tag="return"):
    """I am back."""


class NameStandIn(PageRequest, frozen=True, kw_only=True, tag="stand-in"):
    """Let this bot play for me if I am away."""

    bot: Annotated[str, msgspec.Meta(max_length=40)]


class Chat(PageRequest, frozen=True, kw_only=True, tag="chat"):
    """A line of text to everybody at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class SwitchChat(PageRequest, frozen=True, kw_only=True, tag="switch chat"):
    """Switch the chat of my table on or off."""

    is_on: bool


class Resign(PageRequest, frozen=True, kw_only=True, tag="resign"):
    """I give up."""


class OfferEnd(PageRequest, frozen=True, kw_only=True, tag="offer end"):
    """Let us end the game here; or: I agree to that."""


class DeclineEnd(PageRequest, frozen=True, kw_only=True, tag="decline end"):
    """Let us play on."""


class Rematch(PageRequest, frozen=True, kw_only=True, tag="again"):
    """Play again, with seats rotated."""


class Preview(PageRequest, frozen=True, kw_only=True, tag="look"):
    """What would these legal actions look like? The answer is marks to draw over the picture."""

    actions: Annotated[list[Action], msgspec.Meta(min_length=1, max_length=12)]


class Recall(PageRequest, frozen=True, kw_only=True, tag="recall"):
    """Where on the board was this action of the log? The answer is marks, as for a preview."""

    number: Length


class ListRoutes(PageRequest, frozen=True, kw_only=True, tag="routes"):
    """The question which decisions in a row one gesture can take."""


class Why(PageRequest, frozen=True, kw_only=True, tag="why"):
    """The question why an action is illegal; without one, what the rules say here."""

    action: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Advise(PageRequest, frozen=True, kw_only=True, tag="advise"):
    """The question what a good player would do."""


class Describe(PageRequest, frozen=True, kw_only=True, tag="describe"):
    """The question what this seat sees, as text: for programs, which see no picture."""


Request = (
    Promise
    | Word
    | ShowLink
    | HandOver
    | Move
    | Moves
    | Undo
    | Lend
    | Return
    | NameStandIn
    | Chat
    | SwitchChat
    | Resign
    | OfferEnd
    | DeclineEnd
    | Rematch
    | Preview
    | Recall
    | ListRoutes
    | Why
    | Advise
    | Describe
)


class Done(msgspec.Struct, frozen=True, tag_field="is", tag="done"):
    """The request was carried out; the picture follows."""

    id: str


class Refused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """Nothing was changed; `why` says the reason. The newest picture follows."""

    id: str
    why: str


class Seat(msgspec.Struct, frozen=True):
    """A seat and its occupant."""

    word: str  # what the game calls the seat: "Red", "Yellow Scrapper"
    name: str  # of the person or bot, for people; empty for an open seat
    kind: str  # "person", "bot" or "open"
    is_away: bool = False  # a person whose page is closed
    bot: str = ""  # plays for a person who is away
    points_to: bool = False  # whether it is this seat's turn
    bot_name: str = ""  # what kind of bot is in the seat, for people
    colour: str = ""  # of the seat in pictures, `#rrggbb`
    resigned: bool = False  # the bot plays on for a person who gave up
    face: str = ""  # the portrait of a bot


class Choice(msgspec.Struct, frozen=True):
    """A legal action of the viewing seat: see contract.game.Target."""

    action: str
    group: str
    piece: str
    label: str
    clicks: tuple[str, ...]
    captures: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One line of the log in words."""

    number: int  # of the action in the game, the last that it is about
    seat: int = msgspec.field(name="who")  # or CHANCE
    text: str
    kind: str  # "move", "chance" or "news"


class ChatLine(msgspec.Struct, frozen=True):
    """One line of the chat."""

    seat: int = msgspec.field(name="who")
    text: str


class Talk(msgspec.Struct, frozen=True):
    """What players said to each other, and offered."""

    is_on: bool  # whether players can write now
    since: int  # `lines` follow so many that the page already has
    lines: tuple[ChatLine, ...]
    offers: tuple[int, ...]  # seats that offered to end the game


class Picture(msgspec.Struct, frozen=True):
    """The drawing, cut into pieces; only what differs from the last one is sent."""

    splices: tuple[tuple[int, int, tuple[str, ...]], ...]  # start, end, replacement
    marks: str  # of the last turn, drawn over the picture
    whole: bool  # whether it replaces everything


class Fate(msgspec.Struct, frozen=True):
    """What can be checked about the luck."""

    commitment: str  # SHA-256 of the seed, or the anchor of the server's chain
    promises: tuple[str, ...]  # of each seat, in order; empty if there is none
    words: tuple[str, ...]  # of each seat, in order; empty if there is none
    silent: tuple[int, ...]  # seats whose word was missing
    seed: str  # shown when the game is over or given up
    live: bool = False  # whether luck is live: promises are anchors of chains, and nobody has words


class Note(msgspec.Struct, frozen=True):
    """One idea of a guided game: see play.guide.GuideStep."""

    text: str
    why: str
    wrong: str
    look: tuple[str, ...]


class Lesson(msgspec.Struct, frozen=True):
    """What a learner reads and does now, in a guided game."""

    number: int  # of the step, from 1
    count: int  # of steps
    notes: tuple[Note, ...]  # to read one after another; none while others act
    actions: tuple[str, ...]  # to play after the last note
    is_end: bool


class Show(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="show"):
    """The table as this page may see it."""

    seq: int  # entries so far
    at: int  # actions so far
    phase: str  # "gathering", "words", "playing", "over", "abandoned" or "readonly"
    you: int  # the seat, or -1 for a spectator
    actor: int  # the seat to decide, or a number below 0
    headline: str  # "Your turn", "Martina picks a tile", "Red and Blue win"
    seats: tuple[Seat, ...]
    picture: Picture
    choices: tuple[Choice, ...]
    has_routes: bool  # whether it is worth asking for routes
    since: int  # `lines` replace the log from this number on
    lines: tuple[Line, ...]
    can_undo: bool
    hints: bool
    fate: Fate
    shares: tuple[float, ...]  # what each seat has won, once the game is over
    again: str  # the id of the rematch
    talk: Talk
    clocks: tuple[float, ...]  # seconds that each seat has left; empty without clocks
    bots: tuple[str, ...]  # ids of the bots that can play for a seat
    bot_names: tuple[str, ...]  # and their names for people
    lesson: Lesson | None = None  # for the learner of a guided game
    task: str = ""  # what the seat is to do now: "Give Blue a card"
    is_cut_short: bool = False  # whether the game ended before its rules end it


class DrawDue(msgspec.Struct, frozen=True, tag_field="is", tag="draw"):
    """A draw of live luck needs a link of this page's chain."""

    draw: int
    mark: str  # by which the server commits itself to the game so far
    seat: int


class Ghosts(msgspec.Struct, frozen=True, tag_field="is", tag="ghosts"):
    """The marks of each action in the request."""

    id: str
    marks: tuple[str, ...]


class RouteChoice(msgspec.Struct, frozen=True):
    """Several legal actions in a row of the viewing seat: see contract.game.Route."""

    actions: tuple[str, ...]
    group: str
    label: str
    clicks: tuple[str, ...]
    passes: tuple[str, ...]
    captures: tuple[str, ...]


class Routes(msgspec.Struct, frozen=True, tag_field="is", tag="routes"):
    """What one gesture can do at this decision."""

    id: str
    at: int  # actions so far
    routes: tuple[RouteChoice, ...]


class Reason(msgspec.Struct, frozen=True, tag_field="is", tag="reason"):
    """Why something is illegal, and where the rules say so."""

    id: str
    why: str  # empty if it is legal
    page: str  # a link to the ruling


class Description(msgspec.Struct, frozen=True, tag_field="is", tag="description"):
    """What a seat sees, as text."""

    id: str
    at: int  # actions so far
    game: str
    position: str  # in the game's notation
    board: str  # as a terminal shows it
    legal: tuple[str, ...]  # if the seat is to move


class Hint(msgspec.Struct, frozen=True):
    """One piece of advice: see bots.advice."""

    action: str
    label: str
    chance: float | None  # None for an action that no playout tried
    low: float | None
    high: float | None
    playouts: int
    why: str


class Hints(msgspec.Struct, frozen=True, tag_field="is", tag="hints"):
    """The best few actions."""

    id: str
    hints: tuple[Hint, ...]


Answer = Done | Refused | Show | DrawDue | Ghosts | Routes | Reason | Hints | Description

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode(text: bytes | str) -> Request:
    """Parse a request. Raise msgspec.DecodeError (or ValidationError) if it is not one."""
    return _requests.decode(text)


def encode(answer: Answer) -> str:
    """Format an answer as a text frame."""
    return _encoder.encode(answer).decode()
