"""Migrations: they make the tables that the code expects, once, whoever runs them."""

import multiprocessing
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Inspector, inspect, text
from sqlalchemy.engine.interfaces import ReflectedIndex
from sqlalchemy.exc import DBAPIError

from shared.adapters.sql.engine import UnusableDatabaseUrl
from shared.adapters.sql.migration import UnknownRevision, upgrade
from shared.adapters.sql.schema import metadata
from shared.ports import Unavailable
from tests.shared.adapters.sql.conftest import opened

PROCESSES = 6
TABLES = sorted(metadata.tables)


def test_models_and_migrations_agree(empty_url: str) -> None:
    upgrade(empty_url)
    with opened(empty_url) as database, database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_they_agree_in_what_alembic_does_not_compare(
    empty_url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Checks, collations, conditions of indexes, how SQLite lays a table."""
    upgrade(empty_url)
    if empty_url.startswith("sqlite"):
        assert _details(empty_url) == _modelled(f"sqlite:///{tmp_path / 'modelled.sqlite'}")
    else:
        with request.getfixturevalue("postgres_server").database() as url:
            assert _details(empty_url) == _modelled(url)


def test_an_upgraded_database_is_left_alone(empty_url: str) -> None:
    upgrade(empty_url)
    with opened(empty_url) as database, database.write() as connection:
        connection.execute(text("INSERT INTO installation VALUES ('partitions', '16')"))
    before = _details(empty_url)
    upgrade(empty_url)
    assert _details(empty_url) == before
    with opened(empty_url) as database, database.read() as connection:
        assert connection.scalar(text("SELECT value FROM installation")) == "16"


def test_of_many_processes_one_upgrades_and_none_fails(empty_url: str) -> None:
    forked = multiprocessing.get_context("fork")
    together = forked.Barrier(PROCESSES)
    processes = [
        forked.Process(target=_upgrade_together, args=(empty_url, together))
        for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * PROCESSES
    assert _table_names(empty_url) == {*TABLES, "alembic_version"}


def test_an_upgrade_that_fails_leaves_nothing_behind(empty_url: str) -> None:
    with opened(empty_url) as database, database.write() as connection:
        connection.execute(text("CREATE TABLE players (in_the_way INTEGER)"))
    with pytest.raises(DBAPIError, match="players"):
        upgrade(empty_url)
    assert _table_names(empty_url) == {"players"}
    with opened(empty_url) as database, database.write() as connection:
        connection.execute(text("DROP TABLE players"))
    upgrade(empty_url)
    assert _table_names(empty_url) == {*TABLES, "alembic_version"}


def test_the_database_of_a_newer_version_is_left_alone(empty_url: str) -> None:
    upgrade(empty_url)
    with opened(empty_url) as database, database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'newer'"))
    with pytest.raises(UnknownRevision, match="newer"):
        upgrade(empty_url)


def test_an_upgrade_says_what_it_cannot_reach(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        upgrade(f"sqlite:///{tmp_path / 'away' / 'greffier.sqlite'}")
    with pytest.raises(UnusableDatabaseUrl):
        upgrade("mysql://db/greffier")


def test_migrations_are_found_from_any_folder(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    upgrade(sqlite_url)
    assert _table_names(sqlite_url) == {*TABLES, "alembic_version"}


def _upgrade_together(url: str, together: Barrier) -> None:
    together.wait()
    upgrade(url)


def _table_names(url: str) -> set[str]:
    with opened(url) as database, database.read() as connection:
        return set(inspect(connection).get_table_names())


def _modelled(url: str) -> dict[str, object]:
    """The details of tables made from the models, without a migration."""
    with opened(url) as database, database.write() as connection:
        metadata.create_all(connection)
    return _details(url)


def _details(url: str) -> dict[str, object]:
    with opened(url) as database, database.read() as connection:
        inspector = inspect(connection)
        return {name: _details_of(inspector, name) for name in TABLES}


def _details_of(inspector: Inspector, name: str) -> dict[str, object]:
    return {
        "columns": [
            (column["name"], str(column["type"]), column["nullable"])
            for column in inspector.get_columns(name)
        ],
        "checks": {
            (check["name"], check["sqltext"]) for check in inspector.get_check_constraints(name)
        },
        "indexes": {
            (index["name"], *index["column_names"], *map(str, _conditions(index)))
            for index in inspector.get_indexes(name)
        },
        "primary key": inspector.get_pk_constraint(name),
        "options": inspector.get_table_options(name),
    }


def _conditions(index: ReflectedIndex) -> list[object]:
    options = index.get("dialect_options", {})
    return [value for key, value in sorted(options.items()) if key.endswith("_where")]
