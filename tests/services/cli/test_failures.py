"""What cannot run says so in a line: what, where, what would be right; never a traceback."""

from pathlib import Path

import pytest

from tests.services.cli.conftest import ENDED, Greffier
from tests.support.pipeline import game_id


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["bogus"], "No such command 'bogus'"),
        (["replay"], "Missing argument 'GAME|FILE'"),
        (["check"], "Missing argument 'FILE"),
        (["replay", ENDED, "--seat", "4"], "'--seat'"),
        (["games", "--count", "0"], "'--count'"),
        (["export", "some-file"], "'some-file' is no game id"),
        (["ledger", "--game", "abc"], "'abc' is no game id"),
        (["run", "admin"], "'admin' is not one of"),
        (["demo", "whist"], "no game is called 'whist'"),
        (["demo", "--option", "deals"], "an option is k=v, not 'deals'"),
        (["recover", ENDED, "--from", "redis", "--who", "olga"], "Missing option '--why'"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(
    greffier: Greffier, arguments: list[str], says: str
) -> None:
    status, out, err = greffier(*arguments)
    (line,) = err.splitlines()
    assert says in line
    assert line.startswith("cannot run: ")
    assert line.endswith("--help)")
    assert (status, out) == (2, "")


@pytest.mark.parametrize("command", [["games"], ["ledger"], ["verify", ENDED], ["adopt"]])
def test_a_folder_without_an_installation_is_said_and_left_alone(
    greffier: Greffier, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path / "nothing"))
    status, out, err = greffier(*command)
    (line,) = err.splitlines()
    assert line.startswith(f"cannot run: no database {tmp_path / 'nothing'}/greffier.sqlite: ")
    assert (status, out) == (2, "")
    assert not (tmp_path / "nothing").exists()


def test_all_wrong_settings_are_named_at_once(
    greffier: Greffier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREFFIER_PARTITIONS", "0")
    monkeypatch.setenv("GREFFIER_LISTEN", "nowhere")
    status, _, err = greffier("games")
    assert err.splitlines() == [
        "cannot run: GREFFIER_LISTEN = 'nowhere': HOST:PORT, an IPv6 address in brackets",
        "GREFFIER_PARTITIONS = '0': a whole number from 1 to 256",
    ]
    assert status == 2


@pytest.mark.parametrize(
    ("content", "says"), [(b"", "no such table"), (b"no database at all" * 99, "not a database")]
)
def test_a_database_of_another_making_is_said(
    greffier: Greffier,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
    says: str,
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    (tmp_path / "greffier.sqlite").write_bytes(content)
    status, _, err = greffier("games")
    (line,) = err.splitlines()
    assert line.startswith("cannot run: the database: ")
    assert says in line
    assert status == 2


@pytest.mark.usefixtures("at_home")
def test_a_game_that_does_not_exist(greffier: Greffier) -> None:
    missing = game_id(99)
    for command in ("replay", "verify", "export"):
        status, out, err = greffier(command, missing)
        assert err.startswith(f"cannot run: no game {missing} in SQL")
        assert (status, out) == (2, "")


def test_a_file_that_does_not_exist(greffier: Greffier) -> None:
    status, _, err = greffier("verify", "nowhere.jsonl")
    assert err.startswith("cannot run: nowhere.jsonl: No such file or directory; ")
    assert status == 2


def test_a_file_that_is_no_export_names_its_line(greffier: Greffier, tmp_path: Path) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(bytes(range(255, 0, -1)))
    for command in ("verify", "replay"):
        status, out, err = greffier(command, path)
        (line,) = err.splitlines()
        assert line.startswith(f"found wrong: {path}: line 1: ")
        assert (status, out) == (1, "")


def test_a_failure_of_our_own_is_not_dressed_up(
    greffier: Greffier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_names: object, *, as_json: bool) -> int:
        raise AssertionError("ours")

    monkeypatch.setattr("services.cli.checking.check", broken)
    with pytest.raises(AssertionError, match="ours"):
        greffier("check", "-")
