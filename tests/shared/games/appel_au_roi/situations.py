"""Situations at a table of Appel au roi, written with card codes."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from shared.cards.events import CardPlayed
from shared.cards.hands import Mask, mask_of
from shared.cards.packs import TAROCK_54, Card
from shared.cards.tricks import Trick
from shared.games.appel_au_roi import rules, scoring
from shared.games.appel_au_roi.changes import after_word
from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.events import (
    BienSaid,
    ContreSaid,
    DealScored,
    Discarded,
    HalfTaken,
    KingCalled,
    Level,
    PrimeAnnounced,
    Side,
    TalonTurned,
)
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import CARDS, HAND, KING_OF, Suit
from shared.games.appel_au_roi.primes import Item, PrimeId
from shared.games.appel_au_roi.state import (
    Announcing,
    Auction,
    Calling,
    Discarding,
    Hidden,
    Match,
    Playing,
    Spoken,
    State,
    Taking,
)
from shared.kernel.events import Event
from shared.kernel.seats import SEATS, Seat, seat_after
from tests.support.spec import Spec

DEFAULT: Final = Options()
PIPS: Final = tuple(
    card for card, code in enumerate(TAROCK_54) if code[0] not in "KQNJ" and code[-1] in "CDHS"
)
"""Suit cards that count a third of a point."""
SPECIAL: Final = ("T1", "T2", "T3", "T4", "T21", "EX")


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def mask(codes: str) -> Mask:
    return mask_of(cards(codes))


def spec(state: State) -> Spec:
    return Spec(rules, state)


def played(seat: int, code: str) -> CardPlayed:
    return CardPlayed(Seat(seat), CARDS[code])


# --- a deal from its deck -----------------------------------------------------------------------


def deck_of(*hands: str, talon: str = "", forehand: int = 0) -> tuple[Card, ...]:
    """A deck that deals seat k the cards of ``hands[k]`` and others; the talon likewise."""
    hands = (*hands, "", "", "", "")
    left = [card for card in range(54) if card not in cards(" ".join((*hands, talon)))]
    filled = []
    for codes, size in ((talon, 6), *((hands[(forehand + k) % 4], HAND) for k in range(4))):
        own = list(cards(codes))
        while len(own) < size:
            own.append(left.pop(0))
        filled += own
    return tuple(filled)


def dealt(*hands: str, talon: str = "", forehand: int = 0, **options: Any) -> Spec:
    """A deal, the first of its game, before the first word of its auction."""
    deck = deck_of(*hands, talon=talon, forehand=forehand)
    between = rules.initial(Options(**options))
    return spec(rules.dealt(between, seat_after(Seat(forehand), 3), deck))


def done(situation: Spec, *moves: str) -> Spec:
    """After each of ``moves`` was made by whoever was to move."""
    for text in moves:
        seat = rules.to_move(situation.state)
        assert seat is not None, f"nobody is to move before {text}"
        decision = situation.when(seat, text).decision
        assert isinstance(decision, tuple), (text, decision)
        situation = situation.given(*decision)
    return situation


def legal(situation: Spec) -> Any:
    """What the seat to move may do, as it is shown."""
    return rules.show_legal(rules.view(situation.state, rules.to_move(situation.state)))


def plays(codes: str) -> list[str]:
    """The texts of playing each card of ``codes``, sorted by code point."""
    return sorted(f"play:{code}" for code in codes.split())


# --- the middle of play -------------------------------------------------------------------------


def says(seat: int, prime: PrimeId, side: Side = "declarer") -> PrimeAnnounced:
    return PrimeAnnounced(Seat(seat), prime, side)


def doubles(seat: int, item: Item, level: Level, side: Side = "opponents") -> ContreSaid:
    return ContreSaid(Seat(seat), item, level, side)


def won_by(bid: ContractId, declarer: int = 0, forehand: int = 0) -> State:
    """The public state after ``declarer`` has won an auction in which all others passed."""
    seats = [seat for seat in SEATS if seat != declarer]
    bids = tuple(Spoken(seat, None) for seat in seats)
    state = Auction(Match(DEFAULT), None, None, Seat(forehand), bids)
    return after_word(state, Spoken(Seat(declarer), bid))


def started(
    bid: ContractId,
    *said: Event,
    declarer: int = 0,
    forehand: int = 0,
    called: Suit | None = "H",
    turned: str = "7C 8C 9C 7S 8S 9S",
) -> Playing:
    """The public state when play begins, after ``said`` was said; declarer took half 0."""
    state = won_by(bid, declarer, forehand)
    if isinstance(state, Calling):
        state = rules.evolve(state, KingCalled(Seat(declarer), called))
    if isinstance(state, Taking):
        state = rules.evolve(state, TalonTurned(cards(turned)))
    if isinstance(state, Taking):
        state = rules.evolve(state, HalfTaken(Seat(declarer), 0))
    if isinstance(state, Discarding):
        state = rules.evolve(state, Discarded(declarer, ()))
    for event in said:
        state = rules.evolve(state, event)
    while isinstance(state, Announcing):
        state = rules.evolve(state, BienSaid(state.speaker))
    assert isinstance(state, Playing)
    return state


def trick_of(
    bid: ContractId,
    *hands: str,
    lies: str = "",
    leader: int = 0,
    number: int = 1,
    said: Sequence[Event] = (),
    **how: Any,
) -> Spec:
    """Seats 0 to 3 hold ``hands``; ``lies`` was played to trick ``number`` by ``leader`` on."""
    a, b, c, d = map(mask, hands)
    before = tuple(Trick(SEATS[0], (0, 0, 0, 0), SEATS[0]) for _ in range(number - 1))
    state = replace(
        started(bid, *said, **how),
        hands=(a, b, c, d),
        hidden=Hidden(()),
        leader=Seat(leader),
        trick=cards(lies),
        tricks=before,
    )
    return spec(state)


def follow(bid: ContractId, hand: str, lies: str, **given: Any) -> Spec:
    """The seat after the cards that lie is to play from ``hand``; seat 0 led."""
    hands = ["", "", "", ""]
    hands[len(lies.split())] = hand
    return trick_of(bid, *hands, lies=lies, **given)


def lead(bid: ContractId, hand: str, **given: Any) -> Spec:
    """Seat 0 is to lead from ``hand``."""
    return trick_of(bid, hand, "", "", "", **given)


# --- a deal that is over ------------------------------------------------------------------------


def over(
    bid: ContractId,
    own: str,
    won: int,
    *said: Event,
    pinned: Mapping[int, Trick] | None = None,
    declarer: int = 0,
    partner: int | None = None,
    **how: Any,
) -> DealScored:
    """The score of a deal in which declarer won ``won`` tricks, and ``own`` in them or laid away.

    Other cards of his are the lowest pips there are. An opponent wins the rest, but for the tricks
    that are ``pinned`` to their number. Declarer's tricks come first; no bird falls when due.
    """
    pinned = pinned or {}
    state = started(bid, *said, declarer=declarer, **how)
    taken = state.deal.contract.taken
    lying = [card for trick in pinned.values() for card in trick.cards]
    pips = (card for card in PIPS if card not in lying and card not in cards(own))
    ours = [*cards(own), *islice(pips, 4 * won + taken - len(own.split()))]
    theirs = [card for card in range(54) if card not in ours and card not in lying]
    laid, talon = ours[4 * won :], theirs[len(theirs) + taken - 6 :]
    foe = next(seat for seat in SEATS if seat not in (declarer, partner))
    free = [number for number in range(1, HAND + 1) if number not in pinned]
    tricks = {
        **pinned,
        **_tricks(ours[: 4 * won], free[:won], Seat(declarer)),
        **_tricks(theirs[: len(theirs) - len(talon)], free[won:], foe),
    }
    king = None if state.deal.called is None else KING_OF[how.get("called") or "H"]
    holder = None if partner is None else Seat(partner)
    ended = replace(
        state,
        # Of the halves the second was left to the opponents.
        hidden=Hidden((*laid, *talon), king, holder, mask_of(laid)),
        tricks=tuple(tricks[number] for number in sorted(tricks)),
    )
    return scoring.scored(ended)


def _tricks(held: Sequence[Card], numbers: Sequence[int], winner: Seat) -> dict[int, Trick]:
    """``held`` as tricks of these numbers, the birds in the first of them."""
    ordered = sorted(held, key=lambda card: card not in cards(" ".join(SPECIAL)))
    count = len(numbers)
    return {
        number: Trick(winner, tuple(ordered[place::count][:4]), winner)
        for place, number in enumerate(numbers)
    }
