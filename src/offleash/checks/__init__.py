"""What every game has to promise, as checks that a command runs on any game."""
