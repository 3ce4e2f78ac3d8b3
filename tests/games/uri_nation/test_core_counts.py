"""What core rules do to a game, counted a second time from the actions of whole games."""

import random
from collections import Counter

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import watch_game
from offleash.contract.lab.general_measures import measures_of
from offleash.contract.options import NONE as NO_VALUE
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.record import (
    ACTION,
    BOWL_ROUNDS,
    BOWL_STEP,
    DICE,
    FROM_DESPERATION,
    FROM_INCOME,
    HOME,
    HOMES_DRAWN,
    NONE,
    ORDER,
    SETUP_CLAIM,
    TERRITORY,
    TIE,
    TIES_TO_DEFENDER,
    ZOOMIES,
)
from offleash.games.uri_nation.text.figures import IDLE_REASONS
from offleash.games.uri_nation.text.figures.playing_time import PLAYING_TIME
from tests.figures import figures_of
from tests.games.uri_nation.test_figures import Play
from tests.variety import choices, random_options, random_variants

BRUISER, SCRAPPER, DIPLOMAT, YAPPER = range(4)
GRIT = 2
RICH = 99
FIELDS = (
    *("tried_in_cluster", "won_in_cluster", "ties", "weakened", "weakened_won"),
    *("shielded", "cleared", "idle", "housebound", "bowls", "gaps"),
)
STOCKS = ("Swagger", "Drive", "Grit", "Bond", "water")
MARKS = ("claim", "challenge", "fortify", "ally", "break")
PERSONAS = [f"persona:{name}" for name in ("bruiser", "scrapper", "diplomat", "yapper")]
CARDS = ("draw", "target", "play")  # they may take a territory away
BETWEEN_TURNS = (HOMES_DRAWN, ORDER, SETUP_CLAIM, TIE)


# The second count


