"""Each process does its whole work through the adapters as its own user, refused nothing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeAlias

import pytest
from redis import Redis

from shared.adapters.command_bytes import encode
from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role, users_file
from shared.adapters.redis.connection import connect
from shared.adapters.redis.durability import check_log_server
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.redis.replies import RedisReplies
from shared.adapters.redis.views import RedisViews
from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    RedisServer,
    ServerBinary,
)
from shared.ports import Accepted, News, Reply
from tests.support.commands import command, ids
from tests.support.journals import RedisBench, delivered, owned, sent, taken_over, write
from tests.support.log_writer import PARTITION, LogWriter, entries_of, game_id
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

PASSWORDS = {role: f"the password of {role}" for role in Role}
GAME = game_id(7)

Opened: TypeAlias = Callable[[Role], RedisBench]


@pytest.fixture
def server(start_redis: StartRedis, redis_binary: ServerBinary) -> Iterator[RedisServer]:
    """The log's server; at the end, nobody was refused anything."""
    users = users_file("log", PASSWORDS, setinfo=redis_binary.knows_setinfo)
    running = start_redis(LOG_DIRECTIVES, users)
    yield running
    assert refusals_of(running) == []


@pytest.fixture
def log(server: RedisServer) -> Iterator[Opened]:
    """The log's ports as a role sees them."""
    with ExitStack() as clients:
        yield lambda role: RedisBench(clients.enter_context(client_of(server, role)))


@pytest.fixture
def cache(start_redis: StartRedis, redis_binary: ServerBinary) -> Iterator[RedisServer]:
    """The cache; at the end, nobody was refused anything."""
    users = users_file("cache", PASSWORDS, setinfo=redis_binary.knows_setinfo)
    server = start_redis(CACHE_DIRECTIVES, users)
    yield server
    assert refusals_of(server) == []


def client_of(server: RedisServer, role: Role) -> Redis:
    return connect(server.url(role, PASSWORDS[role]))


def refusals_of(server: RedisServer) -> list[object]:
    with client_of(server, Role.ADMIN) as admin:
        return list(admin.acl_log())


@pytest.fixture
def written(log: Opened) -> LogWriter:
    """A game with an accepted and a refused command, written by the rules worker."""
    rules = log(Role.RULES)
    lease = owned(rules)
    writer = LogWriter(GAME)
    write(rules, lease, writer.accepted("c1", 3), writer.refused("c2"))
    return writer


def test_the_rules_worker_owns_commits_parks_restores_and_freezes(log: Opened) -> None:
    rules = log(Role.RULES)
    assert check_log_server(rules.server, "checked") is None
    lease = owned(rules)
    assert rules.leases.renew(lease, 1000)
    rules.leases.note_ready(lease)
    assert not rules.leases.promoted()

    entry_id = delivered(rules, GAME, "c1")
    writer = LogWriter(GAME)
    first = writer.accepted("c1", 3, entry_id=entry_id)
    write(rules, lease, first)
    assert rules.journal.read(GAME) == entries_of([first])

    sent(rules, GAME, "poison")
    [poison] = rules.queue.receive(PARTITION, 1, 0)
    rules.queue.park(PARTITION, poison, "it always raises")
    assert len(rules.queue.parked(PARTITION)) == 1
    rules.queue.forget(PARTITION, delivered(rules, GAME, "unreadable"))
    assert rules.queue.receive(PARTITION, 1, 1) == []
    # That waits so: it skips the reply, and would not hear that it may not.
    assert not rules.server.xread({keys.commands(PARTITION): "$"}, block=1)

    rules.journal.restore(lease, GAME, entries_of([first]), 1, 2)
    rules.journal.freeze(lease, GAME, "it diverged")
    taken_over(rules, lease)


def test_the_gateway_sends_commands_and_reads_answers_and_logs(
    log: Opened, written: LogWriter
) -> None:
    gateway = log(Role.GATEWAY)
    sent(gateway, GAME, "c3")
    given = gateway.journal.answer(GAME, "player:ada", "c1")
    assert given is not None
    assert given.answer == Accepted(1, 3)
    head = gateway.journal.head(GAME)
    assert head is not None
    assert head.position == written.position
    assert len(gateway.journal.read(GAME, 1)) == 2


