"""What a seat knows in Dog (D27, D29), held against plain counting of every possible deal.

The counting takes all cards apart: each way to lay the cards a seat can't place into the places
it can't see is one case, and all are equally likely. Nothing of `hidden` is used for it.
"""

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from offleash.compiler.record import words
from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import CHANCE, NOBODY, UNSEEN
from offleash.games.dog import GAME
from offleash.games.dog.position import CARD_NAMES
from offleash.games.dog.rules.actions import DEAL, GIVE
from offleash.games.dog.rules.record import (
    COPIES,
    GIVING,
    JOKER,
    NO_CARD,
    RANKS,
    SEATS,
    SHUFFLES_APART,
    UNKNOWN,
)

VIEWERS = (NOBODY, 0, 1, 2, 3)
SAMPLES = 8_000 if MODE == "compiled" else 400
EXPECTED_AT_LEAST = 5  # rarer cases are counted together
ONE_IN_A_MILLION = 4.7534  # standard deviations


# Writing small positions


def table(fields, stock, jokers=0):
    """A position of these hands, gifts and thrown hands; other cards are out of play."""
    left = Counter({name: (jokers if name == "Joker" else COPIES) for name in CARD_NAMES})
    values = dict(field.split("=") for field in fields.split())
    places = [values["hands"], stock]
    places += [entry.split(":")[1] for entry in values.get("buried", "").split(";") if entry]
    if values.get("phase") == "give":
        places.append(values.get("gave", ""))
    left.subtract(name for name in re.split("[|,]", ",".join(places)) if name not in ("", "-"))
    assert min(left.values()) >= 0, left
    discard = ",".join(f"{name}x{count}" for name, count in left.items() if count)
    return f"P10---|P20---|P30---|P40--- {fields} discard={discard}"


def ranks(text):
    """Ranks as a set of bits, as a buried hand's void is written."""
    return sum(1 << CARD_NAMES.index(name) for name in text.split(","))


def void_mask(text):
    """The void of a thrown hand that can hold these ranks only."""
    return f"{(1 << RANKS) - 1 - ranks(text):x}"


def view_of(states, options, seat):
    view = states.copy()
    GAME.rules.hide(view[0], options[0], seat)
    return view


# Plain counting