class Recount:
    """One game, replayed position by position; counts what the tallies count by other means."""

    def __init__(self, options, names, seed, number):
        self.options = options
        self.game = watch_game(GAME, options, names, seed, number)
        self.counts = {name: np.zeros(GAME.rules.tally[name].shape, int) for name in FIELDS}
        self.verbs = Counter()
        self.empty_ends = [0] * 4  # own turns in a row that ended without a territory
        self.turns = []  # whose they were
        self.turn = None  # round and place in it
        self.has_acted = self.was_asked = False  # in this turn
        self.margin = 0  # of the last roll of a challenge

    def run(self):
        states, work, tally = GAME.new_state(self.options), GAME.new_work(), GAME.new_tally()
        for moment in self.game.history:
            before, income = states.copy(), _income(tally)
            text = GAME.notation.format_action(moment.action, self.options)
            self.look(before, text)
            GAME.rules.apply(states[0], self.options[0], work[0], moment.action, tally[0])
            self.compare(before[0], states[0], text.split()[0], _income(tally) - income)
        assert states.tobytes() == self.game.state.tobytes()
        return self

    def look(self, states, text):
        """What happens, and where, before it is carried out."""
        state, seat = states[0], int(states["seat"][0])
        verb = text.removeprefix("leg ").split()[0]
        if state.phase in BETWEEN_TURNS:
            return
        if (state.rounds, state.turn) != self.turn:
            self.begin_turn(state, seat)
        self.verbs[verb] += 1
        is_action = verb in (*MARKS, "patrol")
        if state.phase == ACTION and not self.was_asked and (is_action or verb == "pass"):
            is_free = not self.has_acted and not _is_barred(states)
            self.counts["shielded"][seat] += is_free and self.is_shielded(states)
            self.was_asked = True
        self.has_acted |= is_action
        if verb == "pass" and not self.has_acted:
            self.counts["idle"][seat, IDLE_REASONS.index(self.reason(states))] += 1
        if verb == "dice":
            self.roll(states, *map(int, text.split()[1].split("-")))

    def begin_turn(self, state, seat):
        """Turns without a territory, and turns since the dog's last one (E7, T1)."""
        self.turn = (int(state.rounds), int(state.turn))
        self.has_acted = self.was_asked = False
        limit = int(self.options["housebound_turns"][0])
        self.counts["housebound"][seat] += limit != NONE and self.empty_ends[seat] >= limit
        if seat in self.turns:
            self.counts["gaps"][seat, self.turns[::-1].index(seat)] += 1
        self.turns.append(seat)

    def compare(self, old, new, verb, income):
        """What an action has changed."""
        seat = int(old.seat)
        if new.quarry and not old.quarry:
            self.count_challenge(new, "weakened", "tried_in_cluster")
        if old.phase == DICE and self.is_won(old, new):
            self.count_challenge(old, "weakened_won", "won_in_cluster")
        if verb not in (*CARDS, "dice"):
            for dog in range(4):
                lost = int(old.owned[dog]) & ~int(new.owned[dog])
                self.counts["cleared"][dog, 0 if dog == seat else 1] += lost.bit_count()
        is_over = new.ending and not old.ending
        if old.phase in BETWEEN_TURNS or (not is_over and (new.rounds, new.turn) == self.turn):
            return
        row, rest = divmod(int(old.rounds), BOWL_STEP)
        if rest == 0 and row <= BOWL_ROUNDS:  # before the next dog's income
            self.counts["bowls"][row - 1] = new.bowl.astype(int) - income
        self.empty_ends[seat] = 0 if int(new.owned[seat]) else self.empty_ends[seat] + 1

    # Challenges

    def count_challenge(self, state, field, cluster_field):
        seat = int(state.seat)
        threshold = int(self.options["grit_threshold"][0])
        off = 0 if threshold == NONE else max(0, int(state.bowl[seat, GRIT]) - threshold)
        self.counts[field][seat, min(off, 6)] += 1
        if state.quarry == TERRITORY and self.is_clustered(state):
            self.counts[cluster_field][seat, min(int(state.fort[state.target]), 9)] += 1

    def is_clustered(self, state):
        """Whether enough territories of one owner hang together with the target."""
        target = int(state.target)
        (owned,) = (int(mask) for mask in state.owned if int(mask) >> target & 1)
        reached, fresh = {target}, [target]
        while fresh:
            links = int(self.options["adjacent"][0, fresh.pop()]) & owned
            near = {n for n in range(62) if links >> n & 1} - reached
            reached |= near
            fresh += near
        return len(reached) >= self.options["cluster_min"][0]

    def is_won(self, old, new):
        target = int(old.target)
        if old.quarry == TERRITORY:
            return any(int(mask) >> target & 1 for mask in old.owned) and not any(
                int(mask) >> target & 1 for mask in new.owned
            )
        if old.quarry == HOME:
            return self.margin > 0
        return bool(old.marks[target]) and not new.marks[target]

    def roll(self, states, attack, defence):
        """C1, C6: a tie is one of the totals; the rules say what becomes of it."""
        state, options = states[0], self.options[0]
        seat, target = int(state.seat), int(state.target)
        grit, threshold = int(state.bowl[seat, GRIT]), int(options.grit_threshold)
        attack += int(state.attack[seat]) - (max(0, grit - threshold) if threshold != NONE else 0)
        attack += int(options.diplomat_attack) * (options.archetypes[seat] == DIPLOMAT)
        if state.quarry == TERRITORY:
            defence += int(state.fort[target])
        elif state.quarry == HOME:
            defence += int(state.home_fort[target]) + int(options.home_bonus)
        else:
            defence += bin(int(state.marks[target])).count("1")
        if state.bids[0] >= 0:
            attack, defence = attack + int(state.bids[0]), defence + int(state.bids[1])
        self.margin = attack - defence
        if attack == defence:
            self.counts["ties"][seat, int(self.tie_goes_to_defender(state))] += 1

    def tie_goes_to_defender(self, state):
        if self.options["tie_rule"][0] == TIES_TO_DEFENDER:
            return state.quarry in (TERRITORY, HOME)
        return state.quarry == TERRITORY and self.is_clustered(state)

    # Turns without an action

    def legal(self, states, options=None, verbs=MARKS):
        """What the dog may do; Leg Day and patrols reach further than marks beside it."""
        rules = self.options if options is None else options
        texts = {GAME.notation.format_action(a, rules) for a in choices(GAME, states, rules)}
        return {text for text in texts if text.split()[0] in verbs}

    def is_shielded(self, states):
        """Without any alliance the dog could challenge a territory that it can't challenge."""
        free = states.copy()
        free["marks"] = 0
        more = self.legal(free) - self.legal(states)
        return any(text.startswith("challenge") for text in more)

    def reason(self, states):
        """Why nothing was marked: what would have to be different?"""
        if _is_barred(states):
            return "barred by a card or trick"
        if self.legal(states, verbs=(*MARKS, "leg", "patrol")):
            return "passed by choice"
        seat = int(states["seat"][0])
        would_do = []
        for stock, name in enumerate(STOCKS):
            richer = states.copy()
            richer["bowl"][0, seat, stock] = RICH
            would_do += [name] if self.legal(richer) else []
        if len(would_do) == 1:
            return f"only {would_do[0]} missing"
        rich = states.copy()
        rich["bowl"][0, seat] = RICH
        if would_do or self.legal(rich):
            return "several stocks missing"
        plenty = self.options.copy()
        plenty["supply_large"], plenty["supply_small"] = NONE, NONE
        if self.legal(rich, plenty):
            return "no disk left"
        if self.is_shielded(states):
            return "barred by an alliance"
        return "nothing to mark"


