"""Reaching a database: which URLs are ours, what a failure means, what a transaction holds."""

import sqlite3
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from shared.adapters.sql import engine
from shared.adapters.sql.engine import Database, UnusableDatabaseUrl, database_url
from shared.adapters.sql.schema import installation
from shared.ports import Unavailable
from tests.shared.adapters.sql.conftest import opened

FACT = insert(installation).values(value="16")


@pytest.mark.parametrize("given", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_name_of_postgresql_gets_the_same_driver(given: str) -> None:
    url = database_url(f"{given}://ann:secret@db/greffier?sslmode=require")
    assert url.render_as_string(hide_password=False) == (
        "postgresql+psycopg://ann:secret@db/greffier?sslmode=require"
    )


def test_sqlite_is_a_file() -> None:
    assert database_url("sqlite:////var/greffier.sqlite").database == "/var/greffier.sqlite"


@pytest.mark.parametrize(
    "given",
    [
        "",
        "greffier.sqlite",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://ann:secret@db/greffier",
        "postgresql+psycopg2://ann:secret@db/greffier",
        "ann:secret@db",
    ],
)
def test_any_other_url_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(UnusableDatabaseUrl) as refused:
        database_url(given)
    assert "secret" not in str(refused.value)


def test_what_a_url_says_comes_before_our_settings() -> None:
    url = database_url("postgresql://db/greffier?connect_timeout=60&application_name=mine")
    arguments = engine._postgresql_arguments(url)
    assert arguments.keys() & url.query.keys() == set()
    assert arguments["keepalives_idle"] == 10


@pytest.mark.parametrize("transaction", ["read", "write"])
def test_sqlite_is_set_to_lose_nothing(sqlite_url: str, transaction: str) -> None:
    with opened(sqlite_url) as database, getattr(database, transaction)() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    full = 2
    assert settings == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_a_transaction_that_fails_changes_nothing(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(FACT, [{"fact": "one"}, {"fact": "two"}, {"fact": "two"}])
    assert _facts(database) == []
    with database.write() as connection:
        connection.execute(FACT, {"fact": "one"})
    assert _facts(database) == ["one"]


def test_a_wrong_statement_is_no_outage(database: Database) -> None:
    with pytest.raises(DBAPIError, match="nowhere"), database.read() as connection:
        connection.execute(text("SELECT * FROM nowhere"))


def test_a_broken_constraint_is_no_outage_and_is_told_without_its_values(
    database: Database,
) -> None:
    with database.write() as connection:
        connection.execute(FACT, {"fact": "partitions"})
    with pytest.raises(IntegrityError) as broken, database.write() as connection:
        connection.execute(insert(installation).values(fact="partitions", value="sesame"))
    assert "sesame" not in str(broken.value)


def test_a_write_waits_for_no_other_longer_than_it_may(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = ("PRAGMA busy_timeout = 1", *engine._SQLITE_PRAGMAS[1:])
    monkeypatch.setattr(engine, "_SQLITE_PRAGMAS", impatient)
    with opened(sqlite_url) as one, opened(sqlite_url) as other, one.write():
        with pytest.raises(Unavailable, match="locked"), other.write():
            pass
        with other.read() as connection:
            assert connection.scalar(text("SELECT 1")) == 1
    # Nobody holds it any more.
    with opened(sqlite_url) as other, other.write():
        pass


def test_a_folder_that_is_not_there_is_an_outage(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'away' / 'greffier.sqlite'}") as database:
        with pytest.raises(Unavailable, match="unable to open"), database.read():
            pass
        (tmp_path / "away").mkdir()
        with database.read() as connection:
            assert connection.scalar(text("SELECT 1")) == 1


def test_a_full_disk_is_an_outage(sqlite_url: str) -> None:
    with opened(sqlite_url) as database:
        with database.write() as connection:
            connection.exec_driver_sql("CREATE TABLE large (bytes BLOB)")
            connection.exec_driver_sql("PRAGMA max_page_count = 4")  # of this one connection
        with pytest.raises(Unavailable, match="full"), database.write() as connection:
            connection.exec_driver_sql("INSERT INTO large VALUES (zeroblob(1000000))")


def test_a_file_that_is_no_database_is_not_to_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "greffier.sqlite"
    path.write_bytes(b"not a database" * 1_000)
    with (
        opened(f"sqlite:///{path}") as database,
        pytest.raises(DBAPIError) as broken,
        database.read(),
    ):
        pass
    assert isinstance(broken.value.orig, sqlite3.DatabaseError)


def test_no_free_connection_is_an_outage(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_CONNECTION_WAIT_S", 0.01)
    with opened(database_url) as database:
        with ExitStack() as held:
            for _ in range(engine._CONNECTIONS_MAX):
                held.enter_context(database.read())
            with pytest.raises(Unavailable, match="free"), database.read():
                pass
        assert _facts(database) == []


def test_a_lost_connection_is_an_outage_whatever_the_driver_calls_it() -> None:
    lost = DBAPIError("SELECT 1", None, Exception("gone"), connection_invalidated=True)
    assert engine._is_outage(lost)
    assert not engine._is_outage(DBAPIError("SELECT 1", None, Exception("wrong")))


def _facts(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(select(installation.c.fact)))
