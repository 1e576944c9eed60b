"""The desk of a partition while SQL or the log server is away: what waits, and what goes on."""

from typing import Any, Final

import pytest

from shared.flows.partition import ARCHIVE_RETRY_MS
from shared.flows.secrets import MasterSecrets, UnknownMasterKey
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, GameId, Refused, Unavailable
from shared.table import refusals
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME, OTHER = game_id(1), game_id(2)
BOTS = (0, 1, 2, 3)


def refusal_of(pipeline: Pipeline, actor: str, command_id: str) -> Refusal:
    answer = pipeline.answer(actor, command_id)
    assert isinstance(answer, Refused), answer
    return answer.refusal


def status_of(pipeline: Pipeline, game: GameId) -> str | None:
    head = pipeline.journal.head(game)
    return None if head is None else head.status


def sit(pipeline: Pipeline, game: GameId, player: str = "ann") -> str:
    """Ask for a seat; nothing is decided yet."""
    fields = {"seat": 0, "commitment": bytes(32)}
    return pipeline.send(game, f"player:{player}", "table.sit", fields)


def nothing_waits(pipeline: Pipeline) -> bool:
    return not pipeline.desk.in_flight and not pipeline.queue.pending(PARTITION, frozenset())


class Outage:
    """SQL does not answer; how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pipeline: Pipeline) -> None:
        self.asked = 0
        self._monkeypatch = monkeypatch
        for method in ("position", "entries"):
            monkeypatch.setattr(pipeline.archive, method, self._refuse)

    def _refuse(self, *_arguments: object) -> None:
        self.asked += 1
        raise Unavailable("the database does not answer")

    def end(self) -> None:
        self._monkeypatch.undo()


def waiting_for_their_first_deals(*games: GameId, seats_free: GameId | None = None) -> Pipeline:
    """Games of bots that are to start, and perhaps a table where one may sit."""
    pipeline = Pipeline()
    if seats_free is not None:
        pipeline.open(seats_free, (1, 2, 3))
    for game in games:
        pipeline.open(game, BOTS, deals=1)
    pipeline.project_records()
    pipeline.timekeeper.tick((PARTITION,))
    return pipeline


def test_without_sql_deals_wait_and_everything_else_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = waiting_for_their_first_deals(GAME, seats_free=OTHER)
    outage = Outage(monkeypatch, pipeline)
    name = sit(pipeline, OTHER)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", name), Accepted)
    assert len(pipeline.desk.in_flight) == 1
    outage.end()
    pipeline.clock.now += ARCHIVE_RETRY_MS
    pipeline.desk.step(())
    assert nothing_waits(pipeline)


def test_sql_that_is_away_is_asked_once_in_a_while_however_many_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [game_id(number) for number in range(1, 21)]
    pipeline = waiting_for_their_first_deals(*games)
    outage = Outage(monkeypatch, pipeline)
    pipeline.decide()
    for _ in range(10):
        pipeline.desk.step(())
    assert outage.asked == 1
    assert len(pipeline.desk.in_flight) == len(games)
    pipeline.clock.now += ARCHIVE_RETRY_MS
    pipeline.desk.step(())
    assert outage.asked == 2


OPENING: Final[dict[str, Any]] = {
    "client": "test",
    "rules": "call_break",
    "options": {},
    "house_rules": {"deals": 1},
    "bots": BOTS,
}


def closed_game(*, cached: bool) -> tuple[Pipeline, str]:
    """A game whose log was closed, and a command that was accepted in it.

    ``cached``: the owner still has the game in memory, and hears of its end when it commits.
    """
    pipeline = Pipeline()
    name = pipeline.send(GAME, "player:host", "table.open", OPENING)
    pipeline.settle()
    pipeline.clock.now += 1
    pipeline.archivist.sweep(PARTITION)
    assert status_of(pipeline, GAME) == "closed"
    if not cached:
        pipeline.lose_worker()
    return pipeline, name


@pytest.mark.parametrize("cached", [True, False])
def test_a_closed_games_answers_come_from_sql(cached: bool) -> None:
    pipeline, name = closed_game(cached=cached)
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, "player:host", "table.open", OPENING, command_id=name)
    new = pipeline.send(GAME, "player:host", "table.leave")
    pipeline.decide()
    assert pipeline.answer("player:host", name) == Accepted(1, 5)
    assert refusal_of(pipeline, "player:host", new).code == refusals.GAME_OVER.code
    assert status_of(pipeline, GAME) == "closed"
    assert nothing_waits(pipeline)


@pytest.mark.parametrize("cached", [True, False])
def test_a_used_id_with_other_content_is_refused_as_such_when_the_game_is_closed(
    cached: bool,
) -> None:
    pipeline, name = closed_game(cached=cached)
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, "player:host", "table.leave", command_id=name)
    pipeline.decide()
    assert refusal_of(pipeline, "player:host", name).code == refusals.ID_REUSED.code
    assert nothing_waits(pipeline)


def test_without_its_master_key_whoever_uses_an_id_of_a_closed_game_is_told_what_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline, name = closed_game(cached=False)

    def lost(*_: object) -> bytes:
        raise UnknownMasterKey("master key 0 is not here")

    monkeypatch.setattr(MasterSecrets, "fingerprint", lost)
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, "player:host", "table.open", OPENING, command_id=name)
    pipeline.decide()
    assert pipeline.answer("player:host", name) == Accepted(1, 5)
    assert nothing_waits(pipeline)


@pytest.mark.parametrize("cached", [True, False])
def test_a_late_retry_to_a_closed_game_waits_for_sql_and_keeps_no_other_game_waiting(
    monkeypatch: pytest.MonkeyPatch, cached: bool
) -> None:
    pipeline, name = closed_game(cached=cached)
    pipeline.open(OTHER, (1, 2, 3))
    outage = Outage(monkeypatch, pipeline)
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, "player:host", "table.open", OPENING, command_id=name)
    other = sit(pipeline, OTHER)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", other), Accepted)
    outage.end()
    pipeline.clock.now += ARCHIVE_RETRY_MS
    pipeline.desk.step(())
    assert pipeline.answer("player:host", name) == Accepted(1, 5)
    assert nothing_waits(pipeline)


@pytest.mark.parametrize("cached", [True, False])
def test_an_archive_that_cannot_be_read_keeps_no_other_game_waiting(
    monkeypatch: pytest.MonkeyPatch, cached: bool
) -> None:
    pipeline, name = closed_game(cached=cached)
    pipeline.open(OTHER, (1, 2, 3))
    entries = pipeline.archive.entries(GAME)
    monkeypatch.setattr(pipeline.archive, "entries", lambda _game: entries[1:])
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, "player:host", "table.open", OPENING, command_id=name)
    other = sit(pipeline, OTHER)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", other), Accepted)
    assert refusal_of(pipeline, "player:host", name).code == refusals.GAME_OVER.code
    assert [what for what, _ in pipeline.signals.alarms] == ["archive_broken"]
    assert nothing_waits(pipeline)


def test_a_log_server_that_is_away_ends_the_ownership_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3))
    pipeline.lose_worker()

    def away(_game: GameId) -> None:
        raise Unavailable("connection refused")

    name = sit(pipeline, GAME)
    with monkeypatch.context() as outage:
        outage.setattr(pipeline.journal, "head", away)
        with pytest.raises(Unavailable):
            pipeline.decide()
    pipeline.lose_worker()
    assert isinstance(pipeline.answer("player:ann", name), Accepted)
