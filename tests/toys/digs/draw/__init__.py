"""The pictures of Digs."""
