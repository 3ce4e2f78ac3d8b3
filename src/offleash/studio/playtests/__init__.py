"""Games that people played of a project, next to those of bots."""
