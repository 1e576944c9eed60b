"""The Turkish King bot: a move for a seat from what that seat may know, at three levels.

- ``beginner`` chooses at a glance, plays low where tricks cost and high where they pay, and sees
  no more.
- ``intermediate`` weighs contracts over a few hands that may be, remembers what was played and
  plays by the rules of thumb in ``cards``.
- ``expert`` weighs them over more, and plays every choice out over hands that agree with all it
  has seen.
"""

from typing import Final

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import Card
from shared.cards.tricks import winning_card
from shared.games.king_turkish.moves import PLAYS, Choose, KingMove
from shared.games.king_turkish.tricks import is_open, may_follow, may_lead, trick_winner
from shared.games.king_turkish.view import View
from shared.table.options import Level
from workers.bots.chance import Chance
from workers.bots.king_turkish.cards import HIGH, LOW, SUIT_MASKS, Thumb, follow, lead, thumb_of
from workers.bots.king_turkish.choosing import best_choice, simple_choice
from workers.bots.king_turkish.playouts import Trick, lying, played_out
from workers.bots.king_turkish.worlds import seen, unseen, worlds
from workers.bots.ranking import distinct, first

PLAYS_MAX: Final = 16_000
"""How many cards an expert plays in thought before one move; some 20 ms on the machine class
that the project measures on."""
PLAYS_TO_CHOOSE: Final = 5_000
"""How many an intermediate bot does, before it chooses a contract."""
WORLDS_MAX: Final = 60
"""The last tricks have few cards left to play: more hands than this teach nothing new."""


def choose(view: View, level: Level, chance: Chance) -> KingMove:
    """The move of the view's own seat, which is to move; always a legal one."""
    assert view.to_move == view.viewer is not None, "it is another seat's turn"
    if view.contract is None:
        return _contract(view, level, chance)
    thumb = thumb_of(view.options, view.contract, view.trump)
    legal = _legal_cards(view, thumb)
    if not legal & legal - 1:
        return PLAYS[legal.bit_length() - 1]
    return PLAYS[_card(view, thumb, legal, level, chance)]


def _contract(view: View, level: Level, chance: Chance) -> Choose:
    match level:
        case "beginner":
            return simple_choice(view)
        case "intermediate":
            return best_choice(view, chance, PLAYS_TO_CHOOSE)
        case "expert":
            return best_choice(view, chance, PLAYS_MAX)


def _card(view: View, thumb: Thumb, legal: Mask, level: Level, chance: Chance) -> Card:
    match level:
        case "beginner":
            return _simple_card(view, thumb, legal)
        case "intermediate":
            return _sensible_card(view, thumb, legal)
        case "expert":
            return _best_card(view, thumb, legal, chance)


def _legal_cards(view: View, thumb: Thumb) -> Mask:
    assert view.hand is not None
    if view.trick:
        return may_follow(thumb.law, view.hand, view.trick)
    return may_lead(thumb.law, view.hand, is_open(thumb.law, view.seen, view.ruffed))


def _simple_card(view: View, thumb: Thumb, legal: Mask) -> Card:
    """High to win, low to lose; a beginner who cannot follow throws the other end away."""
    follows = not view.trick or bool(legal & thumb.law.order.suit[view.trick[0]])
    seeks = bool(thumb.law.trumps)
    return first(HIGH if seeks == follows else LOW, legal)


def _sensible_card(view: View, thumb: Thumb, legal: Mask) -> Card:
    others = unseen(view, seen(view))
    number = len(view.tricks)
    if not view.trick:
        return lead(thumb, legal, others, number)
    points = lying(thumb, number, view.trick)
    winning = winning_card(thumb.law.order, view.trick)
    return follow(thumb, legal, winning, len(view.trick), others, points)


def _best_card(view: View, thumb: Thumb, legal: Mask, chance: Chance) -> Card:
    """The card that scores best on average over the hands that may be.

    A deal's scores have a fixed sum, so that the own score alone decides what is paid.
    """
    known = seen(view)
    between = unseen(view, known) | mask_of(view.trick)
    choices = distinct(SUIT_MASKS, legal, between, thumb.card_points)
    if len(choices) == 1:
        return choices[0]
    assert view.viewer is not None
    trick = _running_trick(view, thumb)
    scored = dict.fromkeys(choices, 0)
    count = min(WORLDS_MAX, PLAYS_MAX // (sum(view.cards_left) * len(choices)))
    for hands in worlds(view, known, chance, count):
        for choice in choices:
            scored[choice] += played_out(thumb, hands, trick, choice, view.viewer)
    return max(choices, key=scored.__getitem__)


def _running_trick(view: View, thumb: Thumb) -> Trick:
    assert view.leader is not None
    number, left = len(view.tricks), _left(view, thumb)
    if not view.trick:
        return Trick(number, view.leader, left, view.ruffed)
    winner = trick_winner(thumb.law, view.leader, view.trick)
    winning = winning_card(thumb.law.order, view.trick)
    return Trick(number, view.leader, left, view.ruffed, view.trick, winner, winning)


def _left(view: View, thumb: Thumb) -> int:
    """What is still to be scored in the deal, by anyone: the running trick and all after it."""
    taken = view.seen & ~mask_of(view.trick) & thumb.contract.cards
    return thumb.contract.total - (
        thumb.contract.each * taken.bit_count() + sum(thumb.trick_points[: len(view.tricks)])
    )
