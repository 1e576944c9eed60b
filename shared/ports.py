"""The doors between logic and the world: what flows and workers ask of logs, caches, SQL and time.

Every effect goes through one of these protocols, so that the same logic runs on real servers,
on the memory adapters and under simulation. Calls are synchronous and may raise
:class:`Unavailable`; nothing else is an environment failure to a flow.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NewType, Protocol, TypeAlias

from msgspec import Raw, Struct

from shared.fairness.refusals import SealedRefusal
from shared.journal.position import Position
from shared.kernel.refusal import Refusal
from shared.ledger.transfers import Transfer
from shared.table.options import Level

GameId = NewType("GameId", str)
"""The partition in two hex digits, then 32 lower-case hex digits."""

FEED_START: Final = "0-0"

LEASE_MS_MAX: Final = 60_000
"""No lease lasts longer: one that seems to was taken before the server's clock was set back."""


def is_game_id(text: str) -> bool:
    """Whether ``text`` has the form of a game id; the only ids that ever become part of a key."""
    return len(text) == 34 and not set(text) - set("0123456789abcdef")


def partition_of(game: GameId) -> int:
    """The partition that ``game`` belongs to for life: its id's first two hex digits."""
    return int(game[:2], 16)


class Unavailable(Exception):
    """A server did not answer or dropped the connection: the outcome is unknown, try again."""


class Busy(Exception):
    """Too many commands wait for the rules workers: nothing was sent, try again later."""


class CommandsVanished(Exception):
    """Commands delivered and not yet answered are gone from their stream: someone trimmed it.

    Their senders got no answer and will ask again. Sound the alarm, then forget the entries.
    """

    def __init__(self, partition: int, entry_ids: tuple[str, ...]) -> None:
        super().__init__(f"partition {partition:02x}: {', '.join(entry_ids)}")
        self.partition = partition
        self.entry_ids = entry_ids


class IncarnationMismatch(Exception):
    """The log was flushed or restored behind our back: run the recovery gate again."""


class LeaseLost(Exception):
    """Another owner has taken the partition: write nothing more to it and drop what was held."""


class BrokenLog(Exception):
    """A game's log has a hole, a foreign entry or a chain that does not match: freeze it."""


# --- commands and answers ---------------------------------------------------------------------


class Command(Struct, array_like=True, frozen=True, gc=False):
    """A request on its way to the rules workers, as it stands in the commands stream."""

    version: int
    game: str
    actor: str
    """``player:<id>``, ``bot:<seat>``, ``house:<seat>`` or ``clock``; the recovery gate's own
    commands are by ``system`` and never sent."""
    command_id: str
    """1 to 64 of ``A-Za-z0-9._:-``; made by whoever wants the effect."""
    type: str
    """A move's tag (``play``) or a table command (``table.sit``)."""
    turn: str | None
    data: Raw
    """The command's fields: a msgpack map."""
    grant: bytes | None = None
    """Bots only: the one-move grant (32 bytes)."""
    reply_to: str | None = None
    """Where an answer is awaited: the gateway's id, a dot, its own mark for the request (hex)."""


class Delivered(Struct, frozen=True, gc=False):
    """A command taken from the stream, under its entry id; ``command`` None: unreadable bytes."""

    entry_id: str
    command: Command | None
    raw: bytes
    genuine: bool = True
    """False: it speaks for someone without the partition's seal. Nobody may act on it."""
    too_long: bool = False
    """No sender of ours wrote it: ``raw`` is its beginning."""


class SetAside(Struct, frozen=True, gc=False):
    """What is kept of a parked command: not what it asks for, which may name a hand's cards."""

    entry_id: str
    """Which entry of the commands stream it was."""
    size: int
    """Of the command as it came, bytes."""
    reason: str
    game: str | None = None
    """None, as the three that follow: nobody could read the command."""
    actor: str | None = None
    command_id: str | None = None
    type: str | None = None


def set_aside(delivered: Delivered, reason: str) -> SetAside:
    """What may be kept of ``delivered``, which is parked for ``reason``."""
    entry_id, size, command = delivered.entry_id, len(delivered.raw), delivered.command
    if command is None:
        return SetAside(entry_id, size, reason)
    names = (command.game, command.actor, command.command_id, command.type)
    return SetAside(entry_id, size, reason, *names)


