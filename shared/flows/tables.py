"""The projector ``tables``: each viewer's view, renewed in the cache; bots asked to move."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode as json_encode
from msgspec.msgpack import encode as pack

from shared.flows.events import CODEC
from shared.flows.fold import Folded, fold_entries, unread
from shared.flows.reading import by_game, first_seq, next_entries, repeats
from shared.flows.secrets import MasterSecrets
from shared.journal.envelope import open_envelope
from shared.kernel.seats import PUBLIC, SEATS, Seat, Viewer
from shared.ports import (
    Bots,
    BotTask,
    FeedEntry,
    GameId,
    Journal,
    News,
    Signals,
    Unavailable,
    Views,
)
from shared.table.deadlines import house_moves
from shared.table.events import DealOpened
from shared.table.state import Underway, Unopened
from shared.table.view import show, to_move, view

NAME: Final = "tables"
GAMES_KEPT: Final = 10_000


class _Table(Struct, frozen=True):
    """A game as projected, and what delayed viewers see of it."""

    folded: Folded
    delayed: bytes | None


class TablesProjector:
    """Folds every commit once and renews the views that changed, the newest of a batch only."""

    def __init__(
        self,
        journal: Journal,
        views: Views,
        bots: Bots,
        secrets: MasterSecrets,
        signals: Signals,
    ) -> None:
        self._journal: Final = journal
        self._views: Final = views
        self._bots: Final = bots
        self._secrets: Final = secrets
        self._signals: Final = signals
        self._tables: Final[OrderedDict[GameId, _Table]] = OrderedDict()
        self._parked: Final[set[GameId]] = set()

    def rebuild(self, games: Iterable[GameId]) -> None:
        """Renew the views of ``games`` from their logs: at start, and after the cache was lost."""
        noted = self._views.parked()
        for game in games:
            self._tables.pop(game, None)
            if game in noted:
                self._views.unpark(game)
            self._parked.discard(game)
            self._renew({game: ()})

    def apply(self, commits: Sequence[FeedEntry]) -> None:
        """Renew the views of every game in ``commits``."""
        self._renew(by_game(commits))

    def _renew(self, work: Mapping[GameId, Sequence[FeedEntry]]) -> None:
        renewed = [
            shown
            for game, commits in work.items()
            if self._goes_on(game, commits) and (shown := self._read_on(game, commits)) is not None
        ]
        self._views.put([(_news(folded), views) for folded, views in renewed])
        for folded, _ in renewed:
            ask_bot(self._bots, self._secrets, self._signals, folded, attempt=0)

    def _goes_on(self, game: GameId, commits: Sequence[FeedEntry]) -> bool:
        """Whether the game is not parked; one told again from its first entry was put back."""
        if game in self._parked and any(first_seq(commit) == 1 for commit in commits):
            self._parked.discard(game)
            self._views.unpark(game)
        return game not in self._parked

    def _read_on(
        self, game: GameId, commits: Sequence[FeedEntry]
    ) -> tuple[Folded, dict[str, bytes]] | None:
        try:
            table = self._projected(game, commits)
            if table is None or isinstance(table.folded.table, Unopened):
                return None
            views = views_of(table)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one game's trouble stops no other game
            reason = f"{type(error).__name__}: {error}"
            self._parked.add(game)
            self._views.park(game, reason)
            self._signals.alarm("projection_parked", projector=NAME, game=game, reason=reason)
            return None
        self._keep(game, table)
        return table.folded, views

    def _projected(self, game: GameId, commits: Sequence[FeedEntry]) -> _Table | None:
        known = self._tables.get(game)
        if known is None or repeats(commits, known.folded.position.seq):
            # Not in memory, or the log was put back and may have another tail: read it all.
            known = _Table(unread(game), None)
            raws: Sequence[bytes] = self._journal.read(game)
        else:
            raws = next_entries(self._journal, game, known.folded.position.seq, commits)
        return self._folded(known, raws) if raws else None

    def _folded(self, known: _Table, raws: Sequence[bytes]) -> _Table:
        folded, delayed = known.folded, known.delayed
        for commit in _commits(raws):
            folded = fold_entries(folded, commit, self._secrets)
            if _seen_by_delayed(folded, commit):
                delayed = shown_view(folded, PUBLIC)
        return _Table(folded, delayed)

    def _keep(self, game: GameId, table: _Table) -> None:
        self._tables[game] = table
        self._tables.move_to_end(game)
        if len(self._tables) > GAMES_KEPT:
            self._tables.popitem(last=False)


def shown_view(folded: Folded, viewer: Viewer) -> bytes:
    """The JSON that ``viewer`` gets: ``{seq, chain, turn, view}``."""
    rules, table = folded.rules, folded.table
    assert rules is not None
    assert not isinstance(table, Unopened)
    content: dict[str, Any] = {
        "seq": folded.position.seq,
        "chain": folded.position.chain.hex(),
        "turn": folded.turn_of(viewer),
        "view": show(rules, view(rules, table, viewer)),
    }
    return json_encode(content)


def views_of(table: _Table) -> dict[str, bytes]:
    """The views to store: of every human's seat, of the public, of delayed spectators."""
    folded = table.folded
    assert not isinstance(folded.table, Unopened)
    views = {"public": shown_view(folded, PUBLIC)}
    for seat in SEATS:
        occupant = folded.table.seats[seat]
        if occupant is not None and not occupant.is_bot:
            views[f"seat:{seat}"] = shown_view(folded, seat)
    if table.delayed is not None:
        views["delayed"] = table.delayed
    return views


