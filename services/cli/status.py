"""The exit statuses of every command, for scripts and service managers."""

from typing import Final

GOOD: Final = 0
FOUND_WRONG: Final = 1
"""The command did its work and found something wrong, or something that waits for someone."""
CANNOT_RUN: Final = 2
"""The command could not do its work: wrongly called, wrongly set, or a server is away."""


def verdict(*, good: bool) -> int:
    """The status of a command that judges."""
    return GOOD if good else FOUND_WRONG
