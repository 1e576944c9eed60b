"""The Appel au roi bot: a move for a seat from what that seat may know, at three levels.

- ``beginner`` bids on many tarocks alone, says nothing, and plays high to win and low to lose.
- ``intermediate`` weighs its hand, announces what a long row of tarocks makes likely, and plays
  by the rules of thumb in ``cards``.
- ``expert`` plays bids, words and cards out over hands that agree with all it has seen.
"""

from typing import Final

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import Card
from shared.cards.tricks import winning_card
from shared.games.appel_au_roi.changes import called_king, half_of, king_in_talon
from shared.games.appel_au_roi.contracts import BIRD_CARDS
from shared.games.appel_au_roi.moves import (
    ABANDON,
    BIEN,
    HALVES,
    KINGS,
    PLAYS,
    AppelMove,
    Discard,
)
from shared.games.appel_au_roi.pack import thirds
from shared.games.appel_au_roi.state import Declared
from shared.games.appel_au_roi.talon import callable_kings, lowest_discard
from shared.games.appel_au_roi.tricks import law_of
from shared.games.appel_au_roi.view import View, discard_choice, playable_now
from shared.kernel.seats import SEATS
from shared.table.options import Level
from workers.bots.appel_au_roi.announcing import best_word, sensible_word
from workers.bots.appel_au_roi.bidding import best_bid, sensible_bid, simple_bid
from workers.bots.appel_au_roi.cards import (
    PACK,
    POINTS_OF,
    SUIT_MASKS,
    leanest,
    riskiest,
)
from workers.bots.appel_au_roi.declaring import best_call, best_discard, best_half
from workers.bots.appel_au_roi.exchange import better_half, called, laid_away
from workers.bots.appel_au_roi.playouts import (
    Course,
    Table,
    Trick,
    complete,
    nothing_taken,
    played_out,
    table_of,
    thumbed,
)
from workers.bots.appel_au_roi.stakes import stakes_of, worth
from workers.bots.appel_au_roi.strength import ALONE, strength
from workers.bots.appel_au_roi.worlds import seen, table_in, worlds
from workers.bots.chance import Chance
from workers.bots.ranking import distinct

PLAYS_MAX: Final = 12_000
"""How many cards an expert plays in thought before it plays one; some 20 ms on the machine class
that the project measures on."""
PLAYS_TO_DECLARE: Final = 8_000
"""How many before it bids, calls, takes or lays away, which asks for more than cards."""
PLAYS_TO_SPEAK: Final = 4_000
"""How many before it speaks: a turn of announcements is several moves."""
WORLDS_MAX: Final = 100
"""The last tricks have few cards left to play: more hands than this teach nothing new."""

_ALIKE: Final = tuple(
    -card - 1 if card in BIRD_CARDS.values() else points for card, points in enumerate(POINTS_OF)
)
"""Cards of the same number do the same; each bird is its own."""


def choose(view: View, level: Level, chance: Chance) -> AppelMove:
    """The move of the view's own seat, which is to move; always a legal one."""
    hand, deal = view.hand, view.deal
    assert hand is not None
    assert view.to_move == view.viewer is not None, "it is another seat's turn"
    if deal is None:
        return _bid(view, hand, level, chance)
    match view.phase:
        case "king":
            return _king(view, deal, hand, level, chance)
        case "talon":
            return _talon(view, deal, hand, level, chance)
        case "discard":
            return _discard(view, deal, hand, level, chance)
        case "announcements":
            return _word(view, hand, level, chance)
        case _:
            return PLAYS[_card(view, deal, hand, level, chance)]


def _bid(view: View, hand: Mask, level: Level, chance: Chance) -> AppelMove:
    match level:
        case "beginner":
            return simple_bid(view, hand)
        case "intermediate":
            return sensible_bid(view, hand)
        case "expert":
            return best_bid(view, hand, chance, PLAYS_TO_DECLARE)


def _king(view: View, deal: Declared, hand: Mask, level: Level, chance: Chance) -> AppelMove:
    match level:
        case "beginner":
            return KINGS[callable_kings(hand)[0]]
        case "intermediate":
            return KINGS[called(hand)]
        case "expert":
            return best_call(view, deal, hand, chance, PLAYS_TO_DECLARE)


