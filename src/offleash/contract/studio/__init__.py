"""What there is to draw and to print of a game."""
