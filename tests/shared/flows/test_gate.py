"""The recovery gate, case by case: what a partition's new owner may trust."""

from copy import deepcopy

import pytest

from shared.fairness.keys import master_key_id
from shared.flows.diagnosis import Instruments, diagnose
from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.gate import AdoptionNeeded
from shared.flows.recovery import (
    CannotRecover,
    Decision,
    Repair,
    adopt,
    adoptions,
    recover,
)
from shared.flows.secrets import MasterSecrets
from shared.journal import chain
from shared.ports import Head, IncarnationMismatch, LeaseLost
from shared.table.events import DealStarted
from shared.table.state import Over, Underway
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()
BOTS = (0, 1, 2, 3)
DECISION = Decision("witness", "olga", "disk was restored from last night")


def midgame(plays: int = 12) -> Pipeline:
    """A game of bots in its first deal, all of it archived."""
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=2)
    for _ in range(plays):
        pipeline.clock.now += 1
        pipeline.timekeeper.tick((PARTITION,))
        pipeline.desk.step(pipeline.queue.receive(PARTITION, 100, 0))
        pipeline.project()
        pipeline.play_bots()
    return pipeline


def types_of(pipeline: Pipeline) -> list[str]:
    return [CODEC.decode(raw).type for raw in pipeline.journal.read(GAME)]


def finish(pipeline: Pipeline) -> None:
    """Whatever happened, the game must end, with SQL and log equal."""
    pipeline.tables.rebuild([GAME])
    for _ in range(30):
        pipeline.clock.now += 16_000
        pipeline.settle()
    entries = pipeline.journal.read(GAME)
    assert isinstance(fold(GAME, entries, pipeline.secrets).table, Over)
    assert pipeline.archive.entries(GAME) == entries


def lose_tail(pipeline: Pipeline, keep: int) -> None:
    """The log server comes back from an older copy of its data: ``keep`` whole commits long."""
    record, entries = pipeline.log.game(GAME), pipeline.journal.read(GAME)[:keep]
    record.entries = dict(enumerate(entries, 1))
    record.last = keep
    head = chain.advance(chain.origin(GAME), entries)
    assert record.head is not None
    record.head.seq, record.head.chain = head.seq, head.chain


def alter_entry_9(pipeline: Pipeline) -> None:
    """Someone with the server's password rewrites what a bot did."""
    record = pipeline.log.game(GAME)
    record.entries[9] = record.entries[9].replace(b"bot", b"bat")


def test_the_same_server_life_is_ready_at_once() -> None:
    pipeline = midgame()
    before = pipeline.journal.read(GAME)
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == before
    finish(pipeline)


def test_the_first_start_draws_an_incarnation_into_sql_and_redis() -> None:
    pipeline = Pipeline()
    drawn = pipeline.journal.incarnation(PARTITION)
    assert drawn is not None
    assert pipeline.archive.incarnation(PARTITION) == drawn


def test_a_restart_with_everything_in_place_is_ready_and_voids_nothing() -> None:
    pipeline = midgame()
    before = pipeline.journal.read(GAME)
    pipeline.log.restart()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == before
    finish(pipeline)


def test_after_a_flush_every_append_refuses_and_then_the_game_is_put_back() -> None:
    pipeline = midgame()
    archived = pipeline.archive.entries(GAME)
    old = pipeline.journal.incarnation(PARTITION)
    pipeline.log.flush()
    pipeline.send(GAME, "player:x", "table.leave")
    with pytest.raises(IncarnationMismatch):
        pipeline.decide()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME)[: len(archived)] == archived
    assert pipeline.journal.incarnation(PARTITION) not in {None, old}
    assert types_of(pipeline)[len(archived) :] == ["table.deal_voided", "table.deal_opened"]
    finish(pipeline)


def test_a_log_that_lost_its_tail_is_put_back_and_its_deal_voided() -> None:
    pipeline = midgame()
    archived = pipeline.archive.entries(GAME)
    lose_tail(pipeline, keep=9)
    pipeline.log.restart()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME)[: len(archived)] == archived
    assert types_of(pipeline)[len(archived) :] == ["table.deal_voided", "table.deal_opened"]
    finish(pipeline)


def test_the_voided_deal_is_played_again_under_the_next_key() -> None:
    pipeline = midgame()
    pipeline.log.flush()
    pipeline.lose_worker()
    finish(pipeline)
    events = [CODEC.decode(raw).event for raw in pipeline.journal.read(GAME)]
    started = [(e.deal, e.index) for e in events if isinstance(e, DealStarted)]
    assert started == [(1, 1), (1, 2), (2, 3)]


def test_redis_ahead_of_sql_goes_on() -> None:
    pipeline = midgame()
    pipeline.play_bots()
    pipeline.decide()  # committed, not archived
    ahead = pipeline.journal.read(GAME)
    pipeline.log.restart()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == ahead
    finish(pipeline)


