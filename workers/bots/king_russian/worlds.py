"""Where the unseen cards may lie: what the tricks of a round show of every hand.

Who did not follow is void (KR-PLAY-1); who could have had to play the king of hearts and did not
has it not (KR-KING-1); who led a heart where they are held back has nothing else (KR-HEART-1).
"""

from itertools import islice

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.games.king_russian.contracts import HEARTS, KING_OF_HEARTS, Contract
from shared.games.king_russian.tricks import ORDER
from shared.games.king_russian.view import View, contract_on
from shared.kernel.seats import seat_after
from workers.bots.assignments import Held, assignments
from workers.bots.chance import Chance
from workers.bots.king_russian.cards import PACK


class Seen(Struct, frozen=True):
    """What one seat knows of the others' hands."""

    played: Mask
    """The cards that were played in this round, by anyone."""
    possible: tuple[Mask, ...]
    """By seat: the cards that each may still hold after what it has shown."""


def seen(view: View) -> Seen:
    """What the tricks in ``view`` show of every hand."""
    contract = contract_on(view)
    played: Mask = 0
    possible: list[Mask] = [PACK, PACK, PACK, PACK]
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick and view.leader is not None:
        tricks.append((view.leader, view.trick))
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            played |= 1 << card
            possible[seat_after(leader, place)] &= ~_excluded(contract, cards[0], place, card)
    return Seen(played, tuple(possible))


def _excluded(contract: Contract, led: Card, place: int, card: Card) -> Mask:
    """What a hand does not hold that played ``card`` in that place, where ``led`` was led."""
    if place == 0:
        return PACK & ~HEARTS if contract.hearts_held_back and HEARTS >> card & 1 else 0
    if ORDER.suit[led] >> card & 1:
        return 0
    return ORDER.suit[led] | (KING_OF_HEARTS if contract.king_forced else 0)


def unseen(view: View, known: Seen) -> Mask:
    """The cards that the other three hold among them."""
    assert view.hand is not None
    return PACK & ~(view.hand | known.played)


def worlds(view: View, known: Seen, chance: Chance, count: int) -> list[list[Mask]]:
    """``count`` assignments of the unseen cards, all four hands each, the viewer's as it is."""
    assert view.viewer is not None
    assert view.hand is not None
    held = Held(view.viewer, view.hand, view.cards_left)
    drawn = assignments(held, unseen(view, known), known.possible, chance)
    return list(islice(drawn, count))
