"""The generated passwords of the embedded servers' users: one file that only its owner reads."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from shared.adapters.system.settings import Problem, WrongSettings
from shared.ports import Entropy

PASSWORD_BYTES: Final = 32


def keep_passwords(path: Path, users: Iterable[str], entropy: Entropy) -> dict[str, str]:
    """The password of each of ``users``, kept at ``path``; one that is missing is drawn.

    Every process of an installation reads the same file, so that a command run beside a
    running service reaches the same servers. Raises WrongSettings where the file holds
    something else.
    """
    kept = _read(path)
    drawn = {user: entropy.token(PASSWORD_BYTES).hex() for user in users if user not in kept}
    if drawn:
        kept |= drawn
        _write(path, kept)
    return {user: kept[user] for user in users}


def _read(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        right = "passwords by user, as JSON; without this file new ones are drawn"
        raise WrongSettings((Problem(str(path), "(not shown)", right),)) from error


def _write(path: Path, passwords: dict[str, str]) -> None:
    """All or nothing: a crash leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # mkstemp makes files that only their owner may read.
    descriptor, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(passwords), indent=2))
        file.flush()
        os.fsync(file.fileno())
    Path(draft).replace(path)