def test_a_promoted_replica_voids_the_running_deal_even_if_ahead() -> None:
    pipeline = midgame()
    before = len(pipeline.journal.read(GAME))
    pipeline.log.restart(promoted=True)
    pipeline.lose_worker()
    assert types_of(pipeline)[before:] == ["table.deal_voided", "table.deal_opened"]
    finish(pipeline)


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


def test_a_deal_lost_right_after_a_void_is_voided_too() -> None:
    pipeline = midgame()
    pipeline.log.flush()
    pipeline.lose_worker()
    pipeline.project()
    archived = pipeline.archive.entries(GAME)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()  # the next deal starts and is seen; SQL does not hold it yet
    assert types_of(pipeline)[len(archived) :] == ["table.deal_started"]
    pipeline.log.flush()
    pipeline.lose_worker()
    assert types_of(pipeline)[len(archived) :] == ["table.deal_voided", "table.deal_opened"]
    finish(pipeline)


def test_a_game_closed_since_the_copy_was_made_stays_over() -> None:
    pipeline = midgame()
    copy = deepcopy(pipeline.log.games[GAME])
    deadlines = dict(pipeline.log.partitions[PARTITION].deadlines)
    pipeline.settle()
    pipeline.clock.now += 1
    pipeline.archivist.sweep(PARTITION)
    archived = pipeline.archive.entries(GAME)
    pipeline.log.games[GAME] = copy
    pipeline.log.partitions[PARTITION].open.add(GAME)
    pipeline.log.partitions[PARTITION].deadlines.update(deadlines)
    pipeline.log.restart()
    pipeline.lose_worker()
    head = pipeline.journal.head(GAME)
    assert head == Head(pipeline.archive.position(GAME), "closed")
    assert pipeline.journal.open_games(PARTITION) == []
    pipeline.clock.now += 16_000
    pipeline.settle()
    assert pipeline.archive.entries(GAME) == archived
    assert pipeline.signals.alarms == []


def test_a_game_whose_master_key_is_gone_is_frozen_and_no_other() -> None:
    pipeline, other = midgame(), game_id(2)
    pipeline.secrets = MasterSecrets(bytes(32), {master_key_id(bytes(32)): bytes(32)})
    pipeline.lose_worker()
    pipeline.open(other, BOTS, deals=1)
    pipeline.project_records()
    pipeline.log.flush()
    pipeline.lose_worker()
    heads = pipeline.journal.heads([GAME, other])
    assert [head and head.status for head in heads] == ["frozen", "open"]
    frozen = [facts["game"] for what, facts in pipeline.signals.alarms if what == "game_frozen"]
    assert frozen == [GAME]


def test_a_log_that_differs_from_sql_is_frozen_and_reported() -> None:
    pipeline = midgame()
    alter_entry_9(pipeline)
    pipeline.log.restart()
    pipeline.lose_worker()
    head = pipeline.journal.head(GAME)
    assert head is not None
    assert head.status == "frozen"
    assert [what for what, _ in pipeline.signals.alarms] == ["game_frozen"]
    wrong = [f.what for f in diagnose(instruments(pipeline), (PARTITION,)) if f.grade == "wrong"]
    assert wrong == [f"game {GAME}"]


def test_an_operator_puts_a_frozen_game_back_from_the_witness() -> None:
    pipeline = midgame()
    alter_entry_9(pipeline)
    pipeline.log.restart()
    pipeline.lose_worker()
    recover(repair(pipeline), pipeline.secrets, GAME, DECISION)
    assert pipeline.journal.read(GAME) == pipeline.archive.entries(GAME)
    recorded = pipeline.archive.recoveries_of(GAME)
    assert [(r.chosen, r.who, r.why) for r in recorded] == [
        ("witness", DECISION.who, DECISION.why)
    ]
    finish(pipeline)


def test_what_sql_holds_is_never_rewritten_from_redis() -> None:
    pipeline = midgame()
    alter_entry_9(pipeline)
    with pytest.raises(CannotRecover, match="entry 9"):
        recover(repair(pipeline), pipeline.secrets, GAME, Decision("redis", "olga", "no reason"))
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


def test_a_game_not_started_when_its_log_was_lost_goes_on_without_a_void() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.project()
    pipeline.log.flush()
    pipeline.lose_worker()
    assert types_of(pipeline) == ["table.game_opened"] + ["table.bot_seated"] * 3
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    folded = fold(GAME, pipeline.journal.read(GAME), pipeline.secrets)
    assert isinstance(folded.table, Underway)


def repair(pipeline: Pipeline) -> Repair:
    return Repair(pipeline.journal, pipeline.archive, pipeline.leases, pipeline.clock)


def instruments(pipeline: Pipeline) -> Instruments:
    return Instruments(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.feed
    )


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
