"""The timekeeper: what fell due is asked for, again if need be, whatever other games do."""

import pytest

from shared.cards.moves import Play
from shared.fairness.keys import master_key_id
from shared.flows import deadlines
from shared.flows.deadlines import ATTEMPTS_MAX, Doors, Timekeeper
from shared.flows.secrets import MasterSecrets
from shared.kernel.refusal import Refusal
from shared.ports import BotTask, Busy, Command, Delivered, GameId, Refused, Unavailable
from shared.table import refusals
from shared.table.deadlines import BOT_SWEEP_MS
from tests.support.pipeline import PARTITION, Pipeline, game_id, move_command

GAME, OTHER = game_id(1), game_id(2)
BOTS = (0, 1, 2, 3)


def begun(*games: GameId) -> Pipeline:
    """Games of bots whose first deal has started; the first bot of each was asked to call."""
    pipeline = Pipeline()
    for game in games:
        pipeline.open(game, BOTS, deals=1)
    pipeline.project_records()
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    pipeline.project()
    return pipeline


def timekeeper(pipeline: Pipeline, secrets: MasterSecrets) -> Timekeeper:
    doors = Doors(
        pipeline.journal, pipeline.queue, pipeline.bots, pipeline.clock, pipeline.signals
    )
    return Timekeeper(doors, secrets)


def sent(pipeline: Pipeline) -> list[Delivered]:
    return pipeline.queue.receive(PARTITION, 1_000, 0)


def games_of(delivered: list[Delivered]) -> list[str]:
    return sorted(entry.command.game for entry in delivered if entry.command is not None)


def test_a_deadline_is_asked_for_once_and_again_after_a_while_without_effect() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    for _ in range(5):
        pipeline.clock.now += 1
        pipeline.timekeeper.tick((PARTITION,))
    assert games_of(sent(pipeline)) == [GAME]
    pipeline.clock.now += deadlines.AGAIN_MS
    pipeline.timekeeper.tick((PARTITION,))
    assert games_of(sent(pipeline)) == [GAME]


def test_deadlines_that_wait_for_something_else_keep_no_other_from_being_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "DUE_MAX", 2)
    pipeline = Pipeline()
    games = [game_id(number) for number in range(1, 6)]
    for game in games:
        pipeline.open(game, BOTS, deals=1)
    pipeline.timekeeper.tick((PARTITION,))
    assert games_of(sent(pipeline)) == games


def test_a_game_whose_master_key_is_not_here_keeps_no_other_from_being_swept() -> None:
    pipeline = begun(GAME)
    other_key = MasterSecrets(bytes(32), {master_key_id(bytes(32)): bytes(32)})
    keeper = timekeeper(pipeline, other_key)
    pipeline.open(OTHER, (1, 2, 3), deals=1, abandon_seconds=1)
    pipeline.clock.now += BOT_SWEEP_MS
    keeper.tick((PARTITION,))
    assert [(what, facts["game"]) for what, facts in pipeline.signals.alarms] == [
        ("game_unreadable", GAME)
    ]
    pipeline.clock.now += 3_600_000
    keeper.tick((PARTITION,))
    assert OTHER in games_of(sent(pipeline))


def test_a_log_server_that_is_away_is_not_taken_for_a_broken_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = begun(GAME)
    pipeline.clock.now += BOT_SWEEP_MS

    def away(*_arguments: object) -> None:
        raise Unavailable

    monkeypatch.setattr(pipeline.journal, "read", away)
    with pytest.raises(Unavailable):
        pipeline.timekeeper.tick((PARTITION,))
    assert pipeline.signals.alarms == []


def test_a_stream_that_is_full_is_asked_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)

    def full(*_arguments: object) -> None:
        raise Busy("10000 commands wait")

    with monkeypatch.context() as crowd:
        crowd.setattr(pipeline.queue, "send", full)
        pipeline.timekeeper.tick((PARTITION,))
    assert [what for what, _ in pipeline.signals.notes] == ["deadline_waits"]
    pipeline.clock.now += deadlines.AGAIN_MS
    pipeline.timekeeper.tick((PARTITION,))
    assert games_of(sent(pipeline)) == [GAME]


def test_a_stream_that_takes_nothing_keeps_no_other_from_being_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    for game in (GAME, OTHER):
        pipeline.open(game, BOTS, deals=1)
    send = pipeline.queue.send

    def spoilt(command: Command) -> None:
        if command.game == GAME:
            raise Unavailable
        send(command)

    monkeypatch.setattr(pipeline.queue, "send", spoilt)
    pipeline.timekeeper.tick((PARTITION,))
    assert games_of(sent(pipeline)) == [OTHER]


def refuse(pipeline: Pipeline, task: BotTask) -> Refusal:
    """The bot tries a card before all have called."""
    command = move_command(task, Play(0))
    pipeline.queue.send(command)
    pipeline.decide()
    answer = pipeline.answer(command.actor, command.command_id)
    assert isinstance(answer, Refused)
    return answer.refusal


def test_the_sweep_raises_the_attempt_after_a_refusal_and_then_leaves_the_turn_to_the_clock() -> (
    None
):
    pipeline = begun(GAME)
    for attempt in range(ATTEMPTS_MAX):
        task = pipeline.bots.tasks.popleft()
        assert task.attempt == attempt
        assert refuse(pipeline, task).code == "call_break.calls_come_first"
        pipeline.clock.now += max(BOT_SWEEP_MS, deadlines.AGAIN_MS)
        pipeline.timekeeper.tick((PARTITION,))
    assert list(pipeline.bots.tasks) == []
    pipeline.clock.now += 15_000
    pipeline.timekeeper.tick((PARTITION,))
    (due,) = sent(pipeline)
    assert due.command is not None
    assert due.command.actor == "clock"


def test_a_clock_that_does_not_stand_any_more_is_refused() -> None:
    pipeline = begun(GAME)
    name = pipeline.send(GAME, "clock", "table.clock_ran_out", {"due": 1})
    pipeline.decide()
    answer = pipeline.answer("clock", name)
    assert isinstance(answer, Refused)
    assert answer.refusal.code == refusals.NO_SUCH_CLOCK.code
