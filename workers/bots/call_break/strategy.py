"""The Call Break bot: a move for a seat from what that seat may know, at three levels.

- ``beginner`` misjudges its hand by up to a trick and takes what it can until it has its call.
- ``intermediate`` calls its likely winners and plays by the rules of thumb in ``cards``.
- ``expert`` plays every choice out over hands that agree with all it has seen.
"""

from typing import Final

from shared.cards.hands import Mask, mask_of
from shared.cards.moves import Play
from shared.cards.packs import Card
from shared.cards.tricks import winning_card
from shared.games.call_break.moves import CALL_MAX, CALL_MIN, Call, CallBreakMove
from shared.games.call_break.tricks import ORDER, playable, trick_winner
from shared.games.call_break.view import View
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts
from shared.table.options import Level
from workers.bots.call_break.cards import ALIKE, follow, highest, lead, lowest
from workers.bots.call_break.playouts import Trick, played_out, worth
from workers.bots.call_break.winners import SUIT_MASKS, TRICK, likely_winners
from workers.bots.call_break.worlds import seen, unseen, worlds
from workers.bots.chance import Chance
from workers.bots.ranking import distinct

PLAYS_MAX: Final = 16_000
"""How many cards an expert plays in thought before one move; some 20 ms on the machine class
that the project measures on."""
WORLDS_MAX: Final = 60
"""The last tricks have few cards left to play: more hands than this teach nothing new."""

_ROUNDING: Final = 55
_MISJUDGED: Final = TRICK
"""A beginner's likely winners are off by up to this, in hundredths of a trick."""


def choose(view: View, level: Level, chance: Chance) -> CallBreakMove:
    """The move of the view's own seat, which is to move; always a legal one."""
    assert view.hand is not None
    assert view.to_move == view.viewer is not None, "it is another seat's turn"
    if None in view.calls:
        return Call(_call(view, view.hand, level, chance))
    legal = playable(view.hand, view.trick)
    if not legal & legal - 1:
        return Play(legal.bit_length() - 1)
    match level:
        case "beginner":
            return Play(_greedy_card(view, legal))
        case "intermediate":
            return Play(_sensible_card(view, view.hand, legal))
        case "expert":
            return Play(_best_card(view, legal, chance))


# --- calling ----------------------------------------------------------------------------------


def _call(view: View, hand: Mask, level: Level, chance: Chance) -> int:
    winners = likely_winners(hand)
    match level:
        case "beginner":
            return _rounded(winners + chance.below(2 * _MISJUDGED + 1) - _MISJUDGED)
        case "intermediate":
            return _rounded(winners)
        case "expert":
            return _best_call(view, _rounded(winners), chance)


def _rounded(winners: int) -> int:
    """Likely winners as a call: one more than called is a success too (CB-SCORE-1)."""
    return max(CALL_MIN, min(CALL_MAX, (winners + _ROUNDING) // TRICK))


def _best_call(view: View, sensible: int, chance: Chance) -> int:
    """The call near ``sensible`` that is paid best; who calls later is assumed sensible."""
    seat = _own_seat(view)
    choices = range(max(CALL_MIN, sensible - 1), min(CALL_MAX, sensible + 2) + 1)
    assert view.dealer is not None
    forehand = seat_after(view.dealer)
    paid = dict.fromkeys(choices, 0)
    count = PLAYS_MAX // (sum(view.cards_left) * len(choices))
    for hands in worlds(view, seen(view), chance, count):
        calls = [
            _rounded(likely_winners(hands[s])) if (call := view.calls[s]) is None else call
            for s in SEATS
        ]
        for choice in choices:
            calls[seat] = choice
            a, b, c, d = calls
            first = lead(hands[forehand], _others(hands, forehand), wants=True)
            needs = played_out(hands, calls, Trick(forehand), first)
            paid[choice] += worth((a, b, c, d), needs, seat)
    return max(choices, key=paid.__getitem__)


# --- playing ----------------------------------------------------------------------------------


def _greedy_card(view: View, legal: Mask) -> Card:
    """The strongest card until the call is made, then the weakest; blind to two overtricks."""
    if not _wants(view):
        return lowest(legal)
    if not view.trick:
        return highest(legal)
    beating = legal & ORDER.beats[winning_card(ORDER, view.trick)]
    return highest(beating) if beating else lowest(legal)


def _sensible_card(view: View, hand: Mask, legal: Mask) -> Card:
    others = unseen(view, seen(view))
    if not view.trick:
        return lead(hand, others, _wants(view))
    winning = winning_card(ORDER, view.trick)
    led = ORDER.suit[view.trick[0]]
    return follow(legal, winning, led, len(view.trick), others, _wants(view))


def _best_card(view: View, legal: Mask, chance: Chance) -> Card:
    """The card that is paid best on average over the hands that may be."""
    seat, calls = _own_seat(view), _made(view)
    known = seen(view)
    between = unseen(view, known) | mask_of(view.trick)
    choices = distinct(SUIT_MASKS, legal, between, ALIKE)
    if len(choices) == 1:
        return choices[0]
    needs = [call - taken for call, taken in zip(calls, view.taken, strict=True)]
    trick = _running_trick(view)
    paid = dict.fromkeys(choices, 0)
    count = min(WORLDS_MAX, PLAYS_MAX // (sum(view.cards_left) * len(choices)))
    for hands in worlds(view, known, chance, count):
        for choice in choices:
            paid[choice] += worth(calls, played_out(hands, needs, trick, choice), seat)
    return max(choices, key=paid.__getitem__)


def _running_trick(view: View) -> Trick:
    assert view.leader is not None
    if not view.trick:
        return Trick(view.leader)
    winner = trick_winner(view.leader, view.trick)
    return Trick(view.leader, view.trick, winner, winning_card(ORDER, view.trick))


def _wants(view: View) -> bool:
    """Whether the seat has not yet taken what it called."""
    seat = _own_seat(view)
    return view.taken[seat] < _made(view)[seat]


def _made(view: View) -> FourInts:
    a, b, c, d = view.calls
    assert a is not None
    assert b is not None
    assert c is not None
    assert d is not None
    return a, b, c, d


def _own_seat(view: View) -> Seat:
    assert view.viewer is not None
    return view.viewer


def _others(hands: list[Mask], seat: Seat) -> Mask:
    a, b, c, d = hands
    return (a | b | c | d) ^ hands[seat]
