"""What callers are told when it is not their fault, and under which number it is found."""

import pytest

from shared.flows.events import CODEC
from tests.services.gateway.world import World


def test_a_bug_of_ours_is_500_without_detail_and_an_alarm_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(world.house.lobby, "page", fail)
    answer = world.get("/v1/games")
    problem = answer.json()
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["type"] == "urn:greffier:problem:failed"
    assert "secret" not in answer.text
    ((what, facts),) = world.signals.alarms
    assert what == "request_failed"
    assert facts["request_id"] == problem["request_id"]
    assert facts["route"] == "GET /v1/games"
    assert "secret detail" in str(facts["error"])


def test_every_answer_has_a_request_id_and_a_callers_own_is_kept(shared_world: World) -> None:
    for path in ("/healthz", "/v1/rules", "/nothing", "/v1/games/x/view", "/docs/openapi.json"):
        drawn = shared_world.get(path).headers["x-request-id"]
        assert len(drawn) == 16
        own = shared_world.request("GET", path, headers={"X-Request-ID": "abc-1.2:3_4"})
        assert own.headers["x-request-id"] == "abc-1.2:3_4"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "é", "a\tb", '"quoted"'])
def test_a_request_id_that_could_be_mistaken_is_not_kept(given: str, shared_world: World) -> None:
    headers = {"X-Request-ID": given.encode()}
    answer = shared_world.request("GET", "/healthz", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["x-request-id"] != given


def test_health_is_the_processs_own_and_readiness_that_of_all_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert world.get("/healthz").json() == {"status": "ok"}
    assert world.get("/readyz").json() == {"status": "ready"}
    world.link.away = True
    assert world.get("/healthz").status_code == 200
    assert world.get("/readyz").status_code == 503


def test_an_event_that_cannot_be_read_stops_its_games_frames_and_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    broken, sound = world.open(token, "r1"), world.open(token, "r2")
    raws = world.pipeline.journal.read(broken)  # type: ignore[arg-type]
    decode = CODEC.decode

    def refuse(raw: bytes) -> object:
        return decode(b"\x90" if raw == raws[0] else raw)

    monkeypatch.setattr("services.gateway.frames.CODEC", type("C", (), {"decode": refuse}))
    with world.socket(broken, seq=0), world.socket(sound, seq=0) as other:
        other.recv(timeout=30)
    names = [what for what, _ in world.signals.alarms]
    assert names == ["frames_unreadable"]


def test_a_loop_that_fails_is_said_and_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.app.LOOP_RETRY_S", 0.01)
    _, token = world.player()
    game = world.open(token)
    told = world.house.hub._told
    failures = iter([ZeroDivisionError("once")])

    def fail_once(news: object) -> None:
        for failure in failures:
            raise failure
        told(news)  # type: ignore[arg-type]

    monkeypatch.setattr(world.house.hub, "_told", fail_once)
    with world.socket(game) as socket:
        socket.recv(timeout=30)
        world.sit(game, token, 0)
        world.sit(game, token, 0)
        socket.recv(timeout=30)
    ((what, facts),) = world.signals.alarms
    assert (what, facts["loop"]) == ("loop_failed", "Hub.follow")
