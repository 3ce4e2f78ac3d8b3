"""Uri-Nation: dogs mark their territory on a street map."""
