"""A table while people play: its game, its clocks, its bots, what each page sees."""
