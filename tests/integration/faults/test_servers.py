"""Servers that restart, die or go away while games run: the games go on, and end whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from shared.flows.events import CODEC
from shared.ports import GameId
from shared.table.events import DealStarted, DealVoided
from tests.support.judgement import Judge
from tests.support.optional import missing
from tests.support.players import Visitors
from tests.support.postgres import PostgresServer, postgres_programs
from tests.support.service import Service

pytestmark = pytest.mark.integration

BROKER_LOST: Final = frozenset({"celery.worker.consumer.consumer", "celery.worker.request"})
"""Who cries out in a bot worker when the cache is away."""


def count(service: Service, game: GameId, kind: type) -> int:
    """How many events of ``kind`` the log of ``game`` holds."""
    return sum(isinstance(CODEC.decode(raw).event, kind) for raw in service.journal.read(game))


def test_the_log_server_is_restarted_and_killed_and_no_deal_is_lost(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=2, humans=1)
    visitors.play(30)
    service.log.restart()
    visitors.play(30)
    service.log.kill()
    service.log.start()
    assert {count(service, game, DealVoided) for game in visitors.running()} == {0}
    visitors.finish()
    judge.judge(visitors.games, visitors.players)


def test_the_cache_is_flushed_and_killed_and_every_view_comes_back(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=2, humans=1)
    visitors.play(30)
    service.client("cache").flushall()
    visitors.play(30)
    service.cache.kill()
    service.cache.start()
    assert visitors.running()
    visitors.until(
        lambda: all(visitors.host.sees(game) for game in visitors.games), "every view is back"
    )
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected=BROKER_LOST)


@contextmanager
def stopped(server: PostgresServer) -> Iterator[None]:
    """PostgreSQL does not run during the block."""
    server.stop()
    yield
    server.start()


def play_up_to_the_next_deal(service: Service, visitors: Visitors) -> None:
    """SQL is away: the running deal is played to its end, and the next asked for in vain."""
    [game] = visitors.games
    before = count(service, game, DealStarted)
    # The timekeeper asks again where nothing came of its first command.
    visitors.until(lambda: service.waiting_commands() >= 2, "the next deal is asked for twice")
    assert count(service, game, DealStarted) == before
    assert service.seq(game) > service.archived(game)


def test_while_sqlite_is_locked_a_deal_is_played_and_the_next_waits(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(humans=1, deals=3)
    visitors.play(20)
    with service.locked_sql():
        play_up_to_the_next_deal(service, visitors)
    visitors.finish()
    judge.judge(visitors.games, visitors.players)


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """A cluster that this test may stop."""
    programs = postgres_programs()
    if programs is None:
        missing("PostgreSQL", "install the package postgresql")
    with PostgresServer(programs) as server:
        yield server


def test_while_postgresql_is_away_a_deal_is_played_and_the_next_waits(
    postgres: PostgresServer,
) -> None:
    with postgres.database() as url, Service(GREFFIER_DATABASE_URL=url) as service:
        judge, visitors = Judge(service), Visitors(service)
        visitors.open(bots=1, deals=3)
        visitors.play(20)
        with stopped(postgres):
            play_up_to_the_next_deal(service, visitors)
        visitors.finish()
        judge.judge(visitors.games, visitors.players)
