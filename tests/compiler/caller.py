"""A template that calls what is bound to it, for the test of `specialise`."""

from offleash.compiler.rule import kernel


@kernel
def call(out, n):
    """What the bound policy chooses."""
    return choose(out, n)  # noqa: F821  # bound by `specialise`
