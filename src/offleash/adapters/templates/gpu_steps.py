"""Many games that agents play step by step, on a GPU: the same steps as in `steps.py`.

Three kernels make a step, each with a thread for one game: `play_moves` goes on until an agent has
to decide, `list_actions` lists what it may do, and `show_games` writes what it knows. Apart they
are faster than together, since the threads of a kernel wait for each other at every branch.

Arrays lie in memory column by column, so that neighbouring threads read neighbouring numbers. A
thread takes the record of its game into its own memory, as words, and puts it back at the end.
`compiler.gpu.gpu_kernel` binds the names below to one game.
"""

from typing import Any, NamedTuple

import numpy as np

from offleash.adapters.templates.steps import BEGIN, KEEP, MOST_SKIPPED, PLAY
from offleash.compiler.rules.random import pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.templates.gpu_playouts import study_of

AT_LIMIT = OVER - 100  # instead of a seat: the game has had as many decisions as it may


class GpuGames(NamedTuple):
    """The games: a row for each, and how they are played."""

    words: Any  # of their records
    luck: Any  # random streams
    variants: Any
    rows: Any  # and which of them each game is played with
    movers: Any  # the agent's seat to move, or OVER
    decisions: Any  # so far, those of bots and forced ones included
    numbers: Any  # whose luck each game has
    stride: int  # from the number of a game to that of the next one in its place
    limit: int
    skips_forced: int
    renews: int  # 1: the next game begins where one ends


class GpuSeats(NamedTuple):
    """Who plays: agents, and bots with their plans, a row for each game and seat."""

    agents: Any  # for each row of options, the seats of agents as bits
    personas: Any
    casts: Any
    plans: Any
    plan_words: Any
    planners: int  # seats that have plans


class GpuEnds(NamedTuple):
    """Games that the last step ended: how they stood then, and whose view of it is shown."""

    words: Any
    movers: Any  # or OVER, where no game ended
    problems: Any  # a place with an illegal move, and one where no agent decides


# What `gpu_kernel` binds
cuda: Any
RECORD: Any
WORK: Any
STREAMS: int
WIDTH: int
setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any


def choose(state, options, work, plan, study, out, n, rng, personas, bot, seat):
    """Choose nothing: stands for the bots of games that have none."""
    return 0


def encode(state, options, seat, out):
    """Write nothing, unless a game binds an encoding of its own."""


def write_action(state, options, seat, action, out):
    """Write nothing, unless a game says what its actions are."""


def load(words, source, i):
    """Copy the row of a game into a thread's own memory."""
    for k in range(len(words)):
        words[k] = source[i, k]


def store(words, target, i):
    """Copy the row of a game back."""
    for k in range(len(words)):
        target[i, k] = words[k]


def take_back_end(frame, i):
    """Take back that a game ended."""
    frame.dones[i] = frame.truncations[i] = 0
    for k in range(frame.rewards.shape[1]):
        frame.rewards[i, k] = 0.0


def find_agent(
    state, options, row, work, seats, place, study, rng, out, chances, games, i
):  # fmt: skip
    """Chance, bots and forced moves, until an agent has to decide, or it is over."""
    decisions, limit = games.decisions, games.limit
    seat = actor(state)
    while seat != OVER:
        if decisions[i] >= limit:
            return AT_LIMIT
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(rng, stream(state), chances, n)])
        elif (seats.agents[row] >> seat) & 1:
            if not games.skips_forced or legal_actions(state, options, work, out) > 1:
                return seat
            action = int(out[0])
            decisions[i] += 1
        else:
            n = legal_actions(state, options, work, out)
            plan = seats.plans[place + seat]
            bot = int(seats.casts[row, seat])
            action = choose(
                state, options, work, plan, study, out, n, rng, seats.personas, bot, seat
            )
            decisions[i] += 1
        apply(state, options, work, action, None)
        seat = actor(state)
    return OVER


def begin_game(state, words, options, seats, place, rng, games, seed, i):
    """Begin a new game, with the luck of its number."""
    for k in range(len(words)):
        words[k] = 0
    for plan in range(place, place + seats.planners):
        for k in range(seats.plan_words.shape[1]):
            seats.plan_words[plan, k] = 0
    games.decisions[i] = 0
    setup(state, options)
    seed_streams(rng, seed, games.numbers[i])


def end_game(state, words, options, seat, mover, ends, frame, i):
    """Write what a game came to at its end or limit, and keep how it stood."""
    frame.dones[i] = seat == OVER
    frame.truncations[i] = seat != OVER
    if seat == OVER:
        returns(state, options, frame.rewards[i])
    ends.movers[i] = max(0, mover)
    store(words, ends.words, i)


