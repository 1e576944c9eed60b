"""The archivist: what SQL holds leaves Redis, and nothing else does."""

import pytest

from shared.flows import archive
from shared.flows.archive import FEED_LENGTH_MAX, Archivist, Doors
from shared.ports import FEED_START, RefusalRecord, Unavailable
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME, OTHER = game_id(1), game_id(2)
BOTS = (0, 1, 2, 3)
READERS = ("records", "tables")


def finished() -> Pipeline:
    """A game that is over, all of it archived."""
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.settle()
    pipeline.clock.now += 1
    return pipeline


def archivist(pipeline: Pipeline, close_after_ms: int = 0) -> Archivist:
    doors = Doors(
        pipeline.journal,
        pipeline.archive,
        pipeline.feed,
        pipeline.views,
        pipeline.clock,
        pipeline.signals,
    )
    return Archivist(doors, READERS, close_after_ms)


def is_closed(pipeline: Pipeline) -> bool:
    head = pipeline.journal.head(GAME)
    return head is not None and head.status == "closed"


# --- closing -----------------------------------------------------------------------------------


def test_a_finished_game_leaves_a_tombstone_and_no_view() -> None:
    pipeline = finished()
    archived = pipeline.archive.entries(GAME)
    archivist(pipeline).sweep(PARTITION)
    assert is_closed(pipeline)
    assert pipeline.journal.read(GAME) == []
    assert pipeline.journal.open_games(PARTITION) == []
    assert pipeline.views.get(GAME, "public") is None
    assert pipeline.archive.entries(GAME) == archived
    assert pipeline.archive.unclosed(PARTITION) == {}


def test_a_finished_game_stays_for_those_who_look() -> None:
    pipeline = finished()
    sweeping = archivist(pipeline, close_after_ms=1_000)
    sweeping.sweep(PARTITION)
    assert not is_closed(pipeline)
    pipeline.clock.now += 1_000
    sweeping.sweep(PARTITION)
    assert is_closed(pipeline)


def test_a_game_that_runs_stays() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.settle()
    pipeline.clock.now += 3_600_000
    archivist(pipeline).sweep(PARTITION)
    assert pipeline.journal.read(GAME) == pipeline.archive.entries(GAME) != []


def test_a_game_whose_log_is_not_what_sql_holds_stays() -> None:
    pipeline = finished()
    head = pipeline.log.game(GAME).head
    assert head is not None
    head.chain = bytes(32)
    archivist(pipeline).sweep(PARTITION)
    assert not is_closed(pipeline)
    assert GAME in pipeline.archive.unclosed(PARTITION)


def test_a_frozen_game_is_not_read_again_at_every_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = finished()
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator must look")
    entries = pipeline.archive.entries
    with monkeypatch.context() as watched:
        watched.setattr(pipeline.archive, "entries", None)
        archivist(pipeline).sweep(PARTITION)
    head = pipeline.journal.head(GAME)
    assert head is not None
    assert head.status == "frozen"
    # Put back from SQL, it is closed as any other.
    pipeline.journal.restore(pipeline.lease, GAME, entries(GAME))
    archivist(pipeline).sweep(PARTITION)
    assert is_closed(pipeline)


def test_a_game_whose_archive_does_not_verify_stays_and_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = finished()
    entries = pipeline.archive.entries(GAME)
    altered = [entries[0][:-1] + b"\x01", *entries[1:]]
    monkeypatch.setattr(pipeline.archive, "entries", lambda _game: altered)
    archivist(pipeline).sweep(PARTITION)
    assert not is_closed(pipeline)
    assert [(what, facts["game"]) for what, facts in pipeline.signals.alarms] == [
        ("archive_broken", GAME)
    ]


def test_whoever_died_between_log_and_sql_is_followed_by_one_who_finishes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = finished()

    def away(*_arguments: object) -> None:
        raise Unavailable

    with monkeypatch.context() as outage:
        outage.setattr(pipeline.archive, "mark_closed", away)
        with pytest.raises(Unavailable):
            archivist(pipeline).sweep(PARTITION)
    assert is_closed(pipeline)
    archivist(pipeline).sweep(PARTITION)
    assert pipeline.archive.unclosed(PARTITION) == {}
    assert pipeline.views.get(GAME, "public") is None


# --- refusals ----------------------------------------------------------------------------------


def refused(pipeline: Pipeline, times: int) -> list[str]:
    """Commands that are refused, by their ids."""
    pipeline.open(GAME, (1, 2, 3), deals=1)
    names = [pipeline.send(GAME, "player:eva", "table.leave") for _ in range(times)]
    pipeline.decide()
    return names


def test_refusals_are_archived_page_by_page_and_leave_redis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archive, "REFUSALS_AT_ONCE", 2)
    pipeline = Pipeline()
    names = refused(pipeline, 5)
    archivist(pipeline).sweep(PARTITION)
    assert [record.command_id for record in pipeline.archive.refusals_of(GAME)] == names
    assert pipeline.journal.refusals(PARTITION, FEED_START, 10) == []


def test_no_refusal_leaves_redis_before_sql_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = Pipeline()
    refused(pipeline, 3)

    def away(_records: list[RefusalRecord]) -> None:
        raise Unavailable

    monkeypatch.setattr(pipeline.archive, "store_refusals", away)
    with pytest.raises(Unavailable):
        archivist(pipeline).sweep(PARTITION)
    assert len(pipeline.journal.refusals(PARTITION, FEED_START, 10)) == 3


# --- the feed ----------------------------------------------------------------------------------


def held(pipeline: Pipeline) -> int:
    return len(pipeline.feed.read({PARTITION: FEED_START}, 1_000, 0).get(PARTITION, []))


def test_the_feed_is_trimmed_below_its_lowest_reader() -> None:
    pipeline = Pipeline()
    for number in range(1, 5):
        pipeline.open(game_id(number))
    pipeline.project_tables()
    archivist(pipeline).sweep(PARTITION)
    assert held(pipeline) == 4
    pipeline.project_records()
    pipeline.open(game_id(5))
    archivist(pipeline).sweep(PARTITION)
    assert held(pipeline) == 1


def test_a_feed_that_nobody_reads_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert FEED_LENGTH_MAX == 100_000
    monkeypatch.setattr(archive, "FEED_LENGTH_MAX", 3)
    pipeline = Pipeline()
    for number in range(1, 6):
        pipeline.open(game_id(number))
    archivist(pipeline).sweep(PARTITION)
    assert held(pipeline) == 3
