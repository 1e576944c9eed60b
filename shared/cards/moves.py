"""The move that every trick-taking game has: to play a card."""

from shared.cards.packs import Card
from shared.kernel.game_rules import Move


class Play(Move, frozen=True, tag="play"):
    """Play ``card`` from the hand to the trick."""

    card: Card
