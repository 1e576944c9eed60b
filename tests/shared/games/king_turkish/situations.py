"""Situations at a table of Turkish King, written with card codes."""

from collections.abc import Sequence
from typing import Any, Final

from shared.cards.events import CardPlayed
from shared.cards.hands import mask_of
from shared.cards.packs import FRENCH_52, Card, numbered
from shared.cards.tricks import Trick
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import BY_ID, ContractId, TrumpSuit
from shared.games.king_turkish.events import ChooserNamed, ContractChosen, DealScored
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Between, Choosing, Match, Playing, State
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts
from tests.support.spec import Spec

CARDS: Final = numbered(FRENCH_52)
NEW_PACK: Final[tuple[Card, ...]] = tuple(range(52))
"""Unshuffled: seat 0 is dealt the clubs, seat 1 the diamonds, then hearts, spades."""
DEFAULT: Final = Options()
WHOLE_GAME: Final = (
    "el_almaz el_almaz koz koz kupa_almaz kupa_almaz koz koz erkek_almaz erkek_almaz "
    "koz koz kiz_almaz kiz_almaz koz koz rifki rifki son_iki son_iki"
)
"""Twenty choices in turn that ``three_two`` allows."""


def first_choices(number: int) -> str:
    """The first ``number`` of :data:`WHOLE_GAME`."""
    return " ".join(WHOLE_GAME.split()[:number])


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def played(seat: int, code: str) -> CardPlayed:
    return CardPlayed(Seat(seat), CARDS[code])


def spec(state: State) -> Spec:
    return Spec(rules, state)


def deck_with_2d(seat: int) -> tuple[Card, ...]:
    """The pack in which ``seat`` is dealt the two of diamonds instead of its first card."""
    pack = list(NEW_PACK)
    diamond, place = CARDS["2D"], 13 * seat
    pack[diamond], pack[place] = pack[place], pack[diamond]
    return tuple(pack)


def new_deal(state: State | None = None, deck: Sequence[Card] = NEW_PACK) -> Spec:
    """A deal after its opening; the first of a game unless ``state`` says otherwise."""
    between = rules.initial(DEFAULT) if state is None else state
    dealt = rules.dealt(between, SEATS[0], tuple(deck))
    return spec(dealt).given(*rules.opening(dealt))


def row(
    chooser: int, contract: str, scores: FourInts | None = None, trump: TrumpSuit | None = None
) -> DealScored:
    """A completed deal; seat 0 took everything unless ``scores`` says otherwise."""
    found = next(one for one in BY_ID.values() if one.id == contract)
    suit: TrumpSuit | None = "C" if contract == "koz" and trump is None else trump
    given = (found.total, 0, 0, 0) if scores is None else scores
    a, b, c, d = (points // found.each for points in given)
    return DealScored(Seat(chooser), found.id, suit, (4, 3, 3, 3), (a, b, c, d), given, king=None)


def after(*rows: DealScored, options: Options = DEFAULT) -> Spec:
    """Between deals, when ``rows`` were completed."""
    state = rules.initial(options)
    for one in rows:
        last = Playing(state.match, None, one.chooser, one.contract, one.trump, one.chooser)
        ended = rules.evolve(last, one)
        assert isinstance(ended, Between)
        state = ended
    return spec(state)


def chosen(contracts: str = "", first: int = 0, options: Options = DEFAULT) -> Spec:
    """Between deals, when ``contracts`` were chosen in turn, from seat ``first`` on."""
    rows = (
        row(seat_after(SEATS[first], number), contract)
        for number, contract in enumerate(contracts.split())
    )
    return after(*rows, options=options)


def choosing(contracts: str, first: int = 0, options: Options = DEFAULT) -> Spec:
    """The next deal after those, dealt from :data:`NEW_PACK`."""
    deal = new_deal(chosen(contracts, first, options).state)
    assert isinstance(deal.state, Choosing)
    return deal


def trick_of(
    contract: ContractId,
    *hands: str,
    lies: str = "",
    leader: int = 0,
    trump: TrumpSuit | None = None,
    before: Sequence[Trick] = (),
    fallen: str = "",
    ruffed: bool = False,
    **options: Any,
) -> Spec:
    """Seats 0 to 3 hold ``hands``; the cards of ``lies`` were played to the running trick.

    ``before``: the deal's complete tricks; ``fallen``: what was played to tricks that do not
    matter; ``options``: the house rules.
    """
    a, b, c, d = (mask_of(cards(codes)) for codes in hands)
    won = [trick.winner for trick in before]
    taken = (won.count(SEATS[0]), won.count(SEATS[1]), won.count(SEATS[2]), won.count(SEATS[3]))
    seen = [card for trick in before for card in trick.cards]
    match = Match(Options(**options))
    state = Playing(
        match=match,
        hands=(a, b, c, d),
        chooser=Seat(0),
        contract=contract,
        trump=trump,
        leader=Seat(leader),
        trick=cards(lies),
        taken=taken,
        tricks=tuple(before),
        seen=mask_of([*seen, *cards(lies), *cards(fallen)]),
        ruffed=ruffed,
    )
    return spec(state)


def lead(contract: ContractId, hand: str, **given: Any) -> Spec:
    """Seat 0 is to lead from ``hand``."""
    return trick_of(contract, hand, "", "", "", **given)


def follow(contract: ContractId, hand: str, lies: str, **given: Any) -> Spec:
    """The seat after the cards that lie is to play from ``hand``; seat 0 led."""
    hands = ["", "", "", ""]
    hands[len(lies.split())] = hand
    return trick_of(contract, *hands, lies=lies, **given)


def legal(situation: Spec) -> list[str]:
    """What the seat to move may do, as texts sorted by code point."""
    return rules.show_legal(rules.view(situation.state, rules.to_move(situation.state)))


def plays(codes: str) -> list[str]:
    """The texts of playing each card of ``codes``, sorted by code point."""
    return sorted(f"play:{code}" for code in codes.split())


def winner_of(contract: ContractId, trick: str, trump: TrumpSuit | None = None) -> int:
    """Who takes ``trick``, led by seat 0."""
    *lies, last = trick.split()
    fourth = trick_of(contract, "", "", "", last, lies=" ".join(lies), trump=trump)
    decision = fourth.when(3, f"play:{last}").decision
    assert isinstance(decision, tuple)
    winner: int = rules.show_event(decision[1])["seat"]
    return winner


def named(seat: int) -> ChooserNamed:
    return ChooserNamed(Seat(seat))


def announced(seat: int, contract: ContractId, trump: TrumpSuit | None = None) -> ContractChosen:
    return ContractChosen(Seat(seat), contract, trump)
