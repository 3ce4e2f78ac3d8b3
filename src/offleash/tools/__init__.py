"""Words, TOML, files, locks and errors: tools that know nothing of games."""
