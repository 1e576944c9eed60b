"""A writer killed at any moment leaves whole batches, and every one that it acknowledged."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.sql.migration import upgrade
from shared.journal.chain import advance, origin
from tests.integration.sql.writer import ENTRIES, GAMES

ROOT = Path(__file__).parents[3]
KILLS = 4

pytestmark = pytest.mark.integration


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'greffier.sqlite'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    upgrade(url)
    return url


def test_a_killed_writer_leaves_whole_batches(url: str) -> None:
    chance = random.Random(2)
    database = Database(url)
    for _ in range(KILLS):
        acknowledged = _acknowledged_before_kill(url, rounds=chance.randint(1, 12))
        assert _rounds_kept(database) >= acknowledged
    database.close()


def _acknowledged_before_kill(url: str, rounds: int) -> int:
    """Let a writer tell some rounds, kill it in the next; the last round it told."""
    command = [sys.executable, "-m", "tests.integration.sql.writer", url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(rounds)]
        writer.kill()
        told += writer.stdout.readlines()
    return int([line for line in told if line.endswith("\n")][-1])


def _rounds_kept(database: Database) -> int:
    """How many rounds the archive holds: all games alike, each with its transfers."""
    archive, transfers = SqlArchive(database), SqlTransfers(database)
    positions = archive.positions(GAMES)
    [rounds] = {position.seq // ENTRIES for position in positions.values()}
    for game, position in positions.items():
        assert advance(origin(game), archive.entries(game)) == position
        settled = {transfer.seq for transfer in transfers.of_game(game)}
        assert settled == set(range(ENTRIES, position.seq + 1, ENTRIES))
    assert sum(transfers.balances().values()) == 0
    return rounds
