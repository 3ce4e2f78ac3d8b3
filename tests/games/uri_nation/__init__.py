"""The tests of Uri-Nation."""
