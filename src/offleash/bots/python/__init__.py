"""Bots that users write in Python."""
