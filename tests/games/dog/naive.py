"""Dog once more: slow, plain, and written from the rulings alone.

A second implementation of the rules for `tests/games/test_dog_twin.py`. It shares no code with the
package. Tokens walk space by space, a seven is searched through step by step, and a position is
what its text says. Rulings D1 … D36 are those of `src/offleash/games/dog/rules.md`.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
STEP_CARDS = {
    **{card: (int(card),) for card in ("2", "3", "4", "5", "6", "8", "9", "10")},
    "A": (1, 11),
    "Q": (12,),
    "K": (13,),
}
LETTERS = "abcd"
PHASES = ("roll", "deal", "give", "play", "seven", "over")


@dataclass(frozen=True)
class Options:
    """Every option at its default."""

    loop_len: int = 64
    jokers: int = 6
    play_dir: str = "clockwise"
    reshuffle: str = "each_turn"
    starter_rotates_each_round: bool = False
    seven_jumps_protected: bool = False
    restart_over_fresh: bool = False
    jack_own_own: bool = False
    seven_partial: bool = False
    canadian: bool = False
    seven_waste_win: bool = False
    full_lap: bool = False
    must_enter: bool = False
    four_back_home: bool = False
    joker_last_own: bool = False
    throw_hidden: bool = False

    def start(self, seat):
        return seat * self.loop_len // 4


class Token(NamedTuple):
    """Where one token is. The lap mark is kept at 0 unless `full_lap` is on."""

    kind: str  # kennel, loop or home
    at: int = 0
    fresh: bool = False
    lap: int = 0


KENNEL = Token("kennel")
Board = tuple[tuple[Token, ...], ...]


@dataclass
class Position:
    """What the text of a position says, unpacked."""

    board: Board
    phase: str = "play"
    seat: int = 0
    dealer: int = 3
    deal: int = 6
    hands: list = field(default_factory=lambda: [Counter() for _ in range(4)])
    gave: list = field(default_factory=lambda: [None] * 4)
    shown_cards: list = field(default_factory=lambda: [Counter() for _ in range(4)])
    discard: Counter = field(default_factory=Counter)
    left: int = 0
    joker: bool = False
    burial: int = 0
    buried: dict = field(default_factory=dict)  # (round, seat): (cards, playable ranks, gift)
    winner: int | None = None


def copy_position(position):
    return replace(
        position,
        hands=[Counter(hand) for hand in position.hands],
        gave=list(position.gave),
        shown_cards=[Counter(cards) for cards in position.shown_cards],
        discard=Counter(position.discard),
        buried=dict(position.buried),
    )


# Text


def cards_text(cards):
    names = [f"{card}x{cards[card]}" if cards[card] > 1 else card for card in CARDS if cards[card]]
    return ",".join(names)


def read_cards(text):
    cards = Counter()
    for part in filter(None, text.split(",")):
        name, _, times = part.partition("x")
        cards[name] += int(times or 1)
    return cards


def token_text(token):
    if token.kind == "kennel":
        return "-"
    if token.kind == "home":
        return f"F{token.at}"
    return f"P{token.at}" + ("*" if token.fresh else {1: "'", 0: "", -1: "~"}[token.lap])


def read_token(text, options):
    if text == "-":
        return KENNEL
    at = int(text.strip("PF*'~"))
    if text[0] == "F":
        return Token("home", at, lap=int(options.full_lap))
    return Token("loop", at, "*" in text, {"'": 1, "~": -1}.get(text[-1], 0))


def board_text(board):
    return "|".join("".join(map(token_text, tokens)) for tokens in board)


def short_text(board):
    """Sorted, tokens of one seat alike, the kennel left out."""
    order = ("kennel", "loop", "home")
    rows = (sorted(tokens, key=lambda t: (order.index(t.kind), t.at)) for tokens in board)
    return board_text(rows).replace("-", "")


def to_text(position):
    """The position on one line, as `format_position` writes it."""
    p = position
    buried = [
        f"{key[0]}.{key[1]}:{cards_text(cards)}:{void:x}:{gift or '-'}"
        for key, (cards, void, gift) in sorted(p.buried.items())
    ]
    fields = [
        ("phase", p.phase, None),
        ("seat", p.seat, None),
        ("dealer", p.dealer, None),
        ("deal", p.deal, None),
        ("hands", "|".join(map(cards_text, p.hands)), None),
        ("gave", "|".join(card or "-" for card in p.gave), "-|-|-|-"),
        ("shown", "|".join(map(cards_text, p.shown_cards)), "|||"),
        ("discard", cards_text(p.discard), ""),
        ("left", p.left, 0),
        ("joker", "yes" if p.joker else "no", "no"),
        ("burial", p.burial, 0),
        ("buried", ";".join(buried), ""),
        ("winner", "-" if p.winner is None else p.winner, "-"),
    ]
    words = [f"{name}={value}" for name, value, unwritten in fields if value != unwritten]
    return " ".join([board_text(p.board), *words])


def from_text(text, options):
    """The inverse of `to_text`; fields at rest may be missing."""
    first, *rest = text.split()
    fields = dict(word.split("=", 1) for word in rest)
    board = []
    for group in first.split("|"):
        tokens = [read_token(part, options) for part in re.findall(r"-|[PF]\d+[*'~]?", group)]
        board.append(tuple(tokens + [KENNEL] * (4 - len(tokens))))
    hands = [read_cards(cards) for cards in fields.get("hands", "|||").split("|")]
    largest = max(hand.total() for hand in hands)
    position = Position(
        tuple(board),
        phase=fields.get("phase", "play"),
        seat=int(fields.get("seat", 0)),
        dealer=int(fields.get("dealer", 3)),
        deal=int(fields.get("deal", max(2, min(6, largest)))),
        hands=hands,
        gave=[None if g == "-" else g for g in fields.get("gave", "-|-|-|-").split("|")],
        shown_cards=[read_cards(cards) for cards in fields.get("shown", "|||").split("|")],
        discard=read_cards(fields.get("discard", "")),
        left=int(fields.get("left", 0)),
        joker=fields.get("joker") == "yes",
        burial=int(fields.get("burial", 0)),
        winner=int(fields["winner"]) if fields.get("winner", "-") != "-" else None,
    )
    for entry in filter(None, fields.get("buried", "").split(";")):
        key, cards, void, gift = entry.split(":")
        round_, seat = map(int, key.split("."))
        position.buried[round_, seat] = read_cards(cards), int(void, 16), gift.strip("-") or None
    return position


# The board


def partner(seat):
    return (seat + 2) % 4


def all_home(board, seat):
    return all(token.kind == "home" for token in board[seat])


def team_home(board, seat):
    return all_home(board, seat) and all_home(board, partner(seat))


def controlled(board, seat):
    """Whose tokens this seat plays: the partner's once all own are home (D26)."""
    return partner(seat) if all_home(board, seat) else seat


