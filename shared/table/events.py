"""What happens at a table around the rules: from its opening to its end."""

from typing import Final, TypeAlias

from shared.kernel.events import Event, EventType, Payload
from shared.kernel.settlement import FourInts, Line
from shared.table.options import TableOptions

HouseRule: TypeAlias = bool | int | str | None

FourPlayers: TypeAlias = tuple[str | None, str | None, str | None, str | None]


class GameOpened(Event, frozen=True):
    """A table opened, with everything that a later reader needs to judge it."""

    game: str
    client: str
    """The front-end that opened it."""
    rules: str
    ruleset: int
    options: TableOptions
    """Complete (CO-OPT-1)."""
    house_rules: dict[str, HouseRule]
    """The rules' own options, every key present, in declared order."""
    bots_at_stake: bool
    """Whether the front-end allows bots at a staked table (CO-PAY-5)."""
    source: str
    """The deal source of the fair deals: the game id."""
    anchor: bytes
    """``k[0]``, public before any player gave anything (32 bytes)."""
    deals: int
    """N: how many keys the chain has."""
    master_key: str
    """The id of the master key (16 hex digits)."""


class BotSeated(Event, frozen=True):
    """A bot took a seat; it plays at the table's level and gives an empty seed."""

    seat: int


class SeatTaken(Event, frozen=True):
    """A player took a seat and committed to a client seed (SHA-256, 32 bytes)."""

    seat: int
    player: str
    commitment: bytes


class SeatLeft(Event, frozen=True):
    """A player left a seat before the four were taken; it is free again."""

    seat: int


class SeedRevealed(Event, frozen=True):
    """A player's client seed, which matches the commitment."""

    seat: int
    seed: str


class GameNotStarted(Event, frozen=True):
    """The game closed unplayed."""

    seat: int | None
    """Whose doing it was; None: nobody's in particular."""
    reason: str
    """``seed_missing``, ``left`` (while seeds were revealed), or ``not_filled``."""


class GameStarted(Event, frozen=True):
    """All seeds are known: the game begins. ``dealer`` is drawn or fixed (CO-DEAL-2)."""

    dealer: int


class DealStarted(Event, frozen=True):
    """A deal begins under key ``index``. It holds no card: the key will open it."""

    deal: int
    """Which deal of the game, counted from 1; a voided one is played again under its number."""
    index: int
    dealer: int


class DealVoided(Event, frozen=True):
    """A deal was given up; its number is played again under the next index."""

    deal: int
    index: int
    reason: str
    """The recovery gate's own words, or the reason for which the game is abandoned."""


class DealOpened(Event, frozen=True):
    """The key of a finished, voided or abandoned deal (32 bytes): anyone can now check it."""

    index: int
    key: bytes


class SettlementMade(Event, frozen=True):
    """What the seats pay each other, line by line (CO-PAY-2, CO-PAY-3)."""

    deal: int | None
    """The deal that is settled, or None for the whole game."""
    players: FourPlayers
    """Who is liable for each seat; None: a bot, and the house pays (CO-PAY-5)."""
    stake: int
    currency: str
    points: FourInts
    amounts: FourInts
    """``stake`` times ``points``, smallest unit; + is received. Sums to zero."""
    lines: tuple[Line, ...]


class PlayerReady(Event, frozen=True):
    """A player is ready for the next deal (CO-DEAL-3)."""

    seat: int


class StopAsked(Event, frozen=True):
    """A player asks to end the game after the running deal (CB-END-2)."""

    seat: int


class StopWithdrawn(Event, frozen=True):
    """A player takes that ask back."""

    seat: int


class AbandonAsked(Event, frozen=True):
    """A player asks to abandon the game (CO-END-1)."""

    seat: int


class PlayerLeft(Event, frozen=True):
    """A player left a started game; the house plays for the seat, the player stays liable."""

    seat: int


class PlayerReturned(Event, frozen=True):
    """The player takes the seat back, from its next turn on."""

    seat: int


class ClockRanOut(Event, frozen=True):
    """A turn clock ran out at ``due`` (ms): what follows was played by the clock (CO-TIME-1)."""

    seat: int
    due: int


class GameAbandoned(Event, frozen=True):
    """The game ends before its rules say so, and settles nothing more (CO-PAY-4)."""

    reason: str
    """``asked`` (by every human), ``absence`` (of all), or ``keys_spent``: no deal is left."""


class GameEnded(Event, frozen=True):
    """The game is over; the final scores and everyone who won."""

    reason: str
    """``completed`` by its rules, or ``stopped`` because everyone asked."""
    scores: FourInts
    winners: tuple[int, ...]


def _lines_without_basis(data: Payload) -> Payload:
    """Version 1 was written before a line could say what it rests on."""
    return {**data, "lines": [{**line, "basis": None} for line in data["lines"]]}


EVENTS: Final = (
    EventType("table.game_opened", GameOpened),
    EventType("table.bot_seated", BotSeated),
    EventType("table.seat_taken", SeatTaken),
    EventType("table.seat_left", SeatLeft),
    EventType("table.seed_revealed", SeedRevealed),
    EventType("table.game_not_started", GameNotStarted),
    EventType("table.game_started", GameStarted),
    EventType("table.deal_started", DealStarted),
    EventType("table.deal_voided", DealVoided),
    EventType("table.deal_opened", DealOpened),
    EventType("table.settlement_made", SettlementMade, (_lines_without_basis,)),
    EventType("table.player_ready", PlayerReady),
    EventType("table.stop_asked", StopAsked),
    EventType("table.stop_withdrawn", StopWithdrawn),
    EventType("table.abandon_asked", AbandonAsked),
    EventType("table.player_left", PlayerLeft),
    EventType("table.player_returned", PlayerReturned),
    EventType("table.clock_ran_out", ClockRanOut),
    EventType("table.game_abandoned", GameAbandoned),
    EventType("table.game_ended", GameEnded),
)


class CardsDealt(Event, frozen=True):
    """In memory only, never in a log: the pack of the deal just started, unsealed.

    A reader who holds the deal's key folds it right after ``DealStarted``.
    """

    deck: tuple[int, ...]
