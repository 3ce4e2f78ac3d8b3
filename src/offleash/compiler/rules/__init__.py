"""What every game's rules may build on: compiled, and part of every game's cache digest."""
