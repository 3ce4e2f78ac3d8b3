"""The designer's five questions, each answered in a sentence."""

from collections.abc import Iterable, Mapping

from offleash.core.game import Figure, Headline
from offleash.games.uri_nation.options import HOMES
from offleash.games.uri_nation.text.figures.names import ENDINGS
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, STOCK_NAMES

Figures = Mapping[str, Figure]
Sentence = list[str | Figure]

RARE = 0.005  # an ending with a smaller share is not worth a word
ENDS = {  # what a game does that ends so
    "threshold": "reach the threshold",
    "last dog": "leave one dog",
    "out of time": "run out of time",
}
assert set(ENDS) == set(ENDINGS.values())


def headlines(figures: Figures) -> list[Headline]:
    """Length, wins, resources, crossings, home; then whether a lead decides."""
    every = (_length, _wins, _resources, _crossings, _home, _lead)
    return [headline for answer in every if (headline := answer(figures))]


def _length(figures: Figures) -> Headline | None:
    mean = figures.get("Game length: rounds, mean")
    if mean is None:
        return None
    shares = _named(figures, "Game length: % of the games, {}", ENDS)
    common = [name for name, share in shares.items() if share.value >= RARE]
    sentence: Sentence = ["The average length of a game"]
    for place, name in enumerate(sorted(common, key=lambda name: -shares[name].value)):
        sentence += [". Of all games, " if not place else ", ", shares[name], f" {ENDS[name]}"]
    return Headline(mean, "rounds", [*sentence, "."])


def _wins(figures: Figures) -> Headline | None:
    dogs = _named(figures, "Win rates: by archetype, {}", ARCHETYPE_NAMES)
    if len(dogs) < 2:
        return None
    best, worst = _highest(dogs), _lowest(dogs)
    sentence: Sentence = [f"The {best} wins most often; the {worst} wins least often, "]
    sentence += [dogs[worst], "."]
    homes = _named(figures, "Win rates: by home, {}", [f"home {label}" for label in HOMES])
    if len(homes) > 1:
        top, last = _highest(homes), _lowest(homes)
        sentence += [f" {top.capitalize()} wins most often, ", homes[top]]
        sentence += [f"; {last} wins least often, ", homes[last], "."]
    return Headline(dogs[best], "", sentence)


def _resources(figures: Figures) -> Headline | None:
    used = _named(figures, "Resources: {} spent, all", STOCK_NAMES)
    if not used:
        return None
    scarce, idle = _highest(used), _lowest(used)
    sentence: Sentence = [f"of all the {scarce} that dogs ever have is spent"]
    others = [stock for stock in sorted(used, key=lambda s: -used[s].value) if stock != scarce]
    for place, stock in enumerate(others):
        last = stock == idle
        sentence += ["; the share is " if not place else " and " if last else ", "]
        sentence += [used[stock], f"\u202f% for {stock}"]
    return Headline(used[scarce], "%", [*sentence, "."])


def _crossings(figures: Figures) -> Headline | None:
    names = ("crossings, all", "free crossings, all", "paid crossings, all")
    a_turn, free, paid = (figures.get(f"Crossings: {name}") for name in names)
    if not (a_turn and free and paid):
        return None
    sentence: Sentence = ["A dog's road crossings. In a whole game it crosses ", free]
    sentence += [" times free of charge and ", paid, " times by paying Drive."]
    return Headline(a_turn, "per turn", sentence)


def _home(figures: Figures) -> Headline | None:
    names = ("home visits", "resupplies", "visits")
    visits, resupplies, a_turn = (figures.get(f"Home: {name}, all") for name in names)
    if not (visits and resupplies and a_turn):
        return None
    sentence: Sentence = ["A dog's visits home per game, or ", a_turn, " per turn; "]
    return Headline(visits, "visits", [*sentence, resupplies, " of these visits resupply it."])


def _lead(figures: Figures) -> Headline | None:
    names = ("leader at half time wins", "came from behind", "lead changes")
    leader, behind, changes = (figures.get(f"Lead: {name}") for name in names)
    if not (leader and behind and changes):
        return None
    sentence: Sentence = ["How often a dog that leads alone at half time wins; ", behind]
    sentence += [" of the winners come from behind. The lead changes ", changes]
    return Headline(leader, "", [*sentence, " times per game."])


def _named(figures: Figures, key: str, names: Iterable[str]) -> dict[str, Figure]:
    """The figures whose keys have one of the names in them."""
    return {name: figures[key.format(name)] for name in names if key.format(name) in figures}


def _highest(figures: Mapping[str, Figure]) -> str:
    return max(figures, key=lambda name: figures[name].value)


def _lowest(figures: Mapping[str, Figure]) -> str:
    return min(figures, key=lambda name: figures[name].value)
