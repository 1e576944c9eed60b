"""A reply lost on the way and a request sent again: one event, where a plain XADD makes two."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.system.servers import RedisServer
from shared.journal.commits import answers_of
from shared.ports import Commit, Journal, Lease, Outcome, Repeated, Unavailable, Written
from tests.support.journals import RedisBench, owned
from tests.support.log_writer import CODEC, LogWriter, game_id
from tests.support.lossy_proxy import LossyProxy

pytestmark = pytest.mark.integration

GAME = game_id(1)
COMMANDS = 500
LOST_SHARE = 0.2
ATTEMPTS_MAX = 50


@pytest.fixture
def proxy(server_folder: Path, log_server: RedisServer, log_url: str) -> Iterator[LossyProxy]:
    path = server_folder / "lossy.sock"
    with LossyProxy(path, Path(urlsplit(log_url).path), LOST_SHARE, seed=2) as proxy:
        yield proxy
    path.unlink()


def insisting(journal: Journal, lease: Lease, commits: list[Commit]) -> list[Outcome]:
    """Commit, and commit the same again until the answer arrives."""
    for _ in range(ATTEMPTS_MAX):
        try:
            return journal.commit(lease, commits)
        except Unavailable:
            continue
    raise AssertionError("the server never answered")


def test_500_commands_with_a_fifth_of_the_replies_lost_make_500_events(
    proxy: LossyProxy, log_redis: Redis
) -> None:
    lease = owned(RedisBench(log_redis))
    writer = LogWriter(GAME)
    commits = [writer.accepted(f"c{n}") for n in range(COMMANDS)]
    with connect(proxy.url) as client:
        journal = RedisJournal(client)
        outcomes = [insisting(journal, lease, [commit])[0] for commit in commits]
    assert proxy.lost > COMMANDS * LOST_SHARE / 2
    kinds = {type(outcome) for outcome in outcomes}
    assert kinds == {Written, Repeated}
    for commit, outcome in zip(commits, outcomes, strict=True):
        assert isinstance(outcome, Written | Repeated)
        assert outcome.answer == commit.answer
    log = RedisJournal(log_redis).read(GAME)
    assert log == [commit.entries[0] for commit in commits]
    assert len(answers_of(map(CODEC.decode, log))) == COMMANDS


def test_a_batch_whose_reply_was_lost_half_way_is_sent_again_whole(
    proxy: LossyProxy, log_redis: Redis
) -> None:
    lease = owned(RedisBench(log_redis))
    writers = [LogWriter(game_id(number)) for number in range(10)]
    with connect(proxy.url) as client:
        journal = RedisJournal(client)
        for number in range(20):
            batch = [writer.accepted(f"c{number}", 2) for writer in writers]
            outcomes = insisting(journal, lease, batch)
            answers = [getattr(outcome, "answer", outcome) for outcome in outcomes]
            assert answers == [commit.answer for commit in batch]
    assert proxy.lost > 0
    plain = RedisJournal(log_redis)
    for writer in writers:
        head = plain.head(writer.game)
        assert head is not None
        assert head.position == writer.position
        assert len(plain.read(writer.game)) == 40


def test_a_client_that_repeats_by_itself_doubles_plain_entries(
    proxy: LossyProxy, log_redis: Redis
) -> None:
    """The contrast: why the clients of the log repeat nothing, and commits carry their ids."""
    with Redis.from_url(proxy.url, retry=Retry(NoBackoff(), ATTEMPTS_MAX)) as client:
        for number in range(COMMANDS):
            client.xadd("plain", {"number": number})
    assert log_redis.xlen("plain") > COMMANDS
