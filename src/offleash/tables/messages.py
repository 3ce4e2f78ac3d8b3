"""What a page and its table say to each other, as JSON in text frames."""

from typing import Annotated

import msgspec

LARGEST = 8192  # bytes that a page may send at once

Id = Annotated[str, msgspec.Meta(min_length=8, max_length=40, pattern="^[0-9A-Za-z-]+$")]
Action = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Place = Annotated[int, msgspec.Meta(ge=0, le=63)]
Length = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Anything that a page asks for: `Done`, `Refused` or what was asked for answers it."""

    id: Id  # made by the page: the same again is the same request


class Word(Asked, frozen=True, kw_only=True, tag="word"):
    """This browser's word for the luck."""

    word: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Move(Asked, frozen=True, kw_only=True, tag="move"):
    """A decision, taken where the game had so many actions."""

    at: Length
    action: Action


class Undo(Asked, frozen=True, kw_only=True, tag="undo"):
    """Take back my last decision."""

    at: Length


class Lend(Asked, frozen=True, kw_only=True, tag="lend"):
    """Let a bot play for a seat that is away."""

    seat: Place
    bot: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Return(Asked, frozen=True, kw_only=True, tag="return"):
    """I am back."""


class Rematch(Asked, frozen=True, kw_only=True, tag="again"):
    """Once more, with seats rotated."""


class Look(Asked, frozen=True, kw_only=True, tag="look"):
    """What these legal actions would look like: marks to lay over the picture."""

    actions: Annotated[list[Action], msgspec.Meta(min_length=1, max_length=12)]


class Why(Asked, frozen=True, kw_only=True, tag="why"):
    """Why this action is illegal; without one, what the rules say about what is to be decided."""

    action: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Advise(Asked, frozen=True, kw_only=True, tag="advise"):
    """What a good player would do."""


Request = Word | Move | Undo | Lend | Return | Rematch | Look | Why | Advise


class Done(msgspec.Struct, frozen=True, tag_field="is", tag="done"):
    """It is written down; the picture follows."""

    id: str


class Refused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """Nothing was changed, for a reason in words. The newest picture follows."""

    id: str
    why: str


class Seat(msgspec.Struct, frozen=True):
    """Who sits there."""

    word: str  # what the game calls the seat: "Red", "Yellow Scrapper"
    name: str  # of the person, or of the bot; empty where nobody sits
    kind: str  # "person", "bot" or "open"
    is_away: bool = False  # a person whose page is closed
    bot: str = ""  # that plays for a person who is away
    points_to: bool = False  # it is this seat's decision


class Choice(msgspec.Struct, frozen=True):
    """A legal action of the seat that looks: see core.game.Target."""

    action: str
    group: str
    piece: str
    label: str
    clicks: tuple[str, ...]
    captures: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One line of the log in words."""

    number: int  # of the action in the game: news have the number of what brought them
    who: int  # a seat, or CHANCE
    text: str
    kind: str  # "move", "chance" or "news"


class Picture(msgspec.Struct, frozen=True):
    """The drawing, cut into pieces; only what differs from the last one is sent."""

    splices: tuple[tuple[int, int, tuple[str, ...]], ...]  # from, to, what stands there instead
    marks: str  # of the last turn, to lay over it
    whole: bool  # whether it begins with nothing


class Fate(msgspec.Struct, frozen=True):
    """What can be checked about the luck."""

    commitment: str  # SHA-256 of the seed
    words: tuple[str, ...]  # of each seat, in order; empty where there is none
    seed: str  # shown when the game is over


class Show(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="show"):
    """The table as this page may see it."""

    seq: int  # entries so far
    at: int  # actions so far
    phase: str  # "gathering", "words", "playing", "over" or "readonly"
    you: int  # the seat, or -1 for somebody who looks on
    actor: int  # the seat to decide, or below 0
    headline: str  # "Your turn", "Ben picks a tile", "Red and Blue win"
    seats: tuple[Seat, ...]
    picture: Picture
    choices: tuple[Choice, ...]
    since: int  # lines of the log from this number on are replaced by these
    lines: tuple[Line, ...]
    can_undo: bool
    hints: bool
    fate: Fate
    shares: tuple[float, ...]  # what each seat has won, once it is over
    again: str  # the table where they play once more
    bots: tuple[str, ...]  # that may play for a seat


class Ghosts(msgspec.Struct, frozen=True, tag_field="is", tag="ghosts"):
    """Marks for each action that was asked about."""

    id: str
    marks: tuple[str, ...]


class Reason(msgspec.Struct, frozen=True, tag_field="is", tag="reason"):
    """Why something is illegal, and where the rules say so."""

    id: str
    why: str  # empty where it is legal
    page: str  # a link to the ruling


class Hint(msgspec.Struct, frozen=True):
    """One piece of advice: see bots.advice."""

    action: str
    label: str
    chance: float | None  # none for a forced action, which is not searched
    low: float | None
    high: float | None
    playouts: int
    why: str


class Hints(msgspec.Struct, frozen=True, tag_field="is", tag="hints"):
    """The best few actions."""

    id: str
    hints: tuple[Hint, ...]


Answer = Done | Refused | Show | Ghosts | Reason | Hints

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode(text: bytes | str) -> Request:
    """A request; raises msgspec.DecodeError (or ValidationError) for anything else."""
    return _requests.decode(text)


def encode(answer: Answer) -> str:
    """A frame to send."""
    return _encoder.encode(answer).decode()
