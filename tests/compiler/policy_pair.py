"""A template with two policies of the same types, for the test of `specialise`."""

from offleash.compiler.rule import kernel


@kernel
def choose_first(out, n):
    """The lowest legal action."""
    return int(out[0])


@kernel
def choose_last(out, n):
    """The highest legal action."""
    return int(out[n - 1])