def _income(tally):
    """Seats × stocks: what turns began with."""
    return tally["gained"][0][:, :, [FROM_INCOME, FROM_DESPERATION]].sum(axis=2).astype(int)


def _is_barred(states):
    return bool(states["skip"][0, states["seat"][0]] or states["tricked"][0] & ZOOMIES)


# Lively rules: whatever is counted happens in some of a few hundred games.
CHEAP = {
    "max_rounds": 10,
    "claim_water": 1,
    "claim_swagger": 0,
    "join_clears_home": True,
    "challenge_water": 0,
    "challenge_drive": 0,
    "ally_water": 0,
    "ally_bond": 0,
    "grit_threshold": 2,
    "cluster_min": 2,
    "housebound_turns": 1,
    "home_challenge": True,
    "join_water": 0,
    "last_dog_guard": "all_have_held",
    "chance_deck": True,
}
BIDS = {"seats": 3, "secret_bidding": True, "tie_rule": "defender"}
DEAR = {
    "max_rounds": 10,
    "supply_large": 3,
    "supply_small": 1,
    "claim_swagger": 2,
    "fortify_grit": 3,
    "ally_bond": 3,
    "break_swagger": 3,
    "challenge_drive": 2,
    "walk_tricks": True,
    "drink_mode": "deck",
    "challenge_bond": True,
}


def features(tally):
    """What a game is good for: the counts that it has, and the reasons for its idle turns."""
    counted = {name for name in FIELDS if tally[name].any()}
    reasons = {IDLE_REASONS[number] for number in np.flatnonzero(tally["idle"].sum(axis=0))}
    columns = {
        f"{name} {column}"
        for name in ("ties", "cleared", "weakened_won")
        for column in np.flatnonzero(tally[name].sum(axis=0))
    }
    return counted | reasons | columns


def telling_games(tallies, expected):
    """A few games that together show what is expected."""
    shown = [features(tally) & expected for tally in tallies]
    missing, numbers = set(expected), []
    while missing:
        best = max(range(len(shown)), key=lambda n: len(shown[n] & missing))
        assert shown[best] & missing, missing
        numbers.append(best)
        missing -= shown[best]
    return numbers


@pytest.mark.parametrize(
    ("preset", "names", "changes", "expected"),
    [
        ("1.2", ["random"] * 4, CHEAP, {*FIELDS, "ties 0", "ties 1", "cleared 0", "cleared 1"}),
        ("1.2", ["random"] * 3, {**CHEAP, **BIDS}, {"tried_in_cluster", "ties 1"}),
        ("1.4", ["random"] * 4, {**CHEAP, "actions_per_turn": 2}, {"shielded", "cleared 0"}),
        ("1.4", ["random"] * 4, DEAR, {*IDLE_REASONS} - {"barred by an alliance"}),
        ("1.2", PERSONAS, {"turn_order": "least_then_seat"}, {"idle", "gaps"}),
    ],
)
def test_tallies_agree_with_a_second_count(preset, names, changes, expected):
    options = GAME.options(preset, **changes)
    games = 20 if names == PERSONAS else 1000
    tallies = play_batch(GAME, policy(GAME, names), games, 5, options).tallies
    for number in telling_games(tallies, expected):
        for field, counts in Recount(options, names, 5, number).run().counts.items():
            assert tallies[field][number].tolist() == counts.tolist(), (field, number)


@pytest.mark.parametrize("seed", range(6))
def test_tallies_agree_with_a_second_count_under_any_options(seed):
    options = random_options(GAME, random.Random(f"core counts {seed}"))
    options["max_rounds"], options["cells_per_round"] = min(8, options["max_rounds"][0]), NO_VALUE
    GAME.settle_options(options)
    names = ["random"] * int(options["seats"][0])
    tallies = play_batch(GAME, policy(GAME, names), 1, seed, options).tallies
    for field, counts in Recount(options, names, seed, 0).run().counts.items():
        assert tallies[field][0].tolist() == counts.tolist(), field


