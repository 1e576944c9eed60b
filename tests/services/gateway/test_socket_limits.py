"""Sockets that are misused or not read, and gateways that stop: each has its close code."""

import asyncio
import socket as sockets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from services.gateway import server
from services.gateway.messages import CloseCode
from services.gateway.watcher import QUEUE_BYTES_MAX, QUEUE_MESSAGES_MAX, Text, Watcher
from shared.ports import Command, GameId
from tests.services.gateway.world import World, closed, heard, said

ABSENT = "03" + "f" * 32


@pytest.fixture(scope="module")
def game(shared_world: World) -> str:
    _, token = shared_world.player()
    return shared_world.open(token)


MALFORMED = {
    "nothing": "",
    "no JSON": "hello",
    "cut": '{"type": "hello"',
    "array": "[]",
    "number": "1",
    "no type": "{}",
    "unknown type": '{"type": "goodbye"}',
    "type of another kind": '{"type": 1}',
    "unknown field": '{"type": "hello", "seat": 0}',
    "seq as text": '{"type": "hello", "seq": "1"}',
    "negative seq": '{"type": "hello", "seq": -1}',
    "huge seq": '{"type": "hello", "seq": 1' + "0" * 24 + "}",
    "fractional seq": '{"type": "hello", "seq": 1.5}',
    "seq alone": '{"type": "hello", "seq": 1}',
    "chain alone": '{"type": "hello", "chain": "' + "ab" * 32 + '"}',
    "short chain": '{"type": "hello", "seq": 1, "chain": "ab"}',
    "chain that is no hex": '{"type": "hello", "seq": 1, "chain": "' + "xy" * 32 + '"}',
    "long token": '{"type": "hello", "token": "' + "x" * 201 + '"}',
    "command first": '{"type": "command", "command_id": "c1", "move": "table:ready"}',
    "deep": "[" * 16_000,
    "deep in a field": '{"type": "hello", "seq": ' + "[" * 16_000,
    "surrogate": '{"type": "hello", "token": "\\ud800"}',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_message_that_cannot_be_read_ends_the_connection_with_its_reason(
    text: str, shared_world: World, game: str
) -> None:
    with shared_world.bare_socket(game) as socket:
        socket.send(text)
        code, reason = closed(socket)
    assert code == 4400
    assert reason
    assert shared_world.signals.alarms == []


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "hello"}',
        '{"type": "command"}',
        '{"type": "command", "command_id": "a b", "move": "table:ready"}',
        '{"type": "command", "command_id": "c", "move": "' + "x" * 201 + '"}',
        '{"type": "command", "command_id": "c", "move": "play:KH", "turn": "now"}',
        '{"type": "command", "command_id": "c", "move": "play:KH", "seat": 1}',
    ],
)
def test_so_does_one_after_the_hello(text: str, shared_world: World, game: str) -> None:
    with shared_world.socket(game) as socket:
        heard(socket)
        socket.send(text)
        assert closed(socket)[0] == 4400


def test_binary_frames_are_no_messages(shared_world: World, game: str) -> None:
    with shared_world.bare_socket(game) as socket:
        socket.send(b'{"type": "hello"}')
        assert closed(socket) == (4400, "messages are JSON in text frames")


def test_a_message_beyond_16_kib_is_too_big(shared_world: World, game: str) -> None:
    for parts in ("x" * 17_000, ["x" * 4_000] * 5):
        with shared_world.bare_socket(game) as socket:
            socket.send(parts)
            assert closed(socket)[0] == 1009


def test_text_that_is_not_utf_8_is_against_the_protocol(shared_world: World, game: str) -> None:
    with shared_world.bare_socket(game) as socket:
        socket.send(b"\xff\xfe", text=True)
        assert closed(socket)[0] == 1007


@pytest.mark.parametrize("token", ["", "x", "gr_" + "A" * 43, "gr_" + "é" * 43])
def test_a_token_that_is_none_is_turned_away(token: str, shared_world: World, game: str) -> None:
    with shared_world.socket(game, token=token) as socket:
        assert closed(socket)[0] == 4401


def test_a_header_that_is_no_bearer_token_is_turned_away(shared_world: World, game: str) -> None:
    with shared_world.bare_socket(game, {"Authorization": "Basic YTpi"}) as socket:
        socket.send(said({"type": "hello"}))
        assert closed(socket)[0] == 4401


@pytest.mark.parametrize("absent", [ABSENT, "x", "03" + "F" * 32, "..%2f"])
def test_a_game_that_does_not_exist_has_no_socket(absent: str, shared_world: World) -> None:
    with shared_world.socket(absent) as socket:
        assert closed(socket)[0] == 4404


def test_only_players_send_commands(shared_world: World, game: str) -> None:
    with shared_world.socket(game) as socket:
        heard(socket)
        socket.send(said({"type": "command", "command_id": "c", "move": "table:ready"}))
        assert closed(socket)[0] == 4401


