"""The rules of Uri-Nation, compiled."""
