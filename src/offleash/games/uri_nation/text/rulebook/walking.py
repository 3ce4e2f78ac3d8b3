"""Walking, and what happens on the way."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, chapter, grid, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, title


def walking(book: BookContext) -> Chapter:
    """The rules of a walk (M6–M22)."""
    o = book.options
    uturn = {
        "dead_end": "Within a walk no step leads back to the cell that the last step left, unless "
        "no other step is possible.",
        "free": "You may turn round within a walk as often as you like.",
        "never": "Within a walk no step leads back to the cell that the last step left, not even "
        "at a dead end.",
    }
    return chapter(
        "Walking",
        f"Roll {count_of(o.walk_dice, 'die', 'dice')}. "
        f"{'What it shows' if o.walk_dice == 1 else 'The sum'} is one walk, and each step leads "
        "to the next cell, never diagonally. At every fork you choose anew. Dogs may share a "
        "cell, and nothing happens then.",
        sentences(_stop(book), _home_stop(book), _park_stop(book)),
        uturn[o.uturn] + " After a crossing every direction is open.",
        _crossings(book),
        _side_streets(book),
        _paths(book),
        Example("A walk, a free crossing and a claim"),
        Example("Crossing in mid-block costs Drive"),
    )


def _stop(book: BookContext) -> str:
    return {
        "anywhere": "**You may stop anywhere**, even before the first step.",
        "full_roll": "**You walk the whole roll.**",
        "min_one": "**You may stop anywhere**, but you must move at least once if you can.",
    }[book.options.stop_rule]


def _home_stop(book: BookContext) -> str:
    if book.options.stop_rule != "full_roll":
        return ""
    return {
        "none": "Your home does not stop you.",
        "optional": "Only when you enter your own home's frontage you may stop there and give up "
        "the rest of the roll.",
        "mandatory": "Only when you enter your own home's frontage you must stop there and lose "
        "the rest of the roll.",
    }[book.options.home_stop]


def _park_stop(book: BookContext) -> str:
    o = book.options
    if o.stop_rule != "full_roll":
        return ""
    only_to_ally = (
        "At a dog park you may stop early only in order to ally there, which is then your action."
    )
    return {
        "initiate_only": only_to_ally if o.alliance_site == "park" else "",
        "any": "At any dog park you may stop early.",
        "none": "Dog parks stop nobody.",
    }[o.park_early_stop]


def _crossings(book: BookContext) -> str:
    o = book.options
    zebra = f"uses up {count_of(o.intersection_steps, 'step')} of the roll"
    mid = f"{o.midblock_drive} Drive" if o.midblock_drive else "nothing"
    return (
        "**Crossing a road** leads straight over it to the sidewalk opposite, at any time of the "
        "walk, also before the first step and after the last. At a zebra crossing it is free and "
        f"{zebra}. In mid-block it costs {mid} and uses up {count_of(o.midblock_steps, 'step')}. "
        "Between two steps you can't come to the same cell twice by crossings."
    )


def _side_streets(book: BookContext) -> str | None:
    o = book.options
    if not book.has_side_streets:
        return None
    deeper = f"costs {o.side_street_drive} Drive" if o.side_street_drive else "is free"
    back = f"costs {o.side_street_return_drive} Drive" if o.side_street_return_drive else "is free"
    return (
        f"**Side streets.** Each space deeper into one {deeper}, and each space back {back}. Every "
        "space takes a step as usual."
    )


def _paths(book: BookContext) -> str | None:
    o = book.options
    if not book.has_paths:
        return None
    cost = f"{o.path_drive} Drive" if o.path_drive else "nothing"
    if o.path_forced:
        poor = " Who can't pay stays." if o.path_drive else ""
        return (
            "**Paths.** Entering the start of a path takes you along to its other end, for "
            f"{cost}, "
            f"whether you like it or not.{poor} It uses up no step, and you walk on from there."
        )
    return (
        f"**Paths.** Standing at the start of a path you may take it to its other end, for {cost} "
        "and no step, and walk on from there. A path leads one way only."
    )


def passing(book: BookContext) -> Chapter:
    """What triggers, when and how often (M2–M5, M27, M28)."""
    o = book.options
    often = (
        "Each thing does so **once a turn** at most, however often you come by."
        if o.triggers_per_feature_per_turn
        else "It does so as often as you enter."
    )
    start = (
        "What you stand at when your walk begins counts as passed too."
        if o.trigger_on_start_cell
        else "What you stand at when your turn begins does nothing until you leave and come back."
    )
    return chapter(
        "On the way",
        sentences("When you enter the frontage of a thing, it happens.", often, start),
        grid(
            ("you pass", "what happens"),
            ("water", _drink(book)),
            ("a dog park", _park(book)),
            ("a bond space with markers", _join(book)) if o.alliance_site == "bond" else None,
            ("a chance spot", "you draw a Chance card, like it or not") if o.chance_deck else None,
            ("the events space", "you draw an Events card, like it or not")
            if o.events_deck
            else None,
            ("your own home", "see the chapter on homes"),
        ),
        "Of several things at one cell, alliances and parks come first, then cards, then water. "
        "What you gain on the way you may spend at once.",
        Example("Passing water"),
    )


def _drink(book: BookContext) -> str:
    o = book.options
    cost = f"for {o.drink_drive} Drive" if o.drink_drive else "free of charge"
    effect = (
        "and draw a Water Chance card"
        if o.drink_mode == "deck"
        else "and fill your bowl to the rim"
    )
    free = ""
    if o.scrapper_free_drink and book.plays("scrapper") and o.drink_drive:
        free = f"; {title('scrapper')} pays nothing"
    return f"you may drink, {cost}, {effect}{free}"


def _park(book: BookContext) -> str:
    o = book.options
    gain = f"you get {o.park_bond} Bond" if o.park_bond else "nothing, if nobody is allied there"
    if o.alliance_site != "park":
        return gain if o.park_bond else "nothing"
    both = " and get that Bond as well" if o.park_bond_if_active and o.park_bond else ""
    return f"{gain}; but if it has markers, {_join(book)}{both}"


def _join(book: BookContext) -> str:
    cost = f"for {book.options.join_water} water" if book.options.join_water else "free of charge"
    return f"you must join that alliance, {cost}"
