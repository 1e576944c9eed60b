"""The master keys: one for new games, the others for the games that still name them."""

from pathlib import Path

import pytest

from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.master_keys import (
    MasterKeys,
    NoMasterKey,
    create_master_key,
    load_master_keys,
)
from shared.adapters.system.settings import WrongSettings
from shared.fairness.keys import master_key_id

FIRST, SECOND = bytes(range(32)), bytes(range(32, 64))


def test_the_first_key_is_drawn_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    create_master_key(folder, SystemEntropy())
    assert [path.name for path in folder.iterdir()] == ["current.key"]
    assert (folder / "current.key").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    keys = load_master_keys(folder)
    assert len(keys.current) == 32
    assert keys == MasterKeys(keys.current, {master_key_id(keys.current): keys.current})


@pytest.mark.parametrize("name", ["current.key", "old.key"])
def test_a_key_is_never_drawn_beside_another(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FIRST.hex())
    with pytest.raises(FileExistsError):
        create_master_key(tmp_path, SystemEntropy())
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == FIRST.hex()


def test_rotated_keys_are_found_by_their_ids(tmp_path: Path) -> None:
    (tmp_path / "2025.key").write_text(FIRST.hex())
    (tmp_path / "current.key").write_text(SECOND.hex().upper() + "\n")
    (tmp_path / "README").write_text("not a key")
    assert load_master_keys(tmp_path) == MasterKeys(
        SECOND, {master_key_id(FIRST): FIRST, master_key_id(SECOND): SECOND}
    )


def test_a_missing_current_key_is_said_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "2025.key").write_text(FIRST.hex())
    with pytest.raises(NoMasterKey, match=r"current\.key"):
        load_master_keys(tmp_path)


def test_every_file_without_a_key_is_named_and_none_is_shown(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text(FIRST.hex()[:-1])
    (tmp_path / "b.key").write_bytes(b"\xff" * 64)
    (tmp_path / "c.key").mkdir()
    (tmp_path / "current.key").write_text(FIRST.hex())
    with pytest.raises(WrongSettings) as raised:
        load_master_keys(tmp_path)
    names = [Path(problem.name).name for problem in raised.value.problems]
    assert names == ["a.key", "b.key", "c.key"]
    assert FIRST.hex()[:8] not in str(raised.value)


def test_keys_are_not_printed() -> None:
    assert FIRST.hex()[:8] not in repr(MasterKeys(FIRST, {master_key_id(FIRST): FIRST}))
