"""The Russian King bot: a card for a seat from what that seat may know, at three levels.

- ``beginner`` plays low where tricks are shunned and high where they are sought, and sees no more.
- ``intermediate`` remembers what was played and plays by the rules of thumb in ``cards``.
- ``expert`` plays every choice out over hands that agree with all it has seen.
"""

from typing import Final

from shared.cards.hands import Mask, mask_of
from shared.cards.moves import Play
from shared.cards.packs import Card
from shared.cards.tricks import winning_card
from shared.games.king_russian.tricks import ORDER, trick_winner
from shared.games.king_russian.view import View, legal_cards
from shared.table.options import Level
from workers.bots.chance import Chance
from workers.bots.king_russian.cards import SUIT_MASKS, THUMBS, Thumb, follow, lead
from workers.bots.king_russian.playouts import Trick, played_out
from workers.bots.king_russian.worlds import seen, unseen, worlds
from workers.bots.ranking import distinct, first

PLAYS_MAX: Final = 10_000
"""How many cards an expert plays in thought before one move; some 15 ms on the machine class
that the project measures on."""
WORLDS_MAX: Final = 60
"""The last tricks have few cards left to play: more hands than this teach nothing new."""


def choose(view: View, level: Level, chance: Chance) -> Play:
    """The move of the view's own seat, which is to move; always a legal one."""
    legal = legal_cards(view)
    assert legal, "it is another seat's turn"
    if not legal & legal - 1:
        return Play(legal.bit_length() - 1)
    thumb = THUMBS[len(view.history)]
    match level:
        case "beginner":
            return Play(_simple_card(view, thumb, legal))
        case "intermediate":
            return Play(_sensible_card(view, thumb, legal))
        case "expert":
            return Play(_best_card(view, thumb, legal, chance))


def _simple_card(view: View, thumb: Thumb, legal: Mask) -> Card:
    """High to win, low to lose; a beginner who cannot follow throws the other end away."""
    follows = not view.trick or bool(legal & ORDER.suit[view.trick[0]])
    ranked = THUMBS[0]  # A round that counts no card: its orders are by rank alone.
    return first(ranked.high if thumb.seeks == follows else ranked.low, legal)


def _sensible_card(view: View, thumb: Thumb, legal: Mask) -> Card:
    others = unseen(view, seen(view))
    if not view.trick:
        return lead(thumb, legal, others, len(view.tricks))
    points = _points(thumb, view)
    return follow(thumb, legal, winning_card(ORDER, view.trick), len(view.trick), others, points)


def _best_card(view: View, thumb: Thumb, legal: Mask, chance: Chance) -> Card:
    """The card that scores best on average over the hands that may be.

    A round's scores have a fixed sum, so that the own score alone decides what is paid.
    """
    known = seen(view)
    between = unseen(view, known) | mask_of(view.trick)
    choices = distinct(SUIT_MASKS, legal, between, thumb.contract.card_points)
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


def _points(thumb: Thumb, view: View) -> int:
    """What the running trick scores as it lies."""
    contract = thumb.contract
    lying = sum(contract.card_points[card] for card in view.trick)
    return contract.trick_points[len(view.tricks)] + lying


def _running_trick(view: View, thumb: Thumb) -> Trick:
    assert view.leader is not None
    number, left = len(view.tricks), thumb.contract.total - sum(view.scores)
    if not view.trick:
        return Trick(number, view.leader, left)
    winner = trick_winner(view.leader, view.trick)
    winning = winning_card(ORDER, view.trick)
    return Trick(number, view.leader, left, view.trick, winner, winning)
