"""Kits to print and cut out: plans the pages of a game and writes them as a PDF."""
