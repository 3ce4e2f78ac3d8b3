"""The rulebook of Puppy Park, as the options have it."""

from pathlib import Path
from types import SimpleNamespace

from offleash.core import rulebook as B
from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Example, Passage, Rulebook, chapter, points
from offleash.games.puppy_park.options import OPTION_LIST
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES
from offleash.games.tiles.text.rulebook import company, starter_words, tiles_words

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.toml"
PAIR = 2  # players who have houses in the base game
COVER = (
    "table=blue-brown@0,0E,yellow-red@-1,1SE,blue-yellow@-1,0SW,brown-red@2,-1E,red-red@0,2E,"
    "white-grey@-3,2SE,black-shiba@2,0SE hands=grey-grey|black-black"
)


def rulebook(options: Records) -> Rulebook:
    """The whole book."""
    o = B.option_values(OPTION_LIST, options)
    writers = (aim, components, setup, turn, pairs, stacking, houses, tree_poop, end)
    chapters = tuple(chapter for chapter in (write(o) for write in writers) if chapter.parts)
    tagline = "Bring your dogs to the park, two to a tile, and let them make friends."
    cover = COVER if o.players == PAIR else ""
    cover = cover if o.extra_tiles else cover.replace(",black-shiba@2,0SE", "")
    return Rulebook(tagline, chapters, summary(o), EXAMPLES, cover)


def has_houses(o: SimpleNamespace) -> bool:
    """Whether there are houses in this company."""
    return bool(o.players == PAIR or o.houses34)


def aim(o: SimpleNamespace) -> Chapter:
    """What it is all about."""
    last = "tile" if not (o.tree_poop and o.tp_must_be_played) else "piece, the tree-poop tile too"
    return chapter(
        "The aim",
        "Lay your tiles next to each other so that dogs of one breed meet. That earns further "
        f"turns. **Who has laid the last {last} wins.**",
    )


def components(o: SimpleNamespace) -> Chapter:
    """What has to be on the table."""
    return chapter(
        "Components",
        points(
            tiles_words(o.extra_tiles),
            f"{count_of(o.players, 'dog house')}, one for each player" if has_houses(o) else None,
            f"{count_of(o.players, 'tree-poop tile')}, one for each player: {_shape(o)}"
            if o.tree_poop
            else None,
            "**the bone**, which the winner gets",
        ),
    )


def _shape(o: SimpleNamespace) -> str:
    return {
        "halves": "one hexagon is a tree, the other a poop",
        "two_hex": "both hexagons are a tree and a poop at once",
        "one_hex": "a single hexagon that is a tree and a poop at once",
    }[o.tp_shape]


def setup(o: SimpleNamespace) -> Chapter:
    """The deal and the first tile (P20, P21)."""
    tiles = TILES if o.extra_tiles else BASE_TILES
    left = tiles % o.players
    first = (
        "The tile that is left over lies in the centre, and the first player takes an ordinary "
        "turn."
        if left
        else "The first player lays one tile in the centre. That is the whole first turn."
    )
    start = starter_words(o.starter, o.players, "The lot says who starts.")
    return chapter(
        "Setup",
        f"{company(o.players)} Set the bone aside: it is the prize. Shuffle the tiles and deal "
        f"{tiles // o.players} to each. All lie "
        "face up, so from now on nothing is hidden and nothing is left to chance.",
        f"{start} {first} Play goes clockwise.",
    )


def turn(o: SimpleNamespace) -> Chapter:
    """The options a, b, c and e."""
    house = " Then you may put your dog house on a dog." if has_houses(o) else ""
    return chapter(
        "A turn",
        "Do one of these. You may not pass while you can do anything.",
        points(
            "Lay a tile on the ground, next to a tile in play, so that it makes **two pairs**. "
            "Take another turn.",
            "Lay a tile **atop** others, so that each of its dogs covers a dog of its own breed. "
            "Take another turn.",
            f"Lay a tile on the ground, next to a tile in play, without two pairs.{house} Your "
            "turn is over.",
            "Lay your **tree-poop tile** on the ground, next to a tile in play. Your turn is over."
            if o.tree_poop
            else None,
        ),
        "Another turn is a whole turn, and you must take it.",
    )


