"""A table: its facts and the entries so far make a game, and say what may be done next.

Nothing here waits or writes. A command becomes an entry, which the caller writes down and then
hands to `take`; or it is refused with a sentence.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from offleash.core.errors import OffleashError
from offleash.core.game import Game
from offleash.core.rules.actors import CHANCE
from offleash.core.rules.random import seed_streams
from offleash.core.texts import keep_text
from offleash.games import registry
from offleash.play.fair import FairLuck, commitment, fair_outcome
from offleash.play.session import GameLuck, Session
from offleash.play.undo import has_revealed
from offleash.tables import messages
from offleash.tables.entries import (
    OPEN,
    Again,
    Begun,
    Carried,
    Entry,
    Facts,
    Lent,
    Moved,
    Returned,
    Sat,
    Spoke,
    TookBack,
    Written,
)

PATIENCE = 30.0  # seconds that a word may take after the last one sat down
GATHERING, WORDS, PLAYING, OVER, READ_ONLY = "gathering", "words", "playing", "over", "readonly"


class Refusal(OffleashError):
    """What a page asked for can't be done; nothing was changed."""


@dataclass(frozen=True)
class Sitting:
    """Who has a seat: somebody, a bot, or nobody yet."""

    holder: str = ""  # of the person
    name: str = ""
    bot: str = ""  # that has the seat, or plays for the person

    @property
    def is_taken(self) -> bool:
        return bool(self.holder or self.bot)

    @property
    def is_lent(self) -> bool:
        return bool(self.holder and self.bot)