class Accepted(Struct, frozen=True, tag="accepted", gc=False):
    """The command's events stand in the log from ``first`` to ``last``, both included."""

    first: int
    last: int


class Refused(Struct, frozen=True, tag="refused", gc=False):
    """The command changed nothing."""

    refusal: Refusal


class Sealed(Struct, frozen=True, tag="sealed", gc=False):
    """The command changed nothing; why would betray a hand until the deal is opened."""

    index: int
    """``k[index]`` opens it, which the deal's ``deal_opened`` publishes."""
    refusal: SealedRefusal


Answer: TypeAlias = Accepted | Refused
"""What whoever sent the command is told."""

KeptAnswer: TypeAlias = Accepted | Refused | Sealed
"""An answer as the log keeps it, which anyone may read."""


class Given(Struct, frozen=True):
    """An answer given earlier, with the fingerprint of the command that got it."""

    fingerprint: bytes
    answer: KeptAnswer


class Reply(Struct, frozen=True, gc=False):
    """What a rules worker pushes to whoever waits: the command's name and its answer."""

    game: str
    actor: str
    command_id: str
    answer: Answer
    sealed: bool = False
    """The log keeps this answer sealed: what it says is to be remembered for a while."""


# --- the log ----------------------------------------------------------------------------------

Status: TypeAlias = Literal["open", "frozen", "closed"]


class Head(Struct, frozen=True):
    """Where a game's log ends, and whether anything may be appended to it."""

    position: Position
    status: Status


class Lease(Struct, frozen=True):
    """The right to append to a partition: what every commit is compared with."""

    partition: int
    epoch: int
    token: str
    incarnation: str


class Commit(Struct, frozen=True, gc=False):
    """One decided command, ready to be written: its entries, or its refusal and no entries."""

    game: GameId
    actor: str
    command_id: str
    fingerprint: bytes
    entry_id: str | None
    """The command's entry in the commands stream, to be acknowledged and deleted; None: none."""
    expected: Position
    entries: tuple[bytes, ...]
    after: Position
    """The head when this is written; equal to ``expected`` for a refusal."""
    answer: KeptAnswer
    clock_due: int | None = None
    """When the game's next deadline runs out, ms since the epoch."""
    bot_due: int | None = None
    """When the sweep should ask again for the bot's or house's move, ms since the epoch."""


class Written(Struct, frozen=True, gc=False):
    """The commit stands in the log (or its refusal is recorded)."""

    answer: KeptAnswer


class Repeated(Struct, frozen=True):
    """This command was answered before: here is that answer; nothing was written."""

    answer: KeptAnswer


class Reused(Struct, frozen=True):
    """The command id was used by this actor for other content; nothing was written."""


class GameClosed(Struct, frozen=True):
    """The game's log is closed for good; nothing was written."""


class Conflict(Struct, frozen=True):
    """Not written, and the command is still in the stream: read again, or stop."""

    kind: Literal["incarnation", "lease", "frozen", "version", "torn"]
    """``torn``: the stream's length or last id contradicts the head."""


Outcome: TypeAlias = Written | Repeated | Reused | GameClosed | Conflict


class Due(Struct, frozen=True):
    """A deadline that has passed: a clock, or a bot turn to be looked at."""

    kind: Literal["clock", "bot"]
    game: GameId
    at: int


class RefusalRecord(Struct, frozen=True):
    """A refused command kept as evidence until it is archived."""

    record_id: str
    game: GameId
    actor: str
    command_id: str
    fingerprint: bytes
    answer: Refused | Sealed


