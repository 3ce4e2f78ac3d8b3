"""The colours of the park, of texts and of the players."""

INK, SOFT_INK = "#3a2a1c", "#6d5636"
PAPER, CREAM, WOOD, DARK_WOOD = "#fffaf0", "#fff1cf", "#b98850", "#7a5129"
GRASS, LIGHT_GRASS, DARK_GRASS, HEDGE = "#9cc96b", "#aed67e", "#7fb04f", "#4f8038"
SAND, GOLD, MARK = "#ead9ac", "#ffc928", "#6a1b9a"  # MARK: what a person may click
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"

# Of the seats, which are called by them; their initials identify them without colours.
SEAT_FILL = ("#d5431c", "#1c72b4", "#e0a100", "#0b8a68")
SEAT_DARK = ("#96290a", "#124f80", "#8a6000", "#06583f")
