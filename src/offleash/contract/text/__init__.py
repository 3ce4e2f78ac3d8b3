"""Words and pictures of games: plain ones, rulebooks, names and images of projects."""
