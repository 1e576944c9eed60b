"""Celery as it is set here: only msgpack, no results, nothing that says what a hand holds."""

import base64
import json
from pathlib import Path
from ssl import CERT_REQUIRED
from typing import Any

import pytest
from msgspec.msgpack import decode
from redis import Redis

from shared.adapters.celery.bots import CeleryBots
from shared.adapters.celery.broker import (
    BOTS_QUEUE,
    TASK_S_MAX,
    TIMEOUT_S,
    broker_url,
    celery_app,
)
from shared.ports import BotTask, Unavailable
from tests.support.bots import task
from tests.support.servers import StartRedis


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("rediss://me:pw@cache:6380", "rediss://me:pw@cache:6380"),
        ("unix:///run/cache.sock", "redis+socket:///run/cache.sock?virtual_host=0"),
        (
            "unix://bots:a%2Fb@/run/cache.sock?db=2",
            "redis+socket://bots:a%2Fb@/run/cache.sock?virtual_host=2",
        ),
    ],
)
def test_a_server_is_named_as_kombu_names_it(url: str, broker: str) -> None:
    assert broker_url(url) == broker


def test_only_msgpack_is_read() -> None:
    assert celery_app("redis://cache").conf.accept_content == ["msgpack"]


def test_nothing_is_kept_of_a_task() -> None:
    conf = celery_app("redis://cache").conf
    assert conf.result_backend is None
    assert conf.task_ignore_result
    assert not conf.worker_send_task_events


def test_a_task_is_acknowledged_when_it_is_done_and_run_twice_only_if_lost() -> None:
    app = celery_app("redis://cache")
    assert app.conf.task_acks_late
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.broker_transport_options["visibility_timeout"] > TASK_S_MAX


def test_a_certificate_is_checked_where_there_is_one() -> None:
    assert celery_app("rediss://cache").conf.broker_use_ssl == {"ssl_cert_reqs": CERT_REQUIRED}
    assert not celery_app("redis://cache").conf.broker_use_ssl


@pytest.mark.integration
def test_a_message_holds_the_task_and_shows_no_card(cache_url: str, cache_redis: Redis) -> None:
    asked = task()
    CeleryBots(cache_url).ask(asked)
    found: Any = cache_redis.lrange(BOTS_QUEUE, 0, -1)
    (raw,) = found
    message = json.loads(raw)
    args, _, _ = decode(base64.b64decode(message["body"]))
    assert decode(args[0], type=BotTask) == asked
    assert message["content-type"] == "application/x-msgpack"
    headers: dict[str, Any] = message["headers"]
    assert headers["argsrepr"] == f"({asked.game}, {asked.turn}, seat {asked.seat})"
    assert headers["eta"] is None


def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    bots = CeleryBots(f"unix://{tmp_path}/none.sock")
    with pytest.raises(Unavailable):
        bots.ask(task())


@pytest.mark.integration
def test_a_server_that_came_back_is_asked_again(start_redis: StartRedis) -> None:
    server = start_redis()
    bots = CeleryBots(server.url())
    bots.ask(task())
    server.stop()
    with pytest.raises(Unavailable):
        bots.ask(task())
    server.start()
    bots.ask(task())
    with Redis.from_url(server.url()) as client:
        assert client.llen(BOTS_QUEUE) >= 1


def test_a_server_that_does_not_answer_is_not_waited_for_long() -> None:
    options = celery_app("redis://cache").conf.broker_transport_options
    assert options["socket_timeout"] == options["socket_connect_timeout"] == TIMEOUT_S
