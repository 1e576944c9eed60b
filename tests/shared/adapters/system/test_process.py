"""How a process ends: on request, and when a part of it fails."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shared.adapters.sql.migration import upgrade
from shared.adapters.system.process import CANNOT_RUN, Process, is_alive, run_process
from shared.adapters.system.settings_source import read_settings


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """The signal handlers of this test process are put back."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def process(folder: Path) -> Process:
    return Process("rules", read_settings({"GREFFIER_DATA": str(folder)}))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_asks_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    asked = process(tmp_path)
    asked.prepare()
    assert not asked.stop.is_set()
    os.kill(os.getpid(), number)
    assert asked.stop.wait(10)


def test_a_sign_of_life_is_given_by_working(tmp_path: Path) -> None:
    working = process(tmp_path)
    working.prepare()
    assert not is_alive(tmp_path, "rules")
    working.alive()
    assert is_alive(tmp_path, "rules")
    assert not is_alive(tmp_path, "gateway")


def test_threads_run_until_all_have_ended(tmp_path: Path) -> None:
    running, names = process(tmp_path), []

    def work() -> None:
        names.append(threading.current_thread().name)

    running.run_threads({"records": work, "tables": work})
    assert sorted(names) == ["records", "tables"]
    assert not running.stop.is_set()


def test_a_thread_that_fails_ends_its_process(tmp_path: Path) -> None:
    running = process(tmp_path)

    def fail() -> None:
        raise KeyError("no such thing")

    def work() -> None:
        assert running.stop.wait(10), "nobody asked this thread to stop"

    with pytest.raises(KeyError, match="no such thing"):
        running.run_threads({"records": fail, "tables": work})


def test_what_a_process_imported_is_not_walked_by_the_collector(tmp_path: Path) -> None:
    text = (
        "import gc; from shared.adapters.system.process import run_process; "
        "run_process('rules', (), lambda _process: print(gc.get_freeze_count()))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", text],
        env={**os.environ, "GREFFIER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ended.stdout) > 10_000


def test_wrong_settings_are_said_and_end_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    monkeypatch.setenv("GREFFIER_PARTITIONS", "many")
    ran: list[Process] = []
    assert run_process("rules", ("log_url",), ran.append) == CANNOT_RUN
    said = capsys.readouterr().err
    assert "GREFFIER_PARTITIONS" in said
    assert "GREFFIER_LOG_URL" in said
    assert ran == []


def newer_database(folder: Path) -> str:
    url = f"sqlite:///{folder / 'greffier.sqlite'}"
    upgrade(url)
    with sqlite3.connect(folder / "greffier.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'newer'")
    return url


@pytest.mark.parametrize(
    ("url_of", "said"),
    [
        (newer_database, "the database is from another version"),
        (lambda _folder: "sqlite:///:memory:", "SQLite needs a file"),
    ],
)
def test_a_database_that_will_never_do_ends_the_process_for_good(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    url_of: Callable[[Path], str],
    said: str,
) -> None:
    """Its supervisor must not start it again and again."""
    url = url_of(tmp_path)
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    assert run_process("archivist", (), lambda _process: upgrade(url)) == CANNOT_RUN
    assert said in capsys.readouterr().err
