"""The gateway in front of the whole service, on real servers: played, broken, stopped."""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import json
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from shared.adapters.redis.acl import Role
from shared.flows.showing import show_log
from shared.ports import GameId
from tests.integration.socket_players import SocketPlayer
from tests.support.players import Player
from tests.support.service import Service

pytestmark = pytest.mark.integration

RESIDENT_KB_MAX = 150 * 1024


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    # A finished game stays in the log for as long as these tests look at it there.
    with Service(GREFFIER_CLOSE_AFTER_MS="600000") as service:
        yield service


def seated(service: Service, deals: int) -> tuple[GameId, list[SocketPlayer]]:
    """A table of four people, all of whom play over sockets."""
    people = [SocketPlayer(service, f"player {seat}") for seat in range(4)]
    game = people[0].open("table", bots=[], options={"deals": deals, "pause_seconds": 1})
    for seat, person in enumerate(people):
        person.start(game, seat)
    return game, people


def reach(service: Service, game: GameId, seq: int) -> None:
    service.until(lambda: service.seq(game) >= seq, f"the game reaches {seq}")


def assert_all_was_seen(service: Service, game: GameId, people: Sequence[SocketPlayer]) -> None:
    """Every player got every event once and in order, and never another's cards."""
    shown = json.decode(json.encode(show_log(service.journal.read(game))))
    assert shown[-1]["type"] == "table.game_ended"
    for seat, person in enumerate(people):
        assert person.events == shown
        for before, frame in pairwise(person.frames):
            assert frame["after"] == before["seq"]
            assert frame["rewound"] is False
        viewers = [frame["view"]["viewer"] for frame in person.frames]
        assert set(viewers) - {None} == {seat}
        assert None not in viewers[viewers.index(seat) :]
    hands = [
        {tuple(frame["view"]["match"]["hand"]) for frame in person.frames if has_hand(frame)}
        for person in people
    ]
    full = [{hand for hand in seen if len(hand) == 13} for seen in hands]
    assert all(full)
    assert len(set.union(*full)) == sum(map(len, full))


def has_hand(frame: dict[str, dict[str, dict[str, object]]]) -> bool:
    match = frame["view"]["match"]
    return match is not None and match["hand"] is not None


def test_four_people_play_a_game_over_sockets(service: Service) -> None:
    game, people = seated(service, deals=2)
    for person in people:
        person.finish()
    assert_all_was_seen(service, game, people)
    assert [person.connections for person in people] == [1, 1, 1, 1]
    service.until(lambda: service.is_over(game), "SQL holds the end")
    assert sum(service.transfers.balances().values()) == 0
    status = Path(f"/proc/{service.process(Role.GATEWAY).pid}/status").read_text(encoding="utf-8")
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    assert int(resident.split()[1]) <= RESIDENT_KB_MAX


def test_a_killed_gateway_and_cut_connections_lose_nobody_an_event(service: Service) -> None:
    game, people = seated(service, deals=3)
    reach(service, game, 40)
    people[1].cut()
    reach(service, game, 80)
    service.kill(Role.GATEWAY)
    service.until(service.ready, "the gateway is back")
    reach(service, game, 120)
    people[2].cut()
    service.until(lambda: service.is_over(game), "the game ends")
    for person in people:
        person.finish()
    assert_all_was_seen(service, game, people)
    assert all(person.connections >= 2 for person in people)


def test_a_flushed_cache_is_filled_again_under_everyones_eyes(service: Service) -> None:
    game, people = seated(service, deals=3)
    for seq in (30, 90):
        reach(service, game, seq)
        service.client("cache").flushall()
    service.until(lambda: service.is_over(game), "the game ends")
    for person in people:
        person.finish()
    assert_all_was_seen(service, game, people)


def test_a_command_sent_100_times_at_once_has_one_effect_and_100_equal_answers(
    service: Service,
) -> None:
    player = SocketPlayer(service, "hasty")
    game = player.open("hasty", bots=[1, 2, 3])
    player.sit(game, 0)
    body = {"command_id": "once", "move": "table:leave"}
    before = service.seq(game)
    with ThreadPoolExecutor(10) as threads:
        answers = list(
            threads.map(lambda _: player.post(f"/v1/games/{game}/commands", body), range(100))
        )
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (200, f'{{"accepted":[{before + 1},{before + 1}]}}')
    }


def test_a_retried_request_opens_one_table_whoever_dies(service: Service) -> None:
    host = Player(service, "host")
    games = {host.open("retried")}
    service.kill(Role.GATEWAY)
    games.add(host.open("retried"))
    service.kill(Role.RULES)
    games.add(host.open("retried"))
    (game,) = games
    listed = host.get("/v1/games").json()["games"]
    assert [one["game"] for one in listed].count(game) == 1


def test_on_sigterm_sockets_are_sent_elsewhere_and_the_process_ends_well(
    service: Service,
) -> None:
    host = Player(service, "host")
    game = host.open("stopped", bots=[])
    url = f"{service.address.replace('http', 'ws')}/v1/games/{game}/socket"
    assert host.get(f"/v1/games/{game}/view").status_code == 200
    process = service.process(Role.GATEWAY)
    with connect(url) as socket:
        socket.send('{"type":"hello"}')
        assert json.decode(socket.recv(timeout=30))["type"] == "frame"
        process.send_signal(signal.SIGTERM)
        with suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=30)
        assert socket.close_code == 1012
    assert process.wait(30) == 0
    service.until(service.ready, "the gateway is started again")


def test_a_closed_game_is_answered_from_sql_as_it_was_from_the_log() -> None:
    with Service(GREFFIER_CLOSE_AFTER_MS="1500") as service:
        player = SocketPlayer(service, "late")
        game = player.open("late", bots=[1, 2, 3], options={"stake": 3})
        player.start(game, 0)
        player.finish()
        paths = ("/view", "/events", "/events?after=20&limit=5", "/commands/sit")
        before = [player.get(f"/v1/games/{game}{path}") for path in paths]
        head = service.journal.head

        def is_closed() -> bool:
            found = head(game)
            return found is not None and found.status == "closed"

        service.until(is_closed, "the archivist closes the game")
        after = [player.get(f"/v1/games/{game}{path}") for path in paths]
        assert [answer.text for answer in after] == [answer.text for answer in before]
        assert {answer.status_code for answer in after} == {200}
        late = player.command(game, "too-late", "table:ready")
        assert (late.status_code, late.json()["code"]) == (409, "table.game_over")
