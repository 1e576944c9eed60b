"""Every command of a log decided again, with nothing but what the log itself has published."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, json, to_builtins

from shared.fairness.keys import DEALS_MAX
from shared.fairness.verification import key_fits
from shared.flows.events import EVENT_TYPES, is_of_the_game
from shared.flows.fold import Dealt, evolved, in_the_open, rules_of
from shared.flows.needed import secrets_for
from shared.flows.published import NOTHING_PUBLISHED, keys_in
from shared.flows.sealing import FalseSeal, sealed
from shared.flows.showing import show_data
from shared.journal.codec import Entry
from shared.journal.envelope import Unreadable
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules, Move
from shared.ports import GameId
from shared.table.commands import (
    AnyTableCommand,
    Open,
    Request,
    SecretMissing,
    Secrets,
)
from shared.table.decide import decide
from shared.table.events import (
    AbandonAsked,
    ClockRanOut,
    DealOpened,
    DealStarted,
    GameOpened,
    PlayerLeft,
    PlayerReturned,
    StopAsked,
    StopWithdrawn,
)
from shared.table.evolve import initial
from shared.table.rebuild import request_of
from shared.table.state import Table, Underway, Unopened

_PUBLISH: Final = frozenset({GameOpened, DealOpened})
"""The events that publish an anchor or a key."""

_IN_A_DEAL: Final = frozenset(
    {ClockRanOut, PlayerLeft, PlayerReturned, StopAsked, StopWithdrawn, AbandonAsked}
)
"""The table's own events that leave a deal running."""

_NAMES: Final = {kind.cls: kind.name for kind in EVENT_TYPES}


class Wrong(Struct, frozen=True):
    """The first thing in a commit that the rules did not say."""

    seq: int
    text: str


