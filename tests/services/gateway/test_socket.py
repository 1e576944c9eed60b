"""Watching and playing over a socket: hello, frames, resuming, commands."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from services.gateway.messages import CloseCode
from services.gateway.watcher import Ending, Text, Watcher
from shared.journal import chain
from shared.ports import GameId
from tests.services.gateway.world import SEED, World, closed, heard, said


def test_the_first_frame_is_the_present_without_history(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    view = world.get(f"/v1/games/{game}/view").json()
    with world.socket(game) as socket:
        frame = heard(socket)
    assert frame == {
        "type": "frame",
        **view,
        "after": view["seq"],
        "rewound": False,
        "events": [],
    }


def test_frames_follow_one_another_without_gap(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    with world.socket(game, token=token) as socket:
        frames = [heard(socket)]
        world.start(game, token)
        for _ in range(14):
            world.play(game, token)
        while frames[-1]["view"]["phase"] != "over":
            frames.append(heard(socket))
    first = frames[0]["seq"]
    for before, frame in pairwise(frames):
        assert frame["after"] == before["seq"]
        assert [event["seq"] for event in frame["events"]] == list(
            range(before["seq"] + 1, frame["seq"] + 1)
        )
    events = [event for frame in frames for event in frame["events"]]
    assert events == world.get(f"/v1/games/{game}/events", after=first).json()["events"]


def test_each_watcher_gets_the_view_that_is_theirs(world: World) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game = world.open(ann)
    with (
        world.socket(game, token=ann) as own,
        world.socket(game, token=eve) as other,
        world.socket(game) as public,
    ):
        for socket in (own, other, public):
            heard(socket)
        world.start(game, ann)
        frames = {name: newest(socket) for name, socket in (("own", own), ("other", other))}
        assert len(frames["own"]["view"]["match"]["hand"]) == 13
        assert frames["own"]["turn"] is not None
        assert frames["other"]["view"]["match"]["hand"] is None
        assert frames["other"]["turn"] is None
        assert frames["other"]["events"] == frames["own"]["events"]
        assert newest(public) == frames["other"]


def newest(socket: ClientConnection, phase: str = "playing") -> dict[str, Any]:
    """The frame in which the game has got to ``phase``."""
    while (frame := heard(socket))["view"]["phase"] != phase:
        pass
    return frame


def test_whoever_sits_down_while_watching_sees_with_the_seats_eyes(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    with world.socket(game, token=token) as socket:
        assert heard(socket)["view"]["viewer"] is None
        world.sit(game, token, 0)
        assert heard(socket)["view"]["viewer"] == 0


def test_whoever_comes_while_views_are_read_is_not_taken_for_a_passer_by(world: World) -> None:
    """Between looking up who watches and reading their views, two more begin to watch."""
    (ann_id, ann), _ = world.player("Ann"), world.player("Eve")
    game = GameId(world.open(ann, options={"deals": 1, "spectators": "none"}))
    world.start(game, ann)
    stranger, own = Watcher("eve", None), Watcher(ann_id, None)
    views = world.link.views

    async def joined_meanwhile(wanted: Sequence[tuple[GameId, str]]) -> list[bytes | None]:
        if wanted == [(game, "seat:0")] and len(world.house.hub.watching(game)) == 1:
            for watcher in (stranger, own):
                world.house.hub.join(game, watcher)
        return await views(wanted)

    world.link.views = joined_meanwhile  # type: ignore[method-assign]
    with world.socket(game, token=ann) as socket:
        assert heard(socket)["view"]["viewer"] == 0
        message = world.await_(own.next)
        ending = world.await_(stranger.next)
    assert isinstance(message, Text)
    assert '"viewer":0' in message.text
    assert isinstance(ending, Ending)
    assert ending.code is CloseCode.NOT_FOUND


def test_a_table_without_spectators_sends_strangers_away_when_it_fills(world: World) -> None:
    (_, ann), (_, eve) = world.player("Ann"), world.player("Eve")
    game = world.open(ann, options={"deals": 1, "spectators": "none"})
    with world.socket(game, token=eve) as stranger, world.socket(game, token=ann) as own:
        heard(stranger)
        heard(own)
        world.sit(game, ann, 0)
        assert closed(stranger)[0] == 4404
        assert heard(own)["view"]["viewer"] == 0
    with world.socket(game, token=eve) as again:
        assert closed(again)[0] == 4404


def test_delayed_spectators_get_frames_when_a_deal_is_opened(world: World) -> None:
    _, ann = world.player()
    game = world.open(ann, options={"deals": 2, "spectators": "delayed", "pause_seconds": 0})
    world.start(game, ann)
    with world.socket(game) as socket:
        before = heard(socket)
        assert before["view"]["phase"] == "revealing"
        while world.get(f"/v1/games/{game}/view", ann).json()["view"]["deal"]["number"] == 1:
            world.play(game, ann)
        frame = heard(socket)
    assert frame["after"] == before["seq"]
    assert frame["seq"] == frame["events"][-1]["seq"]
    assert "table.deal_opened" in {event["type"] for event in frame["events"]}
    assert len(frame["view"]["match"]["deals"]) == 1


def test_a_token_in_the_header_serves_as_well(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.sit(game, token, 0)
    with world.bare_socket(game, {"Authorization": f"Bearer {token}"}) as socket:
        socket.send(said({"type": "hello"}))
        assert heard(socket)["view"]["viewer"] == 0


# --- resuming --------------------------------------------------------------------------------


@pytest.fixture
def running(world: World) -> tuple[World, str, str]:
    """A game in its first deal: the world, the game, its player's token."""
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    return world, game, token


