"""The studio: designing boards, cards and rules, printing games, and experiments."""
