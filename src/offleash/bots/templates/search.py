"""Search: sequential halving over playouts, a template that `compile.specialise` binds to a game.

A seat knows its view and nothing else, so the search begins with `hide`. A **world** is one way
in which the view could be filled (`resample`), with luck of its own. Every candidate is tried in
the same worlds: they differ by what they are worth, not by how lucky they were. After each round
the better half goes on, until one is left.

In a world all seats play greedily after the candidate, up to the boundary that the game names;
there `outlook` tells the chance to win. A forced move is not searched.

Where a game lists goals, the last few candidates, the **rivals**, may be compared by the next
player's best reply instead: a greedy reply is seldom the best, and may spare a bad candidate.

`personas[who]` holds: which policy, then the numbers below, then three sets of weights.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rule import kernel
from offleash.compiler.rules.copying import copy_record
from offleash.compiler.rules.random import CHOICES, next_word, pick, seed_streams
from offleash.compiler.study import Study
from offleash.contract.rules.actors import CHANCE, MOST_GOALS, NO_ACTION, NO_FORECAST, OVER
from offleash.contract.rules.win_chance import CERTAIN

# What stands in a player's row, and behind it the weights of its three minds.
PLAYOUTS, WIDTH, BOUNDARIES, JUDGED, DECISIONS, WEIGHTS, MODELS, RIVALS, HEADER = range(1, 10)
OWN, OPPONENTS, JUDGEMENT = range(3)
FEWEST_REPLIES = 4  # with fewer to each candidate, the best one may well be missing

SEEN, WORLD, PLAYED = range(3)  # positions of the study
ONE_BIT = np.uint64(1)


class SearchTurn(NamedTuple):
    """What a decision is searched with; the fields are called like their types."""

    options: Any
    work: Any
    study: Study
    player: NDArray[np.int64]  # its row of `personas`, and its weights for judging positions
    judgement: NDArray[np.int64]
    seat: int


ARRAYS = {"player": ("int64", 1), "judgement": ("int64", 1)}
BUNDLES = {"turn": SearchTurn}

actor: Any
side: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any
hide: Any
resample: Any
score: Any
outlook: Any
pick_best: Any  # the greedy's


@kernel
def prepare(state, options, work, plan, weights):
    """Prepare nothing before a decision, unless a game binds a preparation of its own."""


@kernel
def is_boundary(state, options):
    """Return whether a playout may end: between decisions and chance, or where a game says."""
    return actor(state) == CHANCE


@kernel
def wander(plan, rng, stream):
    """Leave players of a playout as they are, unless a game without much luck gives them whims."""


@kernel
def distinct_actions(state, options, work, out):
    """Return all that is legal, unless a game says which actions come to the same."""
    return legal_actions(state, options, work, out)


@kernel
def model_of(options, seat):
    """Return which model of a player fits a seat: all are alike, unless a game tells them apart."""
    return 0


@kernel
def list_goals(state, options, work, weights, out):
    """Return 0: single actions are compared, unless a game lists goals that several lead to."""
    return 0


@kernel
def aim(state, options, work, plan, goal):
    """Write the way to a goal into a plan, where a game lists any."""


@kernel
def planned(state, options, plan):
    """Return the action that a plan holds ready, where a game has such plans."""
    return NO_ACTION


@kernel
def suspect(state, options, work, seat, weights):
    """Hold all worlds equally likely, unless a game tells from a view what others may have."""


@kernel
def imagine(state, options, work, seat, rng, stream):
    """Fill a view at random, unless a game has noted in `suspect` what is likely."""
    resample(state, options, work, seat, rng, stream)


@kernel
def forecast(state, options, work, action, weights):
    """Return no forecast: candidates rank by score, unless a game can judge actions by a view."""
    return NO_FORECAST


@kernel
def choose_search(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return the action that won most in playouts; what was found stays in the notes."""
    note = study.notes[0]
    note.candidates = 0
    if n == 1:
        return int(out[0])
    due = planned(state, options, plan)
    if is_among(out, n, due):
        return due
    player = personas[who]
    turn = SearchTurn(
        options, work, study, player, player[weights_at(player, JUDGEMENT, 0) :], seat
    )
    study.states[SEEN] = state
    hide(study.states[SEEN], options, seat)
    suspect(study.states[SEEN], options, work, seat, turn.judgement)
    study.plans[plans_at(study)] = plan
    rank_goals(turn)
    if note.is_whole == 0:
        n = distinct_actions(study.states[SEEN], options, work, study.out)
        rank_candidates(turn, study.out, n)
    seed = np.int64(next_word(rng, CHOICES + seat) >> ONE_BIT)
    left = halve(turn, seed)
    if note.is_whole != 0:
        compare_replies(turn, left)
        take_aim(state, plan, turn)
    return note.action[0]


