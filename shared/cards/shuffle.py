"""The repeatable shuffle: same numbers in, same order out, on every machine for ever."""

from collections.abc import Callable
from typing import TypeAlias

from shared.cards.packs import Card

Below: TypeAlias = Callable[[int], int]
"""``below(n)``: the next uniform int of 0 to n - 1."""


def shuffled(size: int, below: Below) -> tuple[Card, ...]:
    """A pack of ``size`` cards, shuffled from canonical order (Fisher-Yates, last place first).

    Ours and not the standard library's, which may change its algorithm: an audit years later
    must deal the same cards.
    """
    deck = list(range(size))
    for place in range(size - 1, 0, -1):
        other = below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)
