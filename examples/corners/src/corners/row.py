"""What `offleash games` shows without importing any rules."""

from offleash.games.registry import Row

ROW = Row("corners", "Corners", "2", "pieces that touch at corners only", package="corners.game")
