"""Players: policies generic over games."""
