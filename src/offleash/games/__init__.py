"""One folder a game, and the registry that names them."""
