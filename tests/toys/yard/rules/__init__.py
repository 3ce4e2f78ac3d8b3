"""Walking in a yard, compiled."""
