"""What a seat may ask for in Turkish King: ``choose:rifki``, ``choose:koz:H``, ``play:KH``."""

from typing import Final, TypeAlias

from shared.cards.moves import Play
from shared.cards.packs import FRENCH_52, numbered
from shared.games.king_turkish.contracts import (
    CONTRACTS,
    TRUMP,
    TRUMP_SUITS,
    ContractId,
    TrumpSuit,
)
from shared.kernel.game_rules import Move


class Choose(Move, frozen=True, tag="choose"):
    """Announce the contract of the deal; with trump its suit, else none (KT-CHOOSE-2)."""

    contract: ContractId
    trump: TrumpSuit | None = None


KingMove: TypeAlias = Choose | Play

CHOICES: Final[dict[ContractId, tuple[Choose, ...]]] = {
    contract.id: (
        tuple(Choose(TRUMP, suit) for suit in TRUMP_SUITS)
        if contract.id == TRUMP
        else (Choose(contract.id),)
    )
    for contract in CONTRACTS
}
"""The ways to announce each contract, in canonical order."""

PLAYS: Final = tuple(Play(card) for card in range(len(FRENCH_52)))
"""Playing each card, by card."""

_CARDS: Final = numbered(FRENCH_52)
_ANNOUNCED: Final[dict[str, Choose]] = {
    contract.id if suit is None else f"{contract.id}:{suit}": Choose(contract.id, suit)
    for contract in CONTRACTS
    for suit in (None, *TRUMP_SUITS)
}


def parse_move(text: str, /) -> KingMove | None:
    """The move that ``text`` writes, or None if Turkish King has no such move.

    Trump without its suit, and a penalty with one, are moves (and refused as such).
    """
    verb, _, argument = text.partition(":")
    if verb == "play" and argument in _CARDS:
        return PLAYS[_CARDS[argument]]
    return _ANNOUNCED.get(argument) if verb == "choose" else None


def move_text(move: KingMove, /) -> str:
    """The inverse of :func:`parse_move`."""
    match move:
        case Choose(contract, None):
            return f"choose:{contract}"
        case Choose(contract, suit):
            return f"choose:{contract}:{suit}"
        case Play(card):
            return f"play:{FRENCH_52[card]}"
