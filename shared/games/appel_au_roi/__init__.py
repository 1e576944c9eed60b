"""Appel au roi (Königrufen): 54 cards, bids, a called king, primes, settled after every deal."""
