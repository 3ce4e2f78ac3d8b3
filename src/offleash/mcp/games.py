"""OpenGames under way at which programs sit: a key for each seat, and bots at the others."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from offleash.bots.advice import advise
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import default_bot
from offleash.bots.players import Bots
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.play.session import Event, Session
from offleash.tools.errors import OffleashError, quote

ME = "me"  # in place of a bot: a program plays
SEED_BITS = 60
MOST_GAMES = 200  # under way; the oldest ends when there are more
MOST_LISTED = 40  # legal actions in an observation

Step = Callable[[], None]  # called before each decision of a bot; may raise to stop


@dataclass
class OpenGame:
    """A game under way, who plays at its seats, and the keys of the programs."""

    session: Session
    players: tuple[str, ...]  # ME or a bot for each seat
    is_secret: bool = True  # whether nobody knows the seed
    lock: Lock = field(default_factory=Lock)
    keys: tuple[str, ...] = ()  # one for each seat, empty for a bot's

    def __post_init__(self) -> None:
        """Seat the bots and give each program a key."""
        bots = [name for name in self.players if name != ME]
        names = [bots[0] if name == ME else name for name in self.players] if bots else []
        self._bots = Bots(self.session.game, names) if bots else None
        self.keys = tuple(secrets.token_urlsafe(18) * (name == ME) for name in self.players)

    def let_bots_play(self, step: Step) -> None:
        """Play until a program is to move, or the game is over."""
        while self.session.actor >= 0 and self.players[self.session.actor] != ME:
            step()
            assert self._bots is not None
            self._bots.play(self.session)

    def name(self, actor: int) -> str:
        """Return the name of a seat, or `chance`."""
        session = self.session
        return "chance" if actor == CHANCE else session.game.seat_name(session.options, actor)


@dataclass(frozen=True)
class Chair:
    """A program's place at a game: all that it can do there goes through its own view."""

    game: OpenGame
    seat: int

    def observe(self, since: int = 0) -> dict[str, Any]:
        """Return what this seat may know, and what it has learnt since an event."""
        session = self.game.session
        view, game = session.view(self.seat), session.game
        task = game.notation.task
        seen = {
            "game": game.name,
            "you": self.game.name(self.seat),
            "position": game.notation.format_position(view, session.options),
            "board": session.text(self.seat).plain,
            "events": [
                text for event in session.events(self.seat, since) if (text := self._tell(event))
            ],
            "next_event": len(session.history),
            "over": session.over,
        }
        if session.over:
            return {**seen, "results": self._results()}
        seen["to_move"] = self.game.name(session.actor)
        if session.actor == self.seat:
            actions = session.legal
            seen["task"] = task(view, session.options, self.seat) if task else ""
            seen["legal_count"], seen["legal"] = len(actions), actions[:MOST_LISTED]
        return seen

    def _tell(self, event: Event) -> str:
        """Return an event in words, as this seat saw it; empty if it says nothing."""
        hidden = "something that you do not see" if event.actor != CHANCE else ""
        action = event.text or (hidden if event.action == UNSEEN else "")
        words = "; ".join(filter(None, (action, *event.news)))
        return f"{event.number} {self.game.name(event.actor)}: {words}" if words else ""

    def _results(self) -> dict[str, float]:
        """Return the share of the win of each seat."""
        return {self.game.name(seat): won for seat, won in enumerate(self.game.session.returns)}

    def legal(self, contains: str = "") -> list[str]:
        """Return the legal actions that contain a text. Raises OffleashError out of turn."""
        self._check_turn()
        return [action for action in self.game.session.legal if contains in action]

    def play(self, action: str) -> None:
        """Play an action. Raises OffleashError if it is illegal, or another seat is to move."""
        self._check_turn()
        self.game.session.play(action)

    def advise(self, playouts: int, count: int) -> list[dict[str, Any]]:
        """Return the best actions by a search that sees what this seat sees."""
        self._check_turn()
        return [
            {
                "action": one.text,
                "wins": None if one.chance != one.chance else round(one.chance, 4),
                "interval": None if one.low != one.low else [round(one.low, 4), round(one.high, 4)],
                "why": one.why,
            }
            for one in advise(self.game.session, str(playouts), count)
        ]

    def picture(self) -> str:
        """Return the picture that this seat may see, as SVG."""
        return self.game.session.svg(self.seat)

    def _check_turn(self) -> None:
        """Raise OffleashError if this seat is not to move; the message tells nothing else."""
        session = self.game.session
        if session.over:
            raise OffleashError("the game is over")
        if session.actor != self.seat:
            raise OffleashError(f"it is the turn of {self.game.name(session.actor)}, not yours")


class OpenGames:
    """The games of a server by the keys of their seats."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most, self._lock = most, Lock()
        self._games: OrderedDict[int, OpenGame] = OrderedDict()
        self._chairs: dict[str, Chair] = {}

    def start(
        self, game: Game, options: Records, players: Sequence[str], seed: int | None
    ) -> OpenGame:
        """Start a game. Raises OffleashError if there is no such bot, or no seat for a program."""
        names = seated(game, options, players)
        luck = secrets.randbits(SEED_BITS) if seed is None else seed
        return self.add(OpenGame(Session(game, options, luck), names, seed is None))

    def add(self, game: OpenGame) -> OpenGame:
        """Add a game; end the oldest one if there are too many."""
        with self._lock:
            self._games[id(game)] = game
            self._chairs |= {key: Chair(game, n) for n, key in enumerate(game.keys) if key}
            while len(self._games) > self._most:
                _, oldest = self._games.popitem(last=False)
                for key in oldest.keys:
                    self._chairs.pop(key, None)
        return game

    def chair(self, key: str) -> Chair:
        """Return the place that a key opens. Raises OffleashError if it opens none."""
        if (chair := self._chairs.get(key)) is None:
            raise OffleashError(f"{quote(key)} is not the key of a seat: `new_game` returns keys")
        return chair

    def has(self, key: str) -> bool:
        """Return whether a key opens a seat."""
        return key in self._chairs


def seated(game: Game, options: Records, players: Sequence[str]) -> tuple[str, ...]:
    """Return who sits at each seat; without names, a program at the first and the usual bots."""
    count = game.seat_count(options)
    if not players:
        return (ME, *(default_bot(game, options, seat) for seat in range(1, count)))
    names = [name.strip() for name in players]
    names = [name if name == ME else normalise_name(game, name) for name in names]
    for name in names:
        if name != ME:
            find(game, name)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise OffleashError(f"{game.title} has {count} seats here, not {len(names)}")
    if ME not in names:
        raise OffleashError(f"no seat is for a program: name one of them {ME}")
    return tuple(names)
