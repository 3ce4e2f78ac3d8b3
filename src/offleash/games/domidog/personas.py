"""Stub."""

WEIGHTS = {"a": 1}
PERSONAS = {}
