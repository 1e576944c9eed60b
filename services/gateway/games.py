"""A game as its callers may see it: found or not found, its rules, its view for each of them."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from services.gateway.doors import Link, Threads
from services.gateway.history import History
from services.gateway.problems import Detail, Problem, not_found, refused, unavailable
from services.gateway.sight import (
    PUBLIC,
    Stored,
    TableFacts,
    ViewerName,
    read_facts,
    read_stored,
    seat_of,
    viewer_of,
)
from shared import catalogue
from shared.flows.fold import Folded, rules_of
from shared.flows.tables import shown_view
from shared.journal.envelope import NewerVersion
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS
from shared.ports import Clock, Directory, GameId, GameRow, is_game_id
from shared.table.refusals import NO_SUCH_GAME

GAMES_KEPT: Final = 20_000
VIEW_PATIENCE_S: Final = 2.0
"""How long a view is awaited that is not in the cache: its game was just opened, or the cache
was flushed and is being filled again."""


OPENING_MS_MAX: Final = 60_000
"""A game that is reserved for longer than this was not opened."""


class Look(Struct, frozen=True):
    """What one caller sees of a game."""

    viewer: ViewerName
    raw: bytes
    """The view as JSON, ready to be passed on."""
    facts: TableFacts
    archived: bool = False
    """The game is over and its log closed: nothing will ever be added."""

    @property
    def stored(self) -> Stored:
        return read_stored(self.raw)


class Games:
    """Looks games up. Every call may raise Unavailable; what is not there raises Problem (404)."""

    def __init__(
        self,
        link: Link,
        history: History,
        directory: Directory,
        threads: Threads,
        clock: Clock,
        renewed: Callable[[GameId, float], Awaitable[None]],
    ) -> None:
        """``renewed`` waits for the next news of a game, or for so many seconds."""
        self._link: Final = link
        self._history: Final = history
        self._directory: Final = directory
        self._threads: Final = threads
        self._clock: Final = clock
        self._renewed: Final = renewed
        self._rules: Final[OrderedDict[GameId, AnyRules]] = OrderedDict()

    async def row(self, text: str) -> GameRow:
        """What SQL notes of the game called ``text``."""
        if not is_game_id(text):
            raise not_found()
        row = await self._threads.run(self._directory.game, GameId(text))
        if row is None:
            raise not_found()
        return row

    async def rules(self, text: str) -> AnyRules:
        """The rules of an existing game. Nothing is ever sent to a game that does not exist."""
        if not is_game_id(text):
            raise not_found()
        game = GameId(text)
        known = self._rules.get(game)
        if known is not None:
            self._rules.move_to_end(game)
            return known
        raw = await self._view(game, PUBLIC)
        if raw is None:
            return _rules_asked_for(await self.row(text))
        facts = read_facts(read_stored(raw).view)
        rules = _known_rules(facts.rules, facts.ruleset)
        self._rules[game] = rules
        if len(self._rules) > GAMES_KEPT:
            self._rules.popitem(last=False)
        return rules

    async def look(self, text: str, player: str | None) -> Look:
        """The game as ``player`` (None: a passer-by) sees it now."""
        if not is_game_id(text):
            raise not_found()
        game = GameId(text)
        public = await self._view(game, PUBLIC)
        if public is None:
            row = await self.row(text)
            if row.closed_at is not None:
                return await self._look_back(game, player)
            public = await self._awaited(game, row)
        facts = read_facts(read_stored(public).view)
        viewer = viewer_of(facts, player)
        if viewer is None:
            raise not_found()
        raw = public if viewer == PUBLIC else await self._view(game, viewer)
        if raw is None:
            raise unavailable(Detail.VIEW_IN_THE_MAKING)
        return Look(viewer, raw, facts)

    async def refused(self, text: str, player: str, refusal: Refusal) -> Problem:
        """The problem to answer ``refusal`` with: 404 for a game that is not ``player``'s to see.

        Otherwise a refusal would tell strangers that the game exists, and whose turn it is.
        """
        if refusal.code != NO_SUCH_GAME.code:
            await self.look(text, player)
        return refused(refusal)

    async def _view(self, game: GameId, viewer: ViewerName) -> bytes | None:
        (raw,) = await self._link.views([(game, viewer)])
        return raw

    async def _awaited(self, game: GameId, row: GameRow) -> bytes:
        await self._renewed(game, VIEW_PATIENCE_S)
        raw = await self._view(game, PUBLIC)
        if raw is not None:
            return raw
        age_ms = self._clock.now_ms() - row.created_at
        if row.phase == "reserved" and age_ms > OPENING_MS_MAX:
            # Its opening was refused or never sent: there is no such game.
            raise not_found()
        raise unavailable(Detail.OPENING)

    async def _look_back(self, game: GameId, player: str | None) -> Look:
        """An archived game, at its end; its views went with its log."""
        folded = await self._history.archived(game)
        if folded is None:
            raise not_found()
        facts = read_facts(read_stored(shown_view(folded, None)).view)
        viewer = viewer_of(facts, player)
        if viewer is None:
            raise not_found()
        return Look(viewer, _view_at_the_end(folded, facts, player), facts, archived=True)


def _view_at_the_end(folded: Folded, facts: TableFacts, player: str | None) -> bytes:
    seat = seat_of(facts, player)
    return shown_view(folded, None if seat is None else SEATS[seat])


def _rules_asked_for(row: GameRow) -> AnyRules:
    """The rules of a game that has no view: just being opened, or archived."""
    if row.ruleset is not None:
        return _known_rules(row.rules, row.ruleset)
    rules = catalogue.BY_NAME.get(row.rules)
    if rules is None:
        raise unavailable(Detail.RULES_TO_COME)
    return rules


def _known_rules(name: str, ruleset: int) -> AnyRules:
    try:
        return rules_of(name, ruleset)
    except NewerVersion as error:
        raise unavailable(Detail.RULES_TO_COME) from error
