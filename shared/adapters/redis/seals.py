"""Who may speak for others: a seal on a command shows that its sender may read the partition.

The bots' user may add to the commands streams, so it could write any actor into a command. It may
read nothing, and every other sender may. A command that is no bot's own, which a grant covers,
therefore carries a MAC under the partition's incarnation: a random id that only readers know.
"""

import hmac
from collections.abc import Mapping
from typing import Final

from shared.ports import Command

FIELD: Final = b"s"
"""The field of an entry that holds the seal."""

SEAL_BYTES: Final = 16

_PURPOSE: Final = b"greffier/command/1\0"
_OWN: Final = ("bot:", "house:")


def needs_seal(command: Command) -> bool:
    """Whether ``command`` speaks for someone: moves of bots have their grants instead."""
    return not command.actor.startswith(_OWN)


def seal(secret: bytes, raw: bytes) -> bytes:
    """The seal of the command ``raw`` under its partition's incarnation."""
    return hmac.digest(secret, _PURPOSE + raw, "sha256")[:SEAL_BYTES]


def holds(secret: bytes, raw: bytes, fields: Mapping[bytes, bytes]) -> bool:
    """Whether an entry's ``fields`` hold the seal of the command ``raw``."""
    return hmac.compare_digest(fields.get(FIELD, b""), seal(secret, raw))
