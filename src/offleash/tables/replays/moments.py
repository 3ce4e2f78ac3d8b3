"""Three moments of a finished game: where each person lost most, and what the luck did.

A search that sees what the seat saw looks at every decision of a person. Where it would have done
something else, both actions are played on many times by bots, from worlds that the seat could not
rule out and with the same luck for both; the gain is the difference. The luck of a seat is what
dice and cards changed of its chances, against what they change on average.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import SEARCH, bot_names, is_bot
from offleash.bots.lineup import shared_policy
from offleash.bots.players import Bots
from offleash.compiler import machine
from offleash.compiler.notice import Notice
from offleash.compiler.rules.random import CHOICES, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records, Target
from offleash.contract.rules.actors import CHANCE
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import cores, play_batch
from offleash.lab.statistics.intervals import mean_interval
from offleash.play.session import Session
from offleash.tables.replays.chances import AS_IT_IS, calibrate, calibrations, side_shares
from offleash.tables.replays.game_story import Story
from offleash.tables.replays.tape import PackedTape, Tape, unpack
from offleash.tools.errors import OffleashError
from offleash.web.jobs import Emit

MOST_MOMENTS = 3  # of each person
SCREENING = "200"  # playouts for each decision
SUSPECTS = 6  # decisions of each person that are played on
FUTURES = 400  # of each of both actions
FUTURE_LIMIT = 20_000  # actions, after which a game is given up
LEAST_GAIN = 0.02
SCREENING_S, DUELS_S, LUCK_S = 20.0, 20.0, 10.0
SEED = 48
NO_SIDE = -1  # to move, between outcomes of chance


class Better(msgspec.Struct, frozen=True):
    """An action in words, and what to click for it."""

    group: str
    label: str
    action: str
    captures: tuple[str, ...]
    clicks: tuple[str, ...]


class LostMoment(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    at: int  # the number of the action
    seat: int
    played: Better
    better: Better
    gain: float  # of the chance to win
    low: float
    high: float


class Review(msgspec.Struct, frozen=True):
    """What a page shows of a game."""

    moments: tuple[LostMoment, ...]  # in the order of the game
    luck: tuple[float, ...]  # what chance gave each seat; nothing if it was not counted
    people: tuple[int, ...]
    is_whole: bool  # whether there was time for every decision


@dataclass(frozen=True)
class Suspect:
    """A decision that a search would have made otherwise."""

    number: int
    seat: int
    played: int
    better: int
    loss: float  # as the search sees it


def review_packed(emit: Emit, packed: PackedTape) -> None:
    """Run in a child process: emit the review of a game."""
    machine.announce = _refuse_to_compile
    emit(review(unpack(packed)))


def _refuse_to_compile(notice: Notice) -> None:
    raise OffleashError("the bots are still being compiled; please try again in a few minutes")


def people_of(tape: Tape) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple(n for n, name in enumerate(tape.names) if not is_bot(tape.game, name))


def review(tape: Tape) -> Review:
    """Return the moments where people lost most, and the luck."""
    people = people_of(tape)
    if not (SEARCH.can_play(tape.game) and people):
        return Review((), (), people, True)
    until = time.monotonic() + SCREENING_S
    suspects, is_whole = screen(tape, people, until)
    until = time.monotonic() + DUELS_S
    moments: list[LostMoment] = []
    for seat in people:
        own = sorted((s for s in suspects if s.seat == seat), key=lambda s: -s.loss)[:SUSPECTS]
        judged = [judge(tape, suspect) for suspect in own if time.monotonic() < until]
        is_whole = is_whole and len(judged) == len(own)
        clear = [moment for moment in judged if moment.low > 0 and moment.gain >= LEAST_GAIN]
        moments += sorted(clear, key=lambda moment: -moment.gain)[:MOST_MOMENTS]
    luck = luck_of_seats(tape.session, time.monotonic() + LUCK_S)
    return Review(tuple(sorted(moments, key=lambda m: m.at)), luck, people, is_whole)


# Screening


def screen(tape: Tape, people: Sequence[int], until: float) -> tuple[list[Suspect], bool]:
    """Return what a search would have done otherwise; where the story swings most comes first."""
    game = tape.game
    suspects: list[Suspect] = []
    bots = Bots(game, [f"{SEARCH.name}:{SCREENING}"] * len(tape.names))
    for number in decisions(tape, people):
        if time.monotonic() > until:
            return suspects, False
        past = at_moment(tape, number)
        if len(past.legal_numbers) < 2:
            continue
        played = tape.session.history[number].action
        better, _ = bots.choose(past)
        if better != played:
            loss = _seen_loss(bots, played)
            suspects.append(Suspect(number, past.actor, played, better, loss))
    return suspects, True


def decisions(tape: Tape, people: Sequence[int]) -> Iterator[int]:
    """Yield people's decisions, those in turns that cost them most first."""
    history = tape.session.history

    story = Story(tape)
    turns = [turn for turn in story.turns if turn.seat in people]
    for turn in sorted(turns, key=lambda turn: turn.after[turn.seat] - turn.before[turn.seat]):
        yield from (n for n in range(turn.first, turn.end) if history[n].actor == turn.seat)