class Knowledge:
    """What one seat can work out from a position, written down from the rules.

    `places` are the places it can't see, each with its size and the ranks it can't hold.
    """

    def __init__(self, states, options, seat):
        self.state, self.options, self.seat = states[0], options[0], seat
        self.partner = (seat + 2) % SEATS if seat != NOBODY else NOBODY
        self.sizes, self.voids, self.pinned = {}, {}, {}
        for owner in range(SEATS):
            if owner != seat:
                self.add_hand(owner)
                self.add_burials(owner)
                if self.state["phase"] == GIVING and self.state["gave"][owner] != NO_CARD:
                    self.sizes["gift", owner] = 1

    def add_hand(self, owner):
        """A hand; the partner's has the card it was given, if it has shown none like it."""
        self.sizes["hand", owner] = int(self.state["held"][owner])
        if owner != self.partner or self.state["phase"] == GIVING or not self.state["held"][owner]:
            return
        gift = int(self.state["gave"][self.seat])
        if gift != NO_CARD and self.state["shown"][owner][gift] == 0:
            self.pinned["hand", owner] = gift

    def add_burials(self, owner):
        for i in range(SHUFFLES_APART):
            if self.state["buried_held"][i][owner]:
                place = ("buried", owner, i)
                self.sizes[place] = int(self.state["buried_held"][i][owner])
                self.voids[place] = int(self.state["buried_void"][i][owner])
                if owner == self.partner and self.state["buried_gift"][i][owner] > 0:
                    self.pinned[place] = int(self.state["buried_gift"][i][owner]) - 1

    def unseen(self):
        """The cards this seat can't place, one by one."""
        counts = np.full(RANKS, COPIES)
        counts[JOKER] = int(self.options["jokers"])
        counts -= self.state["discard"]
        if self.seat != NOBODY:
            counts -= self.state["hand"][self.seat] + self.state["buried"][:, self.seat].sum(0)
            if self.state["phase"] == GIVING and self.state["gave"][self.seat] != NO_CARD:
                counts[self.state["gave"][self.seat]] -= 1
        for gift in self.pinned.values():
            counts[gift] -= 1
        return [rank for rank in range(RANKS) for _ in range(counts[rank])]

    def deals(self):
        """Every way to lay the unseen cards, as {place: ranks}; what is left is the stock."""
        cards = self.unseen()
        yield from self.deal_rest(cards, list(self.sizes), set(range(len(cards))), {})

    def deal_rest(self, cards, places, free, cards_by_place):
        if not places:
            yield cards_by_place | {"stock": tuple(sorted(cards[c] for c in free))}
            return
        place, *others = places
        pinned = [self.pinned[place]] if place in self.pinned else []
        void = self.voids.get(place, 0)
        usable = [c for c in sorted(free) if not void >> cards[c] & 1]
        for hand_cards in combinations(usable, self.sizes[place] - len(pinned)):
            hand = tuple(sorted(pinned + [cards[c] for c in hand_cards]))
            yield from self.deal_rest(
                cards, others, free - set(hand_cards), cards_by_place | {place: hand}
            )

    def had_this_round(self, cards_by_place, seat):
        """All cards a seat has had this round, one by one."""
        played = [r for r in range(RANKS) for _ in range(self.state["shown"][seat][r])]
        place = ("buried", seat, int(self.state["burial"]))
        return [*cards_by_place.get(("hand", seat), ()), *played, *cards_by_place.get(place, ())]

    def gifts(self, cards_by_place):
        """Every choice of the gifts it did not see: any card the receiver has had."""
        gave = [int(rank) for rank in self.state["gave"]]
        choices = []
        for giver in range(SEATS):
            if ("gift", giver) in cards_by_place:
                choices.append(list(cards_by_place["gift", giver]))
            elif gave[giver] == NO_CARD or giver in (self.seat, self.partner):
                choices.append([gave[giver]])
            else:
                choices.append(self.had_this_round(cards_by_place, (giver + 2) % SEATS))
        return product(*choices)

    def buried_gifts(self, cards_by_place, gave):
        """Which card of each thrown hand was a gift, 1 + its rank or 0, where that is unknown."""
        choices = []
        for place in [place for place in cards_by_place if place[0] == "buried"]:
            _, owner, i = place
            gift = gave[(owner + 2) % SEATS]
            if owner == self.partner:
                choices.append([int(self.state["buried_gift"][i][owner])])
            elif i == self.state["burial"]:
                choices.append([0 if self.state["shown"][owner][gift] else gift + 1])
            else:
                choices.append([0, *(rank + 1 for rank in cards_by_place[place])])
        return product(*choices)

    def frequencies(self):
        """How many of the equally likely cases look like each completion."""
        counts = Counter()
        for cards_by_place in self.deals():
            key = tuple(cards_by_place[place] for place in [*self.sizes, "stock"])
            for gave in self.gifts(cards_by_place):
                for buried_gift in self.buried_gifts(cards_by_place, gave):
                    counts[key, gave, buried_gift] += 1
        return counts

    def key(self, state):
        """The completion that a full record is, in the words of `frequencies`."""
        hands = []
        for place in self.sizes:
            kind, owner, *i = place
            if kind == "gift":
                hands.append((int(state["gave"][owner]),))
            else:
                cards = state["hand"][owner] if kind == "hand" else state["buried"][i[0]][owner]
                hands.append(tuple(np.repeat(np.arange(RANKS), cards).tolist()))
        hands.append(tuple(np.repeat(np.arange(RANKS), state["stock"]).tolist()))
        burials = [place for place in self.sizes if place[0] == "buried"]
        gifts = tuple(int(state["buried_gift"][i][owner]) for _, owner, i in burials)
        return tuple(hands), tuple(int(rank) for rank in state["gave"]), gifts


# Comparing


def sampled(states, options, seat, samples, seed=11):
    """Completions drawn by `resample`, as records' bytes, counted."""
    view, full, work, rng = (
        view_of(states, options, seat),
        states.copy(),
        GAME.new_work(),
        streams(),
    )
    seed_streams(rng, seed, 0)
    blank, filled = words(view), words(full)  # quicker to copy than records
    state, settings, scratch = full[0], options[0], work[0]
    counts = Counter()
    for _ in range(samples):
        filled[:] = blank
        GAME.rules.resample(state, settings, scratch, seat, rng, 0)
        counts[full.tobytes()] += 1
    return counts


