"""The rulebook of Uri-Nation, as the options have it: only what is played, in its own numbers."""

from offleash.core.game import Records
from offleash.core.rulebook import Rulebook
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.text.rulebook.alliances import alliances
from offleash.games.uri_nation.text.rulebook.box import components, dogs, setup, the_board
from offleash.games.uri_nation.text.rulebook.cards import cards, tricks
from offleash.games.uri_nation.text.rulebook.chosen import read
from offleash.games.uri_nation.text.rulebook.course import aim, at_home, end, income, turn
from offleash.games.uri_nation.text.rulebook.marking import actions, bidding, challenges
from offleash.games.uri_nation.text.rulebook.short import summary
from offleash.games.uri_nation.text.rulebook.walking import passing, walking

MAKERS = (
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
    told = read(options)
    made = (make(told) for make in MAKERS)
    tagline = "Dogs on their walks mark a neighbourhood, and mark it again."
    chapters = tuple(each for each in made if each.parts)
    return Rulebook(tagline, chapters, summary(told), DATA / "examples.toml")
