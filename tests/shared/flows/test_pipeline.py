"""Whole games through every flow: submit, project, settle, close; in memory, step by step."""

from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.published import keys_in
from shared.games.call_break.rules import DECK
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, Refused
from shared.table import refusals
from shared.table.state import Over
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()
BOTS = (0, 1, 2, 3)


def refusal_of(answer: object) -> Refusal:
    assert isinstance(answer, Refused), answer
    return answer.refusal


def test_a_game_of_bots_runs_from_its_opening_to_a_zero_sum_ledger() -> None:
    pipeline = Pipeline()
    assert isinstance(pipeline.open(GAME, BOTS, deals=2, stake=10), Accepted)
    pipeline.settle()
    entries = pipeline.journal.read(GAME)
    folded = fold(GAME, entries, keys_in(map(CODEC.decode, entries)))
    assert isinstance(folded.table, Over)
    assert folded.table.reason == "completed"
    transfers = pipeline.archive.of_game(GAME)
    assert len(transfers) == 4
    assert sum(pipeline.archive.balances().values()) == 0
    assert pipeline.archive.entries(GAME) == entries
    assert pipeline.signals.alarms == []


def test_humans_sit_commit_reveal_and_play() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    assert isinstance(pipeline.sit(GAME, "ann", 0), Accepted)
    assert isinstance(pipeline.reveal(GAME, "ann"), Accepted)
    pipeline.settle()
    for _ in range(14):
        shown = pipeline.view(GAME, "seat:0")
        if shown["turn"] is None:
            break
        move = shown["view"]["match"]["legal"][0]
        kind, _, value = move.partition(":")
        data = {"card": DECK.index(value)} if kind == "play" else {"tricks": int(value)}
        pipeline.send(GAME, "player:ann", kind, data, turn=shown["turn"])
        pipeline.settle()
    shown = pipeline.view(GAME, "seat:0")
    assert shown["view"]["phase"] == "over"
    assert shown["view"]["reason"] == "completed"


def test_the_same_command_sent_twice_gets_one_event_and_two_equal_answers() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    shown = pipeline.view(GAME, "seat:0")
    before = len(pipeline.journal.read(GAME))
    for _ in range(100):
        pipeline.send(
            GAME, "player:ann", "call", {"tricks": 3}, turn=shown["turn"], command_id="same"
        )
    pipeline.decide()
    answers = [reply.answer for _, reply in pipeline.replies.pushed if reply.command_id == "same"]
    assert answers == [Accepted(before + 1, before + 1)] * 100
    assert len(pipeline.journal.read(GAME)) == before + 1


def test_a_used_id_with_other_content_is_refused_as_such() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    turn = pipeline.view(GAME, "seat:0")["turn"]
    pipeline.send(GAME, "player:ann", "call", {"tricks": 3}, turn=turn, command_id="same")
    pipeline.send(GAME, "player:ann", "call", {"tricks": 4}, turn=turn, command_id="same")
    pipeline.decide()
    answer = pipeline.answer("player:ann", "same")
    assert refusal_of(answer).code == refusals.ID_REUSED.code


def test_before_a_deal_there_is_no_move_and_a_table_command_carries_no_turn() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    early = pipeline.send(GAME, "player:ann", "call", {"tricks": 3}, turn="1-00000000")
    turned = pipeline.send(GAME, "player:ann", "table.leave", turn="1-00000000")
    pipeline.decide()
    assert refusal_of(pipeline.answer("player:ann", early)).code == refusals.NO_DEAL.code
    code = refusal_of(pipeline.answer("player:ann", turned)).code
    assert code == refusals.TURN_ON_TABLE_COMMAND.code


def test_a_stranger_to_the_table_is_refused_the_same_whatever_turn_it_is() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    now = pipeline.view(GAME, "seat:0")["turn"]
    guesses = [
        pipeline.send(GAME, "player:eve", "call", {"tricks": 3}, turn=turn)
        for turn in (None, "1-00000000", now)
    ]
    pipeline.decide()
    refused = [refusal_of(pipeline.answer("player:eve", guess)) for guess in guesses]
    assert refused == [refusals.NOT_SEATED()] * 3


def test_the_next_deal_waits_until_sql_holds_everything_before_it() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    assert len(pipeline.desk.in_flight) == 1
    pipeline.project_records()
    pipeline.desk.step(())
    assert pipeline.desk.in_flight == frozenset()
    types = [CODEC.decode(raw).type for raw in pipeline.journal.read(GAME)]
    assert types[-2:] == ["table.game_started", "table.deal_started"]


def test_a_finished_game_leaves_redis_and_its_answers_come_from_sql() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.settle()
    pipeline.clock.now += 1
    pipeline.archivist.sweep(PARTITION)
    head = pipeline.journal.head(GAME)
    assert head is not None
    assert head.status == "closed"
    assert pipeline.journal.read(GAME) == []
    assert pipeline.views.get(GAME, "public") is None
    late = pipeline.send(GAME, "player:host", "table.leave")
    pipeline.decide()
    assert refusal_of(pipeline.answer("player:host", late)).code == refusals.GAME_OVER.code


def test_a_lost_bot_task_is_dispatched_again_by_the_sweep() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    pipeline.project()
    pipeline.decide()
    pipeline.desk.step(())
    pipeline.project()
    assert len(pipeline.bots.tasks) == 1
    lost = pipeline.bots.tasks.popleft()
    pipeline.clock.now += 3_000
    pipeline.timekeeper.tick((PARTITION,))
    assert list(pipeline.bots.tasks) == [lost]


def test_a_bot_that_never_answers_is_played_for_by_the_clock() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=1)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    pipeline.project()
    pipeline.desk.step(())
    before = len(pipeline.journal.read(GAME))
    pipeline.clock.now += 15_000
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    played = [CODEC.decode(raw) for raw in pipeline.journal.read(GAME, before)]
    assert [entry.type for entry in played] == ["table.clock_ran_out", "call_break.called"]
    assert {entry.actor for entry in played} == {"clock"}


def test_a_new_owner_goes_on_where_the_dead_one_stopped() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=2)
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.queue.receive(PARTITION, 100, 0)  # taken by the worker, which dies with them
    pipeline.lose_worker()
    pipeline.settle()
    folded = fold(GAME, pipeline.journal.read(GAME), pipeline.secrets)
    assert isinstance(folded.table, Over)
