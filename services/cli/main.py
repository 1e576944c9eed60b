"""The console script: chooses what stands behind the commands, and says how they ended.

Adapters are imported where they are used: most commands need few of them, and all together
take longer to import than most commands to run.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from typer import TyperException

from services.cli import printing
from services.cli.commands import app
from services.cli.doors import Doors, Look, ProcessName, Running, Stored
from services.cli.status import CANNOT_RUN, FOUND_WRONG, GOOD

if TYPE_CHECKING:
    from shared.adapters.system.installation import Installation
    from shared.adapters.system.settings import Settings
    from shared.adapters.system.supervisor import Supervisor
    from shared.flows.diagnosis import Finding
    from shared.flows.recovery import Repair
    from shared.flows.secrets import MasterSecrets
    from shared.ports import Signals


class Adapters:
    """The port ``Doors`` on real servers and files, as ``environ`` sets them."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ: Final = environ

    def _settings(self) -> "Settings":
        from shared.adapters.system.settings_source import read_settings

        return read_settings(self._environ)

    @contextmanager
    def stored(self) -> Iterator[Stored]:
        from shared.adapters.sql.archive import SqlArchive
        from shared.adapters.sql.directory import SqlDirectory
        from shared.adapters.sql.engine import Database, database_url
        from shared.adapters.sql.ledger import SqlTransfers
        from shared.adapters.system.entropy import SystemEntropy
        from shared.adapters.system.installation import NotRunning

        settings = self._settings()
        url = database_url(settings.database_url)
        if url.drivername == "sqlite" and not Path(url.database or "").exists():
            right = "set GREFFIER_DATA to an installation's folder, or run `greffier up` first"
            raise NotRunning(f"no database {url.database}: {right}")
        database = Database(settings.database_url)
        try:
            directory = SqlDirectory(database, SystemEntropy())
            yield Stored(SqlArchive(database), SqlTransfers(database), directory)
        finally:
            database.close()

    @contextmanager
    def running(self) -> Iterator[Running]:
        from services.cli import listening
        from services.cli.http import Api
        from shared.adapters.system.installation import running
        from shared.adapters.system.process import Process, configure_logging
        from shared.adapters.system.supervisor import Supervisor

        settings = self._settings()
        if not settings.port:
            # Chosen here, for the gateway to keep over its restarts.
            settings = replace(settings, port=listening.free_port(settings.host))
        configure_logging(settings.log_level)
        process = Process("up", settings)
        process.prepare()
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            # Whoever closes the terminal stops us, too; under nohup it is ignored already.
            signal.signal(signal.SIGHUP, signal.getsignal(signal.SIGTERM))
        with ExitStack() as stack:
            with printing.waiting("starting servers and processes"):
                installation = stack.enter_context(running(settings))
                # Otherwise every process would find out by itself, again and again.
                _check_given(settings)
                listening.make_sure_of(settings.host, settings.port)
                supervisor = stack.enter_context(Supervisor(installation, process.signals))

                def watch() -> None:
                    process.alive()
                    _watch_servers(installation, supervisor, process.signals)
                    supervisor.watch()

                url = listening.url(settings.host, settings.port)
                data = str(settings.data.absolute())
                listening.wait_for(Api(url), watch, process.stop, f"{data}/logs")
            try:
                yield Running(url, data, watch, process.stop)
            finally:
                with printing.waiting("every process finishes what it holds"):
                    stack.close()

    @contextmanager
    def temporary(self, *, keep: bool) -> Iterator[Doors]:
        folder = tempfile.mkdtemp(prefix="greffier-demo-")
        try:
            # Nothing that is set for another installation counts.
            yield Adapters({"GREFFIER_DATA": folder, "GREFFIER_LISTEN": "127.0.0.1:0"})
        finally:
            if keep:
                printing.say(f"kept: export GREFFIER_DATA={folder}")
            else:
                shutil.rmtree(folder)

    def process(self, name: ProcessName, /) -> int:
        from shared.adapters.redis.acl import Role
        from shared.adapters.system.supervisor import MODULES

        status: int = import_module(MODULES[Role(name)]).main()
        return status

    def is_alive(self, name: ProcessName, /) -> bool:
        from shared.adapters.system.process import is_alive

        return is_alive(self._settings().data, name)

    def partitions(self) -> range:
        return range(self._settings().partitions)

    def secrets(self) -> "MasterSecrets":
        from shared.adapters.system.master_keys import load_master_keys
        from shared.flows.secrets import MasterSecrets

        keys = load_master_keys(self._settings().keys)
        return MasterSecrets(keys.current, keys.by_id)

    @contextmanager
    def repair(self) -> Iterator["Repair"]:
        from shared.adapters.redis.acl import Role
        from shared.adapters.redis.connection import connect
        from shared.adapters.redis.journal import RedisJournal
        from shared.adapters.redis.leases import RedisLeases
        from shared.adapters.redis.queue import RedisCommandQueue
        from shared.adapters.system.clock import SystemClock
        from shared.adapters.system.entropy import SystemEntropy
        from shared.adapters.system.installation import reach
        from shared.flows.recovery import Repair

        with self.stored() as stored:
            log = connect(reach(self._settings(), "log", Role.ADMIN))
            leases, queue = RedisLeases(log, SystemEntropy()), RedisCommandQueue(log)
            yield Repair(RedisJournal(log), stored.archive, leases, queue, SystemClock())

    def looks(self) -> Iterable[Look]:
        from services.cli import operating
        from shared.adapters.system.settings import shown

        settings = self._settings()
        yield "settings", lambda: operating.settings_found(shown(settings))
        yield "master key", lambda: _keys_found(settings)
        yield "processes", lambda: _processes_found(settings)
        yield "log server", lambda: _log_found(settings)
        yield "cache server", lambda: _cache_found(settings)
        yield "games", self._games_found
        yield "views", lambda: _views_found(settings)

    def _games_found(self) -> Iterable["Finding"]:
        from shared.adapters.redis.acl import Role
        from shared.adapters.redis.connection import connect
        from shared.adapters.redis.feed import RedisFeed
        from shared.adapters.redis.journal import RedisJournal
        from shared.adapters.redis.leases import RedisLeases
        from shared.adapters.redis.queue import RedisCommandQueue
        from shared.adapters.system.entropy import SystemEntropy
        from shared.adapters.system.installation import reach
        from shared.flows.diagnosis import Instruments, diagnose, lost_master_keys

        with self.stored() as stored:
            log = connect(reach(self._settings(), "log", Role.ADMIN))
            leases = RedisLeases(log, SystemEntropy())
            journal, queue, feed = RedisJournal(log), RedisCommandQueue(log), RedisFeed(log)
            instruments = Instruments(journal, stored.archive, leases, queue, feed)
            yield from diagnose(instruments, self.partitions())
            held = _master_key_ids(self._settings())
            yield from lost_master_keys(journal, self.partitions(), held)


