"""A table: the game built from its facts and entries, and the decisions on what comes next.

Nothing here waits or writes. A request becomes an entry, which the caller writes to the log and
then passes to `apply`; or it raises a Refusal.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from offleash.compiler.rules.random import seed_streams
from offleash.contract import Game, Records
from offleash.contract.option_texts import store_text, stored_text, text_scope
from offleash.contract.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.fair_luck import (
    MISS,
    PROMISE,
    REVEAL,
    FairLuck,
    LuckSource,
    Pledge,
    WordStep,
    commitment,
    fair_outcome,
    promise_of,
)
from offleash.play.guide import parse_guide
from offleash.play.live_luck import LivePledge, anchor_of, mark_of
from offleash.play.luck_lines import AnyPledge
from offleash.play.session import GameLuck, Session
from offleash.play.undo import may_undo
from offleash.tables.live import endings, messages
from offleash.tables.live.chat import MAX_LINES, SentLine, clean_line
from offleash.tables.live.clocks import NOBODY_DECIDES, Clock
from offleash.tables.live.draws import Draws
from offleash.tables.live.player_names import PlayerNames, player_names
from offleash.tables.log.entries import (
    OPEN,
    AnswerGiven,
    BotAssigned,
    ChainHandedOver,
    ChanceDrawn,
    ChatSent,
    ChatSwitched,
    EndDeclined,
    EndOffered,
    Entry,
    Facts,
    GameStarted,
    LinkShown,
    LinksMissed,
    LogEntry,
    MovePlayed,
    MoveUndone,
    OutageEnded,
    PlayerResigned,
    PlayerReturned,
    RematchCreated,
    SeatTaken,
    SeatTransferred,
    StandInNamed,
    TableAbandoned,
    WordAdded,
    WordPromised,
    WordsRestarted,
)
from offleash.tools.errors import OffleashError
from offleash.tools.steady_time import ServerRun

MAX_SKEW_S = 2.0  # between servers on one database
WORD_TIMEOUT_S = 30.0  # how long a game waits for words or links
GATHERING, WORDS, PLAYING, OVER, READ_ONLY = "gathering", "words", "playing", "over", "readonly"
ABANDONED = "abandoned"  # a promised word, or a link for the first draw, was not shown
# entries that change neither the game nor its seats, so that no picture is drawn again
SILENT_ENTRIES = (ChatSent, ChatSwitched, StandInNamed, OutageEnded, LinkShown, ChainHandedOver)


class Refusal(OffleashError):
    """A page's request can't be carried out; nothing was changed."""


@dataclass(frozen=True)
class Sitting:
    """The occupant of a seat: a person, a bot, or nobody yet."""

    holder: str = ""  # the person's browser, see web.cookies
    name: str = ""
    bot: str = ""  # has the seat, or plays for the person
    has_resigned: bool = False  # the bot plays on to the end

    @property
    def is_taken(self) -> bool:
        return bool(self.holder or self.bot)

    @property
    def is_lent(self) -> bool:
        return bool(self.holder and self.bot and not self.has_resigned)

    @property
    def is_playing(self) -> bool:
        """Whether the person in the seat decides."""
        return bool(self.holder and not self.bot)


@dataclass
class Table:
    """One table, built from its log."""

    facts: Facts
    seq: int = 0  # entries so far
    game_seq: int = 0  # the same when the game or its seats changed last, not only the talk
    promises: dict[int, str] = field(default_factory=dict)  # of the words
    words: dict[int, str] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)  # seats whose word was missing
    is_abandoned: bool = False
    word_steps: list[WordStep] = field(default_factory=list)
    has_begun: bool = False
    gathered_at: float = 0.0  # when the last seat was taken, or the last word promised
    arrived_at: dict[int, float] = field(default_factory=dict)  # when each person got the seat
    next_table: str = ""  # the id of the rematch
    answers: dict[int, AnswerGiven] = field(default_factory=dict)  # after a playtest, by seat
    commands: set[str] = field(default_factory=set)  # in the log, so that none is carried out twice
    chat: list[SentLine] = field(default_factory=list)
    stand_ins: dict[int, str] = field(default_factory=dict)  # bots that players chose, by seat
    offers: set[int] = field(default_factory=set)  # seats that offered to end the game
    left: list[endings.LeftGame] = field(default_factory=list)
    early_end: endings.EarlyEnd | None = None
    _names: tuple[tuple[str, ...], PlayerNames] | None = None

    def __post_init__(self) -> None:
        facts = self.facts
        self.game: Game = registry.load(facts.game)
        self.is_read_only = self.game.rules_version != facts.rules
        self.seats = [Sitting(bot="" if bot == OPEN else bot) for bot in facts.seats]
        self.gathered_at = float(facts.created)
        self.is_chat_on = facts.chat
        self.clock = Clock(float(facts.clock_s)) if facts.clock_s else None
        self.commitment = (anchor_of if facts.live_luck else commitment)(facts.seed)
        self.draws = Draws(facts.table, facts.seed, len(self.seats)) if facts.live_luck else None
        if not self.is_read_only:
            self.session = self._start_session()
            _seed_bots(self.session.luck, facts.seed)
        self.guide = None if self.is_read_only or not facts.guide else parse_guide(facts.guide, "")
        if self.guide:  # nobody adds to its luck, so it begins at once
            self.has_begun = True
            self.session.play(*self._chance_after()[0])

    def _start_session(self) -> Session:
        facts = self.facts
        with text_scope():  # the session holds its texts
            for text in facts.files.values():
                store_text(text)
            options = self.game.options(facts.base or None, **facts.options)
            return Session(self.game, options, position=facts.start or None)

    # State

    @property
    def phase(self) -> str:
        if self.is_read_only:
            return READ_ONLY
        if self.is_abandoned:
            return ABANDONED
        if self.has_begun:
            is_ended = self.early_end or self.is_guided_through
            return OVER if self.session.over or is_ended else PLAYING
        return WORDS if all(sitting.is_taken for sitting in self.seats) else GATHERING

    @property
    def is_guided_through(self) -> bool:
        """Whether a guided game has come to the end of its script."""
        return bool(self.guide) and self.scripted_action is None

    @property
    def scripted_action(self) -> int | None:
        """The next action of a guided game, or None at its end."""
        script, at = self.guide.script if self.guide else (), len(self.session.history)
        options = self.session.options
        return self.game.notation.parse_action(script[at], options) if at < len(script) else None

    @property
    def actor(self) -> int:
        """The seat to decide, or a number below 0."""
        return self.session.actor if self.phase == PLAYING else -1

    @property
    def bot(self) -> str:
        """The bot to decide, or an empty string."""
        return self.seats[self.actor].bot if self.actor >= 0 else ""

    @property
    def shares(self) -> list[float]:
        """What each seat has won, once the game is over; all 0 if nobody has."""
        return list(self.early_end.shares) if self.early_end else self.session.returns

    @property
    def people(self) -> list[int]:
        """The seats whose players decide, not a bot."""
        return [seat for seat, sitting in enumerate(self.seats) if sitting.is_playing]

    @property
    def is_ready(self) -> bool:
        """Whether the game can begin: every person's word is there."""
        return self.phase == WORDS and not self.missing_words

    @property
    def word_seats(self) -> list[int]:
        """The seats that add a word: those of people, unless a bot plays or a word was missing.

        Nobody joins or leaves them once a word is shown.
        """
        if self._has_shown_words:
            return sorted(self.promises)
        return [
            seat
            for seat, sitting in enumerate(self.seats)
            if sitting.holder and not sitting.bot and seat not in self.silent
        ]

    @property
    def _has_shown_words(self) -> bool:
        return bool(self.words and self.promises)  # tables of early versions had no promises

    @property
    def missing_words(self) -> tuple[int, ...]:
        """The seats that everybody waits for: for their promises first, then for their words."""
        unpromised = [s for s in self.word_seats if s not in self.promises and s not in self.words]
        if self.draws:  # anchors of chains, and nobody has a word
            return self.draws.missing if self.has_begun else tuple(unpromised)
        return tuple(unpromised or (s for s in self.word_seats if s not in self.words))

    @property
    def draw_due(self) -> Draws | None:
        """The draws of live luck, if one is due."""
        is_due = self.draws and self.phase == PLAYING and self.session.actor == CHANCE
        return self.draws if is_due else None

    @property
    def mark(self) -> str:
        """What commits the server to the game so far, before pages show their links."""
        draw = self.draws.number if self.draws else 0
        return mark_of(self.facts.seed, draw, (moment.action for moment in self.session.history))

    def seat_of(self, holder: str) -> int:
        """Return the seat of a holder, or -1."""
        seats = [seat for seat, sitting in enumerate(self.seats) if sitting.holder == holder]
        return seats[0] if holder and seats else -1

    @property
    def names(self) -> PlayerNames:
        """The names of all players, and what the game's texts call them.

        The texts of a guided game speak of seats, so its bots have no other names.
        """
        players = tuple(
            sitting.name or ("" if self.guide else sitting.bot) for sitting in self.seats
        )
        if self._names is None or self._names[0] != players:
            self._names = players, player_names(self.game, self.session.options, players)
        return self._names[1]

    def name_of(self, seat: int) -> str:
        """Return the name of the player in a seat, or what the game calls the seat."""
        return self.seat_word(seat) if self.is_read_only else self.names.labels[seat]

    def face_of(self, seat: int) -> str:
        """Return the portrait of the bot in a seat, or an empty string."""
        return "" if self.is_read_only else self.names.faces[seat]

    def seat_word(self, seat: int) -> str:
        """Return what the game calls a seat."""
        if self.is_read_only:
            return self.game.rules.seat_names[seat]
        return self.game.seat_name(self.session.options, seat)

    def in_own_names(self, text: str) -> str:
        """Return a text with the names that the table's project has for things of the game."""
        if self.is_read_only:
            return text
        return self.game.in_own_names(text, self.session.options)

    def can_undo(self, seat: int) -> bool:
        """Return whether the person in a seat may take back the last decision."""
        if self.phase != PLAYING or self.guide or not 0 <= seat < len(self.seats):
            return False
        if self.draw_due:  # links may have been shown, so that the luck is known
            return False
        return not self.seats[seat].bot and may_undo(self.session, seat)

    @property
    def fair(self) -> FairLuck:
        """The source of the table's chance outcomes."""
        words = [self.words.get(seat, "") for seat in range(len(self.seats))]
        return FairLuck(self.facts.seed, words, self.facts.table)

    @property
    def pledge(self) -> AnyPledge:
        """What the table promised about its luck, with the seed."""
        facts = self.facts
        if self.draws:
            chains, gaps = tuple(self.draws.chains.values()), tuple(self.draws.gaps)
            return LivePledge(
                facts.table, self.commitment, len(self.seats), chains, gaps, facts.seed
            )
        words = tuple(self.words.get(seat, "") for seat in range(len(self.seats)))
        # tables of earlier versions had no promises
        steps = tuple(self.word_steps) if self.promises else ()
        return Pledge(facts.table, self.commitment, words, facts.seed, steps)

    # Applying the log

    def apply(self, record: LogEntry) -> None:
        """Apply the next entry of the log. Raise ValueError if it is not the next one."""
        if record.seq != self.seq:
            raise ValueError(f"entry {record.seq} where {self.seq} is due")
        self.seq += 1
        self.commands.add(record.command)
        self._apply_entry(record)
        if not isinstance(record.entry, SILENT_ENTRIES):
            self.game_seq = self.seq
        if self.clock and isinstance(record.entry, OutageEnded):
            self.clock.end_outage(record.entry.used_s, record.at)
        elif self.clock:
            is_person = self.actor >= 0 and self.seats[self.actor].is_playing
            self.clock.switch(self.actor if is_person else NOBODY_DECIDES, record.at)

    def _apply_entry(self, record: LogEntry) -> None:
        match record.entry:
            case SeatTaken(seat, holder, name):
                self.seats[seat] = Sitting(holder, name)
                self.gathered_at = self.arrived_at[seat] = record.at
            case WordPromised():
                self.gathered_at = record.at
                self._apply_words(record)
            case WordAdded():
                self._apply_words(record)
            case TableAbandoned(missing):
                self.is_abandoned, self.silent = True, {*self.silent, *missing}
            case WordsRestarted():
                self.gathered_at = record.at
                self._apply_words(record)
            case BotAssigned(seat, bot):
                self.seats[seat] = replace(self.seats[seat], bot=bot)
                self.gathered_at = record.at
                if seat in self.promises and not self.has_begun:
                    self._apply_words(record)
            case PlayerReturned(seat):
                self.seats[seat] = replace(self.seats[seat], bot="")
            case SeatTransferred(seat, holder):
                self.seats[seat] = replace(self.seats[seat], holder=holder)
                self.arrived_at[seat] = record.at
            case RematchCreated(table):
                self.next_table = table
            case AnswerGiven(seat):
                self.answers[seat] = record.entry
            case GameStarted() | MovePlayed() | MoveUndone() | ChanceDrawn():
                self._apply_play(record.entry)
            case LinkShown() | ChainHandedOver() | LinksMissed():
                self._apply_link(record.entry)
            case _:
                self._apply_talk(record)

    def _apply_talk(self, record: LogEntry) -> None:
        """Apply what players agree on besides the rules of the game."""
        match record.entry:
            case ChatSent(seat, text):
                self.chat.append(SentLine(seat, text, record.at))
            case ChatSwitched(is_on):
                self.is_chat_on = is_on
            case StandInNamed(seat, bot):
                self.stand_ins[seat] = bot
            case PlayerResigned(seat, bot, is_late, ends):
                self.seats[seat] = replace(self.seats[seat], bot=bot, has_resigned=True)
                self.offers.discard(seat)
                at = 0 if self.is_read_only else len(self.session.history)
                reason = endings.TIME if is_late else endings.RESIGNED
                self.left.append(endings.LeftGame(at, seat, reason))
                if ends:
                    shares = endings.shares_of(self._sides, self._resigned)
                    self.early_end = endings.EarlyEnd(reason, seat, shares)
            case EndOffered(seat, ends):
                self.offers.add(seat)
                if ends:
                    nothing = (0.0,) * len(self.seats)
                    self.early_end = endings.EarlyEnd(endings.AGREED, -1, nothing)
            case EndDeclined():
                self.offers.clear()

    @property
    def _sides(self) -> list[int]:
        """The side of each seat."""
        if self.is_read_only:
            return list(range(len(self.seats)))
        return self.game.sides(self.session.options[0])

    @property
    def _resigned(self) -> set[int]:
        return {seat for seat, sitting in enumerate(self.seats) if sitting.has_resigned}

    def _apply_words(self, record: LogEntry) -> None:
        steps: list[tuple[str, int, str]] = []
        match record.entry:
            case WordPromised(seat, promise):
                self.promises[seat] = promise
                steps = [(PROMISE, seat, promise)]
            case WordAdded(seat, word):
                self.words[seat] = word
                steps = [(REVEAL, seat, word)]
            case WordsRestarted(missing):
                steps = self._give_up_words(missing)
            case BotAssigned(seat):
                steps = self._give_up_words((seat,))
        # the clock of another server, or one that was set back, may be behind
        at = max(round(1000 * record.at), self.word_steps[-1].at if self.word_steps else 0)
        self.word_steps += [WordStep(record.seq, at, *step) for step in steps]

    def _give_up_words(self, missing: Sequence[int]) -> list[tuple[str, int, str]]:
        """Let all other seats choose new words, since some may have been shown already."""
        self.silent |= set(missing)
        self.promises, self.words = {}, {}
        return [(MISS, seat, "") for seat in missing]

    def _apply_link(self, entry: LinkShown | ChainHandedOver | LinksMissed) -> None:
        if self.is_read_only or self.draws is None:
            return
        match entry:
            case LinkShown(seat, _, link):
                self.draws.add_link(seat, link)
            case ChainHandedOver(seat, secret):
                self.draws.add_secret(seat, secret)
            case LinksMissed(_, missing, bots, ends):
                self.draws.skip(missing)
                for seat, bot in zip(missing, bots, strict=True):
                    self._take_out(seat, bot)
                if ends:
                    shares = endings.shares_of(self._sides, self._resigned)
                    self.early_end = endings.EarlyEnd(endings.SILENT, missing[-1], shares)

    def _take_out(self, seat: int, bot: str) -> None:
        """Let a bot play on for good in the seat of a player whose link was missing."""
        if not self.seats[seat].has_resigned:
            self.seats[seat] = replace(self.seats[seat], bot=bot, has_resigned=True)
            at = len(self.session.history)
            self.left.append(endings.LeftGame(at, seat, endings.SILENT))
        self.offers.discard(seat)

    def _apply_play(self, entry: GameStarted | MovePlayed | MoveUndone | ChanceDrawn) -> None:
        if self.is_read_only:
            return
        match entry:
            case GameStarted(then=then):
                self.has_begun = True
                if self.draws:
                    self.draws.begin(self.promises)
                self.session.play(*then)
            case ChanceDrawn(then=then):
                self.session.play(*then)
                if self.draws:
                    self.draws.number += 1
            case MovePlayed(action=action, then=then):
                self.session.play(action, *then)
            case MoveUndone():
                self.session.undo()

    # Deciding on the next entry

    def decide(self, seat: int, request: messages.Request) -> Entry:
        """Return the entry for a page's request, or raise a Refusal if it can't be carried out."""
        self._check_rules()
        if seat < 0:
            raise Refusal("you are watching; only players can do that")
        match request:
            case messages.Promise(promise=promise):
                return self._promise_word(seat, promise)
            case messages.Word(word=word):
                return self._add_word(seat, word)
            case messages.ShowLink(draw=draw, link=link):
                return self._show_link(seat, draw, link)
            case messages.HandOver(secret=secret):
                return self._hand_over(seat, secret)
            case messages.Move(at=at, action=action):
                self._check_not_resigned(seat)
                return self.move(seat, at, action)
            case messages.Undo(at=at):
                self._check_not_resigned(seat)
                self._check_now(at)
                if not self.can_undo(seat):
                    raise Refusal("you can no longer take back your last move")
                return MoveUndone(seat)
            case messages.Return():
                if not self.seats[seat].is_lent:
                    raise Refusal("no bot is playing for you")
                return PlayerReturned(seat)
        return self._decide_talk(seat, request)

    def _decide_talk(self, seat: int, request: messages.Request) -> Entry:
        match request:
            case messages.Chat(text=text):
                return self._send_line(seat, text)
            case messages.SwitchChat(is_on=is_on):
                if seat != self.facts.maker:
                    raise Refusal("only the player who made the table can switch the chat")
                if is_on == self.is_chat_on:
                    raise Refusal(f"the chat is already {'on' if is_on else 'off'}")
                return ChatSwitched(is_on)
            case messages.OfferEnd():
                self._check_deciding(seat)
                if seat in self.offers:
                    raise Refusal("you have already offered to end the game")
                return EndOffered(seat, ends=self._ends_by_agreement({*self.offers, seat}))
            case messages.DeclineEnd():
                self._check_deciding(seat)
                if not self.offers:
                    raise Refusal("nobody has offered to end the game")
                return EndDeclined(seat)
        raise Refusal("a table can't carry out this request")

    def _send_line(self, seat: int, text: str) -> ChatSent:
        if not self.is_chat_on:
            raise Refusal("the chat of this table is off")
        if len(self.chat) >= MAX_LINES:
            raise Refusal("the chat of this table is full")
        return ChatSent(seat, clean_line(text))

    def _check_deciding(self, seat: int) -> None:
        """Raise a Refusal unless the game is under way and a person plays in the seat."""
        if self.phase != PLAYING:
            raise Refusal("no game is under way")
        if not self.seats[seat].is_playing:
            raise Refusal("a bot plays for you")

    def _check_not_resigned(self, seat: int) -> None:
        if self.seats[seat].has_resigned:
            raise Refusal("you are out of this game; a bot plays on for you")

    def _ends_by_agreement(self, offers: set[int]) -> bool:
        """Return whether everybody agrees, those included who are away for a moment."""
        holders = {seat for seat, sitting in enumerate(self.seats) if sitting.holder}
        return holders - self._resigned <= offers

    def resign(self, seat: int, bot: str) -> PlayerResigned:
        """Let a player give up; the bot plays on unless the game ends with that."""
        self._check_rules()
        if seat < 0:
            raise Refusal("you are watching; only players can do that")
        self._check_deciding(seat)
        return PlayerResigned(seat, bot, ends=self._is_decided_without(seat))

    def run_out(self, seat: int, bot: str, now: float) -> PlayerResigned:
        """Let the time of the player to decide run out."""
        if self.clock is None or self.clock.running != seat or self.clock.left_s(seat, now):
            raise Refusal("this clock has not run out")
        return PlayerResigned(seat, bot, is_late=True, ends=self._is_decided_without(seat))

    def end_outage(self, seen_at: float, run: ServerRun) -> OutageEnded:
        """Count the time of an earlier run only until a page was seen last."""
        clock = self.clock
        if clock is None or clock.running < 0:
            raise Refusal("no clock is running")
        if run.began_s <= clock.since <= run.now() + MAX_SKEW_S:
            raise Refusal("the host was not away")
        used_s = max(0.0, seen_at - clock.since)
        # more than was left can't be: while a page is seen, the game ends when the time is over
        return OutageEnded(used_s if used_s < clock.left_s(clock.running, clock.since) else 0.0)

    def _is_decided_without(self, seat: int) -> bool:
        people = [n for n, sitting in enumerate(self.seats) if sitting.holder]
        return endings.is_decided(self._sides, people, {*self._resigned, seat})

    def _check_rules(self) -> None:
        if self.is_read_only:
            ours, theirs = self.game.rules_version, self.facts.rules
            raise Refusal(
                f"this table uses rules {theirs}; this server has rules {ours}: start a new table"
            )

    def _check_words_open(self) -> None:
        if self.phase not in (GATHERING, WORDS):
            raise Refusal("the game has begun, so it is too late to add a word for the luck")

    def _promise_word(self, seat: int, promise: str) -> WordPromised:
        self._check_words_open()
        if seat not in self.word_seats:
            raise Refusal("your word for the luck did not arrive in time")
        if seat in self.promises or self.words:
            raise Refusal("you have already promised your word for the luck")
        return WordPromised(seat, promise)

    def _add_word(self, seat: int, word: str) -> WordAdded:
        self._check_words_open()
        if self.draws:
            raise Refusal("at a table with live luck nobody has a word")
        if seat in self.words:
            raise Refusal("you have already added your word for the luck")
        if self.phase != WORDS or any(other not in self.promises for other in self.word_seats):
            raise Refusal("words are shown when everybody has promised one")
        if self.promises.get(seat) != promise_of(word):
            raise Refusal("this is not the word that you promised")
        return WordAdded(seat, word)

    def give_up_words(self, gathered_at: float) -> WordsRestarted | TableAbandoned:
        """Give up words that did not arrive in time, unless new ones are already under way.

        Whoever knows the seed and has seen the others' words knows the luck: so once a word is
        shown, there is no second one, and the game is played with these words or not at all.
        """
        if self.phase != WORDS or not self.missing_words or self.gathered_at != gathered_at:
            raise Refusal("no word is missing")
        return (TableAbandoned if self.words else WordsRestarted)(self.missing_words)

    def begin(self) -> GameStarted:
        """Return the start of the game, with the chance outcomes before the first decision."""
        if not self.is_ready:
            raise Refusal("the game can't begin now")
        return GameStarted(*self._chance_after())

    def _show_link(self, seat: int, draw: int, link: str) -> LinkShown:
        draws = self.draw_due
        if draws is None or draws.number != draw:
            raise Refusal("the luck needs no link now")
        if seat not in draws.missing:
            raise Refusal("the luck needs no link from you")
        if not draws.fits(seat, link):
            raise Refusal("this is not the next link of your chain")
        return LinkShown(seat, draw, link)

    def _hand_over(self, seat: int, secret: str) -> ChainHandedOver:
        draws = self.draws
        if draws is None or self.phase != PLAYING or seat not in draws.members:
            raise Refusal("you have no chain in a game that is under way")
        if seat in draws.secrets:
            raise Refusal("you have already handed over your chain")
        if not draws.fits_secret(seat, secret):
            raise Refusal("this is not the secret of your chain")
        return ChainHandedOver(seat, secret)

    def draw_chance(self) -> ChanceDrawn:
        """Return what the draw that is due brings."""
        draws = self.draw_due
        if draws is None or draws.missing:
            raise Refusal("no draw is due, or links are missing")
        return ChanceDrawn(draws.number, *self._chance_after(luck=draws.luck))

    def give_up_links(self, draw: int, bots: Sequence[str]) -> LinksMissed | TableAbandoned:
        """Go on without the links that did not arrive in time, with a bot for each seat.

        Before the first draw nothing is lost, so the game is not played: nobody can look for a
        better deal that way.
        """
        draws = self.draw_due
        if draws is None or draws.number != draw or not draws.missing:
            raise Refusal("no link is missing")
        missing = draws.missing
        if not self.session.history:
            return TableAbandoned(missing)
        people = [n for n, sitting in enumerate(self.seats) if sitting.holder]
        ends = endings.is_decided(self._sides, people, {*self._resigned, *missing})
        return LinksMissed(draw, missing, tuple(bots[seat] for seat in missing), ends)

    def move(self, seat: int, at: int, action: str) -> MovePlayed:
        """Return the entry for a decision of a person or a bot."""
        if self.phase == OVER:
            raise Refusal("the game is over")
        if self.phase != PLAYING:
            raise Refusal("the game has not begun")
        self._check_now(at)
        if self.actor != seat:
            raise Refusal(f"it is {self.name_of(self.actor)}'s turn")
        session = self.session
        number = self.game.notation.parse_action(action, session.options)
        if reason := self.game.notation.why_illegal(session.view(seat), session.options, number):
            raise Refusal(f"{action} is illegal: {reason}")
        if self.guide and number != self.scripted_action:
            raise Refusal(self.guide.lesson(len(session.history)).steps[-1].wrong)
        text = self.game.notation.format_action(number, session.options)
        return MovePlayed(seat, text, *self._chance_after(number))

    def _check_now(self, at: int) -> None:
        if at != len(self.session.history):
            raise Refusal("the game has gone on since you looked")

    def _chance_after(
        self, *actions: int, luck: LuckSource | None = None
    ) -> tuple[tuple[str, ...], bool]:
        """Return the chance outcomes after these actions, and whether the game is then over.

        The session is left as it was. Where luck is live, chance waits for a draw.
        """
        session, length = self.session, len(self.session.history)
        source = luck if self.draws else self.fair
        bots_luck = session.luck.copy()
        try:
            session.play(*actions)
            outcomes = []
            while session.actor == CHANCE and source and not self.is_guided_through:
                scripted = self.scripted_action
                outcomes.append(fair_outcome(session, source) if scripted is None else scripted)
                session.play(outcomes[-1])
            is_over = session.over and not self.guide
        finally:
            while len(session.history) > length:
                session.undo()
            session.luck = bots_luck
        return tuple(
            self.game.notation.format_action(action, session.options) for action in outcomes
        ), is_over

    def lend(self, seat: int, by: int, bot: str, is_away: bool) -> BotAssigned:
        """Assign a bot to an open seat, or to one whose player is away."""
        if by < 0:
            raise Refusal("you are watching; only players can do that")
        self.check_seat(seat)
        if self.phase == OVER:
            raise Refusal("the game is over")
        if self._has_shown_words and not self.has_begun:
            raise Refusal("a word for the luck has been shown, so the seats stay as they are")
        sitting = self.seats[seat]
        if sitting.bot:
            raise Refusal("a bot already plays there")
        if sitting.holder and (seat == by or not is_away):
            raise Refusal(f"{sitting.name} is here; a bot can only play for someone who is away")
        return BotAssigned(seat, bot, by)

    def check_seat(self, seat: int) -> None:
        """Raise a Refusal if there is no such seat, or nobody can play at this table."""
        self._check_rules()
        if not 0 <= seat < len(self.seats):
            raise Refusal(f"there is no seat {seat}")

    def sit(self, holder: str, name: str, seat: int | None = None) -> SeatTaken:
        """Give a person a seat: the first open one, unless one is named."""
        self._check_rules()
        if self.seat_of(holder) >= 0:
            raise Refusal("you already have a seat at this table")
        if name.casefold() in {sitting.name.casefold() for sitting in self.seats}:
            raise Refusal(f"{name} is already at this table; please choose another name")
        free = [number for number, sitting in enumerate(self.seats) if not sitting.is_taken]
        if not free:
            raise Refusal("every seat at this table is taken")
        if seat is not None and seat not in free:
            raise Refusal("that seat is taken")
        return SeatTaken(free[0] if seat is None else seat, holder, name)

    def rematch(self, now: int) -> tuple[Facts, list[Entry]]:
        """Return facts and entries of a new table for the same game, everybody one seat further.

        After a game that was never played, everybody keeps the seat.
        """
        if self.phase not in (OVER, ABANDONED) or self.guide:
            raise Refusal("the game is not over yet")
        further, options, start = 0, self.session.options, self.facts.start
        if self.phase == OVER:
            further, start, won = 1, "", self.shares
            shares = [won[seat - 1] for seat in range(len(won))]
            options = self.game.rematch_options(options, shares)
        rotated = [self.seats[seat - further] for seat in range(len(self.seats))]
        facts = msgspec.structs.replace(
            self.facts,
            table=_rematch_id(self.facts),
            seats=tuple(OPEN if sitting.holder else sitting.bot for sitting in rotated),
            options=self.game.changes(options),
            start=start,
            created=now,
            follows=self.facts.table,
            maker=_further(self.facts.maker, further, len(self.seats)),
            chat=self.is_chat_on,
            is_public=False,  # its players are those of this table
            **_new_secrets(),
        )
        entries: list[Entry] = [
            SeatTaken(seat, sitting.holder, sitting.name)
            for seat, sitting in enumerate(rotated)
            if sitting.holder
        ]
        return facts, entries


