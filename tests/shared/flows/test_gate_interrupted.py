"""The recovery gate cut short: by deaths, restarts, slowness and games that cannot be read."""

from typing import Any

import pytest

from shared.flows.fold import fold
from shared.ports import GameId, LeaseLost
from tests.support.midgame import BOTS, GAME, finish, lose_tail, midgame, types_of
from tests.support.pipeline import LEASE_MS, PARTITION, Pipeline, game_id


class Killed(Exception):
    """The rules worker is gone."""


def die_after(monkeypatch: pytest.MonkeyPatch, port: object, method: str) -> None:
    """The next call of ``method`` has its effect, and its caller never hears of it."""
    whole = getattr(port, method)

    def call(*arguments: object) -> None:
        monkeypatch.undo()
        whole(*arguments)
        raise Killed

    monkeypatch.setattr(port, method, call)


@pytest.mark.parametrize(
    ("port", "method"),
    [
        ("archive", "set_incarnation"),
        ("journal", "restore"),
        ("journal", "set_incarnation"),
        ("leases", "note_ready"),
    ],
)
def test_whoever_dies_at_the_gate_leaves_one_void_and_no_half_restored_game(
    monkeypatch: pytest.MonkeyPatch, port: str, method: str
) -> None:
    pipeline = midgame()
    archived = pipeline.archive.entries(GAME)
    pipeline.log.flush()
    die_after(monkeypatch, getattr(pipeline, port), method)
    with pytest.raises(Killed):
        pipeline.lose_worker()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME)[: len(archived)] == archived
    assert types_of(pipeline)[len(archived) :] == ["table.deal_voided", "table.deal_opened"]
    assert [due.kind for due in pipeline.journal.due(PARTITION, 10**15, 10)] == ["clock"]
    finish(pipeline)


def test_whoever_dies_at_the_gate_of_a_promoted_replica_leaves_one_void(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = midgame()
    before = len(pipeline.journal.read(GAME))
    pipeline.log.restart(promoted=True)
    die_after(monkeypatch, pipeline.journal, "restore")
    with pytest.raises(Killed):
        pipeline.lose_worker()
    pipeline.lose_worker()
    assert types_of(pipeline)[before:] == ["table.deal_voided", "table.deal_opened"]
    finish(pipeline)


def test_the_lease_is_held_however_long_the_games_take_to_compare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    for number in range(1, 6):
        pipeline.open(game_id(number), BOTS, deals=1)
    pipeline.project()
    pipeline.log.flush()
    restore, tried = pipeline.journal.restore, []

    def slow(*arguments: Any) -> None:
        restore(*arguments)
        pipeline.clock.now += LEASE_MS - 1
        tried.append(pipeline.leases.take(PARTITION, "another worker", LEASE_MS))

    monkeypatch.setattr(pipeline.journal, "restore", slow)
    pipeline.lose_worker()
    assert tried == [None] * 5


def test_a_server_that_restarts_while_games_are_compared_is_not_taken_for_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = midgame()
    pipeline.log.flush()
    restore = pipeline.journal.restore

    def interrupted(*arguments: Any) -> None:
        restore(*arguments)
        monkeypatch.undo()
        pipeline.log.restart()

    monkeypatch.setattr(pipeline.journal, "restore", interrupted)
    pipeline.lose_worker()
    taken = pipeline.leases.take(PARTITION, "another worker", LEASE_MS)
    assert taken is None
    pipeline.clock.now += LEASE_MS + 1
    taken = pipeline.leases.take(PARTITION, "another worker", LEASE_MS)
    assert taken is not None
    assert taken.ready_run_id != pipeline.leases.run_id()


def test_whoever_lost_the_lease_while_games_are_compared_puts_back_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    for number in range(1, 6):
        pipeline.open(game_id(number), BOTS, deals=1)
    pipeline.project()
    pipeline.log.flush()
    restore, put_back = pipeline.journal.restore, []

    def slow(*arguments: Any) -> None:
        restore(*arguments)
        put_back.append(arguments[1])
        pipeline.clock.now += LEASE_MS + 1
        assert pipeline.leases.take(PARTITION, "another worker", LEASE_MS) is not None

    monkeypatch.setattr(pipeline.journal, "restore", slow)
    with pytest.raises(LeaseLost):
        pipeline.lose_worker()
    assert put_back == [game_id(1)]


def test_a_closed_game_of_which_sql_holds_no_whole_log_is_frozen_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline, other = midgame(), game_id(2)
    pipeline.open(other, (1, 2, 3), deals=1)
    pipeline.project_records()
    pipeline.archive.mark_closed(GAME, pipeline.clock.now)
    entries = pipeline.archive.entries
    monkeypatch.setattr(pipeline.archive, "entries", lambda game: entries(game)[1:])
    pipeline.log.restart()
    pipeline.lose_worker()
    heads = pipeline.journal.heads([GAME, other])
    assert [head and head.status for head in heads] == ["frozen", "open"]
    assert [what for what, _ in pipeline.signals.alarms] == ["game_frozen"]


def test_a_game_that_cannot_be_put_back_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline, other = midgame(), game_id(2)
    pipeline.open(other, BOTS, deals=1)
    pipeline.project_records()

    def failing(game: GameId, *rest: Any) -> Any:
        assert game != GAME, "no such state"
        return fold(game, *rest)

    monkeypatch.setattr("shared.flows.gate.fold", failing)
    pipeline.log.flush()
    pipeline.lose_worker()
    heads = pipeline.journal.heads([GAME, other])
    assert [head and head.status for head in heads] == ["frozen", "open"]


def test_a_log_that_goes_back_under_a_standing_lease_sends_its_owner_to_the_gate() -> None:
    pipeline = midgame()
    archived = pipeline.archive.entries(GAME)
    lose_tail(pipeline, keep=9)
    pipeline.log.restart()
    pipeline.send(GAME, "player:x", "table.leave")
    with pytest.raises(LeaseLost):
        pipeline.decide()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME)[: len(archived)] == archived
    finish(pipeline)
