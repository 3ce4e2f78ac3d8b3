"""The figures of a card: those that every game counts, and those that decisions show."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from offleash.bots.kinds import GREEDY
from offleash.bots.lineup import default_bot
from offleash.contract import Game, Label, Records
from offleash.lab.card.decisions import OnGame, study_decisions
from offleash.lab.card.measures import (
    comebacks,
    dead_options,
    identity,
    kingmaking,
    mean_regret,
    openings,
    regret_by_kind,
)
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.measures import is_win
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.report.winning_chances import curves
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.statistics.intervals import Interval

GAMES = 480  # for the figures that games count
STUDIED, LOOKS, FUTURES = 24, 12, 32  # games, decisions of each, and futures of each alternative
CURVES = 48  # games whose winning chances are followed
BEGINNER = 240  # games of a beginner
MOST_NAMED = 3  # dead options
DECISIONS, FORCED = "Decisions: decisions", "Decisions: of them forced"
MINUTES, WAIT = "Playing time: minutes, mean", "Playing time: wait between own"
ROUNDS = ("Game length: rounds, mean", "rounds", "turns")
UNKNOWN = "–"
ANYTHING = "random"  # the bot that plays any legal action


@dataclass(frozen=True)
class CardFigure:
    """One line of a card."""

    section: str
    name: str
    value: float  # nan if the game has no such thing
    text: str
    note: str = ""


@dataclass(frozen=True)
class GameCard:
    """The figures of one game under some rules."""

    title: str
    rules: str
    figures: tuple[CardFigure, ...]


def make_card(
    game: Game,
    options: Records,
    games: int = GAMES,
    studied: int = STUDIED,
    seed: int = 0,
    threads: int | None = None,
    on_game: OnGame | None = None,
) -> GameCard:
    """Play the games of a card with the usual bots, and return its figures."""
    names = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    plan = make_plan(game, [make_arm(game, "", options, names)], games, seed, None)
    experiment = Experiment(plan, game)
    account = experiment.play(Work(0, 0, experiment.blocks)).account
    figures = [
        *_length(account),
        *_evenness(account),
        *_drama(experiment, threads),
        *_of_decisions(game, options, studied, seed, threads, on_game),
        _beginner(game, options, names, seed),
    ]
    return GameCard(game.title, game.describe_options(options), tuple(figures))


def _length(account: MeasureAccount) -> list[CardFigure]:
    """Return how long games are, and how much of them is choosing."""
    values = means_of(account)
    rounds = next((values[key] for key in ROUNDS if key in values), math.nan)
    wait = next((value for key, value in values.items() if key.startswith(WAIT)), math.nan)
    rows = [
        ("minutes at the table", values.get(MINUTES, math.nan), "{:.0f}"),
        ("minutes between own turns", wait, "{:.1f}"),
        ("rounds or turns", rounds, "{:.1f}"),
        ("decisions", values.get(DECISIONS, math.nan), "{:.0f}"),
        ("of them with one choice", values.get(FORCED, math.nan), "%"),
    ]
    return [figure("Length", *row) for row in rows]


def _evenness(account: MeasureAccount) -> list[CardFigure]:
    """Return how far characters and seats are from equal shares."""
    gaps = {
        name: _gap(account, group)
        for name, group in (("characters", "archetype"), ("seats", "seat"))
    }
    rows = [CardFigure("Even", f"largest gap between {name}", gap, _points(gap), note)
            for name, (gap, note) in gaps.items()]  # fmt: skip
    shared = next((v for k, v in means_of(account).items() if k.endswith("shared wins")), math.nan)
    return [*rows, figure("Even", "shared wins", shared, "%")]


def _gap(account: MeasureAccount, group: str) -> tuple[float, str]:
    """Return the largest distance from an equal share, and who has it."""
    shares = {label: value for label, value in _means(account).items() if is_win(label, group)}
    shares = {label: value for label, value in shares.items() if not math.isnan(value)}
    if len(shares) < 2:
        return math.nan, ""
    equal = sum(shares.values()) / len(shares)
    worst = max(shares, key=lambda label: abs(shares[label] - equal))
    return abs(shares[worst] - equal), f"{worst.name} {_percent(shares[worst])}"


def _drama(experiment: Experiment, threads: int | None) -> list[CardFigure]:
    """Return how long games stay open."""
    tension = curves(experiment, games=CURVES, playouts=FUTURES, threads=threads)
    rows = [
        ("decided after this part of a game", float(tension.decided.mean()), "%"),
        ("leader at half time wins", float(tension.half_time.mean()), "%"),
        ("changes of lead", float(tension.lead_changes.mean()), "{:.1f}"),
    ]
    return [figure("Open", *row) for row in rows]


def _of_decisions(
    game: Game, options: Records, games: int, seed: int, threads: int | None, on_game: OnGame | None
) -> list[CardFigure]:
    """Return what single decisions show."""
    study = study_decisions(game, options, games, LOOKS, FUTURES, seed, threads, on_game)
    causes, kinds = comebacks(study), regret_by_kind(study.looks)
    worst = next(iter(kinds.items()), None)
    kings, model, dead = kingmaking(study.looks), identity(study), dead_options(study.choices)
    listed = ", ".join(list(dead)[:MOST_NAMED]) + ("…" if len(dead) > MOST_NAMED else "")
    return [
        *(figure("Open", f"comebacks by {name}", causes.get(name, math.nan), "%")
          for name in ("own choices", "choices of others", "luck")),
        _interval("Choices", "regret of a choice", mean_regret(study.looks)),
        _interval("Choices", "regret of the kind that costs most",
                  worst[1] if worst else NO_INTERVAL, worst[0] if worst else ""),
        figure("Choices", "openings in effect", openings(study.choices), "{:.1f}"),
        CardFigure("Choices", "dead options", float(len(dead)), str(len(dead)), listed),
        figure("Others", "choices of players without hope",
               kings.share if kings else math.nan, "%"),
        _interval("Others", "kingmaking: such a choice moves another by",
                  kings.swing if kings else NO_INTERVAL),
        CardFigure("Others", "characters told apart by their moves",
                   model.hits.value if model else math.nan,
                   _percent(model.hits.value) if model else UNKNOWN, _mistaken(model)),
    ]  # fmt: skip


def _mistaken(model: object) -> str:
    """Return how often chance would be right, and who is mistaken for whom."""
    if model is None:
        return ""
    a, b, share = model.mistaken  # type: ignore[attr-defined]
    chance = f"{_percent(model.by_chance)} by chance"  # type: ignore[attr-defined]
    return f"{chance}; {a} taken for {b} {_percent(share)}" if share else chance


def _beginner(game: Game, options: Records, names: Sequence[str], seed: int) -> CardFigure:
    """Return how often a seat wins that plays any legal move, among the usual bots.

    The others are greedy, so that no other seat's character is missing.
    """
    others = [ANYTHING, *[GREEDY.name] * (len(names) - 1)]
    plan = make_plan(game, [make_arm(game, "", options, others)], BEGINNER, seed, None)
    experiment = Experiment(plan, game)
    results = experiment.play(Work(0, 0, experiment.blocks)).account
    wins = {label: value for label, value in _means(results).items() if is_win(label, "player")}
    share = next((v for label, v in wins.items() if ANYTHING in label.key), math.nan)
    return figure("Others", "a beginner who plays anything wins", share, "%",
                  f"{_percent(1 / len(names))} is equal")  # fmt: skip


NO_INTERVAL = Interval(math.nan, math.nan, math.nan)


def means_of(account: MeasureAccount) -> Mapping[str, float]:
    """Return the means of an account by their keys."""
    return {label.key: value for label, value in _means(account).items()}


def _means(account: MeasureAccount) -> dict[Label, float]:
    totals, of = account.totals.sum(axis=0), account.of.sum(axis=0)
    return {
        label: float(totals[i] / of[i]) if of[i] else math.nan
        for i, label in enumerate(account.means)
    }


def figure(section: str, name: str, value: float, shape: str, note: str = "") -> CardFigure:
    """Return a figure; the shape is `%` for shares."""
    text = _percent(value) if shape == "%" else shape.format(value)
    return CardFigure(section, name, value, UNKNOWN if math.isnan(value) else text, note)


def _interval(section: str, name: str, interval: Interval, note: str = "") -> CardFigure:
    """Return a figure in points, with its interval."""
    if math.isnan(interval.value):
        return CardFigure(section, name, math.nan, UNKNOWN, note)
    low, high = 100 * interval.low, 100 * interval.high
    span = "" if math.isnan(low) else f" ({_signed(low)} … {_signed(high)})"
    text = f"{_signed(100 * interval.value)} points{span}"
    return CardFigure(section, name, interval.value, text, note)


def _signed(value: float) -> str:
    """Return a number with a true minus sign; what rounds to zero has none."""
    return f"{value:z.1f}".replace("-", "−")


def _points(value: float) -> str:
    return UNKNOWN if math.isnan(value) else f"{100 * value:.1f} points"


def _percent(value: float) -> str:
    return UNKNOWN if math.isnan(value) else f"{100 * value:.0f} %"