def chi_square(observed, expected):
    """The statistic and what it exceeds once in a million, rare cases taken together."""
    cells = [(observed[key], value) for key, value in expected.items()]
    common = [cell for cell in cells if cell[1] >= EXPECTED_AT_LEAST]
    rare = [cell for cell in cells if cell[1] < EXPECTED_AT_LEAST]
    if rare:
        common.append((sum(count for count, _ in rare), sum(want for _, want in rare)))
    freedom = max(len(common) - 1, 1)
    statistic = sum((count - want) ** 2 / want for count, want in common)
    spread = 2 / (9 * freedom)
    return statistic, freedom * (1 - spread + ONE_IN_A_MILLION * spread**0.5) ** 3


@cache
def count_completions(case, seat):
    """A position, what a seat knows of it, and every completion with how often it is counted."""
    text, settings, _ = CASES[case]
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(text, options)
    knowledge = Knowledge(states, options, seat)
    return states, options, knowledge, knowledge.frequencies()


def check_uniform(case, seat, samples=SAMPLES):
    """Holds `resample` to the plain count."""
    states, options, knowledge, counts = count_completions(case, seat)
    message = describe(states, options, seat)
    total = counts.total()
    assert total > 3, f"hardly anything to choose: {message}"
    assert knowledge.key(states[0]) in counts, f"the position itself is not counted: {message}"
    drawn_counts = Counter()
    for record, times in sampled(states, options, seat, samples).items():
        drawn_counts[knowledge.key(np.frombuffer(record, GAME.rules.record)[0])] += times
    assert not drawn_counts.keys() - counts.keys(), (
        f"{next(iter(drawn_counts.keys() - counts.keys()))}: {message}"
    )
    expected = {key: samples * count / total for key, count in counts.items()}
    missed = [key for key, want in expected.items() if want > 20 and not drawn_counts[key]]
    assert not missed, f"never drawn: {missed[0]}, {message}"
    statistic, limit = chi_square(drawn_counts, expected)
    assert statistic < limit, f"chi square {statistic:.1f} exceeds {limit:.1f}: {message}"


# Law 2: small positions, counted out. Seats 0 and 2 give one another, and 1 and 3.
# Of a hand thrown face down: round, seat, cards, what it can't hold, the gift among them.

NO_JOKERS = {"jokers": 0}
FACE_DOWN = {"jokers": 0, "throw_hidden": True}
PLAY = "phase=play seat=0 deal=2"