class Journal(Protocol):
    """The games' logs and what the commit script keeps beside them. One partition, one slot."""

    def head(self, game: GameId, /) -> Head | None: ...

    def heads(self, games: Sequence[GameId], /) -> list[Head | None]: ...

    def read(self, game: GameId, after: int = 0, upto: int | None = None, /) -> list[bytes]:
        """Entries with seq in (after, upto], in order. Raises BrokenLog on a hole."""
        ...

    def commit(self, lease: Lease, commits: Sequence[Commit], /) -> list[Outcome]:
        """Write each, in order, atomically one by one, pipelined. Retrying is safe."""
        ...

    def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None: ...

    def open_games(self, partition: int, /) -> list[GameId]: ...

    def partitions_due(self, partitions: Sequence[int], now: int, /) -> list[int]:
        """Those of ``partitions`` with a deadline at or before ``now``, in one look."""
        ...

    def due(self, partition: int, now: int, count: int, skip: int = 0, /) -> list[Due]:
        """Deadlines at or before ``now``, earliest first, without the first ``skip``."""
        ...

    def freeze(self, lease: Lease, game: GameId, reason: str, /) -> None:
        """Let nothing be appended to ``game``, nor fall due, until an operator decides."""
        ...

    def restore(
        self,
        lease: Lease,
        game: GameId,
        entries: Sequence[bytes],
        clock_due: int | None = None,
        bot_due: int | None = None,
        /,
    ) -> None:
        """Put a log back whole: DEL, entries ``0-1`` on, head, answers, deadlines, feed, open set.

        ``clock_due``, ``bot_due``: as in the last :class:`Commit` of ``entries``.
        """
        ...

    def close(self, game: GameId, archived: Position, /) -> bool:
        """Drop log, answers and deadlines of a game whose archive ends at ``archived``.

        Leaves a head tombstone for 30 days. False (and nothing done) if the head differs.
        """
        ...

    def refusals(self, partition: int, after: str, count: int, /) -> list[RefusalRecord]: ...

    def trim_refusals(self, partition: int, through: str, /) -> None: ...

    def incarnation(self, partition: int, /) -> str | None: ...

    def set_incarnation(self, lease: Lease, incarnation: str, /) -> None: ...


class CommandQueue(Protocol):
    """The commands stream of each partition, consumer group ``rules``."""

    def send(self, command: Command, /) -> None: ...

    def receive(self, partition: int, count: int, block_ms: int, /) -> list[Delivered]:
        """New commands, waiting at most ``block_ms`` for the first. Creates the group at 0."""
        ...

    def pending(self, partition: int, in_flight: frozenset[str], /) -> list[Delivered]:
        """Delivered, unacknowledged entries not ``in_flight``; does not raise delivery counts.

        Raises CommandsVanished where such an entry is no longer in the stream.
        """
        ...

    def mend(self, partition: int, /) -> bool:
        """Make anew, with all that waits in it, a stream that a sender's choice of id has spoilt.

        Until then nothing can be sent there. For the partition's owner; whether it did. What
        was taken from the stream is delivered again.
        """
        ...

    def forget(self, partition: int, entry_id: str, /) -> None:
        """Acknowledge and delete a command that got no commit (unreadable, or parked)."""
        ...

    def park(self, partition: int, delivered: Delivered, reason: str, /) -> None:
        """Take a poison command out of the stream; who sent what kind of command, and why, stay.

        ``reason`` is kept in the clear: it must not tell what the command asks for.
        """
        ...

    def parked(self, partition: int, /) -> list[SetAside]: ...

    def dismiss(self, partition: int, entry_id: str, /) -> None:
        """Drop the parked command that came under ``entry_id``."""
        ...


class Leases(Protocol):
    """Who owns which partition (the hash ``owner``), by the log server's own clock."""

    def take(self, partition: int, owner: str, ttl_ms: int, /) -> "Taken | None":
        """Take a free or expired partition; None while another holds it."""
        ...

    def renew(self, lease: Lease, ttl_ms: int, /) -> bool:
        """False: taken by another, or the server has another life than at the taking; stop."""
        ...

    def release(self, lease: Lease, /) -> None: ...

    def current(self, partition: int, /) -> Lease | None:
        """The lease that stands now, for an operator's repair beside its owner; None: nobody's."""
        ...

    def note_ready(self, lease: Lease, /) -> None:
        """Note the server's run id: the recovery gate has passed for this server life."""
        ...

    def run_id(self) -> str: ...

    def promoted(self) -> bool:
        """Whether this server was a replica before (a tail may be lost even when ahead)."""
        ...


