"""What a card leads to: deals played out to their end, everyone by the rules of thumb.

A budget is counted in cards played and never in time, so that a bot's move is repeatable.
"""

from collections.abc import Sequence

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.games.king_turkish.tricks import Law, may_lead
from shared.kernel.seats import Seat
from workers.bots.king_turkish.cards import Thumb, follow, lead


class Trick(Struct, frozen=True):
    """The running trick as far as it has been played; without cards before a lead."""

    number: int
    """How many tricks were played before it."""
    leader: Seat
    left: int
    """What is still to be scored in the deal, by anyone."""
    ruffed: bool = False
    """Whether a trump was played on another suit in the deal (KT-TRUMP-2)."""
    cards: tuple[Card, ...] = ()
    winner: Seat = Seat(0)
    """Whose card is winning; without meaning before a lead."""
    winning: Card = 0


def played_out(thumb: Thumb, hands: Sequence[Mask], trick: Trick, card: Card, seat: Seat) -> int:
    """What ``seat`` scores in the rest of the deal, if ``card`` is played now.

    ``hands`` are those before that play.
    """
    law, card_points, trick_points = thumb.law, thumb.card_points, thumb.trick_points
    suits, beats, trumps, closed = law.order.suit, law.order.beats, law.trumps, law.closed
    hands = list(hands)
    rest = hands[0] | hands[1] | hands[2] | hands[3]
    left, ruffed, place = trick.left, trick.ruffed, len(trick.cards)
    number, winner, winning = trick.number, trick.winner, trick.winning
    led = suits[trick.cards[0]] if place else 0
    points = lying(thumb, number, trick.cards)
    scored, player = 0, (trick.leader + place) % 4
    while True:
        bit = 1 << card
        hands[player] ^= bit
        rest ^= bit
        points += card_points[card]
        if not place:
            led, winning, winner = suits[card], card, Seat(player)
        elif beats[winning] & bit:
            winning, winner = card, Seat(player)
        ruffed = ruffed or bool(trumps & bit & ~led)
        place += 1
        if place < 4:
            player = (player + 1) % 4
            legal = _may_follow(law, hands[player], led, winning)
            if legal & legal - 1:
                card = follow(thumb, legal, winning, place, rest ^ hands[player], points)
            else:
                card = legal.bit_length() - 1
            continue
        scored += points if winner == seat else 0
        if not (left := left - points):
            return scored
        number, player, place = number + 1, winner, 0
        points, hand = trick_points[number], hands[winner]
        opened = ruffed if trumps else rest & closed != closed
        card = lead(thumb, may_lead(law, hand, opened), rest ^ hand, number)


def lying(thumb: Thumb, number: int, cards: Sequence[Card]) -> int:
    """What the trick after ``number`` others scores as it lies, with ``cards`` played."""
    return thumb.trick_points[number] + sum(thumb.card_points[card] for card in cards)


def _may_follow(law: Law, hand: Mask, led: Mask, winning: Card) -> Mask:
    """As the rules' ``may_follow``, which looks for the winning card in the trick each time."""
    if own := hand & led:
        if given := own & law.give & (1 << winning) - 1:
            return given
        return (law.heads and own & law.order.beats[winning]) or own
    return hand & law.discard.play if hand & law.discard.held else hand