def _check_given(settings: "Settings") -> None:
    """Whether the servers that are not ours answer. Raises Unavailable, WrongSettings."""
    if settings.log_url is not None:
        list(_log_found(settings))
    if settings.cache_url is not None:
        list(_cache_found(settings))


def _watch_servers(
    installation: "Installation", supervisor: "Supervisor", signals: "Signals"
) -> None:
    """Start again the embedded servers that have ended, on the folders that they had."""
    from shared.adapters.system.supervisor import MODULES

    for name, server in installation.servers.items():
        if server.running:
            continue
        signals.alarm("server_ended", server=name)
        before = server.url()
        server.start()
        if server.url() != before:
            # On a loopback port, which is another one now: only new processes learn of it.
            for role in MODULES:
                supervisor.process(role).terminate()


def _keys_found(settings: "Settings") -> Iterable["Finding"]:
    from services.cli.operating import keys_found
    from shared.adapters.system.master_keys import load_master_keys
    from shared.fairness.keys import master_key_id

    keys = load_master_keys(settings.keys)
    return keys_found(master_key_id(keys.current), keys.by_id)


def _master_key_ids(settings: "Settings") -> "Collection[str]":
    """The ids of the keys that are here; none where they cannot be read, which others find."""
    from shared.adapters.system.master_keys import load_master_keys
    from shared.adapters.system.settings import WronglySetUp

    try:
        return load_master_keys(settings.keys).by_id.keys()
    except WronglySetUp:
        return ()


