"""Rulebooks: the rules of a game in plain words with played examples, as HTML or PDF."""
