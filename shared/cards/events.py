"""The story of every trick: a card was played, a trick was won."""

from typing import Final

from shared.cards.packs import Card
from shared.kernel.events import Event, EventType
from shared.kernel.seats import Seat


class CardPlayed(Event, frozen=True):
    """``seat`` played ``card`` to the trick."""

    seat: Seat
    card: Card


class TrickWon(Event, frozen=True):
    """The trick is complete and ``seat`` took it."""

    seat: Seat


CARD_PLAYED: Final = EventType("cards.played", CardPlayed)
TRICK_WON: Final = EventType("cards.trick_won", TrickWon)
