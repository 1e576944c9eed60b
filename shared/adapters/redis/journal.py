"""The games' logs on Redis Streams, and what the commit script keeps beside them.

The client's replies are bytes (``decode_responses`` off), which redis-py's types cannot say:
they are ``Any`` where they come in and have their type from there on.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from redis import Redis
from redis.exceptions import NoScriptError

from shared.adapters.answer_bytes import (
    decode_answer,
    decode_given,
    encode_answer,
    name_of,
)
from shared.adapters.journal_limits import REFUSALS_KEPT, TOMBSTONE_MS
from shared.adapters.redis import keys, scripts
from shared.adapters.redis.connection import reaching
from shared.adapters.redis.log_pages import PAGE, entries_of_page
from shared.adapters.restored_log import RestoredCommit, restored_commits
from shared.journal import chain
from shared.journal.position import Position
from shared.ports import (
    Accepted,
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
    Status,
    Written,
    partition_of,
)

_STATUSES: Final[dict[bytes, Status]] = {b"open": "open", b"frozen": "frozen", b"closed": "closed"}

_OUTCOMES: Final[dict[bytes, Outcome]] = {
    b"reused": Reused(),
    b"closed": GameClosed(),
    b"incarnation": Conflict("incarnation"),
    b"lease": Conflict("lease"),
    b"frozen": Conflict("frozen"),
    b"version": Conflict("version"),
    b"torn": Conflict("torn"),
}


class RedisJournal:
    """:class:`~shared.ports.Journal` over one client of the log server."""

    def __init__(self, server: Redis) -> None:
        self._server: Final = server

    # --- reading ------------------------------------------------------------------------------

    def head(self, game: GameId, /) -> Head | None:
        with reaching():
            fields: Any = self._server.hmget(keys.head(game), _HEAD_FIELDS)
        return _head(fields)

    def heads(self, games: Sequence[GameId], /) -> list[Head | None]:
        with reaching(), self._server.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.hmget(keys.head(game), _HEAD_FIELDS)
            return [_head(fields) for fields in pipe.execute()]

    def read(self, game: GameId, after: int = 0, upto: int | None = None, /) -> list[bytes]:
        last = "+" if upto is None else f"0-{upto}"
        entries: list[bytes] = []
        while True:
            first = after + len(entries) + 1
            with reaching():
                page: Any = self._server.xrange(keys.log(game), f"0-{first}", last, PAGE)
            entries += entries_of_page(game, first, page)
            if len(page) < PAGE:
                return entries

    def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None:
        with reaching():
            raw: Any = self._server.hget(keys.answers(game), name_of(actor, command_id))
        return None if raw is None else decode_given(raw)

    def open_games(self, partition: int, /) -> list[GameId]:
        with reaching():
            members: Any = self._server.smembers(keys.open_games(partition))
        return sorted(GameId(member.decode()) for member in members)

    def partitions_due(self, partitions: Sequence[int], now: int, /) -> list[int]:
        with reaching(), self._server.pipeline(transaction=False) as pipe:
            for partition in partitions:
                pipe.zcount(keys.deadlines(partition), "-inf", now)
            counts = pipe.execute()
        return [partition for partition, count in zip(partitions, counts, strict=True) if count]

    def due(self, partition: int, now: int, count: int, skip: int = 0, /) -> list[Due]:
        with reaching():
            passed: Any = self._server.zrangebyscore(
                keys.deadlines(partition), "-inf", now, start=skip, num=count, withscores=True
            )
        return [_due(member.decode(), int(at)) for member, at in passed]

    def refusals(self, partition: int, after: str, count: int, /) -> list[RefusalRecord]:
        with reaching():
            page: Any = self._server.xrange(keys.refusals(partition), f"({after}", "+", count)
        return [_refusal_record(record_id.decode(), fields) for record_id, fields in page]

    def incarnation(self, partition: int, /) -> str | None:
        with reaching():
            raw: Any = self._server.get(keys.incarnation(partition))
        return None if raw is None else str(raw, "ascii")

    # --- writing ------------------------------------------------------------------------------

    def commit(self, lease: Lease, commits: Sequence[Commit], /) -> list[Outcome]:
        calls = [commit_call(lease, commit) for commit in commits]
        with reaching():
            replies = self._fenced(lease, calls)
            unloaded = [i for i, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
            if unloaded:
                # In this order: where the second is known, so is the first.
                self._server.script_load(scripts.FENCE.text)
                self._server.script_load(scripts.COMMIT.text)
                again = self._fenced(lease, [calls[i] for i in unloaded])
                for i, reply in zip(unloaded, again, strict=True):
                    replies[i] = reply
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return [_outcome(*pair) for pair in zip(commits, replies, strict=True)]

    def freeze(self, lease: Lease, game: GameId, reason: str, /) -> None:
        partition = lease.partition
        names = (keys.owner(partition), keys.head(game), keys.deadlines(partition))
        self._run_leased(scripts.FREEZE, names, (lease.token, reason, chain.start(game), game))

    def restore(
        self,
        lease: Lease,
        game: GameId,
        entries: Sequence[bytes],
        clock_due: int | None = None,
        bot_due: int | None = None,
        /,
    ) -> None:
        partition = partition_of(game)
        assert partition == lease.partition
        commits = restored_commits(game, entries)
        names = (
            keys.owner(partition),
            keys.head(game),
            keys.log(game),
            keys.answers(game),
            keys.feed(partition),
            keys.deadlines(partition),
            keys.open_games(partition),
        )
        after = chain.advance(chain.origin(game), entries)
        dues = _due_argument(clock_due), _due_argument(bot_due)
        arguments = (lease.token, game, after.chain, *dues, *_restore_arguments(commits))
        self._run_leased(scripts.RESTORE, names, arguments)

    def set_incarnation(self, lease: Lease, incarnation: str, /) -> None:
        names = (keys.owner(lease.partition), keys.incarnation(lease.partition))
        self._run_leased(scripts.SET_INCARNATION, names, (lease.token, incarnation))

    def close(self, game: GameId, archived: Position, /) -> bool:
        partition = partition_of(game)
        names = (
            keys.head(game),
            keys.log(game),
            keys.answers(game),
            keys.deadlines(partition),
            keys.open_games(partition),
        )
        arguments = (game, archived.seq, archived.chain, TOMBSTONE_MS)
        with reaching():
            return bool(scripts.CLOSE.run(self._server, names, arguments))

    def trim_refusals(self, partition: int, through: str, /) -> None:
        milliseconds, _, number = through.partition("-")
        first_kept = f"{milliseconds}-{int(number) + 1}"
        with reaching():
            self._server.xtrim(keys.refusals(partition), minid=first_kept, approximate=False)

    def _fenced(self, lease: Lease, calls: Sequence[scripts.Call]) -> list[Any]:
        """Run commits behind a look at the server's life."""
        fence = scripts.FENCE.call((keys.owner(lease.partition),), ())
        looked, *replies = self._pipelined([fence, *calls])
        if isinstance(looked, Exception) and not isinstance(looked, NoScriptError):
            raise looked
        return replies

    def _pipelined(self, calls: Sequence[scripts.Call]) -> list[Any]:
        with self._server.pipeline(transaction=False) as pipe:
            for call in calls:
                pipe.evalsha(*call)
            return pipe.execute(raise_on_error=False)

    def _run_leased(
        self,
        script: scripts.Script,
        names: Sequence[str],
        arguments: Sequence[scripts.Argument],
    ) -> None:
        """Run a script that gives 0 where the lease is no longer ours."""
        with reaching():
            written = script.run(self._server, names, arguments)
        if not written:
            raise LeaseLost(names[0])


