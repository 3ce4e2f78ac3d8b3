"""The course of a game of Dog: dealing, exchanging, playing in turn, winning.

With `movement`, `seven`, `cards` and `hidden` this is the whole rulebook; the contract's
functions stand here.
"""

from offleash.contract.rules.actors import CHANCE, NOBODY, OVER
from offleash.games.dog.rules.actions import (
    DEAL,
    DEALER,
    GIVE,
    IS_DEAL,
    IS_DICE,
    IS_END,
    IS_GIFT,
    IS_SEVEN,
    IS_START,
    IS_STEP,
    IS_SWAP,
    IS_THROW,
    KIND_OF,
    OTHER_OF,
    RANK_OF,
    STEP,
)
from offleash.games.dog.rules.cards import list_plays, play_on_board, playable_ranks
from offleash.games.dog.rules.movement import has_won, partner
from offleash.games.dog.rules.record import (
    CLOCKWISE,
    COPIES,
    DEALING,
    EACH_TURN,
    FINISHED,
    FIRST_DEAL,
    GIVING,
    JOKER,
    KENNEL,
    LAST_DEAL,
    NO_CARD,
    PLAYING,
    RANKS,
    ROLL,
    SEATS,
    SHUFFLES_APART,
    SPLITTING,
    TOKENS,
    UNKNOWN,
    rule,
)
from offleash.games.dog.rules.seven import SEVEN_STEPS, chosen_cost, list_steps, take_step

DICE, DECK = 0, 1  # random streams


@rule
def side(options, seat):
    """Return the side of a seat: partners sit opposite and win together."""
    return seat % 2


@rule
def rank(state, options, places):
    """Put the winning team in first place, the other in second (D35)."""
    for seat in range(SEATS):
        places[seat] = 0 if side(options, seat) == state.winner else 1


@rule
def forget_burials(state):
    """Forget all cards thrown face down: a shuffle ends all knowledge of them (D29)."""
    state.burial = 0
    for i in range(SHUFFLES_APART):
        for seat in range(SEATS):
            state.buried_held[i, seat] = 0
            state.buried_gift[i, seat] = 0
            state.buried_void[i, seat] = 0
            for rank in range(RANKS):
                state.buried[i, seat, rank] = 0


@rule
def shuffle_all(state, options):
    """Put every card into the stock (D33)."""
    for rank in range(RANKS):
        state.stock[rank] = COPIES
        state.discard[rank] = 0
    state.stock[JOKER] = options.jokers
    state.stock_left = COPIES * (RANKS - 1) + options.jokers
    forget_burials(state)


@rule
def setup(state, options):
    """Put all tokens into their kennels, with a full deck and dice to find a first dealer (D34)."""
    for seat in range(SEATS):
        state.gave[seat] = NO_CARD
        for token in range(TOKENS):
            state.token[seat, token] = KENNEL
    shuffle_all(state, options)
    state.deal = FIRST_DEAL
    state.phase = ROLL


@rule
def actor(state):
    """Return who decides: the dice, the deck, a seat, or nobody any more."""
    if state.phase == FINISHED:
        return OVER
    if state.phase <= DEALING:
        return CHANCE
    return int(state.seat)


@rule
def stream(state):
    """Return the random stream of the dice or of the deck: each has its own."""
    return DICE if state.phase == ROLL else DECK


@rule
def shuffle_discards(state):
    """Make the cards out of play the stock, under `reshuffle=exhausted` (D33)."""
    for rank in range(RANKS):
        count = int(state.discard[rank])
        for i in range(SHUFFLES_APART):
            for seat in range(SEATS):
                count += state.buried[i, seat, rank]
        state.stock[rank] = count
        state.stock_left += count
        state.discard[rank] = 0
    forget_burials(state)


@rule.inline
def receiver(state):
    """Return who gets the next card: they are dealt one by one, from the dealer's right."""
    dealt = 0
    for seat in range(SEATS):
        dealt += state.held[seat]
    return (int(state.dealer) + 1 + dealt) % SEATS


