"""Puppy Park as pictures."""
