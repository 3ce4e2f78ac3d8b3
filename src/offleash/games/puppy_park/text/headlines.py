"""What is asked first about many games of Puppy Park, each answered in a sentence."""

from collections.abc import Mapping

from offleash.core.game import Figure, Headline

Figures = Mapping[str, Figure]
Sentence = list[str | Figure]


def headlines(figures: Figures) -> list[Headline]:
    """Length, the first turn, extra turns; then what tree-poop tiles do, where there are any."""
    every = (_length, _first, _extra, _tree_poop)
    return [headline for answer in every if (headline := answer(figures))]


def _length(figures: Figures) -> Headline | None:
    turns, left = figures.get("turns"), figures.get("tiles left")
    if not (turns and left):
        return None
    sentence: Sentence = ["The average length of a game. A loser has ", left, " tiles left."]
    return Headline(turns, "turns", sentence)


def _first(figures: Figures) -> Headline | None:
    first, last = figures.get("wins of the first player"), None
    for word in ("second", "third", "fourth"):
        last = figures.get(f"wins of the {word} player") or last
    if not (first and last):
        return None
    return Headline(
        first, "", ["How often the first player wins; the last player wins ", last, "."]
    )


def _extra(figures: Figures) -> Headline | None:
    names = ("extra turns earned in a turn", "tiles with two pairs", "tiles atop two dogs")
    a_turn, pairs, stacks = (figures.get(name) for name in names)
    if not (a_turn and pairs and stacks):
        return None
    sentence: Sentence = ["Extra turns earned. In a game, ", pairs]
    return Headline(
        a_turn, "per turn", [*sentence, " tiles make two pairs and ", stacks, " are stacked."]
    )


def _tree_poop(figures: Figures) -> Headline | None:
    names = ("tree-poop tiles laid", "games under poop rules", "games under tree rules")
    laid, poop, tree = (figures.get(name) for name in names)
    if not (laid and poop and tree) or laid.value == 0:
        return None
    sentence: Sentence = [
        "The number laid per game. Poop rules apply in ",
        poop,
        " of the games, tree rules in ",
    ]
    return Headline(laid, "tree-poop tiles", [*sentence, tree, "."])
