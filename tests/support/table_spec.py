"""Tables for tests: given what was asked of a table so far, when someone asks, then this follows.

The secrets that a decision calls for (keys, packs, the first dealer) are made up here from the
spec's ``shuffle``: a table must not care where they come from. Every spec carries two folds of
the same events, one with the cards and one sealed, as a reader without any key has it.
"""

import random
from functools import cache
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from shared.flows.sealing import sealed
from shared.games.call_break import rules as call_break
from shared.kernel.events import Decision, Event
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal, RefusalKind, sentence
from shared.kernel.seats import SEATS, Seat
from shared.table.commands import (
    NO_SECRETS,
    AnyTableCommand,
    Open,
    Request,
    RevealSeed,
    RunOutClock,
    Secrets,
    Sit,
    VoidDeal,
    parse_table_command,
)
from shared.table.deadlines import Deadline, deadline_of, house_moves
from shared.table.decide import decide
from shared.table.events import CardsDealt, DealStarted
from shared.table.evolve import evolve, initial
from shared.table.options import TableOptions
from shared.table.state import Over, Revealing, Table, Underway, Unopened
from shared.table.view import to_move

GAME: Final = "03" + "5e" * 16
MASTER_KEY: Final = "0123456789abcdef"
START: Final = 1_700_000_000_000
"""When every test table opens (ms)."""
PLAYERS: Final = ("ann", "bea", "cid", "dan")
"""Who sits on which seat, where they are human."""
HUMANS: Final = "human human human human"
ONE_HUMAN: Final = "human bot bot bot"
BOTS: Final = "bot bot bot bot"


def seed_of(player: str) -> str:
    """The client seed of ``player``: 64 hex digits."""
    return sha256(player.encode()).hexdigest()


def commitment_of(seed: str) -> bytes:
    """Some commitment that binds: tables are told, they do not compute it."""
    return sha256(b"commitment " + seed.encode()).digest()


def key_of(index: int) -> bytes:
    return sha256(f"key {index}".encode()).digest()


@cache
def deck_of(shuffle: int, index: int, size: int) -> tuple[int, ...]:
    """The pack of deal ``index``; every ``shuffle`` has its own."""
    return tuple(random.Random(f"{shuffle}/{index}").sample(range(size), size))


