"""Training: a search for the weights with which a bot wins more."""
