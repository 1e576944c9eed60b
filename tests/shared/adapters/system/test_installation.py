"""Whose master key an installation runs under: drawn once, and never again beside its games."""

from pathlib import Path

import pytest

from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.installation import running
from shared.adapters.system.master_keys import NoMasterKey, load_master_keys
from shared.adapters.system.settings import Settings, WrongSettings
from shared.adapters.system.settings_source import read_settings
from shared.ports import GameId, Reservation


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of servers that are given, so that none is started."""
    return read_settings(
        {
            "GREFFIER_DATA": str(tmp_path / "data"),
            "GREFFIER_LOG_URL": "redis://127.0.0.1:1",
            "GREFFIER_CACHE_URL": "redis://127.0.0.1:2",
        }
    )


def reserve(settings: Settings) -> None:
    upgrade(settings.database_url)
    database = Database(settings.database_url)
    SqlDirectory(database, SystemEntropy()).reserve_game(
        Reservation(
            client="default",
            request_id="r1",
            request_hash=b"hash",
            game=GameId("03" + "5" * 32),
            rules="call_break",
            options="{}",
            at=1,
        )
    )
    database.close()


def test_a_new_installation_draws_its_master_key_once(settings: Settings) -> None:
    with running(settings):
        drawn = load_master_keys(settings.keys)
    reserve(settings)
    with running(settings):
        assert load_master_keys(settings.keys) == drawn


def test_where_sql_knows_a_game_no_key_takes_the_place_of_a_lost_one(settings: Settings) -> None:
    settings.data.mkdir()
    reserve(settings)
    with pytest.raises(NoMasterKey, match="backup"), running(settings):
        pytest.fail("it runs without its key")
    assert not settings.keys.exists()


def test_nor_where_there_is_a_log(settings: Settings) -> None:
    (settings.data / "log").mkdir(parents=True)
    settings.keys.mkdir()
    with pytest.raises(NoMasterKey, match="backup"), running(settings):
        pytest.fail("it runs without its key")
    assert not list(settings.keys.iterdir())


def test_a_key_that_cannot_be_read_is_said_before_anything_runs(settings: Settings) -> None:
    settings.keys.mkdir(parents=True)
    (settings.keys / "current.key").write_text("no key\n")
    with pytest.raises(WrongSettings, match=r"current\.key"), running(settings):
        pytest.fail("it runs without its key")
