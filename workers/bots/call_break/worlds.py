"""Where the unseen cards may lie: hands drawn from all that agree with what a seat has seen.

A seat sees more than its own cards: who did not follow is void (CB-PLAY-2); who was void and
played under the winning card held no spade that beats it (CB-PLAY-3); and who called high was
dealt high cards.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import FRENCH_52, Card
from shared.games.call_break.tricks import ORDER
from shared.games.call_break.view import View
from shared.kernel.seats import SEATS, seat_after
from workers.bots.assignments import Held, assignments
from workers.bots.call_break.winners import TRICK, likely_winners
from workers.bots.chance import Chance

PACK: Final[Mask] = (1 << len(FRENCH_52)) - 1

_LIKELY: Final = (100, 92, 73, 49, 28, 14, 6, 2)
"""How likely (of 100) a call is that lies 0, 20, 40 … hundredths of a trick from the hand's
likely winners: a bell curve with a standard deviation of half a trick."""
_LIKELY_STEP: Final = 20


class Seen(Struct, frozen=True):
    """What one seat knows of the others' hands, seat by seat."""

    played: tuple[Mask, ...]
    """The cards that each has played in this deal."""
    possible: tuple[Mask, ...]
    """The cards that each may have held after what it has shown."""


def seen(view: View) -> Seen:
    """What the tricks in ``view`` show of every hand."""
    played: list[Mask] = [0, 0, 0, 0]
    possible: list[Mask] = [PACK, PACK, PACK, PACK]
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick and view.leader is not None:
        tricks.append((view.leader, view.trick))
    for leader, cards in tricks:
        winning = cards[0]
        for place, card in enumerate(cards):
            seat = seat_after(leader, place)
            played[seat] |= 1 << card
            possible[seat] &= ~_excluded(cards[0], winning, card)
            if ORDER.beats[winning] >> card & 1:
                winning = card
    return Seen(tuple(played), tuple(possible))


def _excluded(led: Card, winning: Card, card: Card) -> Mask:
    """What a hand cannot hold that played ``card`` to ``led`` while ``winning`` was winning."""
    if ORDER.suit[led] >> card & 1:
        return 0
    beating = ORDER.beats[winning]
    return ORDER.suit[led] | (0 if beating >> card & 1 else beating)


def unseen(view: View, known: Seen) -> Mask:
    """The cards that the other three hold among them."""
    assert view.hand is not None
    a, b, c, d = known.played
    return PACK & ~(view.hand | a | b | c | d)


def worlds(view: View, known: Seen, chance: Chance, count: int) -> list[list[Mask]]:
    """``count`` assignments of the unseen cards, all four hands each, the viewer's as it is.

    Drawn evenly from all that agree with the tricks, then sifted by what was called.
    """
    assert view.viewer is not None
    assert view.hand is not None
    held = Held(view.viewer, view.hand, view.cards_left)
    drawn = assignments(held, unseen(view, known), known.possible, chance)
    kept: list[list[Mask]] = []
    for _ in range(3 * count):
        hands = next(drawn)
        if chance.below(1_000_000) < _likelihood(view, known, hands):
            kept.append(hands)
            if len(kept) == count:
                return kept
    # Calls that fit no hand (a beginner's) cannot be learned from.
    kept.extend(next(drawn) for _ in range(count - len(kept)))
    return kept


def _likelihood(view: View, known: Seen, hands: Sequence[Mask]) -> int:
    """Of a million: how likely the others' calls are from these hands and what they played."""
    likely = 1
    for seat in SEATS:
        call = view.calls[seat]
        if seat == view.viewer:
            continue
        likely *= 100 if call is None else _call_likelihood(call, hands[seat] | known.played[seat])
    return likely


def _call_likelihood(call: int, dealt: Mask) -> int:
    off = likely_winners(dealt) - TRICK * call
    if call == 2:
        off = max(0, off)  # A weaker hand has to call two as well (CB-CALL-2).
    step = abs(off) // _LIKELY_STEP
    return _LIKELY[step] if step < len(_LIKELY) else 1
