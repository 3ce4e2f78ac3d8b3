"""The terminal game: people and bots round one terminal."""
