"""Who calls: the player behind a bearer token, looked up once and remembered for a while."""

import base64
import re
from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from msgspec import Struct

from services.gateway.doors import Threads
from services.gateway.problems import UNAUTHENTICATED, Detail, Problem, problem
from shared.ports import Clock, Directory, Entropy, Player

TOKEN_BYTES: Final = 32
TOKEN_PREFIX: Final = "gr_"  # noqa: S105 - what every token begins with
"""So that people and scanners recognise a leaked token."""
REMEMBERED: Final = 10_000
REMEMBERED_MS: Final = 30_000
"""How long a token is taken for valid without asking SQL again."""

_TOKEN: Final = re.compile(r"gr_[A-Za-z0-9_-]{43}")
_HEADER: Final = re.compile(r"bearer +(\S+) *", re.IGNORECASE)


class _Remembered(Struct, frozen=True):
    player: Player
    until: int


class Callers:
    """Knows players by their tokens, of which it keeps nothing but SHA-256 hashes."""

    def __init__(
        self, directory: Directory, threads: Threads, entropy: Entropy, clock: Clock
    ) -> None:
        self._directory: Final = directory
        self._threads: Final = threads
        self._entropy: Final = entropy
        self._clock: Final = clock
        self._known: Final[OrderedDict[bytes, _Remembered]] = OrderedDict()

    async def register(self, client: str, name: str) -> tuple[str, str]:
        """A new player: the id, and the token that is told once."""
        secret = self._entropy.token(TOKEN_BYTES)
        token = TOKEN_PREFIX + base64.urlsafe_b64encode(secret).rstrip(b"=").decode()
        player = await self._threads.run(
            self._directory.create_player, client, name, _hash(token), self._clock.now_ms()
        )
        return player, token

    async def player_of(self, token: str) -> Player:
        """The player whose token this is. Raises Problem: 401."""
        if _TOKEN.fullmatch(token) is None:
            raise unauthenticated("invalid_token")
        key, now = _hash(token), self._clock.now_ms()
        remembered = self._known.get(key)
        if remembered is not None and now < remembered.until:
            self._known.move_to_end(key)
            return remembered.player
        player = await self._threads.run(self._directory.player_of_token, key)
        if player is None:
            self._known.pop(key, None)
            raise unauthenticated("invalid_token")
        self._known[key] = _Remembered(player, now + REMEMBERED_MS)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return player

    async def identify(self, header: str | None) -> Player | None:
        """Who sends this ``Authorization`` header; None where there is none.

        A token that is given must be valid: who believes to be someone is never served as no one.
        """
        return None if header is None else await self.player_of(bearer(header))


def bearer(header: str) -> str:
    """The token in an ``Authorization`` header (RFC 6750). Raises Problem: 401."""
    found = _HEADER.fullmatch(header)
    if found is None:
        raise unauthenticated("invalid_request")
    return found[1]


def players_only(
    connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler
) -> None:
    """A guard: no one without a token."""
    if connection.user is None:
        raise unauthenticated(None)


def unauthenticated(error: str | None) -> Problem:
    """401 with the challenge of RFC 6750, 3."""
    challenge = 'Bearer realm="greffier"' + (f', error="{error}"' if error else "")
    return Problem(problem(UNAUTHENTICATED, Detail.WHO_CALLS), {"WWW-Authenticate": challenge})


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()
