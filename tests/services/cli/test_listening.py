"""Where a gateway may listen, and how long it is waited for."""

import socket
import threading

import pytest

from services.cli import listening
from services.cli.http import Api
from tests.support.ports import free_port


def test_a_place_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(listening.PlaceTaken, match=f"127.0.0.1:{port}: Address already in"):
            listening.make_sure_of("127.0.0.1", port)
    listening.make_sure_of("127.0.0.1", port)


def test_an_address_of_another_machine_is_named() -> None:
    with pytest.raises(listening.PlaceTaken, match=r"203\.0\.113\.7:80"):
        listening.make_sure_of("203.0.113.7", 80)


def test_a_free_port_can_be_listened_on() -> None:
    port = listening.free_port("127.0.0.1")
    with socket.create_server(("127.0.0.1", port)):
        pass


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8420"),
        ("0.0.0.0", "http://127.0.0.1:8420"),
        ("::", "http://[::1]:8420"),
        ("::1", "http://[::1]:8420"),
        ("cards.example", "http://cards.example:8420"),
    ],
)
def test_how_it_is_reached_from_here(host: str, url: str) -> None:
    assert listening.url(host, 8420) == url


def nobody() -> Api:
    return Api(f"http://127.0.0.1:{free_port()}")


def test_who_asks_to_stop_is_not_kept_waiting() -> None:
    stop = threading.Event()
    listening.wait_for(nobody(), stop.set, stop, "logs")
    assert stop.is_set()


def test_what_the_watch_finds_ends_the_waiting() -> None:
    def watch() -> None:
        raise RuntimeError("it cannot run")

    with pytest.raises(RuntimeError):
        listening.wait_for(nobody(), watch, threading.Event(), "logs")


def test_a_gateway_that_is_never_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "READY_S_MAX", 0.0)
    with pytest.raises(listening.NotReady, match=r"see /here/logs$"):
        listening.wait_for(nobody(), lambda: None, threading.Event(), "/here/logs")
