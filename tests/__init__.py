"""The proof: examples of every clause, laws over every game, faults and structure."""
