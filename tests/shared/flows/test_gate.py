"""The recovery gate, case by case: what a partition's new owner may trust."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from shared.fairness.keys import master_key_id
from shared.flows.diagnosis import diagnose
from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.gate import AdoptionNeeded
from shared.flows.secrets import MasterSecrets
from shared.flows.verify import Witness, verify
from shared.ports import Head, IncarnationMismatch, Unavailable
from shared.table.events import DealOpened, DealStarted, DealVoided
from shared.table.state import Underway
from tests.support.midgame import (
    BOTS,
    GAME,
    alter_entry_9,
    finish,
    instruments,
    lose_tail,
    midgame,
    types_of,
)
from tests.support.pipeline import PARTITION, Pipeline, game_id


def test_the_same_server_life_is_ready_at_once_without_sql(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = midgame()
    before = pipeline.journal.read(GAME)

    def away(*_arguments: object) -> None:
        raise Unavailable("the database does not answer")

    with monkeypatch.context() as outage:
        for question in ("incarnation", "unclosed", "positions", "entries"):
            outage.setattr(pipeline.archive, question, away)
        pipeline.lose_worker()
        pipeline.log.restart()
        with pytest.raises(Unavailable):
            pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == before
    pipeline.lose_worker()
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


def test_a_replica_promoted_between_two_deals_voids_the_next_one() -> None:
    pipeline = midgame()
    while "call_break.deal_scored" not in types_of(pipeline):
        pipeline.decide()
        pipeline.project()
        pipeline.play_bots()
    before = len(pipeline.journal.read(GAME))
    pipeline.log.restart(promoted=True)
    pipeline.lose_worker()
    voided, opened = (CODEC.decode(raw).event for raw in pipeline.journal.read(GAME, before))
    assert isinstance(voided, DealVoided)
    assert isinstance(opened, DealOpened)
    assert (voided.deal, voided.index, opened.index) == (2, 2, 2)
    finish(pipeline)


def test_a_game_that_had_all_its_seeds_starts_without_its_first_deal() -> None:
    """It may have started in the tail that is lost, and its first deal is always the same."""
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.project()
    archived = pipeline.archive.entries(GAME)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    lost = pipeline.journal.read(GAME)[len(archived) :]
    assert [CODEC.decode(raw).type for raw in lost] == [
        "table.game_started",
        "table.deal_started",
    ]
    pipeline.log.flush()
    pipeline.lose_worker()
    kept = pipeline.journal.read(GAME)
    assert kept[: len(archived)] == archived
    started, voided, opened = (CODEC.decode(raw).event for raw in kept[len(archived) :])
    assert started == CODEC.decode(lost[0]).event
    assert isinstance(voided, DealVoided)
    assert isinstance(opened, DealOpened)
    assert (voided.index, opened.index) == (1, 1)
    pipeline.clock.now += 8_000
    pipeline.settle()
    events = [CODEC.decode(raw).event for raw in pipeline.journal.read(GAME)]
    dealt = [(e.deal, e.index) for e in events if isinstance(e, DealStarted)]
    assert dealt == [(1, 2)]
    assert verify(GAME, pipeline.journal.read(GAME), Witness()).all_good


def test_a_game_that_sql_does_not_hold_yet_stays_as_it_is() -> None:
    pipeline, new = midgame(), game_id(2)
    pipeline.open(new, (1, 2, 3), deals=1)
    before = pipeline.journal.read(new)
    pipeline.log.restart()
    pipeline.lose_worker()
    assert pipeline.journal.read(new) == before
    pipeline.project_records()
    assert pipeline.archive.entries(new) == before


def test_a_finished_game_is_put_back_as_it_ended() -> None:
    pipeline = midgame()
    finish(pipeline)
    archived = pipeline.archive.entries(GAME)
    pipeline.log.flush()
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == archived
    finish(pipeline)
    pipeline.archivist.sweep(PARTITION)
    assert pipeline.journal.head(GAME) == Head(pipeline.archive.position(GAME), "closed")


def test_logs_that_are_whole_are_kept_though_the_incarnation_alone_is_gone() -> None:
    pipeline = midgame()
    old, before = pipeline.journal.incarnation(PARTITION), pipeline.journal.read(GAME)
    pipeline.log.partitions[PARTITION].incarnation = None
    pipeline.lose_worker()
    assert pipeline.journal.read(GAME) == before
    assert pipeline.journal.incarnation(PARTITION) not in {None, old}
    assert pipeline.archive.incarnation(PARTITION) == pipeline.journal.incarnation(PARTITION)
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


def lose_entry_3(pipeline: Pipeline) -> None:
    del pipeline.log.game(GAME).entries[3]


def lose_head(pipeline: Pipeline) -> None:
    pipeline.log.game(GAME).head = None


def lose_last_entry(pipeline: Pipeline) -> None:
    """The head stays: the two contradict each other."""
    pipeline.log.game(GAME).entries.popitem()


def alter_and_shorten(pipeline: Pipeline) -> None:
    """Shorter than SQL, whole by itself, and no prefix of what SQL holds."""
    alter_entry_9(pipeline)
    lose_tail(pipeline, keep=9)


@pytest.mark.parametrize(
    "damage", [alter_entry_9, lose_entry_3, lose_head, lose_last_entry, alter_and_shorten]
)
def test_a_log_that_differs_from_sql_is_frozen_and_reported(
    damage: Callable[[Pipeline], None],
) -> None:
    pipeline = midgame()
    damage(pipeline)
    pipeline.log.restart()
    pipeline.lose_worker()
    head = pipeline.journal.head(GAME)
    assert head is not None
    assert head.status == "frozen"
    assert [what for what, _ in pipeline.signals.alarms] == ["game_frozen"]
    wrong = [f.what for f in diagnose(instruments(pipeline), (PARTITION,)) if f.grade == "wrong"]
    assert wrong == [f"game {GAME}"]


def test_a_log_that_sql_knows_nothing_of_waits_for_an_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = midgame()
    pipeline.log.restart()
    monkeypatch.setattr(pipeline.archive, "incarnation", lambda _partition: None)
    with pytest.raises(AdoptionNeeded, match="SQL none"):
        pipeline.lose_worker()


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
