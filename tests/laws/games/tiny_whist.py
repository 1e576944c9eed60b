"""Tiny Whist, the game that only the tests play, as the laws see it."""

from typing import Any

from msgspec import structs

from shared.cards.hands import Hands
from shared.cards.moves import Play
from shared.kernel.game_rules import AnyRules
from tests.laws.harness import Harness
from tests.tiny_whist.moves import Lay
from tests.tiny_whist.options import Options
from tests.tiny_whist.state import NOTHING, Between


def harness(rules: AnyRules) -> Harness:
    cards = range(-1, len(rules.DECK) + 1)
    universe = (*map(Lay, cards), *map(Play, cards))
    return Harness(rules, (Options(), Options(1, 0)), universe, _held, _without_secrets)


def _held(state: Any) -> Hands:
    hands: Hands = NOTHING if isinstance(state, Between) else state.hands
    return hands


def _without_secrets(state: Any) -> Any:
    if isinstance(state, Between):
        return state
    return structs.replace(state, hands=None, laid=NOTHING)
