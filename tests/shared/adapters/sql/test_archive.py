"""The port Archive: what every store of it does."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from shared.fairness.refusals import seal_refusal
from shared.journal.chain import origin
from shared.journal.position import Position
from shared.ports import (
    Archive,
    Archived,
    ArchiveMismatch,
    Dismissal,
    Ended,
    PositionConflict,
    Recovery,
    Sealed,
    Seated,
)
from tests.shared.adapters.sql.archived import commit, game_id, refusal, settlement

GAME = game_id(1)
OTHER = game_id(2)
SEALED = Sealed(3, seal_refusal(bytes(32), "player:ada", "c2", b"held: KH"))
WRITERS = 8
ROUNDS = 10


def test_a_game_without_entries_ends_where_its_chain_begins(archive: Archive) -> None:
    assert archive.position(GAME) == origin(GAME)
    assert archive.entries(GAME) == []


def test_what_is_stored_can_be_read_again(archive: Archive) -> None:
    stored = commit(GAME, entries=5)
    archive.store([stored])
    assert archive.entries(GAME) == list(stored.entries)
    assert archive.entries(GAME, 3) == list(stored.entries[3:])
    assert archive.position(GAME) == stored.after


def test_entries_come_back_byte_for_byte(archive: Archive) -> None:
    entries = (bytes(range(256)), b"\0", b"")
    archive.store([commit(GAME, entries=entries)])
    assert archive.entries(GAME) == list(entries)


def test_positions_are_told_of_many_games_at_once(archive: Archive) -> None:
    known = [commit(game_id(number)) for number in range(2_500)]
    archive.store(known)
    wanted = [game_id(number) for number in range(3_000)]
    positions = archive.positions(wanted)
    assert list(positions) == wanted
    assert [positions[stored.game] for stored in known] == [stored.after for stored in known]
    assert positions[game_id(2_999)] == origin(game_id(2_999))


def test_one_batch_holds_many_games_and_several_commits_of_one(archive: Archive) -> None:
    first = commit(OTHER)
    second = commit(OTHER, first.after)
    third = commit(OTHER, second.after)
    lone = commit(GAME)
    archive.store([first, lone, second, third])
    assert archive.positions([GAME, OTHER]) == {GAME: lone.after, OTHER: third.after}
    assert archive.entries(OTHER) == [*first.entries, *second.entries, *third.entries]


def test_an_empty_batch_is_stored_without_effect(archive: Archive) -> None:
    archive.store([])
    assert archive.unclosed(0) == {}


@pytest.mark.parametrize("times", [1, 2])
def test_the_same_batch_again_conflicts_and_doubles_nothing(archive: Archive, times: int) -> None:
    stored = commit(GAME, transfers=settlement(GAME, 3))
    archive.store([stored])
    for _ in range(times):
        with pytest.raises(PositionConflict):
            archive.store([stored])
    assert archive.entries(GAME) == list(stored.entries)


def test_a_gap_conflicts(archive: Archive) -> None:
    first = commit(GAME)
    skipped = commit(GAME, first.after)
    archive.store([first])
    with pytest.raises(PositionConflict):
        archive.store([commit(GAME, skipped.after)])
    assert archive.position(GAME) == first.after


def test_the_right_seq_with_another_chain_conflicts(archive: Archive) -> None:
    first = commit(GAME)
    archive.store([first])
    with pytest.raises(PositionConflict):
        archive.store([commit(GAME, Position(first.after.seq, b"\7" * 32))])
    assert archive.position(GAME) == first.after


def test_one_conflict_in_a_batch_stores_none_of_it(archive: Archive) -> None:
    first = commit(GAME)
    archive.store([first])
    fresh = commit(OTHER, seated=(Seated(0, "ann"),), transfers=settlement(OTHER, 2))
    with pytest.raises(PositionConflict):
        archive.store([fresh, first])
    assert archive.position(OTHER) == origin(OTHER)
    assert archive.entries(OTHER) == []
    assert archive.unclosed(0) == {GAME: first.after}
    archive.store([fresh])
    assert archive.position(OTHER) == fresh.after


def test_a_posting_that_the_ledger_forbids_stores_none_of_the_batch(archive: Archive) -> None:
    fine = commit(GAME)
    wrong = commit(OTHER, transfers=settlement(OTHER, 4))  # entry 4 is not archived
    with pytest.raises(ArchiveMismatch):
        archive.store([fine, wrong])
    assert archive.positions([GAME, OTHER]) == {GAME: origin(GAME), OTHER: origin(OTHER)}
    archive.store([fine])
    assert archive.position(GAME) == fine.after


@pytest.mark.parametrize("begins", [True, False], ids=["a game begun", "a game gone on with"])
def test_of_many_writers_at_one_position_one_is_stored(archive: Archive, begins: bool) -> None:
    for number in range(ROUNDS):
        game = game_id(number)
        if not begins:
            archive.store([commit(game)])
        start = archive.position(game)
        assert _stored_by_writers(archive, [[commit(game, start)]] * WRITERS) == 1
        assert archive.position(game) == commit(game, start).after


def test_writers_of_the_same_games_in_any_order_do_not_block_one_another(archive: Archive) -> None:
    batch = [commit(game_id(number)) for number in range(100)]
    assert _stored_by_writers(archive, [batch, batch[::-1]] * (WRITERS // 2)) == 1


def test_unclosed_games_are_told_by_partition(archive: Archive) -> None:
    here = [commit(game_id(number, 0x0A)) for number in (0, 7, 16**32 - 1)]
    elsewhere = [commit(game_id(3, partition)) for partition in (0x09, 0x0B, 0xA0, 0xFF)]
    archive.store([*here, *elsewhere])
    assert archive.unclosed(0x0A) == {stored.game: stored.after for stored in here}
    assert archive.unclosed(0xFF) == {elsewhere[3].game: elsewhere[3].after}
    assert archive.unclosed(0x0C) == {}


def test_a_closed_game_is_unclosed_no_more_and_keeps_its_entries(archive: Archive) -> None:
    stored = commit(GAME, ended=Ended("completed", 9))
    archive.store([stored, commit(OTHER)])
    archive.mark_closed(GAME, 10)
    assert list(archive.unclosed(0)) == [OTHER]
    assert archive.entries(GAME) == list(stored.entries)
    assert archive.position(GAME) == stored.after


def test_finished_games_are_told_in_the_order_in_which_they_ended(archive: Archive) -> None:
    ends = {1: 30, 2: 10, 3: 20, 4: 40}
    for number, at in ends.items():
        archive.store([commit(game_id(number), ended=Ended("completed", at))])
    archive.store([commit(game_id(5)), commit(game_id(6, 1), ended=Ended("completed", 5))])
    assert archive.finished(0, 40) == [game_id(2), game_id(3), game_id(1)]
    assert archive.finished(0, 10) == []
    assert archive.finished(1, 40) == [game_id(6, 1)]
    archive.mark_closed(game_id(3), 50)
    assert archive.finished(0, 41) == [game_id(2), game_id(1), game_id(4)]


def test_refusals_are_kept_once_in_their_order(archive: Archive) -> None:
    kept = [refusal(GAME, f"1700000000000-{n}", f"CB-PLAY-{n}") for n in (9, 10, 11)]
    archive.store_refusals(kept[:2])
    archive.store_refusals(kept)
    sealed = replace(kept[0], record_id="1700000000001-0", answer=SEALED)
    archive.store_refusals([sealed])
    kept.append(sealed)
    archive.store_refusals([])
    assert archive.refusals_of(GAME) == kept


def test_record_ids_are_unique_within_a_partition_only(archive: Archive) -> None:
    here = refusal(GAME, "1-0")
    there = refusal(game_id(1, partition=5), "1-0")
    archive.store_refusals([here, there])
    assert archive.refusals_of(here.game) == [here]
    assert archive.refusals_of(there.game) == [there]
    archive.store_refusals([refusal(OTHER, "1-0")])
    assert archive.refusals_of(OTHER) == []


def test_an_incarnation_is_the_last_one_set_for_its_partition(archive: Archive) -> None:
    assert archive.incarnation(3) is None
    archive.set_incarnation(3, "first")
    archive.set_incarnation(4, "another")
    archive.set_incarnation(3, "second")
    assert archive.incarnation(3) == "second"
    assert archive.incarnation(4) == "another"


def test_every_decision_about_a_game_is_kept(archive: Archive) -> None:
    archive.record_recovery(GAME, "witness", "ann", "the disk was lost", 1)
    archive.record_recovery(OTHER, "redis", "bob", "restored by hand", 2)
    archive.record_recovery(GAME, "redis", "ann", "I was wrong", 3)
    assert archive.recoveries_of(GAME) == [
        Recovery(GAME, "witness", "ann", "the disk was lost", 1),
        Recovery(GAME, "redis", "ann", "I was wrong", 3),
    ]


def test_every_dismissed_command_is_kept(archive: Archive) -> None:
    read = Dismissal(3, "1-0", GAME, "player:ann", "c1", "KeyError", "ann", "mended", 1)
    unread = Dismissal(3, "1-1", None, None, None, "unreadable", "bob", "junk", 2)
    for one in (read, unread, replace(read, partition=4)):
        archive.record_dismissal(one)
    assert archive.dismissals(3) == [read, unread]


def test_a_parked_game_has_its_newest_reason_until_it_is_unparked(archive: Archive) -> None:
    archive.park("records", GAME, 7, "unknown event")
    archive.park("tables", GAME, 2, "another projector")
    archive.park("records", GAME, 9, "not a map")
    assert archive.parked("records") == {GAME: (9, "not a map")}
    archive.unpark("records", GAME)
    archive.unpark("records", OTHER)
    assert archive.parked("records") == {}
    assert archive.parked("tables") == {GAME: (2, "another projector")}


def _stored_by_writers(archive: Archive, batches: list[list[Archived]]) -> int:
    """How many of the batches, written all at once, did not conflict."""

    def is_stored(batch: list[Archived]) -> bool:
        try:
            archive.store(batch)
        except PositionConflict:
            return False
        return True

    with ThreadPoolExecutor(len(batches)) as writers:
        return sum(writers.map(is_stored, batches))
