"""The rulebook of Secret Mission, as the options have it."""

from pathlib import Path
from types import SimpleNamespace

from offleash.core import rulebook as B
from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, Rulebook, chapter, points
from offleash.games.secret_mission.options import OPTION_LIST
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES
from offleash.games.tiles.text.rulebook import company, starter_words, tiles_words

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.toml"
PAIR = 2
COVER = (
    "table=blue-brown@0,0E,red-red@0,1E,yellow-yellow@2,-1SE,white-grey@-1,2E,black-black@1,2E "
    "missions=brown-yellow|blue-red playing=black-grey|white-white"
)

# What is the same under all options: the aim, a turn (S3, S5), scoring (S7, S9), the summary

AIM = chapter(
    "The aim",
    "Your secret mission shows two breeds. In the end the largest group of the one times the "
    "largest group of the other is your score. **The lowest score wins.**",
)
TURN = chapter(
    "A turn",
    "Lay your playing tile on the ground, next to at least one that lies there; only the first "
    "one lies by itself. Dogs need not match, and nothing is stacked. Then draw the next "
    "playing tile, if there is one. **Play goes anticlockwise.** Nobody passes.",
    Example("A playing tile is laid, and the next is drawn"),
)
SCORING = chapter(
    "Scoring",
    "Dogs of one breed are a group if their cells touch, one after the other; the two of a "
    "double touch as well. Multiply the largest group of your one breed by the largest of your "
    "other. The lowest product wins. Among equals the one whose last tile was laid earlier wins.",
)
SUMMARY = (
    points(
        "Lay your playing tile next to another, draw the next",
        "Play goes anticlockwise",
        "Largest group of your one breed times largest group of your other: the lowest wins",
        "Among equals, whose last tile was laid earlier",
    ),
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    o = B.option_values(OPTION_LIST, options)
    components = chapter("Components", points(tiles_words(o.extra_tiles)))
    chapters = (AIM, components, setup(o), TURN, end(o), SCORING)
    tagline = "Keep your two breeds apart, and let nobody see that you try."
    cover = COVER if o.players == PAIR else ""
    return Rulebook(tagline, chapters, SUMMARY, EXAMPLES, cover)


def setup(o: SimpleNamespace) -> Chapter:
    """Missions and playing tiles (S2–S4)."""
    tiles = TILES if o.extra_tiles else BASE_TILES
    start = starter_words(o.starter, o.players, "The lot says who starts.")
    playing = (
        "which lies **face up** before its owner"
        if o.open_playing_tile
        else "which nobody else may see either"
    )
    return chapter(
        "Setup",
        f"{company(o.players)} Shuffle all tiles face down. {start} Missions and playing tiles are "
        "drawn in the order of play.",
        points(
            "Everybody draws a **mission** and keeps it hidden. It must show two different dogs: "
            "who draws a double puts it back, unseen by others, and draws again.",
            f"Everybody draws a **playing tile**, {playing}.",
            f"The {count_of(tiles - 2 * o.players, 'tile')} left are the supply.",
            numbered=True,
        ),
    )


def end(o: SimpleNamespace) -> Chapter:
    """The last tiles (S1, S6)."""
    tiles = TILES if o.extra_tiles else BASE_TILES
    return chapter(
        "The end",
        "When the supply is empty, the last playing tiles are laid in turn. The game ends when "
        f"{tiles - o.players} tiles lie on the table. Then all missions are shown.",
    )