@rule.inline
def chance_outcomes(state, options, out, chances):
    """List who may be dealer, or any card left to deal, by how many there are (D33, D34)."""
    if state.phase == ROLL:
        for seat in range(SEATS):
            out[seat] = DEALER + seat
            chances[seat] = 1
        return SEATS
    n = 0
    for rank in range(RANKS):
        out[n] = DEAL + rank
        chances[n] = state.stock[rank]
        n += state.stock[rank] > 0
    return n


@rule
def legal_actions(state, options, work, out):
    """List every legal action of the actor, ascending (D27, D28)."""
    if state.phase == SPLITTING:
        return list_steps(state, options, work, out)
    if state.phase == PLAYING:
        return list_plays(state, options, work, out)
    n = 0
    for rank in range(RANKS):
        out[n] = GIVE + rank
        n += state.hand[int(state.seat), rank] > 0
    return n


@rule
def begin_deal(state):
    """Begin a new round: nobody has shown, given or got anything yet (D30)."""
    for seat in range(SEATS):
        state.gave[seat] = NO_CARD
        for rank in range(RANKS):
            state.shown[seat, rank] = 0
    state.phase = DEALING
    if state.stock_left == 0:
        shuffle_discards(state)


@rule.inline
def deal_card(state, rank, tally):
    """Deal one card to the next seat; the last one opens the exchange (D27, D30)."""
    seat = receiver(state)
    state.stock[rank] -= 1
    state.stock_left -= 1
    state.hand[seat, rank] += 1
    state.held[seat] += 1
    if state.held[state.dealer] == state.deal:
        state.phase = GIVING
        state.seat = 0
        if tally is not None:
            tally.rounds += 1
            tally.turns += state.deal == FIRST_DEAL
    elif state.stock_left == 0:
        shuffle_discards(state)


@rule
def first_player(state, options):
    """Return the dealer's right-hand neighbour, or one further each round (D31)."""
    further = FIRST_DEAL - int(state.deal) if options.starter_rotates_each_round else 0
    return (int(state.dealer) + 1 + further) % SEATS


@rule
def give_card(state, options, rank):
    """Lay a card face down for the partner; all four pick up together (D27)."""
    seat = int(state.seat)
    state.hand[seat, rank] -= 1
    state.held[seat] -= 1
    state.gave[seat] = rank
    if seat + 1 < SEATS:
        state.seat = seat + 1
        return
    for receiving in range(SEATS):
        gift = int(state.gave[partner(receiving)])
        if gift != UNKNOWN and state.hand[receiving, gift] != UNKNOWN:  # in a view it may be
            state.hand[receiving, gift] += 1
        state.held[receiving] += 1
    state.phase = PLAYING
    state.seat = first_player(state, options)


@rule
def end_round(state, options):
    """Begin a round with a card less; after the last, the deal moves right (D30, D31, D33)."""
    if options.throw_hidden:
        state.burial = min(int(state.burial) + 1, SHUFFLES_APART - 1)
    state.seat = 0
    if state.deal > LAST_DEAL:
        state.deal -= 1
    else:
        state.deal = FIRST_DEAL
        state.dealer = (int(state.dealer) + 1) % SEATS
        if options.reshuffle == EACH_TURN:
            shuffle_all(state, options)
    begin_deal(state)


@rule.inline
def pass_turn(state, options):
    """Go on to the next seat that holds cards; when nobody does, end the round (D30, D32)."""
    way = SEATS - 1 if options.play_dir == CLOCKWISE else 1
    seat = int(state.seat)
    state.phase = PLAYING
    for _ in range(SEATS):
        seat = (seat + way) % SEATS
        if state.held[seat] > 0:
            state.seat = seat
            return
    end_round(state, options)


@rule.inline
def spend(state, seat, rank):
    """Put a card played face up to the discards."""
    state.hand[seat, rank] -= 1
    state.held[seat] -= 1
    state.discard[rank] += 1
    state.shown[seat, rank] += 1


