"""A bot worker as a process of its own, on real servers, as the users that it may be."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from redis import Redis

from shared.adapters.celery.bots import CeleryBots
from shared.adapters.celery.broker import BOTS_QUEUE, MOVE_TASK, celery_app
from shared.adapters.command_bytes import decode
from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role, Server, users_file
from shared.adapters.redis.connection import connect
from shared.adapters.redis.queue import FIELD
from shared.adapters.system.failpoints import VARIABLE
from shared.adapters.system.process import ALIVE_EVERY_S, sign_of_life
from shared.adapters.system.servers import CACHE_DIRECTIVES, LOG_DIRECTIVES, ServerBinary
from shared.ports import Command, GameId, Unavailable, partition_of
from tests.support.bots import GAME, TURN, task, views
from tests.support.servers import StartRedis
from tests.support.waiting import until

pytestmark = pytest.mark.integration

PASSWORDS = {role: f"password:of/{role}" for role in Role}
PARTITION: Final = partition_of(GameId(GAME))
COMMAND_ID: Final = f"bot:{GAME}:{TURN}:{task().seat}:0"


class BotRoom:
    """A log and a cache with a user for every role, and whoever works the bots' queue off."""

    def __init__(self, start_redis: StartRedis, binary: ServerBinary, folder: Path) -> None:
        def users(server: Server) -> tuple[str, ...]:
            return users_file(server, PASSWORDS, setinfo=binary.knows_setinfo)

        self.log: Final = start_redis(LOG_DIRECTIVES, users("log"))
        self.cache: Final = start_redis(CACHE_DIRECTIVES, users("cache"))
        self.folder: Final = folder
        self._log_file: Final = folder / "bots.log"
        self.bots: Final = CeleryBots(self.url("cache", Role.PROJECTORS))

    def url(self, server: Server, role: Role) -> str:
        redis = self.log if server == "log" else self.cache
        return redis.url(role, PASSWORDS[role])

    def client(self, server: Server) -> Redis:
        return connect(self.url(server, Role.ADMIN))

    @contextmanager
    def worker(
        self, crash_at: str = "", processes: int = 1
    ) -> Iterator["subprocess.Popen[bytes]"]:
        """A bot worker, killed at the end of the block if it still runs."""
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GREFFIER_")},
            "GREFFIER_DATA": str(self.folder),
            "GREFFIER_LOG_URL": self.url("log", Role.BOTS),
            "GREFFIER_CACHE_URL": self.url("cache", Role.BOTS),
            "GREFFIER_BOT_PROCESSES": str(processes),
        }
        if crash_at:
            environment[VARIABLE] = crash_at
        with self._log_file.open("ab") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", "workers.bots.main"],
                env=environment,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            if process.poll() is None:
                # With its pool, which is of the session that it opened.
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def said(self) -> str:
        """The log lines of its workers."""
        return self._log_file.read_text()

    def commands(self) -> list[Command]:
        """What bots have sent, in order."""
        with self.client("log") as log:
            entries: Any = log.xrange(keys.commands(PARTITION))
        found = [decode(PARTITION, fields[FIELD]) for _, fields in entries]
        assert None not in found, "a bot sent what no rules worker reads"
        return [command for command in found if command is not None]

    def sent(self, count: int) -> list[Command]:
        """The commands, once there are ``count`` and nothing waits any more."""
        until(lambda: len(self.commands()) >= count and self.waiting() == 0)
        return self.commands()

    def waiting(self) -> int:
        """How many tasks nobody has acknowledged."""
        return self.queued() + self.held()

    def queued(self) -> int:
        with self.client("cache") as cache:
            length: Any = cache.llen(BOTS_QUEUE)
        return int(length)

    def held(self) -> int:
        """How many tasks a worker has taken and not acknowledged."""
        with self.client("cache") as cache:
            length: Any = cache.hlen("unacked")
        return int(length)

    def let_a_minute_pass(self) -> None:
        """For the tasks that are held: workers look when each was taken."""
        with self.client("cache") as cache:
            taken: Any = cache.zrange("unacked_index", 0, -1, withscores=True)
            cache.zadd("unacked_index", {tag: at - 61 for tag, at in taken})

    def refused(self) -> list[Any]:
        """What a user wanted of the servers and was not allowed."""
        refusals: list[Any] = []
        for server in ("log", "cache"):
            with self.client(server) as client:
                refusals += client.acl_log()
        return refusals