@kernel
def is_among(out, n, action):
    """Return whether an action is one of those listed."""
    for i in range(n):
        if out[i] == action:
            return True
    return False


@kernel
def plans_at(study):
    """Return where the study's plans begin that are no seat's: the present one, then one a goal."""
    return study.shares.shape[0]


@kernel
def rank_goals(turn):
    """List what a game names as worth going for, with the plans that lead there."""
    study = turn.study
    note, state = study.notes[0], study.states[SEEN]
    model = model_of(turn.options, turn.seat)
    weights = turn.player[
        weights_at(turn.player, OWN, model) : weights_at(turn.player, OWN, model + 1)
    ]
    room = min(max(2, turn.player[PLAYOUTS] // 2), turn.player[WIDTH], MOST_GOALS)
    note.is_whole = 0
    count = min(room, list_goals(state, turn.options, turn.work, weights, study.out))
    for i in range(count):
        goal = int(study.out[i])
        aim(state, turn.options, turn.work, study.plans[plans_at(study) + 1 + i], goal)
        note.action[i] = i
        note.is_whole = 1
    note.candidates = count


@kernel
def take_aim(state, plan, turn):
    """Make the best plan the seat's own; note each first action once, with its best plan."""
    study = turn.study
    note = study.notes[0]
    model = model_of(turn.options, turn.seat)
    weights = turn.player[
        weights_at(turn.player, OWN, model) : weights_at(turn.player, OWN, model + 1)
    ]
    list_goals(study.states[SEEN], turn.options, turn.work, weights, study.out)
    aim(study.states[SEEN], turn.options, turn.work, plan, int(study.out[note.action[0]]))
    kept = 0
    for i in range(note.candidates):
        place = plans_at(study) + 1 + note.action[i]
        action = planned(state, turn.options, study.plans[place])
        is_new = True
        for k in range(kept):
            is_new = is_new and note.action[k] != action
        if is_new:
            note.action[kept] = action
            note.total[kept] = note.total[i]
            note.squares[kept] = note.squares[i]
            note.playouts[kept] = note.playouts[i]
            kept += 1
    note.candidates = kept


@kernel
def weights_at(player, mind, model):
    """Return where one of a player's sets of weights begins: the next begins where it ends."""
    return HEADER + (mind * player[MODELS] + model) * player[WEIGHTS]


@kernel
def rank_candidates(turn, out, n):
    """List the actions that look best, best first: as many as are worth a try."""
    study = turn.study
    note, state = study.notes[0], study.states[SEEN]
    model = model_of(turn.options, turn.seat)
    weights = turn.player[
        weights_at(turn.player, OWN, model) : weights_at(turn.player, OWN, model + 1)
    ]
    room = min(max(2, turn.player[PLAYOUTS] // 2), turn.player[WIDTH])
    count = 0
    worth = NO_FORECAST
    has_forecast = True
    forget_plans(study)
    prepare(state, turn.options, turn.work, study.plans[turn.seat], weights)
    for i in range(n):
        action = int(out[i])
        if has_forecast:
            copy_record(study.words, PLAYED, SEEN)
            worth = forecast(study.states[PLAYED], turn.options, turn.work, action, turn.judgement)
            has_forecast = worth != NO_FORECAST
        if not has_forecast:
            worth = score(state, turn.options, turn.work, study.plans[turn.seat], action, weights)
        if count < room:
            count += 1
        elif worth <= note.total[count - 1]:
            continue
        place = count - 1
        while place > 0 and note.total[place - 1] < worth:
            note.total[place] = note.total[place - 1]
            note.action[place] = note.action[place - 1]
            place -= 1
        note.total[place] = worth
        note.action[place] = action
    note.candidates = count


@kernel
def halve(turn, seed):
    """Spend the playouts: an equal part in each round, and half of the candidates go on.

    Each is tried once in a round at least, so few playouts for many become a few more. Returns how
    many are left: one, or the rivals whose replies have a share of the budget.
    """
    study = turn.study
    note = study.notes[0]
    left = note.candidates
    seed_streams(study.rng, seed, 0)  # for replies, where no world is tried
    for i in range(left):
        note.total[i] = 0
        note.squares[i] = 0
        note.playouts[i] = 0
    rivals, playouts = 1, turn.player[PLAYOUTS]
    if note.is_whole != 0 and replies_each(turn) >= FEWEST_REPLIES:
        rivals = turn.player[RIVALS]
        playouts -= rivals * (1 + replies_each(turn))
    rounds = 0
    while 1 << rounds < left:
        rounds += 1
    world = 0
    for _ in range(rounds):
        if left <= rivals:
            break
        for _ in range(max(1, playouts // (rounds * left))):
            try_world(turn, seed, world, left)
            world += 1
        put_best_first(note, left)
        left = (left + 1) // 2
    return left


@kernel
def put_best_first(note, left):
    """Sort those still in by what they won; they were tried equally often."""
    for i in range(1, left):
        action, total, squares = note.action[i], note.total[i], note.squares[i]
        place = i
        while place > 0 and note.total[place - 1] < total:
            note.action[place] = note.action[place - 1]
            note.total[place] = note.total[place - 1]
            note.squares[place] = note.squares[place - 1]
            place -= 1
        note.action[place] = action
        note.total[place] = total
        note.squares[place] = squares


@kernel
def replies_each(turn):
    """Return how many goals of the next player are tried after each rival, for half of the budget.

    The greedy reply comes on top.
    """
    rivals = turn.player[RIVALS]
    if rivals == 0:
        return 0
    return min(turn.player[PLAYOUTS] // (2 * rivals) - 1, MOST_GOALS)


@kernel
def compare_replies(turn, left):
    """Put first the rival that leaves most after the best reply; their playouts stay noted."""
    note = turn.study.notes[0]
    best, place = -1, 0
    if left > 1:
        for i in range(left):
            chance = chance_after_reply(turn, note.action[i])
            if chance > best:
                best, place = chance, i
    action, total, squares = note.action[place], note.total[place], note.squares[place]
    for i in range(place, 0, -1):
        note.action[i] = note.action[i - 1]
        note.total[i] = note.total[i - 1]
        note.squares[i] = note.squares[i - 1]
    note.action[0] = action
    note.total[0] = total
    note.squares[0] = squares


@kernel
def chance_after_reply(turn, number):
    """Return the chance to win after a goal and the reply that is best for whoever gives it."""
    study = turn.study
    note = study.notes[0]
    copy_record(study.words, WORLD, SEEN)
    forget_plans(study)
    copy_record(study.plan_words, turn.seat, plans_at(study) + 1 + number)
    finish_turn(turn, WORLD)
    mover = actor(study.states[WORLD])
    if mover == OVER:
        return chance_at(study.states[WORLD], turn, turn.seat)
    n = list_replies(turn, mover)
    most, chance = -1, 0
    for i in range(n + 1):
        copy_record(study.words, PLAYED, WORLD)
        forget_plans(study)
        if i < n:  # the last one is the greedy reply
            plan, goal = study.plans[mover], int(note.reply[i])
            aim(study.states[PLAYED], turn.options, turn.work, plan, goal)
        finish_turn(turn, PLAYED)
        theirs = chance_at(study.states[PLAYED], turn, mover)
        if theirs > most:
            most = theirs
            chance = chance_at(study.states[PLAYED], turn, turn.seat)
    return chance


@kernel
def list_replies(turn, mover):
    """Note what the next player may go for, best first; return how many."""
    study = turn.study
    note = study.notes[0]
    mind = OWN if side(turn.options, mover) == side(turn.options, turn.seat) else OPPONENTS
    model = model_of(turn.options, mover)
    weights = turn.player[
        weights_at(turn.player, mind, model) : weights_at(turn.player, mind, model + 1)
    ]
    n = list_goals(study.states[WORLD], turn.options, turn.work, weights, study.out)
    n = min(n, replies_each(turn))
    for i in range(n):
        note.reply[i] = study.out[i]
    return n


@kernel
def finish_turn(turn, place):
    """Play greedily until somebody else is about to begin a turn, or the game is over."""
    state = turn.study.states[place]
    first = actor(state)
    for _ in range(turn.player[DECISIONS]):
        mover = actor(state)
        if mover == OVER:
            return
        if mover != first and mover != CHANCE and is_boundary(state, turn.options):
            return
        if mover == CHANCE:
            draw(state, turn)
        else:
            decide(state, turn, mover)


@kernel
def chance_at(state, turn, seat):
    """Return a player's chance to win, which is certain where the game is over."""
    study = turn.study
    if actor(state) == OVER:
        returns(state, turn.options, study.shares)
        return np.int64(study.shares[seat] * CERTAIN)
    return outlook(state, turn.options, turn.work, seat, turn.judgement)


@kernel
def try_world(turn, seed, world, left):
    """Fill the view in one way, and play every candidate still in from there."""
    study = turn.study
    note = study.notes[0]
    seed_streams(study.rng, seed, 2 * world)
    copy_record(study.words, WORLD, SEEN)
    imagine(study.states[WORLD], turn.options, turn.work, turn.seat, study.rng, CHOICES + turn.seat)
    for i in range(left):
        copy_record(study.words, PLAYED, WORLD)
        seed_streams(study.rng, seed, 2 * world + 1)
        forget_plans(study)
        if note.is_whole == 0:
            copy_record(study.plan_words, turn.seat, plans_at(study))
            apply(study.states[PLAYED], turn.options, turn.work, note.action[i], None)
        else:
            copy_record(study.plan_words, turn.seat, plans_at(study) + 1 + note.action[i])
        if world > 0:  # in the first world players are as they are
            for player in range(plans_at(study)):
                wander(study.plans[player], study.rng, CHOICES + player)
        chance = play_out(turn)
        note.total[i] += chance
        note.squares[i] += chance * chance
        note.playouts[i] += 1


@kernel
def play_out(turn):
    """Play greedily from a candidate to a boundary; return the chance to win there or before it."""
    study = turn.study
    state = study.states[PLAYED]
    boundaries, judged = turn.player[BOUNDARIES], turn.player[JUDGED]
    decisions = turn.player[DECISIONS]
    was_boundary = False
    last = turn.seat  # who decided before
    total = 0
    while True:
        mover = actor(state)
        if mover == OVER:
            returns(state, turn.options, study.shares)
            chance = np.int64(study.shares[turn.seat] * CERTAIN)
            return (total + chance * min(judged, boundaries)) // judged
        is_there = is_boundary(state, turn.options)
        if is_there and not was_boundary and mover != last:
            boundaries -= 1
            if boundaries < judged:
                total += outlook(state, turn.options, turn.work, turn.seat, turn.judgement)
            if boundaries == 0:
                return total // judged
        was_boundary = is_there
        if decisions == 0 and mover != CHANCE:
            chance = outlook(state, turn.options, turn.work, turn.seat, turn.judgement)
            return (total + chance * min(judged, boundaries)) // judged
        if mover != CHANCE:
            decisions -= 1
            last = mover
            decide(state, turn, mover)
        else:
            draw(state, turn)


@kernel
def decide(state, turn, mover):
    """Make one decision of a playout, by the model that the search has of that seat."""
    study = turn.study
    n = distinct_actions(state, turn.options, turn.work, study.out)
    action = planned(state, turn.options, study.plans[mover])
    if n == 1:
        action = int(study.out[0])
    elif not is_among(study.out, n, action):
        mind = OWN if side(turn.options, mover) == side(turn.options, turn.seat) else OPPONENTS
        model = model_of(turn.options, mover)
        weights = turn.player[
            weights_at(turn.player, mind, model) : weights_at(turn.player, mind, model + 1)
        ]
        plan = study.plans[mover]
        out, rng = study.out, study.rng
        action = pick_best(state, turn.options, turn.work, plan, out, n, rng, mover, weights)
    apply(state, turn.options, turn.work, action, None)


@kernel
def draw(state, turn):
    """Draw one chance of a playout."""
    study = turn.study
    n = chance_outcomes(state, turn.options, study.out, study.chances)
    action = int(study.out[pick(study.rng, stream(state), study.chances, n)])
    apply(state, turn.options, turn.work, action, None)


@kernel
def forget_plans(study):
    """Clear all plans: no seat has one yet."""
    for i in range(plans_at(study)):
        for k in range(study.plan_words.shape[1]):
            study.plan_words[i, k] = 0
