"""Models of people: fitted to games, described in words, and forecasts with them."""