def protected(board, space):
    """Whether a fresh token stands on this loop space (D2, D4)."""
    return any(
        token.kind == "loop" and token.at == space and token.fresh
        for tokens in board
        for token in tokens
    )


def home_free(board, seat, k):
    return k < 4 and not any(token.kind == "home" and token.at == k for token in board[seat])


def place_token(board, seat, i, token):
    """The board with this token moved there; who stands on that loop space is captured (D7)."""
    rows = [list(tokens) for tokens in board]
    for row in rows:
        for j, other in enumerate(row):
            if token.kind == "loop" and (other.kind, other.at) == ("loop", token.at):
                row[j] = KENNEL
    rows[seat][i] = token
    return tuple(map(tuple, rows))


def raised(lap, options):
    """The mark of a token that has come forward onto its start (D18, `full_lap`)."""
    return min(lap + 1, 1) if options.full_lap else 0


def lowered(lap, options):
    """The mark of a token that has gone back off its start (D18, `full_lap`)."""
    return max(lap - 1, -1) if options.full_lap else 0


def may_enter(seat, token, options):
    """Whether a token on the loop can turn into home here (D17, D18)."""
    at_gate = token.kind == "loop" and token.at == options.start(seat) and not token.fresh
    return at_gate and (token.lap == 1 or not options.full_lap)