@rule
def bury_hand(state, options, work, seat):
    """Lay a hand face down: others know how many, none playable, and the giver its gift (D29)."""
    if state.held[seat] == 0:
        return
    i = int(state.burial)
    gift = int(state.gave[partner(seat)])
    state.buried_void[i, seat] = playable_ranks(state, options, work, seat)
    state.buried_held[i, seat] += state.held[seat]
    if gift == UNKNOWN:
        state.buried_gift[i, seat] = UNKNOWN
    elif gift != NO_CARD and state.shown[seat, gift] == 0:
        state.buried_gift[i, seat] = gift + 1
    for rank in range(RANKS):
        if state.hand[seat, rank] == UNKNOWN:
            state.buried[i, seat, rank] = UNKNOWN
        else:
            state.buried[i, seat, rank] += state.hand[seat, rank]


@rule
def throw_hand(state, options, work, tally):
    """Lay down all cards of who can play nothing and is out for the round (D25, D28, D29)."""
    seat = int(state.seat)
    if tally is not None:
        tally.thrown[seat] += state.held[seat]
        tally.throws[seat] += 1
    if options.throw_hidden:
        bury_hand(state, options, work, seat)
    for rank in range(RANKS):
        count = state.hand[seat, rank]
        state.hand[seat, rank] = 0
        if not options.throw_hidden:
            state.discard[rank] += count
            state.shown[seat, rank] += count
    state.held[seat] = 0


@rule.inline
def end_play(state, options, tally):
    """End the game at once when a team's eight tokens are home (D35)."""
    seat = int(state.seat)
    if has_won(state, seat):
        state.phase = FINISHED
        state.winner = side(options, seat)
        if tally is not None:
            tally.finisher = seat + 1
    else:
        pass_turn(state, options)


@rule
def count_capture(tally, seat, captured):
    """Count for the lab who sent whose token to the kennel."""
    if tally is not None:
        if captured != NOBODY and captured % 2 == seat % 2:
            tally.own_captures[seat] += 1
        elif captured != NOBODY:
            tally.captures[seat] += 1


@rule.inline
def play_card(state, options, action, tally):
    """Spend the card and do what it says; a 7 is then made step by step (D10, D28)."""
    seat = int(state.seat)
    kind = KIND_OF[action]
    spend(state, seat, RANK_OF[action])
    if tally is not None:
        tally.plays[seat] += 1
    if kind == IS_SEVEN:
        state.phase = SPLITTING
        state.seven_left = SEVEN_STEPS
        state.seven_joker = RANK_OF[action] == JOKER
        return
    captured = play_on_board(state, options, seat, action)
    count_capture(tally, seat, captured)
    if tally is not None:
        tally.starts[seat] += kind == IS_START
        tally.swaps[seat] += kind == IS_SWAP
    end_play(state, options, tally)


@rule
def end_seven(state, options, tally):
    """End the play of a seven (D12)."""
    state.seven_left = 0
    state.seven_joker = 0
    end_play(state, options, tally)


@rule
def step_seven(state, options, choice, tally):
    """Make one step of a seven; the last one ends the play (D10, D12)."""
    seat = int(state.seat)
    cost = 1
    if options.seven_jumps_protected:
        cost = chosen_cost(state, options, seat, choice, int(state.seven_left))
    captured = take_step(state, options, seat, choice, cost)
    count_capture(tally, seat, captured)
    state.seven_left -= cost
    if state.seven_left == 0 or has_won(state, seat):
        end_seven(state, options, tally)


@rule
def apply(state, options, work, action, tally):
    """Carry out a legal action or a chance outcome."""
    kind = KIND_OF[action]
    if kind == IS_DEAL:
        deal_card(state, RANK_OF[action], tally)
    elif kind == IS_DICE:
        state.dealer = OTHER_OF[action]
        begin_deal(state)
    elif kind == IS_GIFT:
        give_card(state, options, RANK_OF[action])
    elif kind == IS_THROW:
        throw_hand(state, options, work, tally)
        pass_turn(state, options)
    elif kind == IS_END:
        end_seven(state, options, tally)
    elif kind == IS_STEP:
        step_seven(state, options, action - STEP, tally)
    else:
        play_card(state, options, action, tally)


@rule
def returns(state, options, shares):
    """Give the winning team's members 1 each (D35)."""
    for seat in range(SEATS):
        shares[seat] = 1.0 if side(options, seat) == state.winner else 0.0
