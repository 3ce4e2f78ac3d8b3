"""Actions and challenges."""

from offleash.core.prose import capitalise, count_of, join_and, join_or
from offleash.core.rulebook import Chapter, Example, Grid, chapter, grid, points, sentences
from offleash.games.uri_nation.text.rulebook.chosen import Told, price, title


def actions(told: Told) -> Chapter:
    """What may be done at the end of a walk."""
    o = told.o
    return chapter(
        "Actions",
        f"When your walk is over you have {count_of(o.actions_per_turn, 'action')}. All are done "
        "where "
        "you stand: a territory is beside you if you stand on its frontage, never across a road "
        "and "
        "never diagonally. What you can't pay you can't do.",
        action_table(told),
        _cheaper(told),
        sentences(
            "**Claim** an empty territory: lay a large disk of yours on it. Anybody may claim any "
            "empty territory, next to whatever home.",
            "A large disk must be left in your supply." if o.supply_large is not None else "",
        ),
        f"**Fortify** a territory of yours: each action adds one token, up to {o.fortify_max}. "
        "When "
        "the territory is lost, its tokens go back to the supply."
        if o.fortify_max
        else "Territories can't be fortified.",
        Example("Fortifying a territory"),
    )


def action_table(told: Told) -> Grid:
    """Every action with its price."""
    o = told.o
    reclaim = f"{o.reclaim_cost} Swagger or {o.reclaim_cost} Grit" if o.reclaim_cost else "nothing"
    return grid(
        ("action", "costs", "what happens"),
        ("**claim**", price(told, "claim"), "an empty territory beside you is yours"),
        ("**challenge**", price(told, "challenge"), f"dice decide about {_targets(told)}"),
        ("then **re-claim**", reclaim, "what you won is yours; else it is empty"),
        (
            "**fortify**",
            price(told, "fortify"),
            f"a token on a territory of yours, {o.fortify_max} at most",
        )
        if o.fortify_max
        else None,
        ("**ally**", price(told, "ally"), f"your marker on a {told.site} without any"),
        ("**break**", price(told, "break"), f"all markers of a {told.site} you are in are gone"),
        ("**pass**", "nothing", "nothing happens"),
    )


def _targets(told: Told) -> str:
    found = ["a territory of another dog"]
    found += ["its home"] * told.o.home_challenge
    found += [f"a {told.site} with markers"] * told.o.challenge_bond
    return join_or(found)


def _cheaper(told: Told) -> str | None:
    """Who pays less."""
    found = [
        f"{title(dog)} pays {price(told, what, dog)} to {what}"
        for dog, what in (("bruiser", "claim"), ("yapper", "fortify"), ("diplomat", "ally"))
        if told.plays(dog) and price(told, what, dog) != price(told, what)
    ]
    if not found:
        return None
    return f"{capitalise(join_and(found))}. This is no help with a re-claim."


def challenges(told: Told) -> Chapter:
    """One die each (C1–C15)."""
    o, paid = told.o, price(told, "challenge")
    is_free = not o.challenge_water and not o.challenge_drive
    first = "It costs nothing." if is_free else f"Pay first: {paid}, which is never given back."
    return chapter(
        "Challenges",
        f"You may challenge {_targets(told)} beside you, wherever its owner's dog is. {first} "
        f"{'Each' if is_free else 'Then each'} side rolls one die. "
        "**You win only with a higher total.**",
        points(
            f"The defender adds one for each fortify token{_home_bonus(told)}.",
            f"A Diplomat that attacks adds {o.diplomat_attack:+d}."
            if o.diplomat_attack and told.plays("diplomat")
            else None,
            f"An attacker with more than {o.grit_threshold} Grit takes one off for each Grit "
            "above that."
            if o.grit_threshold is not None
            else None,
            "Cards may add to an attack." if told.decks else None,
        ),
        _ties(told),
        _won(told),
        sentences(
            f"**Lost:** the attacker gets {o.lose_grit} Grit."
            if o.lose_grit
            else "**Lost:** nothing changes.",
            _yapper(told),
        ),
        Example("A challenge that is won, and a re-claim"),
        Example("A challenge that is lost"),
    )


def _home_bonus(told: Told) -> str:
    o = told.o
    return f", and {o.home_bonus} for a home" if o.home_challenge and o.home_bonus else ""


def _ties(told: Told) -> str:
    o = told.o
    if o.tie_rule == "defender":
        return "**Ties:** with equal totals the defender wins."
    return (
        "**Ties:** with equal totals both roll again, as often as it takes. But if the territory "
        "belongs "
        f"to a group of {o.cluster_min} or more of its owner's, the defender wins the tie."
    )


def _won(told: Told) -> str:
    o = told.o
    cost = f"{o.reclaim_cost} Swagger or {o.reclaim_cost} Grit" if o.reclaim_cost else "nothing"
    return (
        "**Won:** the defender's disk and its fortify tokens are gone. You may **re-claim** what "
        "you won "
        f"for {cost} and no water: your disk stays there. Otherwise it is empty."
    )


def _yapper(told: Told) -> str:
    o = told.o
    if not o.yapper_attacker_grit or not told.plays("yapper"):
        return ""
    late = o.yapper_grit_timing == "after_reclaim"
    when = (
        "after the re-claim, which it can't pay for"
        if late
        else "before the re-claim, which it may pay for"
    )
    return (
        f"Who challenges a territory of {title('yapper')} gets {o.yapper_attacker_grit} Grit, won "
        "or "
        f"lost. It comes {when}."
    )


def bidding(told: Told) -> Chapter:
    """Secret bids (W7)."""
    if not told.o.secret_bidding:
        return chapter("Secret bids")
    return chapter(
        "Secret bids",
        "In a challenge for a territory or a home both sides bid water in secret, after the costs "
        "are paid "
        "and before the dice: from nothing to all they have left. The bids are shown together. "
        "Each peg "
        "adds one to the total, is spent whatever happens, and counts through all further rolls.",
    )