def commit_call(lease: Lease, commit: Commit) -> scripts.Call:
    """What EVALSHA takes to write ``commit``: the bench pipelines these bare."""
    partition, game = lease.partition, commit.game
    assert partition_of(game) == partition
    assert commit.after.seq == commit.expected.seq + len(commit.entries)
    before, behind = _keys_of(partition)
    names = (*before, keys.head(game), keys.log(game), keys.answers(game), *behind)
    arguments = (
        lease.incarnation,
        lease.token,
        game,
        commit.actor,
        commit.command_id,
        commit.fingerprint,
        encode_answer(commit.answer),
        commit.expected.seq,
        commit.expected.chain,
        commit.after.chain,
        commit.entry_id or "",
        _due_argument(commit.clock_due),
        _due_argument(commit.bot_due),
        REFUSALS_KEPT,
        *commit.entries,
    )
    return scripts.COMMIT.call(names, arguments)


@cache
def _keys_of(partition: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The commit script's keys that are a partition's own, before and behind the game's."""
    before = (keys.incarnation(partition), keys.owner(partition))
    behind = (
        keys.commands(partition),
        keys.feed(partition),
        keys.refusals(partition),
        keys.deadlines(partition),
        keys.open_games(partition),
    )
    return before, behind


_HEAD_FIELDS: Final = ("seq", "chain", "status")


def _head(fields: Sequence[bytes | None]) -> Head | None:
    seq, chain_hash, status = fields
    if seq is None or chain_hash is None or status is None:
        return None
    return Head(Position(int(seq), chain_hash), _STATUSES[status])


def _due(member: str, at: int) -> Due:
    kind, _, game = member.partition(":")
    return Due("clock" if kind == "clock" else "bot", GameId(game), at)


def _due_argument(due: int | None) -> str | int:
    return "" if due is None else due


def _refusal_record(record_id: str, fields: dict[bytes, bytes]) -> RefusalRecord:
    answer = decode_answer(fields[b"r"])
    assert not isinstance(answer, Accepted)
    return RefusalRecord(
        record_id,
        GameId(fields[b"g"].decode()),
        fields[b"a"].decode(),
        fields[b"c"].decode(),
        fields[b"f"],
        answer,
    )


def _outcome(commit: Commit, reply: Any) -> Outcome:
    if reply == b"written":
        return Written(commit.answer)
    if isinstance(reply, list):
        return Repeated(decode_answer(reply[1]))
    return _OUTCOMES[reply]


def _restore_arguments(commits: Sequence[RestoredCommit]) -> list[scripts.Argument]:
    """For each commit: the answer's name, the answer, how many entries, the entries."""
    arguments: list[scripts.Argument] = []
    for commit in commits:
        arguments += [commit.name, commit.given, len(commit.entries), *commit.entries]
    return arguments
