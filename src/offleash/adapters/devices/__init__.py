"""Where the games of a vector are stepped: on the processor, or on a graphics card."""
