"""Moves and table commands over HTTP: answered after the commit, refused with a reason."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.gateway import history
from shared.flows.answers import refusal_given
from shared.ports import Busy, Command, Refused
from tests.services.gateway.world import SEED, World
from tests.support.pipeline import PARTITION


def view_of(world: World, game: str, token: str) -> dict[str, object]:
    view: dict[str, object] = world.get(f"/v1/games/{game}/view", token).json()
    return view


def test_a_whole_game_is_played_over_http(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    for _ in range(14):
        assert world.play(game, token).status_code == 200
    view = world.get(f"/v1/games/{game}/view", token).json()["view"]
    assert (view["phase"], view["reason"]) == ("over", "completed")
    assert len(view["match"]["deals"]) == 1
    assert world.signals.alarms == []


def test_a_move_is_answered_with_its_events(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    view = view_of(world, game, token)
    answer = world.command(game, token, "call:3", str(view["turn"]))
    assert answer.status_code == 200
    (first, last) = answer.json()["accepted"]
    events = world.get(f"/v1/games/{game}/events", after=first - 1, limit=last - first + 1).json()
    assert [event["type"] for event in events["events"]] == ["call_break.called"]


def test_a_card_against_the_rules_is_refused_with_its_clause(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    answer = world.command(game, token, "call:14", turn)
    problem = answer.json()
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert (problem["code"], problem["clause"]) == ("call_break.call_out_of_bounds", "CB-CALL-2")
    assert problem["text"] == "a call is a whole number from 2 to 13"
    assert problem["params"] == {"least": 2, "most": 13}


@pytest.mark.parametrize("turn", ["1-00000000", "4294967295-ffffffff"])
def test_a_move_for_another_turn_is_stale(turn: str, world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    answer = world.command(game, token, "call:3", turn)
    assert (answer.status_code, answer.json()["code"]) == (409, "table.stale_turn")


def test_a_move_without_a_turn_is_told_which_it_is(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = view_of(world, game, token)["turn"]
    refused = world.command(game, token, "call:3", None).json()
    assert (refused["code"], refused["params"]) == ("table.turn_missing", {"current": turn})


def test_a_table_command_carries_no_turn(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    answer = world.command(game, token, "table:leave", turn)
    assert answer.json()["code"] == "table.turn_on_table_command"
    assert world.command(game, token, "table:leave", command_id="other").status_code == 200


def test_the_seat_is_the_tokens_and_nobody_moves_for_another(world: World) -> None:
    (_, ann), (_, bob) = world.player("Ann"), world.player("Bob")
    game = world.open(ann, bots=[2, 3])
    world.sit(game, ann, 0)
    world.sit(game, bob, 1)
    for token in (ann, bob):
        world.command(game, token, f"table:seed:{SEED}")
    world.settle()
    views = {token: view_of(world, game, token) for token in (ann, bob)}
    mover = ann if views[ann]["turn"] else bob
    other = bob if mover is ann else ann
    turn = str(views[mover]["turn"])
    assert views[other]["turn"] is None
    refusal = world.command(game, other, "call:3", turn)
    assert refusal.json()["code"] == "call_break.not_your_call"
    assert world.command(game, mover, "call:3", turn).status_code == 200


def test_the_same_command_gets_the_same_answer_and_one_event(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    view = view_of(world, game, token)
    with ThreadPoolExecutor(8) as threads:
        answers = list(
            threads.map(
                lambda _: world.command(game, token, "call:3", str(view["turn"]), "once"),
                range(100),
            )
        )
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    asked = world.get(f"/v1/games/{game}/commands/once", token)
    assert asked.text == answers[0].text


def test_a_used_id_with_other_content_is_refused_as_such(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    world.command(game, token, "call:3", turn, "once")
    problem = world.command(game, token, "call:4", turn, "once").json()
    assert problem["code"] == "table.id_reused"
    assert problem["params"] == {"command_id": "once"}


def test_a_refusal_can_be_asked_for_again(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    refused = world.command(game, token, "table:leave", command_id="c1")
    asked = world.get(f"/v1/games/{game}/commands/c1", token)
    assert refused.json()["code"] == "table.not_seated"
    assert asked.status_code == 409
    assert asked.json()["code"] == "table.not_seated"


def test_a_refusal_in_a_deal_can_be_asked_for_whatever_became_of_the_cache(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    refused = world.command(game, token, "call:14", turn, "c1").json()
    ask = f"/v1/games/{game}/commands/c1"

    def without_its_number(problem: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in problem.items() if name != "request_id"}

    told = without_its_number(refused)
    assert without_its_number(world.get(ask, token).json()) == told
    world.link.forgetful = True
    assert world.get(ask, token).json()["code"] == "table.sealed"
    again = world.command(game, token, "call:14", turn, "c1").json()
    assert without_its_number(again) == told
    for _ in range(14):
        world.play(game, token)
    assert without_its_number(world.get(ask, token).json()) == told
    world.pipeline.clock.now += 3_600_000
    world.run(lambda: world.pipeline.archivist.sweep(PARTITION))
    assert without_its_number(world.get(ask, token).json()) == told


def test_a_log_is_searched_for_a_refusals_key_beside_the_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    world.command(game, token, "call:14", str(view_of(world, game, token)["turn"]), "c1")
    world.link.forgetful = True
    threads = []
    entries = world.link.entries

    async def read(*asked: Any) -> list[bytes]:
        threads.append(threading.get_ident())
        return await entries(*asked)

    def search(*asked: Any) -> Refused:
        threads.append(threading.get_ident())
        return refusal_given(*asked)

    monkeypatch.setattr(world.link, "entries", read)
    monkeypatch.setattr(history, "refusal_given", search)
    world.get(f"/v1/games/{game}/commands/c1", token)
    loop, other = threads
    assert loop != other


def deaf_to_the_first(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """The reply to the next command sent is lost, later ones are heard; what was sent."""
    sent: list[Command] = []
    send = world.link.send

    async def heard_the_second_time(command: Command) -> None:
        sent.append(command)
        world.link.deaf = len(sent) == 1
        await send(command)

    monkeypatch.setattr(world.link, "send", heard_the_second_time)
    return sent


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_lost_refusal_is_asked_of_the_worker_again(
    forgetful: bool, world: World, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    sent = deaf_to_the_first(world, monkeypatch)
    world.link.forgetful = forgetful
    answer = world.command(game, token, "call:14", turn, "c1")
    assert answer.json()["code"] == "call_break.call_out_of_bounds"
    assert len(sent) == 2


def test_a_queue_that_fills_up_in_between_does_not_deny_that_the_command_was_sent(
    world: World, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    sent, send = [], world.link.send

    async def full_the_second_time(command: Command) -> None:
        sent.append(command)
        if len(sent) > 1:
            raise Busy
        await send(command)

    monkeypatch.setattr(world.link, "send", full_the_second_time)
    world.link.deaf = world.link.forgetful = True
    answer = world.command(game, token, "call:14", turn, "c1")
    assert answer.status_code == 202
    assert len(sent) > 1


def test_what_a_reused_id_was_told_is_not_the_answer_of_the_command_that_has_it(
    world: World,
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    world.command(game, token, "call:14", turn, "c1")
    assert world.command(game, token, "call:3", turn, "c1").json()["code"] == "table.id_reused"
    asked = world.get(f"/v1/games/{game}/commands/c1", token)
    assert asked.json()["code"] == "call_break.call_out_of_bounds"


def test_answers_are_told_to_those_who_asked_only(world: World) -> None:
    (_, ann), (_, bob) = world.player("Ann"), world.player("Bob")
    game = world.open(ann)
    world.sit(game, ann, 0, "c1")
    assert world.get(f"/v1/games/{game}/commands/c1", ann).status_code == 200
    assert world.get(f"/v1/games/{game}/commands/c1", bob).status_code == 404


def test_an_answer_that_a_running_game_has_not_is_not_looked_for_in_sql(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks in a circle must not make SQL read whole games in a circle."""
    _, token = world.player()
    game = world.open(token)
    monkeypatch.setattr(world.pipeline.archive, "entries", None)
    assert world.get(f"/v1/games/{game}/commands/c1", token).status_code == 404
    assert world.signals.alarms == []


