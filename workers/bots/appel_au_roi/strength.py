"""How good a hand is: its strength in tarocks, kings and voids, its danger where tricks cost."""

from typing import Final

from shared.cards.hands import Mask, cards_in
from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.pack import ALL_TAROCKS, CARDS, KINGS
from workers.bots.appel_au_roi.cards import PLAIN_SUITS, SUIT_MASKS

_HIGH: Final = tuple(
    (CARDS[code], more)
    for code, more in {"EX": 3, "T21": 3, "T20": 2, "T19": 1, "T18": 1, "T17": 1}.items()
)
"""What a high tarock is worth beyond the two of every tarock."""
_KING: Final = 2
_VOID: Final = 2
_SINGLETON: Final = 1

NEEDED: Final[dict[ContractId, int]] = {
    "appel": 0,
    "seul_chien_complet": 21,
    "appel_petit": 19,
    "appel_ii": 21,
    "appel_contre_chien": 22,
    "appel_iii": 22,
    "seul": 24,
    "appel_iv": 25,
    "seul_contre_chien": 31,
}
"""The strength from which a positive game with trump wins more than it loses: found by playing
6,000 random hands out by the rules of thumb."""
ALONE: Final = 19
"""From this strength it costs less to play alone against three than to give the game up, when
the called king lies in the talon: found in the same way."""


def strength(hand: Mask) -> int:
    """How good ``hand`` is for a game with trump: 16 is an ordinary one."""
    tarocks = hand & ALL_TAROCKS
    total = 2 * tarocks.bit_count() + _KING * (hand & KINGS).bit_count()
    for card, more in _HIGH:
        if tarocks >> card & 1:
            total += more
    for suit in PLAIN_SUITS:
        own = hand & suit
        if not own:
            total += _VOID
        elif not own & own - 1:
            total += _SINGLETON
    return total


def danger(hand: Mask) -> int:
    """How likely ``hand`` is to take tricks that it shuns: 0 is safe."""
    total = 0
    for suit in SUIT_MASKS:
        for place, card in enumerate(cards_in(hand & suit)):
            below = (suit & (1 << card) - 1).bit_count()
            # Every other card below it is better held than the other way round.
            total += max(0, below - 2 * place - 1)
    return total
