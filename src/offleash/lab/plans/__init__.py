"""Plans: what an experiment plays, as data."""
