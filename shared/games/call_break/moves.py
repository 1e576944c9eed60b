"""What a seat may ask for in Call Break, and how it is written: ``call:4``, ``play:KH``."""

from typing import Final, TypeAlias

from shared.cards.moves import Play
from shared.cards.packs import FRENCH_52, numbered
from shared.kernel.game_rules import Move

CALL_MIN: Final = 2
CALL_MAX: Final = 13
"""The bounds of a call (CB-CALL-2)."""


class Call(Move, frozen=True, tag="call"):
    """Call ``tricks``: undertake to win that many (CB-CALL-1)."""

    tricks: int


CallBreakMove: TypeAlias = Call | Play

CALLS: Final = tuple(Call(tricks) for tricks in range(CALL_MIN, CALL_MAX + 1))
"""Every call there is, in canonical order."""

PLAYS: Final = tuple(Play(card) for card in range(len(FRENCH_52)))
"""Playing each card, by card."""

_CARDS: Final = numbered(FRENCH_52)
_CALL_DIGITS_MAX: Final = 4


def parse_move(text: str, /) -> CallBreakMove | None:
    """The move that ``text`` writes, or None if Call Break has no such move.

    A call out of bounds is a move (and refused as such); ``call:04`` is none, so that every
    move has one text.
    """
    verb, _, argument = text.partition(":")
    if verb == "play" and argument in _CARDS:
        return PLAYS[_CARDS[argument]]
    if verb == "call" and _is_plain_number(argument):
        return Call(int(argument))
    return None


def move_text(move: CallBreakMove, /) -> str:
    """The inverse of :func:`parse_move`."""
    match move:
        case Call(tricks):
            return f"call:{tricks}"
        case Play(card):
            return f"play:{FRENCH_52[card]}"


def _is_plain_number(text: str) -> bool:
    digits = text.isascii() and text.isdigit() and len(text) <= _CALL_DIGITS_MAX
    return digits and text == str(int(text))
