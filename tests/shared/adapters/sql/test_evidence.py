"""Nothing that is evidence can be changed or deleted, not even by SQL written by hand."""

from typing import Any

import pytest
from sqlalchemy import Row, Table, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.sql.schema import IMMUTABLE, events, transfers
from shared.ports import Dismissal
from tests.shared.adapters.sql.archived import commit, game_id, refusal, settlement
from tests.shared.adapters.sql.conftest import opened

GAME = game_id(1)
OTHER = game_id(2)

each_kind = pytest.mark.parametrize("table", IMMUTABLE, ids=lambda table: str(table.name))


@pytest.fixture
def kept(database: Database) -> Database:
    """A database with a row of every kind of evidence."""
    _keep(database)
    return database


def test_what_happened_and_what_was_paid_are_evidence() -> None:
    assert {events, transfers} <= set(IMMUTABLE)


@each_kind
def test_a_row_cannot_be_changed(kept: Database, table: Table) -> None:
    before = _rows(kept, table)
    with pytest.raises(IntegrityError, match="never changed"), kept.write() as connection:
        connection.execute(update(table).values(game=OTHER))
    assert _rows(kept, table) == before


@each_kind
def test_a_row_cannot_be_deleted(kept: Database, table: Table) -> None:
    before = _rows(kept, table)
    with pytest.raises(IntegrityError, match="never changed"), kept.write() as connection:
        connection.execute(delete(table))
    assert _rows(kept, table) == before


@each_kind
def test_a_row_cannot_be_changed_by_inserting_it_again(kept: Database, table: Table) -> None:
    before = _rows(kept, table)
    upsert = kept.insert(table).on_conflict_do_update(
        index_elements=list(table.primary_key.columns), set_={"game": OTHER}
    )
    with pytest.raises(IntegrityError, match="never changed"), kept.write() as connection:
        connection.execute(upsert, before[0]._asdict())
    assert _rows(kept, table) == before


@each_kind
def test_sqlite_replaces_no_row(sqlite_url: str, table: Table) -> None:
    upgrade(sqlite_url)
    with opened(sqlite_url) as database:
        _keep(database)
        before = _rows(database, table)
        replacing = insert(table).prefix_with("OR REPLACE")
        with pytest.raises(IntegrityError, match="never changed"), database.write() as connection:
            connection.execute(replacing, before[0]._asdict())
        assert _rows(database, table) == before


@each_kind
@pytest.mark.integration
def test_postgresql_truncates_no_table(emptied_postgres: str, table: Table) -> None:
    with opened(emptied_postgres) as database:
        _keep(database)
        before = _rows(database, table)
        with pytest.raises(IntegrityError, match="never changed"), database.write() as connection:
            connection.execute(text(f"TRUNCATE {table.name} CASCADE"))
        assert _rows(database, table) == before


def _keep(database: Database) -> None:
    archive = SqlArchive(database)
    archive.store([commit(GAME, transfers=settlement(GAME, 2)), commit(OTHER)])
    archive.store_refusals([refusal(GAME, "1-0")])
    archive.record_recovery(GAME, "witness", "ann", "the disk was lost", 1)
    archive.record_dismissal(Dismissal(3, "1-0", None, None, None, "unreadable", "ann", "junk", 1))


def _rows(database: Database, table: Table) -> list[Row[*tuple[Any, ...]]]:
    with database.read() as connection:
        rows = list(connection.execute(select(table)))
    assert rows, "there is something to protect"
    return rows
