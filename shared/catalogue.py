"""The games that can be played: the one table a new game adds a line to."""

from typing import Final

from shared.games.appel_au_roi import rules as appel_au_roi
from shared.games.call_break import rules as call_break
from shared.games.king_russian import rules as king_russian
from shared.games.king_turkish import rules as king_turkish
from shared.kernel.game_rules import AnyRules

RULESETS: Final[tuple[AnyRules, ...]] = (
    call_break,
    king_russian,
    king_turkish,
    appel_au_roi,
)
"""Every ruleset of every game, oldest first: games are replayed under the one they began with."""

BY_RULESET: Final[dict[tuple[str, int], AnyRules]] = {
    (rules.NAME, rules.RULESET): rules for rules in RULESETS
}
"""``(name, ruleset version)`` -> rules."""

BY_NAME: Final[dict[str, AnyRules]] = {rules.NAME: rules for rules in RULESETS}
"""Name -> the newest rules, under which new games are opened."""
