"""A game that was played, to be looked at from any seat at any moment."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cached_property

import msgspec

from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.options import File
from offleash.core.rules.actors import CHANCE, EVERYBODY, NOBODY
from offleash.core.texts import kept_text
from offleash.games import registry
from offleash.play.fair import Pledge, commitment, count_chances, find_mismatch
from offleash.play.session import Session
from offleash.play.transcript import (
    OtherRulesVersion,
    ParsedTranscript,
    Transcript,
    format_transcript,
    parse_transcript,
    parse_without_replay,
)
from offleash.tables.entries import OPEN, Begun, Facts, Lent, Moved, Sat, TookBack, Written
from offleash.tables.messages import Line
from offleash.tables.strengths import names_of
from offleash.tables.table import Table
from offleash.tables.telling import result, told

CALLED = "the transcript"  # what errors call a text that was dropped on a page
KEPT_ACTIONS = 50_000  # of games that a worker keeps in hand: about 50 MB


class Frame(msgspec.Struct, frozen=True):
    """One moment as somebody sees it."""

    at: int  # actions so far
    svg: str
    marks: str  # of the last turn
    headline: str  # who is to move, or who won


class Chance(msgspec.Struct, frozen=True):
    """What could happen, how often each, and what did: for who checks the luck."""

    number: int  # of the action in the game, from 0
    weights: list[int]
    happened: int  # its place among them


class Luck(msgspec.Struct, frozen=True):
    """Everything that the luck of a game can be checked with."""

    table: str
    commitment: str
    words: tuple[str, ...]
    seed: str
    chances: list[Chance]


@dataclass
class Tape:
    """A game whose rules are these, from its start to its end."""

    session: Session
    names: tuple[str, ...]  # who sat on each seat
    day: str
    pledge: Pledge | None = None  # by what its luck can be checked
    _lines: dict[int, list[Line]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # nothing is taken back here, so what undoing needs is not kept
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
        return result(self.session.returns, self.called) if self.is_over else "unfinished"

    @cached_property
    def called(self) -> tuple[str, ...]:
        """What to call each seat: by who sat there, unless that was a bot or two are the same."""
        bots = names_of(self.game)
        return tuple(
            word if name in bots or self.names.count(name) > 1 else name
            for word, name in self.seats()
        )

    def frame(self, at: int, seat: int) -> Frame:
        """The picture after `at` actions: for a seat, for NOBODY, or with everything open."""
        then = self.session.past(at)
        view = then.state if seat == EVERYBODY else then.view(seat)
        svg = self.game.draw(view, then.options, seat)
        return Frame(at, svg, then.last_turn(seat), self._headline(then))

    def _headline(self, then: Session) -> str:
        if then.over:
            return result(then.returns, self.called)
        return "Chance decides" if then.actor == CHANCE else f"{self.called[then.actor]} is to move"

    def lines(self, seat: int) -> list[Line]:
        """The game in words."""
        if seat not in self._lines:
            self._lines[seat] = [line for lines in told(self.session, seat) for line in lines]
        return self._lines[seat]

    def seats(self) -> Iterator[tuple[str, str]]:
        """What the game calls each seat, and who sat there."""
        for seat, name in enumerate(self.names):
            yield self.game.name_of(self.session.options, seat), name

    @property
    def verdict(self) -> tuple[bool, str]:
        """Whether all luck follows from the seed, and a sentence about it."""
        if self.pledge is None:
            return False, "No table committed itself to a seed for this game, so nobody can say."
        try:
            fair = self.pledge.fair()
        except OffleashError as error:
            return False, f"{str(error).capitalize()}."
        if difference := find_mismatch(self.session, fair):
            return False, f"It does not follow from the seed: {difference}."
        count = count_chances(self.session)
        return True, f"Every outcome follows from the seed: {count} of {count} were checked."

    def luck(self) -> Luck | None:
        """What the luck can be checked with, where the seed was shown."""
        if self.pledge is None or self.pledge.seed is None:
            return None
        found = []
        for number, moment in enumerate(self.session.history):
            if moment.actor == CHANCE:
                outcomes, weights = self.session.chances(number)
                found.append(Chance(number, weights, outcomes.index(moment.action)))
        pledge, seed = self.pledge, self.pledge.seed.hex()
        return Luck(pledge.table, pledge.commitment, pledge.words, seed, found)

    def transcript(self) -> str:
        """The game as text."""
        return format_transcript(self.session, date.fromisoformat(self.day), self.pledge)


def tape_of_table(table: Table) -> Tape:
    """A finished table's game."""
    names = tuple(table.name_of(seat) for seat in range(len(table.seats)))
    played = table.session
    session = Session(table.game, played.options, position=table.facts.start or None, seats=names)
    session.state, session.history = played.state.copy(), list(played.history)
    words = tuple(table.words.get(seat, "") for seat in range(len(names)))
    facts = table.facts
    pledge = Pledge(facts.table, commitment(facts.seed), words, facts.seed)
    return Tape(session, names, _day(facts), pledge)


