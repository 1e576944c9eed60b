"""What the laws need to know of a game beyond its rules; one harness a game in ``games/``."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from msgspec import Struct

from shared.cards.hands import Hands, Mask
from shared.catalogue import RULESETS
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.seats import Seat


def _nothing_more(_state: Any, _seat: Seat) -> tuple[Move, ...]:
    return ()


def _any(dice: Random, legal: Sequence[Move]) -> Move:
    return dice.choice(legal)


def _no_cards(_state: Any) -> Mask:
    return 0


class Harness(Struct, frozen=True):
    """A game as the laws see it."""

    rules: AnyRules
    options: tuple[Any, ...]
    """House rules to try."""
    universe: tuple[Move, ...]
    """Every move that the game has, and moves like them that it has not."""
    held: Callable[[Any], Hands]
    """The cards that are in each hand in a state with known cards."""
    without_secrets: Callable[[Any], Any]
    """A state with known cards, as the public folds it."""
    also: Callable[[Any, Seat], tuple[Move, ...]] = _nothing_more
    """What to try besides, where there are too many moves to try all of them everywhere."""
    choose: Callable[[Random, Sequence[Move]], Move] = _any
    """How a random player chooses, so that random games are of every kind."""
    in_the_open: Callable[[Any], Mask] = _no_cards
    """Cards that everybody has seen, though they are in a hand or were laid away."""
    face_down: Callable[[Any], Mask] = _no_cards
    """Cards beside the hands that nobody sees."""
    settles_deals: bool = False
    """Whether each deal is settled as it ends, instead of the game (CO-PAY-3)."""
    weight: int = 1
    """How many lives of a table of Call Break one of this game takes the time of."""

    def lives(self, seeds: range) -> range:
        """The lives to try where Call Break tries ``seeds``."""
        return seeds[:: self.weight]

    def tried(self, state: Any, seat: Seat) -> tuple[Move, ...]:
        """Moves, legal and not, to ask for in ``state``: every legal one of ``seat`` is there."""
        return (*self.universe, *self.also(state, seat))


def _harness(rules: AnyRules) -> Harness:
    found: Harness = import_module(f"tests.laws.games.{rules.NAME}").harness(rules)
    return found


HARNESSES: Final = tuple(_harness(rules) for rules in RULESETS)
"""One for every ruleset of the catalogue; a game without one fails here."""
