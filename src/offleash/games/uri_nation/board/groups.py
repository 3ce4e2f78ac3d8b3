"""What hangs together on a board: groups of territories, and the two sides of the street."""

from functools import lru_cache

from offleash.games.uri_nation.board.streets import pieces, steps
from offleash.games.uri_nation.board.tables import adjacency_masks, influence_masks
from offleash.games.uri_nation.board.text import Board, Cell


@lru_cache(256)
def groups(board: Board) -> tuple[tuple[Cell, ...], ...]:
    """The largest groups that one owner could have: territories linked by steps, and in 1.2 by
    bond spaces (A2 to A4)."""
    links = [int(mask) for mask in adjacency_masks(board, "step")]
    zones = [int(mask) for mask in influence_masks(board, 0)] if board.version == "1.2" else []
    left = set(range(len(board.territories)))
    found = []
    while left:
        first = min(left)
        group = _grown(1 << first, links, zones)
        members = [number for number in sorted(left) if group >> number & 1]
        left -= set(members)
        found.append(tuple(board.territories[number] for number in members))
    return tuple(found)


def _grown(group: int, links: list[int], zones: list[int]) -> int:
    """A mask with all that can be reached from it."""
    before = 0
    while before != group:
        before = group
        for number, mask in enumerate(links):
            if group >> number & 1:
                group |= mask
        for zone in zones:
            if group & zone:
                group |= zone
    return group


def sides(board: Board) -> list[list[Cell]]:
    """Each piece of sidewalk with the side streets that branch off it."""
    found = pieces(board, board.with_glyphs("s"))
    for street in pieces(board, board.with_glyphs(":")):
        mouths = {cell for each in street for cell in steps(board, each)}
        for side in found:
            if mouths & set(side):
                side += street
                break
    return found
