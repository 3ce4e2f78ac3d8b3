"""Games on paper: components at true millimetres, on sheets to be cut and glued."""
