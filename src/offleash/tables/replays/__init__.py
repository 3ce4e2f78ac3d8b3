"""Finished games: replays, results, stories, futures."""
