"""What declarer's choices lead to: a bid, a king, a half, a discard, played out to the end."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, cards_in, mask_of
from shared.cards.packs import Card
from shared.games.appel_au_roi.changes import king_in_talon
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.moves import (
    ABANDON,
    FOURTH,
    HALVES,
    KINGS,
    Abandon,
    CallKing,
    Discard,
    TakeHalf,
)
from shared.games.appel_au_roi.pack import HALF, KING_OF
from shared.games.appel_au_roi.state import Declared
from shared.games.appel_au_roi.talon import callable_kings
from shared.games.appel_au_roi.view import View
from shared.kernel.seats import SEATS
from workers.bots.appel_au_roi.exchange import (
    better_half,
    called,
    discards_weighed,
    king_called,
    laid_away,
)
from workers.bots.appel_au_roi.playouts import Trick, nothing_taken, played_out, table_of
from workers.bots.appel_au_roi.stakes import Stakes, given_up, stakes_of, worth
from workers.bots.appel_au_roi.worlds import World, own_aside, pledges_of, seen, worlds
from workers.bots.chance import Chance


class Plan(Struct, frozen=True):
    """What declarer has made up his mind about; the rest goes by rule of thumb."""

    king: Card | None = None
    half: int | None = None
    laid: Mask | None = None


BY_THUMB: Final = Plan()


def declared(
    deal: Declared, stakes: Stakes, world: World, talon: Sequence[Card], plan: Plan = BY_THUMB
) -> int:
    """What the deal is worth to declarer in ``world``, with a talon that lies like that.

    Without a talon declarer has in hand what he takes of it.
    """
    contract, declarer = deal.contract, deal.declarer
    hands, own = list(world.hands), 0
    king, partner = plan.king, None
    if contract.with_king:
        if king is None:
            king = king_called(hands[declarer])
        others = (seat for seat in SEATS if seat != declarer)
        partner = next((seat for seat in others if hands[seat] >> king & 1), None)
    if contract.taken:
        hand = hands[declarer] | _taken(contract, hands[declarer], talon, king, plan.half)
        own = mask_of(laid_away(contract, hand)) if plan.laid is None else plan.laid
        hands[declarer] = hand ^ own
    elif king is not None:
        own = own_aside(deal, world.aside, king)
    pledges = pledges_of(deal, king)
    table = table_of(contract, deal.forehand, declarer, partner, king, pledges)
    leader = declarer if contract.negative else deal.forehand
    course = played_out(table, hands, nothing_taken(), Trick(1, leader), None)
    return worth(stakes, table, own, course, declarer)


def _taken(
    contract: Contract, hand: Mask, talon: Sequence[Card], king: Card | None, half: int | None
) -> Mask:
    if contract.talon == "all" or not talon:
        return mask_of(talon)
    halves = mask_of(talon[:HALF]), mask_of(talon[HALF:])
    if half is None:
        half = better_half(hand, halves, 0 if king is None else 1 << king)
    return halves[half]


def best_call(view: View, deal: Declared, hand: Mask, chance: Chance, plays: int) -> CallKing:
    """The king that brings most on average, with ``plays`` cards thought of."""
    choices = callable_kings(hand)
    if FOURTH in choices:
        return KINGS[called(hand)]
    plans = {KINGS[suit]: Plan(KING_OF[suit]) for suit in choices if suit != FOURTH}
    brought = _brought(view, deal, list(plans.values()), chance, plays)
    return max(plans, key=lambda call: brought[list(plans).index(call)])


def best_half(view: View, deal: Declared, chance: Chance, plays: int) -> TakeHalf | Abandon:
    """The half that brings most on average; or giving up, if that costs less."""
    king = seen(view, chance).king
    zero, one = _brought(view, deal, [Plan(king, 0), Plan(king, 1)], chance, plays)
    if king_in_talon(deal) and given_up(stakes_of(view.options.tariff, deal)) > max(zero, one):
        return ABANDON
    return HALVES[0 if zero >= one else 1]


def best_discard(view: View, deal: Declared, hand: Mask, chance: Chance, plays: int) -> Discard:
    """The discard that brings most on average, of those that empty a suit."""
    choices = discards_weighed(deal.contract, hand)
    if len(choices) == 1:
        return Discard(choices[0])
    king = seen(view, chance).king
    plans = [Plan(king, laid=mask_of(laid)) for laid in choices]
    brought = _brought(view, deal, plans, chance, plays)
    return Discard(choices[max(range(len(choices)), key=brought.__getitem__)])


def _brought(
    view: View, deal: Declared, plans: Sequence[Plan], chance: Chance, plays: int
) -> list[int]:
    """What each plan is worth to declarer on average, in hundredths of a game point."""
    stakes, known = stakes_of(view.options.tariff, deal), seen(view, chance)
    count = max(1, plays // (sum(view.cards_left) * len(plans)))
    brought = [0] * len(plans)
    drawn = worlds(view, known, chance)
    for _ in range(count):
        world = next(drawn)
        talon = list(deal.turned if view.phase == "talon" else cards_in(world.aside))
        if view.phase == "king":
            chance.shuffle(talon)
        for number, plan in enumerate(plans):
            brought[number] += declared(deal, stakes, world, talon, plan)
    return [total // count for total in brought]
