"""Situations at a table of Russian King, written with contract ids and card codes."""

from collections.abc import Sequence
from typing import Final

from shared.cards.hands import mask_of
from shared.cards.packs import FRENCH_32, Card, numbered
from shared.cards.tricks import Trick
from shared.games.king_russian import rules
from shared.games.king_russian.contracts import CONTRACTS, plus, trick_points
from shared.games.king_russian.events import DealScored
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import NO_POINTS, NO_TRICKS, Between, Match, Playing, State
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts
from tests.support.spec import Spec

CARDS: Final = numbered(FRENCH_32)
NEW_PACK: Final[tuple[Card, ...]] = tuple(range(32))
"""Unshuffled: forehand is dealt all the clubs, the dealer all the spades."""
NAMES: Final = tuple(contract.name for contract in CONTRACTS)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def spec(state: State) -> Spec:
    return Spec(rules, state)


def row(contract: str, scores: FourInts = NO_POINTS) -> DealScored:
    """A completed round, told no more of than its scores."""
    return DealScored(contract, NO_TRICKS, scores, ())


def before_round(contract: str) -> Between:
    """The match when ``contract`` is the next round, nobody having scored."""
    history = tuple(row(name) for name in NAMES[: NAMES.index(contract)])
    return Between(Match(Options(), history))


def new_deal(contract: str, dealer: int = 3) -> Spec:
    """The round of ``contract``, dealt from :data:`NEW_PACK`."""
    return spec(rules.dealt(before_round(contract), Seat(dealer), NEW_PACK))


def trick_of(
    contract: str,
    *hands: str,
    lies: str = "",
    leader: int = 0,
    before: Sequence[Trick] = (),
) -> Spec:
    """Seats 0 to 3 hold ``hands``; the cards of ``lies`` were played to the running trick.

    ``before``: the round's complete tricks.
    """
    a, b, c, d = (mask_of(cards(codes)) for codes in hands)
    scores = NO_POINTS
    counted = CONTRACTS[NAMES.index(contract)]
    for number, trick in enumerate(before):
        scores = plus(scores, trick.winner, trick_points(counted, number, trick.cards))
    won = [trick.winner for trick in before]
    return spec(
        Playing(
            before_round(contract).match,
            Seat(3),
            (a, b, c, d),
            Seat(leader),
            cards(lies),
            (won.count(SEATS[0]), won.count(SEATS[1]), won.count(SEATS[2]), won.count(SEATS[3])),
            scores,
            tuple(before),
        )
    )


def won(winner: int, codes: str) -> Trick:
    """A complete trick that seat 0 led to."""
    return Trick(Seat(0), cards(codes), Seat(winner))


def between(*rounds: FourInts) -> Spec:
    """After as many rounds, which scored ``rounds``."""
    state: State = rules.initial(Options())
    for name, scores in zip(NAMES, rounds, strict=False):
        assert isinstance(state, Between)
        over = Playing(state.match, Seat(0), None, Seat(0))
        state = rules.evolve(over, row(name, scores))
    return spec(state)


def legal(situation: Spec) -> list[str]:
    """What the seat to move may do, as texts sorted by code point."""
    return rules.show_legal(rules.view(situation.state, rules.to_move(situation.state)))


def plays(codes: str) -> list[str]:
    """The texts of playing each card of ``codes``, sorted by code point."""
    return sorted(f"play:{code}" for code in codes.split())
