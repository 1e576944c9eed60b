"""The answer that a command got, found again in what the archive holds."""

from collections.abc import Iterable, Sequence

from shared.flows.events import CODEC
from shared.flows.published import keys_in
from shared.flows.refusing import refusal_in
from shared.journal.commits import answers_of
from shared.journal.envelope import open_envelope
from shared.ports import Accepted, Answer, RefusalRecord, Refused, Sealed
from shared.table.refusals import SEALED


def answer_in(raws: Sequence[bytes], actor: str, command_id: str) -> Accepted | None:
    """What ``actor`` was answered to ``command_id``, if it was accepted (whole log given)."""
    envelopes = [open_envelope(raw) for raw in raws]
    recorded = answers_of(envelopes).get((actor, command_id))
    return None if recorded is None else Accepted(recorded.first, recorded.last)


def archived_answer(
    raws: Sequence[bytes], records: Iterable[RefusalRecord], actor: str, command_id: str
) -> Answer | None:
    """What ``actor`` was answered to ``command_id``, by the whole log and the refusals kept."""
    accepted = answer_in(raws, actor, command_id)
    if accepted is not None:
        return accepted
    for record in records:
        if (record.actor, record.command_id) == (actor, command_id):
            return refusal_given(raws, actor, command_id, record.answer)
    return None


def fingerprint_in(
    raws: Sequence[bytes], records: Iterable[RefusalRecord], actor: str, command_id: str
) -> bytes | None:
    """The fingerprint of the content that :func:`archived_answer` answers; None: of none."""
    recorded = answers_of(map(open_envelope, raws)).get((actor, command_id))
    if recorded is not None:
        return recorded.fingerprint
    asked = (actor, command_id)
    return next((one.fingerprint for one in records if (one.actor, one.command_id) == asked), None)


def opening_in(raws: Sequence[bytes]) -> Sequence[bytes]:
    """The commit that opened the game, of a whole log of whole commits."""
    cause = open_envelope(raws[0]).cause
    assert cause is not None, "a log of whole commits begins with one"
    return raws[: cause.count]


def refusal_given(
    raws: Sequence[bytes], actor: str, command_id: str, kept: Refused | Sealed
) -> Refused:
    """A refusal as it was given; once its deal is opened, the log itself opens it."""
    if isinstance(kept, Refused):
        return kept
    key = keys_in(map(CODEC.decode, raws)).key(kept.index)
    refusal = None if key is None else refusal_in(key, actor, command_id, kept)
    return Refused(refusal or SEALED())