def at_moment(tape: Tape, number: int) -> Session:
    """Return the game before an action, with luck of its own that is the same in every review."""
    past = tape.session.past(number)
    position = past.position
    return Session(tape.game, past.options, seed=SEED + number, position=position)


def _seen_loss(bots: Bots, played: int) -> float:
    """Return how much worse an action is than the best; the worst is as bad as what is not seen."""
    note = bots.study.notes[0]
    count = int(note["candidates"])
    values = [
        int(note["total"][n]) / max(1, int(note["playouts"][n])) / CERTAIN for n in range(count)
    ]
    if not values:
        return 0.0
    actions = [int(action) for action in note["action"][:count]]
    own = values[actions.index(played)] if played in actions else min(values)
    return values[0] - own


# Judging


def judge(tape: Tape, suspect: Suspect) -> LostMoment:
    """Play on from both actions, and return the difference with its interval."""
    past = at_moment(tape, suspect.number)
    game, options, seat = tape.game, past.options, suspect.seat
    view = past.view(seat)
    differences = duel(game, options, view, seat, (suspect.better, suspect.played))
    interval = mean_interval(differences[:, None]).one(0)
    pair = game.pictures.targets(view, options, seat, [suspect.played, suspect.better])
    played, better = (_worded(tape, target) for target in pair)
    numbers = (round(float(n), 4) for n in (interval.value, interval.low, interval.high))
    return LostMoment(suspect.number, seat, played, better, *numbers)


def _worded(tape: Tape, target: Target) -> Better:
    words = tape.players.in_text
    captures = tuple(map(words, target.captures))
    return Better(words(target.group), words(target.label), target.text, captures, target.clicks)


def duel(
    game: Game, options: Records, view: Records, seat: int, pair: tuple[int, int]
) -> NDArray[np.float64]:
    """Return the seat's share after the first action less that after the second, world by world."""
    starts = np.repeat(view, 2 * FUTURES)
    rng, work = streams(), game.new_work()[0]
    for world in range(FUTURES):
        seed_streams(rng, SEED, world)
        filled = starts[world : world + 1]
        game.rules.resample(filled[0], options[0], work, seat, rng, CHOICES + seat)
        starts[FUTURES + world] = filled[0]
        for place, action in zip((world, FUTURES + world), pair, strict=True):
            game.rules.apply(starts[place], options[0], work, action, None)
    players = shared_policy(game, [usual_bot(game)] * game.seat_count(options))
    batch = play_batch(
        game,
        players,
        2 * FUTURES,
        SEED,
        options,
        threads=max(1, cores() // 2),
        numbers=np.tile(np.arange(FUTURES), 2),
        limit=FUTURE_LIMIT,
        starts=starts,
    )
    results = np.where(batch.finished, batch.results[:, seat], np.nan)
    differences: NDArray[np.float64] = results[:FUTURES] - results[FUTURES:]
    return np.asarray(differences[np.isfinite(differences)], np.float64)


def usual_bot(game: Game) -> str:
    """Return the bot that plays on: fast, and not foolish."""
    return "tuned" if "tuned" in bot_names(game) else "greedy"


# Luck


def luck_of_seats(session: Session, until: float) -> tuple[float, ...]:
    """Return what chance changed for each seat, against its average; nothing if time runs out."""
    game, options = session.game, session.options
    sides = game.sides(options[0])
    luck = dict.fromkeys(sides, 0.0)
    for number, moment in enumerate(session.history):
        if moment.actor != CHANCE:
            continue
        if time.monotonic() > until:
            return ()
        outcomes, weights = session.chances(number)
        before = session.past(number).state
        after = [_chances_after(game, before, options, outcome) for outcome in outcomes]
        happened = after[outcomes.index(moment.action)]
        for side in luck:
            pairs = zip(after, weights, strict=True)
            usual = sum(chances[side] * weight for chances, weight in pairs) / sum(weights)
            luck[side] += happened[side] - usual
    return tuple(round(luck[side], 4) for side in sides)


def _chances_after(game: Game, before: Records, options: Records, outcome: int) -> dict[int, float]:
    state = before.copy()
    game.rules.apply(state[0], options[0], game.new_work()[0], outcome, None)
    values = calibrations().get(game.name, AS_IT_IS)
    return calibrate(side_shares(game, state, options), NO_SIDE, *values)
