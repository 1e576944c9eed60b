"""Tariffs: what games and primes are worth. A tariff is data, with a name and a version.

The rows stand in a Python module each and not in a data file: the rules are pure and read no
file, and rows that are typed cannot be published broken. A table names its tariff; the version
is fixed by the ruleset, so that a game is settled for ever by the numbers it began with. Other
numbers are a new module, and a new ruleset that chooses it.
"""
