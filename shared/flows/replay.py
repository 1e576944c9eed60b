"""A game told from its log, trick by trick, for people."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from shared.cards.events import CardPlayed, TrickWon
from shared.flows.events import CODEC, is_of_the_game
from shared.flows.fold import Folded, advance, in_the_open, rules_of, unread
from shared.flows.published import PublishedKeys, keys_in
from shared.flows.showing import show_data
from shared.journal import chain
from shared.journal.codec import Entry
from shared.journal.commits import whole_commits
from shared.kernel.events import Event, OpenCards, SealedCards
from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import show_basis
from shared.ports import BrokenLog, GameId
from shared.table.events import (
    ClockRanOut,
    DealOpened,
    DealStarted,
    GameOpened,
    GameStarted,
    HouseRule,
    SeatTaken,
    SeedRevealed,
    SettlementMade,
)
from shared.table.state import Underway

SEALED: Final = "its cards are sealed until it is over"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def tell(
    game: GameId, raws: Sequence[bytes], *, seat: Seat | None = None, upto: int | None = None
) -> Iterator[str]:
    """The game in lines of text; hands of all seats, or of ``seat`` alone; to entry ``upto``.

    ``raws`` is the whole log, since a deal's key stands after it. Raises Unreadable, and BrokenLog
    at a commit that no game could have come to: until its deal is opened, a log may hold one.
    """
    entries = [CODEC.decode(raw) for raw in raws]
    teller = _Teller(game, keys_in(entries), seat)
    for commit in whole_commits(entries):
        shown = [entry for entry in commit if upto is None or entry.seq <= upto]
        if not shown:
            break
        try:
            told = list(teller.commit(commit, raws, len(shown)))
        except Exception as error:
            reason = str(error) or type(error).__name__
            raise BrokenLog(f"entry {commit[0].seq} follows from no game: {reason}") from error
        yield from told
    yield from teller.trick_so_far()


class _Teller:
    """Where the telling has got to."""

    def __init__(self, game: GameId, keys: PublishedKeys, seat: Seat | None) -> None:
        self._folded: Folded = unread(game)
        self._keys: Final = keys
        self._seat: Final = seat
        self._trick: list[str] = []
        self._tricks = 0

    def commit(self, commit: Sequence[Entry], raws: Sequence[bytes], shown: int) -> Iterator[str]:
        """Fold one commit, and tell the first ``shown`` of its events."""
        first, last = commit[0].seq, commit[-1].seq
        before = self._folded
        logged = tuple(entry.event for entry in commit)
        events = in_the_open(before.rules, before.table, logged, first, self._keys)
        after = chain.advance(before.position, raws[first - 1 : last])
        self._folded = advance(before, events, commit[0].at, after, self._keys)
        rules = self._folded.rules
        assert rules is not None
        for entry, event in zip(commit[:shown], events, strict=False):
            yield from self._event(rules, entry, event)

    def trick_so_far(self) -> Iterator[str]:
        if self._trick:
            yield f"  trick {self._tricks + 1:>2}: {'  '.join(self._trick)}  …"

    def _event(self, rules: AnyRules, entry: Entry, event: Event) -> Iterator[str]:
        match event:
            case OpenCards(seat) if self._seat in (None, seat):
                cards = " ".join(rules.DECK[card] for card in event.cards)
                yield f"  {_laid(entry)}: seat {seat}, {cards}"
            case OpenCards(seat) | SealedCards(seat):
                yield f"  {_laid(entry)}: seat {seat}, face down"
            case CardPlayed(seat, card):
                by = "" if entry.actor.startswith(("player:", "bot:")) else f" ({entry.actor})"
                self._trick.append(f"{seat} {rules.DECK[card]}{by}")
            case TrickWon(seat):
                self._tricks += 1
                yield f"  trick {self._tricks:>2}: {'  '.join(self._trick)}  → seat {seat}"
                self._trick = []
            case DealStarted():
                yield from self._deal(rules, event)
            case SettlementMade():
                yield from _settlement(rules, event)
            case GameOpened():
                yield from _opening(event)
            case DealOpened(index):
                yield f"  opened with key {index}: anyone can shuffle it again"
            case _:
                for line in _plain(rules, entry):
                    yield f"{_indent(event)}{line}"

    def _deal(self, rules: AnyRules, event: DealStarted) -> Iterator[str]:
        self._trick, self._tricks = [], 0
        yield f"deal {event.deal} (key {event.index}), seat {event.dealer} deals"
        table = self._folded.table
        if self._keys.key(event.index) is None or not isinstance(table, Underway):
            yield f"  {SEALED}"
            return
        deck = self._keys.deck(rules, table, event.index)
        dealt = rules.dealt(table.before, SEATS[event.dealer], deck)
        for seat in SEATS if self._seat is None else (self._seat,):
            hand = rules.show(rules.view(dealt, seat))["hand"]
            yield f"  seat {seat} holds {' '.join(hand)}"


def _opening(event: GameOpened) -> Iterator[str]:
    stake = f"{event.options.stake} {event.options.currency.code} a point"
    rules = rules_of(event.rules, event.ruleset)
    yield f"{rules.NAME} (ruleset {event.ruleset}), {stake}, game {event.game}"
    house_rules = ", ".join(f"{name} {_rule(value)}" for name, value in event.house_rules.items())
    yield f"house rules: {house_rules or 'none'}"


def _rule(value: HouseRule) -> str:
    return "none set" if value is None else _fact(value)


def _settlement(rules: AnyRules, event: SettlementMade) -> Iterator[str]:
    what = "the game" if event.deal is None else f"deal {event.deal}"
    yield f"settlement of {what}:"
    for line in event.lines:
        # The deals of some games have no name but their number.
        place = "" if line.deal is None else f" of deal {line.deal}"
        what = f"{line.item}{place}".removeprefix("deal of ")
        why = "" if line.basis is None else f"; {_basis(show_basis(line.basis, rules.DECK))}"
        yield f"  {what} ({line.clause}): {_by_seat(line.points)}{why}"
    yield f"  points: {_by_seat(event.points)}"
    yield f"  {event.currency}: {_by_seat(event.amounts)}"


def _by_seat(values: Sequence[int]) -> str:
    return "  ".join(f"{seat}: {value:+d}" for seat, value in enumerate(values))


def _indent(event: Event) -> str:
    return "  " if is_of_the_game(event) else ""


def _plain(rules: AnyRules, entry: Entry) -> Iterator[str]:
    """``called: seat 2, tricks 4``, and a line for each of its parts that has facts of its own.

    Hashes and seeds are for programs.
    """
    name = _name(entry)
    match entry.event:
        case SeatTaken(seat=seat, player=player):
            yield f"{name}: seat {seat}, {player}"
        case SeedRevealed(seat=seat):
            yield f"{name}: seat {seat}"
        case ClockRanOut(seat=seat, due=due):
            yield f"{name}: seat {seat}, due {_moment(due)}"
        case GameStarted():
            yield "the game starts"
        case event:
            data = show_data(rules, event)
            parts = {key: value for key, value in data.items() if _has_parts(value)}
            facts = _facts({key: value for key, value in data.items() if key not in parts})
            yield f"{name}: {facts}" if facts else name
            yield from (f"  {_part(part)}" for value in parts.values() for part in value)


def _has_parts(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(part, dict) for part in value)


def _part(part: dict[str, Any]) -> str:
    """``game (AR-SCORE-5): contre 2, value 14; 7 by vienna/1 × contre 2, to seat 0``."""
    facts = dict(part)
    item, clause, basis = (facts.pop(key, None) for key in ("item", "clause", "basis"))
    named = f"{item} ({clause}): " if item else ""
    return f"{named}{_facts(facts)}" + (f"; {_basis(basis)}" if basis else "")


def _basis(basis: dict[str, Any]) -> str:
    """Why so much, for people; ``basis`` as it is shown."""
    times = "".join(f" × {factor['name']} {factor['times']}" for factor in basis["factors"])
    facts = {
        "announced by seat": basis["announced_by"],
        "to seat": basis["scored_by"],
        "cards": basis["cards"],
        "trick": basis["tricks"],
    }
    return ", ".join(
        filter(None, (f"{basis['value']} by {basis['tariff']}{times}", _facts(facts)))
    )


def _facts(facts: dict[str, Any]) -> str:
    """What there is; where nothing was announced, called or counted, nothing is said."""
    said = {key: value for key, value in facts.items() if value not in (None, [], ())}
    return ", ".join(f"{key.replace('_', ' ')} {_fact(value)}" for key, value in said.items())


def _name(entry: Entry) -> str:
    return entry.type.partition(".")[2].replace("_", " ")


def _laid(entry: Entry) -> str:
    """What was done with secret cards; that the log holds them sealed is its own affair."""
    return _name(entry).removesuffix(" sealed")


def _moment(at: int) -> str:
    """Milliseconds since the epoch in ISO 8601: ``2026-11-30T03:21:00.250Z``."""
    moment = _EPOCH + timedelta(milliseconds=at)
    return f"{moment.isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"


def _fact(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list | tuple):
        return str(value)
    if any(isinstance(item, list) for item in value):
        return " / ".join(" ".join(map(str, item)) for item in value)
    return "/".join(map(str, value))
