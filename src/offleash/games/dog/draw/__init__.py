"""Dog in pictures: SVG, and the terminal."""
