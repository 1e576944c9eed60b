"""What a seat may ask for in Tiny Whist, and how it is written: ``lay:7C``, ``play:KH``."""

from typing import Final, TypeAlias

from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, Card, numbered
from shared.kernel.game_rules import Move


class Lay(Move, frozen=True, tag="lay"):
    """Lay ``card`` away, face down (TW-LAY-1)."""

    card: Card


TinyWhistMove: TypeAlias = Lay | Play

_CARDS: Final = numbered(FRENCH_32)


def parse_move(text: str, /) -> TinyWhistMove | None:
    """The move that ``text`` writes, or None if Tiny Whist has no such move."""
    verb, _, code = text.partition(":")
    if code not in _CARDS:
        return None
    match verb:
        case "lay":
            return Lay(_CARDS[code])
        case "play":
            return Play(_CARDS[code])
    return None


def move_text(move: TinyWhistMove, /) -> str:
    """The inverse of :func:`parse_move`."""
    verb = "lay" if isinstance(move, Lay) else "play"
    return f"{verb}:{FRENCH_32[move.card]}"
