"""The command line: what an operator, an auditor and the curious can ask of an installation."""

import os
import runpy
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from services.cli import demo as demo_game
from services.cli import operating, reading
from services.cli.http import Api, GatewayRefused, GatewayUnreachable
from shared.adapters.redis.acl import Role
from shared.adapters.redis.connection import connect
from shared.adapters.redis.durability import check_log_server
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.system.clock import SystemClock
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.installation import (
    AlreadyRunning,
    Installation,
    NotRunning,
    reach,
    running,
)
from shared.adapters.system.master_keys import NoMasterKey, load_master_keys
from shared.adapters.system.process import (
    CANNOT_RUN,
    Process,
    StructuredSignals,
    configure_logging,
    is_alive,
)
from shared.adapters.system.servers import NoServerBinaryError, ServerNotReadyError
from shared.adapters.system.settings import Settings, WrongSettings, shown
from shared.adapters.system.settings_source import read_settings
from shared.adapters.system.supervisor import MODULES, CannotRun, Supervisor
from shared.flows.diagnosis import Instruments
from shared.flows.export import NoExport
from shared.flows.recovery import CannotRecover, Decision, Repair, Side, adoptions
from shared.flows.recovery import adopt as adopt_partition
from shared.flows.recovery import recover as recover_game
from shared.flows.secrets import MasterSecrets
from shared.kernel.seats import SEATS
from shared.ports import BrokenLog, GameId, GameQuery, Unavailable

GOOD: Final = 0
FOUND_WRONG: Final = 1

READY_S_MAX: Final = 60.0
WATCH_S: Final = 0.2

