"""What a seat may ask for in Russian King, and how it is written: ``play:KH`` and no more."""

from typing import Final

from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, numbered

PLAYS: Final = tuple(Play(card) for card in range(len(FRENCH_32)))
"""Playing each card, by card."""

_BY_TEXT: Final = {f"play:{code}": PLAYS[card] for code, card in numbered(FRENCH_32).items()}


def parse_move(text: str, /) -> Play | None:
    """The move that ``text`` writes, or None if Russian King has no such move."""
    return _BY_TEXT.get(text)


def move_text(move: Play, /) -> str:
    """The inverse of :func:`parse_move`."""
    return f"play:{FRENCH_32[move.card]}"
