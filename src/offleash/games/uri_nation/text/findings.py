"""Reasons for figures of Uri-Nation: what decides challenges, and what hardly matters."""

from fractions import Fraction

from offleash.contract import Contrast, Evidence, Figure, Finding, Label
from offleash.contract.lab.general_findings import HARDLY, MOST_LISTED, ends, percent
from offleash.games.uri_nation.rules.odds import TIES as TIED_ROLLS, WINS as WINNING_ROLLS
from offleash.games.uri_nation.text.figures import causes as C
from offleash.games.uri_nation.text.names import STOCK_NAMES
from offleash.tools.prose import capitalise, join_and

LEAST_POINTS = 0.01  # by which a cause has to change the odds of challenges
EVEN = 0.5  # the odds of a challenge without any handicap
RARE = 0.01  # a handicap with a smaller share of all challenges is not drawn
CAUSES = (  # in the order of `figures.causes.CASES`, without its first
    *("fortify tokens", "the bonus of homes and bonds", "ties that go to the defender"),
    *("Grit", "the Diplomat's handicap", "cards", "bids"),
)
ONE_THING = ("the bonus of homes and bonds", "Grit", "the Diplomat's handicap")


RULES = {  # what a dog does, and the figure that counts it per dog and game
    "uses a path": "Crossings: paths, all",
    "walks onto a side street": "Crossings: side-street spaces, all",
    "crosses by paying": "Crossings: paid crossings, all",
    "is resupplied at home": "Home: resupplies, all",
    "challenges a home": "Marking: homes challenged, all",
    "fortifies": "Marking: fortifies, all",
    "re-claims with Swagger": "Marking: re-claims by Swagger, all",
    "re-claims with Grit": "Marking: re-claims by Grit, all",
    "starts an alliance": "Alliances: initiated, all",
    "joins an alliance": "Alliances: joined, all",
    "breaks an alliance": "Alliances: broken, all",
    "challenges an alliance": "Alliances: challenged, all",
    "drinks": "Cards and drinks: drinks, all",
    "plays a held card": "Cards and drinks: held cards played, all",
    "uses a walk trick": "Turns: walk tricks, all",
}


def findings(evidence: Evidence) -> list[Finding]:
    """Return what decides challenges, and which stocks and rules are hardly ever used."""
    return [*filter(None, (_challenges(evidence), _stocks(evidence), _rules(evidence)))]


# Challenges


def _challenges(evidence: Evidence) -> Finding | None:
    """Return how often attackers win, what the dice say, and what makes the odds uneven."""
    exact_key, *keys = (f"{C.ODDS}: {name}, all" for name in C.CASES)
    if exact_key not in evidence.figures:
        return None
    pairs = {cause: [(exact_key, key)] for cause, key in zip(CAUSES, keys, strict=True)}
    effects = {
        cause: contrast
        for cause, contrast in evidence.contrasts(pairs).items()
        if max(contrast.low, -contrast.high) > LEAST_POINTS
    }
    if not effects:
        return None
    names = sorted(effects, key=lambda cause: -abs(_effect(effects[cause])))
    first, won = effects[names[0]], evidence.figures[f"{C.ODDS}: {C.WON}, all"]
    least = max(first.low, -first.high)
    others = [_in_points(cause, effects[cause]) for cause in names[1:]]
    matter, pronoun = ("matters", "it") if names[0] in ONE_THING else ("matter", "them")
    return Finding(
        f"Attackers win {percent(won.value)} {ends(won.low, won.high)} of their challenges; the "
        f"exact odds are {percent(first.one)}. {capitalise(names[0])} {matter} most: without "
        f"{pronoun} they would be {percent(first.other)}.",
        (least - LEAST_POINTS) / (EVEN - LEAST_POINTS),
        "Challenges won by handicap, and the exact odds",
        _by_handicap(evidence),
        ("won", "exact odds"),
        f"Besides, {join_and(others)}." if others else "No other cause makes a clear difference.",
    )


def _effect(contrast: Contrast) -> float:
    """Return what a cause adds to the odds of an attacker."""
    return contrast.one - contrast.other


def _in_points(cause: str, contrast: Contrast) -> str:
    verb = "cost" if _effect(contrast) < 0 else "give"
    points = f"{abs(100 * _effect(contrast)):.1f} points"
    return f"{cause} {verb}{'s' if cause in ONE_THING else ''} them {points}"


def _by_handicap(evidence: Evidence) -> dict[str, list[Figure]]:
    """Return, for each handicap that is not rare, the share of challenges won and exact odds."""
    keys = {
        (row, ties): f"{C.HEADING}: {name}, {words}"
        for row, name in enumerate(C.HANDICAP_NAMES)
        for ties, words in enumerate(C.TIES)
    }
    cases = {at: evidence.cases(key) for at, key in keys.items() if key in evidence.figures}
    common = [at for at, count in cases.items() if count >= RARE * sum(cases.values())]
    rows = {}
    for row, ties in common:
        figure = evidence.figures[keys[row, ties]]
        name = figure.label.name + (f", {C.TIES[1]}" if ties else "")
        rows[name] = [figure, Figure(figure.label, float(exact_odds(row, bool(ties))))]
    return rows


def exact_odds(row: int, ties_defend: bool) -> Fraction:
    """Return the chance of an attacker with a handicap, by its row of `HANDICAP_NAMES` (part 3)."""
    rolls = 36 if ties_defend else 36 - int(TIED_ROLLS[row])
    return Fraction(int(WINNING_ROLLS[row]), rolls)


# Stocks


def _stocks(evidence: Evidence) -> Finding | None:
    """Return the stocks of which hardly anything is spent."""
    keys = {stock: f"Resources: {stock} spent, all" for stock in STOCK_NAMES}
    shares = {s: _as_share(evidence.figures[k]) for s, k in keys.items() if k in evidence.figures}
    idle = sorted((s for s in shares if shares[s].high < HARDLY), key=lambda s: shares[s].high)
    if not idle:
        return None
    amounts = join_and(f"{percent(shares[stock].value)} of the {stock}" for stock in idle)
    return Finding(
        f"Dogs hardly use their {join_and(idle)}: of all they ever have, they spend {amounts}.",
        1 - shares[idle[0]].high / HARDLY,
        "How much of each stock is spent",
        {stock: [share] for stock, share in shares.items()},
    )


def _as_share(figure: Figure) -> Figure:
    """Return a figure in per cent as a share."""
    label = Label(figure.label.name, is_share=True, unit="of all that dogs have")
    return Figure(label, figure.value / 100, figure.low / 100, figure.high / 100)


# Rules


def _rules(evidence: Evidence) -> Finding | None:
    """Return what hardly ever happens, of all that happens; what never does may be switched off."""
    figures = {
        does: evidence.figures[key] for does, key in RULES.items() if key in evidence.figures
    }
    active = {does: figure for does, figure in figures.items() if figure.value > 0}
    rare = [does for does, figure in active.items() if figure.high < HARDLY]
    rare.sort(key=lambda does: active[does].value)
    if not rare:
        return None
    often = [f"{does} once in {1 / active[does].value:,.0f} games" for does in rare]
    return Finding(
        f"Some rules hardly ever come into play: a dog {join_and(often[:MOST_LISTED])}.",
        sum(1 - active[does].high / HARDLY for does in rare) / len(active),
        "What hardly ever happens",
        {does: [active[does]] for does in rare},
        paragraph=f"It also {join_and(often[MOST_LISTED:])}." if often[MOST_LISTED:] else "",
    )
