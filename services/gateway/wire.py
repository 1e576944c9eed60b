"""The bodies that requests and answers have: every field typed, every size bounded."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

# `(?!\n)`: Python's `$` would let a newline follow, which JSON Schema's would not.
ClientId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9._:-]{1,64}(?!\n)$",
        max_length=64,
        description="made by whoever wants the effect; 1 to 64 of A-Z a-z 0-9 . _ : -",
    ),
]
SeatCommandId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9._:-]{1,60}(?!\n)$",
        max_length=60,
        description="as a command id, but at most 60: the seat that was chosen is added to it",
    ),
]
Hex32: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}(?!\n)$",
        max_length=64,
        description="32 bytes as 64 lower-case hex digits",
    ),
]
Turn: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[1-9][0-9]{0,9}-[0-9a-f]{8}(?!\n)$",
        max_length=19,
        description="the `turn` of the view that the move answers",
    ),
]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
SEQ_MAX: Final = 0xFFFF_FFFF
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=SEQ_MAX)]
RULES_PATTERN: Final = r"^[a-z][a-z0-9_]{0,63}(?!\n)$"
RulesName: TypeAlias = Annotated[str, Meta(pattern=RULES_PATTERN, max_length=64)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a request may hold; a field that is not named here is refused."""


# --- requests ---------------------------------------------------------------------------------


class NewPlayer(Body, frozen=True):
    """A person who wants to play."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """How others see them: visible characters and single spaces; it is kept in NFC."""


class NewGame(Body, frozen=True):
    """A table to be opened."""

    request_id: ClientId
    """Of the caller's making: the same request again opens no second game."""
    rules: RulesName
    options: dict[str, Any] = {}
    """The table's options and the rules' own, flat: see ``GET /v1/rules`` for their schema."""
    bots: Annotated[tuple[SeatNumber, ...], Meta(max_length=4)] = ()
    """The seats that bots take from the start."""
    bots_at_stake: bool = False
    """Whether bots may sit at a table with a stake (CO-PAY-5)."""


class NewSeat(Body, frozen=True):
    """A seat wanted, with the commitment to the client seed.

    A commitment covers the seat it is made for, so whoever leaves the choice of the seat to the
    server sends one for each.
    """

    command_id: SeatCommandId
    seat: SeatNumber | None = None
    """None: any free one."""
    commitment: Hex32 | None = None
    """With ``seat``: the commitment for it."""
    commitments: tuple[Hex32, Hex32, Hex32, Hex32] | None = None
    """Without ``seat``: one commitment a seat, from seat 0 on."""


class NewCommand(Body, frozen=True):
    """A move or a table command, as text."""

    command_id: ClientId
    move: Annotated[str, Meta(min_length=1, max_length=200)]
    """``play:KH``, ``table:ready``: see ``GET /v1/rules``."""
    turn: Turn | None = None
    """Of a move: the turn it is meant for. Table commands carry none."""


# --- answers ----------------------------------------------------------------------------------


class PlayerCreated(Struct, frozen=True):
    player: str
    name: str
    token: str
    """The bearer token. It is shown once and kept nowhere."""


class Accepted(Struct, frozen=True):
    """The command's events stand in the game's log, from the first to the last seq."""

    accepted: tuple[int, int]


class Opened(Struct, frozen=True):
    game: str
    accepted: tuple[int, int]


class Seated(Struct, frozen=True):
    seat: int
    accepted: tuple[int, int]


class Pending(Struct, frozen=True, omit_defaults=True):
    """No answer yet: it is given where ``ask`` says. Sending the same again is as good."""

    ask: str
    game: str | None = None
    seat: int | None = None


class ShownSeat(Struct, frozen=True):
    seat: int
    kind: Literal["empty", "human", "bot"]
    player: str | None
    name: str | None


class ShownGame(Struct, frozen=True):
    """A game as a lobby lists it. Times in milliseconds since the epoch."""

    game: str
    rules: str
    ruleset: int | None
    phase: Literal["opening", "seating", "revealing", "playing", "between_deals", "over"]
    options: dict[str, Any]
    """Flat, as they were asked for; complete once the table is open."""
    seats: tuple[ShownSeat, ...]
    created_at: int
    opened_at: int | None
    ended_at: int | None
    end_reason: str | None


class GamePage(Struct, frozen=True):
    games: tuple[ShownGame, ...]
    next: str | None
    """Give it as ``before`` to get the next page; None: this was the last."""


class MoveForm(Struct, frozen=True):
    """How a move is written: ``play:{card}``."""

    form: str
    type: str


class ShownRules(Struct, frozen=True):
    rules: str
    ruleset: int
    title: str
    """What the game is called, in the language that was asked for."""
    deck: tuple[str, ...]
    """The card codes, in canonical order."""
    names: dict[str, str]
    """Code -> what it is called in that language: suits, cards, contracts, bids, primes."""
    moves: tuple[MoveForm, ...]
    options: dict[str, Any]
    """JSON Schema of ``options`` in ``POST /v1/games``."""


class RulesList(Struct, frozen=True):
    kinds: tuple[ShownRules, ...]
    table_commands: tuple[str, ...]


class EventPage(Struct, frozen=True):
    """Public events with seq above ``after``, oldest first."""

    events: tuple[Any, ...]
    after: int
    last: int
    """The newest seq that the caller may see; more can be asked for while it is above the last."""


class Health(Struct, frozen=True):
    status: Literal["ok", "ready"]
