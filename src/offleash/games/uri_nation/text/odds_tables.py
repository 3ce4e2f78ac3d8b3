"""The odds of challenges as tables, next to what the design document publishes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rich.table import Table
from rich.text import Text

from offleash.contract import Game, Records
from offleash.contract.options import NONE
from offleash.games.uri_nation.odds import BOND, HOME, TERRITORY, Fight, by_handicap, odds

HANDICAPS = range(-6, 7)
NEVER = "–"  # what these options do not allow
MOST_TOKENS = 5  # fortify tokens with which nobody wins any more
LABEL = 21  # so that tables stand under each other


@dataclass(frozen=True)
class Published:
    """A row of the table in the design document 1.2, §9.3."""

    name: str
    percent: int
    quarry: str = TERRITORY
    tokens: int = 0
    ties: str = "both"  # whom the row is about: "isolated", "cluster" or both


PUBLISHED = (
    Published("naked, isolated", 42, ties="isolated"),
    Published("naked, cluster 3+", 42, ties="cluster"),
    Published("1 fortify", 28, tokens=1),
    Published("2 fortify", 17, tokens=2),
    Published("3 fortify", 9, tokens=3),
    Published("Home Turf", 9, HOME, ties="isolated"),
    Published("Home + 3 fortify", 0, HOME, tokens=3, ties="isolated"),
)


def format_chance(chance: Fraction | None) -> str:
    """Return `10/31  32.26 %`."""
    return NEVER if chance is None else f"{chance} {_percent(chance):>6} %"


def _percent(chance: Fraction | None) -> str:
    return NEVER if chance is None else f"{float(100 * chance):.2f}"


def _table(*columns: str) -> Table:
    """Return a table with words on the left, numbers on the right."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


# What is printed, part by part


def handicap_table(game: Game) -> Iterator[Table | Text]:
    """Yield every handicap from −6 to +6: wins, ties and losses of 36, and what comes of ties."""
    yield Text("Attacker's die against the defender's and a handicap", "bold")
    table = _table("handicap", "win", "tie", "lose", "ties re-rolled", "ties to the defender")
    for handicap in HANDICAPS:
        free, firm = (by_handicap(game, handicap, rule) for rule in ("reroll", "defender"))
        falls = (str(count) for count in (free.wins, free.again, free.losses))
        chances = (format_chance(result.success) for result in (free, firm))
        table.add_row(f"{handicap:+d}", *falls, *chances)
    yield table
    yield Text(
        "The handicap is what the defender adds (fortify tokens, a home, markers, a bid) and what "
        "the attacker takes off (a Diplomat, too much Grit), less its card and its bid.",
        "dim",
    )


def published_table(game: Game, options: Records) -> Iterator[Table | Text]:
    """Yield the figures of the design document 1.2 next to the true ones."""
    yield Text("\nWhat the design document 1.2 publishes (§9.3)", "bold")
    table = _table("defender", "published", "isolated", "in a cluster", "verdict")
    table.columns[-1].justify = "left"
    for row in PUBLISHED:
        alone, firm = true_odds(game, options, row)
        verdict = verdict_on(row, alone, firm)
        style = "green" if verdict == "right" else "red"
        cells = (format_chance(alone), format_chance(firm), Text(verdict, style))
        table.add_row(row.name, f"~{row.percent} %", *cells)
    yield table


def true_odds(
    game: Game, options: Records, row: Published
) -> tuple[Fraction | None, Fraction | None]:
    """Return the true odds, isolated and in a cluster, as far as the row is about them."""
    chances = []
    for ties in ("isolated", "cluster"):
        fight = Fight(row.quarry, row.tokens, ties == "cluster")
        chances.append(_success(game, options, fight) if row.ties in (ties, "both") else None)
    return chances[0], chances[1]


def verdict_on(row: Published, alone: Fraction | None, firm: Fraction | None) -> str:
    """Return whether a published figure is the true one, rounded."""
    truths = {"isolated": alone, "in a cluster": firm}
    chances = {where: chance for where, chance in truths.items() if chance is not None}
    wrong = [where for where, chance in chances.items() if round(100 * chance) != row.percent]
    return " ".join(["wrong", *wrong]) if wrong else "right"


