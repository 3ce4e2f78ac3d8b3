"""Findings of planted games, in which the reason is known: reported there, and nowhere else."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from offleash.contract import Label, LabParts, Measure
from offleash.contract.lab import general_measures as F
from offleash.contract.lab.general_findings import (
    HARDLY,
    decided_when,
    lead_counts,
    never_or_always,
    winners_differ,
)
from offleash.lab.figures.accounts import MeasureAccount, account_of
from offleash.lab.figures.evidence import AccountEvidence, findings_of, findings_to_json
from offleash.lab.report.numbers import THIN
from offleash.lab.report.sections.why import why_comparison, why_section

SEATS = 4
PER_BLOCK = 24  # games
SOAK = pytest.param(1000, marks=pytest.mark.soak)
STRENGTHS = np.array([0.4, 0.3, 0.2, 0.1])  # how often each player wins


def draw(chances, rng):
    """One of the seats for each game, by chances of games × seats, as ones and zeros."""
    chances = chances / chances.sum(axis=1, keepdims=True)
    picks = (rng.random((len(chances), 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
    return np.eye(SEATS)[picks]


class Planted:
    """Games of four players of different strength; each seat has the same player throughout."""

    def __init__(self, blocks=60, seed=0):
        self.rng = np.random.default_rng(seed)
        self.blocks, self.games = blocks, blocks * PER_BLOCK
        self.strengths = np.tile(STRENGTHS, (self.games, 1))
        self.leads = draw(self.strengths, self.rng)
        self.win(self.strengths)

    def win(self, chances):
        self.results = draw(chances, self.rng)
        return self

    def win_by_luck(self):
        """In half of the blocks the first player nearly always wins, in the others the last."""
        self.lucky = np.repeat(self.rng.random(self.blocks) < 0.5, PER_BLOCK)
        first, last = np.array([9, 1, 1, 1]), np.array([1, 1, 1, 9])
        return self.win(np.where(self.lucky[:, None], first, last))

    def played(self):
        shape = (self.games, SEATS)
        numbers = np.tile(np.arange(SEATS), (self.games, 1))
        return SimpleNamespace(
            results=self.results,
            playing=np.ones(shape, bool),
            players=["a", "b", "c", "d"],
            players_by_seat=numbers,
        )

    def evidence(self, measures):
        return AccountEvidence(account_of(measures, PER_BLOCK))

    def noise(self, mean=3.0):
        return self.rng.poisson(mean, self.results.shape)


# Winners


def of_winners(planted, **deeds):
    return winners_differ(planted.evidence(F.winner_measures(planted.played(), deeds)))


def of_barks(planted, barks):
    """The contrast between winners and losers of the same player."""
    played = planted.played()
    pairs = [(f"Winners: barks, {name}", f"Losers: barks, {name}") for name in played.players]
    evidence = planted.evidence(F.winner_measures(played, {"barks": barks}))
    return evidence.contrasts({"barks": pairs})["barks"]


def test_what_winners_do_more_often_is_reported():
    planted = Planted()
    deeds = {
        "barks": planted.noise(2) + planted.results,  # half as many again
        "naps": planted.noise(),
        "falls": planted.noise(2) + (planted.results == 0),
    }
    finding = of_winners(planted, **deeds)
    assert list(finding.rows) == ["barks", "falls"] or list(finding.rows) == ["falls", "barks"]
    assert finding.rows["barks"][0].low < 50 < finding.rows["barks"][0].high
    assert finding.rows["falls"][0].low < -100 / 3 < finding.rows["falls"][0].high
    words = finding.sentence.split("winners have ")[1]
    assert "more barks (3." in words and "fewer falls (2.0" in words and "naps" not in words
    assert "losers of the same bot with the same luck" in finding.sentence


def test_what_strong_players_do_is_no_reason_for_their_wins():
    """All winners together bark more often, since the stronger ones do; none wins by it."""
    planted = Planted()
    barks = planted.noise() * np.array([4, 3, 2, 1])
    raw = (barks * planted.results).sum() / planted.games
    assert raw > 1.15 * barks.mean()
    assert of_winners(planted, barks=barks) is None


def test_what_lucky_players_do_is_no_reason_for_their_wins():
    """With good luck a player wins and barks; with the same luck it does not win by barking."""
    planted = Planted(120).win_by_luck()
    favours = np.where(planted.lucky[:, None], [1, 0, 0, 0], [0, 0, 0, 1])
    barks = planted.noise(2) + 3 * favours
    one = planted.results[:, 0] == 1
    assert barks[one, 0].mean() > 1.3 * barks[~one, 0].mean()
    assert of_winners(planted, barks=barks) is None


def test_a_small_difference_is_not_worth_a_word():
    planted = Planted(400)
    assert of_winners(planted, barks=planted.noise(20) + planted.results) is None  # 5 % more


def test_shared_wins_count_half():
    """Two share every win, and have one bark more than the losers."""
    planted = Planted()
    both = draw(planted.strengths, planted.rng)
    planted.results = (planted.results + both) / 2
    barks = 1.0 + (planted.results > 0)
    contrast = of_barks(planted, barks)
    # of a seat that has half of a win, half counts as a winner and half as a loser
    assert contrast.one == pytest.approx(2)
    assert 1 < contrast.other < 2


# Leads


def of_leads(planted):
    return lead_counts(planted.evidence(F.lead_measures(planted.played(), planted.leads)))


def test_a_lead_that_wins_is_worth_its_points():
    """Whoever leads wins three games of ten at once; the others are won by strength."""
    planted = Planted()
    at_once = planted.rng.random((planted.games, 1)) < 0.3
    planted.win(np.where(at_once, planted.leads, planted.strengths))
    finding = of_leads(planted)
    assert "a lead at half time is worth" in finding.sentence
    points, low, high = numbers(finding.sentence)[:3]
    assert low < 30 < high and low < points < high
    assert 0 < finding.strength < 0.3


def test_a_lead_of_the_strong_is_worth_nothing():
    """The strong lead more often and win more often, but not because they lead."""
    planted = Planted(1500)
    raw = (planted.leads * planted.results).sum() / planted.games
    assert raw > 0.29
    assert "is worth next to nothing" in of_leads(planted).sentence


def test_a_lead_can_cost():
    planted = Planted()
    planted.win(planted.strengths * (1 - planted.leads))
    assert "a lead at half time costs" in of_leads(planted).sentence


def test_with_few_games_nothing_is_said_about_a_lead():
    planted = Planted(10, seed=3)
    assert of_leads(planted) is None


def test_when_games_are_decided():
    """Who leads after so many per cent of a game wins with these chances."""
    planted = Planted()

    def finding(chances):
        wins = {}
        for share, chance in chances.items():
            leads = np.ones(planted.games)
            wins[share] = (planted.rng.random(planted.games) < chance).astype(float), leads
        return decided_when(planted.evidence(F.progress_measures(wins)))

    late = finding({25: 0.5, 50: 0.7, 75: 0.9})
    assert "Games are decided after 75 % of their length" in late.sentence
    early = finding({25: 0.85, 50: 0.9, 75: 0.95})
    assert "decided after 25 %" in early.sentence and early.strength > late.strength
    dip = finding({25: 0.85, 50: 0.7, 75: 0.9})  # a lead at first is not yet the end
    assert "decided after 75 %" in dip.sentence
    assert "Games stay open to the end" in finding({25: 0.3, 50: 0.4, 75: 0.5}).sentence
    assert finding({25: 0.3, 50: 0.5, 75: 0.8}) is None  # too close to tell


# Choices


def of_choices(planted, **chances):
    """Each action is legal up to three times a game, and taken with its chance."""
    choices = {}
    for name, chance in chances.items():
        offers = planted.rng.integers(0, 4, planted.games)
        choices[name] = planted.rng.binomial(offers, chance), offers
    return never_or_always(planted.evidence(F.choice_measures(choices)))


def test_what_is_never_or_always_done():
    never, always = of_choices(Planted(), bark=0, nap=0.03, dig=0.5, sniff=0.97, eat=1, sit=0.12)
    assert "bots hardly ever bark (0 % of " in never.sentence and "or nap (" in never.sentence
    assert list(never.rows) == ["bark", "nap"]
    assert list(always.rows) == ["eat", "sniff"]
    assert "nearly always eat (100 % of " in always.sentence


def test_an_action_that_was_never_legal_is_not_refused():
    planted = Planted()
    none = np.zeros(planted.games, int)
    measures = F.choice_measures({"bark": (none, none)})
    assert never_or_always(planted.evidence(measures)) == []


def test_what_was_never_done_in_few_blocks_may_only_be_rare():
    assert of_choices(Planted(20), bark=0) == []
    assert len(of_choices(Planted(40), bark=0)) == 1


@pytest.mark.parametrize("value", [0, 1])
def test_a_share_that_is_the_same_in_all_blocks_has_an_interval(value):
    ones = np.ones(20)
    label = Label("barks", is_share=True)
    figure = AccountEvidence(account_of([Measure(label, value * ones, ones)], 1)).figures["barks"]
    bound = 1 - 0.025 ** (
        1 / 20
    )  # with a larger share, some of 20 blocks would nearly surely show it
    assert (figure.low, figure.high) == pytest.approx((0, bound) if value == 0 else (1 - bound, 1))


# False findings, and intervals


def null_findings(seed, blocks):
    """All findings of games in which nothing has a reason, except by strength."""
    planted = Planted(blocks, seed)
    played = planted.played()
    deeds = {f"deed {n}": planted.noise(3 + n) for n in range(12)}
    offers = np.full(planted.games, 3)
    wins = {s: (planted.rng.random(planted.games) < 0.8, np.ones(planted.games)) for s in (50, 90)}
    measures = [
        *F.winner_measures(played, deeds),
        *F.choice_measures({"bark": (planted.rng.binomial(offers, HARDLY), offers)}),
        *F.progress_measures(wins),
    ]
    game = SimpleNamespace(lab=LabParts())
    return findings_of(game, account_of(measures, PER_BLOCK))


@pytest.mark.parametrize("seeds", [30, SOAK])
@pytest.mark.parametrize("blocks", [8, 30])
def test_games_without_a_reason_have_hardly_any_findings(blocks, seeds):
    """Each of four things that are just not worth a word is reported at most as often as agreed."""
    count = sum(len(null_findings(seed, blocks)) for seed in range(seeds))
    expected = 0.125 * seeds  # 5 % for all deeds, 2.5 % for each of the others
    assert count <= expected + 3 * expected**0.5


@pytest.mark.parametrize("seeds", [100, SOAK])
@pytest.mark.parametrize("blocks", [8, 20])
def test_contrasts_cover_the_truth(blocks, seeds):
    """The effect is the same in all games; what luck adds to a block, it adds to all its games."""
    covered = 0
    for seed in range(seeds):
        planted = Planted(blocks, seed)
        luck = np.repeat(planted.rng.exponential(3, blocks), PER_BLOCK)[:, None]
        contrast = of_barks(planted, planted.noise() + planted.results + luck)
        covered += contrast.low < 1 < contrast.high
    room = 3 * (0.05 * 0.95 * seeds) ** 0.5
    assert 0.95 * seeds - room < covered <= 0.99 * seeds + room / 3


def test_contrasts_weigh_blocks_as_mantel_and_haenszel_do():
    """Against the formula, block by block and kind by kind."""
    rng = np.random.default_rng(2)
    labels = [Label(f"{side}{kind}") for kind in "xy" for side in "ab"]
    of = rng.integers(0, 5, (30, 4)).astype(float)
    totals = rng.random((30, 4)) * of
    evidence = AccountEvidence(MeasureAccount(tuple(labels), totals, of))
    contrast = evidence.contrasts({"": [("ax", "bx"), ("ay", "by")]})[""]
    over = under = first = 0.0
    for block in range(30):
        for kind in (0, 2):
            (t1, t2), (n1, n2) = totals[block, kind : kind + 2], of[block, kind : kind + 2]
            if n1 and n2:
                weight = n1 * n2 / (n1 + n2)
                over += weight * (t1 / n1 - t2 / n2)
                first += weight * t1 / n1
                under += weight
    assert contrast.one - contrast.other == pytest.approx(over / under)
    assert contrast.one == pytest.approx(first / under)
    assert contrast.low < over / under < contrast.high


def test_too_few_blocks_say_nothing():
    assert null_findings(1, 7) == []
    planted = Planted(7)
    assert of_winners(planted, barks=planted.noise() + 9 * planted.results) is None
    assert of_winners(Planted(8), barks=Planted(8).noise() + 9 * Planted(8).results) is not None


# Order and data


def test_the_strongest_finding_comes_first():
    planted = Planted()
    played = planted.played()
    measures = [
        *F.winner_measures(played, {"barks": planted.noise(2) + planted.results}),
        *F.choice_measures({"bark": (np.zeros(planted.games), np.ones(planted.games))}),
    ]
    game = SimpleNamespace(lab=LabParts())
    findings = findings_of(game, account_of(measures, PER_BLOCK))
    strengths = [finding.strength for finding in findings]
    assert len(findings) == 2 and strengths == sorted(strengths, reverse=True)
    data = findings_to_json(findings)
    assert [entry["sentence"] for entry in data] == [finding.sentence for finding in findings]
    assert all(0 <= entry["strength"] <= 1 and entry["figures"] for entry in data)


def numbers(sentence):
    """The numbers of a sentence, in order."""
    return [float(text.replace("−", "-")) for text in re.findall(r"−?\d+(?:\.\d+)?", sentence)]


# In a report


def section_of(account, findings=None):
    """The section of a report on some account."""
    loaded = SimpleNamespace(results=SimpleNamespace(account=lambda arm: account))
    game = SimpleNamespace(lab=LabParts(findings=findings))
    return why_section(SimpleNamespace(game=game, arm=0, loaded=loaded))


def test_a_report_has_a_paragraph_and_a_chart_for_each_finding():
    planted = Planted()
    planted.win(0.3 * planted.leads + 0.7 * planted.strengths)
    deeds = {"barks": planted.noise(2) + planted.results, "naps": planted.noise()}
    measures = [
        *F.winner_measures(planted.played(), deeds),
        *F.lead_measures(planted.played(), planted.leads),
    ]
    account = account_of(measures, PER_BLOCK)
    findings = findings_of(SimpleNamespace(lab=LabParts()), account)
    parts = section_of(account).parts
    assert len(findings) == 2 and len(parts) == 4
    for finding, text, chart in zip(findings, parts[::2], parts[1::2], strict=True):
        assert text.paragraphs[0].replace(THIN, " ").startswith(finding.sentence)
        spec = json.dumps(chart.spec.to_dict())
        assert all(f'"name": "{name}"' in spec for name in finding.rows)
    lead = next(chart for chart in parts[1::2] if "ahead" in chart.title)
    assert '"series": "not ahead"' in json.dumps(lead.spec.to_dict())


def test_a_report_says_if_there_are_too_few_games_for_reasons():
    few = account_of(F.choice_measures({"bark": (np.zeros(48), np.ones(48))}), PER_BLOCK)
    assert "Too few games" in section_of(few, lambda evidence: []).parts[0].paragraphs[0]
    assert section_of(few).parts == []  # a game that never gives reasons needs no excuse


def test_a_comparison_shows_the_findings_of_both_arms_side_by_side():
    """Bots of both arms never bark, those of the second always eat."""
    planted = Planted()
    ones = np.ones(planted.games)
    half = planted.rng.binomial(1, 0.5, planted.games)
    accounts = [
        account_of(F.choice_measures({"bark": (0 * ones, ones), "eat": (eats, ones)}), PER_BLOCK)
        for eats in (half, ones)
    ]
    experiment = SimpleNamespace(game=SimpleNamespace(lab=LabParts()))
    results = SimpleNamespace(account=lambda arm: accounts[arm])
    loaded = SimpleNamespace(experiment=experiment, results=results)
    (table,) = why_comparison(loaded, ["a", "b"]).parts
    assert table.columns == ["", "a", "b"]
    rows = {title: texts for title, *texts in table.rows}
    assert [*map(len, rows.values())] == [2, 2]
    never = rows["What bots hardly ever do when it is legal"]
    always = rows["What bots nearly always do when it is legal"]
    assert all("bark" in text for text in never)
    assert always == ["nothing clear", always[1]] and "eat" in always[1]
    assert why_comparison(loaded, []).parts == []
