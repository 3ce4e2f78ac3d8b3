"""Trials: bots play on a board while it is being edited, in a process of their own."""
