"""What a card leads to: rounds played out to their end, everyone by the rules of thumb.

A budget is counted in cards played and never in time, so that a bot's move is repeatable.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.games.king_russian.tricks import ORDER
from shared.kernel.seats import Seat
from workers.bots.king_russian.cards import Thumb, follow, lead

_SUIT: Final = ORDER.suit
_BEATS: Final = ORDER.beats


class Trick(Struct, frozen=True):
    """The running trick as far as it has been played; without cards before a lead."""

    number: int
    """How many tricks were played before it."""
    leader: Seat
    left: int
    """What is still to be scored in the round, by anyone."""
    cards: tuple[Card, ...] = ()
    winner: Seat = Seat(0)
    """Whose card is winning; without meaning before a lead."""
    winning: Card = 0


def played_out(thumb: Thumb, hands: Sequence[Mask], trick: Trick, card: Card, seat: Seat) -> int:
    """What ``seat`` scores in the rest of the round, if ``card`` is played now.

    ``hands`` are those before that play.
    """
    card_points, trick_points = thumb.contract.card_points, thumb.contract.trick_points
    hands = list(hands)
    rest = hands[0] | hands[1] | hands[2] | hands[3]
    number, left, place = trick.number, trick.left, len(trick.cards)
    winner, winning = trick.winner, trick.winning
    led = _SUIT[trick.cards[0]] if place else 0
    points = trick_points[number] + sum(card_points[lying] for lying in trick.cards)
    player: int = (trick.leader + place) % 4
    scored = 0
    while True:
        hands[player] ^= 1 << card
        rest ^= 1 << card
        points += card_points[card]
        if not place:
            led, winning, winner = _SUIT[card], card, Seat(player)
        elif _BEATS[winning] >> card & 1:
            winning, winner = card, Seat(player)
        place += 1
        if place < 4:
            player = (player + 1) % 4
            hand = hands[player]
            legal = hand & led or hand & thumb.forced or hand
            if legal & legal - 1:
                card = follow(thumb, legal, winning, place, rest ^ hand, points)
            else:
                card = legal.bit_length() - 1
            continue
        scored += points if winner == seat else 0
        left -= points
        if not left:
            return scored
        number, player, place = number + 1, winner, 0
        points, hand = trick_points[number], hands[winner]
        card = lead(thumb, hand & thumb.leadable or hand, rest ^ hand, number)
