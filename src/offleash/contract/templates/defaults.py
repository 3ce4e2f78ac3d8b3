"""What `GameRules` and `BotRules` bind where a game leaves a rule out: a template for one game."""

from offleash.compiler.rule import kernel


@kernel
def side(options, seat):
    """Return every seat plays for itself."""
    return seat


@kernel
def setup(state, options):
    """The first position is all zeros."""


@kernel
def chance_outcomes(state, options, out, chances):
    """Return nothing is left to chance."""
    return 0


@kernel
def stream(state):
    """Return all chance is of one kind."""
    return 0


@kernel
def hide(state, options, seat):
    """Everybody may know everything."""


@kernel
def seen(state, options, action, seat):
    """Return everybody sees every action."""
    return action


@kernel
def resample(state, options, work, seat, rng, stream):
    """Nothing is hidden, so there are no blanks to fill."""


@kernel
def canonical(state):
    """No two positions differ only in names."""


@kernel
def score(state, options, work, plan, action, weights):
    """Return all actions are equally good, so the greedy bot chooses at random."""
    return 0


@kernel
def evaluate(state, options, seat, weights):
    """Return all positions are equally good."""
    return 0