def bot_turn(folded: Folded) -> Seat | None:
    """The seat whose running turn a bot has to play, its own or for an absent player."""
    if not isinstance(folded.table, Underway) or folded.rules is None:
        return None
    seat = to_move(folded.rules, folded.table)
    return seat if seat is not None and house_moves(folded.table, seat) else None


def bot_task(secrets: MasterSecrets, folded: Folded, seat: Seat, attempt: int) -> BotTask:
    """What a bot needs to play ``seat``'s running turn: its view and a grant for one move."""
    rules, table, turn = folded.rules, folded.table, folded.turn
    assert rules is not None
    assert isinstance(table, Underway)
    assert turn is not None
    kind = "bot" if table.seats[seat].is_bot else "house"
    return BotTask(
        game=folded.game,
        rules=rules.NAME,
        ruleset=rules.RULESET,
        actor=f"{kind}:{seat}",
        seat=seat,
        turn=turn,
        attempt=attempt,
        level=table.terms.options.level,
        view=pack(rules.view(table.match, seat)),
        grant=secrets.grant(table.terms, turn, seat),
    )


def ask_bot(
    bots: Bots, secrets: MasterSecrets, signals: Signals, folded: Folded, attempt: int
) -> None:
    """Ask for the move of a bot's turn, if it is one. A lost task is found by the sweep."""
    seat = bot_turn(folded)
    if seat is None:
        return
    try:
        bots.ask(bot_task(secrets, folded, seat, attempt))
    except Unavailable as error:
        signals.note("bot_task_lost", game=folded.game, turn=folded.turn, reason=str(error))


def _news(folded: Folded) -> News:
    return News(folded.game, folded.position.seq, folded.position.chain)


def _seen_by_delayed(folded: Folded, commit: Sequence[bytes]) -> bool:
    """Whether delayed spectators see the table as ``commit`` left it.

    They do until the first deal starts, then as each deal is opened, and as the game ends: who got
    ready or left since is news of the next deal.
    """
    table = folded.table
    assert not isinstance(table, Unopened)
    if table.terms.options.spectators != "delayed":
        return False
    if not isinstance(table, Underway):
        return True
    return table.deal is None and any(
        type(CODEC.decode(raw).event) is DealOpened for raw in commit
    )


def _commits(raws: Sequence[bytes]) -> list[list[bytes]]:
    """``raws`` cut into whole commits, by the count that each first entry carries."""
    commits: list[list[bytes]] = []
    for raw in raws:
        if open_envelope(raw).cause is not None:
            commits.append([])
        commits[-1].append(raw)
    return commits