def _day(facts: Facts) -> str:
    return datetime.fromtimestamp(facts.created, UTC).date().isoformat()


def account_of_table(facts: Facts, entries: Sequence[Written]) -> ParsedTranscript:
    """A finished table whose rules are not these: its log, not replayed."""
    names = list(facts.seats)
    played: list[list[tuple[str, str]]] = []
    for written in entries:
        match written.entry:
            case Sat(seat, _, name):
                names[seat] = name
            case Lent(seat, bot) if names[seat] == OPEN:
                names[seat] = bot
            case Begun(then):
                played.append([("chance", action) for action in then])
            case Moved(seat, action, then):
                played.append([(f"seat {seat}", action), *(("chance", came) for came in then)])
            case TookBack():
                played.pop()
    actions = tuple(action for step in played for action in step)
    return ParsedTranscript(facts.game, facts.rules, _day(facts), tuple(names), actions, "")


def has_ended(entries: Sequence[Written]) -> bool:
    """Whether a table's game is over, whatever its rules."""
    return any(isinstance(each.entry, Moved) and each.entry.ends for each in entries)


def read(text: str) -> Tape | ParsedTranscript:
    """A transcript that was dropped on a page; one of other rules is not replayed."""
    try:
        transcript = parse_transcript(text, CALLED)
    except OtherRulesVersion:
        return parse_without_replay(text, CALLED)
    return _tape(transcript)


def _tape(transcript: Transcript) -> Tape:
    session = transcript.session
    seats = range(session.game.seat_count(session.options))
    usual = tuple(session.game.name_of(session.options, seat) for seat in seats)
    return Tape(session, session.seats or usual, transcript.date, transcript.pledge)


def files_of(game: Game, options: Records) -> dict[str, str]:
    """The texts of boards and decks that options name and that are not shipped, by digest."""
    found = {}
    for switch in game.switches:
        if isinstance(switch, File) and not switch.is_shipped(options[switch.name][0]):
            text = kept_text(int(options[switch.name][0]))
            found[switch.format(options[switch.name][0])] = text or ""
    return found


def game_title(game: str) -> str:
    """What people call a game, if it is in the box."""
    return registry.ROWS[game].title if game in registry.ROWS else game


class Tapes:
    """The games that were looked at last, as many as fit."""

    def __init__(self, most: int = KEPT_ACTIONS) -> None:
        self.most = most
        self._kept: OrderedDict[str, Tape | ParsedTranscript] = OrderedDict()

    def get(self, name: str) -> Tape | ParsedTranscript | None:
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    def keep(self, name: str, tape: Tape | ParsedTranscript) -> None:
        self._kept[name] = tape
        while len(self._kept) > 1 and sum(map(_length, self._kept.values())) > self.most:
            self._kept.popitem(last=False)


def _length(tape: Tape | ParsedTranscript) -> int:
    return 100 + (len(tape) if isinstance(tape, Tape) else len(tape.actions))


PERSPECTIVES = {"all": EVERYBODY, "nobody": NOBODY}


def perspective(word: str, seats: int) -> int:
    """Who looks: `all`, `nobody`, or a seat by its number."""
    if word in PERSPECTIVES:
        return PERSPECTIVES[word]
    if word.isdecimal() and len(word) < 3 and int(word) < seats:
        return int(word)
    raise OffleashError(f"nobody looks from seat {word[:20]!r}")
