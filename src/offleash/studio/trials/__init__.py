"""Games while a board is drawn: bots play on it in a process of its own, and the page is told."""
