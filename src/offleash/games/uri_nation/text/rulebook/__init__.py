"""The rulebook of Uri-Nation, as the options have it: only what is played, in its own numbers."""

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import Paragraph, Part, Rulebook, points
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.text.rulebook.alliances import alliances
from offleash.games.uri_nation.text.rulebook.box import bowls, components, dogs, setup, the_board
from offleash.games.uri_nation.text.rulebook.cards import cards, tricks
from offleash.games.uri_nation.text.rulebook.context import BookContext, book_context
from offleash.games.uri_nation.text.rulebook.course import aim, at_home, end, income, turn
from offleash.games.uri_nation.text.rulebook.marking import (
    action_table,
    actions,
    bidding,
    challenges,
)
from offleash.games.uri_nation.text.rulebook.walking import passing, walking

CHAPTERS = (
    aim,
    components,
    the_board,
    dogs,
    setup,
    turn,
    income,
    walking,
    passing,
    actions,
    challenges,
    bidding,
    alliances,
    at_home,
    cards,
    tricks,
    end,
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    book = book_context(options)
    chapters = tuple(chapter for write in CHAPTERS if (chapter := write(book)).parts)
    tagline = "Dogs on their walks mark a neighbourhood, and mark it again."
    return Rulebook(tagline, chapters, summary(book), DATA / "examples.toml")


def summary(book: BookContext) -> tuple[Part, ...]:
    """What players look up on one page: a turn, the actions, the dogs, the end."""
    o = book.options
    stop = {
        "anywhere": "stop where you like",
        "full_roll": "walk the whole roll",
        "min_one": "stop where you like after a first step",
    }[o.stop_rule]
    drive = [f"mid-block {o.midblock_drive}"]
    drive += [f"deeper into a side street {o.side_street_drive}"] * book.has_side_streets
    drive += [f"path {o.path_drive}"] * book.has_paths + [f"drink {o.drink_drive}"]
    return (
        points(
            f"**Income**, Swagger for connected territories ({o.swagger_per} each time)"
            if o.swagger_mode != "band"
            else "**Income**, Swagger for groups",
            f"**Walk**, {count_of(o.walk_dice, 'die', 'dice')}: {stop}",
            f"**{count_of(o.actions_per_turn, 'action')}**, where you stand",
            "**Home** refills your bowl "
            + ("if you passed it" if o.resupply_on == "pass_or_land" else "if you stopped there"),
            f"**Won** with {count_of(o.win_territories, 'territory', 'territories')}; at the "
            f"latest after {count_of(o.max_rounds, 'round')} with the most",
            numbered=True,
        ),
        action_table(book),
        Paragraph(f"**Drive on the way:** {', '.join(drive)}. Zebra crossings are free."),
        bowls(book),
    )