CASES = {
    "nobody has given yet": (
        table("phase=give seat=0 deal=2 hands=A,5|2,5|5,K|2,9", "5"),
        NO_JOKERS,
        (0, 3),
    ),
    "one has given": (
        table("phase=give seat=1 deal=2 hands=5|2,5|5,K|2,5 gave=2|-|-|-", ""),
        NO_JOKERS,
        (0, 1),
    ),
    "three have given": (
        table("phase=give seat=3 deal=2 hands=A|5|K|2,9 gave=5|2|5|-", "5"),
        NO_JOKERS,
        (0, 3),
    ),
    "play begins": (table(f"{PLAY} hands=A,5|2,5|5,K|2,9 gave=5|2|A|5", "5"), NO_JOKERS, (0, 3)),
    "play goes on": (
        table(f"{PLAY} hands=A|2|5|9 shown=4|5|K|8 gave=5|9|4|2", "5,2"),
        NO_JOKERS,
        (NOBODY, 0, 1),
    ),
    "the partner has shown that rank": (
        table(f"{PLAY} hands=A|2|5|9 shown=4|5|5|8 gave=5|9|4|2", "5,2"),
        NO_JOKERS,
        (0, 2),
    ),
    "the partner is out": (
        table(f"{PLAY} hands=A,5|2||9 shown=|5|5,K|8 gave=5|9|A|2", "5,2"),
        NO_JOKERS,
        (0, 1),
    ),
    "larger hands": (
        table("seat=0 deal=3 hands=A,5|2,5|5,K|9 shown=4|9|A|5,8 gave=K|8|A|5", "5"),
        NO_JOKERS,
        (0, 3),
    ),
    "in a seven": (
        table("phase=seven left=3 seat=1 deal=2 hands=A|2|5|9 shown=4|7|K|8 gave=5|9|4|7", "5"),
        NO_JOKERS,
        (0, 1),
    ),
    "jokers": (
        table(f"{PLAY} hands=Joker|Joker|5|9 shown=5|2|K|3 gave=5|9|Joker|Joker", "9,K", 2),
        {"jokers": 2},
        (0, 3),
    ),
    "dealing": (table("phase=deal dealer=3 deal=3 hands=5,K|2|5|9", "A,2"), NO_JOKERS, (NOBODY, 0)),
    "an opponent's hand lies face down": (
        table(
            f"{PLAY} hands=A|2|5| shown=4|5|K| gave=5|9|4|2 buried=0.3:2,9:{void_mask('2,5,9')}:9",
            "5,2",
        ),
        FACE_DOWN,
        (NOBODY, 0, 3),
    ),
    "the partner's, and the gift in it": (
        table(
            f"{PLAY} hands=A|2||8 shown=4|5||3 gave=5|8|A|2 buried=0.2:5,9:{void_mask('2,5,9')}:5",
            "5,2",
        ),
        FACE_DOWN,
        (0, 1),
    ),
    "the partner's, and the gift perhaps played": (
        table(
            f"{PLAY} hands=A|2||8 shown=4|5|5|3 gave=5|8|A|2 buried=0.2:5:{void_mask('2,5,9')}:-",
            "5,9",
        ),
        FACE_DOWN,
        (0, 1),
    ),
    "two thrown, all that one can hold the other can": (
        table(
            f"{PLAY} hands=A||5| shown=4||K|6 gave=5|2|4|9 "
            f"buried=0.1:2,9:{void_mask('2,5,9')}:9;0.3:2:{void_mask('2,5')}:2",
            "5,9",
        ),
        FACE_DOWN,
        (NOBODY, 0, 1),
    ),
    "two thrown, each can hold what the other can't": (
        table(
            f"{PLAY} hands=A||5| shown=4||K|6 gave=5|6|4|9 "
            f"buried=0.1:2,9:{void_mask('2,9')}:9;0.3:5:{void_mask('2,5')}:-",
            "5,9,2",
        ),
        FACE_DOWN,
        (NOBODY, 0, 1),
    ),
    "thrown in two rounds": (
        table(
            f"{PLAY} hands=A|2|5| shown=4|9|K|6 gave=5|6|4|9 burial=1 "
            f"buried=0.1:9,K:{void_mask('2,9,K')}:K;0.2:5:{void_mask('5,9')}:5;"
            f"1.3:9:{void_mask('2,5,9')}:-",
            "5,2",
        ),
        FACE_DOWN,
        (0, 1, 2),
    ),
    "three thrown, none within another": (
        table(
            "phase=deal deal=2 hands=||| burial=1 "
            f"buried=0.1:2,3:{void_mask('2,3')}:-;0.2:3:{void_mask('3,4')}:-;"
            f"0.3:4,2:{void_mask('2,4,5')}:-",
            "4,5",
        ),
        FACE_DOWN,
        (0,),
    ),
    # Once hand 1 has the only 2, hands 2 and 3 choose among the same cards.
    "three thrown, and a tie after a draw": (
        table(
            "phase=deal deal=2 hands=||| burial=1 "
            f"buried=0.1:3:{void_mask('2,3')}:-;0.2:2:{void_mask('2,4,5')}:-;"
            f"0.3:4:{void_mask('4,5')}:-",
            "4,5,5",
        ),
        FACE_DOWN,
        (0,),
    ),
}

each_case = pytest.mark.parametrize(
    ("case", "seat"), [(case, seat) for case, (_, _, seats) in CASES.items() for seat in seats]
)


@pytest.mark.parametrize("samples", [SAMPLES, pytest.param(10 * SAMPLES, marks=pytest.mark.soak)])
@each_case
def test_every_deal_is_equally_likely(case, seat, samples):
    check_uniform(case, seat, samples)


def test_a_biased_sample_is_noticed():
    """The statistic has teeth: a deal twice as likely as it should be does not pass."""
    expected = dict.fromkeys(range(50), 400.0)
    fair = Counter({key: 400 + (-1) ** key * 20 for key in range(50)})
    biased = fair + Counter({0: 200})
    assert chi_square(fair, expected)[0] < chi_square(fair, expected)[1]
    assert chi_square(biased, expected)[0] > chi_square(biased, expected)[1]


# Twins by plain counting: what a seat can't know, its view does not hold