def logged(rules: AnyRules, request: Request, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What ``request`` led to, as the log holds it."""
    return sealed(rules, events, request.secrets.key, 1)


class Asked(Struct, frozen=True):
    """One accepted command: the table before it, the request, and its events."""

    before: Table
    request: Request
    events: tuple[Event, ...]


class TableSpec(Struct, frozen=True):
    """A table at some moment, with everything that was asked of it."""

    rules: AnyRules = call_break
    shuffle: int = 0
    """Chooses the packs and the drawn dealer (``shuffle % 4``)."""
    state: Table = initial()
    sealed: Table = initial()
    """The same events without any card."""
    at: int = START
    history: tuple[Asked, ...] = ()

    @property
    def underway(self) -> Underway:
        assert isinstance(self.state, Underway)
        return self.state

    @property
    def over(self) -> Over:
        assert isinstance(self.state, Over)
        return self.state

    @property
    def deadline(self) -> Deadline | None:
        return deadline_of(self.rules, self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for asked in self.history for event in asked.events)

    @property
    def mover(self) -> Seat | None:
        return None if isinstance(self.state, Unopened) else to_move(self.rules, self.state)

    # --- given ---------------------------------------------------------------------------------

    def given(self, actor: str, *commands: "str | AnyTableCommand | Move") -> "TableSpec":
        """After ``actor`` asked for these and got them, one after the other, at this moment."""
        spec = self
        for command in commands:
            spec = spec.when(actor, command).accepted
        return spec

    def later(self, ms: int) -> "TableSpec":
        return replace(self, at=self.at + ms)

    def rung(self) -> "TableSpec":
        """After the next deadline has passed and its clock rung."""
        deadline = self.deadline
        assert deadline is not None, "no clock runs"
        spec = self.later(max(0, deadline.due - self.at))
        return spec.given("clock", RunOutClock(deadline.due))

    def moved(self, moves: int = 1) -> "TableSpec":
        """After so many moves: the first legal one each, by whoever's it is to make."""
        spec = self
        for _ in range(moves):
            spec = spec.given(spec.mover_actor(), spec.first_legal())
        return spec

    def deal_played(self) -> "TableSpec":
        """After the running deal."""
        spec = self
        while isinstance(spec.state, Underway) and spec.state.deal is not None:
            spec = spec.moved()
        return spec

    def with_terms(self, **changes: Any) -> "TableSpec":
        """The same table, opened with something else that no command can ask for."""
        assert not isinstance(self.state, Unopened)
        return replace(self, state=replace(self.state, terms=replace(self.state.terms, **changes)))

    # --- when ----------------------------------------------------------------------------------

    def when(self, actor: str, command: "str | AnyTableCommand | Move") -> "Outcome":
        """What follows when ``actor`` asks now for ``command`` (or its text)."""
        parsed = self.parsed(command) if isinstance(command, str) else command
        request = Request(actor, parsed, self.at, self.secrets(actor, parsed))
        return Outcome(self, request, decide(self.rules, self.state, request))

    def parsed(self, text: str) -> AnyTableCommand | Move:
        command = parse_table_command(text) or self.rules.parse_move(text)
        assert command is not None, f"{text} is no command"
        found: AnyTableCommand | Move = command
        return found

    def first_legal(self) -> Move:
        assert self.mover is not None, "nobody is to move"
        view = self.rules.view(self.underway.match, self.mover)
        move: Move = self.rules.legal_moves(view)[0]
        return move

    def mover_actor(self) -> str:
        """Who makes the move that is due: its player, its bot, or the house."""
        seat = self.mover
        assert seat is not None, "nobody is to move"
        occupant = self.underway.seats[seat]
        if occupant.is_bot:
            return f"bot:{seat}"
        if house_moves(self.underway, seat):
            return f"house:{seat}"
        return f"player:{occupant.player}"

    def secrets(self, actor: str, command: AnyTableCommand | Move) -> Secrets:
        """What a holder of the master key adds to the request."""
        size = len(self.rules.DECK)
        match command, self.state:
            case Open(), _:
                return Secrets(game=GAME, anchor=key_of(0), master_key=MASTER_KEY)
            case RevealSeed(seed), _:
                return Secrets(commitment=commitment_of(seed))
            case RunOutClock() | VoidDeal(), Revealing():
                dealer = SEATS[self.shuffle % 4]
                deck = deck_of(self.shuffle, 1, size)
                return Secrets(dealer=dealer, deck=deck, key=key_of(1))
            case RunOutClock() | VoidDeal(), Underway(deal=None, next_index=index):
                return Secrets(deck=deck_of(self.shuffle, index, size), key=key_of(index))
            case _, Underway(deal=deal) if deal is not None:
                return Secrets(key=key_of(deal.index))
        return NO_SECRETS

    def folded(self, request: Request, events: tuple[Event, ...]) -> "TableSpec":
        state, sealed = self.state, self.sealed
        for event in logged(self.rules, request, events):
            sealed = evolve(self.rules, sealed, event, self.at)
        for event in events:
            state = evolve(self.rules, state, event, self.at)
            if isinstance(event, DealStarted):
                deck = deck_of(self.shuffle, event.index, len(self.rules.DECK))
                state = evolve(self.rules, state, CardsDealt(deck), self.at)
        history = (*self.history, Asked(self.state, request, events))
        return replace(self, state=state, sealed=sealed, history=history)


class Outcome(Struct, frozen=True):
    """What ``request`` led to."""

    before: TableSpec
    request: Request
    decision: Decision

    @property
    def accepted(self) -> TableSpec:
        """The table afterwards."""
        assert not isinstance(self.decision, Refusal), f"{self.request}: {self.decision}"
        return self.before.folded(self.request, self.decision)

    def then(self, *events: Event) -> TableSpec:
        assert self.decision == events
        return self.accepted

    def then_kinds(self, *kinds: type[Event]) -> TableSpec:
        """Events of these kinds, in this order, and nothing else."""
        assert not isinstance(self.decision, Refusal), self.decision
        assert [type(event) for event in self.decision] == list(kinds)
        return self.accepted

    def then_refused(self, kind: RefusalKind, **params: Any) -> None:
        assert self.decision == kind(**params)
        assert isinstance(self.decision, Refusal)
        assert "{" not in sentence(kind, self.decision)


# --- tables to begin with -----------------------------------------------------------------------


def open_(
    bots: tuple[int, ...] = (),
    house_rules: dict[str, Any] | None = None,
    bots_at_stake: bool = False,
    rules: AnyRules = call_break,
    **options: Any,
) -> Open:
    """The command that opens a table; ``options`` are those of every table."""
    asked = TableOptions(**options)
    return Open("front-end", rules.NAME, asked, house_rules or {}, bots, bots_at_stake)


def opened(seats: str = HUMANS, shuffle: int = 0, **asked: Any) -> TableSpec:
    """A table whose seats are ``human`` (still free) or ``bot``; ``asked`` as for ``open_``."""
    rules = asked.get("rules", call_break)
    bots = tuple(seat for seat, kind in enumerate(seats.split()) if kind == "bot")
    return TableSpec(rules=rules, shuffle=shuffle).given("system", open_(bots, **asked))


def full(seats: str = HUMANS, shuffle: int = 0, **asked: Any) -> TableSpec:
    """A table with its four seats taken, before any seed is revealed."""
    spec = opened(seats, shuffle, **asked)
    for seat, player in humans(seats):
        spec = spec.given(f"player:{player}", Sit(seat, commitment_of(seed_of(player))))
    return spec


def started(seats: str = HUMANS, shuffle: int = 0, **asked: Any) -> TableSpec:
    """A table whose first deal has just started."""
    spec = full(seats, shuffle, **asked)
    for _, player in humans(seats):
        spec = spec.given(f"player:{player}", RevealSeed(seed_of(player)))
    return spec.rung()


def between_deals(seats: str = HUMANS, shuffle: int = 0, **asked: Any) -> TableSpec:
    """A table after its first deal."""
    return started(seats, shuffle, **asked).deal_played()


def humans(seats: str) -> list[tuple[int, str]]:
    kinds = seats.split()
    return [(seat, player) for seat, player in enumerate(PLAYERS) if kinds[seat] == "human"]
