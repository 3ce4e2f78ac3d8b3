"""Runs: plans are played in shards, here or on a cluster, and stored in folders."""
