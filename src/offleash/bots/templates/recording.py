"""Games whose positions are written down as a judge sees them: a template for training.

Positions are those that a learned player has to judge: where the turn of a seat that is watched
has just ended, from its own view.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.contract.rules.features import LARGEST

ARRAYS = {
    "samples": ("uint8", 2),  # a row of features for each
    "owners": ("int64", 2),  # of each: the game, and the seat that sees it
    "watched": ("int64", 1),  # of each game: the seats, as bits
    "cursor": ("int64", 1),  # how many samples there are
}

VIEW = 2  # a position of the study that no choice needs between decisions

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any
hide: Any
write_features: Any
choose: Any
turn_outcomes: Any  # the learned player's
skip_chance: Any


@kernel
def record_games(
    states,
    variants,
    rows,
    works,
    plans,
    plan_words,
    study,
    rng,
    out,
    chances,
    personas,
    casts,
    seated,
    numbers,
    watched,
    samples,
    owners,
    cursor,
    results,
    seed,
    lo,
    hi,
):
    """Record games lo … hi−1 of a batch to their ends; their samples follow each other in order."""
    for i in range(lo, hi):
        seed_streams(rng, seed, numbers[i])
        options = variants[rows[i]]
        for k in range(plan_words.shape[0]):
            for word in range(plan_words.shape[1]):
                plan_words[k, word] = 0
        study.notes[0].thinker = 0
        setup(states[i], options)
        record_game(
            states[i],
            options,
            works[0],
            plans,
            study,
            rng,
            out,
            chances,
            personas,
            casts[seated[i]],
            watched[i],
            samples,
            owners,
            cursor,
            i,
        )
        returns(states[i], options, results[i])


@kernel
def record_game(
    state,
    options,
    work,
    plans,
    study,
    rng,
    out,
    chances,
    personas,
    cast,
    watching,
    samples,
    owners,
    cursor,
    game,
):
    """Record one game, with what the seats that are watched see at each place to be judged."""
    last = CHANCE
    while True:
        mover = actor(state)
        if mover == OVER:
            return
        is_decided = True
        if last != CHANCE and mover != last:
            is_decided = turn_outcomes(state, options, out, chances) == 0
            if is_decided and watching >> last & 1:
                note_sample(state, options, work, study, samples, owners, cursor, game, last)
            study.notes[0].thinker = 0  # after forced actions nobody has thought about a turn
        if is_decided:  # else the turn is judged once its outcome is known
            last = mover
        if mover == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(rng, stream(state), chances, n)])
        else:
            n = legal_actions(state, options, work, out)
            plan, who = plans[mover], cast[mover]
            action = choose(state, options, work, plan, study, out, n, rng, personas, who, mover)
        apply(state, options, work, action, None)


@kernel
def note_sample(state, options, work, study, samples, owners, cursor, game, seat):
    """Write down what a seat sees, if there is room.

    Where its turn goes on after a chance that it passed over, that is the end it expects.
    """
    row, note = cursor[0], study.notes[0]
    if row >= samples.shape[0]:
        return
    study.states[VIEW] = state
    if actor(state) == CHANCE and skip_chance(study.states[VIEW], options) > 0:
        if note.thinker != 1 + seat or note.is_known == 0:
            return
        for i in range(samples.shape[1]):
            samples[row, i] = min(max(note.judged[i], 0), LARGEST)
        owners[row, 0] = game
        owners[row, 1] = seat
        cursor[0] = row + 1
        return
    hide(study.states[VIEW], options, seat)
    inputs = note.inputs
    for i in range(samples.shape[1]):
        inputs[i] = 0
    write_features(study.states[VIEW], options, work, seat, inputs)
    for i in range(samples.shape[1]):
        samples[row, i] = min(max(inputs[i], 0), LARGEST)
    owners[row, 0] = game
    owners[row, 1] = seat
    cursor[0] = row + 1
