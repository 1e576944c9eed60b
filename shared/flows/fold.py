"""A game as far as it has been read: its table, its place in the log, and whose turn it is called.

Folding is the same everywhere; what differs is who can unseal the deals. The rules workers and
the table projector hold the master key; everyone else learns a deal's key when it is opened.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from shared import catalogue
from shared.flows.events import CODEC, moves_the_game
from shared.flows.sealing import opened
from shared.journal import chain
from shared.journal.codec import Entry
from shared.journal.commits import whole_commits
from shared.journal.envelope import NewerVersion
from shared.journal.position import Position
from shared.kernel.events import Event, SealedCards
from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import Seat
from shared.ports import BrokenLog, GameId
from shared.table.events import CardsDealt, DealStarted, GameOpened
from shared.table.evolve import evolve, initial
from shared.table.state import Table, Terms, Underway
from shared.table.view import to_move


class Packs(Protocol):
    """Whoever may know the pack of a deal that is running."""

    def deck(self, rules: AnyRules, state: Underway, index: int, /) -> tuple[int, ...] | None:
        """The pack of the deal under key ``index``, or None where it is still sealed."""
        ...


class Unsealer(Packs, Protocol):
    """Whoever may know its key, and so whatever is secret in it."""

    def deal_key(self, terms: Terms, index: int, /) -> bytes | None:
        """``k[index]`` of the game, or None where it is not known."""
        ...


class Dealt(Struct, frozen=True, gc=False):
    """For the events of a decision: the pack it dealt from, if it started a deal."""

    pack: tuple[int, ...] | None

    def deck(self, _rules: AnyRules, _state: Underway, _index: int, /) -> tuple[int, ...] | None:
        return self.pack


class Folded(Struct, frozen=True, gc=False):
    """A game read up to ``position``."""

    game: GameId
    rules: AnyRules | None
    """None until the opening event names them."""
    table: Table
    position: Position
    at: int
    """When the last event was recorded (ms)."""
    turn: str | None
    """``<seq>-<8 hex digits of the chain>`` of the last commit that moved the game."""

    def turn_of(self, seat: Seat | None) -> str | None:
        """The turn that ``seat`` must name to move now; None if it is not to move."""
        if seat is None or self.rules is None or not isinstance(self.table, Underway):
            return None
        return self.turn if to_move(self.rules, self.table) == seat else None


def unread(game: GameId) -> Folded:
    """The game before its first event."""
    return Folded(game, None, initial(), chain.origin(game), 0, None)


def in_the_open(
    rules: AnyRules | None,
    table: Table,
    events: Sequence[Event],
    first_seq: int,
    unsealer: Unsealer,
) -> Sequence[Event]:
    """One whole commit on ``table``, its secret cards opened where ``unsealer`` has the key.

    Where ``rules`` have no secrets (``SEALED``) there is nothing to open. Raises FalseSeal: stop
    at this game.
    """
    if rules is None or not isinstance(table, Underway) or table.deal is None:
        return events
    if not any(isinstance(event, SealedCards) for event in events):
        return events
    return opened(rules, events, unsealer.deal_key(table.terms, table.deal.index), first_seq)


def advance(
    folded: Folded, events: Sequence[Event], at: int, after: Position, packs: Packs
) -> Folded:
    """``folded`` after one whole commit of ``events``, which ends at ``after``.

    The events are as :func:`in_the_open` gives them, or as they were decided.
    """
    rules, table = evolved(folded.rules, folded.table, events, at, packs)
    moved = moves_the_game(events)
    turn = f"{after.seq}-{after.chain[:4].hex()}" if moved else folded.turn
    return Folded(folded.game, rules, table, after, at, turn)


def evolved(
    rules: AnyRules | None, table: Table, events: Sequence[Event], at: int, packs: Packs
) -> tuple[AnyRules | None, Table]:
    """The rules, and ``table`` after one whole commit of ``events``, open where they can be."""
    for event in events:
        if rules is None and isinstance(event, GameOpened):
            rules = rules_of(event.rules, event.ruleset)
        table = evolve(rules, table, event, at)
        if type(event) is DealStarted:
            table = _dealt(rules, table, event, at, packs)
    return rules, table


def fold_entries(folded: Folded, raws: Sequence[bytes], unsealer: Unsealer) -> Folded:
    """``folded`` after the whole commits in ``raws``, which follow it.

    Raises Unreadable (stop at this game) or BrokenLog where seqs do not follow.
    """
    entries = [CODEC.decode(raw) for raw in raws]
    _check_contiguous(folded, entries)
    used = 0
    for commit in whole_commits(entries):
        after = chain.advance(folded.position, raws[used : used + len(commit)])
        events: Sequence[Event] = [entry.event for entry in commit]
        rules = folded.rules
        if rules is not None and rules.SEALED:
            events = in_the_open(rules, folded.table, events, commit[0].seq, unsealer)
        folded = advance(folded, events, commit[0].at, after, unsealer)
        used += len(commit)
    return folded


def fold(game: GameId, raws: Sequence[bytes], unsealer: Unsealer) -> Folded:
    """The game whose whole log is ``raws``."""
    return fold_entries(unread(game), raws, unsealer)


def rules_of(name: str, ruleset: int) -> AnyRules:
    """The rules a game was opened under. Raises NewerVersion where this build has none."""
    rules = catalogue.BY_RULESET.get((name, ruleset))
    if rules is None:
        raise NewerVersion(f"ruleset {ruleset} of {name} is not in this build's catalogue")
    return rules


def _dealt(
    rules: AnyRules | None, table: Table, event: DealStarted, at: int, packs: Packs
) -> Table:
    assert rules is not None
    assert isinstance(table, Underway)
    deck = packs.deck(rules, table, event.index)
    return table if deck is None else evolve(rules, table, CardsDealt(deck), at)


def _check_contiguous(folded: Folded, entries: Sequence[Entry]) -> None:
    for offset, entry in enumerate(entries, folded.position.seq + 1):
        if entry.seq != offset:
            raise BrokenLog(f"{folded.game}: entry {offset} says it is {entry.seq}")
