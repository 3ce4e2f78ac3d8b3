"""What `offleash games` shows without importing any rules."""

from offleash.games.registry import Row

ROW = Row("nim", "Nim", "2", "take sticks from heaps", package="nim.game")