def _talon(view: View, deal: Declared, hand: Mask, level: Level, chance: Chance) -> AppelMove:
    halves = half_of(deal.turned, 0), half_of(deal.turned, 1)
    match level:
        case "beginner":
            return HALVES[0 if thirds(halves[0]) >= thirds(halves[1]) else 1]
        case "intermediate":
            if king_in_talon(deal) and strength(hand) < ALONE:
                return ABANDON
            king = mask_of(deal.turned) & called_king(deal, deal.declarer)
            return HALVES[better_half(hand, halves, king)]
        case "expert":
            return best_half(view, deal, chance, PLAYS_TO_DECLARE)


def _discard(view: View, deal: Declared, hand: Mask, level: Level, chance: Chance) -> AppelMove:
    match level:
        case "beginner":
            choice = discard_choice(view)
            assert choice is not None
            return lowest_discard(choice)
        case "intermediate":
            return Discard(laid_away(deal.contract, hand))
        case "expert":
            return best_discard(view, deal, hand, chance, PLAYS_TO_DECLARE)


def _word(view: View, hand: Mask, level: Level, chance: Chance) -> AppelMove:
    match level:
        case "beginner":
            return BIEN
        case "intermediate":
            return sensible_word(view, hand)
        case "expert":
            return best_word(view, chance, PLAYS_TO_SPEAK)


# --- playing ------------------------------------------------------------------------------------


def _card(view: View, deal: Declared, hand: Mask, level: Level, chance: Chance) -> Card:
    legal = playable_now(view, deal, hand)
    if not legal & legal - 1:
        return legal.bit_length() - 1
    match level:
        case "beginner":
            return _simple_card(view, deal, legal)
        case "intermediate":
            return _sensible_card(view, deal, hand)
        case "expert":
            return _best_card(view, deal, legal, chance)


def _simple_card(view: View, deal: Declared, legal: Mask) -> Card:
    """The highest that wins as the trick lies, else the cheapest; low where tricks cost."""
    if deal.contract.negative:
        return leanest(legal)
    if not view.trick:
        return riskiest(legal)
    order = law_of(deal.bid).order
    beating = legal & order.beats[winning_card(order, view.trick)]
    return riskiest(beating) if beating else leanest(legal)


def _sensible_card(view: View, deal: Declared, hand: Mask) -> Card:
    assert view.viewer is not None
    assert view.leader is not None
    own = view.viewer if view.side == "declarer" else None
    shown = (seat for seat in SEATS if seat != deal.declarer and deal.sides[seat] == "declarer")
    # Who has not shown a side is taken for no friend of declarer's.
    partner = own if own != deal.declarer and own is not None else next(shown, None)
    table = table_of(deal.contract, deal.forehand, deal.declarer, partner, pledges=deal.pledges)
    course = _so_far(view, table)
    trick = Trick(len(view.tricks) + 1, view.leader, view.trick)
    return thumbed(table, course, trick, hand, _others(view, hand))


def _others(view: View, hand: Mask) -> Mask:
    """What the others may hold among them."""
    return PACK & ~(hand | view.seen | (view.discard or 0))


def _best_card(view: View, deal: Declared, legal: Mask, chance: Chance) -> Card:
    """The card that brings most on average over the hands that may be."""
    assert view.viewer is not None
    assert view.leader is not None
    assert view.hand is not None
    between = _others(view, view.hand) | mask_of(view.trick)
    choices = distinct(SUIT_MASKS, legal, between, _ALIKE)
    if len(choices) == 1:
        return choices[0]
    known, stakes = seen(view, chance), stakes_of(view.options.tariff, deal)
    trick = Trick(len(view.tricks) + 1, view.leader, view.trick)
    before: Course | None = None
    brought = dict.fromkeys(choices, 0)
    drawn = worlds(view, known, chance)
    for _ in range(min(WORLDS_MAX, PLAYS_MAX // (sum(view.cards_left) * len(choices)))):
        world = next(drawn)
        table = table_in(deal, world, known.king)
        if before is None:
            before = _so_far(view, table)
        for choice in choices:
            course = played_out(table, world.hands, before, trick, choice)
            brought[choice] += worth(stakes, table, world.own, course, view.viewer)
    return max(choices, key=brought.__getitem__)


def _so_far(view: View, table: Table) -> Course:
    """What the complete tricks have come to."""
    course = nothing_taken()
    for number, trick in enumerate(view.tricks, start=1):
        complete(table, course, number, trick.leader, list(trick.cards))
    return course
