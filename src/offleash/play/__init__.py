"""Checked play: sessions, transcripts, scenarios."""
