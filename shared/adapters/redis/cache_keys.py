"""The names of all keys that Greffier keeps in the cache server (Celery's aside).

The cache is one server and may be flushed at any time, so its keys need no hash tags.
"""

from typing import Final

GENERATION: Final = "views:generation"
"""String: vanishes with everything else when the cache is flushed."""

PARKED: Final = "views:parked"
"""Hash: the games whose views are renewed no more → why."""

VIEWERS: Final = ("seat:0", "seat:1", "seat:2", "seat:3", "public", "delayed")

STREAM_LENGTH: Final = 10_000
"""About how many entries a stream of news or replies keeps."""


def view(game: str, viewer: str) -> str:
    """String: what ``viewer`` may know of ``game``, at its newest."""
    return f"view:{game}:{viewer}"


def news(partition: int) -> str:
    """Stream: which games of the partition have new views; fields ``g``, ``seq``, ``chain``."""
    return f"news:{partition:02x}"


def replies(gateway: str) -> str:
    """Stream: answers that a gateway waits for; fields ``m`` (its mark for the request), ``r``."""
    return f"reply:{gateway}"


def refusal(game: str, actor: str, command_id: str) -> str:
    """String: what ``actor`` was told about a refusal, which the log keeps sealed.

    No gateway's name holds a colon, so no stream of replies is called so.
    """
    return f"reply:to:{game}:{actor}:{command_id}"


def presence(role: str) -> str:
    """The live processes of ``role``."""
    return f"presence:{role}"
