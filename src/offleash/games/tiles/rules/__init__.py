"""Tiles and the hexagonal grid, compiled with each game that uses them."""