def record_of(states, knowledge, key):
    """The full record of a completion."""
    hands, gave, buried_gift = key
    full = states.copy()
    for place, cards in zip(knowledge.sizes, hands, strict=False):
        kind, owner, *i = place
        counts = np.bincount(np.array(cards, int), minlength=RANKS)
        if kind == "hand":
            full["hand"][0][owner] = counts
        elif kind == "buried":
            full["buried"][0][i[0]][owner] = counts
    full["stock"][0] = np.bincount(np.array(hands[-1], int), minlength=RANKS)
    full["gave"][0] = gave
    burials = [place for place in knowledge.sizes if place[0] == "buried"]
    for (_, owner, i), gift in zip(burials, buried_gift, strict=True):
        full["buried_gift"][0][i][owner] = gift
    return full


@each_case
def test_all_completions_look_alike(case, seat):
    """The view and the observation of every counted completion are the same."""
    states, options, knowledge, counts = count_completions(case, seat)
    view = view_of(states, options, seat)
    observation = GAME.notation.observe(states, options, seat)
    keys = sorted(counts)
    for key in random.Random(case).sample(keys, min(len(keys), 50)):
        full = record_of(states, knowledge, key)
        position = GAME.notation.format_position(full, options)
        message = f"{position} instead of {describe(states, options, seat)}"
        assert view_of(full, options, seat).tobytes() == view.tobytes(), message
        other = GAME.notation.observe(full, options, seat)
        assert other.text == observation.text, message
        assert (other.array == observation.array).all(), message


# What is told, during a game


def choices(states, options):
    out = GAME.new_out()
    if GAME.rules.actor(states[0]) == CHANCE:
        n = GAME.rules.chance_outcomes(states[0], options[0], out, GAME.new_chances())
    else:
        n = GAME.rules.legal_actions(states[0], options[0], GAME.new_work()[0], out)
    return out[:n].tolist()


def play(states, options, action):
    after = states.copy()
    GAME.rules.apply(after[0], options[0], GAME.new_work()[0], action, None)
    return after


def walk(seed, length, **settings):
    """Positions of a random game, each with the action that follows."""
    options = GAME.options(**settings)
    states, rng = GAME.new_state(options), random.Random(seed)
    for _ in range(length):
        actions = choices(states, options)
        action = rng.choice(actions)
        yield options, states, actions, action
        states = play(states, options, action)


GAMES = [
    {},
    {"throw_hidden": True},
    {"throw_hidden": True, "reshuffle": "exhausted", "jokers": 12},
    {"reshuffle": "exhausted", "loop_len": 16, "jokers": 0},
]
each_variant = pytest.mark.parametrize("settings", GAMES)


def describe(states, options, seat):
    return (
        f"{GAME.notation.format_position(states, options)}, {GAME.changes(options)}, seen by {seat}"
    )


@each_variant
def test_a_view_never_holds_another_hand_or_the_stock(settings):
    for options, states, _, _ in walk(1, 300, **settings):
        for seat in VIEWERS:
            view = view_of(states, options, seat)[0]
            for other in range(SEATS):
                is_open = (view["hand"][other] == states[0]["hand"][other]).all()
                blank = (view["hand"][other] == UNKNOWN).all()
                assert is_open if other == seat else blank, describe(states, options, seat)
                buried = view["buried"][:, other][states[0]["buried_held"][:, other] > 0]
                assert other == seat or (buried == UNKNOWN).all(), describe(states, options, seat)
            assert (view["stock"] == UNKNOWN).all(), describe(states, options, seat)


@each_variant
def test_a_view_keeps_all_that_is_open(settings):
    secret = {"hand", "stock", "gave", "buried", "buried_gift"}
    for options, states, _, _ in walk(2, 300, **settings):
        for seat in VIEWERS:
            view = view_of(states, options, seat)
            for field in set(GAME.rules.record.names) - secret:
                assert (view[field] == states[field]).all(), (
                    f"{field}: {describe(states, options, seat)}"
                )


@each_variant
def test_gifts_are_known_to_giver_and_then_to_the_partner(settings):
    """During the exchange nobody sees another's gift; afterwards the partner does (D27)."""
    for options, states, _, _ in walk(3, 400, **settings):
        gave = states[0]["gave"].tolist()
        giving = states[0]["phase"] == GIVING
        for seat in VIEWERS:
            knows = {seat} if giving or seat == NOBODY else {seat, (seat + 2) % SEATS}
            expected = [
                rank if rank == NO_CARD or giver in knows else UNKNOWN
                for giver, rank in enumerate(gave)
            ]
            view = view_of(states, options, seat)[0]
            assert view["gave"].tolist() == expected, describe(states, options, seat)


