"""The card of a game: about twenty figures on a page, next to those of other rules or games."""
