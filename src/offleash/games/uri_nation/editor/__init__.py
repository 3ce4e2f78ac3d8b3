"""How the studio draws boards and decks of Uri-Nation."""
