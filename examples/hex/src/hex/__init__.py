"""Hex, an example of a game for Offleash: `row` announces it, `game` binds it."""
