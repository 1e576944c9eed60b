"""The installation's master keys: files of 64 hex digits in one folder.

``current.key`` is the key of new games. To rotate, rename it to anything that ends in ``.key``
and put a new ``current.key`` in its place: games name their key by its id, not by its file.
"""

import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from shared.adapters.system.settings import Problem, WronglySetUp, WrongSettings
from shared.fairness.keys import master_key_id
from shared.ports import Entropy

KEY_BYTES: Final = 32
CURRENT: Final = "current.key"
_BYTES_MAX: Final = 1024


class MasterKeys(Struct, frozen=True):
    """Every master key there is, and which one new games get."""

    current: bytes
    by_id: Mapping[str, bytes]
    """By the id that ``game_opened`` records."""

    def __repr__(self) -> str:
        return f"MasterKeys({', '.join(self.by_id)})"


class NoMasterKey(WronglySetUp):
    """There is no current master key: restore it from its backup, or start anew with a new one."""


def load_master_keys(folder: Path) -> MasterKeys:
    """All keys in ``folder``.

    Raises NoMasterKey where ``current.key`` is missing, WrongSettings naming every file that
    does not hold a key or cannot be read.
    """
    keys: dict[str, bytes] = {}
    problems = []
    for path in sorted(folder.glob("*.key")):
        try:
            keys[path.name] = _key_in(path)
        except OSError as error:
            problems.append(Problem(str(path), "(not shown)", f"a file to read ({error})"))
        except ValueError:
            right = "a file of 64 hex digits and nothing else"
            problems.append(Problem(str(path), "(not shown)", right))
    if problems:
        raise WrongSettings(tuple(problems))
    if CURRENT not in keys:
        raise NoMasterKey(f"no {folder / CURRENT}: put the master key back from its backup")
    return MasterKeys(keys[CURRENT], {master_key_id(key): key for key in keys.values()})


def create_master_key(folder: Path, entropy: Entropy) -> None:
    """Draw the first master key into ``folder``, readable by its owner only.

    Raises FileExistsError, changing nothing, where any key is already there: a second key
    would hide that the first one is lost.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.glob("*.key")):
        raise FileExistsError(f"{folder} already holds a key")
    # mkstemp makes files that only their owner may read.
    descriptor, draft = tempfile.mkstemp(prefix=f".{CURRENT}.", dir=folder)
    with os.fdopen(descriptor, "w") as file:
        file.write(entropy.token(KEY_BYTES).hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link, unlike a rename, fails where another process was faster.
        (folder / CURRENT).hardlink_to(draft)
    finally:
        Path(draft).unlink()
    _sync(folder)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _key_in(path: Path) -> bytes:
    with path.open("rb") as file:
        text = file.read(_BYTES_MAX).strip()
    if re.fullmatch(rb"[0-9a-fA-F]{64}", text) is None:
        raise ValueError
    return bytes.fromhex(text.decode())
