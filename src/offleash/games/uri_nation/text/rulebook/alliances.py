"""Alliances: making, joining, breaking, and what they protect."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, chapter, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, price, title


def alliances(book: BookContext) -> Chapter:
    """Where they are made, and what they do (B1–B19)."""
    o, site = book.options, book.site
    return chapter(
        "Alliances",
        sentences(
            f"Alliances are made at **{site}s**. As your action you may **ally** at a {site} "
            f"without markers, for {price(book, 'ally')}: put a small disk of yours there, as its "
            "initiator.",
            "A small disk must be left in your supply." if o.supply_small is not None else "",
            "Alone you are not protected from anybody.",
        ),
        _joining(book),
        _clearing(book),
        _protection(book),
        f"**Breaking.** Who has a marker at a {site} beside the own dog may break the alliance as "
        f"an action, for {price(book, 'break')}. All markers there go back to their owners.",
        _ceasefire(book),
        _outsiders(book),
        Example("Passing an alliance means joining it"),
    )


def _joining(book: BookContext) -> str:
    o, site = book.options, book.site
    cost = f"for {o.join_water} water" if o.join_water else "free of charge"
    unable = {
        "skip": "Who has not enough water does not join, and owes nothing.",
        "free": "Who has not enough water joins for nothing.",
    }
    return sentences(
        f"**Joining.** Who passes a {site} with markers must join, {cost}. This is no action and "
        "no choice.",
        unable[o.join_if_unable] if o.join_water else "",
        f"Passing a {site} where your marker lies already does nothing.",
        f"At a {site} that has markers nobody can begin another alliance.",
    )


def _clearing(book: BookContext) -> str | None:
    if not book.options.join_clears_home:
        return None
    return (
        "**Clearing.** When a dog joins, then for every earlier member: each one's territories in "
        "the other's "
        "home neighbourhood become empty, fortify tokens and all. Nobody gets anything for it."
    )


def _protection(book: BookContext) -> str:
    o, site = book.options, book.site
    if o.ally_zone == "influence" and o.alliance_site == "park":
        return (
            "**Protection.** Parks reach no territories, so allies may challenge each other "
            "everywhere."
        )
    where = {
        "influence": f"on territories under a {site} where both have a marker",
        "either_home": "in the home neighbourhood of either one",
        "defender_home": "in the home neighbourhood of the one who is challenged",
    }[o.ally_zone]
    return (
        f"**Protection.** Dogs whose markers lie at the same {site} can't challenge each other "
        f"{where}. Elsewhere they may. An alliance that was joined on the way protects at once."
    )


def _ceasefire(book: BookContext) -> str | None:
    turns = book.options.ceasefire_turns
    if not turns or not book.plays("diplomat"):
        return None
    return (
        f"**Ceasefire.** Who joins an alliance that {title('diplomat')} began may not break it for "
        f"{count_of(turns, 'own turn')}, the one of joining included."
    )


def _outsiders(book: BookContext) -> str:
    o, site = book.options, book.site
    if not o.challenge_bond:
        return "From outside nobody can end an alliance."
    return (
        f"**From outside.** Who has no marker at a {site} may challenge the alliance there, for "
        f"{price(book, 'challenge')}: the defence is a die of the initiator plus one for each "
        "marker, and ties are rolled again. If the attacker wins, all markers are gone."
    )
