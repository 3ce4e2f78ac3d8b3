"""What `offleash games` shows without importing any rules."""

from offleash.games.registry import Row

ROW = Row("ludo", "Ludo", "2–4", "a race around a loop with a die", package="ludo.game")
