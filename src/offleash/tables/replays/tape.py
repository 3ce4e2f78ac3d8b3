"""A played game that can be seen from any seat at any moment."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cached_property

import msgspec
import numpy as np

from offleash.bots.kinds import is_bot
from offleash.contract import Game
from offleash.contract.option_texts import store_text, text_scope
from offleash.contract.rules.actors import CHANCE, EVERYBODY, NOBODY
from offleash.games import registry
from offleash.play.fair_luck import count_chances, find_mismatch
from offleash.play.live_luck import Gap, LinkChain, LivePledge, draws_of_chances
from offleash.play.luck_check import checked_luck, describe_source, describe_unfair
from offleash.play.luck_lines import AnyPledge
from offleash.play.session import Moment, Session
from offleash.play.transcript import (
    OtherRulesVersion,
    ParsedTranscript,
    Transcript,
    format_chat,
    format_transcript,
    parse_transcript,
    parse_without_replay,
)
from offleash.tables.live.messages import Line
from offleash.tables.live.narration import narrate, result
from offleash.tables.live.player_names import PlayerNames, colour_of, player_names
from offleash.tables.live.table import Table, files_of
from offleash.tables.log.entries import (
    OPEN,
    BotAssigned,
    ChanceDrawn,
    Facts,
    GameStarted,
    LogEntry,
    MovePlayed,
    MoveUndone,
    SeatTaken,
    ends_game,
)
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence

TRANSCRIPT_LABEL = "the transcript"  # what errors call an uploaded text
MAX_AGE_S = 600.0  # of a game in memory: another worker may have removed a player's data
MAX_CACHED_ACTIONS = 50_000  # of the games in a worker's memory: about 50 MB


class Frame(msgspec.Struct, frozen=True):
    """One moment from one perspective."""

    at: int  # actions so far
    svg: str
    marks: str  # of the last turn
    headline: str  # who is to move, or who won


class Chance(msgspec.Struct, frozen=True):
    """A chance event: the weights of its outcomes, and what happened."""

    number: int  # of the action in the game, from 0
    weights: list[int]
    happened: int  # the index of the outcome
    draw: int = 0  # to which it belongs, where luck is live


class LuckRecord(msgspec.Struct, frozen=True):
    """The data with which the luck of a game can be checked."""

    table: str
    commitment: str
    words: tuple[str, ...]  # of each seat; empty ones where luck is live
    seed: str
    chances: list[Chance]
    live: bool = False
    chains: tuple[LinkChain, ...] = ()
    gaps: tuple[Gap, ...] = ()


@dataclass
class Tape:
    """A game played with this server's rules, from its start to its end."""

    session: Session
    names: tuple[str, ...]  # of the player or bot in each seat
    day: str
    pledge: AnyPledge | None = None  # for checking its luck
    is_table: bool = False  # of a table on this server, not from a transcript
    early_end: str = ""  # why the game ended before its rules end it, and who won
    chat: tuple[tuple[int, str], ...] = ()  # seats and what they wrote
    _lines: dict[int, list[Line]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # nothing is undone here, so drop what undoing needs
        self.session.history = [
            replace(moment, streams_before=b"", plans_before=b"") for moment in self.session.history
        ]

    def __len__(self) -> int:
        return len(self.session.history)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def is_over(self) -> bool:
        return self.session.over

    @property
    def result(self) -> str:
        """Who won, in words."""
        if self.is_over:
            return result(self.session.returns, self.display_names)
        return self.early_end or "unfinished"

    @cached_property
    def players(self) -> PlayerNames:
        """The names of all players, and what the game's texts call them."""
        words = [self.game.seat_name(self.session.options, n) for n in range(len(self.names))]
        # names of a transcript may be equal, or those of seats
        own = [
            ""
            if name in words or (self.names.count(name) > 1 and not is_bot(self.game, name))
            else name
            for name in self.names
        ]
        return player_names(self.game, self.session.options, own)

    @property
    def display_names(self) -> tuple[str, ...]:
        """A name for each seat: the player's, or the seat's for duplicate names."""
        return self.players.labels

    @property
    def colours(self) -> list[str]:
        """The colour of each seat."""
        return [colour_of(self.game, seat) for seat in range(len(self.names))]

    def frame(self, at: int, seat: int) -> Frame:
        """Return the picture after `at` actions: for a seat, for NOBODY, or for EVERYBODY."""
        past = self.session.past(at)
        view = past.state if seat == EVERYBODY else past.view(seat)
        svg = self.game.pictures.draw(view, past.options, seat)
        svg, marks = (self.players.in_picture(text) for text in (svg, past.last_turn(seat)))
        return Frame(at, svg, marks, self._headline(past))

    def _headline(self, past: Session) -> str:
        if past.over:
            return result(past.returns, self.display_names)
        if self.early_end and len(past.history) == len(self):
            return self.early_end
        if past.actor == CHANCE:
            return "Chance decides"
        return f"{self.display_names[past.actor]} is to move"

    def lines(self, seat: int) -> list[Line]:
        """Return the game in words."""
        if seat not in self._lines:
            lines = narrate(self.session, seat, self.players)
            self._lines[seat] = [line for of_action in lines for line in of_action]
        return self._lines[seat]

    def seats(self) -> Iterator[tuple[str, str]]:
        """Yield what the game calls each seat, and its player's name for people."""
        for seat, name in enumerate(self.names):
            word = self.game.seat_name(self.session.options, seat)
            yield word, self.display_names[seat] if is_bot(self.game, name) else name

    @property
    def verdict(self) -> tuple[bool, str]:
        """Whether all luck follows from the seed, and an explanation."""
        if self.pledge is None:
            return False, "This game has no committed seed, so its luck can't be checked."
        try:
            fair = checked_luck(self.pledge, self.session)
            difference = find_mismatch(self.session, fair)
        except OffleashError as error:
            return False, to_sentence(error)
        if unfair := describe_unfair(self.pledge):
            return False, to_sentence(unfair)
        source = "the chains" if isinstance(self.pledge, LivePledge) else "the seed"
        if difference:
            return False, f"The luck does not follow from {source}: {difference}."
        count = count_chances(self.session)
        words = to_sentence(describe_source(self.pledge))
        return True, f"Every outcome follows from {source}: {count} of {count} checked. {words}"

    def luck(self) -> LuckRecord | None:
        """Return the data for checking the luck, if the seed was revealed."""
        if self.pledge is None or self.pledge.seed is None:
            return None
        pledge = self.pledge
        live = pledge if isinstance(pledge, LivePledge) else None
        chains, gaps = (live.chains, live.gaps) if live else ((), ())
        draws = draws_of_chances(self.session, gaps)
        chances: list[Chance] = []
        for number, moment in enumerate(self.session.history):
            if moment.actor == CHANCE:
                outcomes, weights = self.session.chances(number)
                draw = draws[len(chances)] if live else 0
                chances.append(Chance(number, weights, outcomes.index(moment.action), draw))
        words = ("",) * len(self.names) if isinstance(pledge, LivePledge) else pledge.words
        seed, is_live = self.pledge.seed.hex(), live is not None
        return LuckRecord(
            pledge.table, pledge.commitment, words, seed, chances, is_live, chains, gaps
        )

    def transcript(self, with_chat: bool = False) -> str:
        """Return the game as text, with what players wrote only if that is asked for."""
        text = format_transcript(self.session, date.fromisoformat(self.day), self.pledge)
        return text + format_chat(self.chat) if with_chat else text


def tape_of_table(table: Table) -> Tape:
    """Return a finished table's game."""
    names = tuple(
        sitting.name or sitting.bot or table.seat_word(seat)
        for seat, sitting in enumerate(table.seats)
    )
    played = table.session
    session = Session(table.game, played.options, position=table.facts.start or None, seats=names)
    session.state, session.history = played.state.copy(), list(played.history)
    early_end = table.early_end.describe(table.names.labels) if table.early_end else ""
    chat = tuple((line.seat, line.text) for line in table.chat)
    return Tape(session, names, _day(table.facts), table.pledge, True, early_end, chat)


def tape_of_log(facts: Facts, entries: Sequence[LogEntry]) -> Tape | ParsedTranscript:
    """Return a finished table's game from its log: a ParsedTranscript if it has other rules."""
    table = Table(facts)
    if table.is_read_only:
        return account_of_table(facts, entries)
    for record in entries:
        table.apply(record)
    return tape_of_table(table)


def _day(facts: Facts) -> str:
    return datetime.fromtimestamp(facts.created, UTC).date().isoformat()


def account_of_table(facts: Facts, entries: Sequence[LogEntry]) -> ParsedTranscript:
    """Return the log of a finished table with other rules, which can't be replayed."""
    names = list(facts.seats)
    played: list[list[tuple[str, str]]] = []
    for record in entries:
        match record.entry:
            case SeatTaken(seat, _, name):
                names[seat] = name
            case BotAssigned(seat, bot) if names[seat] == OPEN:
                names[seat] = bot
            case GameStarted(outcomes):
                played.append([("chance", action) for action in outcomes])
            case MovePlayed(seat, action, outcomes):
                played.append(
                    [(f"seat {seat}", action), *(("chance", outcome) for outcome in outcomes)]
                )
            case ChanceDrawn(then=outcomes):
                played.append([("chance", outcome) for outcome in outcomes])
            case MoveUndone():
                played.pop()
    actions = tuple(action for step in played for action in step)
    return ParsedTranscript(facts.game, facts.rules, _day(facts), tuple(names), actions, "")


def has_ended(entries: Sequence[LogEntry]) -> bool:
    """Return whether a table's game is over, under any rules."""
    return any(ends_game(record.entry) for record in entries)


def read(text: str) -> Tape | ParsedTranscript:
    """Parse an uploaded transcript; one with other rules becomes a ParsedTranscript.

    Raises OffleashError if it is invalid.
    """
    try:
        transcript = parse_transcript(text, TRANSCRIPT_LABEL)
    except OtherRulesVersion:
        return parse_without_replay(text, TRANSCRIPT_LABEL)
    return _tape(transcript)


class PackedTape(msgspec.Struct, frozen=True):
    """A tape in plain values, which a process can send to another."""

    game: str
    base: str
    options: dict[str, str]
    files: dict[str, str]
    start: str | None
    seats: tuple[str, ...]  # the session's, which may have no names
    names: tuple[str, ...]
    day: str
    pledge: AnyPledge | None
    is_table: bool
    early_end: str
    chat: tuple[tuple[int, str], ...]
    state: bytes
    moments: list[tuple[int, int, bytes]]  # (action, actor, position before)


def pack(tape: Tape) -> PackedTape:
    """Pack a tape."""
    game, session = tape.game, tape.session
    return PackedTape(
        game.name,
        game.base(session.options),
        game.changes(session.options),
        files_of(game, session.options),
        session.start,
        tuple(session.seats),
        tape.names,
        tape.day,
        tape.pledge,
        tape.is_table,
        tape.early_end,
        tape.chat,
        session.state.tobytes(),
        [(moment.action, moment.actor, moment.before) for moment in session.history],
    )


def unpack(packed: PackedTape) -> Tape:
    """Return the tape as it was packed: nothing is played again, so this takes no time."""
    game = registry.load(packed.game)
    with text_scope():  # the session holds its texts
        for text in packed.files.values():
            store_text(text)
        options = game.options(packed.base or None, **packed.options)
        session = Session(game, options, position=packed.start, seats=packed.seats)
    session.state = np.frombuffer(bytearray(packed.state), game.rules.record)
    session.history = [
        Moment(action, actor, before, b"", b"") for action, actor, before in packed.moments
    ]
    extra = (packed.pledge, packed.is_table, packed.early_end, packed.chat)
    return Tape(session, packed.names, packed.day, *extra)


def _tape(transcript: Transcript) -> Tape:
    session = transcript.session
    seats = range(session.game.seat_count(session.options))
    usual = tuple(session.game.seat_name(session.options, seat) for seat in seats)
    return Tape(session, session.seats or usual, transcript.date, transcript.pledge)


def game_title(game: str) -> str:
    """Return the title of a game, or its name if it is unknown."""
    return registry.ROWS[game].title if game in registry.ROWS else game


class Tapes:
    """A cache of the most recently viewed games."""

    def __init__(
        self, max_actions: int = MAX_CACHED_ACTIONS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.max_actions, self._clock = max_actions, clock
        self._cache: OrderedDict[str, tuple[Tape | ParsedTranscript, float]] = OrderedDict()

    def get(self, name: str) -> Tape | ParsedTranscript | None:
        tape, at = self._cache.get(name, (None, 0.0))
        if tape is None or self._clock() - at > MAX_AGE_S:
            return None
        self._cache.move_to_end(name)
        return tape

    def drop(self, name: str) -> None:
        """Forget a game, since its log was changed."""
        self._cache.pop(name, None)

    def put(self, name: str, tape: Tape | ParsedTranscript) -> None:
        self._cache[name] = tape, self._clock()
        lengths = [_length(cached) for cached, _ in self._cache.values()]
        while len(lengths) > 1 and sum(lengths) > self.max_actions:
            self._cache.popitem(last=False)
            del lengths[0]


def _length(tape: Tape | ParsedTranscript) -> int:
    return 100 + (len(tape) if isinstance(tape, Tape) else len(tape.actions))


PERSPECTIVES = {"all": EVERYBODY, "nobody": NOBODY}


def perspective(word: str, seats: int) -> int:
    """Return a perspective: `all`, `nobody` or a seat's number. Raise OffleashError otherwise."""
    if word in PERSPECTIVES:
        return PERSPECTIVES[word]
    if word.isdecimal() and len(word) < 3 and int(word) < seats:
        return int(word)
    raise OffleashError(
        f"{word[:20]!r} is not a perspective; use all, nobody or the number of a seat"
    )
