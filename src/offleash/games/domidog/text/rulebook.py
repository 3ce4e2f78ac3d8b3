"""The rulebook of Dömidög, as the options have it."""

from pathlib import Path
from types import SimpleNamespace

from offleash.core import rulebook as B
from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, Passage, Rulebook, chapter, points
from offleash.games.domidog.options import OPTION_LIST
from offleash.games.domidog.rules import record as R
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES
from offleash.games.tiles.text.rulebook import company, starter_words, tiles_words

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.toml"
PAIR = 2  # players who may do with fewer tiles
COVER = (
    "chain=red-red,red-yellow>red-red.2,blue-yellow>red-yellow.yellow,red-white>red-red.1 "
    "hands=red-black|grey-grey supply=black-black"
)

# Chapters that are the same under all options: the aim, a turn (M3–M6), the end (M12)

AIM = chapter(
    "The aim",
    "Lay your tiles to the ends of one chain, dog to equal dog. **Who has no tiles left wins.**",
)
TURN = chapter(
    "A turn",
    points(
        "**Lay** one tile to either end of the chain, so that equal dogs meet. Nothing earns "
        "another turn, a double neither.",
        "If you can't, **draw** from the supply, tile by tile, until you can. Then you must lay "
        "one. Nobody draws by choice.",
        "If the supply is empty, **pass**.",
    ),
    Example("A tile is laid to an end"),
)
END = chapter(
    "The end",
    "Who has no tiles left wins at once and gets the bone. When all pass in a row, the one with "
    "the fewest tiles wins, and equals share the victory.",
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    o = B.option_values(OPTION_LIST, options)
    chapters = (AIM, components(o), setup(o), TURN, fork(o), END)
    tagline = "Dominoes with puppies, and a house that shuts the door."
    cover = COVER if o.players == PAIR else ""
    return Rulebook(tagline, chapters, summary(o), EXAMPLES, cover)


def all_tiles(o: SimpleNamespace) -> bool:
    """Whether the tiles with the shiba are in."""
    return bool(o.extra_tiles or o.players > PAIR)


def components(o: SimpleNamespace) -> Chapter:
    """What has to be on the table."""
    houses = count_of(o.players, "dog house")
    return chapter(
        "Components",
        points(
            tiles_words(all_tiles(o)),
            f"{houses}, one for each player",
            "**the bone**, which the winner gets",
        ),
    )


def setup(o: SimpleNamespace) -> Chapter:
    """The deal and the first tile (M1, M2)."""
    supply = (TILES if all_tiles(o) else BASE_TILES) - R.DEALT * o.players
    hands = "Hands lie **face up** on the table." if o.face_up else "Hands are hidden."
    start = starter_words(o.starter, o.players, "the lot says who starts").removesuffix(".")
    return chapter(
        "Setup",
        f"{company(o.players)} Shuffle the tiles face down and deal {R.DEALT} to each. {hands} The "
        f"{count_of(supply, 'tile')} left are the supply. Everybody takes a house.",
        f"Who holds blue-blue must start with it. If nobody does, {start}, and the first tile must "
        "be a double: who has none draws until there is one, and with the supply empty the next "
        "player has to open. Play goes clockwise.",
    )


def fork(o: SimpleNamespace) -> Chapter:
    """The fork (M7–M11)."""
    when = (
        "You may do so only before you have drawn a tile in that turn."
        if o.fork_before_draw_only
        else "You may do so although you could lay a tile, instead of drawing, and also after "
        "drawing, as long as you still can't lay one."
    )
    last = (
        "A fork with your last tile wins at once, before you would draw."
        if o.fork_wins_before_draw
        else "So a fork with your last tile wins only when the supply is empty."
    )
    return chapter(
        "The fork",
        "Once a game you may fork instead of laying a tile to an end. " + when,
        points(
            "Put your house on an end of the chain. It is shut for ever.",
            "Lay a tile to any inner half of another tile than the one under the house, dog to "
            "equal dog. Its free half is the new end.",
            f"Draw a tile, if there is one. {last}",
            numbered=True,
        ),
        Example("A fork shuts one end and opens another"),
    )


def summary(o: SimpleNamespace) -> tuple[Passage, ...]:
    """What one looks up while playing."""
    before = ", not after drawing" if o.fork_before_draw_only else ""
    return (
        points(
            "Lay a tile to an end, dog to equal dog",
            "else draw until you can, and pass when the supply is empty",
            f"or fork, once a game{before}: house on an end, tile to an inner half, draw one",
            "Who has no tiles left wins; when all pass, who has the fewest",
        ),
    )
