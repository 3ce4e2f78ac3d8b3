"""Names of dogs, tiles and places."""
