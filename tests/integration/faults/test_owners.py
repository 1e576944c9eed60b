"""Two rules workers: they share the partitions, take over from the dead, and fence the undead."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role
from shared.adapters.system.supervisor import Supervisor
from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import Service

pytestmark = pytest.mark.integration


def owners(service: Service) -> Counter[int]:
    """How many partitions each rules worker owns, by process id."""
    found: Counter[int] = Counter()
    for partition in range(service.settings.partitions):
        lease = service.leases.current(partition)
        name: Any = service.client("log").hget(keys.owner(partition), "name")
        if lease is not None:
            found[int(name.rpartition(b":")[2])] += 1
    return found


@pytest.fixture
def second(service: Service) -> Iterator[Supervisor]:
    """A second rules worker, once the two of them have shared the partitions out."""
    with service.another(Role.RULES) as supervisor:
        half = service.settings.partitions // 2
        first, second = service.process(Role.RULES).pid, supervisor.process(Role.RULES).pid
        service.until(lambda: owners(service) == {first: half, second: half}, "two workers share")
        yield supervisor


def test_what_a_killed_worker_owned_goes_to_the_other(
    service: Service, second: Supervisor, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=3, humans=1)
    visitors.play(30)
    second.process(Role.RULES).kill()
    alone = {service.process(Role.RULES).pid: service.settings.partitions}
    service.until(lambda: owners(service) == alone, "the other owns all")
    assert visitors.running()
    visitors.finish()
    judge.judge(visitors.games, visitors.players)


def test_a_worker_that_slept_past_its_lease_writes_nothing_more_under_it(
    service: Service, second: Supervisor, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=3, humans=1)
    visitors.play(30)
    alone = {second.process(Role.RULES).pid: service.settings.partitions}
    with service.paused(Role.RULES):
        service.until(lambda: owners(service) == alone, "the other owns all")
        visitors.play(20)
    visitors.finish()
    judge.judge(visitors.games, visitors.players)
