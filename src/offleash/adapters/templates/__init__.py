"""Loops over many environments, bound to a game by `core.compile.specialise`."""
