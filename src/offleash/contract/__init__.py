"""Records, compiled rules, the contract of a game and the generic kernels."""
