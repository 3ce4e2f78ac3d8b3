"""Actions, challenges and alliances."""

from offleash.core.prose import capitalise, count_of, join_and, join_or
from offleash.core.rulebook import Chapter, Example, Grid, chapter, grid, points, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, charge, title


def actions(book: BookContext) -> Chapter:
    """What may be done at the end of a walk."""
    return chapter(
        "Actions",
        f"When your walk is over you have {count_of(book.actions_per_turn, 'action')}. All are "
        "done where you stand: a territory is beside you if you stand on its frontage, never "
        "across a road and never diagonally. What you can't pay you can't do.",
        action_table(book),
        _cheaper(book),
        sentences(
            "**Claim** an empty territory: lay a large disk of yours on it. Anybody may claim any "
            "empty territory, next to whatever home.",
            "A large disk must be left in your supply." if book.supply_large is not None else "",
        ),
        f"**Fortify** a territory of yours: each action adds one token, up to {book.fortify_max}. "
        "When the territory is lost, its tokens go back to the supply."
        if book.fortify_max
        else "Territories can't be fortified.",
        Example("Fortifying a territory"),
    )


def action_table(book: BookContext) -> Grid:
    """Every action with its price."""
    fortify = f"a token on a territory of yours, {book.fortify_max} at most"
    return grid(
        ("action", "costs", "what happens"),
        ("**claim**", book.price("claim"), "an empty territory beside you is yours"),
        ("**challenge**", book.price("challenge"), f"dice decide about {_targets(book)}"),
        ("then **re-claim**", _reclaim(book), "what you won is yours; else it is empty"),
        ("**fortify**", book.price("fortify"), fortify) if book.fortify_max else None,
        ("**ally**", book.price("ally"), f"your marker on a {book.site} without any"),
        ("**break**", book.price("break"), f"all markers of a {book.site} you are in are gone"),
        ("**pass**", "nothing", "nothing happens"),
    )


def _reclaim(book: BookContext) -> str:
    cost = book.reclaim_cost
    return f"{cost} Swagger or {cost} Grit" if cost else "nothing"


def _targets(book: BookContext) -> str:
    targets = ["a territory of another dog"]
    targets += ["its home"] * book.home_challenge
    targets += [f"a {book.site} with markers"] * book.challenge_bond
    return join_or(targets)


def _cheaper(book: BookContext) -> str | None:
    """Who pays less."""
    prices = [
        f"{title(dog)} pays {book.price(verb, dog)} to {verb}"
        for dog, verb in (("bruiser", "claim"), ("yapper", "fortify"), ("diplomat", "ally"))
        if dog in book.dogs and book.price(verb, dog) != book.price(verb)
    ]
    return f"{capitalise(join_and(prices))}. This is no help with a re-claim." if prices else None


def challenges(book: BookContext) -> Chapter:
    """One die each (C1–C15)."""
    is_free, price = not book.challenge_water and not book.challenge_drive, book.price("challenge")
    cost = "It costs nothing." if is_free else f"Pay first: {price}, which is never given back."
    home = f", and {book.home_bonus} for a home" if book.home_challenge and book.home_bonus else ""
    return chapter(
        "Challenges",
        f"You may challenge {_targets(book)} beside you, wherever its owner's dog is. {cost} "
        f"{'Each' if is_free else 'Then each'} side rolls one die. "
        "**You win only with a higher total.**",
        points(
            f"The defender adds one for each fortify token{home}.",
            f"A Diplomat that attacks adds {book.diplomat_attack:+d}."
            if book.diplomat_attack and "diplomat" in book.dogs
            else None,
            f"An attacker with more than {book.grit_threshold} Grit takes one off for each Grit "
            "above that."
            if book.grit_threshold is not None
            else None,
            "Cards may add to an attack." if book.decks else None,
        ),
        "**Ties:** with equal totals the defender wins."
        if book.tie_rule == "defender"
        else "**Ties:** with equal totals both roll again, as often as it takes. But if the "
        f"territory belongs to a group of {book.cluster_min} or more of its owner's, the defender "
        "wins the tie.",
        "**Won:** the defender's disk and its fortify tokens are gone. You may **re-claim** what "
        f"you won for {_reclaim(book)} and no water: your disk stays there. Otherwise it is empty.",
        sentences(
            f"**Lost:** the attacker gets {book.lose_grit} Grit."
            if book.lose_grit
            else "**Lost:** nothing changes.",
            _yapper(book) if book.yapper_attacker_grit and "yapper" in book.dogs else "",
        ),
        Example("A challenge that is won, and a re-claim"),
        Example("A challenge that is lost"),
    )


