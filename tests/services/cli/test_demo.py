"""The demo's own part: its table's options, watching a game to its end, what is said of it."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from services.cli import demo
from services.cli.doors import Running
from services.cli.http import Api, GatewayRefused, GatewayUnreachable
from services.cli.sources import archived
from tests.support.pipeline import Pipeline, game_id
from tests.support.ports import free_port

GAME = game_id()


class Gateway(ThreadingHTTPServer):
    """Answers with what a test lays down, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[tuple[int, bytes]]] = {}
        """By ``METHOD path``: each is given once, the last one again and again."""
        self.asked: list[tuple[str, str | None, Any]] = []
        """What (``METHOD path``), with which token, with which body."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def lay_down(self, what: str, *answers: Any, status: int = 200) -> None:
        self.answers[what] = [(status, json.dumps(answer).encode()) for answer in answers]


class _Handler(BaseHTTPRequestHandler):
    server: Gateway

    def do_GET(self) -> None:
        what = f"{self.command} {self.path}"
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.asked.append((what, self.headers.get("Authorization"), body))
        waiting = self.server.answers.get(what, [(404, b"{}")])
        status, content = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815 - the name that the standard library calls

    def log_message(self, *_args: Any) -> None:
        """Tests print nothing."""


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


# --- options ---------------------------------------------------------------------------------


def test_options_are_typed_by_how_they_are_written() -> None:
    given = [
        "deals=5",
        "pause_seconds=7",
        "card_counter=true",
        "spectators=none",
        "turn_seconds=null",
    ]
    assert demo.options("call_break", given, None, 3) == {
        "stake": 3,
        "deals": 5,
        "pause_seconds": 7,
        "card_counter": True,
        "spectators": "none",
        "turn_seconds": None,
    }


def test_a_demo_is_short_unless_more_is_asked_for() -> None:
    short = {"stake": 0, "pause_seconds": 0}
    assert demo.options("call_break", [], None, 0) == short | {"deals": demo.DEALS}
    assert demo.options("call_break", [], 9, 0) == short | {"deals": 9}


@pytest.mark.parametrize("text", ["deals", "=3", ""])
def test_an_option_is_a_name_and_a_value(text: str) -> None:
    with pytest.raises(demo.WrongOption):
        demo.options("call_break", [text], None, 0)


def test_what_a_game_has_no_option_for_is_said_with_what_it_has() -> None:
    with pytest.raises(demo.WrongOption, match=r"^king_russian has no option deals; .*level"):
        demo.options("king_russian", [], 3, 0)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("level=genius", "level cannot be 'genius': one of beginner, intermediate, expert"),
        ("pause_seconds=-1", "pause_seconds cannot be -1: Expected `int` >= 0"),
    ],
)
def test_a_wrong_value_is_said_with_what_would_be_right(option: str, said: str) -> None:
    with pytest.raises(demo.WrongOption) as raised:
        demo.options("call_break", [option], None, 0)
    assert str(raised.value).startswith(said)


# --- watching --------------------------------------------------------------------------------


def opened(gateway: Gateway) -> None:
    gateway.lay_down("POST /v1/players", {"player": "p", "token": "secret"})
    gateway.lay_down("POST /v1/games", {"game": GAME})


def view(seq: int, deal: int | None) -> dict[str, Any]:
    return {"seq": seq, "view": {"deal": None if deal is None else {"number": deal}}}


def running(gateway: Gateway, stop: threading.Event | None = None) -> Running:
    return Running(gateway.url, "data", lambda: None, stop or threading.Event())


def test_a_game_is_watched_until_sql_holds_its_end(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "POLL_S", 0.0)
    opened(gateway)
    going_on, ended = {"ended_at": None}, {"ended_at": 1_700_000_000_000}
    gateway.lay_down(f"GET /v1/games/{GAME}", going_on, going_on, going_on, ended)
    gateway.lay_down(f"GET /v1/games/{GAME}/view", view(1, None), view(9, 1), view(99, 2))
    assert demo.play(running(gateway), "call_break", {"deals": 2}) == GAME
    assert gateway.asked[1] == (
        "POST /v1/games",
        "Bearer secret",
        {
            "request_id": "demo",
            "rules": "call_break",
            "options": {"deals": 2},
            "bots": [0, 1, 2, 3],
            "bots_at_stake": True,
        },
    )
    assert [what for what, _, _ in gateway.asked].count(f"GET /v1/games/{GAME}/view") == 3


def test_a_game_that_stands_still_is_given_up(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "POLL_S", 0.0)
    monkeypatch.setattr(demo, "STILL_S_MAX", 0.0)
    opened(gateway)
    gateway.lay_down(f"GET /v1/games/{GAME}", {"ended_at": None})
    gateway.lay_down(f"GET /v1/games/{GAME}/view", view(7, 1))
    with pytest.raises(demo.GameStuck, match="stood at entry 7"):
        demo.play(running(gateway), "call_break", {})


def test_who_asks_to_stop_need_not_see_the_end(gateway: Gateway) -> None:
    opened(gateway)
    gateway.lay_down(f"GET /v1/games/{GAME}", {"ended_at": None})
    gateway.lay_down(f"GET /v1/games/{GAME}/view", view(7, 1))
    stop = threading.Event()
    stop.set()
    with pytest.raises(demo.Stopped):
        demo.play(running(gateway, stop), "call_break", {})


def test_what_the_gateway_refuses_is_said_in_its_words(gateway: Gateway) -> None:
    gateway.lay_down("POST /v1/players", {"player": "p", "token": "secret"})
    problem = {"title": "Malformed", "detail": "deals: at most 50"}
    gateway.lay_down("POST /v1/games", problem, status=422)
    with pytest.raises(GatewayRefused, match=r"^422 Malformed: deals: at most 50$"):
        demo.play(running(gateway), "call_break", {"deals": 51})


def test_what_is_no_gateway_is_not_taken_for_one(gateway: Gateway) -> None:
    gateway.answers["GET /readyz"] = [(200, b"<html>")]
    assert not Api(gateway.url).ready()
    with pytest.raises(GatewayUnreachable, match="no gateway"):
        Api(gateway.url).get("/readyz")
    gateway.lay_down("GET /readyz", {"status": "ready"})
    assert Api(gateway.url).ready()


def test_a_gateway_that_is_not_there_is_named() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    assert not Api(url).ready()
    with pytest.raises(GatewayUnreachable, match=url):
        Api(url).get("/readyz")


# --- the report ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> Pipeline:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), deals=1, stake=10)
    pipeline.settle()
    return pipeline


def test_a_finished_game_is_reported_with_score_ledger_and_verdict(
    played: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    source = archived(GAME, played.archive, played.archive)
    assert demo.report(source) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "score"
    assert "the game's clearing account: 0" in lines
    assert lines[-1] == "verdict: bytes good, rules good, money good"


def test_a_report_of_wrong_books_is_no_good_one(
    played: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    from msgspec.structs import replace

    source = archived(GAME, played.archive, played.archive)
    transfers = tuple(source.witness.transfers or ())
    forged = (replace(transfers[0], amount=transfers[0].amount + 1), *transfers[1:])
    wrong = replace(source, witness=replace(source.witness, transfers=forged))
    assert demo.report(wrong) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("money WRONG")
