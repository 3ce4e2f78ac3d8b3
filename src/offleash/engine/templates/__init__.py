"""Loops that are the same for every game: `compile.specialise` binds them to one."""
