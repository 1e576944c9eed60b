"""The names of all keys that Greffier keeps in the log server, one hash tag a partition.

Every key of a partition carries the tag ``{gNN}`` (NN: the partition in two hex digits), so
that each script touches one slot and Redis Cluster needs nothing else.
"""

from functools import cache
from typing import Final

from shared.ports import GameId, partition_of

GROUP: Final = "rules"
"""The consumer group of the commands streams."""

CONSUMER: Final = "owner"
"""The one consumer name: whoever owns the partition reads as it (design: order and ownership)."""


@cache
def tag(partition: int) -> str:
    """The hash tag of ``partition``."""
    assert 0 <= partition <= 0xFF, f"a partition is two hex digits, not {partition}"
    return f"{{g{partition:02x}}}"


# --- of a partition ---------------------------------------------------------------------------


def commands(partition: int) -> str:
    """Stream: commands waiting for the rules workers; consumer group :data:`GROUP`."""
    return tag(partition) + ":commands"


def parked(partition: int) -> str:
    """Stream: poison commands put aside with their reasons."""
    return tag(partition) + ":parked"


def feed(partition: int) -> str:
    """Stream: all commits of the partition in order, one entry each."""
    return tag(partition) + ":feed"


def readers(partition: int) -> str:
    """Hash: projector → feed id it has reached."""
    return tag(partition) + ":readers"


def refusals(partition: int) -> str:
    """Stream: refused commands kept as evidence until archived."""
    return tag(partition) + ":refusals"


def deadlines(partition: int) -> str:
    """Sorted set: ``clock:<game>`` and ``bot:<game>`` by when they fall due, ms."""
    return tag(partition) + ":deadlines"


def open_games(partition: int) -> str:
    """Set: games not yet closed."""
    return tag(partition) + ":open"


def owner(partition: int) -> str:
    """Hash: ``epoch``, ``token``, ``until`` (server time, ms), ``run_id``. Never expires."""
    return tag(partition) + ":owner"


def incarnation(partition: int) -> str:
    """String: the random id that SQL holds too, so that a flush is noticed."""
    return tag(partition) + ":incarnation"


# --- of a game --------------------------------------------------------------------------------


def log(game: GameId) -> str:
    """Stream: one entry an event, entry id ``0-<seq>``, field ``e``."""
    return f"{tag(partition_of(game))}:game:{game}"


def head(game: GameId) -> str:
    """Hash: ``seq``, ``chain``, ``status``, and how many refusals each actor got."""
    return f"{tag(partition_of(game))}:head:{game}"


def answers(game: GameId) -> str:
    """Hash: actor, NUL, command id → fingerprint and answer."""
    return f"{tag(partition_of(game))}:answers:{game}"
