"""A log for people and programs outside: plain JSON values, cards as codes, bytes as hex."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from shared.flows.events import CODEC, is_of_the_game
from shared.flows.fold import rules_of
from shared.journal.codec import Entry
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.settlement import Line, show_basis
from shared.ports import BrokenLog
from shared.table.events import GameOpened, SettlementMade


class ShownEvent(Struct, frozen=True):
    """One event as everyone outside sees it. A log holds no secret, so there is one form."""

    seq: int
    at: int
    """Milliseconds since the epoch."""
    type: str
    """The event's permanent name: ``cards.played``."""
    actor: str
    data: dict[str, Any]


def show_entry(rules: AnyRules, entry: Entry) -> ShownEvent:
    """``entry`` of a game under ``rules``, for the outside."""
    return ShownEvent(entry.seq, entry.at, entry.type, entry.actor, show_data(rules, entry.event))


def show_entries(rules: AnyRules, raws: Sequence[bytes]) -> list[ShownEvent]:
    """Entries as stored, shown. Raises Unreadable: stop at that entry."""
    return [show_entry(rules, CODEC.decode(raw)) for raw in raws]


def show_log(raws: Sequence[bytes]) -> list[ShownEvent]:
    """A whole log, shown under the rules that its first entry names.

    Raises Unreadable, and BrokenLog where it names none or an entry holds what they do not know.
    """
    entries = [CODEC.decode(raw) for raw in raws]
    if not entries:
        return []
    opening = entries[0].event
    if not isinstance(opening, GameOpened):
        raise BrokenLog(f"a log begins with its opening, not with {entries[0].type}")
    rules = rules_of(opening.rules, opening.ruleset)
    return [_shown(rules, entry) for entry in entries]


def _shown(rules: AnyRules, entry: Entry) -> ShownEvent:
    if is_of_the_game(entry.event) and entry.type not in {kind.name for kind in rules.EVENTS}:
        raise BrokenLog(f"entry {entry.seq} is none of {rules.NAME}: {entry.type}")
    try:
        return show_entry(rules, entry)
    except LookupError as error:
        raise BrokenLog(f"entry {entry.seq} is none of {rules.NAME}: {error}") from error


def show_data(rules: AnyRules, event: Event) -> dict[str, Any]:
    """The event's own data: the rules show theirs (cards as codes), the table's are plain."""
    own = is_of_the_game(event)
    data = rules.show_event(event) if own else to_builtins(event, builtin_types=(bytes,))
    if isinstance(event, SettlementMade):
        data["lines"] = [_shown_line(rules, line) for line in event.lines]
    shown: dict[str, Any] = _plain(data)
    return shown


def _shown_line(rules: AnyRules, line: Line) -> dict[str, Any]:
    """A line of a settlement; the cards that it rests on as codes."""
    data: dict[str, Any] = to_builtins(line)
    if line.basis is not None:
        data["basis"] = show_basis(line.basis, rules.DECK)
    return data


def _plain(value: Any) -> Any:
    """``value`` as JSON has it: byte strings as lower-case hex, every sequence a list."""
    match value:
        case bytes():
            return value.hex()
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
    return value
