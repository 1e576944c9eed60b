"""The projector ``records``: every event into SQL, with the transfers it makes, as one effect."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from shared.flows.events import CODEC
from shared.flows.reading import by_game, next_entries, repeats
from shared.journal import chain
from shared.journal.codec import Entry
from shared.journal.position import Position
from shared.ledger.transfers import Transfer, settlement_transfers
from shared.ports import (
    Archive,
    Archived,
    ArchiveMismatch,
    BrokenLog,
    Ended,
    FeedEntry,
    GameId,
    Journal,
    Opened,
    PositionConflict,
    Seated,
    Signals,
    Unavailable,
)
from shared.table.events import (
    BotSeated,
    GameAbandoned,
    GameEnded,
    GameNotStarted,
    GameOpened,
    SeatLeft,
    SeatTaken,
    SettlementMade,
)

NAME: Final = "records"
POSITIONS_KEPT: Final = 20_000
TRIES_MAX: Final = 3
CATCH_UP_GAMES: Final = 100


class RecordsProjector:
    """Copies whole commits to SQL as they are made. Run by one process; redelivery is harmless."""

    def __init__(self, journal: Journal, archive: Archive, signals: Signals) -> None:
        self._journal: Final = journal
        self._archive: Final = archive
        self._signals: Final = signals
        self._positions: Final[OrderedDict[GameId, Position]] = OrderedDict()
        self._parked = set(archive.parked(NAME))

    def catch_up(self, games: Sequence[GameId]) -> None:
        """Archive what the logs of ``games`` hold beyond SQL. Raises Unavailable."""
        for start in range(0, len(games), CATCH_UP_GAMES):
            some = games[start : start + CATCH_UP_GAMES]
            heads = dict(zip(some, self._journal.heads(some), strict=True))
            known = self._archive.positions(some)
            behind = [
                game
                for game, head in heads.items()
                if head is not None and head.status != "closed" and head.position != known[game]
            ]
            self._store(dict.fromkeys(behind, ()))

    def apply(self, commits: Sequence[FeedEntry]) -> None:
        """Archive ``commits`` of any games in one transaction. Raises Unavailable."""
        self._store(by_game(commits))

    def _store(self, work: Mapping[GameId, Sequence[FeedEntry]]) -> None:
        for _ in range(TRIES_MAX):
            batch = self._batch(work)
            if not batch:
                return
            try:
                self._write(batch)
            except PositionConflict:
                # Another copy of this projector was faster, or SQL was restored: look again.
                for archived in batch:
                    self._positions.pop(archived.game, None)
                continue
            return
        raise PositionConflict(f"{NAME} runs twice: stop the other one")

    def _write(self, batch: Sequence[Archived]) -> None:
        """One transaction; what SQL does not allow is found by storing the games one by one."""
        try:
            self._archive.store(batch)
        except ArchiveMismatch as error:
            if len(batch) == 1:
                self._park(batch[0].game, batch[0].before.seq + 1, error)
                return
            for archived in batch:
                self._write([archived])
            return
        for archived in batch:
            self._keep(archived.game, archived.after)

    def _batch(self, work: Mapping[GameId, Sequence[FeedEntry]]) -> list[Archived]:
        games = self._going_on(work)
        self._learn(games)
        batch = []
        for game in games:
            before = self._positions[game]
            try:
                archived = self._archived(game, before, work[game])
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - one game's trouble stops no other game
                self._park(game, before.seq + 1, error)
                continue
            if archived is not None:
                batch.append(archived)
        return batch

    def _going_on(self, work: Iterable[GameId]) -> list[GameId]:
        """The games that are not parked; an operator may have unparked some since they were."""
        if not self._parked.isdisjoint(work):
            self._parked = set(self._archive.parked(NAME))
        return [game for game in work if game not in self._parked]

    def _archived(
        self, game: GameId, before: Position, commits: Sequence[FeedEntry]
    ) -> Archived | None:
        if commits:
            if repeats(commits, before.seq):
                self._check_repeated(game, before, commits)
            raws = next_entries(self._journal, game, before.seq, commits)
        else:
            raws = tuple(self._journal.read(game, before.seq))
        if not raws:
            return None
        return archived_commits(game, before, raws)

    def _check_repeated(
        self, game: GameId, before: Position, commits: Sequence[FeedEntry]
    ) -> None:
        """A commit told again must be the one that SQL holds; else the tail was rewritten."""
        held = self._archive.entries(game)
        for commit in commits:
            for raw in commit.entries:
                seq = CODEC.decode(raw).seq
                if seq <= before.seq and held[seq - 1] != raw:
                    raise BrokenLog(f"{game}: entry {seq} is not the one that SQL holds")

    def _learn(self, games: Iterable[GameId]) -> None:
        unknown = [game for game in games if game not in self._positions]
        if unknown:
            for game, position in self._archive.positions(unknown).items():
                self._positions[game] = position

    def _keep(self, game: GameId, position: Position) -> None:
        self._positions[game] = position
        self._positions.move_to_end(game)
        while len(self._positions) > POSITIONS_KEPT:
            self._positions.popitem(last=False)

    def _park(self, game: GameId, seq: int, error: Exception) -> None:
        """Stop this game's projection with the reason; all other games go on."""
        reason = f"{type(error).__name__}: {error}"
        self._parked.add(game)
        self._archive.park(NAME, game, seq, reason)
        self._signals.alarm("projection_parked", projector=NAME, game=game, seq=seq, reason=reason)


def try_parked_again(archive: Archive) -> list[GameId]:
    """Unpark every game, at a process's start: a newer build may read what an older one could not.

    What still cannot be stored is parked again by the first catch-up. Raises Unavailable.
    """
    parked = list(archive.parked(NAME))
    for game in parked:
        archive.unpark(NAME, game)
    return parked


def archived_commits(game: GameId, before: Position, raws: Sequence[bytes]) -> Archived:
    """Consecutive whole commits of ``game`` and all their effects in SQL. Raises Unreadable."""
    entries = [CODEC.decode(raw) for raw in raws]
    transfers: list[Transfer] = []
    seated: list[Seated] = []
    opened: Opened | None = None
    ended: Ended | None = None
    for entry in entries:
        match entry.event:
            case GameOpened() as event:
                opened = _opened(event, entry)
            case GameEnded() | GameAbandoned() | GameNotStarted():
                ended = Ended(_end_reason(entry), entry.at)
            case SeatTaken(seat, player):
                seated.append(Seated(seat, player))
            case BotSeated(seat) | SeatLeft(seat):
                seated.append(Seated(seat, None))
            case SettlementMade() as event:
                transfers += settlement_transfers(
                    game, entry.seq, entry.at, event.amounts, event.players, event.currency
                )
    after = chain.advance(before, raws)
    return Archived(
        game, before, tuple(raws), after, tuple(transfers), opened, ended, tuple(seated)
    )


def _opened(event: GameOpened, entry: Entry) -> Opened:
    options = event.options
    return Opened(event.rules, event.ruleset, entry.at, options.currency.code, options.stake)


def _end_reason(entry: Entry) -> str:
    match entry.event:
        case GameEnded(reason):
            return reason
        case GameAbandoned():
            return "abandoned"
        case _:
            return "not_started"
