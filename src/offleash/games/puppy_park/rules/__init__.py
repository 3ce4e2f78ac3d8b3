"""The rules of Puppy Park, compiled."""
