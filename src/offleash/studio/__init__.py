"""The designer's room: what is made of a game beside playing it."""
