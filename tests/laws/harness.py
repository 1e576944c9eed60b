"""What the laws need to know of a game beyond its rules; one harness a game in ``games/``."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from shared.cards.hands import Hands
from shared.catalogue import RULESETS
from shared.kernel.game_rules import AnyRules, Move


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
    weight: int = 1
    """How many lives of a table of Call Break one of this game takes the time of."""

    def lives(self, seeds: range) -> range:
        """The lives to try where Call Break tries ``seeds``."""
        return seeds[:: self.weight]


def _harness(rules: AnyRules) -> Harness:
    found: Harness = import_module(f"tests.laws.games.{rules.NAME}").harness(rules)
    return found


HARNESSES: Final = tuple(_harness(rules) for rules in RULESETS)
"""One for every ruleset of the catalogue; a game without one fails here."""
