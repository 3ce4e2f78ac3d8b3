"""The designer's five questions, each answered in a sentence."""

import re
from collections.abc import Iterable, Mapping

from offleash.contract import Figure, Headline
from offleash.games.uri_nation.options import HOMES
from offleash.games.uri_nation.text.figures.dogs import ENDINGS
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, STOCK_NAMES

Figures = Mapping[str, Figure]
Sentence = list[str | Figure]

RARE = 0.005  # an ending with a smaller share is not worth a word
ENDS = {  # what a game does that ends so
    "threshold": "reach the threshold",
    "last dog": "leave one dog",
    "out of time": "run out of time",
}
PLAIN = (  # the key of a figure, its unit, and a text with the keys of others
    (
        "Crossings: crossings, all",
        "per turn",
        "How often a dog crosses a road. Over a game it crosses {Crossings: free crossings, all} "
        "times for free and {Crossings: paid crossings, all} times by paying Drive.",
    ),
    (
        "Home: home visits, all",
        "visits",
        "How often a dog comes home in a game, or {Home: visits, all} times per turn; "
        "{Home: resupplies, all} of these visits resupply it.",
    ),
    (
        "Playing time: minutes, mean",
        "minutes",
        "The average playing time, estimated from seconds per decision; the box promises 45 to 90 "
        "minutes, and {Playing time: % of the games, 45–90} of the games keep to that. A player "
        "waits {Playing time: wait between own turns} minutes between turns.",
    ),
    (
        "Turns without an action: in all, all",
        "",
        "How often a turn ends without an action. In {Turns without an action: nothing to mark, "
        "all} of all turns the dog stops where there is nothing to mark, and in {Turns without an "
        "action: passed by choice, all} it could act and passes.",
    ),
    (
        "Lead: leader at half time wins",
        "",
        "How often a dog that leads alone at half time wins; {Lead: came from behind} of the "
        "winners come from behind. The lead changes {Lead: lead changes} times per game.",
    ),
)
assert set(ENDS) == set(ENDINGS.values())
CAPTIONS = {  # which games count in the charts by round, by heading
    "Territories": "A game that is over stays in the mean with its final territories, up to its "
    "last possible round.",
    "Lead": "Only games that go on after the round and have a single leader count.",
}


def headlines(figures: Figures) -> list[Headline]:
    """Return length, wins, resources, crossings, home; minutes, idle turns, what a lead decides."""
    answers = (_length(figures), _wins(figures), _resources(figures))
    return [*filter(None, (*answers, *(_fill(figures, *answer) for answer in PLAIN)))]


def _length(figures: Figures) -> Headline | None:
    mean = figures.get("Game length: rounds, mean")
    if mean is None:
        return None
    shares = _named(figures, "Game length: % of the games, {}", ENDS)
    common = {name: share for name, share in shares.items() if share.value >= RARE}
    sentence: Sentence = ["The average length of a game"]
    for place, name in enumerate(_ranked(common)):
        last = 0 < place == len(common) - 1
        sentence += [". " if not place else " and " if last else ", ", shares[name]]
        sentence += ["" if place else " of the games", f" {ENDS[name]}"]
    return Headline(mean, "rounds", [*sentence, "."])


def _wins(figures: Figures) -> Headline | None:
    dogs = _named(figures, "Win rates: by archetype, {}", ARCHETYPE_NAMES)
    if len(dogs) < 2:
        return None
    best, *_, worst = _ranked(dogs)
    sentence: Sentence = [f"The {best} wins most often; the {worst} wins least often, at "]
    sentence += [dogs[worst], "."]
    homes = _named(figures, "Win rates: by home, {}", [f"home {label}" for label in HOMES])
    if len(homes) > 1:
        top, *_, last = _ranked(homes)
        sentence += [f" Of the homes, {top} wins most often, at ", homes[top]]
        sentence += [f", and {last} least often, at ", homes[last], "."]
    return Headline(dogs[best], "", sentence)


def _resources(figures: Figures) -> Headline | None:
    used = _named(figures, "Resources: {} spent, all", STOCK_NAMES)
    if not used:
        return None
    scarce, *others = _ranked(used)
    sentence: Sentence = [f"of all {scarce} that dogs get is spent"]
    for place, stock in enumerate(others):
        last = stock == others[-1]
        sentence += [f". Of {stock} it is " if not place else " and " if last else ", "]
        sentence += [f"of {stock} " if place else "", used[stock], "\u202f%"]
    return Headline(used[scarce], "%", [*sentence, "."])


def _fill(figures: Figures, key: str, unit: str, text: str) -> Headline | None:
    """Return a figure and its text, with figures for the keys in it; None if one is missing."""
    parts = re.split("[{}]", text)
    if not {key, *parts[1::2]} <= figures.keys():
        return None
    sentence = [figures[part] if place % 2 else part for place, part in enumerate(parts)]
    return Headline(figures[key], unit, sentence)


def _named(figures: Figures, key: str, names: Iterable[str]) -> dict[str, Figure]:
    """Return the figures whose keys have one of the names in them."""
    return {name: figures[key.format(name)] for name in names if key.format(name) in figures}


def _ranked(figures: Figures) -> list[str]:
    """Return the names of some figures, from the highest value to the lowest."""
    return sorted(figures, key=lambda name: -figures[name].value)
