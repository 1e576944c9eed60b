"""A log that is put back whole: its commits, each with the answer that was given to it."""

from collections.abc import Sequence

from msgspec import Struct

from shared.adapters.answer_bytes import encode_given, name_of
from shared.journal.commits import answers_of
from shared.journal.envelope import Unreadable, open_envelope
from shared.ports import Accepted, BrokenLog, GameId, Given


class RestoredCommit(Struct, frozen=True):
    """One commit of a restored log, as a journal keeps it."""

    name: bytes
    """Under which the answer is kept."""
    given: bytes
    """Fingerprint and answer."""
    entries: tuple[bytes, ...]


def restored_commits(game: GameId, entries: Sequence[bytes]) -> list[RestoredCommit]:
    """The commits in ``entries``, the whole log of ``game`` from its first entry.

    Raises BrokenLog where they are no whole log: nothing of it may be put back.
    """
    try:
        opened = [open_envelope(entry) for entry in entries]
        if [envelope.seq for envelope in opened] != list(range(1, len(entries) + 1)):
            raise BrokenLog(f"{game}: not the entries 1 to {len(entries)}")
        answers = answers_of(opened)
    except Unreadable as error:
        raise BrokenLog(f"{game}: {error}") from error
    return [
        RestoredCommit(
            name_of(actor, command_id),
            encode_given(Given(recorded.fingerprint, Accepted(recorded.first, recorded.last))),
            tuple(entries[recorded.first - 1 : recorded.last]),
        )
        for (actor, command_id), recorded in answers.items()
    ]
