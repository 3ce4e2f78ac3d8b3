"""Tables in the browser: people and bots play together, and look at games again."""
