"""A template with two policies of the same types, for the test of `specialise`."""

from offleash.core.compile import kernel


@kernel
def choose_first(state, options, work, out, n, rng, personas, seat):
    """The lowest legal action."""
    return out[0]


@kernel
def choose_last(state, options, work, out, n, rng, personas, seat):
    """The highest legal action."""
    return out[n - 1]