# The figures


def figures(played, seconds=None):
    return {f.label.key: f.value for f in figures_of(measures_of(GAME, played, seconds))}


@pytest.fixture(scope="module")
def lively():
    variants, rows = random_variants(GAME, 300, seed=8)
    return play_batch(GAME, policy(GAME, ["random"] * 4), 300, 8, variants, rows)


def test_reasons_add_up_to_all_turns_without_an_action(lively):
    values, dogs = figures(lively), ("Bruiser", "Scrapper", "Diplomat", "Yapper", "all")
    for dog in dogs:
        reasons = [values[f"Turns without an action: {name}, {dog}"] for name in IDLE_REASONS]
        total = values[f"Turns without an action: in all, {dog}"]
        assert sum(reasons) == pytest.approx(total)
        assert 0 < total < 1


def test_every_turn_acts_or_passes_for_one_reason(lively):
    """Of a turn with several actions only the first is counted here, so a pass may follow it."""
    tallies = lively.tallies
    assert (tallies["idle"].sum(axis=2) <= tallies["passes"]).all()
    single = lively.variants["actions_per_turn"][lively.rows] == 1
    idle, passes = tallies["idle"].sum(axis=2)[single], tallies["passes"][single]
    assert (idle == passes).all()
    assert passes.any()
    assert (tallies["no_action"] <= tallies["idle"][:, :, 2:].sum(axis=2)).all()
    assert (tallies["idle"][:, :, 9] <= tallies["shielded"]).all()


def test_challenges_are_split_without_a_rest(lively):
    tallies = lively.tallies
    for field in ("tried", "won"):
        assert (tallies[f"{field}_in_cluster"] <= tallies[field]).all()
    for field, kinds in {"weakened": "tried", "weakened_won": "won"}.items():
        every = tallies[kinds].sum(axis=2) + tallies[f"homes_{kinds}"] + tallies[f"bonds_{kinds}"]
        assert (tallies[field].sum(axis=2) == every).all()
    values = figures(lively)
    for result in ("tried", "won"):
        parts = [
            values[f"Challenges by cluster: {p}, {result}"] for p in ("isolated", "in a cluster")
        ]
        ends = (f"token, {result}", f"tokens, {result}")
        rows = {key: v for key, v in values.items() if key.startswith("Challenges by defence")}
        every = [value for key, value in rows.items() if key.endswith(ends)]
        assert sum(parts) == pytest.approx(sum(every))


def test_figures_of_a_weak_attack_on_a_cluster():
    """7 Grit takes 2 off; the Bruiser's three territories win the tie (C2, C6)."""
    position = "scrapper at (3,4) grit 7; bruiser owns (2,4) (1,5) (1,7)+1; turn scrapper"
    play = Play("1.2", f"{position}; phase action").do("challenge (2,4)", "dice 5-3")
    values = figures(play.played())
    assert values["Challenges by cluster: in a cluster, tried"] == 1
    assert values["Challenges by cluster: in a cluster, % won"] == 0
    assert values["Challenges by cluster: in a cluster, no fortify token, tried"] == 1
    assert values["Challenges by cluster: isolated, tried"] == 0
    assert values["Ties in challenges: won by the defender, Scrapper"] == 1
    assert values["Ties in challenges: rolls that tie, Scrapper"] == 1
    assert values["Attacks weakened by Grit: weakened, Scrapper"] == 1
    assert values["Attacks weakened by Grit: taken off, Scrapper"] == 2
    assert values["Attacks weakened by Grit: 2 taken off, tried"] == 1
    assert "Attacks weakened by Grit: weakened, Yapper" not in values


def test_rolls_that_tie_are_of_all_rolls():
    """Scenario 23: two ties, then a win."""
    position = "scrapper at (3,4) grit 0; bruiser owns (2,4); turn scrapper; phase action"
    play = Play("1.2", position).do("challenge (2,4)", "dice 4-4", "dice 2-2", "dice 5-3")
    values = figures(play.played())
    assert values["Ties in challenges: rolled again, Scrapper"] == 2
    assert values["Ties in challenges: rolls that tie, Scrapper"] == pytest.approx(2 / 3)
    assert values["Attacks weakened by Grit: nothing taken off, % won"] == 1


