"""JSON or MessagePack: what a body is read as, what an answer is written in."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, msgpack

from services.gateway.media import Media, media_of_answer, media_of_body
from services.gateway.problems import Problem
from tests.services.gateway.world import World, commitment

JSON, MSGPACK = Media.JSON, Media.MSGPACK


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/json", JSON),
        ("application/msgpack", MSGPACK),
        ("application/x-msgpack", MSGPACK),
        ("application/vnd.msgpack", MSGPACK),
        ("APPLICATION/MSGPACK", MSGPACK),
        ("text/html, application/*;q=0.8", JSON),
        ("application/json;q=0.5, application/msgpack", MSGPACK),
        ("application/json;q=0, */*", MSGPACK),
        ("application/msgpack;q=0.2, */*;q=0.1", MSGPACK),
        ("text/html;level=1, application/json;charset=utf-8;q=0.3", JSON),
        ("application/json;q=nonsense", JSON),
        (",,,application/msgpack,,", MSGPACK),
    ],
)
def test_the_best_liked_type_is_answered_in(accept: str | None, media: Media) -> None:
    assert media_of_answer(accept) is media


@pytest.mark.parametrize(
    "accept",
    ["text/html", "application/json;q=0", "application/xml, image/*", "*", "nonsense"],
)
def test_where_nothing_fits_it_is_not_acceptable(accept: str) -> None:
    with pytest.raises(Problem) as problem:
        media_of_answer(accept)
    assert problem.value.details.status == 406


@pytest.mark.parametrize(
    ("content_type", "media"),
    [
        ("application/json", JSON),
        ("application/json; charset=utf-8", JSON),
        ('Application/JSON;charset="UTF-8"', JSON),
        ("application/msgpack", MSGPACK),
        ("application/x-msgpack", MSGPACK),
    ],
)
def test_a_body_is_what_its_header_says(content_type: str, media: Media) -> None:
    assert media_of_body(content_type) is media


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "json",
    ],
)
def test_another_body_is_unsupported(content_type: str | None) -> None:
    with pytest.raises(Problem) as problem:
        media_of_body(content_type)
    assert problem.value.details.status == 415


@given(st.text(max_size=200))
def test_no_header_breaks_the_choice(header: str) -> None:
    assert status_of(media_of_answer, header) in {200, 406}
    assert status_of(media_of_body, header) in {200, 415}


def status_of(choose: Callable[[str], Media], header: str) -> int:
    try:
        choose(header)
    except Problem as problem:
        return problem.details.status
    return 200


def test_everything_may_be_said_in_messagepack(world: World) -> None:
    headers = {"Content-Type": "application/msgpack", "Accept": "application/msgpack"}

    def post(path: str, body: object, token: str | None = None) -> dict[str, object]:
        answer = world.request("POST", path, token, content=msgpack.encode(body), headers=headers)
        assert answer.headers["content-type"] == "application/msgpack"
        decoded: dict[str, object] = msgpack.decode(answer.content)
        return decoded

    token = str(post("/v1/players", {"name": "Ann"})["token"])
    body = {"request_id": "r1", "rules": "call_break", "options": {"deals": 1}, "bots": [1, 2, 3]}
    game = str(post("/v1/games", body, token)["game"])
    seat = {"command_id": "sit", "seat": 0, "commitment": commitment(game, 0)}
    assert post(f"/v1/games/{game}/seats", seat, token) == {"seat": 0, "accepted": [5, 5]}
    for path in ("", "/view", "/events"):
        packed = world.request("GET", f"/v1/games/{game}{path}", token, headers=headers)
        plain = world.get(f"/v1/games/{game}{path}", token)
        assert msgpack.decode(packed.content) == json.decode(plain.content)


def test_problems_are_json_whatever_is_liked(shared_world: World) -> None:
    answer = shared_world.request(
        "GET", "/v1/games/none/view", headers={"Accept": "application/msgpack"}
    )
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_what_cannot_be_answered_is_not_done(world: World) -> None:
    _, token = world.player()
    body = {"request_id": "r1", "rules": "call_break"}
    answer = world.request("POST", "/v1/games", token, json=body, headers={"Accept": "text/html"})
    assert answer.status_code == 406
    assert world.games() == []


def test_a_form_is_no_body(shared_world: World) -> None:
    answer = shared_world.request("POST", "/v1/players", data={"name": "Ann"})
    assert answer.status_code == 415
    assert answer.json()["faults"][0]["where"] == "header Content-Type"
