"""The answer that a command got, found again in the log alone."""

from collections.abc import Sequence

from shared.journal.commits import answers_of
from shared.journal.envelope import open_envelope
from shared.ports import Accepted


def answer_in(raws: Sequence[bytes], actor: str, command_id: str) -> Accepted | None:
    """What ``actor`` was answered to ``command_id``, if it was accepted (whole log given)."""
    envelopes = [open_envelope(raw) for raw in raws]
    recorded = answers_of(envelopes).get((actor, command_id))
    return None if recorded is None else Accepted(recorded.first, recorded.last)
