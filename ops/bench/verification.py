"""Replay and full verification of whole games, read from Redis and from SQL.

Replay decodes and folds. Verification is what ``greffier verify`` does: the chain, the canonical
bytes, every command decided again on the packs that the published keys deal, every settlement.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ops.bench.material import Played, game_id, play
from ops.bench.rows import Row, Scale
from ops.bench.stage import PARTITION, set_apart, stage
from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.published import keys_in
from shared.flows.verify import Witness, verify
from shared.ports import GameId

AIM: Final = 100_000
"""Events a second: read and verified."""
UNIT: Final = "events/s a core"

Read = Callable[[GameId], Sequence[bytes]]


def rows(scale: Scale) -> Iterator[Row]:
    """Events a second, by the time that this process's core spent on them."""
    games = [
        play(game_id(PARTITION, number), scale.verified_deals)
        for number in range(scale.verified_games)
    ]
    with stage() as scene:
        scene.restore(games)
        sources: dict[str, Read] = {
            "Redis": scene.journal.read,
            "SQLite": scene.archive.entries,
        }
        work: dict[str, Callable[[Played, Sequence[bytes]], None]] = {
            "replay": _replay,
            "replay and full verification": _verify,
        }
        for task, do in work.items():
            for name, read in sources.items():
                aim = AIM if do is _verify else None
                speeds = [_events_per_second(games, read, do) for _ in range(scale.rounds)]
                spread = f"{min(speeds):,.0f} to {max(speeds):,.0f}"
                what = f"{task}, from {name}"
                yield Row(what, statistics.median(speeds), UNIT, aim, note=spread)


def _events_per_second(
    games: Sequence[Played], read: Read, work: Callable[[Played, Sequence[bytes]], None]
) -> float:
    with set_apart():
        began = time.process_time()
        for played in games:
            work(played, read(played.game))
        took = time.process_time() - began
    return sum(len(played.entries) for played in games) / took


def _replay(played: Played, raws: Sequence[bytes]) -> None:
    """As whoever holds no master key replays a finished game: by its published keys."""
    keys = keys_in([CODEC.decode(raw) for raw in raws])
    assert fold(played.game, raws, keys).position == played.head


def _verify(played: Played, raws: Sequence[bytes]) -> None:
    verdicts = verify(played.game, raws, Witness(head=played.head))
    assert verdicts.all_good
    assert verdicts.sealed_from is None
