"""Opening a table: one for every request id, whatever becomes of the answers."""

from typing import Any

import pytest
from msgspec import json

from shared.catalogue import BY_NAME
from tests.services.gateway.world import World

BODY: dict[str, Any] = {
    "request_id": "r1",
    "rules": "call_break",
    "options": {"deals": 2, "stake": 10, "turn_seconds": 30},
    "bots": [1, 2],
    "bots_at_stake": True,
}


def opened(world: World) -> list[str]:
    return [row.game for row in world.games()]


def test_a_table_opens_with_its_options_complete(world: World) -> None:
    _, token = world.player()
    answer = world.post("/v1/games", BODY, token)
    game = answer.json()["game"]
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/games/{game}"
    assert answer.json()["accepted"] == [1, 3]
    shown = world.get(f"/v1/games/{game}").json()
    assert shown["options"] == {
        "deals": 2,
        "stake": 10,
        "turn_seconds": 30,
        "currency": {"code": "XXX", "exponent": 0},
        "level": "intermediate",
        "first_dealer": None,
        "time_bank_seconds": 0,
        "pause_seconds": 8,
        "abandon_seconds": 300,
        "card_counter": True,
        "spectators": "live",
    }
    assert [seat["kind"] for seat in shown["seats"]] == ["empty", "bot", "bot", "empty"]


def test_a_retry_opens_one_table_and_gets_the_same_answer(world: World) -> None:
    _, token = world.player()
    answers = [world.post("/v1/games", BODY, token) for _ in range(5)]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert {answer.status_code for answer in answers} == {201}
    assert len(opened(world)) == 1


def test_a_retry_may_write_its_options_in_another_order(world: World) -> None:
    _, token = world.player()
    options = dict(reversed(list(BODY["options"].items())))
    world.post("/v1/games", BODY, token)
    again = world.post("/v1/games", {**BODY, "options": options, "bots": [2, 1]}, token)
    assert again.status_code == 201
    assert len(opened(world)) == 1


def test_a_used_request_id_with_another_body_names_both(world: World) -> None:
    _, token = world.player()
    game = world.post("/v1/games", BODY, token).json()["game"]
    answer = world.post("/v1/games", {**BODY, "bots": []}, token)
    problem = answer.json()
    assert answer.status_code == 409
    assert problem["type"] == "urn:greffier:problem:request-id-reused"
    assert problem["game"] == game
    assert problem["held"] != problem["given"]
    assert "r1" in problem["detail"]


def test_two_players_may_choose_the_same_request_id(world: World) -> None:
    (_, first), (_, second) = world.player(), world.player()
    games = {world.post("/v1/games", BODY, token).json()["game"] for token in (first, second)}
    assert len(games) == 2


def test_a_request_whose_answer_was_lost_finds_its_table(world: World) -> None:
    """The first try got no further than the reservation; the second opens that very game."""
    _, token = world.player()
    world.link.away = True
    assert world.post("/v1/games", BODY, token).status_code == 503
    (reserved,) = opened(world)
    world.link.away = False
    assert world.post("/v1/games", BODY, token).json()["game"] == reserved


def test_what_takes_too_long_is_answered_with_where_to_ask(world: World, impatient: None) -> None:
    _, token = world.player()
    world.link.holding = True
    answer = world.post("/v1/games", BODY, token)
    assert answer.status_code == 202
    ask = answer.json()["ask"]
    assert answer.headers["location"] == ask
    assert world.get(ask, token).status_code == 404
    world.link.holding = False
    world.run(world.link.advance)
    assert world.get(ask, token).json() == {"accepted": [1, 3]}


