"""The packs: which cards there are, in canonical order, and how they are written.

A card is an int: its index in its pack's canonical order, lowest first, suit by suit
(CO-CARD-3). Within a suit a higher index is a higher card, in every pack.
"""

from typing import Final, TypeAlias

Card: TypeAlias = int
"""An index in a pack."""

SUITS: Final = ("C", "D", "H", "S")
TAROCKS: Final = "T"
"""The suit of the tarocks and the Excuse: ``TC`` ends in its suit, ``T9`` and ``EX`` in none."""


def _suited(ranks: str, suit: str) -> tuple[str, ...]:
    return tuple(rank + suit for rank in ranks)


def _french(ranks: str) -> tuple[str, ...]:
    return tuple(code for suit in SUITS for code in _suited(ranks, suit))


FRENCH_52: Final = _french("23456789TJQKA")
"""CO-CARD-1, two to ace."""

FRENCH_32: Final = _french("789TJQKA")
"""CO-CARD-1, seven to ace."""

TAROCK_54: Final = (
    *(f"T{number}" for number in range(1, 22)),
    "EX",
    *_suited("789TJNQK", "C"),
    *_suited("4321JNQK", "D"),
    *_suited("4321JNQK", "H"),
    *_suited("789TJNQK", "S"),
)
"""CO-CARD-2: 21 tarocks and the Excuse, then four suits; red pips rank upside down."""


def suit_of(code: str) -> str:
    """The suit letter of a card's code; :data:`TAROCKS` for a tarock or the Excuse."""
    return code[-1] if code[-1] in SUITS else TAROCKS


def numbered(pack: tuple[str, ...]) -> dict[str, Card]:
    """Each code of ``pack`` with its card: what reads a card's code."""
    return {code: card for card, code in enumerate(pack)}
