"""The rules of the games, one package each, none importing another."""
