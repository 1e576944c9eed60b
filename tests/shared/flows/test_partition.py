"""Deciding one partition: what goes wrong with one command or one game stays with it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from shared.flows.partition import FAILURES_MAX, PartitionDesk, Stores
from shared.flows.recovery import Decision, Repair, recover
from shared.flows.submit import decide_command
from shared.journal import chain
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, GameId, LeaseLost, Refused
from shared.table import refusals
from tests.support.pipeline import LEASE_MS, PARTITION, Pipeline, game_id

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


# --- our own bugs ------------------------------------------------------------------------------


def failing_for(
    monkeypatch: pytest.MonkeyPatch, game: GameId, times: int | None = None
) -> Callable[[], int]:
    """Deciding commands of ``game`` fails, always or the first ``times``; how often it did."""
    failed = 0

    def decide(secrets: Any, folded: Any, *rest: Any) -> Any:
        nonlocal failed
        if folded.game == game and (times is None or failed < times):
            failed += 1
            raise AssertionError("no such state")
        return decide_command(secrets, folded, *rest)

    monkeypatch.setattr("shared.flows.partition.decide_command", decide)
    return lambda: failed


def test_a_command_that_fails_every_time_is_set_aside_and_answered_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    pipeline.open(OTHER)
    failed = failing_for(monkeypatch, GAME)
    poison, other = sit(pipeline, GAME), sit(pipeline, OTHER)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", other), Accepted)
    for _ in range(10):
        pipeline.desk.step(())
    assert failed() == FAILURES_MAX
    (aside,) = pipeline.queue.parked(PARTITION)
    assert aside.command_id == poison
    assert aside.reason.startswith("AssertionError in shared.flows.partition:_decide, line ")
    refusal = refusal_of(pipeline, "player:ann", poison)
    assert (refusal.code, refusal.params) == ("table.parked", {"reason": "AssertionError"})
    assert nothing_waits(pipeline)


def test_what_an_error_says_of_cards_is_not_parked(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: Any) -> Any:
        raise AssertionError("seat 1 holds K♠ and 9♥")

    pipeline = Pipeline()
    pipeline.open(GAME)
    monkeypatch.setattr("shared.flows.partition.decide_command", decide)
    poison = sit(pipeline, GAME)
    pipeline.decide()
    for _ in range(FAILURES_MAX):
        pipeline.desk.step(())
    (aside,) = pipeline.queue.parked(PARTITION)
    assert (aside.command_id, "♠" in str(aside)) == (poison, False)
    assert "♠" not in str(refusal_of(pipeline, "player:ann", poison))


def test_a_command_that_fails_once_is_decided_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    failing_for(monkeypatch, GAME, times=1)
    name = sit(pipeline, GAME)
    pipeline.decide()
    pipeline.desk.step(())
    assert isinstance(pipeline.answer("player:ann", name), Accepted)
    assert pipeline.queue.parked(PARTITION) == []


def test_what_is_not_genuine_is_dropped_and_said() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    sit(pipeline, GAME)
    (received,) = pipeline.queue.receive(PARTITION, 10, 0)
    pipeline.desk.step([replace(received, genuine=False)])
    assert len(pipeline.journal.read(GAME)) == 1
    assert pipeline.queue.parked(PARTITION) == []
    assert nothing_waits(pipeline)
    assert [what for what, _ in pipeline.signals.alarms] == ["command_not_genuine"]


def test_unreadable_bytes_are_set_aside() -> None:
    pipeline = Pipeline()
    pipeline.log.partitions[PARTITION].commands.add(pipeline.clock.now, b"\xc1")
    pipeline.decide()
    (aside,) = pipeline.queue.parked(PARTITION)
    assert (aside.command_id, aside.size, aside.reason) == (None, 1, "unreadable")
    assert [what for what, _ in pipeline.signals.alarms] == ["command_unreadable"]
    assert nothing_waits(pipeline)


def test_what_is_too_long_to_be_a_command_is_forgotten_and_said() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    pipeline.log.partitions[PARTITION].commands.add(pipeline.clock.now, bytes(5_000_000))
    name = sit(pipeline, GAME)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", name), Accepted)
    assert pipeline.queue.parked(PARTITION) == []
    assert nothing_waits(pipeline)
    assert [what for what, _ in pipeline.signals.alarms] == ["command_too_long"]


# --- broken logs -------------------------------------------------------------------------------


def alter_entry(pipeline: Pipeline) -> None:
    entries = pipeline.log.game(GAME).entries
    entries[1] = entries[1].replace(b"call_break", b"call_brake")


def lose_entry(pipeline: Pipeline) -> None:
    del pipeline.log.game(GAME).entries[1]


def lose_head(pipeline: Pipeline) -> None:
    pipeline.log.game(GAME).head = None


def add_and_delete(pipeline: Pipeline) -> None:
    """An XADD and an XDEL from outside: only the last generated id tells of them."""
    pipeline.log.game(GAME).last += 1


def move_head(pipeline: Pipeline) -> None:
    head = pipeline.log.game(GAME).head
    assert head is not None
    head.chain = chain.start(OTHER)


@pytest.mark.parametrize("damage", [alter_entry, lose_entry, lose_head, add_and_delete, move_head])
def test_a_log_that_contradicts_itself_freezes_its_game_and_no_other(
    damage: Callable[[Pipeline], None],
) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3))
    pipeline.open(OTHER, (1, 2, 3))
    pipeline.lose_worker()  # the next owner has nothing in memory
    damage(pipeline)
    broken, other = sit(pipeline, GAME), sit(pipeline, OTHER)
    pipeline.decide()
    assert refusal_of(pipeline, "player:ann", broken).code == refusals.GAME_FROZEN.code
    assert isinstance(pipeline.answer("player:ann", other), Accepted)
    assert status_of(pipeline, GAME) == "frozen"
    assert [(what, facts["game"]) for what, facts in pipeline.signals.alarms] == [
        ("game_frozen", GAME)
    ]
    assert nothing_waits(pipeline)


def test_a_frozen_game_answers_and_keeps_nothing_of_it() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3))
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator looks at it")
    cached = sit(pipeline, GAME)
    pipeline.decide()
    read = sit(pipeline, GAME)
    pipeline.decide()
    for name in (cached, read):
        assert refusal_of(pipeline, "player:ann", name).code == refusals.GAME_FROZEN.code
        assert pipeline.journal.answer(GAME, "player:ann", name) is None


def test_a_log_that_grew_from_elsewhere_under_the_lease_sends_its_owner_to_the_gate() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3))
    head = pipeline.log.game(GAME).head
    assert head is not None
    head.seq += 1
    sit(pipeline, GAME)
    with pytest.raises(LeaseLost, match=GAME):
        pipeline.decide()


def test_a_recovered_game_goes_on_under_the_same_owner() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3))
    lost_id = pipeline.log.game(GAME).last
    add_and_delete(pipeline)
    sit(pipeline, GAME)
    pipeline.decide()
    assert status_of(pipeline, GAME) == "frozen"
    pipeline.log.game(GAME).last = lost_id
    repair = Repair(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.clock
    )
    recover(repair, pipeline.secrets, GAME, Decision("redis", "olga", "nothing is lost"))
    name = sit(pipeline, GAME)
    pipeline.decide()
    assert isinstance(pipeline.answer("player:ann", name), Accepted)


# --- batches and leases ------------------------------------------------------------------------


def test_a_commit_that_was_made_before_has_what_followed_it_in_the_batch_decided_anew() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    once = sit(pipeline, GAME)
    pipeline.decide()
    first = pipeline.answer("player:ann", once)
    assert isinstance(first, Accepted)
    pipeline.ask(GAME, "player:ann", "table.leave")
    pipeline.replies.pushed.clear()
    # Decided again it would be accepted again: her seat is free. Only its id says that it was.
    fields = {"seat": 0, "commitment": bytes(32)}
    pipeline.send(GAME, "player:ann", "table.sit", fields, command_id=once)
    other = sit(pipeline, GAME, "bea")
    pipeline.decide()
    assert [reply.answer for _, reply in pipeline.replies.pushed] == [
        first,
        pipeline.answer("player:bea", other),
    ]
    assert isinstance(pipeline.answer("player:bea", other), Accepted)
    assert nothing_waits(pipeline)


def test_whoever_lost_the_lease_writes_nothing_and_leaves() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    zombie, before = pipeline.desk, pipeline.journal.read(GAME)
    sit(pipeline, GAME)
    delivered = pipeline.queue.receive(PARTITION, 100, 0)
    pipeline.clock.now += LEASE_MS + 1
    assert pipeline.leases.take(PARTITION, "another worker", LEASE_MS) is not None
    with pytest.raises(LeaseLost):
        zombie.step(delivered)
    assert pipeline.journal.read(GAME) == before


def test_games_beyond_the_bound_are_read_again_the_longest_unused_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    games = [game_id(number) for number in range(1, 4)]
    stores = Stores(
        pipeline.journal,
        pipeline.queue,
        pipeline.archive,
        pipeline.replies,
        pipeline.clock,
        pipeline.signals,
    )
    pipeline.desk = PartitionDesk(pipeline.lease, stores, pipeline.secrets, games_kept=2)
    read, read_of = [], pipeline.journal.read

    def reading(game: GameId, *rest: int) -> list[bytes]:
        read.append(game)
        return read_of(game, *rest)

    pipeline.open(games[0])
    pipeline.open(games[1])
    sit(pipeline, games[0])
    pipeline.decide()
    pipeline.open(games[2])  # games[1] was longest unused
    monkeypatch.setattr(pipeline.journal, "read", reading)
    for game in (games[0], games[2], games[1], games[2], games[0]):
        sit(pipeline, game, "bea")
        pipeline.decide()
    assert read == [games[1], games[0]]
