"""Part of Uri-Nation."""
