"""What a card or a call leads to: deals played out to their end, everyone by the rules of thumb.

A budget is counted in cards played and never in time, so that a bot's move is repeatable.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.games.call_break.scoring import score
from shared.games.call_break.tricks import ORDER
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts, by_difference
from workers.bots.call_break.cards import follow, lead

_SUIT: Final = ORDER.suit
_BEATS: Final = ORDER.beats


class Trick(Struct, frozen=True):
    """The running trick as far as it has been played; empty before a lead."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat = Seat(0)
    """Whose card is winning; without meaning before a lead."""
    winning: Card = 0


def played_out(hands: Sequence[Mask], needs: Sequence[int], trick: Trick, card: Card) -> list[int]:
    """How many tricks each seat still needs for its call once the deal is over.

    ``needs`` is what each needs now; ``hands`` are those before ``card`` is played by the seat
    to move. Below zero: so many more than it called.
    """
    hands, needs = list(hands), list(needs)
    left = hands[0] | hands[1] | hands[2] | hands[3]
    place, winner, winning = len(trick.cards), trick.winner, trick.winning
    led = _SUIT[trick.cards[0]] if place else 0
    seat: int = (trick.leader + place) % 4
    while True:
        hands[seat] ^= 1 << card
        left ^= 1 << card
        if not place:
            led, winning, winner = _SUIT[card], card, Seat(seat)
        elif _BEATS[winning] >> card & 1:
            winning, winner = card, Seat(seat)
        place += 1
        if place < 4:
            seat = (seat + 1) % 4
            hand = hands[seat]
            legal = hand & led or hand & _BEATS[winning] or hand
            if legal & legal - 1:
                card = follow(legal, winning, led, place, left ^ hand, needs[seat] > 0)
            else:
                card = legal.bit_length() - 1
            continue
        needs[winner] -= 1
        if not left:
            return needs
        seat, place = winner, 0
        card = lead(hands[seat], left ^ hands[seat], needs[seat] > 0)


def worth(calls: FourInts, needs: Sequence[int], seat: Seat) -> int:
    """What ``seat`` is paid for the deal, in game points, when it ends with ``needs``.

    Only the differences of scores are paid (CO-PAY-3): another's failure is worth a third of
    one's own success.
    """
    a, b, c, d = (score(calls[s], calls[s] - needs[s]) for s in SEATS)
    return by_difference((a, b, c, d))[seat]
