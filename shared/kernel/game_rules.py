"""What the rules of one game are to everything around them: pure functions and their view.

A game is a module or object that satisfies :class:`GameRules`. It knows a *match* (one whole
game at a table): the scores so far and, while a deal runs, the deal. Who sits where, stakes,
clocks and the fair shuffle are the table's affair; the rules see seats, moves and decks.
"""

from typing import Any, Protocol, TypeVar

from msgspec import Struct

from shared.kernel.events import Decision, Event, EventType, SealedType
from shared.kernel.refusal import Refusal, RefusalKind
from shared.kernel.seats import Seat, Viewer
from shared.kernel.settlement import Payments, Standing


class Move(Struct, frozen=True, gc=False, tag_field="type"):
    """What a seat asks for in a game: ``Play(card)``, ``Call(tricks)``. Imperative, no behaviour.

    Concrete moves set ``tag`` to their permanent command type (``play``, ``call``).
    """


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class GameRules(Protocol[S, M, V]):
    """A decider with hidden information. A module of functions satisfies it.

    Cards are ints: indices in ``DECK``. A state without known cards (``deck=None`` in
    :meth:`dealt`) is the *public* state: it folds every event, but cannot decide.
    """

    NAME: str
    """The kind, as in the catalogue and every interface: ``call_break``."""
    RULESET: int
    """The version of the rules' meaning; a fixed bug in meaning is a new one."""
    DECK: tuple[str, ...]
    """The canonical deck's card codes, lowest first (CO-CARD-3)."""
    OPTIONS: type[Struct]
    """The rules' own options (house rules), every field with its default."""
    VIEW: type[Struct]
    """The type of every view, for codecs: a bot gets its seat's view as bytes."""
    MOVES: tuple[type[Move], ...]
    EVENTS: tuple[EventType, ...]
    """The events declared by this game and by the trick primitives it uses."""
    SEALED: tuple[SealedType, ...]
    """Its facts with secret cards. :meth:`decide` gives the open form, which is sealed before it
    is written (the sealed forms alone stand in ``EVENTS``); :meth:`evolve` folds either."""
    REFUSALS: tuple[RefusalKind, ...]
    DRAWS_DEALER: bool
    """Whether the first dealer is drawn (CO-DEAL-2)."""

    def check_options(self, options: Any, humans: bool, /) -> Refusal | None:
        """Whether these options may be played; ``humans``: someone other than bots may sit."""
        ...

    def initial(self, options: Any, /) -> S:
        """The match before its first deal."""
        ...

    def dealt(self, state: S, dealer: Seat, deck: tuple[int, ...] | None, /) -> S:
        """A deal begins from ``deck`` (the shuffled pack; CO-DEAL-1), or sealed if None."""
        ...

    def opening(self, state: S, /) -> tuple[Event, ...]:
        """Events that follow a deal at once, without anyone asking (often none).

        None of them holds a secret: nobody has moved yet.
        """
        ...

    def decide(self, state: S, seat: Seat, move: M, /) -> Decision:
        """Apply the rules to ``seat``'s ``move``; the last move's events end with the score."""
        ...

    def evolve(self, state: S, event: Event, /) -> S:
        """Record ``event``. Judges nothing: judging was done before it was written."""
        ...

    def to_move(self, state: S, /) -> Seat | None:
        """Whose move it is; None between deals."""
        ...

    def deal_over(self, state: S, /) -> bool:
        """Whether no deal is running."""
        ...

    def deals_done(self, state: S, /) -> int:
        """How many deals have been completed (voided ones do not count)."""
        ...

    def next_dealer(self, state: S, first: Seat, /) -> Seat:
        """Who deals the next deal, if ``first`` dealt the first."""
        ...

    def finished(self, state: S, asked: bool, /) -> bool:
        """Whether the match ends now, between deals; ``asked``: everyone asked to stop."""
        ...

    def may_stop(self, state: S, /) -> Refusal | None:
        """Whether players may ask to end this match after a deal (CB-END-2)."""
        ...

    def payments(self, state: S, final: bool, /) -> Payments | None:
        """What is settled now, after a deal (``final``: the last), or None for nothing."""
        ...

    def standing(self, state: S, /) -> Standing: ...

    def max_loss(self, options: Any, /) -> int | None:
        """The most game points a seat can lose in a deal; see the game's own docstring."""
        ...

    def view(self, state: S, viewer: Viewer, /) -> V:
        """What ``viewer`` may know, built field by field, never by stripping."""
        ...

    def legal_moves(self, view: V, /) -> tuple[M, ...]:
        """Every move the view's own seat may make now, in canonical order; empty off turn."""
        ...

    def clock_move(self, view: V, /) -> M:
        """What is played for a seat whose clock ran out (CO-TIME-2)."""
        ...

    def parse_move(self, text: str, /) -> M | None:
        """``play:KH`` as a move, or None if this game has no such move."""
        ...

    def move_text(self, move: M, /) -> str:
        """The inverse of :meth:`parse_move`."""
        ...

    def move_of(self, event: Event, /) -> tuple[Seat, M] | None:
        """The seat and move that ``event`` was the first consequence of, or None.

        The law behind it: accepted commands can be rebuilt from the log alone. What is sealed
        is opened first: a sealed form tells of no move.
        """
        ...

    def show_legal(self, view: V, /) -> list[str] | dict[str, Any]:
        """The legal moves for the outside: texts sorted by code point.

        Where they are too many to list, an object that describes them (a discard).
        """
        ...

    def show(self, view: V, /) -> dict[str, Any]:
        """The view for people and programs outside: plain JSON values, cards as codes."""
        ...

    def show_event(self, event: Event, /) -> dict[str, Any]:
        """The event's data for the outside: plain JSON values, cards as codes; either form of
        secret cards, bytes as they are."""
        ...

    def deal_detail(self, state: S, /) -> dict[str, Any]:
        """What the last completed deal was besides its scores, as in its transcript."""
        ...


AnyRules = GameRules[Any, Any, Any]
