"""The commit path of one rules worker, against bare pipelined calls of the same script.

The worker: receive, decide, encode, chain, commit. The bare calls: the same commits, made ready
beforehand, in pipelines as long as the worker's batches. Both take turns on the same server.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ops.bench.material import NOW, SECRETS, Played, game_id, play
from ops.bench.rows import Row, Scale
from ops.bench.stage import BATCH, PARTITION, Stage, set_apart, side_by_side, stage
from shared.adapters.redis import scripts
from shared.adapters.redis.journal import commit_call
from shared.flows.fold import Folded, fold
from shared.flows.partition import PartitionDesk
from shared.flows.submit import decide_command
from shared.ports import GameId

AIM = 8_000
"""Commands a second, one rules worker."""
RATIO_AIM = 0.25
"""Of what the bare calls reach."""


class Speed(NamedTuple):
    """Commands a second."""

    by_the_clock: float
    by_core_time: float
    """Of the worker's own process: what it would reach if it never waited."""


def rows(scale: Scale) -> Iterator[Row]:
    """Commands a second, and the ratio."""
    worker: list[Speed] = []
    bare: list[Speed] = []
    with stage() as scene:
        desk = scene.desk()
        for number in range(2 * scale.rounds):
            first = number * scale.games
            games = [play(game_id(PARTITION, first + place)) for place in range(scale.games)]
            scene.begin(desk, games)
            if number % 2:
                bare.append(_bare(scene, games))
            else:
                worker.append(_worker(scene, desk, games))
    clock = statistics.median(speed.by_the_clock for speed in worker)
    ratios = [a.by_the_clock / b.by_the_clock for a, b in zip(worker, bare, strict=True)]
    yield Row("commit path, one rules worker", clock, "commands/s", AIM, note=_spread(worker))
    own = statistics.median(speed.by_core_time for speed in worker)
    yield Row("commit path, the worker's own core time", own, "commands/s a core")
    calls = statistics.median(speed.by_the_clock for speed in bare)
    yield Row("the commit script bare, pipelined", calls, "calls/s", note=_spread(bare))
    ratio = statistics.median(ratios)
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    yield Row("commit path against the bare script", ratio, "ratio", RATIO_AIM, note=spread)


def _worker(scene: Stage, desk: PartitionDesk, games: Sequence[Played]) -> Speed:
    commands = side_by_side(games)
    scene.send(commands)
    speed = _timed(len(commands), lambda: scene.decide(desk, len(commands)))
    _check(scene, games)
    return speed


def _bare(scene: Stage, games: Sequence[Played]) -> Speed:
    commands = side_by_side(games)
    scene.send(commands)
    calls = _calls(scene, games, len(commands))

    def call() -> None:
        for start in range(0, len(calls), BATCH):
            with scene.log.pipeline(transaction=False) as pipe:
                for one in calls[start : start + BATCH]:
                    pipe.evalsha(*one)
                pipe.execute()

    speed = _timed(len(calls), call)
    _check(scene, games)
    return speed


def _calls(scene: Stage, games: Sequence[Played], count: int) -> list[scripts.Call]:
    """What the worker would send for the commands that wait: received, decided, not committed."""
    ahead: dict[str, Folded] = {
        played.game: fold(played.game, scene.journal.read(played.game), SECRETS)
        for played in games
    }
    calls: list[scripts.Call] = []
    while len(calls) < count:
        for delivered in scene.queue.receive(PARTITION, BATCH, 0):
            command = delivered.command
            assert command is not None
            game = GameId(command.game)
            decided = decide_command(SECRETS, ahead[game], command, delivered.entry_id, NOW)
            ahead[game] = decided.folded
            calls.append(commit_call(scene.lease, decided.commit))
    return calls


def _timed(count: int, work: Callable[[], None]) -> Speed:
    with set_apart():
        began, core_began = time.perf_counter(), time.process_time()
        work()
        core = time.process_time() - core_began
        took = time.perf_counter() - began
    return Speed(count / took, count / core)


def _check(scene: Stage, games: Sequence[Played]) -> None:
    heads = scene.journal.heads([played.game for played in games])
    reached = [head and head.position for head in heads]
    assert reached == [played.head for played in games], "what was written is not what was played"


def _spread(speeds: Sequence[Speed]) -> str:
    figures = [speed.by_the_clock for speed in speeds]
    return f"{min(figures):,.0f} to {max(figures):,.0f}"
