"""Passwords are drawn once, kept, and readable by their owner only."""

import stat
from pathlib import Path

import pytest

from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.passwords import keep_passwords
from shared.adapters.system.settings import WrongSettings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "passwords.json"


def test_passwords_are_drawn_once_and_differ(path: Path) -> None:
    first = keep_passwords(path, ["rules", "bots"], SystemEntropy())
    assert len(set(first.values())) == 2
    assert keep_passwords(path, ["rules", "bots"], SystemEntropy()) == first


def test_a_user_that_is_new_gets_a_password_and_the_others_keep_theirs(path: Path) -> None:
    first = keep_passwords(path, ["rules"], SystemEntropy())
    second = keep_passwords(path, ["rules", "admin"], SystemEntropy())
    assert second["rules"] == first["rules"] != second["admin"]


def test_nobody_but_its_owner_reads_the_file(path: Path) -> None:
    keep_passwords(path, ["rules"], SystemEntropy())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["passwords.json"]


@pytest.mark.parametrize("content", [b"", b"{", b'["rules"]', b'{"rules": 1}'])
def test_a_file_that_holds_something_else_is_named_and_left_alone(
    path: Path, content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(WrongSettings, match=r"passwords\.json"):
        keep_passwords(path, ["rules"], SystemEntropy())
    assert path.read_bytes() == content