def test_a_lost_reply_is_asked_of_the_worker_again(
    world: World, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    game = world.open(token)
    deaf_to_the_first(world, monkeypatch)
    assert world.sit(game, token, 0).json() == {"seat": 0, "accepted": [5, 5]}


def test_where_no_reply_comes_through_the_log_has_the_answer_for_whoever_asks(
    world: World, impatient: None
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.link.deaf = True
    assert world.sit(game, token, 0, "c1").status_code == 202
    assert world.get(f"/v1/games/{game}/commands/c1", token).json() == {"accepted": [5, 5]}


def test_a_reused_id_never_gets_the_earlier_commands_answer_where_replies_are_lost(
    world: World, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = str(view_of(world, game, token)["turn"])
    assert "accepted" in world.command(game, token, "call:3", turn, "c1").json()
    deaf_to_the_first(world, monkeypatch)
    assert world.command(game, token, "call:4", turn, "c1").json()["code"] == "table.id_reused"


def test_no_answer_in_time_is_202_with_where_to_ask(world: World, impatient: None) -> None:
    _, token = world.player()
    game = world.open(token)
    world.sit(game, token, 0)
    world.link.holding = True
    answer = world.command(game, token, f"table:seed:{SEED}", command_id="seed")
    assert answer.status_code == 202
    ask = f"/v1/games/{game}/commands/seed"
    assert (answer.json(), answer.headers["location"]) == ({"ask": ask}, ask)
    assert world.get(ask, token).status_code == 404
    world.link.holding = False
    world.run(world.link.advance)
    assert world.get(ask, token).json() == {"accepted": [6, 6]}


def test_servers_away_are_503_and_worth_another_try(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.link.away = True
    answer = world.command(game, token, "table:leave")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["type"] == "urn:greffier:problem:unavailable"


@pytest.mark.parametrize(
    "move",
    [
        "play:XX",
        "play:",
        "play",
        "PLAY:KH",
        "play:KH ",
        "play:KH\n",
        "call:03",
        "call:-1",
        "call:99999999999999999999999",
        "call:٣",
        "table:",
        "table:open",
        "table:sit",
        "table:clock_ran_out",
        "table:void_deal",
        "table:ready:now",
        "table:seed:" + "AB" * 32,
        "table:seed:" + "ab" * 31,
        "discard:KH,QH",
        "\u0000",
        "x" * 200,
    ],
)
def test_what_is_no_move_is_malformed_and_never_sent(move: str, shared_world: World) -> None:
    _, token = shared_world.player()
    game = shared_world.open(token)
    answer = shared_world.command(game, token, move, command_id="c1")
    assert answer.status_code == 400
    assert answer.json()["faults"][0]["where"] == "body at $.move"
    assert shared_world.get(f"/v1/games/{game}/commands/c1", token).status_code == 404


@pytest.mark.parametrize("game", ["03" + "0" * 32, "ff" + "0" * 32, "xyz", "03" + "A" * 32])
def test_nothing_is_sent_to_a_game_that_does_not_exist(game: str, shared_world: World) -> None:
    """Its stream would have no reader, and what is sent there would stay for ever."""
    _, token = shared_world.player()
    bodies = {
        "commands": {"command_id": "c1", "move": "table:ready"},
        "seats": {"command_id": "c1", "seat": 0, "commitment": "ab" * 32},
    }
    before = {key: len(one.commands) for key, one in shared_world.pipeline.log.partitions.items()}
    for path, body in bodies.items():
        answer = shared_world.post(f"/v1/games/{game}/{path}", body, token)
        assert answer.status_code == 404
    after = {key: len(one.commands) for key, one in shared_world.pipeline.log.partitions.items()}
    assert before == after