class Taken(Struct, frozen=True):
    """A lease just taken, and the server run id for which the gate last passed."""

    lease: Lease
    ready_run_id: str | None


# --- projections ------------------------------------------------------------------------------


class FeedEntry(Struct, frozen=True):
    """One whole commit: its game and the entries it wrote."""

    feed_id: str
    game: GameId
    entries: tuple[bytes, ...]


class Feed(Protocol):
    """All commits of a partition in order: the fast path of the projectors."""

    def read(
        self, after: Mapping[int, str], count: int, block_ms: int, /
    ) -> dict[int, list[FeedEntry]]:
        """Commits after the given feed id of each partition, waiting for the first."""
        ...

    def bounds(self, partition: int, /) -> tuple[str, str]:
        """First and last feed id held (``0-0`` twice when empty)."""
        ...

    def reached(self, partition: int, projector: str, feed_id: str, /) -> None: ...

    def readers(self, partition: int, /) -> dict[str, str]: ...

    def trim(self, partition: int, through: str, length_max: int, /) -> None:
        """Drop commits up to ``through``, and the oldest beyond ``length_max``."""
        ...


class News(Struct, frozen=True):
    """Views of a game were renewed: the newest (seq, chain)."""

    game: str
    seq: int
    chain: bytes


class Views(Protocol):
    """Views and news in the cache, which may be flushed at any time."""

    def put(self, renewed: Sequence[tuple[News, Mapping[str, bytes]]], /) -> None:
        """Store each game's views by viewer (``seat:0`` … ``public``, ``delayed``), tell news."""
        ...

    def get(self, game: GameId, viewer: str, /) -> bytes | None: ...

    def drop(self, game: GameId, /) -> None:
        """Forget the views of ``game``, and that they were parked."""
        ...

    def park(self, game: GameId, reason: str, /) -> None:
        """Note that the views of ``game`` are renewed no more; the newest reason stands."""
        ...

    def unpark(self, game: GameId, /) -> None: ...

    def parked(self) -> dict[GameId, str]:
        """The games whose views are renewed no more, and why."""
        ...

    def generation(self) -> str | None:
        """A mark that vanishes when the cache is flushed; None: views must be rebuilt."""
        ...

    def mark_generation(self, generation: str, /) -> None: ...


class Replies(Protocol):
    """The gateways' reply streams in the cache, and for a while what sealed refusals say."""

    def push(self, replies: Sequence[tuple[str, Reply]], /) -> None:
        """Best effort: a lost reply is asked of ``answers`` by the gateway."""
        ...


class Presence(Protocol):
    """Who is at work, so that workers of one role can share it out. May be forgotten any time."""

    def announce(self, role: str, name: str, ttl_ms: int, /) -> int:
        """``name`` is at work for ``ttl_ms``; how many of ``role`` are now, itself included."""
        ...

    def leave(self, role: str, name: str, /) -> None: ...


class BotTask(Struct, array_like=True, frozen=True):
    """What a bot worker gets: a seat's view of one turn, and the grant for one move."""

    game: str
    rules: str
    ruleset: int
    actor: str
    seat: int
    turn: str
    attempt: int
    level: Level
    view: bytes
    """The game view (the rules' View struct) as msgpack."""
    grant: bytes


class Bots(Protocol):
    def ask(self, task: BotTask, /) -> None:
        """Dispatch; may be lost, doubled or late."""
        ...


# --- SQL --------------------------------------------------------------------------------------


class Opened(Struct, frozen=True):
    """What SQL notes of a game from its opening event."""

    rules: str
    ruleset: int
    at: int
    currency: str
    stake: int


class Ended(Struct, frozen=True):
    """What SQL notes of a game from its last event."""

    reason: str
    at: int


class Seated(Struct, frozen=True):
    """A player or bot took (or left: ``player`` None) a seat."""

    seat: int
    player: str | None


