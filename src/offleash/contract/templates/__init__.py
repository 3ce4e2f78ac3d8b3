"""Rules of games that bind none of their own."""
