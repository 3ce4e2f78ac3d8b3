"""Bots by name on the seats of a game, and the policy that plays for all of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.bot_names import DEFAULT_PLAYOUTS
from offleash.bots.kinds import GREEDY, SEARCH, BotKind, find, kinds, normalise_name
from offleash.bots.templates import mixed
from offleash.compiler.record import EMPTY
from offleash.compiler.rule import source_of, specialise
from offleash.contract import Game, Records
from offleash.contract.rules.actors import NOBODY
from offleash.engine.batch import Policy, playout_kernels
from offleash.tools.errors import OffleashError
from offleash.tools.prose import join_and

MAX_KINDS = 4  # of policies in one game
FALLBACK_BOT = "random"  # needs only legal actions
# One of each kind that games ship: personas and tuned bots are greedy with other weights.
SHARED_BOTS = ("random", "greedy", "search:2")


def seat_names(game: Game, text: str, seats: int) -> list[str]:
    """Parse `greedy,persona:yapper,…`: a name for each seat, or one for all.

    Raises OffleashError if a name is unknown or the number of names is wrong.
    """
    names = [normalise_name(game, name) for name in text.split(",")]
    for name in names:
        find(game, name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise OffleashError(
            f"{len(names)} bots are named for {seats} seats: name one bot, or one for each seat"
        )
    return names


def default_bot(game: Game, options: Records, seat: int) -> str:
    """Return the default bot of a seat: the persona that the seat stands for, if there is one."""
    persona = persona_of_seat(game, options, seat)
    return f"persona:{persona}" if persona else GREEDY.name


def persona_of_seat(game: Game, options: Records, seat: int) -> str:
    """Return the persona that a seat stands for, or an empty string."""
    if game.bots.model_of is None or not game.bots.models:
        return ""
    model = game.bots.models[int(source_of(game.bots.model_of)(options[0], seat))]
    return model if model in game.bots.personas else ""


def refuse_timed(game: Game, names: Iterable[str]) -> None:
    """Raise OffleashError for bots with a time limit: a batch must be reproducible."""
    for name in names:
        kind, argument = find(game, name)
        if kind.is_timed(game, argument):
            raise OffleashError(
                f"{name} plays differently on a faster machine, so its games can't be reproduced: "
                f"give it a number of playouts, as in {kind.name}:{DEFAULT_PLAYOUTS}"
            )


def policy(
    game: Game, *seatings: Sequence[str], also_compiled: Sequence[str] = (), is_timed: bool = False
) -> Policy:
    """Return one compiled policy for the named bots; several seatings may share one batch.

    A seating may name fewer players than the game has seats, for options with fewer seats. The
    kinds of the bots `also_compiled` are compiled in even if they do not play: policies with the
    same ones share one kernel, whichever bots play. This changes only games of random bots alone.
    Raises OffleashError for bots with a time limit, unless `is_timed`.
    """
    if not seatings or not all(seatings):
        raise OffleashError("a policy needs at least one seating, with at least one player")
    if len(longest := max(seatings, key=len)) > game.max_seats:
        raise OffleashError(f"{len(longest)} players are named for {game.max_seats} seats")
    players = list(dict.fromkeys(name for names in seatings for name in names))
    if not is_timed:
        refuse_timed(game, players)
    bots = [find(game, name) for name in players]
    guests = {number: kind for number, (kind, _) in enumerate(bots) if kind.factory is not None}
    all_kinds = [kind for kind, _ in bots] + [find(game, name)[0] for name in also_compiled]
    # the kernel never asks the bot on the seat of a Python bot
    compiled = [kind for kind in all_kinds if kind.factory is None] or [kinds(game)[FALLBACK_BOT]]
    note, notes = _workspace(compiled)
    by_kind = sorted(compiled, key=lambda kind: list(kinds(game)).index(kind.name))
    # in this order, so that other seats need no other kernel
    chooses = list(dict.fromkeys(kind.compile_choose(game, note) for kind in by_kind))
    personas = _pad_rows(
        [
            [chooses.index(kind.compile_choose(game, note)), *kind.weights(game, argument)]
            if kind.factory is None
            else [0]
            for kind, argument in bots
        ]
    )
    casts = np.full((len(seatings), game.max_seats), NOBODY, np.int64)
    for cast, names in zip(casts, seatings, strict=True):
        cast[: len(names)] = [players.index(name) for name in names]
    choose = _combine(game, chooses, note)
    positions = max(kind.positions for kind in compiled)
    several = chooses if len(chooses) > 1 else ()
    return Policy(choose, personas, casts, players, note, notes, positions, guests, several)


def shared_bots(game: Game) -> Sequence[str]:
    """Return one bot of each kind that a game ships."""
    return SHARED_BOTS if SEARCH.can_play(game) else SHARED_BOTS[:2]


def shared_policy(game: Game, names: Sequence[str]) -> Policy:
    """Return a policy whose kernel is the same for all bots that a game ships: compiled once."""
    return policy(game, names, also_compiled=shared_bots(game))


def kernel(game: Game, players: Policy) -> Any:
    """Return the kernel that plays batches with this policy."""
    return playout_kernels(game, players).play_games.machine


def _pad_rows(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Pad rows of different lengths with zeros."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


def _workspace(kinds: Sequence[BotKind]) -> tuple[np.dtype[Any], int]:
    """Return the type and size of the workspace that all kinds of a game share."""
    owners = [kind for kind in kinds if kind.note != EMPTY]
    if any(kind.note != owners[0].note for kind in owners):
        names = join_and(dict.fromkeys(kind.name for kind in owners))
        raise OffleashError(f"{names} can't play in one game: they need different workspaces")
    return (owners[0].note, max(kind.notes for kind in owners)) if owners else (EMPTY, 1)


def _combine(
    game: Game, chooses: Sequence[Callable[..., Any]], note: np.dtype[Any]
) -> Callable[..., Any]:
    """Return the policy itself if there is only one, or a policy that calls each player's own."""
    if len(chooses) == 1:
        return chooses[0]
    if len(chooses) > MAX_KINDS:
        raise OffleashError(f"at most {MAX_KINDS} kinds of bots play in one game")
    padded = [*chooses, *[chooses[0]] * (MAX_KINDS - len(chooses))]
    bound = {f"choose_{number}": choose for number, choose in enumerate(padded)}
    choose: Callable[..., Any] = specialise(game.rules.rule, mixed, note=note, **bound).choose_mixed
    return choose