class Archived(Struct, frozen=True):
    """Consecutive whole commits of one game and all their effects in SQL."""

    game: GameId
    before: Position
    entries: tuple[bytes, ...]
    after: Position
    transfers: tuple[Transfer, ...]
    opened: Opened | None = None
    ended: Ended | None = None
    seated: tuple[Seated, ...] = ()


class PositionConflict(Exception):
    """The archive is not where the batch begins: read its position again, rebuild from there."""


class ArchiveMismatch(Exception):
    """The batch contradicts what SQL holds or allows: stop that game's projection, tell someone.

    Nothing was changed. Storing the batch one game at a time finds the game.
    """


class Recovery(Struct, frozen=True):
    """An operator's decision about a frozen game: which side was right, and why."""

    game: GameId
    chosen: str
    """``witness`` (SQL) or ``redis``."""
    who: str
    why: str
    at: int


class Dismissal(Struct, frozen=True):
    """An operator's decision that a parked command needs nobody any more."""

    partition: int
    entry_id: str
    """Which entry of the commands stream it was."""
    game: str | None
    """None, as ``actor`` and ``command_id``: nobody could read the command."""
    actor: str | None
    command_id: str | None
    reason: str
    """Why it was parked."""
    who: str
    why: str
    """Why it was dismissed."""
    at: int


class Archive(Protocol):
    """Archive, ledger and positions in SQL: the witness of every head outside Redis."""

    def position(self, game: GameId, /) -> Position:
        """Where the archive of ``game`` ends (the start of its chain if it has nothing)."""
        ...

    def positions(self, games: Sequence[GameId], /) -> dict[GameId, Position]: ...

    def store(self, batch: Sequence[Archived], /) -> None:
        """One transaction for all: entries, transfers, what is noted of games, positions.

        Raises PositionConflict or ArchiveMismatch, changing nothing.
        """
        ...

    def entries(self, game: GameId, after: int = 0, /) -> list[bytes]: ...

    def unclosed(self, partition: int, /) -> dict[GameId, Position]:
        """Games that the archive holds entries of and that were not closed."""
        ...

    def finished(self, partition: int, ended_before: int, /) -> list[GameId]:
        """Games whose end is archived, before ``ended_before`` (ms), and that are not closed."""
        ...

    def mark_closed(self, game: GameId, at: int, /) -> None: ...

    def store_refusals(self, records: Sequence[RefusalRecord], /) -> None:
        """Idempotent by (partition, record id)."""
        ...

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        """Every refusal stored of ``game``, oldest first."""
        ...

    def incarnation(self, partition: int, /) -> str | None: ...

    def set_incarnation(self, partition: int, incarnation: str, /) -> None: ...

    def record_recovery(
        self, game: GameId, chosen: str, who: str, why: str, at: int, /
    ) -> None: ...

    def recoveries_of(self, game: GameId, /) -> list[Recovery]:
        """Every decision recorded of ``game``, oldest first."""
        ...

    def record_dismissal(self, dismissal: Dismissal, /) -> None: ...

    def dismissals(self, partition: int, /) -> list[Dismissal]:
        """Every command of ``partition`` that was dismissed, oldest first."""
        ...

    def park(self, projector: str, game: GameId, seq: int, reason: str, /) -> None:
        """Note that ``projector`` stops at ``seq`` of ``game``; the newest reason stands."""
        ...

    def unpark(self, projector: str, game: GameId, /) -> None:
        """Let ``projector`` try ``game`` again: what stopped it was repaired."""
        ...

    def parked(self, projector: str, /) -> dict[GameId, tuple[int, str]]: ...


class Witness(Protocol):
    """What deciding asks of the archive; whoever decides waits for the answer."""

    def position(self, game: GameId, /) -> Position:
        """As :meth:`Archive.position`."""
        ...

    def entries(self, game: GameId, after: int = 0, /) -> list[bytes]:
        """As :meth:`Archive.entries`."""
        ...

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        """As :meth:`Archive.refusals_of`."""
        ...


class Transfers(Protocol):
    """The ledger, read."""

    def of_game(self, game: GameId, /) -> list[Transfer]: ...

    def of_player(self, player: str, /) -> list[Transfer]: ...

    def balances(self, /) -> dict[tuple[str, str], int]:
        """(account, currency) → credits minus debits. Sums to zero over each currency."""
        ...


