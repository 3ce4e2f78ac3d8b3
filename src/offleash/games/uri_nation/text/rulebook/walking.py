"""Walking, and what happens on the way."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, chapter, format_amounts, grid, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, charge, title

BACK = "Within a walk no step leads back to the cell that the last step left"
TURNS = {
    "dead_end": f"{BACK}, unless no other step is possible.",
    "free": "You may turn round within a walk as often as you like.",
    "never": f"{BACK}, not even at a dead end.",
}
STOPS = {
    "anywhere": "**You may stop anywhere**, even before the first step.",
    "full_roll": "**You walk the whole roll.**",
    "min_one": "**You may stop anywhere**, but you must move at least once if you can.",
}
HOME_STOPS = {
    "none": "Your home does not stop you.",
    "optional": "Only when you enter your own home's frontage you may stop there and give up the "
    "rest of the roll.",
    "mandatory": "Only when you enter your own home's frontage you must stop there and lose the "
    "rest of the roll.",
}
PARK_STOPS = {
    "initiate_only": "At a dog park you may stop early only in order to ally there, which is then "
    "your action.",
    "any": "At any dog park you may stop early.",
    "none": "Dog parks stop nobody.",
}


def walking(book: BookContext) -> Chapter:
    """The rules of a walk (M6–M22)."""
    is_whole = book.stop_rule == "full_roll"
    has_park_stop = book.park_early_stop != "initiate_only" or book.alliance_site == "park"
    return chapter(
        "Walking",
        f"Roll {count_of(book.walk_dice, 'die', 'dice')}. "
        f"{'What it shows' if book.walk_dice == 1 else 'The sum'} is one walk, and each step leads "
        "to the next cell, never diagonally. At every fork you choose anew. Dogs may share a "
        "cell, and nothing happens then.",
        sentences(
            STOPS[book.stop_rule],
            HOME_STOPS[book.home_stop] if is_whole else "",
            PARK_STOPS[book.park_early_stop] if is_whole and has_park_stop else "",
        ),
        f"{TURNS[book.uturn]} After a crossing every direction is open.",
        "**Crossing a road** leads straight over it to the sidewalk opposite, at any time of the "
        "walk, also before the first step and after the last. At a zebra crossing it is free and "
        f"uses up {count_of(book.intersection_steps, 'step')} of the roll. In mid-block it costs "
        f"{format_amounts(Drive=book.midblock_drive)} and uses up "
        f"{count_of(book.midblock_steps, 'step')}. Between two steps you can't come to the same "
        "cell twice by crossings.",
        f"**Side streets.** Each space deeper into one {_cost(book.side_street_drive)}, and each "
        f"space back {_cost(book.side_street_return_drive)}. Every space takes a step as usual."
        if book.count(":")
        else None,
        _paths(book) if book.has_paths else None,
        Example("A walk, a free crossing and a claim"),
        Example("Crossing in mid-block costs Drive"),
    )


def _cost(drive: int) -> str:
    return f"costs {drive} Drive" if drive else "is free"


def _paths(book: BookContext) -> str:
    cost = format_amounts(Drive=book.path_drive)
    if book.path_forced:
        poor = " Who can't pay stays." if book.path_drive else ""
        return (
            "**Paths.** Entering the start of a path takes you along to its other end, for "
            f"{cost}, whether you like it or not.{poor} It uses up no step, and you walk on from "
            "there."
        )
    return (
        f"**Paths.** Standing at the start of a path you may take it to its other end, for {cost} "
        "and no step, and walk on from there. A path leads one way only."
    )


def passing(book: BookContext) -> Chapter:
    """What triggers, when and how often (M2–M5, M27, M28)."""
    card = "you draw {} card, like it or not"
    join = f"you must join that alliance, {charge(book.join_water, 'water')}"
    return chapter(
        "On the way",
        sentences(
            "When you enter the frontage of a thing, it happens.",
            "Each thing does so **once a turn** at most, however often you come by."
            if book.triggers_per_feature_per_turn
            else "It does so as often as you enter.",
            "What you stand at when your walk begins counts as passed too."
            if book.trigger_on_start_cell
            else "What you stand at when your turn begins does nothing until you leave and come "
            "back.",
        ),
        grid(
            ("you pass", "what happens"),
            ("water", _drink(book)),
            ("a dog park", _park(book, join)),
            ("a bond space with markers", join) if book.alliance_site == "bond" else None,
            ("a chance spot", card.format("a Chance")) if book.chance_deck else None,
            ("the events space", card.format("an Events")) if book.events_deck else None,
            ("your own home", "see the chapter on homes"),
        ),
        "Of several things at one cell, alliances and parks come first, then cards, then water. "
        "What you gain on the way you may spend at once.",
        Example("Passing water"),
    )


def _drink(book: BookContext) -> str:
    is_deck, is_free = book.drink_mode == "deck", book.scrapper_free_drink and book.drink_drive
    effect = "draw a Water Chance card" if is_deck else "fill your bowl to the rim"
    free = f"; {title('scrapper')} pays nothing" if is_free and "scrapper" in book.dogs else ""
    return f"you may drink, {charge(book.drink_drive, 'Drive')}, and {effect}{free}"


def _park(book: BookContext, join: str) -> str:
    gain = f"you get {book.park_bond} Bond" if book.park_bond else "nothing"
    if book.alliance_site != "park":
        return gain
    alone = "" if book.park_bond else ", if nobody is allied there"
    both = " and get that Bond as well" if book.park_bond_if_active and book.park_bond else ""
    return f"{gain}{alone}; but if it has markers, {join}{both}"
