"""A whole game of bots for someone who looks for the first time: opened, watched, told, judged."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import ValidationError, convert
from msgspec.structs import fields

from services.cli import files
from services.cli.books import cleared, show_game
from services.cli.doors import Running
from services.cli.http import Api
from services.cli.printing import flush, say, say_table
from services.cli.reading import say_judged
from services.cli.sources import Source
from services.cli.status import verdict
from shared.catalogue import BY_NAME
from shared.flows.events import CODEC
from shared.flows.verify import verify
from shared.ports import GameId
from shared.table.events import GameEnded
from shared.table.options import TableOptions

POLL_S: Final = 0.1
STILL_S_MAX: Final = 60.0
"""A game of bots that does not move for this long has a fault."""
DEALS: Final = 3
"""How many deals are played where the rules can be told, and nobody says more."""


class WrongOption(ValueError):
    """What was asked for is no table: the message says what would be."""


class GameStuck(Exception):
    """The demo's game stopped moving: look into the logs of the data folder (``--keep``)."""


class Stopped(Exception):
    """The demo was interrupted: there is nothing to judge."""


def options(rules: str, given: Sequence[str], deals: int | None, stake: int) -> dict[str, Any]:
    """Table options from ``k=v`` texts; values are numbers, true, false, null or words.

    Raises WrongOption.
    """
    if rules not in BY_NAME:
        raise WrongOption(f"no game is called {rules!r}; there is {', '.join(BY_NAME)}")
    # Nobody looks at a table between two deals of a demo.
    chosen: dict[str, Any] = {"stake": stake, "pause_seconds": 0}
    counts_deals = "deals" in BY_NAME[rules].OPTIONS.__struct_fields__
    if deals is not None or counts_deals:
        chosen["deals"] = DEALS if deals is None else deals
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise WrongOption(f"an option is k=v, not {text!r}")
        chosen[name] = _value(value)
    _check(rules, chosen)
    return chosen


def _check(rules: str, chosen: dict[str, Any]) -> None:
    own = BY_NAME[rules].OPTIONS
    kinds = {field.name: field.type for kind in (own, TableOptions) for field in fields(kind)}
    for name, value in chosen.items():
        if name not in kinds:
            raise WrongOption(f"{rules} has no option {name}; it has {', '.join(kinds)}")
        try:
            convert(value, kinds[name])
        except ValidationError as error:
            words = get_args(kinds[name]) if get_origin(kinds[name]) is Literal else ()
            right = f"one of {', '.join(map(str, words))}" if words else str(error)
            raise WrongOption(f"{name} cannot be {value!r}: {right}") from None


def _value(text: str) -> Any:
    words: dict[str, Any] = {"true": True, "false": False, "null": None}
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) < 19:
        return int(text)
    return words.get(text, text)


def play(running: Running, rules: str, chosen: dict[str, Any]) -> GameId:
    """Open a table for four bots, watch it to its end, and wait until SQL holds all of it.

    Raises GameStuck, GatewayRefused, Stopped, and what ``running.watch`` does.
    """
    api = Api(running.url)
    player = api.post("/v1/players", {"name": "demo"})
    host = api.as_player(player["token"])
    asked = {"request_id": "demo", "rules": rules, "options": chosen}
    opened = host.post("/v1/games", asked | {"bots": [0, 1, 2, 3], "bots_at_stake": True})
    game = GameId(opened["game"])
    say(f"{rules}, game {game}")
    flush()
    with files.progress() as bar:
        task = bar.add_task("deal 1", total=chosen.get("deals"))
        for deal in _deals(host, game, running):
            bar.update(task, description=f"deal {deal}", completed=deal - 1)
    return game


def _deals(host: Api, game: GameId, running: Running) -> Iterator[int]:
    """The number of the deal being played, again and again until SQL holds the game's end."""
    seq, moved_at = 0, time.monotonic()
    while host.get(f"/v1/games/{game}")["ended_at"] is None:
        shown = host.get(f"/v1/games/{game}/view")
        if shown["view"]["deal"] is not None:
            yield shown["view"]["deal"]["number"]
        if shown["seq"] != seq:
            seq, moved_at = shown["seq"], time.monotonic()
        elif time.monotonic() - moved_at > STILL_S_MAX:
            raise GameStuck(f"{game} has stood at entry {seq} for {STILL_S_MAX:.0f} s")
        running.watch()
        if running.stop.wait(POLL_S):
            raise Stopped("asked to stop before the game was over")


def report(source: Source) -> int:
    """Score, ledger and verdicts of a finished game, as SQL holds it; the status."""
    verdicts = verify(source.game, source.entries, source.witness)
    posted = source.witness.transfers or ()
    _say_score(source.entries)
    show_game(source.game, posted, as_json=False)
    say_judged(verdicts)
    complete = verdicts.all_good and verdicts.sealed_from is None
    return verdict(good=complete and cleared(source.game, posted) == 0)


def _say_score(entries: Sequence[bytes]) -> None:
    event = CODEC.decode(entries[-1]).event
    assert isinstance(event, GameEnded), "a game that SQL knows as ended has its end in the log"
    rows = [
        (seat, score, "winner" if seat in event.winners else "")
        for seat, score in enumerate(event.scores)
    ]
    say_table("score", ("seat", "score", ""), rows)
