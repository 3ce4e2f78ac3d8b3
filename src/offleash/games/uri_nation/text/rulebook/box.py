"""What lies in the box and on the table: components, the board, the dogs, setup."""

from collections.abc import Iterator, Sequence

from offleash.core.prose import count_of, join_and
from offleash.core.rulebook import (
    Chapter,
    Example,
    Grid,
    Illustration,
    chapter,
    grid,
    points,
    sentences,
)
from offleash.games.uri_nation.board.tables import USUAL_RADIUS
from offleash.games.uri_nation.deck import TOKENS
from offleash.games.uri_nation.draw.teaching import Table, draw_setup
from offleash.games.uri_nation.options import ARCHETYPES, HOMES
from offleash.games.uri_nation.text.names import SEAT_NAMES
from offleash.games.uri_nation.text.rulebook.context import BookContext, territories, title

READINGS = {
    "step": "some cell in front of the one is a cell in front of the other, or one step from it",
    "segment": "one straight run of sidewalk, from corner to corner, passes both",
    "cell": "there is a cell that lies in front of both",
    "touch": "they lie side by side themselves",
}


def components(book: BookContext) -> Chapter:
    """Everything that has to be on the table."""
    dice, most = max(int(book.walk_dice), 2), book.fortify_max  # two for a challenge
    tokens = {token: sum(book.tokens(dog)[token] for dog in book.dogs) for token in TOKENS}
    supply = join_and(f"{number} {token.capitalize()}" for token, number in tokens.items())
    return chapter(
        "Components",
        points(
            f"the board **{book.board.name}**: {_counts(book)}",
            f"{count_of(book.seats, 'dog')} with a bowl each: {join_and(map(title, book.dogs))}",
            f"{count_of(sum(book.water_cap[dog] for dog in book.dogs), 'water peg')}, "
            "as many as the rims of all bowls hold",
            f"tokens of four kinds: {supply} to begin with, and more of each to be gained",
            _disks(book.supply_large, "large", "which show whose a territory is"),
            _disks(book.supply_small, "small", "which mark who is in an alliance"),
            f"fortify tokens, up to {most} for each territory" if most else None,
            f"{count_of(dice, 'die', 'dice')} with the numbers one to six",
            "a round track and a start-player marker",
            *(f"the {name} deck, {count_of(len(deck), 'card')}" for name, deck in book.decks),
        ),
        sentences(
            "Tokens and pegs are not limited. If they run out, use coins, beads or anything else.",
            "The same holds for disks."
            if book.supply_large is None and book.supply_small is None
            else "Disks are limited: who has none left can't do what takes one.",
        ),
    )


def _disks(supply: int | None, size: str, use: str) -> str:
    many = "as many as needed" if supply is None else f"{supply} of each colour, and no more"
    return f"{size} disks, {use}: {many}"


def _counts(book: BookContext) -> str:
    """What the board has, as far as it means something."""
    counts = (
        (territories(book.count("T")), True),
        (count_of(book.count("B"), "bond space"), book.alliance_site == "bond"),
        (count_of(book.count("P"), "dog park"), True),
        (count_of(book.count("W"), "water source"), True),
        (count_of(book.count("C"), "chance spot"), book.chance_deck),
        (count_of(book.count("E"), "events space"), book.events_deck),
        (count_of(len(book.board.paths), "path"), book.has_paths),
    )
    return join_and(count for count, is_used in counts if is_used)


def the_board(book: BookContext) -> Chapter:
    """Cells, frontage, what is beside what."""
    bonds = book.alliance_site == "bond"
    links = bonds and book.bond_links_adjacency
    return chapter(
        "The board",
        "Dogs stand on sidewalks and side streets only. Everything else (territories, homes, "
        "parks, water) lies beside them. The walkable cells next to a thing are its **frontage**. "
        "You are **at** a thing while you stand on its frontage, and you **pass** it when you "
        "enter that frontage from outside, whether you go on or stop there.",
        sentences(
            f"Two territories are **adjacent** if {READINGS[book.adjacency]}.",
            "All territories under one bond space are adjacent to each other too." if links else "",
            "Territories of one owner that hang together by a chain of adjacent ones are a "
            "**group**. An ally's territory is not your own, and a home belongs to no group.",
        ),
        _influence(book) if bonds else None,
        "The territories that touch a home are its **home neighbourhood**."
        if book.join_clears_home or book.ally_zone != "influence"
        else None,
    )


def _influence(book: BookContext) -> str:
    """How far bond spaces reach (A8)."""
    option, printed = book.influence_radius, book.board.influence_radius
    radius = option or (USUAL_RADIUS if printed is None else printed)
    reach = f"within {count_of(radius, 'step')} of its own" if radius else "in common with it"
    edition = " This edition sets that distance for every board." if option else ""
    return (
        "A bond space reaches the territories that the lines on the board name. Without such lines "
        f"it reaches every territory that has a frontage cell {reach}, along sidewalks and side "
        f"streets and over no road.{edition}"
    )


