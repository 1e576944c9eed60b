"""Which contract a hand is good for: what each open one is likely to score, and what is left.

In the end every contract is played, by someone: what counts is how far a seat comes out above a
quarter of the deal's total. And who must choose three penalties and two trumps gives up one of
that kind for a later hand, which may be better.
"""

from typing import Final

from shared.cards.hands import Mask
from shared.games.king_turkish.choices import SEAT_PENALTIES, SEAT_TRUMPS
from shared.games.king_turkish.contracts import BY_ID, TRUMP, TRUMP_SUITS
from shared.games.king_turkish.moves import Choose
from shared.games.king_turkish.tricks import may_lead
from shared.games.king_turkish.view import View, legal_moves
from shared.kernel.seats import SEATS
from workers.bots.chance import Chance
from workers.bots.king_turkish.cards import HIGH_CARDS, SUIT_MASKS, lead, thumb_of
from workers.bots.king_turkish.playouts import Trick, played_out
from workers.bots.king_turkish.worlds import seen, worlds

LONG_SUIT: Final = 5
"""So many cards are enough for a beginner's trump."""

_TRUMPS_WEIGHED: Final = 2
"""How many suits are thought of as trump."""
_PATIENCE: Final = {(1, 1): 15, (1, 2): -25, (2, 1): 55, (2, 2): 15, (3, 1): 75, (3, 2): 35}
"""By the penalties and trumps that a seat must still choose: how many points trump must come out
above the best penalty. Found by going through the choices of 300 random hands, the last first."""


def candidates(view: View) -> tuple[list[Choose], list[Choose]]:
    """Every open penalty; and trump, if open, in the likeliest suits, the best first."""
    assert view.hand is not None
    hand = view.hand
    choices = [move for move in legal_moves(view) if isinstance(move, Choose)]
    penalties = [choice for choice in choices if choice.trump is None]
    trumps = [choice for choice in choices if choice.trump is not None]
    trumps.sort(key=lambda choice: _strength(hand, choice), reverse=True)
    return penalties, trumps[:_TRUMPS_WEIGHED]


def simple_choice(view: View) -> Choose:
    """Trump for a long suit; else the penalty of which the hand has the fewest cards."""
    assert view.hand is not None
    hand = view.hand
    penalties, trumps = candidates(view)
    if trumps and (not penalties or _strength(hand, trumps[0])[0] >= LONG_SUIT):
        return trumps[0]
    return min(penalties, key=lambda choice: _costly(hand, choice))


def best_choice(view: View, chance: Chance, plays: int) -> Choose:
    """What comes out best on average over hands that may be, with ``plays`` cards thought of."""
    penalties, trumps = candidates(view)
    choices = penalties + trumps
    if len(choices) == 1:
        return choices[0]
    scored = dict.fromkeys(choices, 0)
    count = plays // (sum(view.cards_left) * len(choices))
    for hands in worlds(view, seen(view), chance, count):
        for choice in choices:
            scored[choice] += _scored(view, choice, hands)
    patience = _patience(view)

    def ahead(choice: Choose) -> int:
        # Of the quarter of the total, in quarters of a point.
        asked = 0 if choice.trump is None else patience * len(SEATS)
        return len(SEATS) * scored[choice] - count * (BY_ID[choice.contract].total + asked)

    return max(choices, key=ahead)


def _strength(hand: Mask, choice: Choose) -> tuple[int, Mask]:
    """Of a hand's trumps: how many, then how high."""
    assert choice.trump is not None
    place = TRUMP_SUITS.index(choice.trump)
    suit = SUIT_MASKS[place]
    return (hand & suit).bit_count(), (hand & suit) // (suit & -suit)


def _costly(hand: Mask, choice: Choose) -> int:
    """How many of a hand's cards count; where tricks do, how many aces and kings it has."""
    return (hand & (BY_ID[choice.contract].cards or HIGH_CARDS)).bit_count()


def _scored(view: View, choice: Choose, hands: list[Mask]) -> int:
    """What the viewer scores in a deal that is played out under ``choice``."""
    assert view.viewer is not None
    hand = view.hand
    assert hand is not None
    thumb = thumb_of(view.options, choice.contract, choice.trump)
    trick = Trick(0, view.viewer, thumb.contract.total)
    others = sum(hands) ^ hand
    card = lead(thumb, may_lead(thumb.law, hand, opened=False), others, 0)
    return played_out(thumb, hands, trick, card, view.viewer)


def _patience(view: View) -> int:
    """How many points trump must come out above the best penalty."""
    if view.options.choice_limit == "free":
        return 0
    own = [row.contract for row in view.history if row.chooser == view.viewer]
    trumps = own.count(TRUMP)
    left = SEAT_PENALTIES - (len(own) - trumps), SEAT_TRUMPS - trumps
    return _PATIENCE.get(left, 0)  # With one kind left there is nothing to wait for.
