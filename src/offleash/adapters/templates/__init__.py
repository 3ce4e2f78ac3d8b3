"""Loops over many environments, bound to a game by `compiler.rule.specialise`."""
