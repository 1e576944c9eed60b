"""Whole games as data: reads ``trick-transcript/1`` and compares it with what the rules say.

A transcript was made by another engine or by hand; a difference is a finding, not an error.
Nothing here knows a game: how its legal moves are written and what a deal's detail is are
asked of its rules.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.packs import Card, numbered
from shared.catalogue import BY_NAME
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal, sentence
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]


class MalformedTranscript(ValueError):
    """A line is not a transcript; the message says where and what. Mend the file."""


# --- the format -------------------------------------------------------------------------------


class MoveRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A move and all that would have been legal in its place."""

    seat: SeatNumber
    move: str
    legal: list[str] | dict[str, Any]


class TrickRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A complete trick: card codes in the order played, the leader's first."""

    leader: SeatNumber
    cards: list[str]
    winner: SeatNumber


class ResultRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What a deal scored and, where deals are settled at once, paid; by seat."""

    scores: FourInts
    payments: FourInts | None
    detail: dict[str, Any]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal, from the shuffled deck to its result."""

    deal: int
    forehand: SeatNumber | None
    deck: list[str]
    moves: list[MoveRecord]
    tricks: list[TrickRecord]
    result: ResultRecord


class FinalRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's end: totals, every seat with the best of them, what was paid in all."""

    scores: FourInts
    winners: list[SeatNumber]
    payments: FourInts


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """One game; every key present, no other key allowed."""

    format: Literal["trick-transcript/1"]
    game: str
    options: dict[str, Any]
    deals: list[DealRecord]
    final: FinalRecord


# --- what a check finds -----------------------------------------------------------------------


class Difference(Struct, frozen=True):
    """Where a transcript and the rules disagree, with both values (plain JSON values)."""

    deal: int | None
    """Counted from 1; None for the end of the game."""
    move: int | None
    """Counted from 0 within the deal; None for the deal as a whole."""
    what: str
    transcript: Any
    rules: Any


class GameCheck(Struct, frozen=True):
    """What checking one line found."""

    game: int
    """The game's number in its file, counted from 1."""
    moves: int
    """How many moves were replayed; a game that cannot go on stops early."""
    differences: tuple[Difference, ...]
    malformed: str | None = None
    """Why the line is no transcript; it was then not replayed."""


def check_lines(lines: Iterable[bytes]) -> Iterator[GameCheck]:
    """Check a file of transcripts, one game a line; empty lines are passed over."""
    games = (line for line in lines if line.strip())
    for number, line in enumerate(games, start=1):
        try:
            transcript = read(line)
        except MalformedTranscript as error:
            yield GameCheck(number, 0, (), str(error))
        else:
            yield check(transcript, number)


def check(transcript: Transcript, number: int = 1) -> GameCheck:
    """Replay one transcript that :func:`read` has accepted."""
    replay = _Replay(transcript)
    replay.run()
    return GameCheck(number, replay.moves, tuple(replay.differences))


# --- reading ----------------------------------------------------------------------------------


def read(line: bytes) -> Transcript:
    """The transcript on ``line``: complete, of a known game, every deck and move readable."""
    try:
        transcript = msgspec.json.decode(line, type=Transcript)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedTranscript(str(error)) from error
    except RecursionError as error:
        raise MalformedTranscript("JSON is nested too deeply") from error
    if transcript.game not in BY_NAME:
        raise MalformedTranscript(f"no game is called {transcript.game!r} - at `$.game`")
    rules = BY_NAME[transcript.game]
    _read_options(rules, transcript)
    for index, deal in enumerate(transcript.deals):
        _read_deal(rules, deal, index)
    return transcript


def _read_options(rules: AnyRules, transcript: Transcript) -> Any:
    fields = set(rules.OPTIONS.__struct_fields__)
    if missing := sorted(fields - set(transcript.options)):
        raise MalformedTranscript(f"missing {', '.join(missing)} - at `$.options`")
    try:
        options = msgspec.convert(transcript.options, rules.OPTIONS)
    except msgspec.ValidationError as error:
        raise MalformedTranscript(f"options: {error}") from error
    refusal = rules.check_options(options, True)
    if refusal is not None:
        raise MalformedTranscript(f"{_refusal_text(rules, refusal)} - at `$.options`")
    return options


def _read_deal(rules: AnyRules, deal: DealRecord, index: int) -> None:
    where = f"`$.deals[{index}]"
    if deal.deal != index + 1:
        raise MalformedTranscript(f"deal {index + 1} is numbered {deal.deal} - at {where}.deal`")
    if (deal.forehand is not None) != rules.DRAWS_DEALER:
        rule = "has" if rules.DRAWS_DEALER else "has no"
        raise MalformedTranscript(f"{rules.NAME} {rule} forehand - at {where}.forehand`")
    if sorted(deal.deck) != sorted(rules.DECK):
        raise MalformedTranscript(
            f"not the {len(rules.DECK)} cards of {rules.NAME}, once each - at {where}.deck`"
        )
    for number, record in enumerate(deal.moves):
        move = rules.parse_move(record.move)
        # A transcript writes every move as the rules write it.
        if move is None or rules.move_text(move) != record.move:
            raise MalformedTranscript(
                f"{rules.NAME} has no move {record.move!r} - at {where}.moves[{number}].move`"
            )


def _refusal_text(rules: AnyRules, refusal: Refusal) -> str:
    kind = next(kind for kind in rules.REFUSALS if kind.code == refusal.code)
    return f"{refusal.clause}: {sentence(kind, refusal)}"


# --- replaying --------------------------------------------------------------------------------


