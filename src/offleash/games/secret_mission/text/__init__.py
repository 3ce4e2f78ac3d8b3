"""Secret Mission as text."""
