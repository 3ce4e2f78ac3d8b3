"""A game of Dog in sentences, as one seat saw it, and what a player is to do."""

from collections.abc import Sequence
from itertools import pairwise

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, UNSEEN
from offleash.games.dog.draw.targets import TokenMove, move_of
from offleash.games.dog.position import CARD_NAMES, SEAT_NAMES, Position, partner_of
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.shared.deal_words import deal_words
from offleash.tools.prose import count_of

WORDS = {R.ACE: "the ace", R.JACK: "the jack", R.QUEEN: "the queen", R.KING: "the king"}
WHICH_TOKEN = ("one token", "another", "a third", "the fourth")


def card_words(rank: int) -> str:
    """Return a card in a sentence: `the 7`, `the king`, `a joker`."""
    return "a joker" if rank == R.JOKER else WORDS.get(rank, f"the {CARD_NAMES[rank]}")


def story(
    views: Sequence[Records], actions: Sequence[int], options: Records, viewer: int, actor: int
) -> list[tuple[int, str]]:
    """Return sentences about actions of one actor, without the subject; see `contract.game`."""
    if actor == CHANCE:
        return [(len(actions), _deal(views, actions, viewer))]
    sentences, at = [], 0
    while at < len(actions):
        end = at + 1
        if actions[at] != UNSEEN and _kind(actions[at]) in (A.IS_SEVEN, A.IS_STEP):
            while end < len(actions) and _kind(actions[end]) in (A.IS_STEP, A.IS_END):
                end += 1
        positions = [Position(view, options, viewer) for view in views[at:end]]
        sentences.append((end - at, _decision(positions, actions[at:end], actor)))
        at = end
    return sentences


def task(view: Records, options: Records, seat: int) -> str:
    """Return what the seat to move is to do."""
    position = Position(view, options, seat)
    if position.phase == R.GIVING:
        return f"Give {SEAT_NAMES[partner_of(seat)]} a card"
    if position.phase == R.SPLITTING:
        return f"Share the 7: {count_of(position.steps_left, 'step')} left"
    can_play = position.legal != (A.THROW,)
    return "Play a card" if can_play else "None of your cards can be played: lay down your hand"


def _kind(action: int) -> int:
    return A.decode(int(action)).kind


def _deal(views: Sequence[Records], actions: Sequence[int], viewer: int) -> str:
    """Return the cards that the viewer saw; the news say who deals."""
    dealt = []
    for (before, after), action in zip(pairwise(views), actions, strict=True):
        if action != UNSEEN and _kind(action) == A.IS_DEAL:
            seat = int((after["held"][0] - before["held"][0]).argmax())
            dealt.append((seat, A.decode(int(action)).rank))
    return deal_words(
        ((seat, CARD_NAMES[rank]) for seat, rank in sorted(dealt)), SEAT_NAMES, viewer
    )


def _decision(positions: Sequence[Position], actions: Sequence[int], seat: int) -> str:
    partner, first = partner_of(seat), positions[0]
    if actions[0] == UNSEEN:
        to = "you" if first.viewer == partner else SEAT_NAMES[partner]
        return f"gives {to} a card, face down"
    moves = [move_of(p, int(a)) for p, a in zip(positions, actions, strict=True)]
    kind = moves[0].kind
    if kind == A.IS_GIFT:
        return f"gives {SEAT_NAMES[partner]} {card_words(moves[0].rank)}"
    if kind == A.IS_THROW:
        return "can't play and lays down the hand"
    if kind in (A.IS_SEVEN, A.IS_STEP):
        joker = bool(first.state.seven_joker) or moves[0].rank == R.JOKER
        return _seven([move for move in moves if move.piece], seat, joker)
    return _card(moves[0], seat)


def _card(move: TokenMove, seat: int) -> str:
    """Return how a card moves, starts or swaps a token."""
    piece, end = move.piece, move.end
    assert piece is not None and end is not None
    role = card_words(A.role_of(move.action))
    card = role if move.rank != R.JOKER else f"a joker as {role}"
    token = "a token" if piece.seat == seat else f"a token of {SEAT_NAMES[piece.seat]}"
    if move.kind == A.IS_START:
        return f"plays {card} and brings {token} out"
    if move.is_swap:
        own = end.seat == seat
        other = "another" if own else f"one of {SEAT_NAMES[end.seat]}'s"
        return f"plays {card} and swaps {token} with {other}"
    if end.place >= R.HOME:
        if piece.place >= R.HOME:
            return f"plays {card} and moves {token} further into home"
        return f"plays {card} and brings {token} home"
    if move.steps < 0:
        return f"plays {card} and goes {-move.steps} back with {token}"
    whose = "" if piece.seat == seat else f" with {token}"
    is_plain = CARD_NAMES[A.role_of(move.action)] == str(move.steps)
    return f"plays {card}{whose}" + ("" if is_plain else f": {count_of(move.steps, 'step')}")


def _seven(moves: Sequence[TokenMove], seat: int, joker: bool) -> str:
    """Return how the steps of a 7 were shared."""
    card = "a joker as the 7" if joker else "the 7"
    steps: dict[tuple[int, int], int] = {}
    homes = set()
    for move in moves:
        assert move.piece is not None and move.end is not None
        key = move.piece.seat, move.piece.token
        steps[key] = steps.get(key, 0) + max(1, move.steps)
        if move.end.place >= R.HOME > move.piece.place:
            homes.add(key)
    parts = []
    for (owner, token), count in steps.items():
        own = [key for key in steps if key[0] == owner]
        which = WHICH_TOKEN[own.index((owner, token))]
        whose = "" if owner == seat else f" of {SEAT_NAMES[owner]}"
        parts.append(f"{count} with {which}{whose}{' into home' * ((owner, token) in homes)}")
    return f"plays {card}: {', '.join(parts)}" if parts else f"plays {card}"
