"""Taking a seat: the one asked for, or whichever is free."""

import pytest

from shared.ports import Command
from tests.services.gateway.memory_link import MemoryLink
from tests.services.gateway.world import World, commitment


def anywhere(game: str, command_id: str = "sit") -> dict[str, object]:
    return {"command_id": command_id, "commitments": [commitment(game, seat) for seat in range(4)]}


def test_a_player_takes_the_seat_asked_for(world: World) -> None:
    player, token = world.player()
    game = world.open(token)
    answer = world.sit(game, token, 0)
    assert (answer.status_code, answer.json()) == (201, {"seat": 0, "accepted": [5, 5]})
    seats = world.get(f"/v1/games/{game}").json()["seats"]
    assert seats[0] == {"seat": 0, "kind": "human", "player": player, "name": "Ann"}


def test_a_repeated_request_gets_the_same_seat_and_answer(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    first, second = (world.sit(game, token, 0) for _ in range(2))
    assert first.text == second.text


def test_a_taken_seat_is_refused_with_those_that_are_free(world: World) -> None:
    (_, ann), (_, bob) = world.player("Ann"), world.player("Bob")
    game = world.open(ann, bots=[1])
    world.sit(game, ann, 0)
    answer = world.sit(game, bob, 0)
    problem = answer.json()
    assert answer.status_code == 409
    assert (problem["code"], problem["clause"]) == ("table.seat_taken", "GR-SEAT-3")
    assert problem["params"] == {"seat": 0, "free": ["2", "3"]}
    assert problem["text"] == "seat 0 is taken; sit on seat 2 or 3"


def test_without_a_seat_named_the_first_free_one_is_taken(world: World) -> None:
    _, token = world.player()
    game = world.open(token, bots=[0, 2])
    answer = world.post(f"/v1/games/{game}/seats", anywhere(game), token)
    assert (answer.status_code, answer.json()["seat"]) == (201, 1)


def test_a_repeated_request_for_any_seat_gets_the_seat_of_the_first(world: World) -> None:
    _, token = world.player()
    game = world.open(token, bots=[0])
    answers = [world.post(f"/v1/games/{game}/seats", anywhere(game), token) for _ in range(3)]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].json()["seat"] == 1


def test_a_seat_taken_in_the_meantime_is_tried_elsewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view is a moment old: by the time the command arrives, Bob has sat down there."""
    _, ann = world.player()
    game = world.open(ann, bots=[0])
    send = MemoryLink.send
    raced: list[Command] = []

    async def overtaken(link: MemoryLink, command: Command) -> None:
        if command.command_id == "sit:1" and not raced:
            raced.append(command)
            link.pipeline.sit(game, "bob", 1)  # type: ignore[arg-type]
        await send(link, command)

    monkeypatch.setattr(MemoryLink, "send", overtaken)
    answer = world.post(f"/v1/games/{game}/seats", anywhere(game), ann)
    assert raced
    assert (answer.status_code, answer.json()["seat"]) == (201, 2)


def test_a_full_table_has_no_seat_left(world: World) -> None:
    (_, ann), (_, bob) = world.player("Ann"), world.player("Bob")
    game = world.open(ann)
    world.sit(game, ann, 0)
    answer = world.post(f"/v1/games/{game}/seats", anywhere(game), bob)
    assert (answer.status_code, answer.json()["code"]) == (409, "table.seats_closed")


def test_a_second_seat_at_the_same_table_is_refused(world: World) -> None:
    _, token = world.player()
    game = world.open(token, bots=[])
    world.sit(game, token, 0)
    for body in (
        {"command_id": "two", "seat": 1, "commitment": commitment(game, 1)},
        anywhere(game, "three"),
    ):
        answer = world.post(f"/v1/games/{game}/seats", body, token)
        assert answer.json()["code"] == "table.already_seated"


@pytest.mark.parametrize(
    "body",
    [
        {"seat": 0},
        {},
        {"commitment": "ab" * 32},
        {"seat": 0, "commitments": ["ab" * 32] * 4},
        {"seat": 0, "commitment": "ab" * 32, "commitments": ["ab" * 32] * 4},
        {"commitments": ["ab" * 32] * 3},
        {"commitments": ["ab" * 32] * 5},
        {"seat": 4, "commitment": "ab" * 32},
        {"seat": 0, "commitment": "AB" * 32},
        {"seat": 0, "commitment": "ab" * 32 + "\n"},
        {"seat": 0, "commitment": "ab" * 31},
        {"seat": 0, "commitment": "ab" * 32, "player": "f" * 32},
    ],
)
def test_a_commitment_that_does_not_fit_is_malformed(
    body: dict[str, object], shared_world: World
) -> None:
    _, token = shared_world.player()
    game = shared_world.open(token)
    answer = shared_world.post(f"/v1/games/{game}/seats", {"command_id": "c", **body}, token)
    assert answer.status_code == 400
    assert answer.json()["faults"]


def test_a_seat_that_takes_too_long_is_answered_with_where_to_ask(
    world: World, impatient: None
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.link.holding = True
    answer = world.sit(game, token, 0)
    assert answer.status_code == 202
    assert answer.json() == {"ask": f"/v1/games/{game}/commands/sit", "seat": 0}
