"""The rulebook of Dog: everything here is compiled, and nothing else is."""