def _yapper(book: BookContext) -> str:
    is_late = book.yapper_grit_timing == "after_reclaim"
    when = "after the re-claim, which it can't" if is_late else "before the re-claim, which it may"
    return (
        f"Who challenges a territory of {title('yapper')} gets {book.yapper_attacker_grit} Grit, "
        f"won or lost. It comes {when} pay for."
    )


def bidding(book: BookContext) -> Chapter:
    """Secret bids (W7)."""
    return chapter(
        "Secret bids",
        "In a challenge for a territory or a home both sides bid water in secret, after the costs "
        "are paid and before the dice: from nothing to all they have left. The bids are shown "
        "together. Each peg adds one to the total, is spent whatever happens, and counts through "
        "all further rolls."
        if book.secret_bidding
        else None,
    )


# Alliances: making, joining, breaking, and what they protect


def alliances(book: BookContext) -> Chapter:
    """Where they are made, and what they do (B1–B19)."""
    site = book.site
    unable = {
        "skip": "Who has not enough water does not join, and owes nothing.",
        "free": "Who has not enough water joins for nothing.",
    }
    return chapter(
        "Alliances",
        sentences(
            f"Alliances are made at **{site}s**. As your action you may **ally** at a {site} "
            f"without markers, for {book.price('ally')}: put a small disk of yours there, as its "
            "initiator.",
            "A small disk must be left in your supply." if book.supply_small is not None else "",
            "Alone you are not protected from anybody.",
        ),
        sentences(
            f"**Joining.** Who passes a {site} with markers must join, "
            f"{charge(book.join_water, 'water')}. This is no action and no choice.",
            unable[book.join_if_unable] if book.join_water else "",
            f"Passing a {site} where your marker lies already does nothing.",
            f"At a {site} that has markers nobody can begin another alliance.",
        ),
        "**Clearing.** When a dog joins, then for every earlier member: each one's territories in "
        "the other's home neighbourhood become empty, fortify tokens and all. Nobody gets anything "
        "for it."
        if book.join_clears_home
        else None,
        _protection(book),
        f"**Breaking.** Who has a marker at a {site} beside the own dog may break the alliance as "
        f"an action, for {book.price('break')}. All markers there go back to their owners."
        + (" It takes a small disk in your supply." if book.break_disk else ""),
        f"**Ceasefire.** Who joins an alliance that {title('diplomat')} began may not break it for "
        f"{count_of(book.ceasefire_turns, 'own turn')}, the one of joining included."
        if book.ceasefire_turns and "diplomat" in book.dogs
        else None,
        f"**From outside.** Who has no marker at a {site} may challenge the alliance there, for "
        f"{book.price('challenge')}: the defence is a die of the initiator plus one for each "
        "marker, and ties are rolled again. If the attacker wins, all markers are gone."
        if book.challenge_bond
        else "From outside nobody can end an alliance.",
        Example("Passing an alliance means joining it"),
    )


def _protection(book: BookContext) -> str:
    """Where allies are safe from each other (B8, B16)."""
    if book.ally_zone == "influence" and book.alliance_site == "park":
        return (
            "**Protection.** Parks reach no territories, so allies may challenge each other "
            "everywhere."
        )
    where = {
        "influence": f"on territories under a {book.site} where both have a marker",
        "either_home": "in the home neighbourhood of either one",
        "defender_home": "in the home neighbourhood of the one who is challenged",
    }[book.ally_zone]
    return (
        f"**Protection.** Dogs whose markers lie at the same {book.site} can't challenge each "
        f"other {where}. Elsewhere they may. An alliance that was joined on the way protects at "
        "once."
    )
