"""From a command to the frame it makes: the whole service, all seats played over sockets.

Tables of four people are played at a set rate, commands and frames over the same sockets. A
command's time runs from the call that sends it to the moment another seat's socket brings the
frame with its events. The floor, in the same run: one entry through a stream of the same log
server, to a reader that waits for it.
"""

import argparse
import asyncio
import statistics
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any, Final

import httpx
import uvloop
from msgspec import Raw, Struct, json
from rich.console import Console
from websockets.asyncio.client import ClientConnection, connect

from ops.bench.memory import AIM as RESIDENT_AIM_MB
from ops.bench.memory import resident_mb
from ops.bench.rows import Row, table_of
from ops.bench.service import everything, installed
from services.cli import listening
from shared.adapters.redis.acl import Role
from shared.adapters.redis.connection import connect as connect_redis
from shared.fairness.deals import seed_commitment
from shared.kernel.seats import SEATS, Seat

P50_AIM_MS: Final = 4.0
P99_AIM_MS: Final = 15.0
SEED: Final = sha256(b"bench").hexdigest()
PARTITIONS: Final = 16
FLOOR_ENTRIES: Final = 1_000
STREAM: Final = "bench"
OPENED_AT_ONCE: Final = 8


class Load(Struct, frozen=True):
    """How hard the service is driven."""

    rate: int = 500
    """Commands a second."""
    tables: int = 150
    seconds: float = 20.0
    warm_up_s: float = 3.0
    deals: int = 100
    """Of each game, so that none ends while it is measured."""


class Message(Struct):
    """What the bench reads of a message."""

    type: str
    seq: int = 0
    turn: str | None = None
    view: Raw = Raw(b"null")


class Match(Struct):
    legal: list[str]


class View(Struct):
    match: Match | None


class Turn(Struct, frozen=True):
    """A move that may be made now."""

    table: "PlayedTable"
    seat: Seat
    turn: str
    move: str


class Sent(Struct):
    """A command on its way: when it was sent, and the seq it was a move after."""

    at: float
    seq: int


class Bench:
    """Everything that is measured."""

    def __init__(self) -> None:
        self.ready: Final[deque[Turn]] = deque()
        self.times: list[float] = []
        """Command to another seat's socket, seconds."""
        self.answered: list[float] = []
        """Command to its answer on the mover's own socket, seconds."""
        self.sent = 0
        self.starved = 0
        """How often no seat was to move when a command was due."""
        self.refused = 0

    def forget(self) -> None:
        """Begin to measure."""
        self.times, self.answered = [], []
        self.sent = self.starved = self.refused = 0


class PlayedTable:
    """One table and the sockets of its four seats."""

    def __init__(self, bench: Bench, sockets: Sequence[ClientConnection]) -> None:
        self._bench: Final = bench
        self._sockets: Final = sockets
        self._sent: Sent | None = None
        self._asked: float | None = None
        self._observer = SEATS[0]
        self._commands = 0

    async def send(self, turn: Turn) -> None:
        """Make the move, and begin to wait for it on another seat's socket."""
        self._commands += 1
        command = {
            "type": "command",
            "command_id": f"c{self._commands}",
            "move": turn.move,
            "turn": turn.turn,
        }
        text = json.encode(command).decode()
        self._observer = SEATS[(turn.seat + 2) % 4]
        now = time.perf_counter()
        self._sent, self._asked = Sent(now, int(turn.turn.partition("-")[0])), now
        await self._sockets[turn.seat].send(text)

    async def listen(self, seat: Seat) -> None:
        """Hear everything that ``seat`` is told."""
        async for raw in self._sockets[seat]:
            self._hear(seat, raw)

    def _hear(self, seat: Seat, raw: str | bytes) -> None:
        now = time.perf_counter()
        message = _read_message(raw)
        if message.type == "frame":
            self._see(seat, message, now)
        elif message.type == "answer" and self._asked is not None:
            self._bench.answered.append(now - self._asked)
        elif message.type != "heartbeat":
            self._bench.refused += 1

    def _see(self, seat: Seat, frame: Message, now: float) -> None:
        sent = self._sent
        if sent is not None and seat == self._observer and frame.seq > sent.seq:
            self._bench.times.append(now - sent.at)
            self._sent = None
        if frame.turn is not None:
            match = _read_view(frame.view).match
            assert match is not None
            self._bench.ready.append(Turn(self, seat, frame.turn, match.legal[0]))


_read_message: Final = json.Decoder(Message).decode
_read_view: Final = json.Decoder(View).decode


