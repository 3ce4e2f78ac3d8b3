"""The text of Digs."""