@pytest.fixture
def room(start_redis: StartRedis, redis_binary: ServerBinary, tmp_path: Path) -> BotRoom:
    return BotRoom(start_redis, redis_binary, tmp_path)


def test_a_task_becomes_one_command(room: BotRoom) -> None:
    with room.worker():
        room.bots.ask(task())
        (command,) = room.sent(1)
    assert command.command_id == COMMAND_ID
    assert (command.game, command.turn, command.actor) == (GAME, TURN, f"bot:{task().seat}")
    assert command.grant == task().grant
    assert command.type == "call"
    assert room.refused() == []


def test_the_same_task_again_is_the_same_command_again(room: BotRoom) -> None:
    view = views(3)[20]
    with room.worker():
        room.bots.ask(task(view))
        room.bots.ask(task(view))
        first, again = room.sent(2)
    assert first == again
    assert first.type == "play"


def test_tasks_leave_nothing_behind(room: BotRoom) -> None:
    turns = views(4)
    with room.worker(), room.client("cache") as cache:
        room.bots.ask(task(turns[0]))
        room.sent(1)
        before = set(cache.keys())
        for number, view in enumerate(turns * 4):
            room.bots.ask(task(view, turn=f"{number + 1}-0123abcd", level="intermediate"))
        room.sent(1 + 4 * len(turns))
        assert set(cache.keys()) == before


def test_a_task_whose_worker_is_killed_goes_to_another(room: BotRoom) -> None:
    room.bots.ask(task())
    with room.worker(crash_at="bots.chosen") as worker:
        assert worker.wait() == -signal.SIGKILL
    assert (room.commands(), room.queued(), room.held()) == ([], 0, 1)
    room.let_a_minute_pass()
    with room.worker():
        (command,) = room.sent(1)
    assert command.command_id == COMMAND_ID


def test_a_task_done_but_not_acknowledged_is_the_same_command_again(room: BotRoom) -> None:
    room.bots.ask(task())
    with room.worker(crash_at="bots.sent") as worker:
        assert worker.wait() == -signal.SIGKILL
    assert (len(room.commands()), room.held()) == (1, 1)
    room.let_a_minute_pass()
    with room.worker():
        first, again = room.sent(2)
    assert first == again


def test_a_worker_that_could_not_acknowledge_a_task_takes_the_next(room: BotRoom) -> None:
    assert room.log.pid is not None
    with room.worker():
        room.bots.ask(task())
        room.sent(1)
        os.kill(room.log.pid, signal.SIGSTOP)
        room.bots.ask(task(attempt=1))
        until(lambda: (room.queued(), room.held()) == (0, 1))
        room.cache.kill()
        os.kill(room.log.pid, signal.SIGCONT)
        until(lambda: "Couldn't ack" in room.said())
        room.cache.start()
        room.bots.ask(task(attempt=2))
        commands = room.sent(3)
    assert [command.command_id[-2:] for command in commands] == [":0", ":1", ":2"]


def test_after_a_flush_the_next_tasks_are_played(room: BotRoom) -> None:
    def flush() -> None:
        with room.client("cache") as cache:
            cache.flushall()

    room.bots.ask(task())
    flush()
    with room.worker():
        room.bots.ask(task(attempt=1))
        room.sent(1)
        flush()
        room.bots.ask(task(attempt=2))
        commands = room.sent(2)
    assert [command.command_id[-2:] for command in commands] == [":1", ":2"]


def test_a_worker_outlives_its_broker(room: BotRoom) -> None:
    with room.worker():
        room.bots.ask(task())
        room.sent(1)
        room.cache.stop()
        with pytest.raises(Unavailable):
            room.bots.ask(task(attempt=1))
        room.cache.start()
        room.bots.ask(task(attempt=2))
        commands = room.sent(2)
    assert [command.command_id[-2:] for command in commands] == [":0", ":2"]


