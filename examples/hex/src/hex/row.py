"""What `offleash games` shows without importing any rules."""

from offleash.games.registry import Row

ROW = Row("hex", "Hex", "2", "connect two sides of a board of hexagons", package="hex.game")
