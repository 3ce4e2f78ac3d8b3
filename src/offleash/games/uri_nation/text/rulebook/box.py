"""What lies in the box and on the table: components, the board, the dogs, setup."""

from offleash.core.prose import count_of, join_and
from offleash.core.rulebook import Chapter, Example, Grid, chapter, grid, points, sentences
from offleash.games.uri_nation.board.tables import USUAL_RADIUS
from offleash.games.uri_nation.options import HOMES, TOKENS
from offleash.games.uri_nation.text.rulebook.context import BookContext, title

PAIR = 2  # dogs that live opposite each other
SIDES = 2  # of a challenge, with a die each
READINGS = {
    "step": "some cell in front of the one is a cell in front of the other, or one step from it",
    "segment": "one straight run of sidewalk, from corner to corner, passes both",
    "cell": "there is a cell that lies in front of both",
    "touch": "they lie side by side themselves",
}


def components(book: BookContext) -> Chapter:
    """Everything that has to be on the table."""
    o = book.options
    return chapter(
        "Components",
        points(
            f"the board **{book.board.name}**: {_counts(book)}",
            f"{count_of(o.seats, 'dog')} with a bowl each: {join_and(map(title, book.dogs))}",
            f"{count_of(sum(o.water_cap[dog] for dog in book.dogs), 'water peg')}, "
            "as many as the rims of all bowls hold",
            f"tokens of four kinds: {join_and(_supply(book, token) for token in TOKENS)} to begin "
            "with, and more of each to be gained",
            _disks(o.supply_large, "large", "which show whose a territory is"),
            _disks(o.supply_small, "small", "which mark who is in an alliance"),
            f"fortify tokens, up to {o.fortify_max} for each territory" if o.fortify_max else None,
            f"{count_of(_dice(book), 'die', 'dice')} with the numbers one to six",
            *(f"the {name} deck, {count_of(len(deck), 'card')}" for name, deck in book.decks),
        ),
    )


def _dice(book: BookContext) -> int:
    """For a walk, and one for each side of a challenge."""
    return max(int(book.options.walk_dice), SIDES)


def _supply(book: BookContext, token: str) -> str:
    number = sum(book.tokens(dog)[token] for dog in book.dogs)
    return f"{number} {token.capitalize()}"


def _disks(supply: int | None, size: str, use: str) -> str:
    many = "as many as needed" if supply is None else f"{supply} of each colour, and no more"
    return f"{size} disks, {use}: {many}"


def _counts(book: BookContext) -> str:
    """What the board has, as far as it means something."""
    o = book.options
    counts = [count_of(book.count("T"), "territory", "territories")]
    for glyph, name, is_used in (
        ("B", "bond space", o.alliance_site == "bond"),
        ("P", "dog park", True),
        ("W", "water source", True),
        ("C", "chance spot", o.chance_deck),
        ("E", "events space", o.events_deck),
    ):
        counts += [count_of(book.count(glyph), name)] * is_used
    return join_and(counts + [count_of(len(book.board.paths), "path")] * book.has_paths)


def the_board(book: BookContext) -> Chapter:
    """Cells, frontage, what is beside what."""
    o = book.options
    bonds = o.alliance_site == "bond"
    links = bonds and o.bond_links_adjacency
    return chapter(
        "The board",
        "Dogs stand on sidewalks and side streets only. Everything else (territories, homes, "
        "parks, water) lies beside them. The walkable cells next to a thing are its **frontage**. "
        "You are **at** a thing while you stand on its frontage, and you **pass** it when you "
        "enter that frontage from outside, whether you go on or stop there.",
        sentences(
            f"Two territories are **adjacent** if {READINGS[o.adjacency]}.",
            "All territories under one bond space are adjacent to each other too." if links else "",
            "Territories of one owner that hang together by a chain of adjacent ones are a "
            "**group**. An ally's territory is not your own, and a home belongs to no group.",
        ),
        _influence(book) if bonds else None,
        "The territories that touch a home are its **home neighbourhood**."
        if o.join_clears_home or o.ally_zone != "influence"
        else None,
    )


