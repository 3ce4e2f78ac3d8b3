"""Components for screens: a PNG of each, and saves for virtual tables."""