@dataclass
class Table:
    """One table as its log tells it."""

    facts: Facts
    seq: int = 0  # entries so far
    words: dict[int, str] = field(default_factory=dict)
    has_begun: bool = False
    gathered: float = 0.0  # when the last seat was taken
    came: dict[int, float] = field(default_factory=dict)  # when each person got the seat
    again: str = ""  # the table where they play once more
    done: set[str] = field(default_factory=set)  # commands, so that none is carried out twice

    def __post_init__(self) -> None:
        facts = self.facts
        self.game: Game = registry.load(facts.game)
        self.is_read_only = self.game.rules_version != facts.rules
        for text in facts.files.values():
            keep_text(text)
        self.seats = [Sitting(bot="" if bot == OPEN else bot) for bot in facts.seats]
        self.gathered = float(facts.created)
        self.commitment = commitment(facts.seed)
        if not self.is_read_only:
            options = self.game.options(facts.base or None, **facts.options)
            self.session = Session(self.game, options, position=facts.start or None)
            _seed_bots(self.session.luck, facts.seed)

    # What there is to know

    @property
    def phase(self) -> str:
        if self.is_read_only:
            return READ_ONLY
        if self.has_begun:
            return OVER if self.session.over else PLAYING
        return WORDS if all(sitting.is_taken for sitting in self.seats) else GATHERING

    @property
    def actor(self) -> int:
        """The seat to decide, or a number below 0."""
        return self.session.actor if self.phase == PLAYING else -1

    @property
    def bot(self) -> str:
        """The bot that is to decide, or nothing."""
        return self.seats[self.actor].bot if self.actor >= 0 else ""

    @property
    def is_ready(self) -> bool:
        """Every person has added a word, so nobody needs to be waited for."""
        people = [seat for seat, sitting in enumerate(self.seats) if sitting.holder]
        return self.phase == WORDS and all(
            seat in self.words or self.seats[seat].bot for seat in people
        )

    def seat_of(self, holder: str) -> int:
        """The seat of a browser, or -1."""
        held = [seat for seat, sitting in enumerate(self.seats) if sitting.holder == holder]
        return held[0] if holder and held else -1

    def name_of(self, seat: int) -> str:
        """What to call who sits there."""
        return self.seats[seat].name or self.game.name_of(self.session.options, seat)

    def can_undo(self, seat: int) -> bool:
        """Whether the last decision is this seat's own, and nobody learnt anything from it."""
        if self.phase != PLAYING or not 0 <= seat < len(self.seats) or self.seats[seat].bot:
            return False
        history = self.session.history
        return bool(history) and history[-1].actor == seat and not has_revealed(self.session)

    @property
    def fair(self) -> FairLuck:
        """Where its luck comes from."""
        words = [self.words.get(seat, "") for seat in range(len(self.seats))]
        return FairLuck(self.facts.seed, words, self.facts.table)

    # What was written down

    def take(self, written: Written) -> None:
        """The next entry of the log."""
        if written.seq != self.seq:
            raise ValueError(f"entry {written.seq} where {self.seq} is due")
        self.seq += 1
        self.done.add(written.command)
        match written.entry:
            case Sat(seat, holder, name):
                self.seats[seat] = Sitting(holder, name)
                self.gathered = self.came[seat] = written.at
            case Spoke(seat, word):
                self.words[seat] = word
            case Lent(seat, bot):
                self.seats[seat] = replace(self.seats[seat], bot=bot)
                self.gathered = written.at
            case Returned(seat):
                self.seats[seat] = replace(self.seats[seat], bot="")
            case Carried(seat, holder):
                self.seats[seat] = replace(self.seats[seat], holder=holder)
                self.came[seat] = written.at
            case Again(table):
                self.again = table
            case Begun() | Moved() | TookBack():
                self._take_play(written.entry)

    def _take_play(self, entry: Begun | Moved | TookBack) -> None:
        if self.is_read_only:
            return
        match entry:
            case Begun(then=then):
                self.has_begun = True
                self.session.play(*then)
            case Moved(action=action, then=then):
                self.session.play(action, *then)
            case TookBack():
                self.session.undo()

    # What may be written down next

    def wanted(self, seat: int, asked: messages.Request) -> Entry:
        """The entry that a page's request comes to."""
        self._check_rules()
        if seat < 0:
            raise Refusal("you look on here: only who has a seat can do that")
        match asked:
            case messages.Word(word=word):
                return self._spoken(seat, word)
            case messages.Move(at=at, action=action):
                return self.move(seat, at, action)
            case messages.Undo(at=at):
                self._check_now(at)
                if not self.can_undo(seat):
                    raise Refusal("your last decision can't be taken back any more")
                return TookBack(seat)
            case messages.Return():
                if not self.seats[seat].is_lent:
                    raise Refusal("no bot plays for you")
                return Returned(seat)
        raise Refusal("a table does not do that")

    def _check_rules(self) -> None:
        if self.is_read_only:
            ours, theirs = self.game.rules_version, self.facts.rules
            raise Refusal(f"this table was begun with rules {theirs}, these are {ours}")

    def _spoken(self, seat: int, word: str) -> Spoke:
        if self.phase not in (GATHERING, WORDS):
            raise Refusal("the game has begun: words for its luck are no longer taken")
        if seat in self.words:
            raise Refusal("your word for the luck is there already")
        return Spoke(seat, word)

    def begun(self) -> Begun:
        """No more words: the game begins, with what chance brings first."""
        if self.phase != WORDS:
            raise Refusal("the game can't begin now")
        return Begun(*self._then())

    def move(self, seat: int, at: int, action: str) -> Moved:
        """A decision of a person or a bot."""
        if self.phase == OVER:
            raise Refusal("the game is over")
        if self.phase != PLAYING:
            raise Refusal("the game has not begun")
        self._check_now(at)
        if self.actor != seat:
            raise Refusal(f"it is {self.name_of(self.actor)}'s turn")
        session = self.session
        number = self.game.parse_action(action, session.options)
        if reason := self.game.why_illegal(session.view(seat), session.options, number):
            raise Refusal(f"{action} is illegal: {reason}")
        text = self.game.format_action(number, session.options)
        return Moved(seat, text, *self._then(number))

    def _check_now(self, at: int) -> None:
        if at != len(self.session.history):
            raise Refusal("the game has gone on since you looked")

    def _then(self, *actions: int) -> tuple[tuple[str, ...], bool]:
        """What chance brings after these actions, and whether all is over then.

        The session is as before when that is known.
        """
        session, fair, begun = self.session, self.fair, len(self.session.history)
        luck = session.luck.copy()
        try:
            session.play(*actions)
            came = []
            while session.actor == CHANCE:
                came.append(fair_outcome(session, fair))
                session.play(came[-1])
            is_over = session.over
        finally:
            while len(session.history) > begun:
                session.undo()
            session.luck = luck
        return tuple(self.game.format_action(action, session.options) for action in came), is_over

    def lent(self, seat: int, by: int, bot: str, is_away: bool) -> Lent:
        """A bot for a seat that nobody took, or whose person is away."""
        self._check_rules()
        if by < 0:
            raise Refusal("you look on here: only who has a seat can do that")
        if not 0 <= seat < len(self.seats):
            raise Refusal(f"there is no seat {seat}")
        if self.phase == OVER:
            raise Refusal("the game is over")
        sitting = self.seats[seat]
        if sitting.bot:
            raise Refusal("a bot plays there already")
        if sitting.holder and (seat == by or not is_away):
            raise Refusal(f"{sitting.name} is here: only a seat that is away goes to a bot")
        return Lent(seat, bot, by)

    def sat(self, holder: str, name: str, seat: int | None = None) -> Sat:
        """Somebody sits down, on the first open seat unless one is named."""
        self._check_rules()
        if self.seat_of(holder) >= 0:
            raise Refusal("you have a seat at this table")
        if name.casefold() in {sitting.name.casefold() for sitting in self.seats}:
            raise Refusal(f"{name} sits here already: please choose another name")
        free = [each for each, sitting in enumerate(self.seats) if not sitting.is_taken]
        if not free:
            raise Refusal("every seat of this table is taken")
        if seat is not None and seat not in free:
            raise Refusal("that seat is taken")
        return Sat(free[0] if seat is None else seat, holder, name)

    def rematch(self, now: int) -> tuple[Facts, list[Entry]]:
        """The same game once more at a new table, everybody one seat further."""
        if self.phase != OVER:
            raise Refusal("the game is not over yet")
        turned = [self.seats[seat - 1] for seat in range(len(self.seats))]
        old = self.facts
        facts = new_facts(
            old.game,
            old.rules,
            old.base,
            old.options,
            [OPEN if each.holder else each.bot for each in turned],
            created=now,
            files=old.files,
            hints=old.hints,
            follows=old.table,
            table=_after(old),
        )
        sat: list[Entry] = [
            Sat(seat, each.holder, each.name) for seat, each in enumerate(turned) if each.holder
        ]
        return facts, sat


