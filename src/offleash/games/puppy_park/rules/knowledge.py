"""Who knows what: in Puppy Park all tiles lie face up, so everybody knows everything."""

from offleash.games.puppy_park.rules.record import rule


@rule
def hide(state, options, seat):
    """Nothing is hidden."""


@rule
def seen(state, options, action, seat):
    """Every action can be read."""
    return action


@rule
def resample(state, options, work, seat, rng, stream):
    """There are no blanks."""
