"""What is kept of a refusal: sealed while a deal runs, for it may say what a hand holds."""

from typing import Final

from msgspec.msgpack import Decoder, encode

from shared.fairness.refusals import open_refusal, seal_refusal
from shared.flows.secrets import MasterSecrets
from shared.kernel.refusal import Refusal
from shared.ports import Refused, Sealed
from shared.table.state import Table, Underway

_read: Final = Decoder(Refusal).decode


def kept_refusal(
    secrets: MasterSecrets, table: Table, actor: str, command_id: str, refusal: Refusal
) -> Refused | Sealed:
    """What log and SQL keep of a refusal that ``actor`` got at ``table``.

    Sealed whole, and whatever it says: that somebody must follow suit is news of a hand too.
    """
    if not isinstance(table, Underway) or table.deal is None:
        return Refused(refusal)
    index = table.deal.index
    key = secrets.deal_key(table.terms, index)
    return Sealed(index, seal_refusal(key, actor, command_id, encode(refusal)))


def refusal_in(key: bytes, actor: str, command_id: str, kept: Sealed) -> Refusal | None:
    """What ``kept`` says, with ``key`` = ``k[kept.index]``; None: it is not that refusal."""
    text = open_refusal(key, actor, command_id, kept.refusal)
    return None if text is None else _read(text)
