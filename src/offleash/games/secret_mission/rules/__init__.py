"""The rules of Secret Mission, compiled."""
