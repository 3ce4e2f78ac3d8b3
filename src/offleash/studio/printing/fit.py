"""Whether pieces that share a space have room there, side by side."""

from offleash.core.kit import Kit, Pile

STEP = 0.5  # millimetres


def needed(sizes: list[float]) -> float:
    """The side of a square in which pieces of these widths find room in rows, the largest first."""
    side = max(sizes, default=0.0)
    while not _fits(sorted(sizes, reverse=True), side):
        side += STEP
    return side


def _fits(sizes: list[float], side: float) -> bool:
    x = y = high = 0.0
    for size in sizes:
        if x + size > side + 1e-9:
            x, y, high = 0.0, y + high, 0.0
        x, high = x + size, max(high, size)
    return y + high <= side + 1e-9


def pile_words(pile: Pile) -> str:
    """`disk + 3 fortify tokens + pawn need 31 mm; the space has 28`, or that they fit."""
    sizes = [size for count, _, size in pile.pieces for _ in range(count)]
    need = needed(sizes)
    what = " + ".join(f"{count} {word}" if count > 1 else word for count, word, _ in pile.pieces)
    verb = "need" if len(sizes) > 1 else "needs"
    if need <= pile.room:
        return f"{what} {verb} {need:g} mm and fit: {pile.space} has {pile.room:g}"
    return f"{what} {verb} {need:g} mm; {pile.space} has {pile.room:g}"


def misfits(kit: Kit) -> list[str]:
    """A sentence for everything that does not fit."""
    return [*kit.crowded, *(pile_words(pile) for pile in kit.piles if _is_crowded(pile))]


def _is_crowded(pile: Pile) -> bool:
    return needed([size for count, _, size in pile.pieces for _ in range(count)]) > pile.room
