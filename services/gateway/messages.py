"""Everything that is said over a socket: the registry of messages and of close codes.

Messages are JSON objects in text frames; ``type`` tells them apart. The client speaks first, with
``hello``.
"""

from enum import IntEnum
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Raw, Struct
from msgspec.json import Encoder

from services.gateway.wire import ClientId, Hex32, Seq, Turn

MESSAGE_BYTES_MAX: Final = 16 * 1024
"""A longer message from a client ends the connection with 1009."""

# --- from the client --------------------------------------------------------------------------


class ClientMessage(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"
):
    """What a client may say; a field that is not named here is refused."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """Who is there, and what they know of the game already."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    """The bearer token, if it is not in the header ``Authorization``; without one: the public."""
    seq: Seq | None = None
    """The last seq known, with the chain hash there; None: begin with the present."""
    chain: Hex32 | None = None
    language: Annotated[str, Meta(max_length=200)] | None = None
    """The languages that refusals are read in, best first, written as in ``Accept-Language``
    (``fr-CH, de;q=0.5``); without it, that header of the upgrade request counts."""


class SocketCommand(ClientMessage, frozen=True, tag="command"):
    """A move or table command, as in ``POST /v1/games/{id}/commands``."""

    command_id: ClientId
    move: Annotated[str, Meta(min_length=1, max_length=200)]
    turn: Turn | None = None


FromClient: TypeAlias = Hello | SocketCommand

# --- from the server --------------------------------------------------------------------------


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """What the server says."""


class Frame(ServerMessage, frozen=True, tag="frame"):
    """The table as the watcher sees it at ``seq``, and what happened since ``after``."""

    seq: int
    chain: str
    turn: str | None
    after: int
    """``events`` holds every event with seq in (after, seq]. Where this is more than the seq last
    known, the older ones are in ``GET /v1/games/{id}/events``."""
    rewound: bool
    """The history that the client knew is not the game's any more: forget it."""
    events: list[Raw]
    view: Raw


class Heartbeat(ServerMessage, frozen=True, tag="heartbeat"):
    """The connection lives; ``seq`` is the newest that there is for this watcher."""

    seq: int | None
    """None: nothing is known yet."""


class Answered(ServerMessage, frozen=True, tag="answer"):
    """The command's events stand in the log, from the first to the last seq."""

    command_id: str
    accepted: tuple[int, int]


class Declined(ServerMessage, frozen=True, tag="refusal"):
    """The command changed nothing."""

    command_id: str
    code: str
    clause: str
    text: str
    params: dict[str, Any]


class Unanswered(ServerMessage, frozen=True, tag="pending"):
    """No answer to the command yet: send it again, or ask where ``ask`` says."""

    command_id: str
    ask: str


FromServer: TypeAlias = Frame | Heartbeat | Answered | Declined | Unanswered

encode: Final = Encoder().encode


class CloseCode(IntEnum):
    """Why the server ends a connection, beside the protocol's own codes.

    1007: text that is not UTF-8. 1009: a message longer than 16 KiB. 1011: pings unanswered.
    1012: this gateway restarts; connect again.
    """

    SLOW = 4008
    """The client does not read what it is sent; resume by seq and chain."""
    MALFORMED = 4400
    """A message that cannot be read, or not in its place; the reason says what is wrong."""
    UNAUTHENTICATED = 4401
    """The token is not valid."""
    NOT_FOUND = 4404
    """There is no such game, or it is not yours to see."""
    TIMEOUT = 4408
    """No hello came in time."""
    OVER = 4410
    """The game is over and archived: this was its last frame, do not connect again."""
    UNAVAILABLE = 4503
    """A server behind is away: try again in a moment."""
