"""PostgreSQL goes away and comes back: told as an outage, and survived by the same connections."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from shared.adapters.bounded_witness import BoundedWitness
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.ports import Unavailable
from tests.integration.sql.writer import GAMES, write_round
from tests.support.optional import missing
from tests.support.postgres import PostgresServer, postgres_programs

pytestmark = pytest.mark.integration


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A cluster that this test may stop."""
    programs = postgres_programs()
    if programs is None:
        missing("PostgreSQL", "install the package postgresql")
    with PostgresServer(programs) as server:
        yield server


@pytest.fixture
def database(postgres_url: str) -> Iterator[Database]:
    upgrade(postgres_url)
    yield from _opened(postgres_url)


@pytest.fixture
def operator(postgres_url: str) -> Iterator[Database]:
    """Someone else's connections to the same database."""
    yield from _opened(postgres_url)


def test_a_stopped_server_is_an_outage_and_a_started_one_goes_on(server: PostgresServer) -> None:
    with server.database() as url:
        upgrade(url)
        database = Database(url)
        archive = SqlArchive(database)
        assert write_round(archive) == 1
        server.stop()
        with pytest.raises(Unavailable):
            archive.positions(GAMES)
        with pytest.raises(Unavailable):
            archive.set_incarnation(0, "new")
        with pytest.raises(Unavailable):
            upgrade(url)
        server.start()
        assert write_round(archive) == 2
        assert archive.incarnation(0) is None
        database.close()


def test_a_connection_cut_in_a_transaction_is_an_outage_and_changes_nothing(
    database: Database, operator: Database
) -> None:
    def cut_before_the_end() -> None:
        with database.write() as connection:
            connection.execute(text("INSERT INTO installation VALUES ('partitions', '16')"))
            _cut_all_others(operator)
            connection.execute(text("INSERT INTO installation VALUES ('more', '1')"))

    with pytest.raises(Unavailable):
        cut_before_the_end()
    with database.read() as connection:
        assert connection.scalar(text("SELECT count(*) FROM installation")) == 0


def test_connections_cut_at_rest_are_replaced_unseen(
    database: Database, operator: Database
) -> None:
    archive = SqlArchive(database)
    assert write_round(archive) == 1
    _cut_all_others(operator)
    assert write_round(archive) == 2


def test_a_server_that_keeps_its_connections_and_says_nothing_is_not_waited_for(
    database: Database, operator: Database
) -> None:
    """No time-out of the driver ends such a wait, and other games wait behind whoever decides."""
    archive = SqlArchive(database)
    assert write_round(archive) == 1
    with _silent_to_all_others(operator), pytest.raises(Unavailable, match="has not answered in"):
        BoundedWitness(archive, patience_s=0.05).position(GAMES[0])
    assert BoundedWitness(archive, patience_s=60).position(GAMES[0]) == archive.position(GAMES[0])


def _opened(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.close()


@contextmanager
def _silent_to_all_others(operator: Database) -> Iterator[None]:
    """Stop the processes that serve every connection to the database but the operator's."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with operator.read() as connection:
        serving = connection.scalars(text(f"SELECT pid {others}")).all()
    assert serving
    for process in serving:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in serving:
            os.kill(process, signal.SIGCONT)


def _cut_all_others(operator: Database) -> None:
    """End every connection to the database but the operator's, and wait until they are gone."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with operator.read() as connection:
        cut = connection.scalars(text(f"SELECT pg_terminate_backend(pid, 10000) {others}")).all()
    assert cut
    assert all(cut)