app = typer.Typer(
    name="greffier",
    help="A backend for card tables: every deal, bid, announcement and play is an event.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()
errors = Console(stderr=True)

_CANNOT: Final = (
    AlreadyRunning,
    BrokenLog,
    CannotRecover,
    CannotRun,
    GatewayRefused,
    GatewayUnreachable,
    NoMasterKey,
    NoServerBinaryError,
    NotRunning,
    OSError,
    ServerNotReadyError,
    Unavailable,
    WrongSettings,
    demo_game.GameStuck,
    reading.NoSuchGame,
)


def run() -> None:
    """The console script: exit status 0 good, 1 found wrong, 2 cannot run."""
    try:
        app()
    except NoExport as error:
        errors.print(f"[red]no export:[/] {error}", highlight=False)
        raise SystemExit(FOUND_WRONG) from None
    except _CANNOT as error:
        errors.print(f"[red]cannot run:[/] {error}", highlight=False)
        raise SystemExit(CANNOT_RUN) from None


@app.command()
def up() -> None:
    """Run everything on this machine: servers, workers and gateway. Ctrl-C stops it cleanly."""
    settings = read_settings(os.environ)
    configure_logging(settings.log_level)
    process = Process("up", settings)
    process.prepare()
    with _everything(settings, process) as (installation, supervisor):
        console.print(f"[bold]Greffier[/] listens on [bold]{_address(settings)}[/]")
        for name, server in installation.servers.items():
            console.print(f"  {name} server: {server.binary}", highlight=False)
        console.print(f"  data: {settings.data.absolute()}", highlight=False)
        console.print("Stop it with Ctrl-C; started again, every game goes on.")
        while not process.stop.wait(WATCH_S):
            process.alive()
            supervisor.watch()
        console.print("Stopping: every process finishes what it holds.")


@app.command()
def demo(
    rules: Annotated[str, typer.Argument(help="The game to play.")] = "call_break",
    deals: Annotated[int | None, typer.Option(help="How many deals.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A table option, as k=v.")] = None,
    stake: Annotated[int, typer.Option(min=0, help="The value of one point.")] = 0,
    keep: Annotated[bool, typer.Option(help="Keep the data folder, and say where.")] = False,
) -> None:
    """Play a whole game of bots through the real pipeline; then score, ledger and verdict."""
    try:
        options = demo_game.options(option or [], deals, stake)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    configure_logging("error")
    folder = Path(tempfile.mkdtemp(prefix="greffier-demo-"))
    settings = _demo_settings(folder)
    process = Process("demo", settings)
    process.prepare()
    try:
        with _everything(settings, process):
            game = demo_game.play(Api(_address(settings)), rules, options, console)
        database = Database(settings.database_url)
        good = demo_game.report(game, SqlArchive(database), SqlTransfers(database), console)
        database.close()
    finally:
        _clear(folder, keep=keep)
    raise typer.Exit(GOOD if good else FOUND_WRONG)


@app.command("run")
def run_role(
    role: Annotated[Role, typer.Argument(help="Which process.")],
) -> None:
    """Run one process, for containers and service managers; SIGTERM drains it."""
    if role not in MODULES:
        raise typer.BadParameter(f"{role} is no process; there are {', '.join(MODULES)}")
    sys.argv = [MODULES[role]]
    runpy.run_module(MODULES[role], run_name="__main__")


@app.command()
def health(
    role: Annotated[Role, typer.Argument(help="Which process.")],
) -> None:
    """Whether a process on this machine gives signs of life; for container health checks."""
    settings = read_settings(os.environ)
    alive = is_alive(settings.data, role)
    console.print("alive" if alive else "no sign of life")
    raise typer.Exit(GOOD if alive else FOUND_WRONG)


# --- looking at games ------------------------------------------------------------------------

AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
GameOrFile = Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game id, or an export.")]


@app.command()
def games(
    rules: Annotated[str | None, typer.Option(help="Only games of this kind.")] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List games, the newest first."""
    with _database() as database:
        rows = SqlDirectory(database, SystemEntropy()).games(GameQuery(rules=rules, count=count))
    reading.show_games(rows, console, as_json=as_json)


@app.command()
def replay(
    game: GameOrFile,
    seat: Annotated[int | None, typer.Option(min=0, max=3, help="One seat's hand alone.")] = None,
    to: Annotated[int | None, typer.Option(min=1, help="Stop after this entry.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a game from its log, trick by trick."""
    source = _source(game)
    chosen = None if seat is None else SEATS[seat]
    reading.show_replay(source, console, chosen, to, as_json=as_json)


@app.command()
def verify(game: GameOrFile, as_json: AsJson = False) -> None:
    """Judge a game three times: its bytes, its rules, its money."""
    good = reading.show_verdicts(_source(game), console, as_json=as_json)
    raise typer.Exit(GOOD if good else FOUND_WRONG)


@app.command()
def export(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game id.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Into a file.")] = None,
) -> None:
    """Write a game as JSON Lines with the raw entry bytes, for anyone to check."""
    reading.write_export(_source(game), output)


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Transcripts; - is stdin.")],
) -> None:
    """Replay transcripts (trick-transcript/1) on our rules and count the differences."""
    good = reading.check_transcripts(files, console)
    raise typer.Exit(GOOD if good else FOUND_WRONG)


@app.command()
def ledger(
    game: Annotated[str | None, typer.Option(help="The transfers of this game.")] = None,
    player: Annotated[str | None, typer.Option(help="The transfers of this player.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show transfers, or without a choice every balance; balances must sum to zero."""
    with _database() as database:
        transfers = SqlTransfers(database)
        if game is None and player is None:
            good = reading.show_balances(transfers.balances(), console, as_json=as_json)
            raise typer.Exit(GOOD if good else FOUND_WRONG)
        posted = transfers.of_player(player) if player else transfers.of_game(GameId(game or ""))
        if player and game:
            posted = [transfer for transfer in posted if transfer.game == game]
    reading.show_ledger(posted, console, as_json=as_json)


# --- operating -------------------------------------------------------------------------------


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Settings, connections, heads against the witness, lag, the master key's fingerprint."""
    settings = read_settings(os.environ)
    with _database() as database:
        findings = operating.examine(
            shown(settings),
            lambda: load_master_keys(settings.keys),
            lambda: _instruments(settings, database),
            {role: is_alive(settings.data, role) for role in MODULES},
            range(settings.partitions),
        )
        good = operating.show_findings(findings, console, as_json=as_json)
    raise typer.Exit(GOOD if good else FOUND_WRONG)


@app.command()
def recover(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A frozen game's id.")],
    side: Annotated[Side, typer.Option("--from", help="Whose log is right.")],
    why: Annotated[str, typer.Option(help="The reason, kept with the game for good.")],
    who: Annotated[str, typer.Option(help="Who decides.", envvar="USER")],
) -> None:
    """Put a frozen game's log back from SQL (witness) or from Redis, and record who decided."""
    settings = read_settings(os.environ)
    keys = load_master_keys(settings.keys)
    secrets = MasterSecrets(keys.current, keys.by_id)
    decision = Decision(side, who, why)
    with _database() as database:
        folded = recover_game(_repair(settings, database), secrets, GameId(game), decision)
    console.print(f"game {game} goes on from entry {folded.position.seq}", highlight=False)


@app.command()
def adopt(
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, only show.")] = False,
) -> None:
    """Let SQL take over the incarnation of a log it does not know; then the gate compares."""
    settings = read_settings(os.environ)
    with _database() as database:
        repair = _repair(settings, database)
        waiting = adoptions(repair, range(settings.partitions))
        operating.show_adoptions(waiting, console)
        for adoption in waiting if yes else ():
            adopt_partition(repair, adoption)
    if waiting and not yes:
        console.print("nothing was changed; --yes adopts", highlight=False)
        raise typer.Exit(FOUND_WRONG)


def _instruments(settings: Settings, database: Database) -> Instruments:
    log = connect(reach(settings, "log", Role.ADMIN))
    check_log_server(log, settings.log_durability)
    connect(reach(settings, "cache", Role.ADMIN)).ping()
    leases = RedisLeases(log, SystemEntropy())
    archive = SqlArchive(database)
    return Instruments(RedisJournal(log), archive, leases, RedisCommandQueue(log), RedisFeed(log))


def _repair(settings: Settings, database: Database) -> Repair:
    log = connect(reach(settings, "log", Role.ADMIN))
    leases = RedisLeases(log, SystemEntropy())
    return Repair(RedisJournal(log), SqlArchive(database), leases, SystemClock())


@contextmanager
def _database() -> Iterator[Database]:
    database = Database(read_settings(os.environ).database_url)
    try:
        yield database
    finally:
        database.close()


def _source(name: str) -> reading.Source:
    with _database() as database:
        return reading.find(name, SqlArchive(database), SqlTransfers(database))


# --- running everything ----------------------------------------------------------------------


@contextmanager
def _everything(settings: Settings, process: Process) -> Iterator[tuple[Installation, Supervisor]]:
    signals = StructuredSignals(process.role)
    with running(settings) as installation, Supervisor(installation, signals) as supervisor:
        _wait_until_ready(Api(_address(settings)), supervisor, process)
        yield installation, supervisor


def _wait_until_ready(api: Api, supervisor: Supervisor, process: Process) -> None:
    deadline = time.monotonic() + READY_S_MAX
    while not api.ready():
        supervisor.watch()
        if process.stop.wait(WATCH_S / 4):
            raise KeyboardInterrupt
        if time.monotonic() > deadline:
            logs = supervisor.log_file(Role.GATEWAY).parent
            raise CannotRun(f"not ready after {READY_S_MAX:.0f} s: see {logs}")


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _demo_settings(folder: Path) -> Settings:
    """An installation of its own: nothing that is set for another one counts."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return read_settings({"GREFFIER_DATA": str(folder), "GREFFIER_LISTEN": f"127.0.0.1:{port}"})


def _clear(folder: Path, *, keep: bool) -> None:
    if keep:
        console.print(f"kept: GREFFIER_DATA={folder}", highlight=False)
    else:
        shutil.rmtree(folder)
