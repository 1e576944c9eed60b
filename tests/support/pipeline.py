"""The whole pipeline in memory and in one thread: every process is a step that a test takes."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final, Protocol

from msgspec import Raw, json, to_builtins
from msgspec.msgpack import decode as unpack
from msgspec.msgpack import encode

from shared import catalogue
from shared.adapters.memory.archive import MemoryArchive
from shared.adapters.memory.feed import MemoryFeed
from shared.adapters.memory.journal import MemoryJournal
from shared.adapters.memory.leases import MemoryLeases
from shared.adapters.memory.log import MemoryLog
from shared.adapters.memory.queue import MemoryCommandQueue
from shared.adapters.memory.replies import MemoryReplies
from shared.adapters.memory.views import MemoryViews
from shared.fairness.deals import seed_commitment
from shared.fairness.keys import master_key_id
from shared.flows.archive import Archivist
from shared.flows.archive import Doors as ArchivistDoors
from shared.flows.deadlines import Doors, Timekeeper
from shared.flows.gate import GateStores, RecoveryGate
from shared.flows.partition import PartitionDesk, Stores
from shared.flows.reading import FeedReader
from shared.flows.records import RecordsProjector
from shared.flows.secrets import MasterSecrets
from shared.flows.tables import TablesProjector
from shared.kernel.seats import Seat
from shared.ports import (
    Answer,
    Archive,
    BotTask,
    Command,
    CommandQueue,
    Feed,
    GameId,
    Journal,
    Lease,
    Leases,
    Transfers,
    Views,
    partition_of,
)

MASTER: Final = bytes(range(32))
LEASE_MS: Final = 2_000


class SetClock:
    """A clock that stands until it is set forward."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def now_ms(self) -> int:
        return self.now


class CountedEntropy:
    """Tokens that differ, and are the same in every run."""

    def __init__(self) -> None:
        self.drawn = 0

    def token(self, size: int, /) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(size, "big")


class RecordedSignals:
    """What operators would have seen."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, Mapping[str, object]]] = []
        self.alarms: list[tuple[str, Mapping[str, object]]] = []

    def note(self, what: str, /, **facts: object) -> None:
        self.notes.append((what, facts))

    def alarm(self, what: str, /, **facts: object) -> None:
        self.alarms.append((what, facts))


class WaitingBots:
    """The bots' task queue, which a test works off or loses."""

    def __init__(self) -> None:
        self.tasks: deque[BotTask] = deque()

    def ask(self, task: BotTask, /) -> None:
        self.tasks.append(task)


class Evidence(Archive, Transfers, Protocol):
    """Archive and ledger, as they stand together in SQL."""


