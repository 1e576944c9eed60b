"""Keeping up: logs first, then feeds; what is lost or wrong in a feed is read from the logs."""

import itertools
import threading
from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import pytest

from shared.flows.reading import FeedReader
from shared.ports import BrokenLog, FeedEntry, GameId, Unavailable
from tests.support.pipeline import PARTITION, Pipeline, RecordedSignals, game_id
from workers.projectors import following
from workers.projectors.following import Follower, Projection, Source

GAME, OTHER = game_id(1), game_id(2)
PARTITIONS = (PARTITION, PARTITION + 1, PARTITION + 2)


class ScriptedFeed:
    """A feed whose reads fail as told, and whose reader is asked to stop after the last."""

    def __init__(self, pipeline: Pipeline, stop: threading.Event, *errors: Exception) -> None:
        self._feed = pipeline.feed
        self._stop = stop
        self._errors = list(errors)

    def read(
        self, after: Mapping[int, str], count: int, _block_ms: int, /
    ) -> dict[int, list[FeedEntry]]:
        if self._errors:
            raise self._errors.pop(0)
        self._stop.set()
        return self._feed.read(after, count, 0)

    def bounds(self, partition: int, /) -> tuple[str, str]:
        return self._feed.bounds(partition)

    def reached(self, partition: int, projector: str, feed_id: str, /) -> None:
        self._feed.reached(partition, projector, feed_id)

    def readers(self, partition: int, /) -> dict[str, str]:
        return self._feed.readers(partition)

    def trim(self, partition: int, through: str, length_max: int, /) -> None:
        self._feed.trim(partition, through, length_max)


class TrickledFeed(ScriptedFeed):
    """A feed that gives one commit a read, and counts the notes of how far its reader has got."""

    def __init__(self, pipeline: Pipeline, stop: threading.Event) -> None:
        super().__init__(pipeline, stop)
        self.notes = 0

    def read(
        self, after: Mapping[int, str], count: int, block_ms: int, /
    ) -> dict[int, list[FeedEntry]]:
        found = self._feed.read(after, 1, 0)
        if not found:
            self._stop.set()
        return found

    def reached(self, partition: int, projector: str, feed_id: str, /) -> None:
        super().reached(partition, projector, feed_id)
        self.notes += 1


class Followed:
    """A projection that writes down what it is told."""

    def __init__(self, pipeline: Pipeline, *errors: Exception) -> None:
        self.caught_up: list[GameId] = []
        self.applied: list[GameId] = []
        self.stale = False
        self.signals = RecordedSignals()
        self.alive = 0
        self.stop = threading.Event()
        feed = ScriptedFeed(pipeline, self.stop, *errors)
        self._source = Source(pipeline.journal, FeedReader(feed, PARTITIONS), PARTITIONS)

    def follow(self) -> None:
        projection = Projection("records", self._catch_up, self._apply, lambda: self.stale)
        Follower(projection, self._source, self.signals, self._live).follow(self.stop)

    def _catch_up(self, games: Sequence[GameId]) -> None:
        self.caught_up += games

    def _apply(self, commits: Sequence[FeedEntry]) -> None:
        self.applied += [commit.game for commit in commits]

    def _live(self) -> None:
        self.alive += 1


def test_the_logs_are_read_first_and_a_sign_of_life_is_given_for_each_partition() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    followed = Followed(pipeline)
    followed.follow()
    assert followed.caught_up == [GAME]
    assert followed.applied == []
    assert followed.alive > len(PARTITIONS)
    assert pipeline.feed.readers(PARTITION) == {"records": pipeline.feed.bounds(PARTITION)[1]}


def test_how_far_one_has_got_is_noted_once_nothing_more_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    followed = Followed(pipeline)
    feed = TrickledFeed(pipeline, followed.stop)
    reader = FeedReader(feed, (PARTITION,))
    applied: list[int] = []

    def catch_up(_games: Sequence[GameId]) -> None:
        for number in range(1, 4):
            pipeline.open(game_id(number))

    projection = Projection("records", catch_up, lambda c: applied.append(len(c)), lambda: False)
    monkeypatch.setattr(following, "time", SimpleNamespace(monotonic=lambda: 7.0))
    source = Source(pipeline.journal, reader, (PARTITION,))
    Follower(projection, source, followed.signals, lambda: None).follow(followed.stop)
    assert applied == [1, 1, 1]
    # Once when the logs were read, once when the feed had nothing more.
    assert feed.notes == 2
    assert pipeline.feed.readers(PARTITION) == {"records": pipeline.feed.bounds(PARTITION)[1]}


def test_how_far_one_has_got_is_noted_every_second_of_a_steady_feed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline()
    for number in range(1, 6):
        pipeline.open(game_id(number))
    followed = Followed(pipeline)
    feed = TrickledFeed(pipeline, followed.stop)
    reader = FeedReader(feed, (PARTITION,))
    monkeypatch.setattr(pipeline.feed, "bounds", lambda _partition: ("0-0", "0-0"))
    seconds = itertools.count(0.0, 0.5)
    monkeypatch.setattr(following, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    projection = Projection("records", lambda _: None, lambda _: None, lambda: False)
    source = Source(pipeline.journal, reader, (PARTITION,))
    Follower(projection, source, followed.signals, lambda: None).follow(followed.stop)
    assert feed.notes > 2


def test_a_server_that_comes_back_is_caught_up_with_from_the_logs() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    followed = Followed(pipeline, Unavailable("gone"))
    followed.follow()
    assert followed.caught_up == [GAME, GAME]
    assert [what for what, _ in followed.signals.notes].count("projector_waits") == 1


def test_a_feed_that_holds_something_foreign_is_passed_over_by_reading_the_logs() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    followed = Followed(pipeline, BrokenLog("feed 03, entry 5-0: not a commit of ours"))
    followed.follow()
    assert followed.caught_up == [GAME, GAME]
    assert [what for what, _ in followed.signals.alarms] == ["feed_broken"]


def test_whoever_is_asked_to_stop_begins_no_other_partition() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    followed = Followed(pipeline)
    followed.stop.set()
    followed.follow()
    assert followed.caught_up == []


def test_a_stop_while_the_logs_are_read_ends_between_two_partitions() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME)
    followed = Followed(pipeline)
    catch_up = followed._catch_up

    def last(games: Sequence[GameId]) -> None:
        catch_up(games)
        followed.stop.set()

    followed._catch_up = last  # type: ignore[method-assign]
    followed.follow()
    assert followed.caught_up == [GAME]
    assert followed.alive == 1
    assert pipeline.feed.readers(PARTITION) == {}
