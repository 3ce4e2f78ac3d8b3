"""Choosing the rules of a project."""
