"""The rules of Uri-Nation, a file for each chapter of the rulebook."""
