"""Who sees what of a table: seats, passers-by, delayed spectators; before, during and after."""

from typing import Any

import httpx
import pytest

from services.gateway.sight import OptionFacts, SeatFacts, TableFacts, viewer_of
from tests.services.gateway.world import SEED, World

SEATS = tuple(
    SeatFacts("human" if player else "bot", player) for player in ("ann", None, "bob", None)
)


def facts(spectators: Any, phase: Any) -> TableFacts:
    return TableFacts("call_break", 1, phase, SEATS, OptionFacts(spectators))


@pytest.mark.parametrize("spectators", ["live", "delayed", "none"])
@pytest.mark.parametrize("phase", ["seating", "revealing", "playing", "between_deals", "over"])
def test_a_player_looks_from_the_seat_and_from_no_other(spectators: str, phase: str) -> None:
    table = facts(spectators, phase)
    assert viewer_of(table, "ann") == "seat:0"
    assert viewer_of(table, "bob") == "seat:2"


@pytest.mark.parametrize("player", [None, "eve"])
@pytest.mark.parametrize(
    ("spectators", "phase", "viewer"),
    [
        ("live", "seating", "public"),
        ("live", "playing", "public"),
        ("live", "over", "public"),
        ("delayed", "seating", "public"),
        ("delayed", "revealing", "delayed"),
        ("delayed", "playing", "delayed"),
        ("delayed", "over", "delayed"),
        ("none", "seating", "public"),
        ("none", "revealing", None),
        ("none", "playing", None),
        ("none", "over", None),
    ],
)
def test_a_stranger_sees_what_the_table_lets_them(
    spectators: str, phase: str, viewer: str | None, player: str | None
) -> None:
    assert viewer_of(facts(spectators, phase), player) == viewer


def view(world: World, game: str, token: str | None) -> dict[str, Any]:
    answer = world.get(f"/v1/games/{game}/view", token)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def test_only_the_seats_own_player_sees_its_cards(world: World) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game = world.open(ann)
    world.start(game, ann)
    own = view(world, game, ann)
    assert own["view"]["viewer"] == 0
    assert len(own["view"]["match"]["hand"]) == 13
    assert own["turn"] is not None
    for token in (eve, None):
        seen = view(world, game, token)
        assert seen["view"]["viewer"] is None
        assert seen["view"]["match"]["hand"] is None
        assert seen["view"]["match"]["legal"] == []
        assert seen["turn"] is None


def test_events_of_a_running_deal_hold_no_card_that_was_not_played(world: World) -> None:
    _, ann = world.player()
    game = world.open(ann)
    world.start(game, ann)
    hand = view(world, game, ann)["view"]["match"]["hand"]
    text = world.get(f"/v1/games/{game}/events").text
    assert not [card for card in hand if f'"{card}"' in text]


def test_delayed_spectators_stop_at_the_last_opened_deal(world: World) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game = world.open(ann, options={"deals": 2, "spectators": "delayed", "pause_seconds": 0})
    world.start(game, ann)
    before = view(world, game, None)
    assert before["view"]["phase"] == "revealing"
    own = view(world, game, ann)
    assert own["seq"] > before["seq"]
    events = world.get(f"/v1/games/{game}/events", eve).json()
    assert events["last"] == before["seq"]
    assert events["events"][-1]["seq"] == before["seq"]
    while view(world, game, ann)["view"]["deal"]["number"] == 1:
        world.play(game, ann)
    after = view(world, game, eve)
    assert len(after["view"]["match"]["deals"]) == 1
    shown = world.get(f"/v1/games/{game}/events").json()["events"]
    assert shown[-1]["seq"] == after["seq"]
    assert "table.deal_opened" in [event["type"] for event in shown]
    assert len(world.get(f"/v1/games/{game}/events", ann).json()["events"]) > len(shown)


def stripped(answer: httpx.Response) -> tuple[int, dict[str, Any]]:
    problem = answer.json()
    del problem["request_id"]
    return answer.status_code, problem


def test_a_table_without_spectators_answers_strangers_as_if_it_were_not_there(
    world: World,
) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game, absent = world.open(ann, options={"deals": 1, "spectators": "none"}), "03" + "f" * 32
    assert view(world, game, eve)["view"]["phase"] == "seating"
    world.start(game, ann)
    turn = view(world, game, ann)["turn"]

    def everything(one: str, token: str | None) -> list[tuple[int, dict[str, Any]]]:
        reads = ("", "/view", "/events", "/commands/c1")
        move = {"command_id": "c1", "move": "call:3", "turn": turn}
        seat = {"command_id": "c2", "seat": 0, "commitment": "ab" * 32}
        anywhere = {"command_id": "c3", "commitments": ["ab" * 32] * 4}
        return [
            *(stripped(world.get(f"/v1/games/{one}{path}", token)) for path in reads),
            *(
                stripped(world.post(f"/v1/games/{one}/{path}", body, token))
                for path, body in (("commands", move), ("seats", seat), ("seats", anywhere))
            ),
        ]

    for token in (eve, None):
        hidden, missing = everything(game, token), everything(absent, token)
        assert hidden == missing
        assert {status for status, _ in hidden} <= {401, 404}
    assert world.get("/v1/games", eve).json()["games"] == []
    assert [one["game"] for one in world.get("/v1/games", ann).json()["games"]] == [game]


def test_a_view_that_is_not_there_yet_is_waited_for(world: World) -> None:
    _, ann = world.player()
    game = world.open(ann)

    def lose() -> None:
        world.pipeline.cache.flush()
        world.link._told = 0
        loop = world._loop
        loop.call_later(0.05, rebuild)

    def rebuild() -> None:
        world.pipeline.tables.rebuild([game])  # type: ignore[list-item]
        world.link.tell()

    world.run(lose)
    assert view(world, game, None)["view"]["phase"] == "seating"


def test_a_view_that_nobody_makes_is_unavailable(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.games.VIEW_PATIENCE_S", 0.02)
    _, ann = world.player()
    game = world.open(ann)
    world.run(world.pipeline.cache.flush)
    answer = world.get(f"/v1/games/{game}/view")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


def test_an_archived_game_is_seen_as_it_ended_from_sql(world: World) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game = world.open(ann)
    world.start(game, ann)
    for _ in range(14):
        world.play(game, ann)
    world.command(game, ann, "table:ready", command_id="late")
    last = {token: view(world, game, token) for token in (ann, eve, None)}
    events = world.get(f"/v1/games/{game}/events").json()
    answer = world.get(f"/v1/games/{game}/commands/sit", ann).text
    shown = world.get(f"/v1/games/{game}").json()

    def close() -> None:
        world.pipeline.clock.now += 1
        world.pipeline.archivist.sweep(3)

    world.run(close)
    head = world.pipeline.journal.head(game)  # type: ignore[arg-type]
    assert head is not None
    assert head.status == "closed"
    for token in (ann, eve, None):
        assert view(world, game, token) == last[token]
    assert world.get(f"/v1/games/{game}/events").json() == events
    assert world.get(f"/v1/games/{game}/events", after=20, limit=3).json() == {
        "events": events["events"][20:23],
        "after": 20,
        "last": events["last"],
    }
    assert world.get(f"/v1/games/{game}/commands/sit", ann).text == answer
    assert world.get(f"/v1/games/{game}/commands/late", ann).json()["code"] == "table.game_over"
    assert world.get(f"/v1/games/{game}").json() == shown
    assert world.get("/v1/games").json()["games"] == [shown]
    again = world.command(game, ann, f"table:seed:{SEED}", command_id=f"table:seed:{SEED}"[:40])
    assert again.status_code == 200