def _influence(book: BookContext) -> str:
    """How far bond spaces reach (A8)."""
    option, printed = book.options.influence_radius, book.board.influence_radius
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
    o = book.options
    return chapter(
        "The dogs",
        "Your **bowl** holds water pegs round its rim and tokens in its dish. Water is what you "
        "mark with. **Swagger** is for claiming and for breaking alliances, **Drive** for "
        "challenging and for short cuts, **Grit** for fortifying, **Bond** for alliances.",
        bowls(book),
        "These are what a dog begins with, and what its home refills to. "
        + (
            "Nobody may ever hold more tokens than that."
            if o.mod_cap_hard
            else "Tokens that come from elsewhere may go above it, without limit."
        )
        + " Water never rises above the rim.",
        points(
            *(
                f"**{dog.capitalize()}**: {_gift(book, dog)}"
                for dog in book.dogs
                if _gift(book, dog)
            )
        ),
    )


def bowls(book: BookContext) -> Grid:
    """A row for each dog that plays."""
    rows = (
        (
            f"**{dog.capitalize()}**",
            str(book.options.water_cap[dog]),
            *(str(book.tokens(dog)[token]) for token in TOKENS),
        )
        for dog in book.dogs
    )
    return grid(("dog", "water", *(token.capitalize() for token in TOKENS)), *rows)


def _gift(book: BookContext, dog: str) -> str:
    """What is special about a dog under these options."""
    o = book.options
    gifts: dict[str, list[str]] = {
        "bruiser": ["claims without Swagger"] * o.bruiser_free_claim,
        "scrapper": ["drinks without Drive"] * o.scrapper_free_drink,
        "diplomat": ["allies without Bond"] * o.diplomat_free_ally,
        "yapper": ["fortifies without Grit"] * o.yapper_free_fortify,
    }
    if o.diplomat_attack:
        gifts["diplomat"].append(f"adds {o.diplomat_attack:+d} to its own challenges")
    if o.ceasefire_turns:
        gifts["diplomat"].append("can't be left at once by those who join its alliances")
    if o.yapper_attacker_grit:
        gifts["yapper"].append(f"gives {o.yapper_attacker_grit} Grit to whoever challenges it")
    return join_and(gifts[dog])


def setup(book: BookContext) -> Chapter:
    """Who sits where, and what lies there."""
    o = book.options
    seats = [f"{_colour(seat)} is {title(dog)}" for seat, dog in enumerate(book.dogs)]
    return chapter(
        "Setup",
        points(
            f"Lay out the board. {count_of(o.seats, 'dog').capitalize()} play: {join_and(seats)}.",
            _homes(book),
            "Fill every bowl: water to the rim, and each token to the number of your dog.",
            "Put each dog in front of its home"
            + (", and a large disk of its colour on the home." if o.home_challenge else "."),
            "Shuffle the decks." if book.decks else None,
            "All territories are empty." if not o.start_claims else None,
            "The lot says who goes first."
            if o.turn_order == "fixed_ccw"
            else "The lot says in which order the first round is played.",
            _start_claims(book),
            numbered=True,
        ),
        Example("Everybody begins at home with a full bowl"),
    )


def _colour(seat: int) -> str:
    return ("Red", "Yellow", "Blue", "Green")[seat]


def _homes(book: BookContext) -> str:
    """Who lives where (S3, S4)."""
    o = book.options
    if o.homes == "random":
        return "Draw lots for the homes."
    labels = o.homes if o.homes != "usual" else usual_homes(o.seats)
    live = [f"{_colour(seat)} in home {labels[seat]}" for seat in range(o.seats)]
    return f"These are the homes: {join_and(live)}."


def usual_homes(seats: int) -> list[str]:
    """By seat: a pair lives opposite each other."""
    return list(HOMES[::2] if seats == PAIR else HOMES)


def _start_claims(book: BookContext) -> str | None:
    """The territories that are given at the beginning (S1)."""
    number = book.options.start_claims
    if not number:
        return None
    many = count_of(number, "empty territory", "empty territories")
    return (
        f"In the order of the first round each player lays large disks, free of charge, on {many} "
        "whose frontage is the own home's or one step from it. Where none is empty, none is "
        "claimed."
    )
