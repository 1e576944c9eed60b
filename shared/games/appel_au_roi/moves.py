"""What a seat may ask for in Appel au roi: ``bid:seul``, ``king:H``, ``discard:…``, ``bien``."""

from typing import Final, Literal, TypeAlias, get_args

from shared.cards.hands import cards_in, mask_of
from shared.cards.moves import Play
from shared.cards.packs import TAROCK_54, Card
from shared.games.appel_au_roi.contracts import CONTRACTS, ContractId
from shared.games.appel_au_roi.pack import CARDS, Suit
from shared.games.appel_au_roi.primes import ITEMS, PRIMES, Item, PrimeId
from shared.kernel.game_rules import Move

Called: TypeAlias = Suit | Literal["fourth"]
FOURTH: Final = "fourth"


class Bid(Move, frozen=True, tag="bid"):
    """Bid a game (AR-BID-1)."""

    bid: ContractId


class Pass(Move, frozen=True, tag="pass"):
    """Leave the auction (AR-BID-1)."""


class CallKing(Move, frozen=True, tag="king"):
    """Call the king of a suit, or "the fourth" without naming it (AR-CALL-1, AR-CALL-2)."""

    suit: Called


class TakeHalf(Move, frozen=True, tag="half"):
    """Take half 0 or half 1 of the talon into the hand (AR-TALON-1)."""

    half: Literal[0, 1]


class Abandon(Move, frozen=True, tag="abandon"):
    """Give the game up: the called king lies in the talon (AR-TALON-2)."""


class Discard(Move, frozen=True, tag="discard"):
    """Lay ``cards`` away face down, each once (AR-DISCARD-1).

    Here they ascend; a text may name them in any order.
    """

    cards: tuple[Card, ...]


class Announce(Move, frozen=True, tag="announce"):
    """Announce a prime (AR-ANN-3)."""

    prime: PrimeId


class Contre(Move, frozen=True, tag="contre"):
    """Double the game or an announced prime; the next level is meant (AR-ANN-6)."""

    item: Item


class Bien(Move, frozen=True, tag="bien"):
    """End the turn of announcements (AR-ANN-1)."""


AppelMove: TypeAlias = (
    Bid | Pass | CallKing | TakeHalf | Abandon | Discard | Announce | Contre | Bien | Play
)

PASS: Final = Pass()
ABANDON: Final = Abandon()
BIEN: Final = Bien()
BIDS: Final = {contract.id: Bid(contract.id) for contract in CONTRACTS}
KINGS: Final = {called: CallKing(called) for called in (*get_args(Suit), FOURTH)}
HALVES: Final = (TakeHalf(0), TakeHalf(1))
ANNOUNCE: Final = {prime.id: Announce(prime.id) for prime in PRIMES}
CONTRE: Final = {item: Contre(item) for item in ITEMS}
PLAYS: Final = tuple(Play(card) for card in range(len(TAROCK_54)))
"""Playing each card, by card."""

_LISTED: Final[dict[str, AppelMove]] = {
    "pass": PASS,
    "abandon": ABANDON,
    "bien": BIEN,
    **{f"bid:{bid}": move for bid, move in BIDS.items()},
    **{f"king:{called}": king for called, king in KINGS.items()},
    **{f"half:{move.half}": move for move in HALVES},
    **{f"announce:{prime}": announce for prime, announce in ANNOUNCE.items()},
    **{f"contre:{item}": contre for item, contre in CONTRE.items()},
    **{f"play:{code}": PLAYS[card] for code, card in CARDS.items()},
}
"""Every move with its text, but for the discards."""
_TEXTS: Final = {move: text for text, move in _LISTED.items()}


def parse_move(text: str, /) -> AppelMove | None:
    """The move that ``text`` writes, or None if Appel au roi has no such move.

    A discard of any number of different cards is a move (and refused if it must be); its
    cards may be named in any order.
    """
    verb, _, argument = text.partition(":")
    return _discard(argument) if verb == "discard" else _LISTED.get(text)


def _discard(argument: str) -> Discard | None:
    codes = argument.split(",")
    if len(codes) != len(set(codes)) or not all(code in CARDS for code in codes):
        return None
    return Discard(cards_in(mask_of(CARDS[code] for code in codes)))


def move_text(move: AppelMove, /) -> str:
    """The one text of ``move``, which :func:`parse_move` reads; cards sorted by code point."""
    if isinstance(move, Discard):
        return "discard:" + ",".join(sorted(TAROCK_54[card] for card in move.cards))
    return _TEXTS[move]