def home_token(k, options):
    return Token("home", k, lap=int(options.full_lap))


def single_steps(board, seat, token, options):
    """Where one step forward can take this token: into or inside home, along the loop."""
    if token.kind == "kennel":
        return []
    if token.kind == "home":  # D22
        k = token.at + 1
        return [home_token(k, options)] if home_free(board, seat, k) else []
    ends = []
    if may_enter(seat, token, options) and home_free(board, seat, 0):
        ends.append(home_token(0, options))
    ahead = (token.at + 1) % options.loop_len
    if not protected(board, ahead):  # D4
        lap = raised(token.lap, options) if ahead == options.start(seat) else token.lap
        ends.append(Token("loop", ahead, lap=lap))
    return ends


def forward_ends(board, seat, token, steps, options):
    """Where exactly so many steps forward can end (D17, D19, D20, D22)."""
    ends = [token]
    for _ in range(steps):
        ends = [after for end in ends for after in single_steps(board, seat, end, options)]
    return ends


def step_back(board, seat, token, options):
    """One step back, along the loop or towards the gate of home; None if blocked."""
    start = options.start(seat)
    if token.kind == "home":
        if token.at > 0:
            free = home_free(board, seat, token.at - 1)
            return home_token(token.at - 1, options) if free else None
        return None if protected(board, start) else Token("loop", start, lap=token.lap)
    behind = (token.at - 1) % options.loop_len
    if protected(board, behind):
        return None
    lap = lowered(token.lap, options) if token.at == start else token.lap
    return Token("loop", behind, lap=lap)


def backward_ends(board, seat, token, options):
    """Where four steps back can end (D18, D21)."""
    if token.kind == "kennel" or (token.kind == "home" and not options.four_back_home):
        return []
    ends = []
    walker = token
    for steps in range(4):
        turns = options.four_back_home and token.kind == "loop"
        inside = 4 - steps  # steps left at this point, all of which lead into home
        if turns and may_enter(seat, walker, options):
            if all(home_free(board, seat, k) for k in range(inside)):
                ends.append(home_token(inside - 1, options))
        walker = step_back(board, seat, walker, options)
        if walker is None:
            return ends
    return [*ends, walker]


def joker_forbids(board, seat, options):
    """Whether a joker may not have led to this board by a token of this seat (D24)."""
    last = options.joker_last_own and all_home(board, seat)
    return last or team_home(board, seat)


def allowed_ends(board, seat, i, ends, joker, options):
    """The ends left by D24 and, with `must_enter`, by the duty to enter (D19)."""
    homes, loops = {}, {}
    for end in ends:
        after = place_token(board, seat, i, end)
        if end.kind == "loop":
            loops[end] = after
        elif not (joker and joker_forbids(after, seat, options)):
            homes[end] = after
    if options.must_enter and homes:
        return homes
    return {**homes, **loops}


# Cards other than the seven


def move_uses(board, seat, card, joker, options):
    """All moves by the number of steps of a card: {text: board}."""
    uses = {}
    for i, token in enumerate(board[seat]):
        for steps in STEP_CARDS[card]:
            ends = forward_ends(board, seat, token, steps, options)
            name = f"{card} {LETTERS[i]}" + (f" {steps}" if card == "A" else "")
            for end, after in allowed_ends(board, seat, i, ends, joker, options).items():
                uses[name + " home" * (end.kind == "home")] = after
        if card == "4":
            ends = backward_ends(board, seat, token, options)
            for end, after in allowed_ends(board, seat, i, ends, joker, options).items():
                uses[f"4 {LETTERS[i]} back" + " home" * (end.kind == "home")] = after
    return uses


