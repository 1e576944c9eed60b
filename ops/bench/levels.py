"""Whether each level of bots plays better than the one below: ``ops.bench.bots`` in short."""

import os
from collections.abc import Iterator
from typing import Final

from ops.bench.bots import Kind, mean, results
from ops.bench.rows import Row, Scale

STEPS: Final[tuple[tuple[Kind, Kind], ...]] = (
    ("beginner", "random"),
    ("intermediate", "beginner"),
    ("expert", "intermediate"),
)
AIM: Final = 0.0
"""Below the whole 95 % interval."""


def rows(scale: Scale) -> Iterator[Row]:
    """The least that a level is ahead of three of the level below, points a deal."""
    for bot, others in STEPS:
        deals = scale.expert_deals if bot == "expert" else scale.bot_deals
        found = results(bot, others, deals, os.cpu_count() or 1)
        ahead = mean([result.bot - result.others for result in found])
        note = f"{ahead} over {deals} deals, each in four seats"
        yield Row(f"{bot} ahead of {others}, at least", ahead.low, "points a deal", AIM, note=note)
