"""Listing games: by rules, by phase, one's own, page by page."""

from typing import Any

import pytest

from tests.services.gateway.world import World


def games(world: World, token: str | None = None, **query: object) -> list[str]:
    answer = world.get("/v1/games", token, **query)
    assert answer.status_code == 200, answer.text
    return [game["game"] for game in answer.json()["games"]]


def opened(world: World, token: str, number: int) -> list[str]:
    """Games, newest first; some of them in the same millisecond."""
    made = []
    for index in range(number):
        world.pipeline.clock.now += index % 2
        made.append(world.open(token, f"r{index}"))
    return made[::-1]


def test_every_game_is_listed_newest_first(world: World) -> None:
    _, token = world.player()
    made = opened(world, token, 5)
    assert games(world) == made


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_pages_follow_one_another_without_gap_or_repeat(limit: int, shared_world: World) -> None:
    _, token = shared_world.player()
    opened(shared_world, token, 7)
    everything = games(shared_world, limit=100)
    seen: list[str] = []
    before = None
    for _ in range(100):
        query: dict[str, Any] = {} if before is None else {"before": before}
        page = shared_world.get("/v1/games", limit=limit, **query).json()
        seen += [game["game"] for game in page["games"]]
        before = page["next"]
        if before is None:
            break
    assert seen == everything


def test_games_are_filtered_by_rules_phase_and_player(world: World) -> None:
    (_, ann), (_, bob) = world.player("Ann"), world.player("Bob")
    mine, other = world.open(ann), world.open(bob)
    over = world.open(ann, "over", bots=[0, 1, 2, 3])
    world.sit(mine, ann, 0)
    world.settle()
    assert games(world, rules="call_break") == [over, other, mine]
    assert games(world, rules="whist") == []
    assert games(world, phase="ended") == [over]
    assert games(world, phase="open") == [other, mine]
    assert games(world, ann, mine=True) == [mine]
    assert games(world, bob, mine=True) == []


def test_a_listed_game_says_who_sits_where(world: World) -> None:
    player, token = world.player("Zoë")
    game = world.open(token, bots=[1])
    world.sit(game, token, 2)
    (shown,) = world.get("/v1/games").json()["games"]
    assert shown["phase"] == "seating"
    assert shown["seats"] == [
        {"seat": 0, "kind": "empty", "player": None, "name": None},
        {"seat": 1, "kind": "bot", "player": None, "name": None},
        {"seat": 2, "kind": "human", "player": player, "name": "Zoë"},
        {"seat": 3, "kind": "empty", "player": None, "name": None},
    ]
    assert shown == world.get(f"/v1/games/{game}").json()


@pytest.mark.parametrize("asked", [{"deals": 1}, {"deals": 1, "pause_seconds": 3}])
def test_an_archived_game_of_bots_keeps_its_complete_options(
    asked: dict[str, Any], world: World
) -> None:
    _, token = world.player()
    game = world.open(token, bots=[0, 1, 2, 3], options=asked)
    world.settle()
    before = world.get(f"/v1/games/{game}").json()
    assert before["options"]["pause_seconds"] == asked.get("pause_seconds", 0)

    def close() -> None:
        world.pipeline.clock.now += 1
        world.pipeline.archivist.sweep(3)

    world.run(close)
    (row,) = world.games()
    assert row.closed_at is not None
    assert world.get(f"/v1/games/{game}").json() == before


def test_a_seat_that_was_left_is_empty_again(world: World) -> None:
    _, token = world.player()
    game = world.open(token, bots=[1])
    world.sit(game, token, 0)
    assert world.command(game, token, "table:leave").status_code == 200
    (shown,) = world.get("/v1/games").json()["games"]
    assert shown["seats"][0]["kind"] == "empty"


def test_a_reservation_that_never_became_a_table_is_no_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.games.VIEW_PATIENCE_S", 0.02)
    _, token = world.player()
    world.link.away = True
    world.post("/v1/games", {"request_id": "r1", "rules": "call_break"}, token)
    world.link.away = False
    (row,) = world.games()
    assert games(world) == []
    assert world.get(f"/v1/games/{row.game}/view").status_code == 503
    world.pipeline.clock.now += 60_001
    assert world.get(f"/v1/games/{row.game}").status_code == 404
    assert world.get(f"/v1/games/{row.game}/view").status_code == 404


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ({"limit": 0}, "query limit"),
        ({"limit": 101}, "query limit"),
        ({"limit": "ten"}, "query limit"),
        ({"limit": "1.5"}, "query limit"),
        ({"limit": "NaN"}, "query limit"),
        ({"limit": "9" * 30}, "query limit"),
        ({"phase": "running"}, "query phase"),
        ({"rules": "Call Break"}, "query rules"),
        ({"rules": "x" * 65}, "query rules"),
        ({"rules": "a\0"}, "query rules"),
        ({"mine": "perhaps"}, "query mine"),
        ({"before": "x"}, "query before"),
        ({"before": "1-03"}, "query before"),
        ({"before": "-1-" + "0" * 34}, "query before"),
        ({"before": "1" * 16 + "-" + "0" * 34}, "query before"),
        ({"before": "٣-" + "0" * 34}, "query before"),
        ({"before": "x" * 65}, "query before"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(
    query: dict[str, Any], where: str, shared_world: World
) -> None:
    answer = shared_world.get("/v1/games", **query)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert [fault["where"] for fault in answer.json()["faults"]] == [where]


@pytest.mark.parametrize(
    "query",
    [{"after": -1}, {"after": "x"}, {"after": 2**32}, {"limit": 0}, {"limit": 1001}],
)
def test_events_are_asked_for_within_bounds(query: dict[str, Any], shared_world: World) -> None:
    _, token = shared_world.player()
    game = shared_world.open(token)
    assert shared_world.get(f"/v1/games/{game}/events", **query).status_code == 400


def test_after_the_last_event_there_is_none(shared_world: World) -> None:
    _, token = shared_world.player()
    game = shared_world.open(token)
    for after in (4, 1000, 2**32 - 1):
        page = shared_world.get(f"/v1/games/{game}/events", after=after).json()
        assert page == {"events": [], "after": after, "last": 4}
