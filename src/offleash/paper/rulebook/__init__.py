"""The rulebook: a game's rules in plain words, as a page or as a PDF."""
