"""A log is a sequence of whole commits, and says what was answered to each."""

import pytest

from shared.journal.commits import BrokenCommit, Recorded, answers_of, whole_commits
from shared.journal.envelope import Envelope, open_envelope
from tests.support.log_writer import CODEC, LogWriter, entries_of, fingerprint, game_id


def a_log() -> list[Envelope]:
    writer = LogWriter(game_id(1))
    commits = [
        writer.accepted("c1", 3),
        writer.accepted("c2", actor="bot:0"),
        writer.accepted("c1", 2, actor="bot:0"),
    ]
    return [open_envelope(raw) for raw in entries_of(commits)]


def seqs(commits: list[tuple[Envelope, ...]]) -> list[list[int]]:
    return [[entry.seq for entry in commit] for commit in commits]


def test_a_log_is_grouped_into_its_commits() -> None:
    assert seqs(whole_commits(a_log())) == [[1, 2, 3], [4], [5, 6]]
    assert whole_commits([]) == []


def test_grouping_may_begin_at_any_commit() -> None:
    assert seqs(whole_commits(a_log()[3:])) == [[4], [5, 6]]


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ([0, 1], "2 of 3"),
        ([0, 1, 2, 3, 4], "1 of 2"),
        ([1, 2], "seq 2 belongs to no commit"),
        ([0, 1, 3], "seq 4 begins inside"),
        ([0, 1, 5], "seq 6 begins inside"),
        ([0, 1, 2, 5], "seq 6 belongs to no commit"),
    ],
)
def test_a_commit_cut_short_is_broken(kept: list[int], why: str) -> None:
    log = a_log()
    with pytest.raises(BrokenCommit, match=why):
        whole_commits([log[place] for place in kept])


def test_the_answers_are_in_the_log() -> None:
    assert answers_of(a_log()) == {
        ("player:ada", "c1"): Recorded(fingerprint("c1"), 1, 3),
        ("bot:0", "c2"): Recorded(fingerprint("c2"), 4, 4),
        ("bot:0", "c1"): Recorded(fingerprint("c1"), 5, 6),
    }


def test_entries_read_whole_answer_as_envelopes_do() -> None:
    writer = LogWriter(game_id(1))
    raws = entries_of([writer.accepted("c1", 2), writer.accepted("c2")])
    assert answers_of(map(CODEC.decode, raws)) == answers_of(map(open_envelope, raws))


def test_one_command_is_answered_once() -> None:
    writer = LogWriter(game_id(1))
    raws = entries_of([writer.accepted("c1"), writer.accepted("c1")])
    with pytest.raises(BrokenCommit, match="repeats command c1"):
        answers_of(map(open_envelope, raws))