def _processes_found(settings: "Settings") -> Iterable["Finding"]:
    from services.cli.operating import processes_found
    from shared.adapters.system.process import is_alive
    from shared.adapters.system.supervisor import MODULES

    return processes_found({role: is_alive(settings.data, role) for role in MODULES})


def _log_found(settings: "Settings") -> Iterable["Finding"]:
    from shared.adapters.redis.acl import Role
    from shared.adapters.redis.connection import connect
    from shared.adapters.redis.durability import check_log_server
    from shared.adapters.system.installation import reach
    from shared.flows.diagnosis import Finding

    log = connect(reach(settings, "log", Role.ADMIN))
    asserted = check_log_server(log, settings.log_durability)
    yield Finding("good", "log server", asserted or "answers, and keeps what it acknowledges")


def _cache_found(settings: "Settings") -> Iterable["Finding"]:
    from shared.adapters.redis.acl import Role
    from shared.adapters.redis.connection import connect, reaching
    from shared.adapters.system.installation import reach
    from shared.flows.diagnosis import Finding

    with reaching():
        connect(reach(settings, "cache", Role.ADMIN)).ping()
    yield Finding("good", "cache server", "answers")


def _views_found(settings: "Settings") -> Iterable["Finding"]:
    from shared.adapters.redis.acl import Role
    from shared.adapters.redis.connection import connect
    from shared.adapters.redis.views import RedisViews
    from shared.adapters.system.installation import reach
    from shared.flows.diagnosis import parked_views

    return parked_views(RedisViews(connect(reach(settings, "cache", Role.ADMIN))))


# --- how it ended ----------------------------------------------------------------------------


def run() -> None:
    """The console script: exit status 0 good, 1 found wrong, 2 cannot run."""
    printing.open_streams()
    raise SystemExit(_status(sys.argv[1:] or ["--help"]))


def _status(arguments: list[str]) -> int:
    try:
        status: int | None = app(
            args=arguments, prog_name="greffier", obj=Adapters(os.environ), standalone_mode=False
        )
        printing.flush()
    except TyperException as error:
        context = getattr(error, "ctx", None)
        command = "greffier" if context is None else context.command_path
        # What pydantic puts before the words of a choice that is none.
        wrong = error.format_message().replace("Value error, ", "").removesuffix(".")
        printing.complain(f"cannot run: {wrong} (see {command} --help)")
        return CANNOT_RUN
    except Exception as error:
        if isinstance(error, _found_wrong()):
            printing.complain(f"found wrong: {error}")
            return FOUND_WRONG
        if isinstance(error, _cannot_run()):
            printing.complain(f"cannot run: {_reason(error)}")
            return CANNOT_RUN
        raise
    return status or GOOD


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    cause = getattr(error, "orig", None)
    if cause is not None:
        return f"the database: {cause}: is it one of this version? `greffier up` makes it so"
    return str(error)


def _found_wrong() -> tuple[type[Exception], ...]:
    """What a command stops at because the thing itself is not right."""
    from shared.flows.export import NoExport
    from shared.journal.envelope import Unreadable
    from shared.ports import BrokenLog

    return BrokenLog, NoExport, Unreadable


def _cannot_run() -> tuple[type[Exception], ...]:
    """Every failure of the surroundings; its message says what, where, and what to do."""
    from sqlalchemy.exc import DBAPIError

    from services.cli import demo, http, listening, sources
    from shared.adapters.system import installation, servers, supervisor
    from shared.adapters.system.settings import WronglySetUp
    from shared.flows.recovery import CannotRecover
    from shared.ports import Unavailable

    return (
        CannotRecover,
        DBAPIError,
        OSError,
        Unavailable,
        WronglySetUp,
        demo.GameStuck,
        demo.Stopped,
        http.GatewayRefused,
        http.GatewayUnreachable,
        installation.AlreadyRunning,
        installation.NotRunning,
        listening.NotReady,
        listening.PlaceTaken,
        servers.NoServerBinaryError,
        servers.ServerNotReadyError,
        sources.NoSuchGame,
        supervisor.CannotRun,
    )
