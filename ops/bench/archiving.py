"""How far SQL is behind the log: the records projector on SQLite, steadily and flat out."""

import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Final, Self, TypeAlias

from ops.bench.material import NOW, SECRETS, Played, game_id, play
from ops.bench.rows import Row, Scale
from ops.bench.stage import PARTITION, Stage, side_by_side, stage
from shared.adapters.redis.connection import connect
from shared.adapters.redis.feed import RedisFeed
from shared.flows.fold import Folded, fold
from shared.flows.reading import FeedReader, first_seq
from shared.flows.records import NAME
from shared.flows.submit import decide_command
from shared.ports import Commit, FeedEntry

BLOCK_MS: Final = 100
PATIENCE_S: Final = 60.0

Place: TypeAlias = tuple[str, int]
"""A commit: its game, and the seq it ends with."""


def rows(scale: Scale) -> Iterator[Row]:
    """Lag in milliseconds at a steady rate, then events a second from full feeds."""
    with stage() as scene:
        lags = sorted(_lags(scene, scale))
        note = f"at {scale.lag_rate} commits/s; {len(lags)} of them, longest {lags[-1]:.0f} ms"
        yield Row("archive lag, p50", lags[len(lags) // 2], "ms", note=note)
        yield Row("archive lag, p99", lags[len(lags) * 99 // 100], "ms")
    with stage() as scene:
        speeds = [_events_per_second(scene, scale, number) for number in range(scale.rounds)]
    spread = f"{min(speeds):,.0f} to {max(speeds):,.0f}"
    yield Row("archiving flat out", statistics.median(speeds), "events/s", note=spread)


def _events_per_second(scene: Stage, scale: Scale, number: int) -> float:
    """By the clock, since SQL waits for its disk."""
    first = number * scale.games
    games = [play(game_id(PARTITION, first + place)) for place in range(scale.games)]
    reader = FeedReader(RedisFeed(scene.log), (PARTITION,))
    reader.skip_to_end()
    for played in games:
        scene.journal.restore(scene.lease, played.game, played.entries)
    records = scene.records()
    began = time.perf_counter()
    while commits := reader.read(0):
        records.apply(commits)
        reader.reached(NAME)
    took = time.perf_counter() - began
    archived = scene.archive.positions([played.game for played in games])
    assert all(archived[played.game] == played.head for played in games)
    return sum(len(played.entries) for played in games) / took


# --- lag --------------------------------------------------------------------------------------


def _lags(scene: Stage, scale: Scale) -> list[float]:
    """From each commit's reply to its place in SQL, ms."""
    wanted = round(scale.lag_s * scale.lag_rate)
    per_game = len(play(game_id(PARTITION, 0)).commands)
    games = [play(game_id(PARTITION, number)) for number in range(-(-wanted // per_game))]
    scene.begin(scene.desk(), games)
    commits = _commits(scene, games)[:wanted]
    with _Follower(scene) as follower:
        written = _write_steadily(scene, commits, scale.lag_rate)
        archived = follower.archived(len(commits))
    return [1_000 * (archived[place] - at) for place, at in written.items()]


def _write_steadily(scene: Stage, commits: Sequence[Commit], rate: int) -> dict[Place, float]:
    """Each commit at its own moment, however long the one before it took; when it was answered."""
    written: dict[Place, float] = {}
    began = time.perf_counter()
    for number, commit in enumerate(commits):
        time.sleep(max(0.0, began + number / rate - time.perf_counter()))
        scene.journal.commit(scene.lease, [commit])
        written[commit.game, commit.after.seq] = time.perf_counter()
    return written


def _commits(scene: Stage, games: Sequence[Played]) -> list[Commit]:
    """What a rules worker would write, a move of each game in turn."""
    ahead: dict[str, Folded] = {
        played.game: fold(played.game, scene.journal.read(played.game), SECRETS)
        for played in games
    }
    commits = []
    for command in side_by_side(games):
        decided = decide_command(SECRETS, ahead[command.game], command, "0-1", NOW)
        ahead[command.game] = decided.folded
        commits.append(decided.commit)
    return commits


class _Follower:
    """The records projector in a thread of its own, as in its process. A context."""

    def __init__(self, scene: Stage) -> None:
        self._records: Final = scene.records()
        self._client: Final = connect(scene.server.url())
        self._reader: Final = FeedReader(RedisFeed(self._client), (PARTITION,))
        self._archived: Final[dict[Place, float]] = {}
        self._more: Final = threading.Condition()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._follow, name=NAME)

    def __enter__(self) -> Self:
        self._reader.skip_to_end()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()

    def archived(self, count: int) -> dict[Place, float]:
        """When each commit was in SQL, once ``count`` of them are."""
        with self._more:
            done = self._more.wait_for(lambda: len(self._archived) >= count, PATIENCE_S)
        assert done, f"only {len(self._archived)} of {count} commits reached SQL"
        return self._archived

    def _follow(self) -> None:
        while not self._stop.is_set():
            commits = self._reader.read(BLOCK_MS)
            if not commits:
                continue
            self._records.apply(commits)
            now = time.perf_counter()
            with self._more:
                self._archived.update((_place(commit), now) for commit in commits)
                self._more.notify()
            self._reader.reached(NAME)


def _place(commit: FeedEntry) -> Place:
    return commit.game, first_seq(commit) + len(commit.entries) - 1