def new_facts(
    game: str,
    rules: str,
    base: str,
    options: dict[str, str],
    seats: Sequence[str],
    *,
    created: int,
    files: dict[str, str] | None = None,
    hints: bool = False,
    start: str = "",
    follows: str = "",
    table: str = "",
) -> Facts:
    """A new table: its codes and its seed are made here, and its id where none is given."""
    return Facts(
        table=table or secrets.token_urlsafe(12),
        game=game,
        rules=rules,
        base=base,
        options=options,
        files=files or {},
        seats=tuple(seats),
        hints=hints,
        seed=secrets.token_bytes(32),
        invitation=secrets.token_urlsafe(24),
        watching=secrets.token_urlsafe(24),
        start=start,
        created=created,
        follows=follows,
    )


def _seed_bots(luck: GameLuck, seed: bytes) -> None:
    """What bots draw from is as secret as the chance, and has nothing to do with it."""
    word = hmac.digest(seed, b"offleash bots", hashlib.sha256)
    seed_streams(luck.streams, int.from_bytes(word[:7], "big"), 0)


def _after(facts: Facts) -> str:
    """The id of the rematch: however many ask for it at once, there is one table."""
    word = hmac.digest(facts.seed, b"offleash again", hashlib.sha256)
    return base64.urlsafe_b64encode(word[:12]).decode()