def position(world: World, game: str, seq: int) -> dict[str, Any]:
    entries = world.pipeline.journal.read(GameId(game), 0, seq)
    at = chain.advance(chain.origin(game), entries)
    return {"seq": at.seq, "chain": at.chain.hex()}


def test_whoever_was_away_gets_what_they_missed(running: tuple[World, str, str]) -> None:
    world, game, token = running
    last = world.get(f"/v1/games/{game}/view").json()["seq"]
    for seq in range(1, last + 1):
        with world.socket(game, token=token, **position(world, game, seq)) as socket:
            frame = heard(socket)
        assert (frame["after"], frame["seq"], frame["rewound"]) == (seq, last, False)
        assert [event["seq"] for event in frame["events"]] == list(range(seq + 1, last + 1))


def test_from_zero_the_whole_story_is_told(running: tuple[World, str, str]) -> None:
    world, game, _ = running
    with world.socket(game, seq=0) as socket:
        frame = heard(socket)
    assert (frame["after"], frame["rewound"]) == (0, False)
    assert frame["events"] == world.get(f"/v1/games/{game}/events").json()["events"]


@pytest.mark.parametrize("seq", [1, 3, 500])
def test_a_history_that_is_not_the_games_is_rewound(
    running: tuple[World, str, str], seq: int
) -> None:
    world, game, token = running
    with world.socket(game, token=token, seq=seq, chain="ab" * 32) as socket:
        frame = heard(socket)
        assert (frame["after"], frame["rewound"]) == (0, True)
        assert frame["events"] == world.get(f"/v1/games/{game}/events").json()["events"]
        world.play(game, token)
        assert heard(socket)["rewound"] is False


def test_a_tail_that_is_lost_under_a_watcher_is_noticed(running: tuple[World, str, str]) -> None:
    """A move was answered and seen, and lost before SQL had it; the log is put back without it."""
    world, game, token = running
    entries = world.pipeline.archive.entries(GameId(game))
    turn = world.get(f"/v1/games/{game}/view", token).json()["turn"]
    with world.socket(game, token=token) as socket:
        heard(socket)
        world.pipeline.project = world.pipeline.project_tables  # type: ignore[method-assign]
        assert world.command(game, token, "call:3", turn).status_code == 200
        assert heard(socket)["rewound"] is False

        def restore() -> None:
            world.pipeline.journal.restore(world.pipeline.lease, GameId(game), entries)
            world.pipeline.tables.rebuild([GameId(game)])
            world.link.tell()

        world.run(restore)
        frame = heard(socket)
    assert (frame["seq"], frame["after"], frame["rewound"]) == (len(entries), 0, True)