def new_facts(
    game: Game,
    options: Records,
    seats: Sequence[str],
    *,
    created: int,
    hints: bool = False,
    start: str = "",
    follows: str = "",
) -> Facts:
    """Return facts with a new id, a new seed and new codes."""
    return Facts(
        table=secrets.token_urlsafe(12),
        game=game.name,
        rules=game.rules_version,
        base=game.base(options),
        options=game.changes(options),
        files=files_of(game, options),
        seats=tuple(seats),
        hints=hints,
        start=start,
        created=created,
        follows=follows,
        **_new_secrets(),
    )


def _further(seat: int, further: int, seats: int) -> int:
    """Return the seat of a player in the rematch; nobody stays nobody."""
    return (seat + further) % seats if seat >= 0 else seat


def files_of(game: Game, options: Records) -> dict[str, str]:
    """Return the texts of boards and decks in the options that are not shipped, by digest."""
    texts = {}
    for option in game.file_options.values():
        if not option.is_shipped(options[option.name][0]):
            text = stored_text(int(options[option.name][0]))
            texts[option.format(options[option.name][0])] = text or ""
    return texts


def _new_secrets() -> dict[str, Any]:
    """Return the seed of a table, and the codes in the links to it."""
    codes = {name: secrets.token_urlsafe(24) for name in ("invitation", "watching")}
    return {"seed": secrets.token_bytes(32), **codes}


def _seed_bots(luck: GameLuck, seed: bytes) -> None:
    """Seed the bots from the table's secret, independently of the chance outcomes."""
    word = hmac.digest(seed, b"offleash bots", hashlib.sha256)
    seed_streams(luck.streams, int.from_bytes(word[:7], "big"), 0)


def _rematch_id(facts: Facts) -> str:
    """Return the rematch's id, always the same: however many people ask, there is one table."""
    word = hmac.digest(facts.seed, b"offleash again", hashlib.sha256)
    return base64.urlsafe_b64encode(word[:12]).decode()
