"""The rules of Corners: all of this folder is compiled."""
