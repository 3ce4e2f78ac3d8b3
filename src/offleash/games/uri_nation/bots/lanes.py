"""Lanes: a step or a crossing packed into one number, so that a search reads each with one look."""

from offleash.games.uri_nation.rules.places import (
    DEEPER,
    FLAT,
    LANE_KIND,
    LANE_WAY,
    WAY_BITS,
    ZEBRA,
)
from offleash.games.uri_nation.rules.record import rule


@rule.inline
def lane_end(lane):
    """Return the cell that a lane leads to."""
    return lane & (1 << LANE_WAY) - 1


@rule.inline
def lane_way(lane):
    """Return the way that a lane goes."""
    return lane >> LANE_WAY & (1 << WAY_BITS) - 1


@rule.inline
def step_lane_price(options, lane):
    """Return the Drive for a step: only in side streets, deeper or back (M14)."""
    kind = lane >> LANE_KIND
    if kind == FLAT:
        return 0
    return options.side_street_drive if kind == DEEPER else options.side_street_return_drive


@rule.inline
def crossing_lane_price(state, options, lane):
    """Return the Drive for a crossing: none over a zebra or a free road (M9, M12)."""
    return 0 if lane >> LANE_KIND == ZEBRA or state.open_road != 0 else options.midblock_drive


@rule.inline
def crossing_lane_steps(options, lane):
    """Return the steps that a crossing takes (M9)."""
    return options.intersection_steps if lane >> LANE_KIND == ZEBRA else options.midblock_steps
