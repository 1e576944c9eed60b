"""The commands streams in memory."""

from typing import Final

from shared.adapters.command_bytes import COMMAND_BYTES_MAX, decode, encode
from shared.adapters.memory.log import MemoryLog, PartitionRecord
from shared.adapters.memory.stream import StreamId, parsed, shown
from shared.ports import (
    Command,
    CommandsVanished,
    Delivered,
    GameId,
    SetAside,
    partition_of,
    set_aside,
)


class MemoryCommandQueue:
    """:class:`~shared.ports.CommandQueue` on a :class:`MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log: Final = log

    def send(self, command: Command, /) -> None:
        partition = partition_of(GameId(command.game))
        with self._log.changed:
            self._log.partitions[partition].commands.add(self._log.now_ms(), encode(command))
            self._log.changed.notify_all()

    def receive(self, partition: int, count: int, block_ms: int, /) -> list[Delivered]:
        with self._log.changed:
            self._log.changed.wait_for(lambda: self._new(partition, 1), block_ms / 1000)
            record = self._log.partitions[partition]
            new = self._new(partition, count)
            for entry_id, _ in new:
                record.delivered = entry_id
                record.pending.add(entry_id)
        return [_delivered(partition, entry_id, raw) for entry_id, raw in new]

    def pending(self, partition: int, in_flight: frozenset[str], /) -> list[Delivered]:
        with self._log.changed:
            record = self._log.partitions[partition]
            left = [found for found in sorted(record.pending) if shown(found) not in in_flight]
            vanished = tuple(shown(found) for found in left if found not in record.commands)
            if vanished:
                raise CommandsVanished(partition, vanished)
            return [_delivered(partition, found, record.commands[found]) for found in left]

    def mend(self, _partition: int, /) -> bool:
        return False  # nobody chooses ids here

    def forget(self, partition: int, entry_id: str, /) -> None:
        with self._log.changed:
            self._log.partitions[partition].take_from_commands(parsed(entry_id))

    def park(self, partition: int, delivered: Delivered, reason: str, /) -> None:
        with self._log.changed:
            record = self._log.partitions[partition]
            entry_id = parsed(delivered.entry_id)
            record.parked[entry_id] = set_aside(delivered, reason)
            record.take_from_commands(entry_id)

    def parked(self, partition: int, /) -> list[SetAside]:
        with self._log.changed:
            return list(self._log.partitions[partition].parked.values())

    def dismiss(self, partition: int, entry_id: str, /) -> None:
        with self._log.changed:
            self._log.partitions[partition].parked.pop(parsed(entry_id), None)

    def _new(self, partition: int, count: int) -> list[tuple[StreamId, bytes]]:
        record: PartitionRecord = self._log.partitions[partition]
        return record.commands.after(record.delivered, count)


def _delivered(partition: int, entry_id: StreamId, raw: bytes) -> Delivered:
    too_long = len(raw) > COMMAND_BYTES_MAX
    cut = raw[: COMMAND_BYTES_MAX + 1]
    return Delivered(shown(entry_id), decode(partition, cut), cut, too_long=too_long)