def start_board(board, seat, options):
    """The board after a start, or None (D2, D6)."""
    waiting = [i for i, token in enumerate(board[seat]) if token.kind == "kennel"]
    start = options.start(seat)
    if not waiting or (protected(board, start) and not options.restart_over_fresh):
        return None
    return place_token(board, seat, waiting[0], Token("loop", start, fresh=True))


def swap_token(token, place, seat, options):
    """A token that a jack put elsewhere (D9)."""
    lap = 0
    if options.full_lap:
        lap = 1 if place == options.start(seat) else max(token.lap, 0)
    return Token("loop", place, lap=lap)


def jack_uses(board, seat, options):
    """All swaps of an own token with another player's, or with `jack_own_own` an own one (D8)."""
    uses = {}
    for i, token in enumerate(board[seat]):
        for owner in range(4):
            for j, other in enumerate(board[owner]):
                if owner == seat and not (options.jack_own_own and i < j):
                    continue
                if any(t.kind != "loop" or t.fresh for t in (token, other)):
                    continue
                rows = [list(tokens) for tokens in board]
                rows[seat][i] = swap_token(token, other.at, seat, options)
                rows[owner][j] = swap_token(other, token.at, owner, options)
                uses[f"J {LETTERS[i]} {owner}{LETTERS[j]}"] = tuple(map(tuple, rows))
    return uses


# The seven


def jump_ends(board, seat, token, options):
    """Where two steps can carry a token over a protected one (D5, `seven_jumps_protected`)."""
    ahead = (token.at + 1) % options.loop_len
    if token.kind != "loop" or not options.seven_jumps_protected or not protected(board, ahead):
        return []
    over_own_start = ahead == options.start(seat)
    lap = raised(token.lap, options) if over_own_start else token.lap
    ends = [Token("loop", (ahead + 1) % options.loop_len, lap=lap)]
    if may_enter(seat, Token("loop", ahead, lap=lap), options) and home_free(board, seat, 0):
        ends.append(home_token(0, options))
    return ends


@lru_cache(maxsize=200_000)
def all_steps(board, seat, left, joker, options):
    """Every step a seat can make in a seven, completable or not: (text, board, steps used)."""
    mover = controlled(board, seat)
    groups = [("step ", mover)]
    if options.canadian and mover == seat:  # D14
        groups.append(("step partner ", partner(seat)))
    steps = []
    for words, owner in groups:
        for i, token in enumerate(board[owner]):
            # A jump is open only where the plain step along the loop is blocked.
            for cost, ends in (
                (1, single_steps(board, owner, token, options)),
                (2, jump_ends(board, owner, token, options)),
            ):
                if cost > left:
                    continue
                for end, after in allowed_ends(board, owner, i, ends, joker, options).items():
                    text = words + LETTERS[i] + " home" * (end.kind == "home")
                    steps.append((text, after, cost))
    assert len(steps) == len({text for text, _, _ in steps})
    return tuple(steps)


@lru_cache(maxsize=200_000)
def completable(board, seat, left, joker, options):
    """Whether the steps left can all be made (D12, D15, D16)."""
    if left == 0 or options.seven_partial:
        return True
    if team_home(board, seat):
        return options.seven_waste_win
    return any(
        completable(after, seat, left - cost, joker, options)
        for _, after, cost in all_steps(board, seat, left, joker, options)
    )


def offered_steps(board, seat, left, joker, options):
    """The steps from which the seven can be completed: {text: (board, steps used)}."""
    return {
        text: (after, cost)
        for text, after, cost in all_steps(board, seat, left, joker, options)
        if completable(after, seat, left - cost, joker, options)
    }


