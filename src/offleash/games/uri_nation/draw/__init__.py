"""The pictures of Uri-Nation."""
