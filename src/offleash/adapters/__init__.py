"""The games as environments for programs that learn: batches, gymnasium, PettingZoo, OpenSpiel."""