def test_a_worker_stops_while_its_broker_is_away(room: BotRoom) -> None:
    with room.worker() as worker:
        room.bots.ask(task())
        room.sent(1)
        room.cache.stop()
        until(lambda: "Cannot connect" in room.said())
        worker.terminate()
        assert worker.wait() == 0


def test_a_worker_without_the_log_drops_its_tasks_and_goes_on(room: BotRoom) -> None:
    with room.worker() as worker:
        room.bots.ask(task())
        room.sent(1)
        room.log.stop()
        room.bots.ask(task(attempt=1))
        until(lambda: room.waiting() == 0)
        room.log.start()
        room.bots.ask(task(attempt=2))
        commands = room.sent(2)
        worker.terminate()
        assert worker.wait() == 0
    assert [command.command_id[-2:] for command in commands] == [":0", ":2"]
    assert "bot_move_lost" in room.said()


def test_a_worker_that_is_asked_to_stop_finishes_what_it_holds(room: BotRoom) -> None:
    turns = views(5)
    for number, view in enumerate(turns):
        room.bots.ask(task(view, turn=f"{number + 1}-0123abcd"))
    with room.worker() as worker:
        until(room.commands)
        worker.terminate()
        assert worker.wait() == 0
    assert room.held() == 0
    sent = {command.turn for command in room.commands()}
    assert len(sent) == len(room.commands())
    assert len(sent) + room.queued() == len(turns)


def test_several_processes_share_the_work(room: BotRoom) -> None:
    turns = views(6)
    with room.worker(processes=2) as worker:
        for number, view in enumerate(turns):
            room.bots.ask(task(view, turn=f"{number + 1}-0123abcd", level="beginner"))
        commands = room.sent(len(turns))
        worker.terminate()
        assert worker.wait() == 0
    assert {command.turn for command in commands} == {
        f"{number + 1}-0123abcd" for number in range(len(turns))
    }
    assert room.refused() == []


def test_a_task_that_kills_its_process_does_not_go_on_to_the_next(room: BotRoom) -> None:
    with room.worker(processes=2, crash_at="bots.chosen") as worker:
        room.bots.ask(task())
        until(lambda: "WorkerLostError" in room.said())
        until(lambda: room.waiting() == 0)
        assert room.said().count("Task handler raised error") == 1
        worker.terminate()
        assert worker.wait() == 0
    assert room.commands() == []


def test_what_is_no_task_is_told_and_dropped(room: BotRoom) -> None:
    app = celery_app(room.url("cache", Role.TIMEKEEPER))
    with room.worker() as worker:
        app.send_task(MOVE_TASK, args=(b"\x93nothing",))
        room.bots.ask(task(rules="whist"))
        room.bots.ask(task(view=b"\x80"))
        app.send_task(MOVE_TASK, args=("a move",), serializer="json")
        app.send_task(MOVE_TASK, args=(task().view,), serializer="pickle")
        app.send_task("bots.unknown")
        room.bots.ask(task())
        (command,) = room.sent(1)
        worker.terminate()
        assert worker.wait() == 0
    assert command.command_id == COMMAND_ID
    said = room.said()
    assert said.count("bot_task_unreadable") == 3
    assert "Refusing to deserialize" in said
    assert "cards_left" not in said, "a view was logged"


def test_a_worker_says_that_it_is_alive_and_no_secret(room: BotRoom) -> None:
    sign = sign_of_life(room.folder, "bots")
    with room.worker() as worker:
        until(sign.exists)
        first = sign.stat().st_mtime
        until(lambda: sign.stat().st_mtime > first + ALIVE_EVERY_S / 2)
        room.bots.ask(task())
        room.sent(1)
        worker.terminate()
        assert worker.wait() == 0
    assert PASSWORDS[Role.BOTS] not in room.said()
    assert task().grant.hex() not in room.said()
