"""What may be asked of a table: its commands, and the request that carries one."""

from typing import Annotated, Final, TypeAlias, TypeVar

from msgspec import Meta, Struct

from shared.kernel.game_rules import Move
from shared.kernel.seats import Seat
from shared.table.events import HouseRule
from shared.table.options import TableOptions

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
SeedText: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hex. The length is said apart: Python's ``$`` would let a newline follow."""


class TableCommand(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request about the table itself; the tag is its permanent type."""


class Open(TableCommand, frozen=True, tag="table.open"):
    """Open a table, with bots on some seats."""

    client: Annotated[str, Meta(min_length=1, max_length=64)]
    rules: Annotated[str, Meta(min_length=1, max_length=64)]
    options: TableOptions
    house_rules: dict[str, HouseRule]
    bots: Annotated[tuple[SeatNumber, ...], Meta(max_length=4)] = ()
    bots_at_stake: bool = False


class Sit(TableCommand, frozen=True, tag="table.sit"):
    """Take a free seat, committing to a client seed (SHA-256, 32 bytes)."""

    seat: SeatNumber
    commitment: Annotated[bytes, Meta(min_length=32, max_length=32)]


class RevealSeed(TableCommand, frozen=True, tag="table.seed"):
    """Reveal the client seed: 32 random bytes as 64 lower-case hex characters."""

    seed: SeedText


class GetReady(TableCommand, frozen=True, tag="table.ready"):
    """Be ready for the next deal; from a seat that the house plays: take it back."""


class AskStop(TableCommand, frozen=True, tag="table.stop"):
    """Ask to end the game after the running deal (CB-END-2)."""


class WithdrawStop(TableCommand, frozen=True, tag="table.unstop"):
    """Take the ask to stop back."""


class AskAbandon(TableCommand, frozen=True, tag="table.abandon"):
    """Ask to abandon the game (CO-END-1, CO-PAY-5)."""


class Leave(TableCommand, frozen=True, tag="table.leave"):
    """Leave the seat; in a started game the house plays on for it."""


class RunOutClock(TableCommand, frozen=True, tag="table.clock_ran_out"):
    """The timekeeper: the deadline at ``due`` (ms) has passed."""

    due: int


class VoidDeal(TableCommand, frozen=True, tag="table.void_deal"):
    """The recovery gate: the running (or next, or first) deal may have lost its tail."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


AnyTableCommand: TypeAlias = (
    Open
    | Sit
    | RevealSeed
    | GetReady
    | AskStop
    | WithdrawStop
    | AskAbandon
    | Leave
    | RunOutClock
    | VoidDeal
)

TABLE_COMMANDS: Final[dict[str, type[AnyTableCommand]]] = {
    "table.open": Open,
    "table.sit": Sit,
    "table.seed": RevealSeed,
    "table.ready": GetReady,
    "table.stop": AskStop,
    "table.unstop": WithdrawStop,
    "table.abandon": AskAbandon,
    "table.leave": Leave,
    "table.clock_ran_out": RunOutClock,
    "table.void_deal": VoidDeal,
}
"""Command type as recorded in fingerprints → its class."""


def parse_table_command(text: str) -> AnyTableCommand | None:
    """A player's table command as written by front-ends: ``table:ready``, ``table:seed:HEX``."""
    match text.split(":"):
        case ["table", "ready"]:
            return GetReady()
        case ["table", "stop"]:
            return AskStop()
        case ["table", "unstop"]:
            return WithdrawStop()
        case ["table", "abandon"]:
            return AskAbandon()
        case ["table", "leave"]:
            return Leave()
        case ["table", "seed", seed] if _is_seed(seed):
            return RevealSeed(seed)
    return None


def _is_seed(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


class SecretMissing(Exception):
    """A decision calls for a secret that was not given: only who has the key can decide here."""


class Secrets(Struct, frozen=True, gc=False):
    """What only a holder of the master key can work out, as values for one decision.

    A flow fills what the command and state call for; the rest stays None.
    """

    game: str | None = None
    """``Open``: the id of the game to be opened (no secret, but drawn outside)."""
    anchor: bytes | None = None
    """``Open``: ``k[0]`` of the game's key chain."""
    master_key: str | None = None
    """``Open``: the id of the master key."""
    dealer: Seat | None = None
    """At the start: the first dealer, as drawn (CO-DEAL-2)."""
    deck: tuple[int, ...] | None = None
    """When a deal starts: its shuffled pack."""
    key: bytes | None = None
    """The key of the running deal, or of the one to be voided."""
    commitment: bytes | None = None
    """``RevealSeed``: the commitment that the seed given makes."""

    def __repr__(self) -> str:
        """Which are given, and none of them: a request may stand in an error's text."""
        known = (name for name in self.__struct_fields__ if getattr(self, name) is not None)
        return f"Secrets({', '.join(known)})"


NO_SECRETS: Final = Secrets()

T = TypeVar("T")


def given(secret: T | None, name: str) -> T:
    """``secret``, which the decision calls for. Raises SecretMissing where it is None."""
    if secret is None:
        raise SecretMissing(name)
    return secret


class Request(Struct, frozen=True, gc=False):
    """A command with who sends it, when it was taken up, and the secrets it calls for."""

    actor: str
    """``player:<id>``, ``bot:<seat>``, ``house:<seat>``, ``clock`` or ``system``."""
    command: AnyTableCommand | Move
    at: int
    """Milliseconds since the epoch, never decreasing within a game."""
    secrets: Secrets = NO_SECRETS
