"""What every journal promises of accepted commands and of their answers."""

from msgspec.structs import replace

from shared.journal.commits import answers_of
from shared.ports import (
    FEED_START,
    Accepted,
    Conflict,
    Given,
    Head,
    Lease,
    Refused,
    Repeated,
    Reused,
    Written,
)
from tests.support.journals import Bench, delivered, one, waiting, write
from tests.support.log_writer import (
    CODEC,
    PARTITION,
    REFUSAL,
    LogWriter,
    entries_of,
    fingerprint,
    game_id,
)

GAME = game_id(1)
OTHER_GAME = game_id(2)


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
