"""A game that brings commands, and no rules: importing those would fail."""
