"""Events into SQL: once, in order, and what cannot be stored stops its own game only."""

import pytest

from shared.adapters.memory.archive import MemoryArchive
from shared.flows import records
from shared.flows.records import RecordsProjector
from shared.flows.recovery import Decision, Repair, recover
from shared.ports import (
    Archived,
    ArchiveMismatch,
    FeedEntry,
    GameId,
    PositionConflict,
    Unavailable,
)
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME, OTHER = game_id(1), game_id(2)
BOTS = (0, 1, 2, 3)


def two_games() -> Pipeline:
    """Two games of bots that have begun, nothing of them archived yet."""
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.open(OTHER, BOTS, deals=1)
    return pipeline


def projector(pipeline: Pipeline) -> RecordsProjector:
    """Another process of the same role, as after a restart."""
    return RecordsProjector(pipeline.journal, pipeline.archive, pipeline.signals)


def parked_games(pipeline: Pipeline) -> set[GameId]:
    return set(pipeline.archive.parked(records.NAME))


def seats_of(pipeline: Pipeline, game: GameId) -> dict[int, str | None]:
    assert isinstance(pipeline.archive, MemoryArchive)
    row = pipeline.archive.row(game)
    assert row is not None
    return {seated.seat: seated.player for seated in row.seats}


def spoil(pipeline: Pipeline, game: GameId, seq: int) -> bytes:
    """Make one entry of the log and its feed unreadable; the entry as it was."""
    whole = pipeline.log.game(game).entries[seq]
    pipeline.log.game(game).entries[seq] = b"\xc1"
    return whole


def test_an_unreadable_entry_parks_its_game_with_the_reason_and_no_other() -> None:
    pipeline = two_games()
    spoil(pipeline, GAME, 2)
    pipeline.records.catch_up([GAME, OTHER])
    assert pipeline.archive.parked(records.NAME)[GAME][0] == 1
    assert parked_games(pipeline) == {GAME}
    assert pipeline.archive.entries(GAME) == []
    assert pipeline.archive.entries(OTHER) == pipeline.journal.read(OTHER)
    assert [(what, facts["game"]) for what, facts in pipeline.signals.alarms] == [
        ("projection_parked", GAME)
    ]


def test_a_parked_game_is_tried_again_once_an_operator_unparks_it() -> None:
    pipeline = two_games()
    whole = spoil(pipeline, GAME, 2)
    pipeline.records.catch_up([GAME])
    pipeline.log.game(GAME).entries[2] = whole
    pipeline.records.catch_up([GAME])
    assert pipeline.archive.entries(GAME) == []
    pipeline.archive.unpark(records.NAME, GAME)
    pipeline.records.catch_up([GAME])
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)


def test_a_recovered_game_is_archived_again_without_a_restart() -> None:
    pipeline = two_games()
    pipeline.project_records()
    archived = pipeline.archive.entries(GAME)
    pipeline.archive.park(records.NAME, GAME, 6, "its tail was rewritten")
    parked = projector(pipeline)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    parked.apply(pipeline.readers["records"].read(0))
    assert pipeline.archive.entries(GAME) == archived
    pipeline.journal.freeze(pipeline.lease, GAME, "its tail was rewritten")
    repair = Repair(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.clock
    )
    recover(repair, pipeline.secrets, GAME, Decision("redis", "olga", "looked at it"))
    parked.apply(pipeline.readers["records"].read(0))
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)
    assert len(pipeline.archive.entries(GAME)) > len(archived)


def test_what_sql_does_not_allow_parks_its_game_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = two_games()
    store = pipeline.archive.store

    def storing(batch: list[Archived]) -> None:
        if any(archived.game == GAME for archived in batch):
            raise ArchiveMismatch("a transfer beyond 64 bits")
        store(batch)

    monkeypatch.setattr(pipeline.archive, "store", storing)
    pipeline.project_records()
    assert parked_games(pipeline) == {GAME}
    assert pipeline.archive.entries(OTHER) == pipeline.journal.read(OTHER)


