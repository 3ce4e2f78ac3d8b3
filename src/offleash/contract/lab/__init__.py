"""What the lab measures in any game."""