def test_a_projector_follows_the_feed_and_notes_how_far(log: Opened, written: LogWriter) -> None:
    projectors = log(Role.PROJECTORS)
    [entry] = projectors.feed.read({PARTITION: "0-0"}, 10, 0)[PARTITION]
    assert projectors.feed.bounds(PARTITION) == (entry.feed_id, entry.feed_id)
    projectors.feed.reached(PARTITION, "records", entry.feed_id)
    assert projectors.journal.open_games(PARTITION) == [GAME]
    assert projectors.journal.heads([GAME]) == [projectors.journal.head(GAME)]
    assert len(projectors.journal.read(GAME)) == 3


def test_the_timekeeper_sees_what_is_due_and_sends_commands(log: Opened) -> None:
    rules, timekeeper = log(Role.RULES), log(Role.TIMEKEEPER)
    lease = owned(rules)
    write(rules, lease, LogWriter(GAME).accepted("c1", clock_due=1, bot_due=2))
    assert [due.kind for due in timekeeper.journal.due(PARTITION, 5, 10)] == ["clock", "bot"]
    assert timekeeper.journal.answer(GAME, "clock", "c1") is None
    sent(timekeeper, GAME, "c1", "clock")


def test_the_archivist_closes_games_and_trims_what_all_have_read(
    log: Opened, written: LogWriter
) -> None:
    archivist = log(Role.ARCHIVIST)
    [refused] = archivist.journal.refusals(PARTITION, "0-0", 10)
    archivist.journal.trim_refusals(PARTITION, refused.record_id)
    assert archivist.feed.readers(PARTITION) == {}
    archivist.feed.trim(PARTITION, archivist.feed.bounds(PARTITION)[1], 100)
    assert archivist.feed.bounds(PARTITION) == ("0-0", "0-0")
    assert archivist.journal.close(GAME, written.position)
    assert archivist.journal.read(GAME) == []


def test_a_bot_sends_its_move(server: RedisServer) -> None:
    with client_of(server, Role.BOTS) as bots:
        RedisCommandQueue(bots).send(command(actor="bot:1"))
    with client_of(server, Role.RULES) as rules:
        assert ids(RedisCommandQueue(rules).receive(PARTITION, 1, 0)) == ["c1"]


def test_a_bot_speaks_for_nobody_else(log: Opened, server: RedisServer) -> None:
    owned(log(Role.RULES))
    with client_of(server, Role.BOTS) as bots:
        bots.xadd(keys.commands(PARTITION), {"c": encode(command(1, game=GAME))})
    for role in (Role.GATEWAY, Role.TIMEKEEPER):
        sent(log(role), GAME, f"c:{role}")
    received = log(Role.RULES).queue.receive(PARTITION, 10, 0)
    assert [one.genuine for one in received] == [False, True, True]


def test_what_a_bot_spoils_the_rules_worker_mends(server: RedisServer) -> None:
    last = "18446744073709551615-18446744073709551615"
    with client_of(server, Role.BOTS) as bots, client_of(server, Role.RULES) as rules:
        RedisCommandQueue(bots).send(command(1, actor="bot:1"))
        bots.xadd(keys.commands(PARTITION), {"c": b""}, id=last)
        assert RedisCommandQueue(rules).mend(PARTITION)
        RedisCommandQueue(bots).send(command(2, actor="bot:1"))
        assert ids(RedisCommandQueue(rules).receive(PARTITION, 10, 0)) == ["c1", "c2"]


def test_views_and_replies_go_through_the_cache(cache: RedisServer) -> None:
    news = News(GAME, 3, bytes(32))
    with client_of(cache, Role.PROJECTORS) as projectors:
        views = RedisViews(projectors)
        views.put([(news, {"public": b"view"})])
        views.mark_generation("first")
    with client_of(cache, Role.RULES) as rules:
        reply = Reply(GAME, "player:ada", "c1", Accepted(1, 3))
        RedisReplies(rules).push([("gateway1.2f", reply)])
    with client_of(cache, Role.GATEWAY) as gateway:
        assert RedisViews(gateway).get(GAME, "public") == b"view"
        assert len(gateway.xread({"reply:gateway1": "0", f"news:{PARTITION:02x}": "0"})) == 2
    with client_of(cache, Role.ARCHIVIST) as archivist:
        RedisViews(archivist).drop(GAME)
        assert RedisViews(archivist).get(GAME, "public") is None
