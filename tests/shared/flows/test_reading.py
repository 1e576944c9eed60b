"""Reading on: only what is new is noted, and only what is missing is read from the log."""

import pytest

from shared.flows.reading import FeedReader, next_entries, repeats
from shared.ports import BrokenLog
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()


def noted(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, str]]:
    """What is told to the feed of readers' places, from now on."""
    told: list[tuple[int, str, str]] = []

    def reached(*place: int | str) -> None:
        told.append(place)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline.feed, "reached", reached)
    return told


def test_a_place_is_noted_when_it_has_changed_and_after_every_new_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    reader = FeedReader(pipeline.feed, (PARTITION, PARTITION + 1))
    reader.skip_to_end()
    told = noted(pipeline, monkeypatch)
    reader.reached("records")
    assert [partition for partition, _, _ in told] == [PARTITION, PARTITION + 1]
    told.clear()
    pipeline.open(GAME)
    reader.read(0)
    reader.reached("records")
    reader.reached("records")
    assert told == [(PARTITION, "records", pipeline.feed.bounds(PARTITION)[1])]
    told.clear()
    reader.skip_to_end()
    reader.reached("records")
    assert len(told) == 2


@pytest.mark.parametrize("told_from", [0, 1, 3, 5])
@pytest.mark.parametrize("known", [0, 1, 3, 5])
def test_entries_follow_what_is_known_wherever_the_feed_begins(known: int, told_from: int) -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1,))
    for number in range(3):
        player = f"player{number}"
        pipeline.sit(GAME, player, 0)
        pipeline.ask(GAME, f"player:{player}", "table.leave")
    log, told = pipeline.journal.read(GAME), pipeline.readers["records"].read(0)
    assert len(log) == 8
    entries = next_entries(pipeline.journal, GAME, known, told[told_from:])
    assert list(entries) == log[known:]


def test_what_the_log_does_not_hold_cannot_be_read_on() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    pipeline.sit(GAME, "ann", 0)
    told = pipeline.readers["records"].read(0)
    pipeline.log.game(GAME).entries.clear()
    with pytest.raises(BrokenLog, match="no entries 1 to 1"):
        next_entries(pipeline.journal, GAME, 0, told[1:])


def test_a_commit_at_or_before_what_is_known_is_a_repetition() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    pipeline.sit(GAME, "ann", 0)
    opened, seated = pipeline.readers["records"].read(0)
    assert not repeats([seated], 1)
    assert repeats([seated], 2)
    assert repeats([opened, seated], 1)
