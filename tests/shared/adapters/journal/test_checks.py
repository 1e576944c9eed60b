"""Every check of a commit, in its order, leaves all as it was."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from shared.ports import Accepted, BrokenLog, Conflict, Lease, Repeated, Reused, Written
from tests.support.journals import Bench, nothing_written, one, owned, taken_over, write
from tests.support.log_writer import PARTITION, LogWriter, game_id

GAME = game_id(1)


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
