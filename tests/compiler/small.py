"""A template of a few small rules that call each other, for the tests of compiling."""

from offleash.compiler.rule import kernel


@kernel
def raised(out, index, amount):
    """Adds to one number of a list."""
    out[index] += amount
    return out[index]


@kernel
def counted_raise(out, index, tally):
    """Adds one, and counts it where somebody counts."""
    if tally is not None:
        tally.count += 1
    return raised(out, index, 1)


@kernel
def raise_all(out, tally):
    """Adds one everywhere; returns what that comes to."""
    total = 0
    for i in range(len(out)):
        total += counted_raise(out, i, tally)
    return total


@kernel
def raise_uncounted(out):
    """The same, and nobody counts."""
    total = 0
    for i in range(len(out)):
        total += counted_raise(out, i, None)
    return total


@kernel
def endless(count):
    """A rule that calls itself."""
    return endless(count - 1)


@kernel
def raise_half(out, amount):
    """A rule that passes a fraction where a whole number is declared."""
    return raised(out, 0, amount / 2)
