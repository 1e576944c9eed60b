"""Russian King as the laws see it."""

from typing import Any

from msgspec import structs

from shared.cards.hands import Hands
from shared.cards.moves import Play
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import Between
from shared.kernel.game_rules import AnyRules
from tests.laws.harness import Harness


def harness(rules: AnyRules) -> Harness:
    plays = tuple(Play(card) for card in range(-1, len(rules.DECK) + 1))
    return Harness(rules, (Options(),), plays, _held, _without_secrets)


def _held(state: Any) -> Hands:
    hands: Hands = (0, 0, 0, 0) if isinstance(state, Between) else state.hands
    return hands


def _without_secrets(state: Any) -> Any:
    return state if isinstance(state, Between) else structs.replace(state, hands=None)