def pairs(o: SimpleNamespace) -> Chapter:
    """What two pairs are (P1–P4)."""
    reading = {
        "disjoint": "**Two pairs are four dogs**: one dog of the new tile touches a dog of its "
        "breed, and the other touches **another** dog of its own breed.",
        "each": "**Two pairs**: each dog of the new tile touches a dog of its breed. It may be one "
        "and the same dog.",
        "edges": "**Two pairs** are any two edges between a dog of the new tile and a dog of its "
        "breed, whichever dogs they belong to.",
    }
    return chapter(
        "Two pairs",
        reading[o.pairs]
        + " The two dogs of a double are no pair by themselves, and more than two pairs are two "
        "pairs. Dogs on different levels make pairs as well: what counts is who can be seen.",
        Example("Two pairs earn another turn"),
        Example("One pair is not enough"),
    )


def stacking(o: SimpleNamespace) -> Chapter:
    """Atop others (P5, P6)."""
    asleep = (
        "A dog under a house may be covered too: the house leaves the game, and the dog on top is "
        "awake."
        if o.cover_house
        else "A dog under a house can't be covered."
    )
    return chapter(
        "Atop others",
        B.sentences(
            "The two dogs that are covered must lie at the same height, on two different tiles, "
            "each of the breed that covers it.",
            asleep if has_houses(o) else "",
        ),
        Example("A tile on two dogs of its breeds"),
    )


def houses(o: SimpleNamespace) -> Chapter:
    """Naps (P7, P8)."""
    if not has_houses(o):
        return chapter("Dog houses")
    return chapter(
        "Dog houses",
        "Once a game, right after laying a tile without two pairs, you may put your house on any "
        "dog that can be seen, one you have just laid too. That dog naps from now on: it makes no "
        "pairs. Its tile is still in play, and others may be laid next to it.",
        Example("A house puts a dog to sleep"),
    )


def tree_poop(o: SimpleNamespace) -> Chapter:
    """The declaration and what it means (P13–P19)."""
    if not o.tree_poop:
        return chapter("Trees and poops")
    barred = (
        "While you can place a dog next to a tree, you may not lay a tree-poop tile either."
        if o.tree_blocks_e
        else "A tree-poop tile may be laid whatever tree rules ask for."
    )
    return chapter(
        "Trees and poops",
        f"A tree-poop tile is laid once by each player: {_shape(o)}. It is never covered and "
        "takes no house. "
        "Who lays the first one declares what holds for all of them to the end of the game:",
        points(
            "**Poop rules:** no dog may be placed next to a poop.",
            f"**Tree rules:** if you can place a dog next to a tree, you must. {barred}",
        ),
        Example("The first tree-poop tile, with poop rules"),
    )


def end(o: SimpleNamespace) -> Chapter:
    """How it ends (P9–P11)."""
    left = ""
    if o.tree_poop:
        left = (
            "A player with the tree-poop tile in hand has not won yet: it has to be laid as well."
            if o.tp_must_be_played
            else "A tree-poop tile that is left over does not matter."
        )
    stuck = {
        "fewest": "the one with the fewest tiles wins, and equals share it",
        "shared": "they all share the victory",
    }
    return chapter(
        "The end",
        B.sentences("Who lays the last of the own dogs wins at once and gets the bone.", left),
        f"Who can do nothing passes. When all have passed in a row, {stuck[o.stuck]}.",
    )


def summary(o: SimpleNamespace) -> tuple[Passage, ...]:
    """What one looks up while playing."""
    house = "; then a house, if you like" if has_houses(o) else ""
    return (
        B.grid(
            ("lay a tile", "and then"),
            ("on the ground, with two pairs", "another turn"),
            ("atop two dogs of its breeds", "another turn"),
            ("on the ground, without two pairs", f"the turn is over{house}"),
            ("the tree-poop tile", "the turn is over") if o.tree_poop else None,
        ),
        points("Who has no dogs left wins", "Nobody passes who can do anything"),
    )