@each_variant
def test_a_card_dealt_or_given_changes_nobody_elses_view(settings):
    """Whichever card it is: only its receiver learns it, a gift when all are picked up (D27)."""
    for options, states, actions, _ in walk(4, 250, **settings):
        if not actions[0] >= GIVE or len(actions) < 2:
            continue
        is_deal = actions[0] >= DEAL
        after = [play(states, options, action) for action in actions]
        receiver = int(np.argmax(after[0][0]["held"] - states[0]["held"]))
        if is_deal:
            learns = {receiver}
        elif actions[0] < GIVE + RANKS:
            giver = int(states[0]["seat"])
            learns = {giver, (giver + 2) % SEATS} if giver == SEATS - 1 else {giver}
        else:
            continue  # the dice
        for seat in VIEWERS:
            views = {view_of(states_after, options, seat).tobytes() for states_after in after}
            assert len(views) == (len(actions) if seat in learns else 1), describe(
                states, options, seat
            )
            numbers = {int(GAME.rules.seen(states[0], options[0], a, seat)) for a in actions}
            sees = seat == (receiver if is_deal else giver)
            assert numbers == (set(actions) if sees else {UNSEEN}), describe(states, options, seat)


def test_gifts_in_a_view_by_example():
    options = GAME.options()
    giving = "||| phase=give seat={} deal=2 hands={} gave={}"
    states = GAME.notation.parse_position(giving.format(3, "A|2|3|4,5", "K|Q|J|-"), options)
    texts = [GAME.notation.observe(states, options, seat).text for seat in VIEWERS]
    expected = ["?|?|?|-", "K|?|?|-", "?|Q|?|-", "?|?|J|-", "?|?|?|-"]
    assert [text.partition("gave=")[2].split()[0] for text in texts] == expected
    states = play(states, options, GAME.notation.parse_action("give 4"))
    texts = [GAME.notation.observe(states, options, seat).text for seat in VIEWERS]
    expected = ["?|?|?|?", "K|?|J|?", "?|Q|?|4", "K|?|J|?", "?|Q|?|4"]
    assert [text.partition("gave=")[2].split()[0] for text in texts] == expected
    hands = [text.partition("hands=")[2].split()[0] for text in texts]
    assert hands == ["?2|?2|?2|?2", "A,J|?2|?2|?2", "?2|2,4|?2|?2", "?2|?2|3,K|?2", "?2|?2|?2|5,Q"]


THROW = "||| phase=play seat=1 deal=2 hands=2,K|2,5|3,K|4,Q gave=3|Q|2|5"


def test_thrown_hands_lie_open():
    options = GAME.options()
    states = play(
        GAME.notation.parse_position(THROW, options), options, GAME.notation.parse_action("throw")
    )
    for seat in VIEWERS:
        text = GAME.notation.observe(states, options, seat).text
        assert "shown=|2,5||" in text
        assert "discard=2,5" in text
        assert "buried" not in text


def test_thrown_hands_may_lie_face_down():
    """All know that none of it was playable; the partner also its gift (D29)."""
    options = GAME.options(throw_hidden=True)
    states = play(
        GAME.notation.parse_position(THROW, options), options, GAME.notation.parse_action("throw")
    )
    void = f"{ranks('A,K,Joker'):x}"
    expected = {NOBODY: "?2:{}:?", 0: "?2:{}:?", 1: "2,5:{}:5", 2: "?2:{}:?", 3: "?2:{}:5"}
    for seat, buried in expected.items():
        text = GAME.notation.observe(states, options, seat).text
        assert f"buried=0.1:{buried.format(void)}" in text.split(), f"{text} seen by {seat}"
        assert "shown" not in text
        assert "discard" not in text