def dogs(book: BookContext) -> Chapter:
    """The bowls, and what each dog does cheaper or worse."""
    return chapter(
        "The dogs",
        "Your **bowl** holds water pegs round its rim and tokens in its dish. Water is what you "
        "mark with. **Swagger** is for claiming and for breaking alliances, **Drive** for "
        "challenging and for short cuts, **Grit** for fortifying, **Bond** for alliances.",
        bowls(book),
        sentences(
            "These are what a dog begins with, and what its home refills to.",
            "Nobody may ever hold more tokens than that."
            if book.mod_cap_hard
            else "Tokens that come from elsewhere may go above it, without limit.",
            "Water never rises above the rim.",
        ),
        points(
            *(f"**{dog.capitalize()}**: {gift}" for dog in book.dogs if (gift := _gift(book, dog)))
        ),
    )


def bowls(book: BookContext) -> Grid:
    """A row for each dog that plays."""
    head = ("dog", "water", *(token.capitalize() for token in TOKENS))
    amounts = {dog: (book.water_cap[dog], *book.tokens(dog).values()) for dog in book.dogs}
    rows = ((f"**{dog.capitalize()}**", *map(str, bowl)) for dog, bowl in amounts.items())
    return grid(head, *rows)


def _gift(book: BookContext, dog: str) -> str:
    """What is special about a dog under these options."""
    attack, grit = book.diplomat_attack, book.yapper_attacker_grit
    gifts = (
        ("bruiser", book.bruiser_free_claim, "claims without Swagger"),
        ("scrapper", book.scrapper_free_drink, "drinks without Drive"),
        ("diplomat", book.diplomat_free_ally, "allies without Bond"),
        ("diplomat", attack, f"adds {attack:+d} to its own challenges"),
        ("diplomat", book.ceasefire_turns, "can't be left at once by those who join its alliances"),
        ("yapper", book.yapper_free_fortify, "fortifies without Grit"),
        ("yapper", grit, f"gives {grit} Grit to whoever challenges it"),
    )
    return join_and(gift for owner, is_on, gift in gifts if owner == dog and is_on)


def setup(book: BookContext) -> Chapter:
    """Who sits where, and what lies there."""
    steps = [(text, place) for text, place in _setup_steps(book) if text]
    numbers = {place: number for number, (_, place) in enumerate(steps, 1) if place}
    caption = "The table when a game begins. The numbers are those of the steps."
    return chapter(
        "Setup",
        points(*(text for text, _ in steps), numbered=True),
        Illustration(draw_setup(_table(book), numbers), caption),
        Example("Everybody begins at home with a full bowl"),
    )


def _setup_steps(book: BookContext) -> Iterator[tuple[str, str]]:
    """The steps in order, and what of the picture each is about."""
    seats = [f"{SEAT_NAMES[seat]} is {title(dog)}" for seat, dog in enumerate(book.dogs)]
    disk = ", and a large disk of its colour on the home" if book.home_challenge else ""
    yield f"Lay out the board. {count_of(book.seats, 'dog')} play: {join_and(seats)}.", "board"
    yield _homes(book), "homes"
    yield "Fill every bowl: water to the rim, and each token to the number of your dog.", "bowls"
    yield f"Put each dog in front of its home{disk}.", "dogs"
    yield "Shuffle the decks." if book.decks else "", "decks"
    yield "All territories are empty." if not book.start_claims else "", ""
    lot = "goes first" if book.turn_order == "fixed_ccw" else ""
    yield f"The lot says {'who ' + lot if lot else 'in which order the first round is played'}.", ""
    if book.start_claims:
        claims = count_of(book.start_claims, "empty territory", "empty territories")
        claiming = sentences(
            f"In the order of the first round each player lays large disks, free of charge, on "
            f"{claims} whose frontage is the own home's or one step from it.",
            "Where none is empty, none is claimed.",
        )
        yield claiming, ""


def _table(book: BookContext) -> Table:
    """What the picture shows."""
    residents: list[int | None] = [None] * len(HOMES)
    if book.homes != "random":
        for seat, label in enumerate(_home_labels(book)):
            residents[HOMES.index(label)] = seat
    names = ("Water Chance", "Chance", "Neighbourhood Events")
    drawn = [name for name, _ in book.decks]
    return Table(
        book.board,
        tuple(residents),
        tuple(ARCHETYPES.index(dog) for dog in book.dogs),
        tuple((*book.tokens(dog).values(), book.water_cap[dog]) for dog in book.dogs),
        tuple(n for n, name in enumerate(names) if name in drawn),
        bool(book.home_challenge),
    )


def _home_labels(book: BookContext) -> Sequence[str]:
    """The home of each seat; usually a pair lives opposite each other (S3, S4)."""
    usual = HOMES[::2] if book.seats == 2 else HOMES
    labels: Sequence[str] = usual if book.homes == "usual" else book.homes
    return labels[: book.seats]


def _homes(book: BookContext) -> str:
    """Who lives where."""
    if book.homes == "random":
        return "Draw lots for the homes."
    labels = _home_labels(book)
    live = [f"{SEAT_NAMES[seat]} in home {labels[seat]}" for seat in range(book.seats)]
    return f"These are the homes: {join_and(live)}."
