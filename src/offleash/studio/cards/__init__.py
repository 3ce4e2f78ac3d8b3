"""Drawing decks."""
