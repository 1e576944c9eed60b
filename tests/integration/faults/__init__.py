"""Faults on real processes: what dies, vanishes or comes twice, and how every game ends."""
