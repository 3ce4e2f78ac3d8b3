"""Secret Mission as pictures."""
