"""The rules of Nim: all of this folder is compiled."""
