"""Opening a table: once for every request id, however often the request is repeated."""

from hashlib import sha256
from typing import Final

from msgspec import Struct, json

from services.gateway.desk import Desk, wish
from services.gateway.doors import Threads
from services.gateway.options import Chosen, read_options
from services.gateway.problems import REQUEST_ID_REUSED, Problem, problem, refused
from services.gateway.wire import NewGame
from shared import catalogue
from shared.kernel.events import Decision
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal
from shared.ports import (
    Answer,
    Clock,
    Directory,
    Entropy,
    GameId,
    Player,
    RequestMismatch,
    Reservation,
)
from shared.table.commands import Open, Request, Secrets
from shared.table.decide import decide
from shared.table.refusals import UNKNOWN_RULES
from shared.table.state import Unopened

GAME_ID_BYTES: Final = 16
_STANDING_IN: Final = Secrets(game="0" * 34, anchor=bytes(32), master_key="0" * 16)
"""For a trial: whether a table may be opened depends on no secret."""


class Opening(Struct, frozen=True):
    """What came of a request to open a table."""

    game: GameId
    command_id: str
    answer: Answer | None
    """None: not yet known."""


class Openings:
    """Opens tables for players. Calls may raise Unavailable or Busy."""

    def __init__(
        self,
        directory: Directory,
        desk: Desk,
        threads: Threads,
        entropy: Entropy,
        clock: Clock,
        partitions: int,
    ) -> None:
        self._directory: Final = directory
        self._desk: Final = desk
        self._threads: Final = threads
        self._entropy: Final = entropy
        self._clock: Final = clock
        self._partitions: Final = partitions

    async def open(self, player: Player, asked: NewGame) -> Opening:
        """Open the table that is asked for, or find the one that this request has opened.

        The id is kept in SQL before anything is sent, so that no retry draws another. Raises
        Problem for what cannot be read, what the rules refuse, and a request id used before.
        """
        command = _command(player, asked)
        game = await self._reserve(player, asked)
        command_id = opening_command_id(asked.request_id)
        answer = await self._desk.submit(game, player.player, command_id, wish(command))
        return Opening(game, command_id, answer)

    async def _reserve(self, player: Player, asked: NewGame) -> GameId:
        held = await self._threads.run(
            self._directory.reserve_game,
            Reservation(
                client=player.client,
                # Players of one front-end choose their request ids without knowing each other's.
                request_id=f"{player.player}:{asked.request_id}",
                request_hash=_hash(asked),
                game=self._draw(),
                rules=asked.rules,
                options=json.encode(asked.options).decode(),
                at=self._clock.now_ms(),
            ),
        )
        if isinstance(held, RequestMismatch):
            raise _reused(asked, held)
        return held.game

    def _draw(self) -> GameId:
        token = self._entropy.token(2 + GAME_ID_BYTES)
        partition = int.from_bytes(token[:2]) % self._partitions
        return GameId(f"{partition:02x}{token[2:].hex()}")


def opening_command_id(request_id: str) -> str:
    """The id of the opening command: the same for every try of one request."""
    return "open:" + sha256(request_id.encode()).hexdigest()[:32]


def _command(player: Player, asked: NewGame) -> Open:
    """The opening command, tried on a table that does not exist: a refusal reserves nothing."""
    rules = catalogue.BY_NAME.get(asked.rules)
    if rules is None:
        known = tuple(sorted(catalogue.BY_NAME))
        raise refused(UNKNOWN_RULES(rules=asked.rules, known=known))
    chosen = read_options(rules, asked.options)
    command = _open(player, asked, chosen)
    decision = _tried(rules, player, command)
    if isinstance(decision, Refusal):
        raise refused(decision)
    return command


def _open(player: Player, asked: NewGame, chosen: Chosen) -> Open:
    return Open(
        client=player.client,
        rules=asked.rules,
        options=chosen.table,
        house_rules=chosen.house_rules,
        bots=tuple(sorted(asked.bots)),
        bots_at_stake=asked.bots_at_stake,
    )


def _tried(rules: AnyRules, player: Player, command: Open) -> Decision:
    request = Request(f"player:{player.player}", command, 0, _STANDING_IN)
    return decide(rules, Unopened(), request)


def _hash(asked: NewGame) -> bytes:
    """What tells a retry from another request under the same id."""
    content = (asked.rules, asked.options, sorted(asked.bots), asked.bots_at_stake)
    return sha256(json.encode(content, order="sorted")).digest()


def _reused(asked: NewGame, held: RequestMismatch) -> Problem:
    details = problem(
        REQUEST_ID_REUSED,
        f"the request id {asked.request_id} opened game {held.game} with another request; "
        "a new wish needs a new id",
        game=held.game,
        held=held.held.hex(),
        given=held.given.hex(),
    )
    return Problem(details)
