"""How much a journal keeps of what is refused and of what is over."""

from typing import Final

REFUSALS_KEPT: Final = 200
"""Up to how many refusals an actor gets into the evidence of a game; beyond, they are counted."""

TOMBSTONE_MS: Final = 30 * 24 * 3600 * 1000
"""How long a closed game's head stays."""
