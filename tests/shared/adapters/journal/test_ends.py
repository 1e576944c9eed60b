"""Games frozen, closed and put back."""

import pytest
from msgspec.structs import replace

from shared.journal import chain
from shared.journal.position import Position
from shared.ports import (
    FEED_START,
    Accepted,
    BrokenLog,
    Conflict,
    Due,
    GameClosed,
    Given,
    Head,
    Lease,
    LeaseLost,
    Repeated,
)
from tests.support.journals import (
    Bench,
    delivered,
    nothing_written,
    one,
    owned,
    taken_over,
    waiting,
    write,
)
from tests.support.log_writer import PARTITION, LogWriter, entries_of, fingerprint, game_id

GAME = game_id(1)
OTHER_GAME = game_id(2)


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


def test_nothing_of_a_frozen_game_falls_due_until_it_is_put_back(
    bench: Bench, lease: Lease
) -> None:
    writer, other = LogWriter(GAME), LogWriter(game_id(2))
    opening = writer.accepted("c1", clock_due=500, bot_due=600)
    write(bench, lease, opening, other.accepted("c1", clock_due=700))
    bench.journal.freeze(lease, GAME, "its log has a hole")
    assert bench.journal.due(PARTITION, 1000, 10) == [Due("clock", other.game, 700)]
    bench.journal.restore(lease, GAME, opening.entries, 500, 600)
    assert [due.at for due in bench.journal.due(PARTITION, 1000, 10)] == [500, 600, 700]


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


def test_a_log_put_back_has_its_own_deadlines(bench: Bench, lease: Lease) -> None:
    writer = LogWriter(GAME)
    kept = writer.accepted("c1")
    write(bench, lease, kept, writer.accepted("c2", clock_due=100, bot_due=100))
    bench.journal.restore(lease, GAME, kept.entries, 700, 600)
    assert bench.journal.due(PARTITION, 1000, 10) == [
        Due("bot", GAME, 600),
        Due("clock", GAME, 700),
    ]
    bench.journal.restore(lease, GAME, kept.entries, None, 300)
    assert bench.journal.due(PARTITION, 1000, 10) == [Due("bot", GAME, 300)]


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
