"""The story of a deal of Appel au roi: bids, the call, the talon, announcements, tricks, score."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.cards.events import CARD_PLAYED, TRICK_WON
from shared.cards.packs import Card
from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.pack import Suit
from shared.games.appel_au_roi.primes import Item, PrimeId
from shared.kernel.events import Event, EventType, OpenCards, SealedCards, SealedType
from shared.kernel.seats import Seat
from shared.kernel.settlement import Basis, FourInts

Side: TypeAlias = Literal["declarer", "opponents"]
Level: TypeAlias = Literal[1, 2, 4, 8]
"""How often an item counts: not doubled, contre, re-contre, sur-contre (AR-ANN-6)."""


class BidMade(Event, frozen=True):
    """``seat`` bid ``bid``, higher than all before."""

    seat: Seat
    bid: ContractId


class Passed(Event, frozen=True):
    """``seat`` passed and is out of the auction for good (AR-BID-1)."""

    seat: Seat


class KingCalled(Event, frozen=True):
    """Declarer, ``seat``, called the king of ``suit``; None: "the fourth" (AR-CALL-2)."""

    seat: Seat
    suit: Suit | None


class TalonTurned(Event, frozen=True):
    """The six talon cards are turned up for all: half 0, then half 1, as they lie."""

    cards: tuple[Card, ...]


class HalfTaken(Event, frozen=True):
    """Declarer, ``seat``, took a half; the other goes to the opponents' tricks (AR-TALON-1)."""

    seat: Seat
    half: Literal[0, 1]


class GameGivenUp(Event, frozen=True):
    """Declarer, ``seat``, abandoned: the called king lay in the talon (AR-TALON-2)."""

    seat: Seat


class Discarded(OpenCards, frozen=True):
    """Declarer, ``seat``, laid ``cards`` away; they belong to his tricks (AR-DISCARD-1)."""


class DiscardSealed(SealedCards, frozen=True):
    """The same as the log holds it until the deal is opened."""


class PrimeAnnounced(Event, frozen=True):
    """``seat`` announced that its side will make ``prime``, which shows the side (AR-ANN-4)."""

    seat: Seat
    prime: PrimeId
    side: Side


class ContreSaid(Event, frozen=True):
    """``seat`` doubled ``item``, which now counts ``level`` times, and showed its side."""

    seat: Seat
    item: Item
    level: Level
    side: Side


class BienSaid(Event, frozen=True):
    """``seat`` ended its turn in the announcements."""

    seat: Seat


class HandsOpened(Event, frozen=True):
    """All four hands lie open for the rest of the deal (AR-PLAY-10)."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    """By seat, ascending."""


class ScoredLine(Struct, frozen=True, gc=False):
    """One item of a deal's score."""

    item: Item
    clause: str
    announced_by: Side | None
    contre: Level
    value: int
    """Game points per payer, above zero for declarer's side."""
    basis: Basis


class DealScored(Event, frozen=True):
    """The deal is over: what it was, what counted in it, and what each seat gets."""

    tariff: str
    """Name and version: ``vienna/1``."""
    forehand: Seat
    declarer: Seat
    """In trischaken, where everyone plays alone, forehand."""
    bid: ContractId
    partner: Seat | None
    called: Card | None
    """The called king, whether it was named or not."""
    points: int
    """Card points of declarer's side, in thirds."""
    points_by_seat: FourInts
    """Card points in the tricks of each seat, in thirds."""
    loser: Seat | None
    """Who pays, in trischaken."""
    lines: tuple[ScoredLine, ...]
    net: int
    """The sum of the lines; in trischaken, below zero, what the loser pays each."""
    scores: FourInts


EVENTS: Final[tuple[EventType, ...]] = (
    EventType("appel_au_roi.bid_made", BidMade),
    EventType("appel_au_roi.passed", Passed),
    EventType("appel_au_roi.king_called", KingCalled),
    EventType("appel_au_roi.talon_turned", TalonTurned),
    EventType("appel_au_roi.half_taken", HalfTaken),
    EventType("appel_au_roi.game_given_up", GameGivenUp),
    EventType("appel_au_roi.discard_sealed", DiscardSealed),
    EventType("appel_au_roi.prime_announced", PrimeAnnounced),
    EventType("appel_au_roi.contre_said", ContreSaid),
    EventType("appel_au_roi.bien_said", BienSaid),
    CARD_PLAYED,
    TRICK_WON,
    EventType("appel_au_roi.hands_opened", HandsOpened),
    EventType("appel_au_roi.deal_scored", DealScored),
)
SEALED: Final[tuple[SealedType, ...]] = (SealedType(Discarded, DiscardSealed),)