def test_a_long_absence_is_told_in_part(
    running: tuple[World, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.frames.EVENTS_MAX", 3)
    world, game, _ = running
    with world.socket(game, seq=0) as socket:
        frame = heard(socket)
    assert frame["after"] == frame["seq"] - 3
    assert len(frame["events"]) == 3
    older = world.get(f"/v1/games/{game}/events", limit=frame["after"]).json()["events"]
    assert older[-1]["seq"] == frame["after"]


def test_a_view_that_falls_behind_is_not_sent(running: tuple[World, str, str]) -> None:
    world, game, token = running
    names = ("public", "seat:0")
    stale = {name: world.pipeline.views.get(GameId(game), name) or b"" for name in names}
    seq = world.get(f"/v1/games/{game}/view").json()["seq"]
    with world.socket(game, token=token) as socket:
        heard(socket)
        world.play(game, token)
        newer = heard(socket)

        def fall_behind() -> None:
            for name, raw in stale.items():
                world.pipeline.cache._views[game, name] = raw
            world.house.hub.look_again()

        world.run(fall_behind)
        world.play(game, token)
        frame = heard(socket)
    assert newer["seq"] > seq
    assert (frame["after"], frame["rewound"]) == (newer["seq"], False)


def test_news_that_were_lost_are_made_up_for(running: tuple[World, str, str]) -> None:
    world, game, token = running
    with world.socket(game, token=token) as socket:
        frame = heard(socket)
        tell = world.link.tell
        world.link.tell = lambda: None  # type: ignore[method-assign]
        view = world.get(f"/v1/games/{game}/view", token).json()

        def play_unheard() -> None:
            player = view["view"]["seats"][0]["player"]
            world.pipeline.send(
                GameId(game), f"player:{player}", "call", {"tricks": 3}, turn=view["turn"]
            )
            world.pipeline.decide()
            world.pipeline.project()
            world.link._told = len(world.pipeline.cache.news)
            world.link.break_news()

        world.run(play_unheard)
        world.link.tell = tell  # type: ignore[method-assign]
        after = heard(socket)
    assert after["after"] == frame["seq"]
    assert [event["type"] for event in after["events"]] == ["call_break.called"]


def test_an_archived_game_has_one_last_frame(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    for _ in range(14):
        world.play(game, token)
    known = position(world, game, 10)

    def close() -> None:
        world.pipeline.clock.now += 1
        world.pipeline.archivist.sweep(3)

    world.run(close)
    for hello, after, rewound in (
        ({}, None, False),
        (known, 10, False),
        ({"seq": 0}, 0, False),
        ({"seq": 10, "chain": "ab" * 32}, 0, True),
    ):
        with world.socket(game, token=token, **hello) as socket:
            frame = heard(socket)
            assert frame["view"]["phase"] == "over"
            assert frame["after"] == (frame["seq"] if after is None else after)
            assert frame["rewound"] is rewound
            assert closed(socket) == (4410, "the game is over")


# --- commands --------------------------------------------------------------------------------


def test_a_whole_game_is_played_over_one_socket(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.sit(game, token, 0)
    with world.socket(game, token=token) as socket:
        frame = heard(socket)
        command(socket, "seed", f"table:seed:{SEED}")
        while frame["view"]["phase"] != "over":
            world.settle()
            message = heard(socket)
            if message["type"] == "answer":
                continue
            frame = message
            if frame["turn"] is not None:
                move = frame["view"]["match"]["legal"][0]
                command(socket, f"m{frame['seq']}", move, frame["turn"])
    assert frame["view"]["reason"] == "completed"


def command(socket: ClientConnection, command_id: str, move: str, turn: str | None = None) -> None:
    socket.send(said({"type": "command", "command_id": command_id, "move": move, "turn": turn}))


def answer_to(socket: ClientConnection) -> dict[str, Any]:
    while (message := heard(socket))["type"] == "frame":
        pass
    return message


def test_answers_are_those_of_http(running: tuple[World, str, str]) -> None:
    world, game, token = running
    turn = world.get(f"/v1/games/{game}/view", token).json()["turn"]
    with world.socket(game, token=token) as socket:
        command(socket, "c1", "call:14", turn)
        refusal = answer_to(socket)
        command(socket, "c2", "call:3", turn)
        accepted = answer_to(socket)
        command(socket, "c3", "call:x", turn)
        unread = answer_to(socket)
    problem = world.get(f"/v1/games/{game}/commands/c1", token).json()
    assert refusal == {
        "type": "refusal",
        "command_id": "c1",
        **{key: problem[key] for key in ("code", "clause", "text", "params")},
    }
    assert accepted == {
        "type": "answer",
        "command_id": "c2",
        **world.get(f"/v1/games/{game}/commands/c2", token).json(),
    }
    assert (unread["type"], unread["code"]) == ("refusal", "table.malformed")


def test_a_command_without_answer_says_where_to_ask(
    running: tuple[World, str, str], impatient: None
) -> None:
    world, game, token = running
    with world.socket(game, token=token) as socket:
        heard(socket)
        world.link.holding = True
        command(socket, "c1", "table:leave")
        assert heard(socket) == {
            "type": "pending",
            "command_id": "c1",
            "ask": f"/v1/games/{game}/commands/c1",
        }


def test_heartbeats_carry_the_newest_seq(
    running: tuple[World, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.socket.HEARTBEAT_S", 0.01)
    world, game, token = running
    with world.socket(game, token=token) as socket:
        frame = heard(socket)
        messages = [socket.recv(timeout=30) for _ in range(3)]
    assert messages == [said({"type": "heartbeat", "seq": frame["seq"]})] * 3