@pytest.mark.parametrize("seat", VIEWERS)
def test_resampling_conserves_the_deck(seat):
    for settings in GAMES:
        rng = streams()
        seed_streams(rng, 9, 0)
        for options, states, _, _ in walk(5, 200, **settings):
            full = view_of(states, options, seat)
            GAME.rules.resample(full[0], options[0], GAME.new_work()[0], seat, rng, 0)
            cards = full[0]["stock"] + full[0]["discard"] + full[0]["hand"].sum(0)
            cards = cards + full[0]["buried"].sum((0, 1))
            if full[0]["phase"] == GIVING:
                gave = full[0]["gave"]
                cards = cards + np.bincount(gave[gave >= 0], minlength=RANKS)
            deck = [COPIES] * (RANKS - 1) + [int(options["jokers"][0])]
            assert cards.tolist() == deck, describe(states, options, seat)
            assert (full[0]["hand"].sum(1) == full[0]["held"]).all(), describe(
                states, options, seat
            )
            assert full[0]["stock"].sum() == full[0]["stock_left"], describe(states, options, seat)
            assert (full[0]["stock"] >= 0).all(), describe(states, options, seat)


# Met in random play: many hands face down, of ranks that exclude one another in many ways.
CROWDED = (
    "F0---|-P4*--|F1P8*--|P6P12*-- phase=give seat=2 dealer=0 deal=2 hands=A|4|A,4|4,5 "
    "gave=3|Q|-|- discard=Ax6,2,3x2,4x2,5,J,Q,Kx4 burial=4 buried=0.0:9x2,10x2,J:207f:9;"
    "0.1:4,6x2,8,Jx2:3001:8;0.2:3,5,9,10:3009:9;0.3:5,7x2,Qx2:2007:7;1.0:5,7,9,J,K:2007:9;"
    "1.1:8x2,9,Q:207f:-;1.2:6,10,Q:3003:6;1.3:6,8x2,9,K:200f:K;2.0:2,4:3001:4;2.1:10x2:200f:-;"
    "2.2:6,J,Q:2007:-;3.0:10x2:3007:10;3.1:5,7,K:200f:7;3.2:5,9,K:2007:9;3.3:8,Q:207f:-",
    "F2P12--|F2P3P4*-|F2P11--|--F3- phase=play seat=1 dealer=3 deal=6 hands=|3x2|| gave=6|2|9|8 "
    "shown=4,6,K|8,J,Kx2|4,6,Joker|10x2 discard=Ax5,2x2,3x2,4x2,5x2,6x3,7,8,9x2,10x4,Jx3,Q,Kx7,"
    "Jokerx7 burial=5 buried=0.0:J:300f:-;0.1:6,9x2,Q:3409:6;0.2:4,7,Jx2,Q:2007:Q;"
    "0.3:5x2,6,7,Q:2007:-;1.0:2,6,9,J:3001:6;1.1:5x2:3001:5;1.2:3,9:3001:9;1.3:4x2,5,6:3001:6;"
    "2.0:5,7,10x2:3001:10;2.1:2x2,8,Q:3001:8;2.2:4,9,Qx2:3001:9;3.0:3,4,7:3001:3;3.2:3,4,7:3001:3;"
    "4.0:8:207f:8;4.1:2,8:3401:8;4.2:K:200f:K;4.3:10:2407:10;5.0:8,9,10:347f:9;5.2:6,7,Q:3409:-;"
    "5.3:2x2,3,J:3001:2",
)


@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("crowd", range(len(CROWDED)))
def test_many_hidden_throws_can_be_filled(crowd, seat):
    """However many hands lie face down, a completion is found, and it is a lawful one."""
    options = GAME.options(throw_hidden=True, loop_len=16, jokers=12 * crowd)
    states = GAME.notation.parse_position(CROWDED[crowd], options)
    view, rng = view_of(states, options, seat), streams()
    seed_streams(rng, 1, 0)
    for _ in range(3):
        full = view.copy()
        GAME.rules.resample(full[0], options[0], GAME.new_work()[0], seat, rng, 0)
        assert view_of(full, options, seat).tobytes() == view.tobytes(), describe(
            states, options, seat
        )
        buried = full[0]["buried"]
        assert (buried >= 0).all(), f"blanks are left in {describe(states, options, seat)}"
        assert (buried.sum(2) == full[0]["buried_held"]).all(), describe(states, options, seat)
        for i, owner in np.argwhere(full[0]["buried_held"] > 0):
            ranks_held = sum(1 << int(rank) for rank in np.flatnonzero(buried[i, owner]))
            assert not ranks_held & int(full[0]["buried_void"][i, owner]), describe(
                states, options, seat
            )
        text = GAME.notation.format_position(full, options)
        assert GAME.notation.parse_position(text, options).tobytes() == full.tobytes(), text
