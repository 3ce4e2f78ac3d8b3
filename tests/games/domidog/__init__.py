"""Dömidög: what only this game has to show."""
