"""What an operator decides: frozen games and foreign logs, and what a doctor says of them."""

import pytest

from shared.flows.diagnosis import diagnose
from shared.flows.gate import AdoptionNeeded
from shared.flows.recovery import (
    CannotRecover,
    Decision,
    Repair,
    adopt,
    adoptions,
    dismiss,
    parked_commands,
    recover,
)
from shared.ports import Delivered, Unavailable
from tests.support.midgame import GAME, alter_entry_9, finish, instruments, midgame, types_of
from tests.support.pipeline import LEASE_MS, PARTITION, Pipeline, game_id

FAR_AHEAD = 1 << 45
DECISION = Decision("witness", "olga", "disk was restored from last night")


def repair(pipeline: Pipeline) -> Repair:
    return Repair(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.clock
    )


def test_an_operator_puts_a_frozen_game_back_from_the_witness() -> None:
    pipeline = midgame()
    alter_entry_9(pipeline)
    pipeline.log.restart()
    pipeline.lose_worker()
    archived = pipeline.archive.entries(GAME)
    recover(repair(pipeline), pipeline.secrets, GAME, DECISION)
    assert pipeline.journal.read(GAME)[: len(archived)] == archived
    assert types_of(pipeline)[len(archived) :] == ["table.deal_voided", "table.deal_opened"]
    recorded = pipeline.archive.recoveries_of(GAME)
    assert [(r.chosen, r.who, r.why) for r in recorded] == [
        ("witness", DECISION.who, DECISION.why)
    ]
    finish(pipeline)


def test_what_sql_holds_is_never_rewritten_from_redis() -> None:
    pipeline = midgame()
    alter_entry_9(pipeline)
    pipeline.log.restart()
    pipeline.lose_worker()
    with pytest.raises(CannotRecover, match="entry 9"):
        recover(repair(pipeline), pipeline.secrets, GAME, Decision("redis", "olga", "no reason"))
    assert pipeline.archive.recoveries_of(GAME) == []


def test_a_frozen_game_whose_log_is_right_goes_on_from_redis_and_loses_nothing() -> None:
    pipeline = midgame()
    pipeline.play_bots()
    pipeline.decide()  # committed, not archived
    ahead = pipeline.journal.read(GAME)
    due = pipeline.journal.due(PARTITION, FAR_AHEAD, 10)
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator wants to look")
    assert pipeline.journal.due(PARTITION, FAR_AHEAD, 10) == []
    recover(repair(pipeline), pipeline.secrets, GAME, Decision("redis", "olga", "nothing wrong"))
    assert pipeline.journal.read(GAME) == ahead
    assert pipeline.journal.due(PARTITION, FAR_AHEAD, 10) == due != []
    finish(pipeline)


def test_a_game_that_is_not_frozen_is_not_touched() -> None:
    pipeline = midgame()
    before = pipeline.journal.read(GAME)
    with pytest.raises(CannotRecover, match="open: only a frozen game"):
        recover(repair(pipeline), pipeline.secrets, GAME, DECISION)
    assert pipeline.journal.read(GAME) == before
    assert pipeline.archive.recoveries_of(GAME) == []


def test_a_game_that_nobody_holds_cannot_be_recovered() -> None:
    pipeline = midgame()
    for side in ("witness", "redis"):
        with pytest.raises(CannotRecover, match="holds nothing"):
            recover(
                repair(pipeline),
                pipeline.secrets,
                game_id(77),
                Decision(side, "olga", "typo"),
            )


def test_a_foreign_log_waits_for_an_operator_to_adopt_it() -> None:
    pipeline = midgame()
    pipeline.journal.set_incarnation(pipeline.lease, "of another installation")
    pipeline.log.restart()
    with pytest.raises(AdoptionNeeded, match="greffier adopt"):
        pipeline.lose_worker()
    waiting = adoptions(repair(pipeline), range(PARTITION + 1))
    assert [(a.partition, a.games, a.differing) for a in waiting] == [(PARTITION, 1, ())]
    adopt(repair(pipeline), waiting[0])
    pipeline.lose_worker()
    finish(pipeline)


def test_a_healthy_installation_has_no_wrong_finding() -> None:
    pipeline = midgame()
    found = list(diagnose(instruments(pipeline), (PARTITION,)))
    assert [finding for finding in found if finding.grade == "wrong"] == []


def test_a_partition_that_nobody_owns_is_taken_for_the_time_of_the_repair() -> None:
    pipeline = midgame()
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator wants to look")
    pipeline.clock.now += LEASE_MS + 1
    recover(repair(pipeline), pipeline.secrets, GAME, Decision("redis", "olga", "nothing wrong"))
    assert pipeline.leases.current(PARTITION) is None
    pipeline.take_partition()
    finish(pipeline)


def test_a_partition_that_another_takes_meanwhile_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = midgame()
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator wants to look")
    monkeypatch.setattr(pipeline.leases, "current", lambda _partition: None)
    with pytest.raises(CannotRecover, match="try again"):
        recover(repair(pipeline), pipeline.secrets, GAME, DECISION)
    head = pipeline.journal.head(GAME)
    assert head is not None
    assert head.status == "frozen"


def test_a_dismissal_that_was_cut_short_is_on_record_and_can_be_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    doors = repair(pipeline)
    pipeline.queue.park(PARTITION, Delivered("1-0", None, b"junk"), "unreadable")
    (parked,) = parked_commands(doors, range(PARTITION, PARTITION + 1))

    def cut_short(*_: object) -> None:
        raise Unavailable("the log server is away")

    with monkeypatch.context() as interrupted:
        interrupted.setattr(pipeline.queue, "dismiss", cut_short)
        with pytest.raises(Unavailable):
            dismiss(doors, parked, "olga", "junk")
    assert pipeline.queue.parked(PARTITION) == [parked.aside]
    dismiss(doors, parked, "ole", "junk, as olga said")
    assert pipeline.queue.parked(PARTITION) == []
    recorded = pipeline.archive.dismissals(PARTITION)
    assert [(row.entry_id, row.who) for row in recorded] == [("1-0", "olga"), ("1-0", "ole")]
