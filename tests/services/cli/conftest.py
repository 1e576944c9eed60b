"""The command line as a test calls it, and an installation's database with two games in it."""

import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from services.cli import main
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.flows.records import RecordsProjector
from shared.ports import Reservation
from tests.services.cli.memory_doors import MemoryDoors
from tests.support.pipeline import CountedEntropy, Pipeline, RecordedSignals, game_id

ENDED = game_id(1)
"""Two deals among bots, at a stake of 10."""
RUNNING = game_id(2)
"""Waits for its one human, who is called Ann."""


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: str
    err: str


Greffier: TypeAlias = Callable[..., Ran]
"""``greffier("games", "--json", stdin=b"", doors=None)``: the console script, in this process."""


@pytest.fixture
def greffier(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Greffier:
    def run(*arguments: object, stdin: bytes = b"", doors: MemoryDoors | None = None) -> Ran:
        monkeypatch.setattr(sys, "argv", ["greffier", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        if doors is not None:
            monkeypatch.setattr(main, "Adapters", lambda _environ: doors)
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.run()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an installation that does not run; its SQLite holds two games."""
    folder = tmp_path_factory.mktemp("installation")
    url = f"sqlite:///{folder / 'greffier.sqlite'}"
    upgrade(url)
    database = Database(url)
    directory = SqlDirectory(database, CountedEntropy())
    for number, game in enumerate((ENDED, RUNNING)):
        request = Reservation(
            "default",
            f"r{number}",
            bytes(32),
            game,
            "call_break",
            "{}",
            1_700_000_000_000 + number,
        )
        directory.reserve_game(request)
    ann = directory.create_player("default", "Ann [of] Acre", bytes(32), 1_700_000_000_000)
    pipeline = Pipeline()
    pipeline.open(ENDED, (0, 1, 2, 3), deals=2, stake=10)
    pipeline.open(RUNNING, (1, 2, 3), deals=1)
    pipeline.sit(RUNNING, ann, 0)
    pipeline.reveal(RUNNING, ann)
    pipeline.settle()
    records = RecordsProjector(pipeline.journal, SqlArchive(database), RecordedSignals())
    records.catch_up([ENDED, RUNNING])
    database.close()
    return folder


@pytest.fixture
def at_home(installation: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command line looks at that installation."""
    monkeypatch.setenv("GREFFIER_DATA", str(installation))
    return installation
