"""How long an installation stands still when a part of it fails: until every partition answers."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Final

from ops.bench.material import MASTER, Played, game_id, opening_fields, play, table_command
from ops.bench.rows import Row, Scale
from ops.bench.stage import folder
from services.cli import listening
from shared.adapters.redis import cache_keys
from shared.adapters.redis.acl import Role
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.installation import Installation, running
from shared.adapters.system.master_keys import create_master_key
from shared.adapters.system.settings_source import read_settings
from shared.adapters.system.supervisor import Supervisor
from shared.flows.records import archived_commits
from shared.journal import chain
from shared.journal.commits import whole_commits
from shared.journal.envelope import open_envelope
from shared.ports import Unavailable

PARTITIONS: Final = 4
CUT: Final = 60
"""Entries of a game that stands in its first deal."""
POLL_S: Final = 0.005
PATIENCE_S: Final = 120.0


class FaultsAreMeant:
    """The port ``Signals`` of a bench that kills: what it hears of, it has done itself."""

    def note(self, what: str, /, **facts: object) -> None:
        """Goes unheard."""

    def alarm(self, what: str, /, **facts: object) -> None:
        """Goes unheard."""


class Standing:
    """A running installation whose games stand in their first deal, nobody being asked to move."""

    def __init__(self, installation: Installation, supervisor: Supervisor, games: int) -> None:
        self._supervisor: Final = supervisor
        self._numbers: Final = count(games)
        self.installation: Final = installation
        self.log: Final = connect(installation.url("log", Role.ADMIN))
        self.cache: Final = connect(installation.url("cache", Role.ADMIN))

    def seconds(self, done: Callable[[], bool]) -> float:
        """How long it takes until ``done``, from now."""
        begun = time.monotonic()
        while not done():
            self._supervisor.watch()
            assert time.monotonic() - begun < PATIENCE_S, "the installation does not come back"
            time.sleep(POLL_S)
        return time.monotonic() - begun

    def until_all_answer(self) -> float:
        """Seconds until each partition has decided a command that is sent now."""
        journal, queue = RedisJournal(self.log), RedisCommandQueue(self.log)
        number = next(self._numbers)
        waiting = {game_id(partition, number) for partition in range(PARTITIONS)}
        fields = opening_fields(1) | {"bots": [0, 1, 2]}

        def answered() -> bool:
            try:
                # Sent again like any sender would: what was sealed for a lost log is dropped.
                for game in waiting:
                    queue.send(table_command(game, "open", "table.open", fields))
                waiting.difference_update(g for g in set(waiting) if journal.head(g) is not None)
            except Unavailable:
                return False
            return not waiting

        return self.seconds(answered)

    def kill(self, role: Role) -> None:
        process = self._supervisor.process(role)
        process.kill()
        process.wait()


def rows(scale: Scale) -> Iterator[Row]:
    """One fault after the other, on one installation."""
    games = [_played(number) for number in range(scale.games)]
    with _standing(games) as standing:
        standing.until_all_answer()
        standing.kill(Role.RULES)
        note = "its supervisor starts it again after 1 s"
        yield Row("the only rules worker killed", standing.until_all_answer(), "s", note=note)
        log = standing.installation.servers["log"]
        log.kill()
        log.start()
        note = f"from when it is back; {len(games)} games compared with SQL"
        yield Row("log server killed and started", standing.until_all_answer(), "s", note=note)
        standing.cache.flushall()
        views = [cache_keys.view(game.game, "public") for game in games]
        back = standing.seconds(lambda: standing.cache.exists(*views) == len(views))
        yield Row("cache flushed, until all views are back", back, "s", note=f"{len(views)} games")
        log.stop()
        shutil.rmtree(log.settings.folder / "appendonlydir")
        log.start()
        note = f"from when it is back; {len(games)} games of {CUT} entries put back and voided"
        yield Row("log lost", standing.until_all_answer(), "s", note=note)


def _played(number: int) -> Played:
    return play(game_id(number % PARTITIONS, number))


@contextmanager
def _standing(games: Sequence[Played]) -> Iterator[Standing]:
    with folder() as data:
        create_master_key(data / "keys", _Drawn())
        settings = read_settings(
            {
                "GREFFIER_DATA": str(data),
                "GREFFIER_LISTEN": f"127.0.0.1:{listening.free_port('127.0.0.1')}",
                "GREFFIER_PARTITIONS": str(PARTITIONS),
                "GREFFIER_LOG_LEVEL": "error",
            }
        )
        with running(settings) as installation:
            for partition in range(PARTITIONS):
                _fill(installation, partition, games[partition::PARTITIONS])
            with Supervisor(installation, FaultsAreMeant()) as supervisor:
                standing = Standing(installation, supervisor, len(games))
                yield standing
                standing.log.close()
                standing.cache.close()


class _Drawn:
    """The port ``Entropy``, once: the master key under which the games were played."""

    def token(self, size: int, /) -> bytes:
        assert size == len(MASTER)
        return MASTER


def _fill(installation: Installation, partition: int, games: Sequence[Played]) -> None:
    """Put the first deals of ``games`` into log and SQL, without deadlines."""
    database = Database(installation.settings.database_url)
    archive = SqlArchive(database)
    with connect(installation.url("log", Role.ADMIN)) as log:
        leases, journal = RedisLeases(log, SystemEntropy()), RedisJournal(log)
        taken = leases.take(partition, "bench", 60_000)
        assert taken is not None
        for game in games:
            entries = _cut(game.entries)
            journal.restore(taken.lease, game.game, entries)
            archive.store([archived_commits(game.game, chain.origin(game.game), entries)])
        leases.release(taken.lease)
    database.close()


def _cut(entries: Sequence[bytes]) -> list[bytes]:
    """Whole commits, as many as it takes to have enough."""
    length = 0
    for commit in whole_commits([open_envelope(raw) for raw in entries]):
        if length >= CUT:
            break
        length += len(commit)
    return list(entries[:length])
