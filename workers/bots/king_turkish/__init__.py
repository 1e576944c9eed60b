"""How bots play Turkish King: what they choose by their hand, and how they shun and seek."""
