"""What a connection may cost before anything is asked with it: bytes, fragments, time."""

import socket as sockets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.frames import Frame, Opcode

from services.gateway import server
from services.gateway.replying import BODY_BYTES_MAX
from tests.services.gateway.world import World, heard

HEAD = b"Host: gateway\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HEAD
POST = b"POST /v1/players HTTP/1.1\r\n" + HEAD
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
SOCKET = b"GET /v1/games/x/socket HTTP/1.1\r\n" + HEAD + UPGRADE
TOO_MUCH = server.WRAPPING_BYTES_MAX + 1


@contextmanager
def connected(world: World) -> Iterator[sockets.socket]:
    with sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM) as connection:
        connection.settimeout(30)
        connection.connect(world.place)
        yield connection


def said_to_the_end(connection: sockets.socket) -> bytes:
    """Everything until the server hangs up, in whatever way."""
    said = b""
    try:
        while data := connection.recv(65_536):
            said += data
    except ConnectionResetError:
        pass
    return said


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_PATIENCE_S", 0.01)


ENDLESS = {
    "a header": GET + b"X: " + b"x" * TOO_MUCH,
    "headers": GET + b"X: y\r\n" * (TOO_MUCH // 6 + 1),
    "a trailer": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: " + b"x" * TOO_MUCH,
    "a chunk's size": POST + b"Transfer-Encoding: chunked\r\n\r\n2;" + b"x" * TOO_MUCH,
}


@pytest.mark.parametrize("request_", ENDLESS.values(), ids=ENDLESS.keys())
def test_what_wraps_a_body_ends(request_: bytes, shared_world: World) -> None:
    with connected(shared_world) as connection:
        connection.sendall(request_)
        assert said_to_the_end(connection).startswith(b"HTTP/1.1 431 ")
    assert shared_world.get("/healthz").status_code == 200


def test_a_body_in_the_smallest_chunks_is_taken(shared_world: World) -> None:
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"name": "Ann"}' + b" " * 1_000)
    with connected(shared_world) as connection:
        head = b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(POST + head + chunks + b"0\r\n\r\n")
        assert said_to_the_end(connection).startswith(b"HTTP/1.1 201 ")


def test_a_body_of_megabytes_is_told_that_it_is_too_large(shared_world: World) -> None:
    answer = shared_world.request(
        "POST",
        "/v1/players",
        content=b" " * (64 * BODY_BYTES_MAX),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413


UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET /heal",
    "half a head": GET,
    "half a body": POST + b'Content-Length: 20\r\n\r\n{"name":',
    "half a second request": GET + b"\r\n" + GET,
    "a socket with a body": SOCKET + b"Content-Length: 5\r\n\r\nhello",
    "a socket with half a body": SOCKET + b"Transfer-Encoding: chunked\r\n\r\n",
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("request_", UNFINISHED.values(), ids=UNFINISHED.keys())
def test_what_does_not_come_is_not_waited_for(request_: bytes, shared_world: World) -> None:
    with connected(shared_world) as connection:
        connection.sendall(request_)
        said_to_the_end(connection)
    assert shared_world.signals.alarms == []


def test_whoever_leaves_in_the_middle_of_a_body_is_no_alarm(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, served = threading.Event(), threading.Event()
    on_body = server.HttpProtocol.on_body

    def tell(protocol: server.HttpProtocol, body: bytes) -> None:
        on_body(protocol, body)
        (task,) = world.server.server_state.tasks
        task.add_done_callback(lambda _: served.set())
        arrived.set()

    monkeypatch.setattr(server.HttpProtocol, "on_body", tell)
    with connected(world) as connection:
        connection.sendall(POST + b'Content-Length: 20\r\n\r\n{"name":')
        assert arrived.wait(30)
    assert served.wait(30)
    assert world.signals.alarms == []


@pytest.mark.usefixtures("impatient")
def test_a_socket_is_no_request_that_lasts_too_long(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    with world.socket(game) as socket:
        heard(socket)
        with connected(world) as later:
            assert said_to_the_end(later) == b""
        assert socket.ping().wait(30)


@pytest.mark.parametrize("header", [b"X: y\r\n" * 200, b"X: " + b"x" * 10_000 + b"\r\n"])
def test_a_handshake_that_cannot_be_read_is_answered(header: bytes, shared_world: World) -> None:
    with connected(shared_world) as connection:
        connection.sendall(SOCKET + header + b"\r\n")
        assert said_to_the_end(connection).startswith(b"HTTP/1.1 431 ")


def test_fragments_that_hold_nothing_end(shared_world: World) -> None:
    with connected(shared_world) as connection:
        connection.sendall(SOCKET + b"\r\n")
        connection.recv(65_536)
        first = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True)
        further = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
        connection.sendall(first + further * (2 * server.FRAGMENTS_MAX))
        assert b"too many fragments" in said_to_the_end(connection)


def test_pings_whose_pongs_nobody_reads_end(
    shared_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "UNREAD_BYTES_MAX", 1024)
    pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 100_000
    with connected(shared_world) as connection:
        connection.sendall(SOCKET + b"\r\n")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            connection.sendall(pings)
