"""What a journal keeps of refusals and of deadlines."""

from msgspec.structs import replace

from shared.adapters.journal_limits import REFUSALS_KEPT
from shared.fairness.refusals import seal_refusal
from shared.ports import FEED_START, Due, Given, Head, Lease, Refused, Repeated, Sealed
from tests.support.journals import Bench, delivered, waiting, write
from tests.support.log_writer import PARTITION, REFUSAL, LogWriter, fingerprint, game_id

GAME = game_id(1)
OTHER_GAME = game_id(2)


# --- refusals -----------------------------------------------------------------------------------


def test_a_refusal_is_answered_and_kept_as_evidence_and_is_no_event(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", clock_due=500, bot_due=600))
    log, due = bench.journal.read(GAME), bench.journal.due(PARTITION, 1000, 10)
    fed = bench.feed.bounds(PARTITION)
    write(bench, lease, writer.refused("c2"))
    assert bench.journal.answer(GAME, "player:ada", "c2") == Given(
        fingerprint("c2"), Refused(REFUSAL)
    )
    [record] = bench.journal.refusals(PARTITION, FEED_START, 10)
    assert (record.game, record.actor, record.command_id) == (GAME, "player:ada", "c2")
    assert (record.fingerprint, record.answer) == (fingerprint("c2"), Refused(REFUSAL))
    assert bench.journal.read(GAME) == log
    assert bench.journal.head(GAME) == Head(writer.position, "open")
    assert bench.journal.due(PARTITION, 1000, 10) == due
    assert bench.feed.bounds(PARTITION) == fed


def test_a_refusal_that_is_sealed_stays_sealed(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    sealed = Sealed(3, seal_refusal(bytes(32), "player:ada", "c2", b"held: KH"))
    commit = replace(writer.refused("c2"), answer=sealed)
    write(bench, lease, commit)
    assert bench.journal.answer(GAME, "player:ada", "c2") == Given(fingerprint("c2"), sealed)
    [record] = bench.journal.refusals(PARTITION, FEED_START, 10)
    assert record.answer == sealed
    assert bench.journal.commit(lease, [commit]) == [Repeated(sealed)]


def test_refusals_are_kept_in_full_up_to_a_number_and_counted_beyond(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    write(bench, lease, *[writer.refused(f"r{n}") for n in range(REFUSALS_KEPT)])
    beyond = writer.refused("beyond", entry_id=delivered(bench, GAME, "beyond"))
    write(bench, lease, beyond)
    assert waiting(bench) == []
    assert bench.journal.answer(GAME, "player:ada", f"r{REFUSALS_KEPT - 1}") is not None
    assert bench.journal.answer(GAME, "player:ada", "beyond") is None
    assert len(bench.journal.refusals(PARTITION, FEED_START, 1000)) == REFUSALS_KEPT
    # Neither other seats, nor other games, nor accepted commands pay for it.
    write(bench, lease, writer.refused("r0", actor="player:bob"), writer.accepted("c2"))
    assert bench.journal.answer(GAME, "player:ada", "c2") is not None
    assert len(bench.journal.refusals(PARTITION, FEED_START, 1000)) == REFUSALS_KEPT + 1


def test_a_refusal_of_a_game_that_never_was_leaves_nothing(bench: Bench, lease: Lease) -> None:
    """Or whoever guesses ids would fill the server."""
    bench.queue.forget(PARTITION, delivered(bench, GAME, "c0"))
    before = bench.contents()
    unknown = LogWriter(GAME).refused("c1", entry_id=delivered(bench, GAME, "c1"))
    write(bench, lease, unknown)
    assert waiting(bench) == []
    assert bench.contents() == before
    assert bench.journal.answer(GAME, "player:ada", "c1") is None


def test_refusals_are_read_in_pages_and_trimmed_through_the_last_archived(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"), *[writer.refused(f"r{n}") for n in range(5)])
    first = bench.journal.refusals(PARTITION, FEED_START, 3)
    second = bench.journal.refusals(PARTITION, first[-1].record_id, 3)
    assert [record.command_id for record in first + second] == ["r0", "r1", "r2", "r3", "r4"]
    bench.journal.trim_refusals(PARTITION, first[-1].record_id)
    assert bench.journal.refusals(PARTITION, FEED_START, 10) == second


# --- deadlines ----------------------------------------------------------------------------------


def test_a_commit_sets_changes_and_removes_the_deadlines_of_its_game(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", clock_due=500))
    assert bench.journal.due(PARTITION, 499, 10) == []
    assert bench.journal.due(PARTITION, 500, 10) == [Due("clock", GAME, 500)]
    write(bench, lease, writer.accepted("c2", clock_due=700, bot_due=600))
    assert bench.journal.due(PARTITION, 650, 10) == [Due("bot", GAME, 600)]
    write(bench, lease, writer.accepted("c3"))
    assert bench.journal.due(PARTITION, 10_000, 10) == []


def test_deadlines_come_earliest_first_and_not_more_than_asked(bench: Bench, lease: Lease) -> None:
    late, early = LogWriter(GAME), LogWriter(OTHER_GAME)
    write(bench, lease, late.accepted("c1", clock_due=1_700_000_000_900, bot_due=200))
    write(bench, lease, early.accepted("c1", clock_due=100))
    assert bench.journal.due(PARTITION, 1_700_000_000_900, 10) == [
        Due("clock", OTHER_GAME, 100),
        Due("bot", GAME, 200),
        Due("clock", GAME, 1_700_000_000_900),
    ]
    assert bench.journal.due(PARTITION, 1000, 1) == [Due("clock", OTHER_GAME, 100)]
    assert bench.journal.due(PARTITION, 1000, 1, 1) == [Due("bot", GAME, 200)]
    assert bench.journal.due(PARTITION, 1000, 1, 2) == []


def test_one_look_tells_which_partitions_have_something_due(bench: Bench, lease: Lease) -> None:
    write(bench, lease, LogWriter(GAME).accepted("c1", clock_due=500))
    everywhere = range(PARTITION + 2)
    assert bench.journal.partitions_due(everywhere, 499) == []
    assert bench.journal.partitions_due(everywhere, 500) == [PARTITION]
