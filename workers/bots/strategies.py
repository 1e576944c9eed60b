"""How each game is played by bots: the table that a game with a strategy adds a line to.

A game without a line is played as the clock would play it (CO-TIME-2), so that a new game has
bots from its first day.
"""

from typing import Any, Final, Protocol

from shared.kernel.game_rules import AnyRules, Move
from shared.table.options import Level
from workers.bots.appel_au_roi import strategy as appel_au_roi
from workers.bots.call_break import strategy as call_break
from workers.bots.chance import Chance
from workers.bots.king_russian import strategy as king_russian
from workers.bots.king_turkish import strategy as king_turkish


class Strategy(Protocol):
    """A function of values: the same view, level and seed of chance give the same move."""

    def __call__(self, view: Any, level: Level, chance: Chance) -> Move:
        """A legal move for the view's own seat, which is to move."""
        ...


STRATEGIES: Final[dict[str, Strategy]] = {
    "appel_au_roi": appel_au_roi.choose,
    "call_break": call_break.choose,
    "king_russian": king_russian.choose,
    "king_turkish": king_turkish.choose,
}
"""By the rules' name."""


def choose(rules: AnyRules, view: Any, level: Level, chance: Chance) -> Move:
    """The bot's move in ``view``, a view of ``rules``."""
    strategy = STRATEGIES.get(rules.NAME)
    move: Move = rules.clock_move(view) if strategy is None else strategy(view, level, chance)
    return move
