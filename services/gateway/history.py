"""A game's entries and answers, wherever they are: in the log while it runs, then in SQL."""

from collections import OrderedDict
from typing import Final

from services.gateway.doors import Link, Threads
from services.gateway.wire import SEQ_MAX
from shared.flows.answers import archived_answer, refusal_given
from shared.flows.events import CODEC
from shared.flows.fold import Folded, fold
from shared.flows.published import keys_in
from shared.ports import Answer, Archive, Directory, GameId, Sealed

ARCHIVED_KEPT: Final = 16
"""How many archived games are kept folded; their tables are small, folding takes long."""


class History:
    """Reads what happened. Every call may raise Unavailable."""

    def __init__(
        self, link: Link, directory: Directory, archive: Archive, threads: Threads
    ) -> None:
        self._link: Final = link
        self._directory: Final = directory
        self._archive: Final = archive
        self._threads: Final = threads
        self._folded: Final[OrderedDict[GameId, Folded]] = OrderedDict()

    async def entries(self, game: GameId, after: int, upto: int) -> list[bytes]:
        """Entries with seq in (after, upto]; fewer where the game has not got so far."""
        if upto <= after:
            return []
        entries = await self._link.entries(game, after, upto)
        if len(entries) == upto - after:
            return entries
        # The log was closed, or is about to be rebuilt: SQL holds all that is safe.
        archived = await self._threads.run(self._archive.entries, game, after)
        return archived[: upto - after] if len(archived) > len(entries) else entries

    async def answer(self, game: GameId, actor: str, command_id: str) -> Answer | None:
        """What ``actor`` was answered to ``command_id``, or None."""
        given = await self._link.answer(game, actor, command_id)
        if given is None:
            return await self._threads.run(self._archived_answer, game, actor, command_id)
        if not isinstance(given.answer, Sealed):
            return given.answer
        entries = await self._link.entries(game, 0, SEQ_MAX)
        # A whole log is decoded for the deal's key: the other requests do not wait for that.
        return await self._threads.run(refusal_given, entries, actor, command_id, given.answer)

    async def archived(self, game: GameId) -> Folded | None:
        """An archived game to its end, every deal unsealed; None: the archive has nothing.

        Raises Unreadable.
        """
        known = self._folded.get(game)
        if known is not None:
            self._folded.move_to_end(game)
            return known
        folded = await self._threads.run(self._fold, game)
        if folded is not None:
            self._folded[game] = folded
            if len(self._folded) > ARCHIVED_KEPT:
                self._folded.popitem(last=False)
        return folded

    def _fold(self, game: GameId) -> Folded | None:
        entries = self._archive.entries(game)
        if not entries:
            return None
        return fold(game, entries, keys_in(map(CODEC.decode, entries)))

    def _archived_answer(self, game: GameId, actor: str, command_id: str) -> Answer | None:
        row = self._directory.game(game)
        if row is None or row.closed_at is None:
            # The log is still there and has no such answer: its copy has none either.
            return None
        entries, refused = self._archive.entries(game), self._archive.refusals_of(game)
        return archived_answer(entries, refused, actor, command_id)
