"""The rules of Ludo: all of this folder is compiled."""
