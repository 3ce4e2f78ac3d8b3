"""What bots of a game are made from: weights, levels, judges."""
