"""A real Celery worker, as the broker's user for bots, takes the tasks that others send."""

import threading

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from redis import Redis

from shared.adapters.redis.acl import Role, users_file
from shared.adapters.system.servers import CACHE_DIRECTIVES, RedisServer, ServerBinary
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

PASSWORDS = {role: f"password:of/{role}" for role in Role}
ARRIVES_SECONDS_MAX = 30


@pytest.fixture
def broker(start_redis: StartRedis, redis_binary: ServerBinary) -> RedisServer:
    users = users_file("cache", PASSWORDS, setinfo=redis_binary.knows_setinfo)
    return start_redis(CACHE_DIRECTIVES, users)


def celery_as(role: Role, broker: RedisServer) -> Celery:
    """Celery as the bots run it: acks late, no results, no gossip."""
    url = broker.url(role, PASSWORDS[role])
    app = Celery(f"as-{role}", broker=url.replace("unix:", "redis+socket:").removesuffix("?db=0"))
    app.conf.update(
        task_default_queue="bots",
        task_acks_late=True,
        task_ignore_result=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        broker_transport_options={"unacked_restore_interval": 0.1, "unacked_restore_throttle": 1},
    )
    return app


def test_a_bot_worker_takes_acknowledges_and_finishes_tasks(broker: RedisServer) -> None:
    sender, worker = celery_as(Role.TIMEKEEPER, broker), celery_as(Role.BOTS, broker)
    done: list[int] = []
    finished = threading.Event()

    @worker.task(name="bots.move")  # type: ignore[untyped-decorator]
    def move(number: int) -> None:
        done.append(number)
        if len(done) == 3:
            finished.set()

    with start_worker(worker, pool="solo", perform_ping_check=False):
        for number in range(3):
            sender.send_task("bots.move", (number,))
        assert finished.wait(ARRIVES_SECONDS_MAX)
    assert sorted(done) == [0, 1, 2]

    with Redis.from_url(broker.url("admin", PASSWORDS[Role.ADMIN])) as admin:
        refusals = admin.acl_log()
        assert refusals == [], "the worker or the sender wanted something that its user may not"
        assert admin.llen("bots") == admin.hlen("unacked") == 0
