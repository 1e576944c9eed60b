"""Packs of cards and what every trick-taking game does with them."""