class Player(Struct, frozen=True):
    """A person, as one front-end knows them."""

    player: str
    """32 lower-case hex digits, drawn once."""
    client: str
    name: str
    created_at: int
    """Milliseconds since the epoch."""


class Reservation(Struct, frozen=True):
    """A front-end wants a game opened: its request, and the id that the game would get."""

    client: str
    request_id: str
    request_hash: bytes
    """SHA-256 of the request, which tells a retry from a reused request id (32 bytes)."""
    game: GameId
    rules: str
    options: str
    """The options asked for, as JSON text."""
    at: int
    """Milliseconds since the epoch."""


class Reserved(Struct, frozen=True):
    """The game that holds the request: ``new`` if it is this reservation's own id."""

    game: GameId
    new: bool


class RequestMismatch(Struct, frozen=True):
    """The request id was used for another request: nothing was reserved."""

    game: GameId
    """The game that holds the request id."""
    held: bytes
    """The request hash it was reserved under."""
    given: bytes


GamePhase: TypeAlias = Literal["reserved", "open", "ended"]


class GameRow(Struct, frozen=True, kw_only=True):
    """What SQL knows of a game without reading its log. Times in ms since the epoch."""

    game: GameId
    client: str | None = None
    """None, as ``options``: the game was adopted from a log that this database never reserved."""
    rules: str
    ruleset: int | None = None
    """None until the archive holds the opening event; so too ``stake`` and ``currency``."""
    stake: int | None = None
    currency: str | None = None
    options: str | None = None
    """The options asked for, as JSON text; the complete ones stand in the opening event."""
    created_at: int
    opened_at: int | None = None
    ended_at: int | None = None
    end_reason: str | None = None
    closed_at: int | None = None
    """When the log went and the archive remained."""
    seats: tuple[Seated, ...] = ()
    """Every seat ever taken, by number."""

    @property
    def phase(self) -> GamePhase:
        if self.ended_at is not None:
            return "ended"
        return "reserved" if self.opened_at is None else "open"


class GameQuery(Struct, frozen=True):
    """Which games to list, newest first: at most ``count`` of those older than ``before``."""

    rules: str | None = None
    phase: GamePhase | None = None
    player: str | None = None
    """Games in which this player holds a seat."""
    before: tuple[int, GameId] | None = None
    """(created_at, game) of the last game of the page before."""
    count: int = 50


class Directory(Protocol):
    """Players and games in SQL, for those who serve people."""

    def create_player(self, client: str, name: str, token_hash: bytes, at: int, /) -> str:
        """A new player, known by a token whose SHA-256 is ``token_hash``; returns the id."""
        ...

    def player_of_token(self, token_hash: bytes, /) -> Player | None: ...

    def names(self, players: Collection[str], /) -> dict[str, str]:
        """Display names; players that nobody knows are left out."""
        ...

    def reserve_game(self, reservation: Reservation, /) -> Reserved | RequestMismatch:
        """Give the request its game, once: a retry gets the game of the first try."""
        ...

    def game(self, game: GameId, /) -> GameRow | None: ...

    def games(self, query: GameQuery, /) -> list[GameRow]: ...


class Installation(Protocol):
    """Facts fixed when the installation first starts, such as its number of partitions."""

    def fix(self, fact: str, value: str, /) -> str:
        """The value that holds for good: that of the first call ever made for ``fact``."""
        ...


# --- time and chance --------------------------------------------------------------------------


class Clock(Protocol):
    def now_ms(self) -> int:
        """Milliseconds since the epoch."""
        ...


class Entropy(Protocol):
    def token(self, size: int, /) -> bytes:
        """``size`` bytes that nobody can guess."""
        ...


class Signals(Protocol):
    """What operators should see: one line of facts, kept out of the logic's way."""

    def note(self, what: str, /, **facts: object) -> None:
        """Something worth a line: ``lease_taken``, ``game_restored``."""
        ...

    def alarm(self, what: str, /, **facts: object) -> None:
        """Something that a person must look at: ``game_frozen``, ``command_failed``."""
        ...
