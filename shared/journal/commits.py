"""A log read as what it was written as: whole commits, each with the command behind it.

The law behind this file: accepted commands and their answers can be rebuilt from the log alone.
"""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from msgspec import Struct

from shared.journal.envelope import Cause, Unreadable


class BrokenCommit(Unreadable):
    """Entries that are no sequence of whole commits, or one command twice: freeze the game."""


class _Placed(Protocol):
    """What an :class:`Envelope` and an :class:`Entry` have in common."""

    @property
    def seq(self) -> int: ...
    @property
    def cause(self) -> Cause | None: ...
    @property
    def actor(self) -> str: ...


E = TypeVar("E", bound=_Placed)


class Recorded(Struct, frozen=True):
    """What the log says of an accepted command: its content's fingerprint and its events."""

    fingerprint: bytes
    first: int
    last: int


def whole_commits(entries: Iterable[E]) -> list[tuple[E, ...]]:
    """``entries`` (consecutive, from the start of a commit) grouped into whole commits.

    Raises BrokenCommit where a commit is cut short, or an entry belongs to none.
    """
    commits: list[tuple[E, ...]] = []
    running: list[E] = []
    wanted = 0
    for entry in entries:
        if len(running) == wanted:
            if running:
                commits.append(tuple(running))
            running, wanted = [], _count(entry)
        elif entry.cause is not None or entry.actor != running[0].actor:
            raise BrokenCommit(f"seq {entry.seq} begins inside another commit")
        running.append(entry)
    if len(running) != wanted:
        raise BrokenCommit(f"the last commit has {len(running)} of {wanted} events")
    if running:
        commits.append(tuple(running))
    return commits


def answers_of(entries: Iterable[_Placed]) -> dict[tuple[str, str], Recorded]:
    """(actor, command id) → what was recorded of it, for every accepted command.

    ``entries`` as for :func:`whole_commits`. Raises BrokenCommit.
    """
    answers: dict[tuple[str, str], Recorded] = {}
    for commit in whole_commits(entries):
        first = commit[0]
        assert first.cause is not None
        key = (first.actor, first.cause.command_id)
        if key in answers:
            raise BrokenCommit(f"seq {first.seq} repeats command {first.cause.command_id}")
        answers[key] = Recorded(first.cause.fingerprint, first.seq, commit[-1].seq)
    return answers


def _count(entry: _Placed) -> int:
    if entry.cause is None:
        raise BrokenCommit(f"seq {entry.seq} belongs to no commit")
    return entry.cause.count
