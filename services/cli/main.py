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
from services.cli.http import Api, GatewayRefused, GatewayUnreachable
from shared.adapters.redis.acl import Role
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.system.installation import AlreadyRunning, Installation, running
from shared.adapters.system.master_keys import NoMasterKey
from shared.adapters.system.process import (
    CANNOT_RUN,
    Process,
    StructuredSignals,
    configure_logging,
    is_alive,
)
from shared.adapters.system.servers import NoServerBinaryError, ServerNotReadyError
from shared.adapters.system.settings import Settings, WrongSettings
from shared.adapters.system.settings_source import read_settings
from shared.adapters.system.supervisor import MODULES, CannotRun, Supervisor

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
    CannotRun,
    GatewayRefused,
    GatewayUnreachable,
    NoMasterKey,
    NoServerBinaryError,
    ServerNotReadyError,
    WrongSettings,
)


def run() -> None:
    """The console script: exit status 0 good, 1 found wrong, 2 cannot run."""
    try:
        app()
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