class _Replay:
    """One transcript on its way through the rules."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._rules = BY_NAME[transcript.game]
        self._cards: dict[str, Card] = numbered(self._rules.DECK)
        self._state = self._rules.initial(_read_options(self._rules, transcript))
        self._trick: list[CardPlayed] = []
        self._tricks: list[TrickRecord] = []
        self._paid: list[FourInts] = []
        self.moves = 0
        self.differences: list[Difference] = []

    def run(self) -> None:
        """Replay until the end or until the rules cannot follow."""
        for deal in self._transcript.deals:
            if not self._deal(deal):
                return
        self._end()

    def _differ(
        self, what: str, transcript: Any, rules: Any, at: tuple[int | None, int | None]
    ) -> None:
        if transcript != rules or not _same_json(transcript, rules):
            self.differences.append(Difference(*at, what, transcript, rules))

    def _deal(self, deal: DealRecord) -> bool:
        """Whether the game can go on after ``deal``."""
        if self._rules.finished(self._state, False):
            self._differ("deals", len(self._transcript.deals), deal.deal - 1, (None, None))
            return False
        before = self._rules.standing(self._state).scores
        self._begin(deal)
        for index, record in enumerate(deal.moves):
            if not self._move(deal, index, record):
                return False
        if (waited_for := self._rules.to_move(self._state)) is not None:
            self._differ("moves", "deal over", f"seat {waited_for} to move", (deal.deal, None))
            return False
        self._differ("number of tricks", len(deal.tricks), len(self._tricks), (deal.deal, None))
        self._result(deal, before)
        return True

    def _begin(self, deal: DealRecord) -> None:
        dealer = SEATS[0]
        if deal.forehand is not None:
            dealer = seat_after(Seat(deal.forehand), -1)
            due = self._rules.next_dealer(self._state, self._first_dealer())
            self._differ("forehand", deal.forehand, seat_after(due), (deal.deal, None))
        deck = tuple(self._cards[code] for code in deal.deck)
        self._state = self._rules.dealt(self._state, dealer, deck)
        self._trick, self._tricks = [], []
        self._fold(self._rules.opening(self._state))

    def _first_dealer(self) -> Seat:
        forehand = self._transcript.deals[0].forehand
        assert forehand is not None, "read with the rule that all deals have a forehand or none"
        return seat_after(Seat(forehand), -1)

    def _move(self, deal: DealRecord, index: int, record: MoveRecord) -> bool:
        """Whether the deal can go on after this move."""
        rules, at = self._rules, (deal.deal, index)
        seat = rules.to_move(self._state)
        if seat is None:
            self._differ("moves", record.move, "deal over", at)
            return False
        self._differ("seat", record.seat, seat, at)
        legal = rules.show_legal(rules.view(self._state, seat))
        self._differ("legal", record.legal, legal, at)
        decision = rules.decide(self._state, seat, rules.parse_move(record.move))
        if isinstance(decision, Refusal):
            self._differ("move", record.move, _refusal_text(rules, decision), at)
            return False
        self.moves += 1
        done = len(self._tricks)
        self._fold(decision)
        for number in range(done, len(self._tricks)):
            recorded = deal.tricks[number] if number < len(deal.tricks) else None
            shown = None if recorded is None else structs.asdict(recorded)
            self._differ("trick", shown, structs.asdict(self._tricks[number]), at)
        return True

    def _fold(self, events: Iterable[Event]) -> None:
        for event in events:
            self._state = self._rules.evolve(self._state, event)
            if isinstance(event, CardPlayed):
                self._trick.append(event)
            elif isinstance(event, TrickWon):
                codes = [self._rules.DECK[played.card] for played in self._trick]
                self._tricks.append(TrickRecord(self._trick[0].seat, codes, event.seat))
                self._trick = []

    def _result(self, deal: DealRecord, before: FourInts) -> None:
        rules, at = self._rules, (deal.deal, None)
        after = rules.standing(self._state).scores
        scores = [now - then for now, then in zip(after, before, strict=True)]
        self._differ("scores", list(deal.result.scores), scores, at)
        payments = rules.payments(self._state, False)
        paid = None if payments is None else payments.points
        self._differ("payments", _listed(deal.result.payments), _listed(paid), at)
        self._differ("detail", deal.result.detail, rules.deal_detail(self._state), at)
        if paid is not None:
            self._paid.append(paid)

    def _end(self) -> None:
        rules, final, nowhere = self._rules, self._transcript.final, (None, None)
        asked = rules.may_stop(self._state) is None
        if not rules.finished(self._state, asked):
            self._differ("deals", len(self._transcript.deals), "another deal is due", nowhere)
        standing = rules.standing(self._state)
        self._differ("scores", list(final.scores), list(standing.scores), nowhere)
        self._differ("winners", final.winners, list(standing.winners), nowhere)
        self._differ("payments", list(final.payments), self._paid_in_all(), nowhere)

    def _paid_in_all(self) -> list[int]:
        # What is settled at the end is either the last deal, which was counted, or the game.
        if not self._paid and (final := self._rules.payments(self._state, True)) is not None:
            self._paid.append(final.points)
        return [sum(points[seat] for points in self._paid) for seat in SEATS]


def _same_json(transcript: Any, rules: Any) -> bool:
    """Whether two equal values are the same in JSON, too: to Python true and 1.0 equal 1.

    Only objects are read without a type, and can hold what no other engine would have meant.
    """
    if not isinstance(transcript, dict):
        return True
    one, other = (msgspec.json.encode(value, order="sorted") for value in (transcript, rules))
    return one == other


def _listed(points: FourInts | None) -> list[int] | None:
    return None if points is None else list(points)
