"""The rules of Digs, compiled."""
