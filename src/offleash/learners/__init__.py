"""Learners: training of players by self-play in the vector environment, with PyTorch."""
