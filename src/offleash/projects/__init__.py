"""A designer's folder of files: boards, decks, rules, images, playtests, history."""
