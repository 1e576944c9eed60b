"""Bodies that no one should send: each gets 4xx with a reason, none breaks the service."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json, msgpack

from tests.services.gateway.world import World

GAME = "03" + "0" * 32

GOOD: dict[str, dict[str, Any]] = {
    "/v1/players": {"name": "Ann"},
    "/v1/games": {
        "request_id": "r1",
        "rules": "call_break",
        "options": {"deals": 1},
        "bots": [1, 2, 3],
        "bots_at_stake": False,
    },
    f"/v1/games/{GAME}/seats": {"command_id": "c1", "seat": 0, "commitment": "ab" * 32},
    f"/v1/games/{GAME}/commands": {"command_id": "c1", "move": "play:KH", "turn": "1-00000000"},
}
PATHS = tuple(GOOD)

NOT_JSON = {
    "nothing": b"",
    "blank": b"   ",
    "cut": b'{"name": "Ann"',
    "trailing": b'{"name": "Ann"} x',
    "two values": b'{"name": "Ann"}{"name": "Bob"}',
    "single quotes": b"{'name': 'Ann'}",
    "bare word": b"{name: Ann}",
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "Ann"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"name": "Ann"}',
    "lone surrogate": b'{"name": "\\ud800"}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "null byte": b"\0",
    "zeros": b"\0" * 1000,
    "a comment": b'{"name": "Ann"} // hello',
    "deep array": b"[" * 50_000,
    "deep object": b'{"name":' * 8_000,
    "deep and whole": b'{"options":' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "deep in options": b'{"request_id":"r","rules":"call_break","options":{"stake":'
    + b"[" * 30_000
    + b"]" * 30_000
    + b"}}",
}
NOT_OBJECTS: tuple[object, ...] = (None, True, 0, 1.5, "text", [], [{}], [[]], -(10**24), 10**24)
WRONG_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    -1,
    4,
    0.5,
    1e300,
    2**63,
    2**64,
    10**24,
    -(10**24),
    "",
    "x" * 300,
    "\u0000",
    "line\nbreak",
    "٣",
    [],
    [0],
    [None],
    ["x"] * 5,
    {},
    {"a": {"b": {}}},
)


def wrong_bodies(path: str) -> Iterator[dict[str, Any]]:
    """The good body of ``path`` with one field at a time missing, unknown or wrong."""
    good = GOOD[path]
    for unknown in ("seat_of", "player", "__class__", "type", "$schema", "", "Name", "\u0000"):
        yield {**good, unknown: 1}
    for field in good:
        yield {key: value for key, value in good.items() if key != field}
        for value in WRONG_VALUES:
            yield {**good, field: value}


CORPUS = [
    pytest.param(path, body, id=f"{path.rpartition('/')[2]}-{number}")
    for path in PATHS
    for number, body in enumerate(wrong_bodies(path))
]


@pytest.fixture(scope="module")
def token(shared_world: World) -> str:
    return shared_world.player()[1]


def send(
    world: World, path: str, token: str, content: bytes, media: str = "application/json"
) -> httpx.Response:
    answer = world.request("POST", path, token, content=content, headers={"Content-Type": media})
    assert answer.status_code < 500, answer.text
    assert world.signals.alarms == []
    return answer


def assert_says_why(answer: httpx.Response) -> None:
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["request_id"] == answer.headers["x-request-id"]
    assert problem["detail"]
    for fault in problem.get("faults", []):
        assert fault["where"]
        assert fault["what"]
        assert fault["right"]
    if answer.status_code == 400:
        assert problem["faults"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("content", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_no_json_is_said_to_be_none(
    path: str, content: bytes, shared_world: World, token: str
) -> None:
    answer = send(shared_world, path, token, content)
    assert answer.status_code == 400
    assert_says_why(answer)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("value", NOT_OBJECTS)
def test_a_body_is_an_object(path: str, value: object, shared_world: World, token: str) -> None:
    for media, encode in (("json", json.encode), ("msgpack", msgpack.encode)):
        if media == "msgpack" and isinstance(value, int) and abs(value) > 2**63:
            continue
        answer = send(shared_world, path, token, encode(value), f"application/{media}")
        assert answer.status_code == 400
        assert_says_why(answer)


@pytest.mark.parametrize(("path", "body"), CORPUS)
def test_a_wrong_field_is_answered_below_500(
    path: str, body: dict[str, Any], shared_world: World, token: str
) -> None:
    answer = send(shared_world, path, token, json.encode(body))
    if answer.status_code >= 400:
        assert_says_why(answer)
    unknown = body.keys() - GOOD[path].keys()
    if unknown:
        assert answer.status_code == 400
        assert "unknown field" in answer.json()["detail"]


NOT_MSGPACK = {
    "reserved": b"\xc1",
    "cut map": b"\x81",
    "cut text": b"\x81\xa4name\xdb\xff\xff\xff\xff",
    "huge map": b"\xdf\xff\xff\xff\xff",
    "huge array": b"\xdd\xff\xff\xff\xff",
    "text that is not UTF-8": b"\x81\xa4name\xa2\xff\xfe",
    "key that is not UTF-8": b"\x81\xa2\xff\xfe\x01",
    "keys that are no texts": b"\x81\x01\x02",
    "extension": b"\x81\xa4name\xd4\x01\x00",
    "binary": b"\x81\xa4name\xc4\x03Ann",
    "deep": b"\x91" * 60_000,
    "deep in a field": b"\x81\xa7options" + b"\x91" * 60_000,
    "JSON": b'{"name": "Ann"}',
    "twice": msgpack.encode({"name": "Ann"}) * 2,
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("content", NOT_MSGPACK.values(), ids=NOT_MSGPACK.keys())
def test_what_is_no_messagepack_is_said_to_be_none(
    path: str, content: bytes, shared_world: World, token: str
) -> None:
    answer = send(shared_world, path, token, content, "application/msgpack")
    assert answer.status_code == 400
    assert_says_why(answer)


@pytest.mark.parametrize("path", PATHS)
def test_a_body_beyond_64_kib_is_too_large(path: str, shared_world: World, token: str) -> None:
    big = json.encode({"name": "x" * (64 * 1024)})
    answer = send(shared_world, path, token, big)
    assert answer.status_code == 413
    assert_says_why(answer)

    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1024

    answer = shared_world.request(
        "POST", path, token, content=chunks(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


def test_a_field_given_twice_counts_once(shared_world: World, token: str) -> None:
    """JSON leaves open which one counts (RFC 8259, 4): the last, here as in most readers."""
    answer = send(shared_world, "/v1/players", token, b'{"name": "Ann", "name": "Bob"}')
    assert answer.json()["name"] == "Bob"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/v1", 404),
        ("GET", "/v1/games/" + "x" * 5000, 404),
        ("GET", "/v1/games/%00", 404),
        ("GET", "/v1/games/%ff%fe/view", 404),
        ("GET", "/v1/games/..%2f..%2fetc/view", 404),
        ("GET", f"/v1/games/{GAME}/commands/%0a", 401),
        ("DELETE", "/v1/games", 405),
        ("PUT", "/v1/players", 405),
        ("PATCH", f"/v1/games/{GAME}/view", 405),
        ("GET", "/v1/players", 405),
        ("POST", "/v1/rules", 405),
        ("TRACE", "/v1/rules", 405),
        ("BREW", "/v1/rules", 400),
        ("GET", f"/v1/games/{GAME}/socket", 405),
        ("GET", f"/v1/games/{GAME}/view", 404),
    ],
)
def test_what_is_not_served_is_a_problem_too(
    method: str, path: str, status: int, shared_world: World
) -> None:
    answer = shared_world.request(method, path)
    assert answer.status_code == status
    if answer.headers["content-type"] != "text/plain; charset=utf-8":
        assert_says_why(answer)
    if status == 405:
        assert answer.headers["allow"]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)
FIELDS = st.sampled_from(sorted({field for body in GOOD.values() for field in body}))


@settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.sampled_from(PATHS), VALUES | st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_value_at_all_is_answered_below_500(
    shared_world: World, token: str, path: str, value: object
) -> None:
    text = json.encode(value)
    answer = send(shared_world, path, token, text)
    if answer.status_code >= 400:
        assert_says_why(answer)


@settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.sampled_from(PATHS),
    st.binary(max_size=200),
    st.sampled_from(["application/json", "application/msgpack"]),
)
def test_any_bytes_at_all_are_answered_below_500(
    shared_world: World, token: str, path: str, content: bytes, media: str
) -> None:
    assert send(shared_world, path, token, content, media).status_code in range(400, 500)
