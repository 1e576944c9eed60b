"""How long a whole game takes that nobody waits for: its commands decided, chained and folded.

The commands are made in advance, each move any legal one; what is measured is all that a rules
worker does with them in memory, from the opening to the last settlement.
"""

import statistics
import time
from collections.abc import Iterator
from typing import Final

from ops.bench.material import NOW, SECRETS, Played, game_id, play
from ops.bench.rows import Row, Scale
from ops.bench.stage import set_apart
from shared.catalogue import RULESETS
from shared.flows.fold import unread
from shared.flows.submit import decide_command

AIMS: Final = {"king_turkish": 40.0}
"""Milliseconds on one core, by game."""


def rows(scale: Scale) -> Iterator[Row]:
    """A row a ruleset, with the median of ``rounds`` games."""
    for rules in RULESETS:
        games = [
            play(game_id(0, n), scale.verified_deals, rules.NAME) for n in range(scale.rounds)
        ]
        took = [1000 * _seconds(played) for played in games]
        moves = statistics.mean(len(played.commands) for played in games)
        what = f"a whole random game: {rules.NAME}, ruleset {rules.RULESET}"
        note = f"{moves:.0f} commands; {min(took):.1f} to {max(took):.1f}"
        yield Row(
            what, statistics.median(took), "ms a core", AIMS.get(rules.NAME), "less", note=note
        )


def _seconds(played: Played) -> float:
    with set_apart():
        folded = unread(played.game)
        began = time.process_time()
        for command in (*played.opening, *played.commands):
            folded = decide_command(SECRETS, folded, command, "0-1", NOW).folded
        took = time.process_time() - began
    assert folded.position == played.head
    return took
