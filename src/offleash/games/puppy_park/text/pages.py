"""What a player of Puppy Park may look up at the table; every line fits sixty columns."""

from offleash.contract import Records
from offleash.games.puppy_park.rules import record as R

GOAL = """\
Everybody lays dogs in the park, two to a tile. The first
player to lay the last of her dogs wins at once.

A turn: pick a tile and place it, one of these ways.
a  On the ground, next to a tile, so that it makes two pairs
   of dogs of one breed: take another turn.
b  Atop two dogs of equal height, each of the breed that
   covers it: take another turn.
c  On the ground, next to a tile, without two pairs. The
   turn passes."""

PAIRS = {
    R.DISJOINT: """\
Two pairs are four dogs: each dog of the new tile touches an
awake dog of its breed, and they are not the same one.""",
    R.EACH: """\
Two pairs: each dog of the new tile touches an awake dog of
its breed, which may be the same one.""",
}
EDGES = """\
Two pairs are any two edges between a dog of the new tile
and an awake dog of its breed."""

HOUSES = """\
After c you may put your house on any dog that is awake: it
naps, and makes no more pairs. You have one house a game."""
UNCOVERED = "A dog that naps can't be covered."
COVERED = "A house can be covered. It leaves the game then."

TREE_POOP = """\
e  Instead of a tile lay your tree-poop tile, on the ground
   and next to a tile. The turn passes. The first player to
   lay one declares what holds for all from then on:
   poop rules: no dog may be placed next to a poop;
   tree rules: if you can place a dog next to a tree, you
   must."""
SHAPES = {
    R.HALVES_SHAPE: "One half of it is a tree, the other a poop.",
    R.TWO_HEX: "Both its halves are tree and poop at once.",
}
ONE_HEX_SHAPE = "It is a single hexagon, tree and poop at once."

STUCK = """\
You may not pass if you can lay something. When nobody can,
the player with the fewest tiles left wins."""
STUCK_SHARED = """\
You may not pass if you can lay something. When nobody can,
all share the win."""

PLACES = """\
Pick a tile by its number in your hand. The board then has a
number on every cell where its first dog may lie. Type the
number and the way to the other dog: 12 SE. Where there is
only one way, 12 is enough; and 12 13 puts the first dog on
12 and the other on 13. Numbers with ! earn another turn.

The ways are  NW  NE
            W        E
              SW  SE

Cells have coordinates too, so you can type all of it in one
line: brown-yellow at 3,-2 SW. At the left of each row are
the coordinates of its first cell; to the east the first of
them grows: -2,1  -1,1  0,1  1,1."""


def rules(options: Records) -> str:
    """Return the rules as the options have them."""
    settings = options[0]
    parts = [GOAL, PAIRS.get(int(settings["pairs"]), EDGES)]
    if int(settings["players"]) == 2 or settings["houses34"]:
        parts.append(f"{HOUSES}\n{COVERED if settings['cover_house'] else UNCOVERED}")
    if settings["tree_poop"]:
        parts.append(f"{TREE_POOP}\n{SHAPES.get(int(settings['tp_shape']), ONE_HEX_SHAPE)}")
        if settings["tp_must_be_played"]:
            parts.append("To win, your tree-poop tile must be laid as well.")
    parts.append(STUCK if int(settings["stuck"]) == R.FEWEST else STUCK_SHARED)
    return "\n\n".join(parts)
