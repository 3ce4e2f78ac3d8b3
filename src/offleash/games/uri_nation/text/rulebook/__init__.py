"""The rulebook of Uri-Nation: its templates are in the folder `rulebook`, examples in `data`."""

from offleash.contract import Records
from offleash.contract.text.rulebook import Rulebook
from offleash.contract.text.rulebook_template import StepNumbers, Texts, read_rulebook
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.draw.teaching import OpeningTable, draw_setup, draw_turn
from offleash.games.uri_nation.options import ARCHETYPES, HOMES
from offleash.games.uri_nation.rules.record import SEATS
from offleash.games.uri_nation.text.rulebook.context import (
    DECKS,
    BookContext,
    book_context,
    template_values,
    territories,
)
from offleash.tools.prose import count_of

# In the middle of a game, by where alliances are made
COVERS = {
    "park": "bruiser at (3,6) water 3 swagger 2 owns (1,1) (1,2) (2,1)+1 (2,4) (1,9); "
    "scrapper at (5,8) water 2 drive 1 owns (6,1) (6,2) (7,1) (6,9); "
    "diplomat at (5,12) water 2 owns (7,18) (7,17) (6,17) (6,13); "
    "yapper at (3,14) water 1 owns (1,18)+1 (2,17) (2,18) (1,13)+1; "
    "(2,11) diplomat* yapper; round 9; phase action",
    "bond": "bruiser at (3,6) water 3 owns (2,1) (2,2) (2,4)+1 (2,7) (1,7); "
    "scrapper at (5,12) water 2 drive 1 owns (6,1) (6,2) (6,4) (6,11); "
    "diplomat at (5,16) water 2 owns (6,20) (6,22) (6,23) (6,14); "
    "yapper at (3,13) water 1 owns (2,20)+2 (2,22)+1 (2,13); "
    "(2,9) diplomat* yapper; round 9; phase action",
}


def rulebook(options: Records, texts: Texts | None = None) -> Rulebook:
    """Return the whole book; `texts` are sections that replace ours."""
    book, steps = book_context(options), StepNumbers()
    pictures = {
        "setup": lambda: draw_setup(_table(book), steps),
        "turn": lambda: draw_turn(_glance(book)),
    }
    values = {**template_values(book), "step": steps}
    cover = COVERS[book.alliance_site] if book.seats == SEATS else ""
    return read_rulebook(DATA.parent, texts, values, pictures, cover)


def _table(book: BookContext) -> OpeningTable:
    """Return what the picture of the set-up shows."""
    residents: list[int | None] = [None] * len(HOMES)
    if book.homes != "random":
        for seat, label in enumerate(book.home_labels):
            residents[HOMES.index(label)] = seat
    drawn = [name for name, _ in book.decks]
    return OpeningTable(
        book.board,
        tuple(residents),
        tuple(ARCHETYPES.index(dog) for dog in book.dogs),
        tuple((*book.tokens(dog).values(), book.water_cap[dog]) for dog in book.dogs),
        tuple(n for n, name in enumerate(DECKS) if name in drawn),
        bool(book.home_challenge),
    )


def _glance(book: BookContext) -> list[tuple[str, str]]:
    """Return a title and a sentence for each step of a turn, under the options in force."""
    stop = {
        "anywhere": "and stop where you like",
        "full_roll": "as far as you rolled",
        "min_one": "at least one step",
    }[book.stop_rule]
    passing = "passed" if book.resupply_on == "pass_or_land" else "stopped at"
    dice = count_of(book.walk_dice, "die", "dice")
    fortify = "fortify, " if book.fortify_max else ""
    steps = [
        ("Income", "Take Swagger for your connected territories."),
        ("Walk", f"Roll {dice} and walk, {stop}."),
        ("Action", f"Claim, challenge, {fortify}ally or break, next to where you stand."),
    ]
    if book.resupply_timing == "after_action":
        steps.append(("Home", f"If you {passing} your home, it fills your bowl."))
    if book.housebound_turns or book.home_challenge:
        steps.append(("Maintenance", "See whether you are housebound, or get a lost home back."))
    return [*steps, ("Won?", f"{territories(book.territories_to_win)} win the game.")]