def seven_outcomes(board, seat, joker, options):
    """All boards of a whole seven with steps in any order (D11), each seat's tokens alike."""
    outcomes = set()
    stack, visited = [(board, 7)], set()
    while stack:
        current, left = stack.pop()
        for after, cost in offered_steps(current, seat, left, joker, options).values():
            entry = after, left - cost
            over = left == cost or team_home(after, seat)
            if over or options.seven_partial:
                outcomes.add(short_text(after))
            if not over and entry not in visited:
                visited.add(entry)
                stack.append(entry)
    return outcomes


def segment_outcomes(board, seat, options):
    """All boards of a whole seven where each token moves in one go, the tokens in any order."""
    outcomes = set()
    stack, visited = [(board, 7, frozenset(), None)], set()
    while stack:
        entry = stack.pop()
        if entry in visited:
            continue
        visited.add(entry)
        current, left, stopped_tokens, moving = entry
        if left == 0:
            outcomes.add(short_text(current))
            continue
        for i in range(4):
            token = controlled(current, seat), i
            stopped_now = stopped_tokens | {moving} - {token, None}
            if token in stopped_now:
                continue
            owner, index = token
            for end in single_steps(current, owner, current[owner][index], options):
                stack.append(
                    (place_token(current, owner, index, end), left - 1, stopped_now, token)
                )
    return outcomes


# Decisions


def card_uses(board, seat, card, joker, options):
    """What one card can do for a seat: {text: board}; a seven that can begin changes nothing."""
    mover = controlled(board, seat)
    uses = move_uses(board, mover, card, joker, options) if card in STEP_CARDS else {}
    if card == "J":
        uses = jack_uses(board, mover, options)
    if card == "7" and offered_steps(board, seat, 7, joker, options):
        uses["7"] = board
    if card in ("A", "K") and (after := start_board(board, mover, options)):
        uses[f"{card} start"] = after
    return uses


def plays(board, seat, card, options):
    """All plays with a card in hand, jokers included (D23): {text: board}."""
    if card != "Joker":
        return card_uses(board, seat, card, False, options)
    uses = {}
    for rank in CARDS[:-1]:
        for text, after in card_uses(board, seat, rank, True, options).items():
            uses["Joker start" if text.endswith("start") else f"Joker {text}"] = after
    return uses


def hand_plays(position, options):
    """All plays of the seat to move: {text: (card, board)}."""
    uses = {}
    for card in +position.hands[position.seat]:
        for text, after in plays(position.board, position.seat, card, options).items():
            uses[text] = card, after
    return uses


def legal(position, options):
    """The texts of all legal actions, in the phases give, play and seven."""
    p = position
    if p.phase == "give":
        return {f"give {card}" for card in +p.hands[p.seat]}  # D27
    if p.phase == "play":
        return set(hand_plays(p, options)) or {"throw"}  # D28
    if p.phase == "seven":
        steps = set(offered_steps(p.board, p.seat, p.left, p.joker, options))
        return steps | ({"end"} if options.seven_partial and p.left < 7 else set())  # D12
    return set()


def chances(position, options):
    """What chance can do, with weights: the dice (D34) or a card out of the stock (D33)."""
    if position.phase == "roll":
        return {f"dealer {seat}": 1 for seat in range(4)}
    if position.phase != "deal":
        return {}
    return {f"deal {card}": n for card, n in stock(position, options).items() if n}


# What follows


def stock(position, options):
    """All cards that lie nowhere else."""
    cards = Counter(dict.fromkeys(CARDS, 8))
    cards["Joker"] = options.jokers
    cards.subtract(position.discard)
    for hand in position.hands:
        cards.subtract(hand)
    for hand, _, _ in position.buried.values():
        cards.subtract(hand)
    if position.phase == "give":
        cards.subtract(card for card in position.gave if card)
    assert all(n >= 0 for n in cards.values())
    return cards


def shuffle_if_exhausted(p, options):
    """Where no card is left to deal, the discards become the stock (D33)."""
    if p.phase == "deal" and not stock(p, options).total():
        p.discard, p.buried, p.burial = Counter(), {}, 0


def next_seat(seat, options):
    return (seat + (1 if options.play_dir == "anticlockwise" else -1)) % 4  # D32


