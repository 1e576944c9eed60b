"""Turkish King as the laws see it."""

from typing import Any

from msgspec import structs

from shared.cards.hands import Hands
from shared.cards.moves import Play
from shared.games.king_turkish.contracts import BY_ID, TRUMP_SUITS
from shared.games.king_turkish.moves import Choose
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Between
from shared.kernel.game_rules import AnyRules
from tests.laws.harness import Harness


def harness(rules: AnyRules) -> Harness:
    choices = tuple(Choose(contract, suit) for contract in BY_ID for suit in (None, *TRUMP_SUITS))
    plays = tuple(Play(card) for card in range(-1, len(rules.DECK) + 1))
    options = (Options(), Options("free", "play_heart", "all_penalties", "after_ruff", "all"))
    return Harness(rules, options, (*choices, *plays), _held, _without_secrets, weight=6)


def _held(state: Any) -> Hands:
    hands: Hands = (0, 0, 0, 0) if isinstance(state, Between) else state.hands
    return hands


def _without_secrets(state: Any) -> Any:
    return state if isinstance(state, Between) else structs.replace(state, hands=None)
