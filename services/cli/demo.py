"""A whole game of bots for someone who looks for the first time: opened, watched, told, judged."""

import time
from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from services.cli.http import Api
from services.cli.reading import ledger_table, print_verdicts
from shared.flows.events import CODEC
from shared.flows.verify import Verdicts, Witness, verify
from shared.ports import Archive, GameId, Transfers
from shared.table.events import GameEnded

POLL_S: Final = 0.1
STILL_S_MAX: Final = 60.0
"""A game of bots that does not move for this long has a fault."""
DEFAULT_DEALS: Final = 3


class GameStuck(Exception):
    """The demo's game stopped moving: look into the logs of the data folder (``--keep``)."""


def options(given: Sequence[str], deals: int | None, stake: int) -> dict[str, Any]:
    """Table options from ``k=v`` texts; values are numbers, true, false, null or words."""
    words: dict[str, Any] = {"true": True, "false": False, "null": None}
    chosen: dict[str, Any] = {"stake": stake, "deals": deals or DEFAULT_DEALS}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"an option is k=v, not {text!r}")
        number = value.removeprefix("-").isascii() and value.removeprefix("-").isdecimal()
        chosen[name] = int(value) if number else words.get(value, value)
    return chosen


def play(api: Api, rules: str, chosen: dict[str, Any], console: Console) -> GameId:
    """Open a table for four bots and watch it to its end. Raises GameStuck, GatewayRefused."""
    player = api.post("/v1/players", {"name": "demo"})
    host = api.as_player(player["token"])
    opened = host.post(
        "/v1/games",
        {
            "request_id": "demo",
            "rules": rules,
            "options": chosen,
            "bots": [0, 1, 2, 3],
            "bots_at_stake": True,
        },
    )
    game = GameId(opened["game"])
    console.print(f"{rules}, game {game}", highlight=False)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
    ) as progress:
        _watch(host, game, progress)
    return game


def _watch(host: Api, game: GameId, progress: Progress) -> None:
    task = progress.add_task("deal 1", total=None)
    seq, moved_at = 0, time.monotonic()
    while True:
        shown = host.get(f"/v1/games/{game}/view")
        view = shown["view"]
        if view["phase"] == "over":
            progress.update(task, description="played", total=1, completed=1)
            return
        if view["deal"] is not None:
            progress.update(task, description=f"deal {view['deal']['number']}")
        if shown["seq"] != seq:
            seq, moved_at = shown["seq"], time.monotonic()
        elif time.monotonic() - moved_at > STILL_S_MAX:
            raise GameStuck(f"{game} has stood at entry {seq} for {STILL_S_MAX:.0f} s")
        time.sleep(POLL_S)


def report(game: GameId, archive: Archive, transfers: Transfers, console: Console) -> bool:
    """Score, ledger and verdict of a finished game, as SQL holds it; whether all is good."""
    entries, posted = archive.entries(game), transfers.of_game(game)
    verdicts = verify(game, entries, Witness(head=archive.position(game), transfers=posted))
    _score(entries, console)
    console.print(ledger_table(posted))
    clearing = sum(t.amount * (1 if t.credit.startswith("game:") else -1) for t in posted)
    console.print(f"clearing account: {clearing}", highlight=False)
    print_verdicts(verdicts, console)
    return _complete(verdicts) and clearing == 0


def _complete(verdicts: Verdicts) -> bool:
    return verdicts.all_good and verdicts.sealed_from is None


def _score(entries: Sequence[bytes], console: Console) -> None:
    for raw in entries:
        event = CODEC.decode(raw).event
        if isinstance(event, GameEnded):
            table = Table("seat", "score", "", title="score")
            for seat, score in enumerate(event.scores):
                table.add_row(str(seat), str(score), "winner" if seat in event.winners else "")
            console.print(table)
