"""Where the unseen cards may lie: what the tricks of a deal show of every hand.

Whoever could have had a duty and did not fulfil it holds no card that it is about: to follow
(KT-PLAY-1), to discard what counts (KT-VOID) or to trump (KT-TRUMP-1), to give under a higher card
(KT-GIVE-1), to head (KT-HEAD-1); who led a suit while it was closed has nothing else (KT-HEART-1,
KT-TRUMP-2).
"""

from itertools import islice

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.cards.tricks import winning_card
from shared.games.king_turkish.tricks import Law, is_open, law_of
from shared.games.king_turkish.view import View
from shared.kernel.seats import seat_after
from workers.bots.assignments import Held, assignments
from workers.bots.chance import Chance
from workers.bots.king_turkish.cards import PACK


class Seen(Struct, frozen=True):
    """What one seat knows of the others' hands."""

    played: Mask
    """The cards that were played in this deal, by anyone."""
    possible: tuple[Mask, ...]
    """By seat: the cards that each may still hold after what it has shown."""


def seen(view: View) -> Seen:
    """What the tricks in ``view`` show of every hand; nothing before a contract is announced."""
    possible: list[Mask] = [PACK, PACK, PACK, PACK]
    if view.contract is None:
        return Seen(0, tuple(possible))
    law = law_of(view.options, view.contract, view.trump)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick and view.leader is not None:
        tricks.append((view.leader, view.trick))
    played: Mask = 0
    ruffed = False
    for leader, cards in tricks:
        if not is_open(law, played, ruffed) and law.closed >> cards[0] & 1:
            possible[leader] &= law.closed
        for place, card in enumerate(cards[1:], start=1):
            possible[seat_after(leader, place)] &= ~_excluded(law, cards[:place], card)
            ruffed = ruffed or bool(law.trumps >> card & 1 and not law.trumps >> cards[0] & 1)
        for card in cards:
            played |= 1 << card
    return Seen(played, tuple(possible))


def _excluded(law: Law, lies: tuple[Card, ...], card: Card) -> Mask:
    """What a hand does not hold that played ``card`` when the cards of ``lies`` lay."""
    suit, winning = law.order.suit[lies[0]], winning_card(law.order, lies)
    if not suit >> card & 1:
        return suit | (0 if law.discard.play >> card & 1 else law.discard.held)
    givable = suit & law.give & ((1 << winning) - 1)
    if givable >> card & 1:
        return 0  # A duty that goes before the others (KT-HEAD-3).
    heading = suit & law.order.beats[winning] if law.heads else 0
    return givable | (0 if heading >> card & 1 else heading)


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
