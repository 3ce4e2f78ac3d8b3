"""Dogs, tiles and lawns as SVG and for the terminal."""
