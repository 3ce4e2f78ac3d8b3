"""Uri-Nation in words: notation, reasons, figures, notes."""
