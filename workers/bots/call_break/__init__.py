"""How bots play Call Break: what they call, and how they take exactly that or one more."""
