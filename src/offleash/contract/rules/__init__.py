"""Rules that every game may use: seats that are none, chances to win, features."""
