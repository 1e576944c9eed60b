"""Writes the commits of made-up games, so that journals can be tested without any rules."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from shared.journal import chain
from shared.journal.codec import Codec
from shared.journal.envelope import Cause
from shared.journal.position import Position
from shared.kernel.events import Event, EventType
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, Commit, GameId, Refused

PARTITION: Final = 0x0A
REFUSAL: Final = Refusal("test.not_so", "CO-PLAY-1", {"cards": ("KH", "2C")})


class Noted(Event, frozen=True):
    """Something happened to a made-up game."""

    text: str
    number: int


CODEC: Final = Codec([EventType("test.noted", Noted)])


def game_id(number: int, partition: int = PARTITION) -> GameId:
    return GameId(f"{partition:02x}{number:032x}")


def fingerprint(content: str) -> bytes:
    return sha256(content.encode()).digest()[:16]


class LogWriter:
    """Knows where the log of one game stands and writes what follows."""

    def __init__(self, game: GameId, at: Position | None = None) -> None:
        self.game = game
        self.position = at or chain.origin(game)

    def accepted(
        self,
        command_id: str,
        events: int = 1,
        *,
        actor: str = "player:ada",
        content: str | None = None,
        entry_id: str | None = None,
        clock_due: int | None = None,
        bot_due: int | None = None,
    ) -> Commit:
        """The next commit, with ``events`` events; the writer goes on after it."""
        before, mark = self.position, fingerprint(content or command_id)
        entries = self._entries(Cause(command_id, mark, events), actor)
        self.position = chain.advance(before, entries)
        return Commit(
            self.game,
            actor,
            command_id,
            mark,
            entry_id,
            before,
            entries,
            self.position,
            Accepted(before.seq + 1, self.position.seq),
            clock_due,
            bot_due,
        )

    def refused(
        self,
        command_id: str,
        *,
        actor: str = "player:ada",
        content: str | None = None,
        entry_id: str | None = None,
        refusal: Refusal = REFUSAL,
    ) -> Commit:
        """A refusal of a command here; the writer stays."""
        return Commit(
            self.game,
            actor,
            command_id,
            fingerprint(content or command_id),
            entry_id,
            self.position,
            (),
            self.position,
            Refused(refusal),
        )

    def _entries(self, cause: Cause, actor: str) -> tuple[bytes, ...]:
        first = self.position.seq + 1
        return tuple(
            CODEC.encode(
                Noted(cause.command_id, seq),
                seq=seq,
                at=1_700_000_000_000 + seq,
                cause=cause if seq == first else None,
                actor=actor,
            )
            for seq in range(first, first + cause.count)
        )


def entries_of(commits: Sequence[Commit]) -> list[bytes]:
    """All entries of ``commits`` in order."""
    return [entry for commit in commits for entry in commit.entries]