def rows(load: Load) -> Iterator[Row]:
    """p50 and p99 under load, beside the floor of the machine."""
    with installed(PARTITIONS) as installation, everything(installation) as (supervisor, _):
        settings = installation.settings
        floor = _floor(installation.url("log", Role.ADMIN))
        bench = uvloop.run(_played(listening.url(settings.host, settings.port), load))
        resident = resident_mb(supervisor.process(Role.GATEWAY).pid)
    cuts, answers = _percentiles(bench.times), _percentiles(bench.answered)
    bare = _percentiles(floor)
    said = f"{bench.sent / load.seconds:,.0f} commands/s sent, {len(bench.times):,} measured"
    if bench.starved or bench.refused:
        said += f"; {bench.starved} came too late to be sent, {bench.refused} were refused"
    yield Row("command → socket, p50", cuts[50], "ms", P50_AIM_MS, "less", said)
    yield Row("command → socket, p99", cuts[99], "ms", P99_AIM_MS, "less")
    yield Row("command → answer, p50", answers[50], "ms", better="less")
    yield Row("command → answer, p99", answers[99], "ms", better="less")
    yield Row("one entry through a stream, p50", bare[50], "ms", better="less")
    yield Row("one entry through a stream, p99", bare[99], "ms", better="less")
    yield Row("command → socket against the stream, p50", cuts[50] / bare[50], "ratio")
    sockets = f"{4 * load.tables} sockets"
    yield Row("gateway, resident", resident, "MB", RESIDENT_AIM_MB, "less", sockets)


# --- the floor --------------------------------------------------------------------------------


def _floor(url: str) -> list[float]:
    """How long one entry takes through a stream to a reader that waits for it, seconds."""
    heard: list[float] = []
    arrived = threading.Semaphore(0)

    def read() -> None:
        after: Any = "0"
        with connect_redis(url) as client:
            while len(heard) < FLOOR_ENTRIES:
                found: Any = client.xread({STREAM: after}, block=1_000)
                now = time.perf_counter()
                for entries in dict(found or ()).values():
                    after = entries[-1][0]
                    heard.extend(now for _ in entries)
                    arrived.release(len(entries))

    times = []
    with connect_redis(url) as client:
        reader = threading.Thread(target=read)
        reader.start()
        for _ in range(FLOOR_ENTRIES):
            began = time.perf_counter()
            client.xadd(STREAM, {b"x": b"x" * 200})
            arrived.acquire()
            times.append(heard[-1] - began)
        reader.join()
        client.delete(STREAM)
    return times


# --- the tables -------------------------------------------------------------------------------


async def _played(address: str, load: Load) -> Bench:
    """Play every table at the rate wanted, and measure after the warm-up."""
    bench = Bench()
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address))
        tokens = [await _registered(http, seat) for seat in SEATS]
        gate = asyncio.Semaphore(OPENED_AT_ONCE)
        tables = await asyncio.gather(
            *(_table(stack, gate, http, tokens, bench, n, load) for n in range(load.tables))
        )
        hearing = [asyncio.create_task(table.listen(seat)) for table in tables for seat in SEATS]
        await _drive(bench, load.rate, load.warm_up_s)
        bench.forget()
        await _drive(bench, load.rate, load.seconds)
        for task in hearing:
            task.cancel()
        await asyncio.wait(hearing)
    return bench


async def _drive(bench: Bench, rate: int, seconds: float) -> None:
    """Send ``rate`` commands a second, whatever becomes of the earlier ones."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number in range(int(rate * seconds)):
        pause = began + number / rate - loop.time()
        if pause > 0:
            await asyncio.sleep(pause)
        if not bench.ready:
            bench.starved += 1
            continue
        turn = bench.ready.popleft()
        await turn.table.send(turn)
        bench.sent += 1


async def _registered(http: httpx.AsyncClient, seat: Seat) -> str:
    answer = await http.post("/v1/players", json={"name": f"player {seat}"})
    token: str = answer.raise_for_status().json()["token"]
    return token


async def _table(  # noqa: PLR0913, PLR0917 - what a table is made of
    stack: AsyncExitStack,
    gate: asyncio.Semaphore,
    http: httpx.AsyncClient,
    tokens: Sequence[str],
    bench: Bench,
    number: int,
    load: Load,
) -> PlayedTable:
    """A table at which four people sit and watch; its game starts by itself."""
    async with gate:
        body = {
            "request_id": f"t{number}",
            "rules": "call_break",
            "options": {"deals": load.deals, "pause_seconds": 0},
        }
        game = (await _post(http, "/v1/games", tokens[0], body))["game"]
        sockets = []
        for seat, token in zip(SEATS, tokens, strict=True):
            commitment = seed_commitment(game, seat, SEED).hex()
            sit = {"command_id": "sit", "seat": seat, "commitment": commitment}
            await _post(http, f"/v1/games/{game}/seats", token, sit)
        for token in tokens:
            url = str(http.base_url.copy_with(scheme="ws", path=f"/v1/games/{game}/socket"))
            client = await stack.enter_async_context(connect(url, compression=None))
            await client.send(json.encode({"type": "hello", "token": token}).decode())
            sockets.append(client)
        for token in tokens:
            reveal = {"command_id": "seed", "move": f"table:seed:{SEED}"}
            await _post(http, f"/v1/games/{game}/commands", token, reveal)
    return PlayedTable(bench, sockets)


async def _post(http: httpx.AsyncClient, path: str, token: str, body: Any) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return (await http.post(path, json=body, headers=headers)).raise_for_status().json()


def _percentiles(times: Sequence[float]) -> list[float]:
    """Percentile → milliseconds."""
    return [0.0, *(1e3 * cut for cut in statistics.quantiles(times, n=100))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("rate", 500), ("tables", 150), ("seconds", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args(arguments)
    load = Load(given.rate, given.tables, given.seconds)
    title = f"{load.rate} commands/s over {4 * load.tables} sockets"
    Console().print(table_of(list(rows(load)), title))


if __name__ == "__main__":
    main()
