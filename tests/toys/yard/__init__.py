"""Yards of square cells: what games share that are played in one."""
