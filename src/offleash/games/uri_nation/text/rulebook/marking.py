"""Actions and challenges."""

from offleash.core.prose import count_of, join_and, join_or
from offleash.core.rulebook import Chapter, Example, Grid, chapter, grid, points, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, price, title


def actions(book: BookContext) -> Chapter:
    """What may be done at the end of a walk."""
    o = book.options
    return chapter(
        "Actions",
        f"When your walk is over you have {count_of(o.actions_per_turn, 'action')}. All are done "
        "where you stand: a territory is beside you if you stand on its frontage, never across a "
        "road and never diagonally. What you can't pay you can't do.",
        action_table(book),
        _cheaper(book),
        sentences(
            "**Claim** an empty territory: lay a large disk of yours on it. Anybody may claim any "
            "empty territory, next to whatever home.",
            "A large disk must be left in your supply." if o.supply_large is not None else "",
        ),
        f"**Fortify** a territory of yours: each action adds one token, up to {o.fortify_max}. "
        "When the territory is lost, its tokens go back to the supply."
        if o.fortify_max
        else "Territories can't be fortified.",
        Example("Fortifying a territory"),
    )


def action_table(book: BookContext) -> Grid:
    """Every action with its price."""
    o = book.options
    reclaim = f"{o.reclaim_cost} Swagger or {o.reclaim_cost} Grit" if o.reclaim_cost else "nothing"
    return grid(
        ("action", "costs", "what happens"),
        ("**claim**", price(book, "claim"), "an empty territory beside you is yours"),
        ("**challenge**", price(book, "challenge"), f"dice decide about {_targets(book)}"),
        ("then **re-claim**", reclaim, "what you won is yours; else it is empty"),
        (
            "**fortify**",
            price(book, "fortify"),
            f"a token on a territory of yours, {o.fortify_max} at most",
        )
        if o.fortify_max
        else None,
        ("**ally**", price(book, "ally"), f"your marker on a {book.site} without any"),
        ("**break**", price(book, "break"), f"all markers of a {book.site} you are in are gone"),
        ("**pass**", "nothing", "nothing happens"),
    )


def _targets(book: BookContext) -> str:
    targets = ["a territory of another dog"]
    targets += ["its home"] * book.options.home_challenge
    targets += [f"a {book.site} with markers"] * book.options.challenge_bond
    return join_or(targets)


def _cheaper(book: BookContext) -> str | None:
    """Who pays less."""
    prices = [
        f"{title(dog)} pays {price(book, verb, dog)} to {verb}"
        for dog, verb in (("bruiser", "claim"), ("yapper", "fortify"), ("diplomat", "ally"))
        if book.plays(dog) and price(book, verb, dog) != price(book, verb)
    ]
    if not prices:
        return None
    text = join_and(prices)
    return f"{text[:1].upper()}{text[1:]}. This is no help with a re-claim."


def challenges(book: BookContext) -> Chapter:
    """One die each (C1–C15)."""
    o, paid = book.options, price(book, "challenge")
    is_free = not o.challenge_water and not o.challenge_drive
    first = "It costs nothing." if is_free else f"Pay first: {paid}, which is never given back."
    return chapter(
        "Challenges",
        f"You may challenge {_targets(book)} beside you, wherever its owner's dog is. {first} "
        f"{'Each' if is_free else 'Then each'} side rolls one die. "
        "**You win only with a higher total.**",
        points(
            f"The defender adds one for each fortify token{_home_bonus(book)}.",
            f"A Diplomat that attacks adds {o.diplomat_attack:+d}."
            if o.diplomat_attack and book.plays("diplomat")
            else None,
            f"An attacker with more than {o.grit_threshold} Grit takes one off for each Grit "
            "above that."
            if o.grit_threshold is not None
            else None,
            "Cards may add to an attack." if book.decks else None,
        ),
        _ties(book),
        _won(book),
        sentences(
            f"**Lost:** the attacker gets {o.lose_grit} Grit."
            if o.lose_grit
            else "**Lost:** nothing changes.",
            _yapper(book),
        ),
        Example("A challenge that is won, and a re-claim"),
        Example("A challenge that is lost"),
    )


def _home_bonus(book: BookContext) -> str:
    o = book.options
    return f", and {o.home_bonus} for a home" if o.home_challenge and o.home_bonus else ""


def _ties(book: BookContext) -> str:
    o = book.options
    if o.tie_rule == "defender":
        return "**Ties:** with equal totals the defender wins."
    return (
        "**Ties:** with equal totals both roll again, as often as it takes. But if the territory "
        f"belongs to a group of {o.cluster_min} or more of its owner's, the defender wins the tie."
    )


def _won(book: BookContext) -> str:
    o = book.options
    cost = f"{o.reclaim_cost} Swagger or {o.reclaim_cost} Grit" if o.reclaim_cost else "nothing"
    return (
        "**Won:** the defender's disk and its fortify tokens are gone. You may **re-claim** what "
        f"you won for {cost} and no water: your disk stays there. Otherwise it is empty."
    )


def _yapper(book: BookContext) -> str:
    o = book.options
    if not o.yapper_attacker_grit or not book.plays("yapper"):
        return ""
    late = o.yapper_grit_timing == "after_reclaim"
    when = (
        "after the re-claim, which it can't pay for"
        if late
        else "before the re-claim, which it may pay for"
    )
    return (
        f"Who challenges a territory of {title('yapper')} gets {o.yapper_attacker_grit} Grit, won "
        f"or lost. It comes {when}."
    )


def bidding(book: BookContext) -> Chapter:
    """Secret bids (W7)."""
    if not book.options.secret_bidding:
        return chapter("Secret bids")
    return chapter(
        "Secret bids",
        "In a challenge for a territory or a home both sides bid water in secret, after the costs "
        "are paid and before the dice: from nothing to all they have left. The bids are shown "
        "together. Each peg adds one to the total, is spent whatever happens, and counts through "
        "all further rolls.",
    )
