"""The commands of one partition: decided in order, committed in batches, each answered once."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from traceback import walk_tb
from typing import Final, TypeVar

from msgspec import Struct

from shared.flows.answers import archived_answer, fingerprint_in, opening_in
from shared.flows.fold import Folded, fold, unread
from shared.flows.refusing import refusal_in
from shared.flows.secrets import MasterSecrets, UnknownMasterKey
from shared.flows.submit import Decided, decide_command, fingerprint_of
from shared.journal.envelope import Unreadable
from shared.journal.position import Position
from shared.ports import (
    Answer,
    BrokenLog,
    Clock,
    Command,
    CommandQueue,
    Conflict,
    Delivered,
    GameClosed,
    GameId,
    IncarnationMismatch,
    Journal,
    KeptAnswer,
    Lease,
    LeaseLost,
    Outcome,
    RefusalRecord,
    Refused,
    Repeated,
    Replies,
    Reply,
    Reused,
    Sealed,
    Signals,
    Unavailable,
    Witness,
    Written,
)
from shared.table import refusals
from shared.table.state import Unopened

ROUNDS_MAX: Final = 8
"""How often the conflicting commands of a batch are decided anew before they wait."""
FAILURES_MAX: Final = 3
"""How often a command may fail by our own fault before it is set aside."""
ARCHIVE_RETRY_MS: Final = 100
"""How long SQL is left alone once it has not answered: each try stops this partition's games."""

T = TypeVar("T")


class Stores(Struct, frozen=True):
    """The doors that deciding goes through."""

    journal: Journal
    queue: CommandQueue
    archive: Witness
    replies: Replies
    clock: Clock
    signals: Signals


class _Item(Struct, frozen=True, gc=False):
    """A command in hand."""

    command: Command
    delivered: Delivered

    @property
    def entry_id(self) -> str:
        return self.delivered.entry_id

    @property
    def game(self) -> GameId:
        return GameId(self.command.game)


class _FrozenGame(Exception):
    """The game's head says that nothing may be appended."""


class _ClosedGame(Exception):
    """The game's log was closed; SQL has the rest."""


class _ArchiveAway(Exception):
    """SQL does not answer: what needs it waits, everything else goes on."""


