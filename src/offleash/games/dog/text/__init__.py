"""Dog in words: notation, reasons, observations, figures."""
