"""Faults of every kind, one after the other at random steps of the same games."""

import random
import time
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest

from shared.adapters.redis.acl import Role
from shared.adapters.system.supervisor import MODULES
from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import Service

pytestmark = [pytest.mark.integration, pytest.mark.soak]

FAULTS: Final = 12
STEP_MAX: Final = 25
"""Entries of all games together between two faults, at most."""
SQL_AWAY_S: Final = 7.0
"""Longer than a writer waits for SQLite."""

EXCUSED: Final = frozenset(
    {
        "process_ended",
        "traceback",  # a process that was started while a server was away
        "celery.worker.consumer.consumer",
        "celery.worker.request",
    }
)

Fault: TypeAlias = Callable[[Service, Visitors], None]


def kill(service: Service, role: Role) -> None:
    service.kill(role)


def terminate(service: Service, role: Role) -> None:
    service.process(role).terminate()
    service.process(role).wait()


def of_a_role(how: Callable[[Service, Role], None], role: Role) -> Fault:
    return lambda service, _: how(service, role)


def restart_log(service: Service, _: Visitors) -> None:
    service.log.restart()


def kill_log(service: Service, _: Visitors) -> None:
    service.log.kill()
    service.log.start()


def kill_cache(service: Service, _: Visitors) -> None:
    service.cache.kill()
    service.cache.start()


def flush_cache(service: Service, _: Visitors) -> None:
    service.client("cache").flushall()


def lock_sql(service: Service, visitors: Visitors) -> None:
    """For a while that is long enough for writers to give up and try again."""
    until = time.monotonic() + SQL_AWAY_S
    with service.locked_sql():
        visitors.until(lambda: time.monotonic() > until, "SQL is away for a while")


OF_ROLES: Final[list[Fault]] = [
    of_a_role(how, role) for how in (kill, terminate) for role in MODULES
]
OF_SERVERS: Final[list[Fault]] = [restart_log, kill_log, kill_cache, flush_cache, lock_sql]


@pytest.mark.parametrize("seed", range(20))
def test_faults_of_every_kind_leave_every_game_whole(
    service: Service, visitors: Visitors, judge: Judge, seed: int
) -> None:
    chance = random.Random(seed)
    visitors.open(bots=2, humans=1, deals=2)
    for _ in range(FAULTS):
        visitors.play(chance.randint(0, STEP_MAX))
        fault = chance.choice(chance.choice([OF_ROLES, OF_SERVERS]))
        fault(service, visitors)
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected=EXCUSED)
