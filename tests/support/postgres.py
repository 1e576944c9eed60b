"""A PostgreSQL cluster of the tests' own: made, started, stopped and removed."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg
from psycopg import sql

DEBIAN_FOLDERS = "/usr/lib/postgresql"
READY_SECONDS_MAX = 60.0
POLL_SECONDS = 0.02


def postgres_programs() -> Path | None:
    """The folder of the newest installed ``initdb`` and ``postgres``, or None."""
    debian = sorted(
        Path(DEBIAN_FOLDERS).glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True
    )
    on_path = [Path(found).parent for found in [shutil.which("initdb")] if found]
    for folder in [*debian, *on_path]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


class PostgresServer:
    """One cluster in one folder; it listens on a unix socket there and nowhere else.

    ``stop`` and ``start`` may be called between for a test of an absent database.
    """

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="gr-pg-", dir="/tmp"))
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = count(1)
        # PostgreSQL refuses to run as root, as which tests run in a container.
        self._uid: int | None = None
        self._gid: int | None = None
        if os.geteuid() == 0:
            self._uid, self._gid = _unprivileged()
            os.chown(self._folder, self._uid, self._gid)

    def __enter__(self) -> Self:
        try:
            self._make_cluster()
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._remove()

    def url(self, database: str) -> str:
        """SQLAlchemy's URL of ``database``."""
        return f"postgresql+psycopg://greffier@/{database}?host={quote(str(self._folder), '')}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a new, empty database, dropped afterwards with whoever is connected."""
        name = f"test_{next(self._databases)}"
        self._administer(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield self.url(name)
        self._administer(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def start(self) -> None:
        """Start it and wait until it lets clients in."""
        assert self._process is None, "this cluster was started and not stopped"
        with (self._folder / "server.log").open("ab") as said:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data"],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                cwd=self._folder,
                user=self._uid,
                group=self._gid,
            )
        self._wait_until_ready()

    def stop(self) -> None:
        """End it at once but in order (PostgreSQL's fast shutdown)."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def _make_cluster(self) -> None:
        made = subprocess.run(
            [
                *(self._programs / "initdb", "-D", self._folder / "data", "--no-sync"),
                *("-U", "greffier", "-A", "trust", "-E", "UTF8", "--locale=C"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,
            user=self._uid,
            group=self._gid,
        )
        assert made.returncode == 0, made.stderr
        with (self._folder / "data" / "postgresql.conf").open("a") as configuration:
            configuration.write(
                "listen_addresses = ''\n"
                f"unix_socket_directories = '{self._folder}'\n"
                "fsync = off\n"  # the machine is not switched off during a test
                "max_connections = 50\n"
            )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS_MAX
        while time.monotonic() < deadline:
            assert self._process is not None
            assert self._process.poll() is None, (self._folder / "server.log").read_text()
            try:
                self._connection().close()
            except psycopg.OperationalError:
                time.sleep(POLL_SECONDS)
            else:
                return
        raise TimeoutError((self._folder / "server.log").read_text())

    def _administer(self, statement: sql.Composed) -> None:
        with self._connection() as connection:
            connection.execute(statement)

    def _connection(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host=str(self._folder), user="greffier", dbname="postgres", autocommit=True
        )

    def _remove(self) -> None:
        shutil.rmtree(self._folder)


def _unprivileged() -> tuple[int, int]:
    """Who runs the cluster when we are root: ``postgres`` if there is one, else ``nobody``."""
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    return user.pw_uid, user.pw_gid
