"""How a deal is fixed beforehand and proved afterwards: keys, commitments, sealed cards."""