class Redecider:
    """Reads a log commit by commit and decides each again on the table before it."""

    def __init__(self, game: GameId, entries: Sequence[Entry]) -> None:
        self._game: Final = game
        self._keys: Final = keys_in(entries)
        self._rules: AnyRules | None = None
        self._table: Table = initial()
        self._at = 0
        self._checked_key = (0, b"")
        """The last key that fitted the chain, and its index."""
        self._of_deals: Final[dict[int, Secrets]] = {}
        """What every command in a running deal takes, by its index: it is the same for all."""

    def is_sealed(self, commit: Sequence[Entry]) -> bool:
        """Whether ``commit`` starts a deal whose key is not published yet."""
        for entry in commit:
            event = entry.event
            if type(event) is DealStarted and self._keys.key(event.index) is None:
                return True
        return False

    def check_sealed(self, commits: Sequence[Sequence[Entry]]) -> Wrong | None:
        """What begins with a sealed deal cannot be decided again; it must be one that still runs.

        Else whoever withholds a key could have anything stand behind it.
        """
        start = commits[0][-1]
        for commit in commits:
            wrong = self._told_wrong(commit) or self._ends_sealed(commit, start)
            if wrong is not None:
                return wrong
            events, at = [entry.event for entry in commit], commit[0].at
            try:
                self._rules, self._table = evolved(
                    self._rules, self._table, events, at, NOTHING_PUBLISHED
                )
            except Exception as error:  # noqa: BLE001 - nothing a log may hold makes this fail
                return Wrong(commit[0].seq, f"cannot follow what stands before it: {error}")
            self._at = at
        rules, table = self._rules, self._table
        if rules is None or not isinstance(table, Underway) or rules.deal_over(table.match):
            return Wrong(start.seq, "the key of this deal was never published")
        return None

    def _ends_sealed(self, commit: Sequence[Entry], start: Entry) -> Wrong | None:
        """The first entry that a running deal cannot hold."""
        for entry in commit:
            event = entry.event
            if entry.seq > start.seq and not (is_of_the_game(event) or type(event) in _IN_A_DEAL):
                text = f"the deal of entry {start.seq} was over, and its key was never published"
                return Wrong(entry.seq, text)
        return None

    def check(self, commit: Sequence[Entry]) -> Wrong | None:
        """Decide ``commit`` again, then fold it."""
        first = commit[0]
        wrong = self._told_wrong(commit)
        if wrong is not None:
            return wrong
        logged = tuple([entry.event for entry in commit])
        events: Sequence[Event] = logged
        try:
            rules = self._rules_for(first.event)
            sealing = rules is not None and rules.SEALED
            if sealing:
                events = in_the_open(rules, self._table, logged, first.seq, self._keys)
        except FalseSeal as false:
            return Wrong(false.seq, str(false))
        except Unreadable as error:
            return Wrong(first.seq, str(error))
        command = request_of(rules, self._table, first.actor, events)
        if command is None:
            text = f"nothing that {first.actor} could ask for gives {first.type}"
            return Wrong(first.seq, text)
        secrets = self._secrets(rules, first, command)
        try:
            again = decide(rules, self._table, Request(first.actor, command, first.at, secrets))
        except SecretMissing as missing:
            return Wrong(first.seq, f"cannot be decided again: {missing} was never published")
        if not isinstance(again, tuple):
            text = f"{first.actor} should have been refused: {again.code} ({again.clause})"
            return Wrong(first.seq, text)
        written = sealed(rules, again, secrets.key, first.seq) if sealing else again
        if written != logged:
            return _difference(rules, commit, written)
        dealt = Dealt(secrets.deck)
        self._rules, self._table = evolved(rules, self._table, events, first.at, dealt)
        self._at = first.at
        return None

    def _rules_for(self, event: Event) -> AnyRules | None:
        if type(event) is GameOpened:
            return rules_of(event.rules, event.ruleset)
        return self._rules

    def _told_wrong(self, commit: Sequence[Entry]) -> Wrong | None:
        """What a second decision takes from the log as told: time, actor and keys."""
        at, actor = commit[0].at, commit[0].actor
        if at < self._at:
            return Wrong(commit[0].seq, f"time goes back, from {self._at} to {at}")
        for entry in commit:
            if entry.at != at or entry.actor != actor:
                return Wrong(entry.seq, "one commit has one time and one actor")
            if type(entry.event) in _PUBLISH:
                wrong = self._key_wrong(entry)
                if wrong is not None:
                    return wrong
        return None

    def _key_wrong(self, entry: Entry) -> Wrong | None:
        """Each published key must hash to the anchor, which was public before any seed."""
        event = entry.event
        if isinstance(event, GameOpened):
            self._checked_key = (0, event.anchor)
            return None
        assert isinstance(event, DealOpened)
        index, key = self._checked_key
        if not index < event.index <= DEALS_MAX:
            return Wrong(entry.seq, f"key {event.index} is opened after key {index}")
        if not key_fits(event.key, event.index, key, index):
            return Wrong(entry.seq, f"key {event.index} does not lead to the anchor")
        self._checked_key = (event.index, event.key)
        return None

    def _secrets(
        self, rules: AnyRules | None, first: Entry, command: AnyTableCommand | Move
    ) -> Secrets:
        table = self._table
        if isinstance(table, Underway) and table.deal is not None:
            known = self._of_deals.get(table.deal.index)
            if known is None:
                known = secrets_for(self._keys, rules, table, first.actor, command)
                self._of_deals[table.deal.index] = known
            return known
        if isinstance(command, Open) and isinstance(table, Unopened):
            opened = first.event
            assert isinstance(opened, GameOpened)
            return Secrets(game=self._game, anchor=opened.anchor, master_key=opened.master_key)
        return secrets_for(self._keys, rules, table, first.actor, command)


def _difference(
    rules: AnyRules | None, commit: Sequence[Entry], again: tuple[Event, ...]
) -> Wrong:
    for place, entry in enumerate(commit):
        if place >= len(again):
            return Wrong(entry.seq, f"the log says {entry.type}; the rules say nothing more")
        if again[place] != entry.event:
            return Wrong(entry.seq, _unlike(rules, entry, again[place]))
    further = _NAMES[type(again[len(commit)])]
    return Wrong(commit[-1].seq, f"the rules go on with {further}; the log does not")


def _unlike(rules: AnyRules | None, entry: Entry, decided: Event) -> str:
    """``the log says cards.played with card KH; the rules say card 4C``: only what differs."""
    if type(decided) is not type(entry.event):
        return f"the log says {entry.type}; the rules say {_NAMES[type(decided)]}"
    logged, right = _data(rules, entry.event, decided)
    unlike = [name for name in right if logged[name] != right[name]]
    held, due = (
        ", ".join(f"{name} {_value(data[name])}" for name in unlike) for data in (logged, right)
    )
    return f"the log says {entry.type} with {held}; the rules say {due}"


def _data(rules: AnyRules | None, *events: Event) -> list[dict[str, Any]]:
    """What two unlike events of a type say, cards as codes; as stored where no deck has a card."""
    try:
        shown = [] if rules is None else [show_data(rules, event) for event in events]
    except LookupError:
        shown = []
    # Counted from the end, a card that there is not would be shown as one that there is.
    return shown if shown[:1] != shown[1:] else [to_builtins(event) for event in events]


def _value(value: object) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.encode(value).decode()
