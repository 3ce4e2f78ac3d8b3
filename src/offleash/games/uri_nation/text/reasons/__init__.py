"""Why an action is not legal: one sentence, for the person who tried it."""

from offleash.games.uri_nation.text.reasons.phases import why_illegal

__all__ = ["why_illegal"]
