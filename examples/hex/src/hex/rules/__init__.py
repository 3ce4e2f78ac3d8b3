"""The rules of Hex: all of this folder is compiled."""