class Pipeline:
    """Every store and every process of one installation, on partition 3."""

    def __init__(self, close_after_ms: int = 0) -> None:
        self.clock = SetClock()
        self.entropy = CountedEntropy()
        self.connect()
        self.bots = WaitingBots()
        self.signals = RecordedSignals()
        self.secrets = MasterSecrets(MASTER, {master_key_id(MASTER): MASTER})
        self.records = RecordsProjector(self.journal, self.archive, self.signals)
        self.tables = self._tables()
        self.timekeeper = Timekeeper(
            Doors(self.journal, self.queue, self.bots, self.clock, self.signals), self.secrets
        )
        self.archivist = Archivist(
            ArchivistDoors(
                self.journal, self.archive, self.feed, self.views, self.clock, self.signals
            ),
            ("records", "tables"),
            close_after_ms,
        )
        self.readers = {
            name: FeedReader(self.feed, (PARTITION,)) for name in ("records", "tables")
        }
        for reader in self.readers.values():
            reader.skip_to_end()
        self._sent = 0
        self.desk, self.lease = self.take_partition()

    def connect(self) -> None:
        """The stores: in memory here; a subclass may put real servers in their place."""
        self.log = MemoryLog(self.clock)
        self.journal: Journal = MemoryJournal(self.log)
        self.queue: CommandQueue = MemoryCommandQueue(self.log)
        self.feed: Feed = MemoryFeed(self.log)
        self.leases: Leases = MemoryLeases(self.log)
        self.views: Views = MemoryViews()
        self.archive: Evidence = MemoryArchive()
        self.replies = MemoryReplies()

    def _tables(self) -> TablesProjector:
        return TablesProjector(self.journal, self.views, self.bots, self.secrets, self.signals)

    # --- the rules worker ---------------------------------------------------------------------

    def take_partition(self) -> tuple[PartitionDesk, Lease]:
        """A rules worker takes the partition, passes the gate and looks at what is pending."""
        taken = self.leases.take(PARTITION, "worker", LEASE_MS)
        assert taken is not None, "the partition is taken"
        gate = RecoveryGate(
            GateStores(
                self.journal, self.archive, self.leases, self.clock, self.entropy, self.signals
            ),
            self.secrets,
            LEASE_MS,
        )
        self.lease = gate.open(taken)
        stores = Stores(
            self.journal, self.queue, self.archive, self.replies, self.clock, self.signals
        )
        self.desk = PartitionDesk(self.lease, stores, self.secrets, games_kept=100)
        self.desk.step(self.queue.pending(PARTITION, frozenset()))
        return self.desk, self.lease

    def lose_worker(self) -> None:
        """The worker dies; its lease runs out and another takes the partition."""
        self.clock.now += LEASE_MS + 1
        self.take_partition()

    def decide(self) -> None:
        self.desk.step(self.queue.receive(PARTITION, 100, 0))

    # --- everything else ----------------------------------------------------------------------

    def project(self) -> None:
        self.project_records()
        self.project_tables()

    def project_records(self) -> None:
        self.records.apply(self.readers["records"].read(0))
        self.readers["records"].reached("records")

    def project_tables(self) -> None:
        self.tables.apply(self.readers["tables"].read(0))
        self.readers["tables"].reached("tables")

    def play_bots(self) -> None:
        """Every task that waits is played: the first legal move of CO-TIME-2's order."""
        while self.bots.tasks:
            self.queue.send(bot_command(self.bots.tasks.popleft()))

    def settle(self, steps: int = 20_000) -> None:
        """Run every process in turn until nothing moves any more without the clock."""
        for _ in range(steps):
            before = self._activity()
            self.clock.now += 1
            self.timekeeper.tick((PARTITION,))
            self.decide()
            self.project()
            self.play_bots()
            if self._activity() == before:
                return
        raise AssertionError("the pipeline does not come to rest")

    def _activity(self) -> tuple[object, ...]:
        bounds = self.feed.bounds(PARTITION)
        return bounds, len(self.bots.tasks), self.desk.in_flight, len(self.replies.pushed)

    # --- people -------------------------------------------------------------------------------

    def send(
        self,
        game: GameId,
        actor: str,
        kind: str,
        data: Mapping[str, Any] | None = None,
        *,
        turn: str | None = None,
        command_id: str | None = None,
    ) -> str:
        """Send a command; its id."""
        self._sent += 1
        name = command_id or f"c{self._sent}"
        raw = Raw(encode(dict(data or {})))
        self.queue.send(Command(1, game, actor, name, kind, turn, raw, None, "test.1"))
        return name

    def ask(self, game: GameId, actor: str, kind: str, **fields: Any) -> Answer:
        """Send a command, have it decided, and give its answer."""
        name = self.send(game, actor, kind, fields)
        self.decide()
        return self.answer(actor, name)

    def answer(self, actor: str, command_id: str) -> Answer:
        """The last answer pushed to that command."""
        return next(
            reply.answer
            for _, reply in reversed(self.replies.pushed)
            if (reply.actor, reply.command_id) == (actor, command_id)
        )

    def open(
        self, game: GameId, bots: tuple[int, ...] = (), rules: str = "call_break", **options: Any
    ) -> Answer:
        """Open a table; ``options`` flat, the rules' own among them."""
        own = catalogue.BY_NAME[rules].OPTIONS.__struct_fields__
        house_rules = {name: options.pop(name) for name in own if name in options}
        return self.ask(
            game,
            "player:host",
            "table.open",
            client="test",
            rules=rules,
            options=options,
            house_rules=house_rules,
            bots=bots,
            bots_at_stake=True,
        )

    def sit(self, game: GameId, player: str, seat: int) -> Answer:
        commitment = seed_commitment(game, Seat(seat), seed_of(player))
        return self.ask(game, f"player:{player}", "table.sit", seat=seat, commitment=commitment)

    def reveal(self, game: GameId, player: str) -> Answer:
        return self.ask(game, f"player:{player}", "table.seed", seed=seed_of(player))

    def view(self, game: GameId, viewer: str) -> dict[str, Any]:
        """``{seq, chain, turn, view}`` as the gateway would send it."""
        stored = self.views.get(game, viewer)
        assert stored is not None, f"there is no view for {viewer}"
        shown: dict[str, Any] = json.decode(stored)
        return shown


PARTITION: Final = 3


def game_id(number: int = 1) -> GameId:
    game = GameId(f"{PARTITION:02x}{number:032x}")
    assert partition_of(game) == PARTITION
    return game


def seed_of(player: str) -> str:
    """The client seed of ``player``: 64 hex digits."""
    return player.encode().hex().ljust(64, "0")


def bot_command(task: BotTask) -> Command:
    """What a bot sends: the first legal move, under its grant."""
    rules = catalogue.BY_RULESET[task.rules, task.ruleset]
    move = rules.clock_move(unpack(task.view, type=rules.VIEW))
    return move_command(task, move)


def move_command(task: BotTask, move: Any) -> Command:
    fields = {k: v for k, v in to_builtins(move).items() if k != "type"}
    return Command(
        version=1,
        game=task.game,
        actor=task.actor,
        command_id=f"bot:{task.game}:{task.turn}:{task.seat}:{task.attempt}",
        type=str(move.__struct_config__.tag),
        turn=task.turn,
        data=Raw(encode(fields)),
        grant=task.grant,
        reply_to="bots.1",
    )
