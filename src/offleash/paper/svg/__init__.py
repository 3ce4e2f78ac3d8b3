"""Draws SVG pictures in a PDF."""
