"""Whether each level of bots plays better than the one below: ``ops.bench.bots`` in short."""

import os
from collections.abc import Iterator
from typing import Final

from ops.bench.bots import Kind, enough, mean, results
from ops.bench.rows import Row, Scale
from workers.bots.strategies import STRATEGIES

STEPS: Final[tuple[tuple[Kind, Kind], ...]] = (
    ("beginner", "random"),
    ("intermediate", "beginner"),
    ("expert", "intermediate"),
)
AIM: Final = 0.0
"""Below the whole 95 % interval."""


def rows(scale: Scale) -> Iterator[Row]:
    """The least that a level is ahead of three of the level below, points a deal; by game."""
    for game in STRATEGIES:
        for bot, others in STEPS:
            asked = scale.expert_deals if bot == "expert" else scale.bot_deals
            deals = enough(game, asked)
            found = results(game, bot, others, deals, os.cpu_count() or 1)
            ahead = mean([result.bot - result.others for result in found])
            note = f"{ahead} over {deals} deals, each in four seats"
            what = f"{game}: {bot} ahead of {others}, at least"
            yield Row(what, ahead.low, "points a deal", AIM, note=note)
