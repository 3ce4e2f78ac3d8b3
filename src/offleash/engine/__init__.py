"""What runs games: batches, playouts, trees, perft, the GPU."""
