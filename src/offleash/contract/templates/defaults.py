"""What `GameRules` and `BotRules` bind where a game leaves a rule out: a template for one game."""

from offleash.compiler.rule import kernel


@kernel
def side(options, seat):
    """Return the seat itself: every seat plays for itself."""
    return seat


@kernel
def setup(state, options):
    """Leave the first position all zeros."""


@kernel
def chance_outcomes(state, options, out, chances):
    """Return 0: nothing is left to chance."""
    return 0


@kernel
def stream(state):
    """Return 0: all chance is of one kind."""
    return 0


@kernel
def hide(state, options, seat):
    """Hide nothing: everybody may know everything."""


@kernel
def seen(state, options, action, seat):
    """Return the action itself: everybody sees every action."""
    return action


@kernel
def resample(state, options, work, seat, rng, stream):
    """Fill nothing: nothing is hidden, so there are no blanks."""


@kernel
def canonical(state):
    """Change nothing: no two positions differ only in names."""


@kernel
def score(state, options, work, plan, action, weights):
    """Return 0: all actions are equally good, so the greedy bot chooses at random."""
    return 0


@kernel
def evaluate(state, options, seat, weights):
    """Return 0: all positions are equally good."""
    return 0