def test_an_event_that_makes_no_sense_parks_its_game_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = two_games()
    archived_commits = records.archived_commits

    def failing(game: GameId, *rest: object) -> Archived:
        assert game != GAME, "a settlement must sum to zero"
        return archived_commits(game, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(records, "archived_commits", failing)
    pipeline.project_records()
    assert parked_games(pipeline) == {GAME}
    assert pipeline.archive.entries(OTHER) == pipeline.journal.read(OTHER)


@pytest.mark.parametrize(("port", "method"), [("journal", "read"), ("archive", "store")])
def test_a_server_that_is_away_is_not_taken_for_a_broken_game(
    monkeypatch: pytest.MonkeyPatch, port: str, method: str
) -> None:
    pipeline = two_games()

    def away(*_arguments: object) -> None:
        raise Unavailable

    with monkeypatch.context() as outage:
        outage.setattr(getattr(pipeline, port), method, away)
        with pytest.raises(Unavailable):
            pipeline.records.catch_up([GAME])
    assert parked_games(pipeline) == set()
    pipeline.records.catch_up([GAME])
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)


def test_sql_knows_who_sits_where_and_who_sat_last() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (2, 3))
    pipeline.sit(GAME, "ann", 0)
    pipeline.sit(GAME, "bea", 1)
    pipeline.project_records()
    third = game_id(3)
    pipeline.open(third, (2, 3))
    pipeline.sit(third, "ann", 0)
    pipeline.ask(third, "player:ann", "table.leave")
    pipeline.project_records()
    assert seats_of(pipeline, GAME) == {0: "ann", 1: "bea", 2: None, 3: None}
    assert seats_of(pipeline, third) == {0: None, 2: None, 3: None}


def test_a_closed_game_is_not_caught_up_with() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.settle()
    pipeline.clock.now += 1
    pipeline.archivist.sweep(PARTITION)
    archived = pipeline.archive.entries(GAME)
    projector(pipeline).catch_up([GAME, game_id(77)])
    assert pipeline.archive.entries(GAME) == archived
    assert parked_games(pipeline) == set()


def test_a_commit_told_again_is_stored_once() -> None:
    pipeline = two_games()
    told = pipeline.readers["records"].read(0)
    for _ in range(3):
        pipeline.records.apply(told)
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)
    assert parked_games(pipeline) == set()


def test_a_commit_told_again_with_other_content_parks_the_game() -> None:
    pipeline = two_games()
    told = pipeline.readers["records"].read(0)
    pipeline.records.apply(told)
    first = next(entry for entry in told if entry.game == GAME)
    opening = first.entries[0].replace(b"call_break", b"call_brake")
    rewritten = FeedEntry(first.feed_id, GAME, (opening, *first.entries[1:]))
    pipeline.records.apply([rewritten])
    assert parked_games(pipeline) == {GAME}


def test_a_gap_in_the_feed_is_filled_from_the_log() -> None:
    pipeline = two_games()
    pipeline.project_records()
    pipeline.open(game_id(3), (1, 2, 3), deals=1)
    pipeline.sit(game_id(3), "ann", 0)
    told = pipeline.readers["records"].read(0)
    pipeline.records.apply(told[1:])
    assert pipeline.archive.entries(game_id(3)) == pipeline.journal.read(game_id(3))


def test_two_projectors_that_race_store_everything_once() -> None:
    pipeline = two_games()
    other = projector(pipeline)
    told = pipeline.readers["records"].read(0)
    pipeline.records.apply(told)
    other.apply(told)
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)


def test_an_archive_that_never_agrees_is_said_to_be_written_by_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = two_games()

    def storing(_batch: list[Archived]) -> None:
        raise PositionConflict

    monkeypatch.setattr(pipeline.archive, "store", storing)
    with pytest.raises(PositionConflict, match="runs twice"):
        pipeline.project_records()


def test_a_restart_tries_parked_games_again_and_parks_what_still_cannot_be_read() -> None:
    pipeline = two_games()
    whole = spoil(pipeline, GAME, 2)
    spoil(pipeline, OTHER, 2)
    pipeline.records.catch_up([GAME, OTHER])
    assert parked_games(pipeline) == {GAME, OTHER}
    pipeline.log.game(GAME).entries[2] = whole
    assert set(records.try_parked_again(pipeline.archive)) == {GAME, OTHER}
    projector(pipeline).catch_up([GAME, OTHER])
    assert parked_games(pipeline) == {OTHER}
    assert pipeline.archive.entries(GAME) == pipeline.journal.read(GAME)