def starter(position, options):
    """Who plays first in this round (D31)."""
    later = 6 - position.deal if options.starter_rotates_each_round else 0
    return (position.dealer + 1 + later) % 4


def end_round(p, options):
    """The next deal, or the next turn with the next dealer (D30, D31, D33)."""
    p.phase, p.seat = "deal", 0
    p.gave = [None] * 4
    p.shown_cards = [Counter() for _ in range(4)]
    p.burial += options.throw_hidden  # only then anybody counts
    p.deal -= 1
    if p.deal < 2:
        p.deal, p.dealer = 6, (p.dealer + 1) % 4
        if options.reshuffle == "each_turn":
            p.discard, p.buried, p.burial = Counter(), {}, 0
    shuffle_if_exhausted(p, options)


def end_play(p, options):
    """The game is over (D35), somebody else is to play, or the round is over."""
    p.left, p.joker = 0, False
    if team_home(p.board, p.seat):
        p.phase, p.winner = "over", p.seat % 2
        return
    p.phase = "play"
    for _ in range(4):
        p.seat = next_seat(p.seat, options)
        if p.hands[p.seat].total():
            return
    end_round(p, options)


def lay(p, card):
    """A card out of the hand onto the discards, face up."""
    p.hands[p.seat][card] -= 1
    p.shown_cards[p.seat][card] += 1
    p.discard[card] += 1


def throw(p, options):
    """The whole hand away, face up or, with `throw_hidden`, face down (D29)."""
    hand = +p.hands[p.seat]
    p.hands[p.seat] = Counter()
    if not options.throw_hidden:
        p.shown_cards[p.seat] += hand
        p.discard += hand
    else:
        void = sum(1 << r for r, c in enumerate(CARDS) if plays(p.board, p.seat, c, options))
        gift = p.gave[partner(p.seat)]
        hidden_gift = gift if gift and not p.shown_cards[p.seat][gift] else None
        p.buried[p.burial, p.seat] = hand, void, hidden_gift
    end_play(p, options)


def give(p, card, options):
    """A card for the partner; after the fourth all are picked up (D27)."""
    p.hands[p.seat][card] -= 1
    p.gave[p.seat] = card
    if p.seat < 3:
        p.seat += 1
        return
    for seat in range(4):
        p.hands[seat][p.gave[partner(seat)]] += 1
    p.phase, p.seat = "play", starter(p, options)


def deal_card(p, card, options):
    """A card to the next in turn, the first to the dealer's right."""
    count = sum(hand.total() for hand in p.hands)
    p.hands[(p.dealer + 1 + count) % 4][card] += 1
    if count + 1 == 4 * p.deal:
        p.phase, p.seat = "give", 0
    shuffle_if_exhausted(p, options)


def play_card(p, text, options):
    """A card played: its board, or the beginning of a seven."""
    card, after = hand_plays(p, options)[text]
    lay(p, card)
    if text in ("7", "Joker 7"):
        p.phase, p.left, p.joker = "seven", 7, card == "Joker"
        return
    p.board = after
    end_play(p, options)


def step(p, text, options):
    """One step of a seven (D11); the eighth token home ends the game (D16, D35)."""
    p.board, cost = offered_steps(p.board, p.seat, p.left, p.joker, options)[text]
    p.left -= cost
    if not p.left or team_home(p.board, p.seat):
        end_play(p, options)


def apply(position, options, text):
    """The position after an action or a chance outcome."""
    p = copy_position(position)
    word, _, argument = text.partition(" ")
    if word == "dealer":
        p.phase, p.dealer = "deal", int(argument)
    elif word == "deal":
        deal_card(p, argument, options)
    elif word == "give":
        give(p, argument, options)
    elif word == "throw":
        throw(p, options)
    elif word == "end":
        end_play(p, options)
    elif word == "step":
        step(p, text, options)
    else:
        play_card(p, text, options)
    return p
