"""How much room a log takes: bytes an event in the log server's memory and on its disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ops.bench.material import game_id, play
from ops.bench.rows import Row, Scale
from ops.bench.stage import PARTITION, Stage, side_by_side, stage
from shared.adapters.redis import keys
from shared.ports import GameId

AIM: Final = 200
"""Bytes an event in the log's stream."""
EVENTS_MIN: Final = 60
"""Shorter games spread a stream's own cost over too few events."""


def rows(scale: Scale) -> Iterator[Row]:
    """Bytes an event of whole games played through the commit path."""
    games = [play(game_id(PARTITION, number)) for number in range(scale.games)]
    assert all(len(played.entries) >= EVENTS_MIN for played in games)
    events = sum(len(played.entries) for played in games)
    long = play(game_id(PARTITION, scale.games), scale.verified_deals)
    with stage() as scene:
        scene.restore([long])
        in_long = _memory(scene, keys.log(long.game)) / len(long.entries)
        on_disk = -_append_only_bytes(scene)
        desk = scene.desk()
        scene.begin(desk, games)
        commands = side_by_side(games)
        scene.send(commands)
        scene.decide(desk, len(commands))
        on_disk += _append_only_bytes(scene)
        names = [played.game for played in games]
        in_log = sum(_memory(scene, keys.log(name)) for name in names)
        in_all = in_log + sum(_beside_the_log(scene, name) for name in names)
    entries = sum(len(raw) for played in games for raw in played.entries) / events
    note = f"games of {events / len(games):.0f} events; the entries alone {entries:.0f}"
    yield Row("an event in its log's stream", in_log / events, "bytes", AIM, "less", note)
    note = f"a game of {len(long.entries)} events"
    yield Row("an event in its log's stream, a long game", in_long, "bytes", AIM, "less", note)
    yield Row("an event with its game's head and answers", in_all / events, "bytes")
    yield Row(
        "an event in the append-only file", on_disk / events, "bytes", note="before a rewrite"
    )


def _beside_the_log(scene: Stage, game: GameId) -> int:
    return _memory(scene, keys.head(game)) + _memory(scene, keys.answers(game))


def _memory(scene: Stage, key: str) -> int:
    # Not sampled: a stream's nodes differ in size.
    used: Any = scene.log.memory_usage(key, samples=0)
    return int(used)


def _append_only_bytes(scene: Stage) -> int:
    folder: Path = scene.server.settings.folder / "appendonlydir"
    return sum(path.stat().st_size for path in folder.iterdir())
