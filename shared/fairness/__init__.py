"""Fair, sealed deals: everybody can prove afterwards that nobody chose the cards."""
