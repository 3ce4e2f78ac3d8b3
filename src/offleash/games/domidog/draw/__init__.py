"""Dömidög as pictures."""
