"""Puppy Park as text."""