def play_moves(games, seats, ends, workspaces, frame, moves, modes, seed):
    """Play on in each game, by its mode, until an agent has to decide."""
    records = cuda.local.array(1, RECORD)
    works = cuda.local.array(1, WORK)
    rng = cuda.local.array(STREAMS, np.uint64)
    out = cuda.local.array(WIDTH, np.int32)
    chances = cuda.local.array(WIDTH, np.int64)
    words, state, work = records.view(np.uint64), records[0], works[0]
    # Without bots there is one workspace, which nobody uses
    study = study_of(workspaces, min(cuda.grid(1), len(workspaces[0]) - 1))
    for i in range(cuda.grid(1), len(modes), cuda.gridsize(1)):
        mode, mover = int(modes[i]), int(games.movers[i])
        if mode == KEEP:
            continue
        ends.movers[i] = OVER
        if frame.dones[i] or frame.truncations[i]:
            take_back_end(frame, i)
        if mode == PLAY and mover == OVER:
            frame.actors[i] = OVER
            continue
        load(words, games.words, i)
        load(rng, games.luck, i)
        row = int(games.rows[i])
        options, place = games.variants[row], i * seats.planners
        if mode == PLAY:
            apply(state, options, work, int(moves[i]), None)
            games.decisions[i] += 1
        is_new = mode == BEGIN
        skipped = 0
        while True:
            if is_new:
                begin_game(state, words, options, seats, place, rng, games, seed, i)
            seat = find_agent(
                state, options, row, work, seats, place, study, rng, out, chances, games, i
            )
            if seat >= 0:
                break
            if not is_new:  # a game that ends before an agent decides is none of its games
                end_game(state, words, options, seat, mover, ends, frame, i)
                if not games.renews:
                    seat = OVER
                    break
            elif skipped == MOST_SKIPPED:
                cuda.atomic.max(ends.problems, 1, i)
                seat = OVER
                break
            skipped += 1
            is_new = True
            games.numbers[i] += games.stride
        games.movers[i] = frame.actors[i] = seat
        store(words, games.words, i)
        store(rng, games.luck, i)


def list_actions(games, frame, modes):
    """List the legal actions, with a mask and what each of them is, if these were asked for."""
    i = cuda.grid(1)
    if i >= len(modes) or modes[i] == KEEP:
        return
    legal = frame.legal_actions[i]
    if frame.masks.shape[1] > 0:
        for k in range(frame.legal_counts[i]):
            frame.masks[i, legal[k]] = 0
    seat = int(frame.actors[i])
    frame.legal_counts[i] = 0
    if seat < 0:
        return
    records = cuda.local.array(1, RECORD)
    works = cuda.local.array(1, WORK)
    words, state, work = records.view(np.uint64), records[0], works[0]
    load(words, games.words, i)
    options = games.variants[int(games.rows[i])]
    n = legal_actions(state, options, work, legal)
    frame.legal_counts[i] = n
    if frame.masks.shape[1] > 0:
        for k in range(n):
            frame.masks[i, legal[k]] = 1
    if frame.action_features.shape[2] > 0:
        for k in range(n):
            write_action(state, options, seat, int(legal[k]), frame.action_features[i, k])


def show_games(games, ends, frame, modes):
    """Write what the seat to decide knows, and what the last one knew when its game ended."""
    i = cuda.grid(1)
    if i >= len(modes) or modes[i] == KEEP:
        return
    records = cuda.local.array(1, RECORD)
    words, state = records.view(np.uint64), records[0]
    options = games.variants[int(games.rows[i])]
    mover = int(ends.movers[i])
    if mover != OVER:
        load(words, ends.words, i)
        encode(state, options, mover, frame.last_observations[i])
        if not games.renews:
            encode(state, options, mover, frame.observations[i])
    seat = int(frame.actors[i])
    if seat >= 0:
        load(words, games.words, i)
        encode(state, options, seat, frame.observations[i])


def find_illegal(frame, ends, moves, modes):
    """Note a place whose move is not legal; lists of legal actions ascend."""
    i = cuda.grid(1)
    if i >= len(modes) or frame.actors[i] == OVER or modes[i] != PLAY:
        return
    lo, hi = 0, int(frame.legal_counts[i])
    while lo < hi:
        middle = (lo + hi) // 2
        if frame.legal_actions[i, middle] < moves[i]:
            lo = middle + 1
        else:
            hi = middle
    if lo == frame.legal_counts[i] or frame.legal_actions[i, lo] != moves[i]:
        cuda.atomic.min(ends.problems, 0, i)


def pick_actions(frame, draws, out):
    """Pick a legal action for each game by a number from 0 to 1; 0 where it is over."""
    i = cuda.grid(1)
    if i < len(draws):
        out[i] = frame.legal_actions[i, int(draws[i] * frame.legal_counts[i])]


def take_moves(actions, moves):
    """Copy actions of any whole-number type."""
    i = cuda.grid(1)
    if i < len(moves):
        moves[i] = actions[i]


def read_words(words, places, out):
    """Copy the words of games in some places."""
    i = cuda.grid(1)
    if i < len(places):
        for k in range(words.shape[1]):
            out[i, k] = words[places[i], k]


def write_words(words, places, source):
    """Set the words of games in some places, from a row for each, or from one for all."""
    i = cuda.grid(1)
    if i < len(places):
        row = i if len(source) > 1 else 0
        for k in range(words.shape[1]):
            words[places[i], k] = source[row, k]