def test_whoever_says_nothing_is_not_waited_for(
    shared_world: World, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.socket.HELLO_PATIENCE_S", 0.01)
    with shared_world.bare_socket(game) as socket:
        assert closed(socket) == (4408, "say hello first")


def test_servers_away_are_worth_another_try(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.link.away = True
    with world.socket(game) as socket:
        assert closed(socket)[0] == 4503


def test_whoever_leaves_is_forgotten(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    left = threading.Event()
    leave = world.house.hub.leave

    def leave_and_tell(game: GameId, watcher: Watcher) -> None:
        leave(game, watcher)
        left.set()

    world.house.hub.leave = leave_and_tell  # type: ignore[method-assign]
    with world.socket(game) as socket:
        heard(socket)
        assert len(world.run(lambda: world.house.hub.watching(GameId(game)))) == 1
    assert left.wait(30)
    assert not world.run(lambda: world.house.hub.watching(GameId(game)))


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.text(max_size=200)
    | st.binary(max_size=200)
    | st.dictionaries(st.sampled_from(["type", "seq", "chain", "token", "move"]), st.text()).map(
        said
    )
)
def test_nothing_that_is_said_breaks_the_gateway(
    shared_world: World, game: str, message: str | bytes
) -> None:
    with shared_world.bare_socket(game) as socket:
        socket.send(message)
        assert closed(socket)[0] in {4400, 4401, 1007}
    assert shared_world.signals.alarms == []


# --- clients that do not read --------------------------------------------------------------------


def text(size: int) -> Text:
    return Text("x" * size, size)


def ending_of(watcher: Watcher) -> CloseCode | None:
    return None if watcher.ending is None else watcher.ending.code


def test_a_queue_holds_256_messages_and_no_more() -> None:
    watcher = Watcher(None, None)
    for _ in range(QUEUE_MESSAGES_MAX):
        watcher.offer(text(1))
    assert ending_of(watcher) is None
    assert not watcher.cut.is_set()
    watcher.offer(text(1))
    assert ending_of(watcher) is CloseCode.SLOW
    assert watcher.cut.is_set()


def test_a_queue_holds_256_kib_and_no_more() -> None:
    watcher = Watcher(None, None)
    watcher.offer(text(QUEUE_BYTES_MAX - 1))
    watcher.offer(text(1))
    assert ending_of(watcher) is None
    watcher.offer(text(1))
    assert ending_of(watcher) is CloseCode.SLOW


def test_one_message_fits_whatever_its_size() -> None:
    watcher = Watcher(None, None)
    watcher.offer(text(2 * QUEUE_BYTES_MAX))
    assert watcher.ending is None


class DeafClient:
    """A client that says hello, sees its first frame and then reads no more until told to."""

    def __init__(self, world: World, game: str) -> None:
        self._socket = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        self._socket.settimeout(30)
        self._socket.connect(world.place)
        self._protocol = ClientProtocol(parse_uri(f"ws://gateway/v1/games/{game}/socket"))
        self._protocol.send_request(self._protocol.connect())
        self._read_event()
        self._protocol.send_text(said({"type": "hello"}).encode())
        self._read_event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def read_to_the_end(self) -> int | None:
        """The code with which the server closed, None if it just hung up."""
        while not self._protocol.close_rcvd and (data := self._socket.recv(65_536)):
            self._protocol.receive_data(data)
        return self._protocol.close_rcvd.code if self._protocol.close_rcvd else None

    def _read_event(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)
        while not self._protocol.events_received():
            self._protocol.receive_data(self._socket.recv(65_536))


def flood(world: World, game: str, until: Callable[[Watcher], bool]) -> None:
    """Send the one watcher of ``game`` more than sockets and queues hold."""

    async def offer() -> None:
        (watcher,) = world.house.hub.watching(GameId(game))
        for _ in range(1_000):
            watcher.offer(text(8 * 1024))
            await asyncio.sleep(0)
            if until(watcher):
                return
        raise AssertionError("the watcher takes everything")

    world.await_(offer)


def test_a_client_that_does_not_read_is_sent_away_and_learns_why(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    with DeafClient(world, game) as client:
        flood(world, game, lambda watcher: watcher.ending is not None)
        assert client.read_to_the_end() == 4008
    with world.socket(game) as socket:
        assert heard(socket)["type"] == "frame"


def test_a_client_that_never_reads_does_not_keep_its_connection(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CLOSE_PATIENCE_S", 0.01)
    lost = threading.Event()
    connection_lost = server.SocketProtocol.connection_lost

    def tell(protocol: server.SocketProtocol, error: Exception | None) -> None:
        connection_lost(protocol, error)
        lost.set()

    monkeypatch.setattr(server.SocketProtocol, "connection_lost", tell)
    _, token = world.player()
    game = world.open(token)
    with DeafClient(world, game):
        flood(world, game, lambda watcher: watcher.ending is not None)
        assert lost.wait(30)
    assert world.run(lambda: len(world.server.server_state.tasks)) == 0


# --- a gateway that stops --------------------------------------------------------------------


def test_a_gateway_that_stops_sends_its_sockets_elsewhere(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    with world.socket(game) as socket, world.bare_socket(game) as speechless:
        heard(socket)
        world.stop()
        assert closed(socket)[0] == 1012
        assert closed(speechless)[0] == 1012


def test_a_gateway_that_stops_finishes_what_it_serves(world: World) -> None:
    """The command was sent and its answer is awaited: it is given, and then the gateway ends."""
    _, token = world.player()
    game = world.open(token)
    world.link.holding = True
    sent = threading.Event()
    send = world.link.send

    async def send_and_tell(command: Command) -> None:
        await send(command)
        sent.set()

    world.link.send = send_and_tell  # type: ignore[method-assign]
    with ThreadPoolExecutor(2) as threads:
        sitting = threads.submit(world.sit, game, token, 0)
        assert sent.wait(30)
        stopping = threads.submit(world.stop)
        world.link.holding = False
        world.run(world.link.advance)
        assert sitting.result(30).status_code == 201
        stopping.result(30)
    assert not world.alive