@pytest.mark.parametrize(
    ("changes", "code", "clause"),
    [
        ({"rules": "whist"}, "table.unknown_rules", "GR-GAME-3"),
        ({"bots": [1, 1]}, "table.seat_twice", "CO-SEAT-1"),
        ({"bots_at_stake": False}, "table.bots_at_stake", "CO-PAY-5"),
        ({"options": {"deals": 0}}, "call_break.deals_out_of_bounds", "CB-END-1"),
        ({"options": {"deals": 101}}, "call_break.deals_out_of_bounds", "CB-END-1"),
        ({"options": {}, "bots": [0, 1, 2, 3]}, "call_break.bots_need_deals", "CB-END-1"),
    ],
)
def test_a_table_that_the_rules_refuse_reserves_nothing(
    changes: dict[str, Any], code: str, clause: str, world: World
) -> None:
    _, token = world.player()
    answer = world.post("/v1/games", {**BODY, **changes}, token)
    problem = answer.json()
    assert answer.status_code == 409
    assert (problem["code"], problem["clause"]) == (code, clause)
    assert problem["text"]
    assert "{" not in problem["text"]
    assert opened(world) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "tr"])
def test_who_may_not_seat_bots_at_a_stake_is_told_how_to(language: str, world: World) -> None:
    _, token = world.player()
    body, headers = {**BODY, "bots_at_stake": False}, {"Accept-Language": language}
    answer = world.request("POST", "/v1/games", token, json=body, headers=headers)
    assert answer.json()["text"].endswith("`bots_at_stake: true`")


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"stakes": 1}, "body at $.options"),
        ({"stake": -1}, "body at $.options.stake"),
        ({"stake": 1.5}, "body at $.options.stake"),
        ({"stake": "1"}, "body at $.options.stake"),
        ({"stake": True}, "body at $.options.stake"),
        ({"stake": 10**25}, "body at $.options.stake"),
        ({"deals": 10**25}, "body at $.options.deals"),
        ({"deals": -(10**25)}, "body at $.options.deals"),
        ({"deals": [1]}, "body at $.options.deals"),
        ({"level": "grandmaster"}, "body at $.options.level"),
        ({"currency": "EUR"}, "body at $.options.currency"),
        ({"currency": {"code": "EUR", "symbol": "€"}}, "body at $.options.currency"),
        ({"currency": {"code": "EUR\n"}}, "body at $.options.currency.code"),
        ({"first_dealer": 4}, "body at $.options.first_dealer"),
        ({"turn_seconds": 0}, "body at $.options.turn_seconds"),
        ({"spectators": None}, "body at $.options.spectators"),
    ],
)
def test_an_option_that_cannot_be_read_is_named(
    options: dict[str, Any], where: str, shared_world: World
) -> None:
    _, token = shared_world.player()
    answer = shared_world.post("/v1/games", {**BODY, "options": options}, token)
    (fault,) = answer.json()["faults"]
    assert answer.status_code == 400
    assert fault["where"] == where
    assert "stake" in fault["right"] or "at most" in fault["right"]


def call_break(rules: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in rules["kinds"] if one["rules"] == "call_break")
    return found


def test_the_schema_of_the_options_accepts_what_the_gateway_accepts(shared_world: World) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    kind = call_break(shared_world.get("/v1/rules").json())
    validator = jsonschema.Draft202012Validator(kind["options"])
    validator.check_schema(kind["options"])
    assert validator.is_valid(BODY["options"])
    assert validator.is_valid({})
    for wrong in ({"stake": -1}, {"stakes": 1}, {"deals": 101}, {"level": "grandmaster"}):
        assert not validator.is_valid(wrong), wrong


def test_the_rules_say_how_moves_are_written(shared_world: World) -> None:
    rules = shared_world.get("/v1/rules").json()
    assert [kind["rules"] for kind in rules["kinds"]] == list(BY_NAME)
    kind = call_break(rules)
    assert (kind["ruleset"], len(kind["deck"])) == (1, 52)
    assert [move["form"] for move in kind["moves"]] == ["call:{tricks}", "play:{card}"]
    assert "table:ready" in rules["table_commands"]


def test_the_options_asked_for_are_kept_with_the_reservation(world: World) -> None:
    _, token = world.player()
    world.post("/v1/games", BODY, token)
    (row,) = world.games()
    assert json.decode(row.options or "") == BODY["options"]
    assert row.client == "default"
