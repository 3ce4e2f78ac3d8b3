"""Alliances: making, joining, breaking, and what they protect."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, chapter, sentences
from offleash.games.uri_nation.text.rulebook.context import BookContext, charge, title


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
        f"an action, for {book.price('break')}. All markers there go back to their owners.",
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
