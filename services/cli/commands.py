"""The commands: what each takes, and in which words it is offered."""

from importlib import metadata
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from services.cli.doors import Doors, ProcessName
from services.cli.printing import complain, flush, say
from services.cli.status import FOUND_WRONG, GOOD
from shared.ports import GameId, GamePhase, GameQuery, is_game_id

WATCH_S: Final = 0.2

app = typer.Typer(
    name="greffier",
    help="A backend for card tables: every deal, bid, announcement and play is an event.",
    epilog="Exit status: 0 good, 1 found wrong, 2 cannot run.",
    add_completion=False,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
GameOrFile = Annotated[
    str, typer.Argument(metavar="GAME|FILE", help="A game id, or an export (- is stdin).")
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game id.")]


@app.callback(invoke_without_command=True)
def greffier(
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        say(f"greffier {metadata.version('greffier')}")
        raise typer.Exit


# --- running ---------------------------------------------------------------------------------


@app.command()
def up(context: typer.Context) -> int:
    """Run everything on this machine: servers, workers and gateway. Ctrl-C stops it cleanly."""
    doors: Doors = context.obj
    with doors.running() as running:
        if not running.stop.is_set():
            say(f"Greffier listens on {running.url}")
            say(f"  data and logs: {running.data}")
            say("Stop it with Ctrl-C; started again, every game goes on.")
            flush()
        while not running.stop.wait(WATCH_S):
            running.watch()
        say("Stopping: every process finishes what it holds.")
        flush()
    return GOOD


@app.command()
def demo(
    context: typer.Context,
    rules: Annotated[str, typer.Argument(help="The game to play.")] = "call_break",
    deals: Annotated[
        int | None, typer.Option(min=1, help="How many deals; 3 if not said. The Kings take none.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="A table option, as k=v.")] = None,
    stake: Annotated[int, typer.Option(min=0, help="The value of one point.")] = 10,
    keep: Annotated[bool, typer.Option(help="Keep the data folder, and say where.")] = False,
) -> int:
    """Play a whole game of bots through the real pipeline; then score, ledger and verdict."""
    from services.cli import demo as showing
    from services.cli import sources

    doors: Doors = context.obj
    try:
        chosen = showing.options(rules, option or [], deals, stake)
    except showing.WrongOption as error:
        raise typer.BadParameter(str(error)) from None
    with doors.temporary(keep=keep) as own:
        with own.running() as running:
            game = showing.play(running, rules, chosen)
        with own.stored() as stored:
            source = sources.archived(game, stored.archive, stored.transfers)
        return showing.report(source)


@app.command("run")
def run_process(
    context: typer.Context,
    role: Annotated[ProcessName, typer.Argument(help="Which process.")],
) -> int:
    """Run one process, for containers and service managers; SIGTERM drains it."""
    doors: Doors = context.obj
    return doors.process(role)


@app.command()
def health(
    context: typer.Context,
    role: Annotated[ProcessName, typer.Argument(help="Which process.")],
) -> int:
    """Whether a process on this machine gives signs of life; for container health checks."""
    doors: Doors = context.obj
    alive = doors.is_alive(role)
    say("alive" if alive else "no sign of life")
    return GOOD if alive else FOUND_WRONG


# --- looking at games ------------------------------------------------------------------------


@app.command()
def games(
    context: typer.Context,
    rules: Annotated[str | None, typer.Option(help="Only games of this kind.")] = None,
    phase: Annotated[GamePhase | None, typer.Option(help="Only games in this phase.")] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> int:
    """List games, the newest first."""
    from services.cli.reading import show_games

    doors: Doors = context.obj
    with doors.stored() as stored:
        rows = stored.directory.games(GameQuery(rules=rules, phase=phase, count=count))
        players = {seated.player for row in rows for seated in row.seats if seated.player}
        names = stored.directory.names(players)
    show_games(rows, names, as_json=as_json)
    return GOOD


@app.command()
def replay(
    context: typer.Context,
    game: GameOrFile,
    seat: Annotated[int | None, typer.Option(min=0, max=3, help="One seat's hand alone.")] = None,
    to: Annotated[int | None, typer.Option(min=1, help="Stop after this entry.")] = None,
    as_json: AsJson = False,
) -> int:
    """Tell a game from its log, trick by trick."""
    from services.cli import reading, sources
    from shared.kernel.seats import SEATS

    source = sources.find(game, context.obj)
    chosen = None if seat is None else SEATS[seat]
    return reading.show_replay(source, chosen, to, as_json=as_json)


@app.command()
def verify(context: typer.Context, game: GameOrFile, as_json: AsJson = False) -> int:
    """Judge a game three times: its bytes, its rules, its money."""
    from services.cli import reading, sources

    return reading.show_verdicts(sources.find(game, context.obj), as_json=as_json)


@app.command()
def export(
    context: typer.Context,
    game: GameArgument,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Into a file.")] = None,
) -> int:
    """Write a game as JSON Lines with the raw entry bytes, for anyone to check."""
    from services.cli import reading, sources

    reading.write_export(sources.find(_game_id(game), context.obj), output)
    return GOOD


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Transcripts; - is stdin.")],
    as_json: AsJson = False,
) -> int:
    """Replay transcripts (trick-transcript/1) on our rules and count the differences."""
    from services.cli import checking

    return checking.check(files, as_json=as_json)


@app.command()
def ledger(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(help="The transfers of this game.")] = None,
    player: Annotated[str | None, typer.Option(help="The transfers of this player.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show transfers, or without a choice every balance; what must sum to zero is summed."""
    from services.cli import books

    doors: Doors = context.obj
    wanted = None if game is None else _game_id(game)
    with doors.stored() as stored:
        if player is not None:
            posted = stored.transfers.of_player(player)
            chosen = [transfer for transfer in posted if wanted in {None, transfer.game}]
            books.show_transfers(chosen, as_json=as_json)
            return GOOD
        if wanted is not None:
            posted = stored.transfers.of_game(wanted)
            return books.show_game(wanted, posted, as_json=as_json)
        return books.show_balances(stored.transfers.balances(), as_json=as_json)


# --- operating -------------------------------------------------------------------------------


@app.command()
def doctor(context: typer.Context, as_json: AsJson = False) -> int:
    """Settings, connections, heads against the witness, lag, the master key's fingerprint."""
    from services.cli import operating

    doors: Doors = context.obj
    return operating.show_findings(operating.examine(doors.looks()), as_json=as_json)


@app.command()
def recover(
    context: typer.Context,
    game: GameArgument,
    side: Annotated[
        Literal["witness", "redis"],
        typer.Option("--from", help="Whose log is right: SQL's (the witness) or Redis's."),
    ],
    why: Annotated[str, typer.Option(help="The reason, kept with the game for good.")],
    who: Annotated[str, typer.Option(help="Who decides.", envvar="USER")],
) -> int:
    """Put a frozen game's log back from SQL (witness) or from Redis, and record who decided."""
    from shared.flows.recovery import Decision
    from shared.flows.recovery import recover as put_back

    doors: Doors = context.obj
    frozen, decision = _game_id(game), Decision(side, who, why)
    with doors.repair() as repair:
        folded = put_back(repair, doors.secrets(), frozen, decision)
    say(f"game {game} goes on from entry {folded.position.seq}")
    return GOOD


@app.command()
def parked(context: typer.Context, as_json: AsJson = False) -> int:
    """List the commands that failed again and again, or that nobody could read."""
    from services.cli import operating
    from shared.flows import recovery

    doors: Doors = context.obj
    with doors.repair() as repair:
        found = recovery.parked_commands(repair, doors.partitions())
    return operating.show_parked(found, as_json=as_json)


@app.command()
def dismiss(
    context: typer.Context,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="As `greffier parked` names it.")],
    why: Annotated[str, typer.Option(help="The reason, kept for good.")],
    who: Annotated[str, typer.Option(help="Who decides.", envvar="USER")],
) -> int:
    """Drop a parked command that needs nobody any more, and record who decided."""
    from shared.flows import recovery

    doors: Doors = context.obj
    with doors.repair() as repair:
        found = recovery.parked_commands(repair, doors.partitions())
        chosen = [one for one in found if one.name == entry]
        if not chosen:
            raise recovery.CannotRecover(f"no command is parked as {entry}: see `greffier parked`")
        recovery.dismiss(repair, chosen[0], who, why)
    say(f"{entry} is dismissed")
    return GOOD


@app.command()
def adopt(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, only show.")] = False,
    as_json: AsJson = False,
) -> int:
    """Let SQL take over the incarnation of a log it does not know; then the gate compares."""
    from services.cli import operating
    from shared.flows import recovery

    doors: Doors = context.obj
    with doors.repair() as repair:
        waiting = recovery.adoptions(repair, doors.partitions())
        operating.show_adoptions(waiting, as_json=as_json)
        for adoption in waiting if yes else ():
            recovery.adopt(repair, adoption)
    if waiting and not yes:
        complain("nothing was changed; with --yes they are adopted")
        return FOUND_WRONG
    return GOOD


def _game_id(text: str) -> GameId:
    if not is_game_id(text):
        raise typer.BadParameter(f"{text!r} is no game id: that is 34 hex digits")
    return GameId(text)
