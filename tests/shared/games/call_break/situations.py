"""Situations at a table of Call Break, written with card codes."""

from collections.abc import Sequence
from typing import Final

from shared.cards.hands import mask_of
from shared.cards.packs import FRENCH_52, Card, numbered
from shared.cards.tricks import Trick
from shared.games.call_break import rules
from shared.games.call_break.events import DealScored
from shared.games.call_break.options import Options
from shared.games.call_break.state import Between, Match, Playing, State
from shared.kernel.seats import Seat
from shared.kernel.settlement import FourInts
from tests.support.spec import Spec

CARDS: Final = numbered(FRENCH_52)
NEW_PACK: Final[tuple[Card, ...]] = tuple(range(52))
"""Unshuffled: forehand is dealt all the clubs, the dealer all the spades."""
NO_END: Final = Options()


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def spec(state: State) -> Spec:
    return Spec(rules, state)


def new_deal(dealer: int = 3) -> Spec:
    """The first deal of a game, dealt from :data:`NEW_PACK`; nobody has called."""
    return spec(rules.dealt(rules.initial(NO_END), Seat(dealer), NEW_PACK))


def trick_of(
    *hands: str,
    lies: str = "",
    leader: int = 0,
    calls: FourInts = (2, 3, 4, 2),
    before: Sequence[Trick] = (),
) -> Spec:
    """Seats 0 to 3 hold ``hands``; the cards of ``lies`` were played to the running trick.

    ``before``: the deal's complete tricks.
    """
    a, b, c, d = (mask_of(cards(codes)) for codes in hands)
    won = [trick.winner for trick in before]
    taken = (won.count(Seat(0)), won.count(Seat(1)), won.count(Seat(2)), won.count(Seat(3)))
    hands_now = (a, b, c, d)
    match, lead = Match(NO_END), Seat(leader)
    return spec(Playing(match, Seat(3), hands_now, calls, lead, cards(lies), taken, tuple(before)))


def between(*deals: FourInts, options: Options = NO_END) -> Spec:
    """After deals that scored ``deals``."""
    state = rules.initial(options)
    for scores in deals:
        calls = taken = (3, 3, 3, 4)
        last_trick_won = Playing(state.match, Seat(0), None, calls, Seat(0), (), taken)
        ended = rules.evolve(last_trick_won, DealScored(calls, taken, scores))
        assert isinstance(ended, Between)
        state = ended
    return spec(state)


def legal(situation: Spec) -> list[str]:
    """What the seat to move may do, as texts sorted by code point."""
    return rules.show_legal(rules.view(situation.state, rules.to_move(situation.state)))


def plays(codes: str) -> list[str]:
    """The texts of playing each card of ``codes``, sorted by code point."""
    return sorted(f"play:{code}" for code in codes.split())
