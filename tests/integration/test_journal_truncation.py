"""The append-only file cut anywhere: log, head and answers agree, at the last whole commit.

An append-only file has no checksums, so what this proves is the other half of the promise: a
commit is one transaction there, whole or absent wherever the file ends.
"""

import random
import subprocess
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct
from redis import Redis
from redis.exceptions import ConnectionError  # noqa: A004 - redis-py's own name for it

from shared.adapters.redis.connection import connect
from shared.adapters.system.servers import LOG_DIRECTIVES, ServerBinary
from shared.ports import Commit, Written
from tests.support.journals import RedisBench, delivered, owned
from tests.support.log_writer import LogWriter, game_id
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

COMMITS: Final = 100
SWEEPERS: Final = 2
"""Servers at once in the full sweep: one a core of the smallest machine."""


class Recording(Struct, frozen=True):
    """An append-only file and what the server held at the end of each of its commits."""

    files: dict[str, bytes]
    """The multi-part file: name → content."""
    last: str
    """The part that grows."""
    ends: list[int]
    """Where in that part each commit ended; first of all, where the commits begin."""
    held: list[Any]
    """What the server held there."""


def commits(bench: RedisBench) -> list[Commit]:
    """Openings, moves of one to four events and refusals in three games, all still to write."""
    writers = [LogWriter(game_id(number)) for number in range(3)]
    made = []
    for number in range(COMMITS):
        writer = writers[number % 3]
        command_id = f"c{number}"
        entry_id = delivered(bench, writer.game, command_id)
        if number % 7 == 6:
            made.append(writer.refused(command_id, entry_id=entry_id))
        else:
            made.append(
                writer.accepted(
                    command_id,
                    1 + number % 4,
                    entry_id=entry_id,
                    clock_due=1000 + number if number % 2 else None,
                    bot_due=2000 + number if number % 3 else None,
                )
            )
    return made


@pytest.fixture
def recording(start_redis: StartRedis) -> Recording:
    server = start_redis(LOG_DIRECTIVES)
    folder = server.settings.folder / "appendonlydir"
    [last] = folder.glob("*.incr.aof")
    with connect(server.url()) as client:
        bench = RedisBench(client)
        lease = owned(bench)
        waiting = commits(bench)
        ends, held = [last.stat().st_size], [bench.contents()]
        for commit in waiting:
            assert bench.journal.commit(lease, [commit]) == [Written(commit.answer)]
            ends.append(last.stat().st_size)
            held.append(bench.contents())
    server.kill()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return Recording(files, last.name, ends, held)


@pytest.fixture
def cut_folder(server_folder: Path) -> Path:
    return Path(tempfile.mkdtemp(prefix="cut-", dir=server_folder))


class Restarts:
    """Starts a server on a cut file, over and over: leaner than an owned one, which polls."""

    def __init__(self, recording: Recording, folder: Path, binary: ServerBinary) -> None:
        self._recording = recording
        self._parts = folder / "appendonlydir"
        self._parts.mkdir(parents=True)
        for name, content in recording.files.items():
            (self._parts / name).write_bytes(content)
        self._socket = folder / "server.sock"
        settings = {**dict(LOG_DIRECTIVES), "dir": folder, "port": 0, "unixsocket": self._socket}
        configuration = folder / "server.conf"
        configuration.write_text("".join(f'{k} "{v}"\n' for k, v in settings.items()))
        self._program = [binary.path, configuration]

    def held_after(self, cut: int) -> Any:
        """What a server holds that starts on the file ending at byte ``cut``."""
        content = self._recording.files[self._recording.last]
        (self._parts / self._recording.last).write_bytes(content[:cut])
        self._socket.unlink(missing_ok=True)
        server = subprocess.Popen(self._program, stdout=subprocess.PIPE)
        try:
            with connect(f"unix://{self._socket}") as client:
                while not answers(client):
                    assert server.poll() is None, server.communicate()[0].decode()
                    time.sleep(0.001)
                return RedisBench(client).contents()
        finally:
            server.kill()
            server.communicate()


def answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except ConnectionError:  # not there yet, or still loading
        return False


def check(restarts: Restarts, recording: Recording, cuts: Iterable[int]) -> None:
    for cut in cuts:
        whole = bisect_right(recording.ends, cut) - 1
        assert restarts.held_after(cut) == recording.held[whole], f"cut at {cut} after {whole}"


def test_a_file_cut_around_and_inside_its_last_commits_ends_at_a_whole_one(
    recording: Recording, cut_folder: Path, redis_binary: ServerBinary
) -> None:
    """At the end of some commits, a byte before and after, and once somewhere inside each."""
    ends = recording.ends
    around = (end + step for end in ends[-10:] for step in (-1, 0, 1) if end + step <= ends[-1])
    drawn = random.Random(2)
    inside = (drawn.randrange(first, after) for first, after in pairwise(ends))
    cuts = sorted({*around, *inside})
    assert len(cuts) > COMMITS
    check(Restarts(recording, cut_folder, redis_binary), recording, cuts)


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
def test_a_file_cut_at_every_byte_of_its_last_100_commits_ends_at_a_whole_one(
    recording: Recording, cut_folder: Path, redis_binary: ServerBinary
) -> None:
    cuts = range(recording.ends[0], recording.ends[-1] + 1)

    def sweep(number: int) -> None:
        restarts = Restarts(recording, cut_folder / str(number), redis_binary)
        check(restarts, recording, cuts[number::SWEEPERS])

    with ThreadPoolExecutor(SWEEPERS) as pool:
        list(pool.map(sweep, range(SWEEPERS)))
