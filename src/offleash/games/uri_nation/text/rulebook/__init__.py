"""The rulebook of Uri-Nation, as the options have it: only what is played, in its own numbers."""

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import Paragraph, Passage, Rulebook, points
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.text.rulebook import box, cards, course, marking, walking
from offleash.games.uri_nation.text.rulebook.context import BookContext, book_context, territories

CHAPTERS = (
    course.aim,
    *(box.components, box.the_board, box.dogs, box.setup),
    *(course.turn, course.income),
    *(walking.walking, walking.passing),
    *(marking.actions, marking.challenges, marking.bidding),
    *(marking.alliances, course.at_home),
    *(cards.cards, cards.tricks),
    course.end,
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    book = book_context(options)
    chapters = tuple(chapter for write in CHAPTERS if (chapter := write(book)).parts)
    tagline = "Dogs on their walks mark a neighbourhood, and mark it again."
    return Rulebook(tagline, chapters, summary(book), DATA / "examples.toml")


def summary(book: BookContext) -> tuple[Passage, ...]:
    """What players look up on one page: a turn, the actions, the dogs, the end."""
    stop = {
        "anywhere": "stop where you like",
        "full_roll": "walk the whole roll",
        "min_one": "stop where you like after a first step",
    }[book.stop_rule]
    passing = book.resupply_on == "pass_or_land"
    drive = [f"mid-block {book.midblock_drive}"]
    drive += [f"deeper into a side street {book.side_street_drive}"] * (book.count(":") > 0)
    drive += [f"path {book.path_drive}"] * book.has_paths + [f"drink {book.drink_drive}"]
    return (
        points(
            f"**Income**, Swagger for connected territories ({book.swagger_per} each time)"
            if book.swagger_mode != "band"
            else "**Income**, Swagger for groups",
            f"**Walk**, {count_of(book.walk_dice, 'die', 'dice')}: {stop}",
            f"**{count_of(book.actions_per_turn, 'action')}**, where you stand",
            f"**Home** refills your bowl if you {'passed it' if passing else 'stopped there'}",
            f"**Won** with {territories(book.win_territories)}; at the latest after "
            f"{count_of(book.max_rounds, 'round')} with the most",
            numbered=True,
        ),
        marking.action_table(book),
        Paragraph(f"**Drive on the way:** {', '.join(drive)}. Zebra crossings are free."),
        box.bowls(book),
    )
