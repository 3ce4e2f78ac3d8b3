"""Dömidög as text."""