def attack_table(game: Game, options: Records) -> Iterator[Table | Text]:
    """Yield every attacker against every defence that these rules have."""
    title = f"\nUri-Nation, {game.describe_options(options)}: chances to win, in per cent"
    yield Text(title, "bold")
    counts = range(1 + min(MOST_TOKENS, int(options["fortify_max"][0])))
    territories = {f"{n} fortify" if n else "naked": Fight(tokens=n) for n in counts}
    tables = [
        _against(game, options, "isolated/in a cluster", territories),
        _against(game, options, "", dict(_other_defences(options))),
    ]
    yield from (table for table in tables if table.row_count)
    if not any(table.row_count for table in tables):
        yield Text("nobody can challenge anything", "dim")
    elif options["secret_bidding"][0]:
        yield Text(
            "Only the difference between the two bids counts. Bonds are challenged without bids. A "
            "row with bids is for most dogs: a Diplomat or too much Grit counts like as many pegs.",
            "dim",
        )


def _against(game: Game, options: Records, title: str, defences: dict[str, Fight]) -> Table:
    table = _table(title, *defences)
    table.columns[0].min_width = LABEL
    for attacker, changes in attackers(options):
        fights = [replace(fight, **changes) for fight in defences.values()]
        cells = [_both(game, options, fight) for fight in fights]
        if any(cell != NEVER for cell in cells):
            table.add_row(attacker, *cells)
    return table


def attackers(options: Records) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield those whom rules treat differently: the Diplomat, those with too much Grit, bidders."""
    is_weak = int(options["diplomat_attack"][0]) != 0
    threshold = int(options["grit_threshold"][0])
    yield "most dogs" if is_weak or threshold != NONE else "any dog", {}
    if is_weak:
        yield "Diplomat", {"is_diplomat": True}
    if threshold != NONE:
        yield f"{threshold + 1} Grit", {"grit": threshold + 1}
        if is_weak:
            together = {"is_diplomat": True, "grit": threshold + 1}
            yield f"Diplomat, {threshold + 1} Grit", together
        for grit in (threshold + 2, threshold + 3):
            yield f"{grit} Grit", {"grit": grit}
    if options["secret_bidding"][0]:
        attack, defence = highest_bids(options)
        yield from ((f"bids {n} more", {"bids": (n, 0)}) for n in range(1, attack + 1))
        yield from ((f"bids {n} fewer", {"bids": (0, n)}) for n in range(1, defence + 1))


def highest_bids(options: Records) -> tuple[int, int]:
    """Return the most that attacker and defender can usefully bid with full bowls (W7)."""
    playing = options["archetypes"][0][: int(options["seats"][0])]
    most = int(options["water_cap"][0][playing].max())
    left = max(0, most - int(options["challenge_water"][0]))
    return min(left, HANDICAPS[-1]), min(most, HANDICAPS[-1])


def _other_defences(options: Records) -> Iterator[tuple[str, Fight]]:
    """Yield the home by its fortify tokens, and bonds by their markers."""
    if options["home_challenge"][0]:
        yield "home", Fight(HOME)
        for tokens in range(1, 1 + min(MOST_TOKENS, int(options["home_fortify_max"][0]))):
            yield f"+ {tokens}", Fight(HOME, tokens)
    if options["challenge_bond"][0]:
        for markers in range(1, int(options["seats"][0])):
            yield f"bond of {markers}", Fight(BOND, markers)


def _both(game: Game, options: Records, fight: Fight) -> str:
    """Return `50.00/41.67` where a cluster makes a difference, else one figure."""
    alone = _success(game, options, fight)
    if fight.target != TERRITORY:
        return _percent(alone)
    firm = _success(game, options, replace(fight, is_clustered=True))
    return _percent(alone) if alone == firm else f"{_percent(alone)}/{_percent(firm)}"


def _success(game: Game, options: Records, fight: Fight) -> Fraction | None:
    chances = odds(game, options, fight)
    return chances.success if chances else None
