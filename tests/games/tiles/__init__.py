"""Tests of what the tile games share: tiles, the hexagonal grid, their names and places as text."""
