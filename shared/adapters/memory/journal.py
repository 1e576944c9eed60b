"""The games' logs in memory, by the same checks in the same order as the scripts on Redis."""

from collections.abc import Sequence
from typing import Final

from shared.adapters.answer_bytes import (
    decode_given,
    encode_given,
    name_of,
)
from shared.adapters.journal_limits import REFUSALS_KEPT, TOMBSTONE_MS
from shared.adapters.memory.log import GameRecord, HeadRecord, MemoryLog, PartitionRecord
from shared.adapters.memory.stream import parsed, shown
from shared.adapters.restored_log import restored_commits
from shared.journal import chain
from shared.journal.position import Position
from shared.ports import (
    Accepted,
    BrokenLog,
    Commit,
    Conflict,
    Due,
    GameClosed,
    GameId,
    Given,
    Head,
    Lease,
    LeaseLost,
    Outcome,
    RefusalRecord,
    Repeated,
    Reused,
    Written,
    partition_of,
)


class MemoryJournal:
    """:class:`~shared.ports.Journal` on a :class:`MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log: Final = log

    # --- reading ------------------------------------------------------------------------------

    def head(self, game: GameId, /) -> Head | None:
        with self._log.changed:
            head = self._log.game(game).head
            return None if head is None else Head(Position(head.seq, head.chain), head.status)

    def heads(self, games: Sequence[GameId], /) -> list[Head | None]:
        return [self.head(game) for game in games]

    def read(self, game: GameId, after: int = 0, upto: int | None = None, /) -> list[bytes]:
        with self._log.changed:
            entries = sorted(self._log.game(game).entries.items())
        found = [(seq, entry) for seq, entry in entries if seq > after]
        if upto is not None:
            found = [(seq, entry) for seq, entry in found if seq <= upto]
        for wanted, (seq, _) in enumerate(found, after + 1):
            if seq != wanted:
                raise BrokenLog(f"{game}: 0-{seq} stands where entry {wanted} belongs")
        return [entry for _, entry in found]

    def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None:
        with self._log.changed:
            raw = self._log.game(game).answers.get(name_of(actor, command_id))
        return None if raw is None else decode_given(raw)

    def open_games(self, partition: int, /) -> list[GameId]:
        with self._log.changed:
            return sorted(self._log.partitions[partition].open)

    def partitions_due(self, partitions: Sequence[int], now: int, /) -> list[int]:
        return [partition for partition in partitions if self.due(partition, now, 1)]

    def due(self, partition: int, now: int, count: int, skip: int = 0, /) -> list[Due]:
        with self._log.changed:
            deadlines = self._log.partitions[partition].deadlines.items()
            passed = sorted((at, kind, game) for (kind, game), at in deadlines if at <= now)
        return [
            Due("clock" if kind == "clock" else "bot", game, at)
            for at, kind, game in passed[skip : skip + count]
        ]

    def refusals(self, partition: int, after: str, count: int, /) -> list[RefusalRecord]:
        with self._log.changed:
            page = self._log.partitions[partition].refusals.after(parsed(after), count)
        records = []
        for record_id, (game, actor, command_id, raw) in page:
            given = decode_given(raw)
            answer = given.answer
            assert not isinstance(answer, Accepted)
            records.append(
                RefusalRecord(shown(record_id), game, actor, command_id, given.fingerprint, answer)
            )
        return records

    def incarnation(self, partition: int, /) -> str | None:
        with self._log.changed:
            return self._log.partitions[partition].incarnation

    # --- writing ------------------------------------------------------------------------------

    def commit(self, lease: Lease, commits: Sequence[Commit], /) -> list[Outcome]:
        outcomes = []
        with self._log.changed:
            owner = self._log.partitions[lease.partition].owner
            if owner.run_id not in {None, self._log.run_id}:
                # It passed the gate in another life of the server.
                owner.token, owner.until = "", 0
        for commit in commits:
            assert partition_of(commit.game) == lease.partition
            assert commit.after.seq == commit.expected.seq + len(commit.entries)
            with self._log.changed:
                outcomes.append(self._commit_one(lease, commit))
                self._log.changed.notify_all()
        return outcomes

    def freeze(self, lease: Lease, game: GameId, reason: str, /) -> None:
        with self._log.changed:
            partition = self._leased(lease)
            record = self._log.games.setdefault(game, GameRecord())
            record.head = record.head or HeadRecord(0, chain.start(game))
            record.head.status, record.head.reason = "frozen", reason
            _set_deadlines(partition, game, None, None)

    def restore(
        self,
        lease: Lease,
        game: GameId,
        entries: Sequence[bytes],
        clock_due: int | None = None,
        bot_due: int | None = None,
        /,
    ) -> None:
        assert partition_of(game) == lease.partition
        commits = restored_commits(game, entries)
        after = chain.advance(chain.origin(game), entries)
        with self._log.changed:
            partition = self._leased(lease)
            self._log.games[game] = GameRecord(
                entries=dict(enumerate(entries, 1)),
                last=len(entries),
                head=HeadRecord(after.seq, after.chain),
                answers={commit.name: commit.given for commit in commits},
            )
            for commit in commits:
                partition.feed.add(self._log.now_ms(), (game, commit.entries))
            _set_deadlines(partition, game, clock_due, bot_due)
            partition.open.add(game)
            self._log.changed.notify_all()

    def set_incarnation(self, lease: Lease, incarnation: str, /) -> None:
        with self._log.changed:
            self._leased(lease).incarnation = incarnation

    def close(self, game: GameId, archived: Position, /) -> bool:
        with self._log.changed:
            partition = self._log.partitions[partition_of(game)]
            record = self._log.game(game)
            head = record.head
            if head is None or Position(head.seq, head.chain) != archived:
                return False
            if head.status == "closed":
                return True
            if head.status == "frozen" or len(record.entries) != head.seq:
                return False
            expires_at = self._log.now_ms() + TOMBSTONE_MS
            tombstone = HeadRecord(head.seq, head.chain, "closed", expires_at=expires_at)
            self._log.games[game] = GameRecord(head=tombstone)
            _set_deadlines(partition, game, None, None)
            partition.open.discard(game)
            return True

    def trim_refusals(self, partition: int, through: str, /) -> None:
        with self._log.changed:
            self._log.partitions[partition].refusals.trim(parsed(through))

    def _leased(self, lease: Lease) -> PartitionRecord:
        partition = self._log.partitions[lease.partition]
        if partition.owner.token != lease.token:
            raise LeaseLost(f"partition {lease.partition:02x}")
        return partition

    def _commit_one(self, lease: Lease, commit: Commit) -> Outcome:
        partition = self._log.partitions[lease.partition]
        if partition.incarnation != lease.incarnation:
            return Conflict("incarnation")
        if partition.owner.token != lease.token:
            return Conflict("lease")
        record = self._log.game(commit.game)
        settled = _settled(record, commit)
        if settled is None:
            conflict = _conflict(record, commit)
            if conflict is not None:
                return conflict
            self._write(partition, commit)
        if commit.entry_id is not None:
            partition.take_from_commands(parsed(commit.entry_id))
        return settled or Written(commit.answer)

    def _write(self, partition: PartitionRecord, commit: Commit) -> None:
        if commit.entries:
            self._append(partition, commit)
        elif commit.expected.seq > 0:
            self._keep_refusal(partition, commit)

    def _append(self, partition: PartitionRecord, commit: Commit) -> None:
        game = commit.game
        record = self._log.games.setdefault(game, GameRecord())
        record.entries.update(enumerate(commit.entries, commit.expected.seq + 1))
        record.last = commit.after.seq
        record.head = record.head or HeadRecord(0, b"")
        record.head.seq, record.head.chain = commit.after.seq, commit.after.chain
        record.answers[name_of(commit.actor, commit.command_id)] = _given(commit)
        partition.feed.add(self._log.now_ms(), (game, commit.entries))
        _set_deadlines(partition, game, commit.clock_due, commit.bot_due)
        if commit.expected.seq == 0:
            partition.open.add(game)

    def _keep_refusal(self, partition: PartitionRecord, commit: Commit) -> None:
        record = self._log.games[commit.game]
        assert record.head is not None
        record.head.refused[commit.actor] += 1
        if record.head.refused[commit.actor] > REFUSALS_KEPT:
            return
        given = _given(commit)
        record.answers[name_of(commit.actor, commit.command_id)] = given
        evidence = (commit.game, commit.actor, commit.command_id, given)
        partition.refusals.add(self._log.now_ms(), evidence)


def _given(commit: Commit) -> bytes:
    return encode_given(Given(commit.fingerprint, commit.answer))


def _settled(record: GameRecord, commit: Commit) -> Outcome | None:
    """What needs no decision any more: the command leaves the stream with this outcome."""
    raw = record.answers.get(name_of(commit.actor, commit.command_id))
    if raw is not None:
        given = decode_given(raw)
        return Repeated(given.answer) if given.fingerprint == commit.fingerprint else Reused()
    if record.head is not None and record.head.status == "closed":
        return GameClosed()
    return None


def _conflict(record: GameRecord, commit: Commit) -> Conflict | None:
    """Why nothing may be written, while the command stays in the stream."""
    head, expected = record.head, commit.expected
    if head is not None and head.status == "frozen":
        return Conflict("frozen")
    stands_at = Position(0, expected.chain) if head is None else Position(head.seq, head.chain)
    if stands_at != expected:
        return Conflict("version")
    if len(record.entries) != expected.seq or record.last != expected.seq:
        return Conflict("torn")
    return None


def _set_deadlines(
    partition: PartitionRecord, game: GameId, clock_due: int | None, bot_due: int | None
) -> None:
    for kind, due in (("clock", clock_due), ("bot", bot_due)):
        if due is None:
            partition.deadlines.pop((kind, game), None)
        else:
            partition.deadlines[kind, game] = due