def test_a_join_that_clears():
    """B15: the Scrapper joins the Bruiser's park; each leaves the other's neighbourhood."""
    near = "bruiser owns (7,2); scrapper owns (1,2) (1,4); (2,11) bruiser*"
    position = f"{near}; scrapper at (3,10); turn scrapper; phase move; steps 1"
    play = Play("1.4", position).do("step E")
    values = figures(play.played())
    assert values["Alliances: territories lost by joining, Scrapper"] == 2
    assert values["Alliances: territories lost as another dog joined, Bruiser"] == 1
    assert values["Alliances: territories lost by joining, Bruiser"] == 0


def test_an_alliance_bars_a_challenge():
    """Scenario 31: the Bruiser and the Yapper are bonded at (2,9)."""
    position = "(2,9) bruiser* yapper; yapper owns (2,10) (2,4); bruiser at {}; turn bruiser"
    inside = Play("1.2", f"{position.format('(3,10)')}; phase action").do("pass")
    assert inside.of("shielded", BRUISER) == 1
    outside = Play("1.2", f"{position.format('(3,4)')}; phase action").do("pass")
    assert outside.of("shielded", BRUISER) == 0
    values = figures(inside.played())
    assert values["Alliances: turns in which one barred a challenge, Bruiser"] == 1


def test_bowls_by_round_are_of_games_that_last_so_long(lively):
    values, rounds = figures(lively), lively.states["rounds"]
    bowls, dogs = lively.tallies["bowls"], lively.playing
    for number in (2, 10):
        lasting = rounds >= number
        amounts = bowls[lasting, number // 2 - 1, :, GRIT][dogs[lasting]]
        key = f"Stocks by round: Grit after round {number}, all"
        assert values[key] == pytest.approx(amounts.mean())
    assert not bowls[rounds < 10, 4].any()


# Minutes


def test_what_takes_time_is_counted_from_the_actions():
    options = GAME.options("1.2", secret_bidding=True, max_rounds=8)
    names = ["greedy"] * 4
    batch = play_batch(GAME, policy(GAME, names), 2, 3, options)
    counts = PLAYING_TIME.counts(batch)
    assert list(counts) and set(counts) == {kind.name for kind in PLAYING_TIME.kinds}
    for number in range(2):
        recount = Recount(options, names, 3, number).run()
        verbs, tried = recount.verbs, recount.verbs["challenge"]
        expected = {
            "turn": len(recount.turns),
            "walk": verbs["roll"],
            "step": verbs["step"] + verbs["cross"] + verbs["path"],
            "drink": verbs["drink"],
            "card": verbs["draw"] + verbs["play"],
            "action": sum(verbs[verb] for verb in ("claim", "fortify", "ally", "break")),
            "pass": verbs["pass"],
            "challenge": tried,
            "reroll": verbs["dice"] - tried,
            "bid": verbs["bid"] // 2,
            "reclaim": verbs["reclaim"] + verbs["decline"],
            "join": int(batch.tallies["joined"][number].sum()),
        }
        assert {kind: int(count[number]) for kind, count in counts.items()} == expected
        assert int(PLAYING_TIME.turns(batch)[number]) == len(recount.turns)


def test_minutes_of_a_walk():
    """A roll and seven moves: 20 s and 7 × 0.7 s, or what the caller says."""
    play = Play("1.2", "yapper at (3,0) drive 1; turn yapper; phase roll")
    play.do("roll 2-4", *["step E"] * 3, "cross S", *["step E"] * 3)
    play.tallies["turns"][0, YAPPER] = 1
    played = play.played()
    values = figures(played)
    assert values["Playing time: minutes, mean"] == pytest.approx((8 + 20 + 7 * 0.7) / 60)
    assert values["Playing time: wait between own turns"] == pytest.approx(3 * (28 + 4.9) / 60)
    assert values["Playing time: minutes spent on, step"] == pytest.approx(4.9 / 60)
    assert values["Playing time: % of the games, under 45"] == 1
    slow = figures(played, {"walk": 3600, "step": 0.0})
    assert slow["Playing time: minutes, mean"] == pytest.approx(60 + 8 / 60)
    assert slow["Playing time: minutes, median"] == 60
    assert slow["Playing time: % of the games, 45–90"] == 1
    assert slow["Playing time: % of the games, over 90"] == 0


def test_kinds_add_up_to_the_minutes(lively):
    values = figures(lively)
    parts = [v for key, v in values.items() if key.startswith("Playing time: minutes spent on")]
    assert sum(parts) == pytest.approx(values["Playing time: minutes, mean"])
    box = [values[f"Playing time: % of the games, {c}"] for c in ("under 45", "45–90", "over 90")]
    assert sum(box) == pytest.approx(1)