class PartitionDesk:
    """Decides one partition's commands under one lease. Thrown away when the lease is lost."""

    def __init__(
        self, lease: Lease, stores: Stores, secrets: MasterSecrets, games_kept: int
    ) -> None:
        self._lease: Final = lease
        self._stores: Final = stores
        self._secrets: Final = secrets
        self._games_kept: Final = games_kept
        self._games: Final[OrderedDict[GameId, Folded]] = OrderedDict()
        self._waiting: list[_Item] = []
        self._archive_again_at = 0
        self._failures: Final[dict[str, int]] = {}
        self._replies: list[tuple[str, Reply]] = []

    @property
    def in_flight(self) -> frozenset[str]:
        """Entries taken from the stream that wait here for SQL or for another try."""
        return frozenset(item.entry_id for item in self._waiting)

    def step(self, delivered: Sequence[Delivered]) -> None:
        """Decide and commit what was delivered, and what waited.

        Raises LeaseLost, IncarnationMismatch or Unavailable: give the partition up; whatever
        was not written is still in the stream.
        """
        work = self._readable(delivered)
        if not self._archive_rests():
            work, self._waiting = self._waiting + work, []
        for _ in range(ROUNDS_MAX):
            if not work:
                break
            work = self._round(work)
        self._waiting += work
        replies, self._replies = self._replies, []
        if replies:
            self._stores.replies.push(replies)

    def _readable(self, delivered: Sequence[Delivered]) -> list[_Item]:
        items = []
        for entry in delivered:
            command = entry.command
            if entry.too_long:
                self._stores.queue.forget(self._lease.partition, entry.entry_id)
                self._stores.signals.alarm("command_too_long", entry=entry.entry_id)
            elif not entry.genuine:
                # Forged, or sealed before the log was lost: whoever may send it does so again.
                self._stores.queue.forget(self._lease.partition, entry.entry_id)
                self._stores.signals.alarm("command_not_genuine", entry=entry.entry_id)
            elif command is None:
                self._stores.queue.park(self._lease.partition, entry, "unreadable")
                self._stores.signals.alarm("command_unreadable", entry=entry.entry_id)
            else:
                items.append(_Item(command, entry))
        return items

    def _round(self, work: list[_Item]) -> list[_Item]:
        """One pass: decide all, commit all; what is to be decided anew comes back."""
        items: list[_Item] = []
        decided: list[Decided] = []
        ahead: dict[GameId, Folded] = {}
        for item in work:
            decision = self._attempt(item, ahead)
            if decision is not None:
                items.append(item)
                decided.append(decision)
                ahead[item.game] = decision.folded
        if not decided:
            return []
        outcomes = self._stores.journal.commit(
            self._lease, [decision.commit for decision in decided]
        )
        again = []
        for item, decision, outcome in zip(items, decided, outcomes, strict=True):
            if not self._done(item, decision, outcome):
                again.append(item)
        return again

    def _attempt(self, item: _Item, ahead: dict[GameId, Folded]) -> Decided | None:
        """The decision, or None where the item was answered, put aside or has to wait."""
        try:
            return self._decide(item, ahead)
        except _ArchiveAway:
            self._waiting.append(item)
        except _FrozenGame:
            self._dismiss(item, Refused(refusals.GAME_FROZEN()))
        except _ClosedGame:
            self._answer_from_archive(item)
        except (Unreadable, BrokenLog) as error:
            self._freeze(item, error)
        except (LeaseLost, IncarnationMismatch, Unavailable):
            raise
        except Exception as error:  # noqa: BLE001 - our own bug must not stop the other games
            self._failed(item, error)
        return None

    def _decide(self, item: _Item, ahead: dict[GameId, Folded]) -> Decided | None:
        folded = ahead.get(item.game) or self._game(item.game)
        now = self._stores.clock.now_ms()
        decided = decide_command(self._secrets, folded, item.command, item.entry_id, now)
        if isinstance(folded.table, Unopened) and decided.commit.entries:
            # An id that SQL knows is never opened again, however long ago its log was closed.
            if self._archived(item.game).seq > 0:
                self._dismiss(item, Refused(refusals.ALREADY_OPEN()))
                return None
        elif decided.starts_deal and not self._all_archived(item.game, folded):
            self._waiting.append(item)
            return None
        return decided

    def _all_archived(self, game: GameId, folded: Folded) -> bool:
        """Whether SQL holds everything so far, so that no later deal can be seen and then lost."""
        archived = self._archived(game)
        if archived.seq > folded.position.seq:
            raise BrokenLog(f"SQL holds {archived.seq} entries, the log {folded.position.seq}")
        return archived == folded.position

    def _archived(self, game: GameId) -> Position:
        return self._asked(lambda: self._stores.archive.position(game))

    def _asked(self, ask: Callable[[], T]) -> T:
        """What SQL says. Raises _ArchiveAway: at once while it is left alone."""
        if self._archive_rests():
            raise _ArchiveAway
        try:
            return ask()
        except Unavailable as error:
            self._archive_again_at = self._stores.clock.now_ms() + ARCHIVE_RETRY_MS
            raise _ArchiveAway from error

    def _archive_rests(self) -> bool:
        return self._stores.clock.now_ms() < self._archive_again_at

    def _game(self, game: GameId) -> Folded:
        known = self._games.get(game)
        if known is not None:
            self._games.move_to_end(game)
            return known
        head = self._stores.journal.head(game)
        if head is None:
            return unread(game)
        if head.status == "frozen":
            raise _FrozenGame
        if head.status == "closed":
            raise _ClosedGame
        folded = fold(game, self._stores.journal.read(game), self._secrets)
        if folded.position != head.position:
            raise BrokenLog(f"{game}: the log ends at {folded.position}, the head says {head}")
        self._keep(game, folded)
        return folded

    def _keep(self, game: GameId, folded: Folded) -> None:
        self._games[game] = folded
        self._games.move_to_end(game)
        if len(self._games) > self._games_kept:
            self._games.popitem(last=False)

    def _done(self, item: _Item, decided: Decided, outcome: Outcome) -> bool:
        """Whether the item is answered; else it is to be decided anew."""
        match outcome:
            case Written():
                if decided.commit.entries:
                    self._keep(item.game, decided.folded)
                sealed = isinstance(decided.commit.answer, Sealed)
                self._answer(item, decided.answer, sealed=sealed)
                return True
            case Conflict(kind):
                return self._conflict(item, decided, kind)
            case Repeated(kept):
                opened = self._opened(item, decided, kept)
                self._answer(item, opened, sealed=isinstance(kept, Sealed))
            case Reused():
                refusal = refusals.ID_REUSED(command_id=item.command.command_id)
                self._answer(item, Refused(refusal))
            case GameClosed():
                self._answer_from_archive(item)
        if decided.commit.entries:
            # The game was read ahead of what was written: read it again.
            self._games.pop(item.game, None)
        return True

    def _conflict(self, item: _Item, decided: Decided, kind: str) -> bool:
        known = self._games.pop(item.game, None)
        match kind:
            case "version" if known is not None and known.position == decided.commit.expected:
                # Nobody else writes under this lease: the server came back from another copy.
                raise LeaseLost(self._lease.partition, f"the log of {item.game} changed")
            case "lease":
                raise LeaseLost(self._lease.partition)
            case "incarnation":
                raise IncarnationMismatch(self._lease.partition)
            case "frozen":
                self._dismiss(item, Refused(refusals.GAME_FROZEN()))
                return True
            case "torn":
                self._freeze(item, BrokenLog(f"the log of {item.game} is not what its head says"))
                return True
        return False

    def _opened(self, item: _Item, decided: Decided, kept: KeptAnswer) -> Answer:
        """The answer kept of this very command, as it was given."""
        if not isinstance(kept, Sealed):
            return kept
        table = decided.folded.table
        assert not isinstance(table, Unopened), "a game that was never opened keeps nothing"
        key = self._secrets.deal_key(table.terms, kept.index)
        refusal = refusal_in(key, item.command.actor, item.command.command_id, kept)
        if refusal is None:
            self._stores.signals.alarm("answer_broken", game=item.game)
        return Refused(refusal or refusals.SEALED())

    def _answer(self, item: _Item, answer: Answer, *, sealed: bool = False) -> None:
        command = item.command
        self._failures.pop(item.entry_id, None)
        if command.reply_to is not None:
            reply = Reply(command.game, command.actor, command.command_id, answer, sealed)
            self._replies.append((command.reply_to, reply))

    def _dismiss(self, item: _Item, answer: Answer) -> None:
        """Answer without a record: the same command may be sent and decided again later."""
        self._answer(item, answer)
        self._stores.queue.forget(self._lease.partition, item.entry_id)

    def _answer_from_archive(self, item: _Item) -> None:
        """A closed game's answers are rebuilt from its archive."""
        command, archive = item.command, self._stores.archive
        given: Answer | None = None
        try:
            entries = self._asked(lambda: archive.entries(item.game))
            records = self._asked(lambda: archive.refusals_of(item.game))
            given = archived_answer(entries, records, command.actor, command.command_id)
            if given is not None and self._is_reused(command, entries, records):
                given = Refused(refusals.ID_REUSED(command_id=command.command_id))
        except _ArchiveAway:
            self._waiting.append(item)
            return
        except Unreadable as error:
            self._stores.signals.alarm("archive_broken", game=item.game, reason=str(error))
        self._dismiss(item, given or Refused(refusals.GAME_OVER()))

    def _is_reused(
        self, command: Command, entries: Sequence[bytes], records: Sequence[RefusalRecord]
    ) -> bool:
        """Whether the archive answers another content than ``command`` under its id.

        Without the game's master key that cannot be told: then it is taken for the same.
        """
        given = fingerprint_in(entries, records, command.actor, command.command_id)
        opened = fold(GameId(command.game), opening_in(entries), self._secrets).table
        assert not isinstance(opened, Unopened), "the first commit of a log opens its game"
        try:
            return fingerprint_of(self._secrets, opened.terms, command) != given
        except UnknownMasterKey:
            return False

    def _freeze(self, item: _Item, error: Exception) -> None:
        reason = f"{type(error).__name__}: {error}"
        self._games.pop(item.game, None)
        self._stores.journal.freeze(self._lease, item.game, reason)
        self._stores.signals.alarm("game_frozen", game=item.game, reason=reason)
        self._dismiss(item, Refused(refusals.GAME_FROZEN()))

    def _failed(self, item: _Item, error: Exception) -> None:
        """A command that fails again and again is parked with where it failed; others go on."""
        reason, place = f"{type(error).__name__}: {error}", place_of(error)
        self._games.pop(item.game, None)
        failures = self._failures.get(item.entry_id, 0) + 1
        self._failures[item.entry_id] = failures
        self._stores.signals.alarm(
            "command_failed",
            game=item.game,
            command=item.command.command_id,
            reason=reason,
            place=place,
        )
        if failures < FAILURES_MAX:
            self._waiting.append(item)
            return
        self._stores.queue.park(self._lease.partition, item.delivered, place)
        self._answer(item, Refused(refusals.PARKED(reason=type(error).__name__)))


def place_of(error: Exception) -> str:
    """``AssertionError in shared.flows.submit:decide_command, line 74``: where our code failed.

    Without what the error says: that may name cards, and what is parked stays in the log server.
    """
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__"))
        if module.startswith("shared."):
            place = f" in {module}:{frame.f_code.co_name}, line {line}"
    return type(error).__name__ + place
